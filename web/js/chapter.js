// Puts the chapter into the document when it is first read. Until then it is a text, which the browser need not lay out.
//
//   knightsTour.chapter()   loads the text of the chapter; returns a promise
//   knightsTour.lessons(section)   puts the chapter into the page, once it has loaded, with this section in the page's
//                           language; the others are empty and hidden, and are filled one by one, one in each frame,
//                           once Python has started or the reader goes on
//   knightsTour.articles()  fills all remaining sections, if the chapter is in the page

(function () {
  "use strict";

  const { knightsTour } = window;
  const root = document.documentElement;
  const place = document.getElementById("chapter");
  const waiting = []; // sections that stand there empty: [element, what it holds]
  const GOING_ON = ["wheel", "pointerdown", "keydown"];
  const LONGEST_START_MS = 3000; // that the rest of the chapter waits for
  let html = "";
  let shown = null; // the section in view
  let arrives = null;

  function chapter() {
    if (!arrives) {
      arrives = knightsTour.text("chapter").then(keep);
      arrives.catch(() => (arrives = null)); // it is requested again
    }
    return arrives;
  }

  // Returns nothing: if Python awaited a text, it would make a copy of it.
  function keep(text) {
    html = text;
  }

  const here = (section) => section + (/^zh/.test(root.lang) ? "-zh" : "-en");

  // The sections above this one are filled later, without moving it.
  function lessons(section) {
    if (!place.firstElementChild) begin();
    shown = document.getElementById(here(section)) || shown;
    const at = waiting.findIndex(([lesson]) => lesson === shown);
    if (at >= 0) fill(...waiting.splice(at, 1));
  }

  // Both languages stand there at once, so that each section can be watched.
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
      // On paper it has a head, which nobody waits for.
      knightsTour.execute("handout", () => knightsTour.handout).catch(() => {});
    });
  }

  // Before each mark; to look ahead for it, a pattern takes milliseconds.
  function parted(text, mark) {
    return text.split(mark).map((part, i) => (i ? mark : "") + part);
  }

  function fill([lesson, text]) {
    lesson.innerHTML = text;
    lesson.hidden = false;
  }

  function next() {
    if (!waiting.length) return;
    if (CSS.supports("overflow-anchor: auto")) fill(waiting.shift()); // the browser holds the view
    else {
      const before = shown.getBoundingClientRect().top;
      fill(waiting.shift());
      scrollBy(0, shown.getBoundingClientRect().top - before);
    }
    frame(next);
  }

  // What is out of sight would take from Python the time that its start needs.
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
    waiting.splice(0).forEach(fill);
  }

  // A frame out of sight has none, and must come to its height all the same.
  function frame(go) {
    const once = () => { go(); go = () => {}; };
    requestAnimationFrame(once);
    setTimeout(once, 100);
  }

  // Shows the section of the address, until Python is there. From the lab the chapter opens at its title, as
  // in web/chapter/update.py.
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

  // Where the text cannot be had, Python does not start either, and it is boot.js that says so.
  const looked = (fromLab) => look(fromLab).catch(() => {});

  looked(false);
  addEventListener("beforeprint", articles);
  addEventListener("hashchange", ({ oldURL }) => {
    if (root.dataset.python !== "ready") looked(!/[#&]view=/.test(oldURL));
  });
  Object.assign(knightsTour, { articles, chapter, lessons });
})();
