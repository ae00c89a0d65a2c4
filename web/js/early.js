// Works before Python is ready: chooses the language and the theme, and records the reader's actions for Python.
//
//   <script type="application/json" id="words">   { language: { html: its lang attribute, words: {English: translation}, looks } }
//   knightsTour.speak(key)          translates the texts of the page's HTML into this language
//   knightsTour.translated(text)    returns a script's sentence in the present language
//   knightsTour.language            the browser's language, used if the address names none
//   knightsTour.address             the address with which the page was opened; only this address can set a task
//   knightsTour.loading             when Python starts: "eager", "lazy" or "click"

(function () {
  "use strict";

  const root = document.documentElement;
  const SETTERS = Object.fromEntries(String.raw`{setters}`.split(" ").map((pair) => pair.split("="))); // key: a pattern of the values that set a task

  // --- attributes of the root that follow from the address, until Python sets them -------------------------------------

  function put(name, value) {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
  }

  function setRootAttributes() {
    const address = new URLSearchParams(location.hash.slice(1));
    const first = (key) => address.get(key) || ""; // the first value counts, as in Python
    const view = first("view") || "lab";
    root.toggleAttribute("data-embed", first("embed") === "1");
    root.toggleAttribute("data-present", first("present") === "1");
    const sets = (key) => address.getAll(key).some((text) => RegExp(SETTERS[key]).test(text)); // any value that sets it counts
    const locked = (name) => address.getAll("lock").some((text) => text.split(",").includes(name));
    const [locks, checks, scores, tests] = ["lock", "check", "splice", "tests"].map(sets);
    const writes = (checks || first("ordering") === "own") && !locked("code");
    const does = tests ? "program" : writes ? "code" : first("mode").match(/^(play|predict)$|$/)[0] || "watch";
    put("task", Object.keys(SETTERS).some(sets) && (view === "lab" ? does : "section"));
    const holds = view === "lab" && does !== "watch" && does !== "program" && (checks || scores);
    root.toggleAttribute("data-lock", locks || holds);
    root.toggleAttribute("data-looks-locked", locked("all") || locked("show"));
    const own = first("embed") === "1" && (checks || tests) && !first("panels").split(",").includes("own") ? "own" : "";
    put("panels", [first("panels"), own].filter(Boolean).join()); // the panel of the editor
    put("asked", first("theme"));
    root.toggleAttribute("data-without-solutions", address.getAll("solutions").some((text) => text && text !== "1"));
    put("view", /^[\w-]+$/.test(view) && view !== "lab" && view); // a section of the chapter
  }

  // Old addresses show the graph of six vertices in the lab; now the chapter shows it.
  const isOld = /(^#|&)tour=letters(&|$)/.test(location.hash) && !/[#&]view=/.test(location.hash);
  if (isOld) location.replace(`${location.hash}&view=search`);

  setRootAttributes();
  addEventListener("hashchange", () => root.dataset.python !== "ready" && setRootAttributes());

  // --- the first parts of Python: boot.js, at the end of the page, uses them and requests the others ---------------------

  const asked = new URLSearchParams(location.hash.slice(1));
  const loading = asked.get("loading") || (asked.get("embed") === "1" ? "lazy" : "eager");
  const AT_ONCE = 6; // the number of files that a browser loads from a host at the same time
  const payload = document.getElementById("payload");

  // Parts of a frame made by embed.js (host=1) come from the host page.
  const areWanted = loading === "eager" && asked.get("host") !== "1" && location.protocol.startsWith("http");
  for (const href of payload && areWanted ? JSON.parse(payload.textContent).slice(0, AT_ONCE) : []) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "script", href }));
  }

  // --- the language: that of the address, else the browser's; the page's HTML is in English ------------------------------

  const languages = JSON.parse(document.getElementById("words").textContent);
  const ATTRIBUTES = ["aria-label", "title", "placeholder", "label", "content"];
  const vocabulary = Object.assign({}, ...Object.values(languages).map(({ words }) => words));
  const known = new Map(); // node: [[attribute, or "" for the node's text; the English], …]
  let language = "en";

  const translated = (text) => (languages[language] && languages[language].words[text]) || text;

  function learn(node) {
    if (known.has(node) || (node.parentNode && node.parentNode.nodeName === "CODE")) return; // Python's names are not translated
    const names = node.attributes ? ATTRIBUTES.filter((name) => node.hasAttribute(name)) : [""];
    const found = names.map((name) => [name, name ? node.getAttribute(name) : node.data]);
    const words = found.filter(([, english]) => english.trim() in vocabulary);
    if (words.length) known.set(node, words);
  }

  function say(node) {
    for (const [name, english] of known.get(node) || []) {
      const text = english.replace(english.trim(), () => translated(english.trim()));
      if (name) node.setAttribute(name, text);
      else node.data = text;
    }
  }

  // Records the translatable texts in a part of the page, which is still in English.
  function learnAll(part) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = part; node; node = walker.nextNode()) learn(node);
  }

  function speak(key) {
    if (language === "en") learnAll(root);
    language = key in languages ? key : "en";
    root.lang = key in languages ? languages[key].html : "en";
    for (const node of known.keys()) node.isConnected ? say(node) : known.delete(node);
    markLanguage();
  }

  function markLanguage() {
    document.querySelectorAll("#languages button").forEach((button) => button.setAttribute("aria-pressed", button.name === language));
  }

  // Returns the first of these languages that the page has.
  function among(names) {
    const keys = names.map((name) => String(name).split(/[-_]/)[0].toLowerCase());
    return keys.find((key) => key === "en" || key in languages) || "en";
  }

  const browsers = among(navigator.languages || [navigator.language]);
  const first = among([new URLSearchParams(location.hash.slice(1)).get("lang"), browsers]);

  // While the page loads, its texts are translated before they are painted.
  const arrival = new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(learnAll);
    for (const node of known.keys()) say(node);
  });
  if (first !== "en") {
    root.dataset.waits = ""; // hides the drawings: see poster.js
    speak(first);
    arrival.observe(root, { childList: true, subtree: true });
  }
  addEventListener("DOMContentLoaded", () => {
    arrival.disconnect();
    if (language === "en") return markLanguage(); // the page's HTML is in English
    learnAll(root); // the parser may have added a text in two pieces
    speak(language);
  });

  // Before Python is ready, poster.js changes the drawings when it receives the event.
  function switchLanguage(key) {
    speak(key);
    if (root.dataset.python === "ready") return;
    const pairs = location.hash.slice(1).split("&").filter((pair) => pair && !pair.startsWith("lang="));
    try {
      history.replaceState(null, "", "#" + pairs.concat("lang=" + key).join("&"));
    } catch (error) {
      window.knightsTour.language = key; // a sandboxed frame may forbid changes of the address
    }
    dispatchEvent(new Event("languagechosen"));
  }

  // Python handles the same click afterwards.
  const chosen = (event) => event.target.closest("#languages button");
  addEventListener("click", (event) => chosen(event) && switchLanguage(chosen(event).name), true);

  Object.assign(window.knightsTour, { address: location.hash, language: browsers, languages, loading, speak, translated });

  // --- light or dark ------------------------------------------------------------------------------------------------

  // In a sandbox, and in some browsers on file://, any use of the storage is an error; then the choice lasts for this visit.
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

  // --- menus: a click elsewhere, on one of their buttons, or Escape closes them --------------------------------------------

  function closeMenus(target) {
    for (const menu of document.querySelectorAll(".menu[open]")) {
      const chosen = menu.contains(target) && target.closest("a, button:not([data-stays])");
      if (menu.contains(target) && !chosen) continue;
      if (menu.contains(document.activeElement)) menu.firstElementChild.focus(); // a dialog returns the focus to it
      menu.open = false;
    }
  }

  addEventListener("click", (event) => event.isTrusted && closeMenus(event.target), true); // no recorded click
  addEventListener("keydown", (event) => event.key === "Escape" && closeMenus(document.body));
  addEventListener("toggle", () => root.toggleAttribute("data-menu", !!document.querySelector(".menu[open]")), true);

  // --- lists: a key that would choose in a closed list opens it instead; in the open list, Enter or a click chooses ----------

  const CHOOSES = /^(Arrow.*|Page.*|Home|End|\S)$/;
  addEventListener("keydown", (event) => {
    const list = event.target.closest("select");
    if (!list || !CHOOSES.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    try {
      if (list.matches(":open")) return;
      list.showPicker();
      event.preventDefault();
    } catch {} // an older browser, or a frame on another site, where the browser's own keys remain
  });

  // --- the printed address, without the folders of a file ------------------------------------------------------------

  addEventListener("beforeprint", () => {
    const page = location.href.split("#")[0];
    root.dataset.address = (location.protocol === "file:" ? page.split("/").pop() : page) + location.hash;
  });

  // --- if the address has a question, the page below the header stays hidden until poster.js shows its board --------------

  if (location.hash.length > 1) root.dataset.waits = "";

  // --- actions before Python is ready are repeated when it is ---------------------------------------------------------

  const waiting = [];

  // A link within the page would remove the question and the locks from the address. If there is no task, a link to a section
  // is followed at once.
  function follow(link) {
    const pairs = location.hash.slice(1).split("&").filter((pair) => pair && !pair.startsWith("view="));
    location.hash = pairs.concat(link.hash.match(/view=[^&]*/) || []).join("&");
  }

  function keep(event) {
    const link = event.target.closest("a[href^='#']");
    if (link && event.type === "click") {
      event.preventDefault();
      if (link.matches("[data-to=lab], [data-to=chapter]") && !root.dataset.task) return follow(link);
      return waiting.push({ control: link, type: "click", how: { bubbles: true, cancelable: true } });
    }
    const control = event.target.closest("main :is(button:not(#screen), input, select), #menu button:not(.theme), #views button, #board");
    const isField = control && control.matches("input, select");
    if (!control || isField === (event.type === "click")) return;
    const { clientX, clientY, shiftKey, type } = event;
    const { checked, name, value } = control;
    waiting.push({ control, checked, name, value, type, how: { bubbles: true, clientX, clientY, shiftKey } });
  }

  // The name of a button may have changed since it was pressed: while a search runs, Solve is Stop. The earlier name counts.
  function happen({ control, checked, name, value, type, how }) {
    if (control.matches("input, select")) Object.assign(control, /checkbox|radio/.test(control.type) ? { checked } : { value });
    const event = type === "click" ? new MouseEvent(type, how) : new Event(type, how);
    if (control.name === name) return control.dispatchEvent(event);
    const twin = Object.assign(control.cloneNode(), { name });
    control.after(twin);
    twin.dispatchEvent(event);
    twin.remove();
  }

  // A dropped file does not replace the page.
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
