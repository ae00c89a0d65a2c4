// Adds the chapter to the document when the reader first opens it. Until then it is a text without layout.
//
//   knightsTour.chapter()   loads the text of the chapter; returns a promise
//   knightsTour.lessons(section)   adds the loaded chapter to the page, and fills this section in the page's language; the
//                           others stay empty and hidden until Python has started or the reader scrolls, presses or
//                           types; then one is filled per frame
//   knightsTour.articles()  fills all remaining sections of a chapter in the page

(function () {
  "use strict";

  const { knightsTour } = window;
  const root = document.documentElement;
  const place = document.getElementById("chapter");
  const waiting = []; // empty sections: [element, its HTML]
  const GOING_ON = ["wheel", "pointerdown", "keydown"];
  const LONGEST_START_MS = 3000; // longest time that the other sections wait for Python
  let html = "";
  let shown = null; // the visible section
  let arrives = null;

  function chapter() {
    if (!arrives) {
      arrives = knightsTour.text("chapter").then(keep);
      arrives.catch(() => (arrives = null)); // the next call requests it again
    }
    return arrives;
  }

  // The promise has no value, because Python would copy a text that it awaits.
  function keep(text) {
    html = text;
  }

  const here = (section) => section + (/^zh/.test(root.lang) ? "-zh" : "-en");

  // Sections above this one are filled later, without moving it on the screen.
  function lessons(section) {
    if (!place.firstElementChild) begin();
    else if (root.dataset.python === "ready") bringHandout();
    shown = document.getElementById(here(section)) || shown;
    const at = waiting.findIndex(([lesson]) => lesson === shown);
    if (at >= 0) write(waiting.splice(at, 1)[0]);
  }

  // Adds the sections of both languages at once, so that observers can watch each of them.
  function begin() {
    const [style, ...articles] = parted(html, "<article");
    place.insertAdjacentHTML("beforeend", style);
    for (const article of articles) {
      const [head, ...texts] = parted(article, '<section class="lesson"');
      const ends = texts.map((text) => text.indexOf(">"));
      place.insertAdjacentHTML("beforeend", head + texts.map((text, i) => text.slice(0, ends[i]) + " hidden></section>").join(""));
      const lessons = [...place.lastElementChild.querySelectorAll(".lesson")];
      const held = lessons.map((lesson, i) => [lesson, texts[i].slice(ends[i] + 1)]);
      waiting[lessons[0].id.endsWith(here("")) ? "unshift" : "push"](...held);
    }
    afterStart(() => {
      next();
      bringHandout();
    });
  }

  // The heading of the printed chapter, which loads last. If it does not arrive, the next section requests it again.
  function bringHandout() {
    knightsTour.runOnce("handout", () => knightsTour.handout).catch(() => {});
  }

  // Splits a text before each mark. A pattern with lookahead would take milliseconds.
  function parted(text, mark) {
    return text.split(mark).map((part, i) => (i ? mark : "") + part);
  }

  function write([lesson, text]) {
    lesson.innerHTML = text;
    lesson.hidden = false;
  }

  // Writes sections, and keeps what is shown at its place.
  function fill(sections) {
    const top = () => (shown ? shown.getBoundingClientRect().top : 0);
    const before = top();
    sections.forEach(write);
    scrollBy(0, top() - before);
  }

  function next() {
    if (!waiting.length) return;
    fill(waiting.splice(0, 1));
    frame(next);
  }

  // Filling sections out of sight would delay the start of Python.
  function afterStart(go) {
    const watch = new MutationObserver(() => root.dataset.python !== "loading" && begun());
    const begun = () => {
      watch.disconnect();
      GOING_ON.forEach((event) => removeEventListener(event, begun));
      frame(go);
      go = () => {};
    };
    if (root.dataset.python !== "loading") return begun();
    watch.observe(root, { attributeFilter: ["data-python"] });
    GOING_ON.forEach((event) => addEventListener(event, begun, { passive: true }));
    setTimeout(begun, LONGEST_START_MS);
  }

  function articles() {
    fill(waiting.splice(0));
  }

  // An iframe out of sight gets no animation frames, but its sections must be filled too.
  function frame(go) {
    const once = () => { go(); go = () => {}; };
    requestAnimationFrame(once);
    setTimeout(once, 100);
  }

  // Shows the section of the address until Python is ready. Opened from the lab, the chapter begins at its title, as in
  // web/chapter/update.py.
  async function look(fromLab) {
    if (!root.dataset.view) return;
    await chapter();
    if (!root.dataset.view) return;
    lessons(root.dataset.view);
    const section = document.getElementById(here(root.dataset.view));
    const isFirst = section && section === section.parentNode.querySelector(".lesson");
    if (fromLab && isFirst) scrollTo(0, 0);
    else if (section) section.scrollIntoView();
  }

  // If the text cannot be loaded, Python cannot start either, and boot.js reports the failure.
  const looked = (fromLab) => look(fromLab).catch(() => {});

  looked(false);
  addEventListener("beforeprint", articles);
  addEventListener("hashchange", ({ oldURL }) => {
    if (root.dataset.python !== "ready") looked(!/[#&]view=/.test(oldURL));
  });
  Object.assign(knightsTour, { articles, chapter, lessons });
})();
