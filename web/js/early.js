// What the page can do before Python is there: choose its theme, and keep in mind what the reader does meanwhile.

(function () {
  "use strict";

  const root = document.documentElement;

  // --- what the address asks of the looks ---------------------------------------------------------------------------

  const address = new URLSearchParams(location.hash.slice(1));
  root.toggleAttribute("data-embed", address.get("embed") === "1");
  root.toggleAttribute("data-lock", Boolean(address.get("lock")));
  if (address.get("panels")) root.dataset.panels = address.get("panels");
  if (address.get("theme")) root.dataset.asked = address.get("theme");

  // --- the lab, or a section of the chapter: Python says which is seen once it is there ---------------------------------

  function turn() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const view = asked.get("view") || "lab";
    if (/^zh\b/.test(asked.get("lang"))) root.lang = "zh-Hans";
    if (!/^[\w-]+$/.test(view) || view === "lab") delete root.dataset.view;
    else root.dataset.view = view;
  }

  turn();
  addEventListener("hashchange", () => root.dataset.python !== "ready" && turn());

  // --- light or dark ------------------------------------------------------------------------------------------------

  // In a sandbox, and in some browsers on file://, touching the storage is an error; then the choice is for this visit.
  function remembered(theme) {
    try {
      if (theme) localStorage.setItem("knights-tour-theme", theme);
      return localStorage.getItem("knights-tour-theme");
    } catch (error) {
      return null;
    }
  }

  function shownTheme() {
    const set = root.dataset.theme || root.dataset.asked;
    return /^(light|dark)$/.test(set) ? set : (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  }

  function switchTheme() {
    root.dataset.theme = shownTheme() === "dark" ? "light" : "dark";
    remembered(root.dataset.theme);
  }

  const theme = root.dataset.asked ? "" : remembered();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  addEventListener("click", (event) => event.target.closest(".theme") && switchTheme());

  // --- a link to another question never shows the first one: what is below the header waits for poster.js -------------

  if (location.hash.length > 1) root.dataset.waits = "";

  // --- what was done before Python was ready happens then -----------------------------------------------------------

  const waiting = [];

  function keep(event) {
    const control = event.target.closest("main :is(button:not(#screen), input, select), #tools button, #board");
    const isField = control && control.matches("input, select");
    if (!control || isField === (event.type === "click")) return;
    const { clientX, clientY, shiftKey, type } = event;
    const { checked, value } = control;
    waiting.push({ control, checked, value, type, how: { bubbles: true, clientX, clientY, shiftKey } });
  }

  function happen({ control, checked, value, type, how }) {
    if (control.matches("input, select")) Object.assign(control, /checkbox|radio/.test(control.type) ? { checked } : { value });
    control.dispatchEvent(type === "click" ? new MouseEvent(type, how) : new Event(type, how));
  }

  // A file that is dropped does not take the page's place.
  let dropped = null;

  function hold(event) {
    if (!Array.from(event.dataTransfer.types).includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop") dropped = event.dataTransfer.files[0];
  }

  function drop() {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(dropped);
    window.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }

  for (const kind of ["dragover", "drop"]) addEventListener(kind, hold);
  const kinds = ["click", "input", "change"];
  const state = new MutationObserver(() => {
    if (root.dataset.python !== "ready") return;
    state.disconnect();
    for (const kind of kinds) removeEventListener(kind, keep);
    for (const kind of ["dragover", "drop"]) removeEventListener(kind, hold);
    waiting.forEach(happen);
    if (dropped) drop();
  });
  for (const kind of kinds) addEventListener(kind, keep);
  state.observe(root, { attributeFilter: ["data-python"] });
})();
