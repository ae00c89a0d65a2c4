// Has the chapter in the page when it is first read: until then it rests as a text, which costs nothing.
//
//   knightsTour.chapter()   brings the text of the chapter, and what its figures are drawn by; a promise that both are here
//   knightsTour.modules     the second, for Python: an archive, a character for each byte
//   knightsTour.lessons(section)   puts the chapter into the page, once it is here, as far as this section of the language
//                           that is spoken; all else stands there empty and hidden, and comes section by section, one a frame
//   knightsTour.articles()  puts in all that is still to come, where the chapter stands

(function () {
  "use strict";

  const { knightsTour } = window;
  const root = document.documentElement;
  const place = document.getElementById("chapter");
  const waiting = []; // sections that stand there empty: [element, what it holds]
  let html = "";
  let arrives = null;

  function chapter() {
    if (!arrives) arrives = Promise.all([knightsTour.text("chapter"), knightsTour.text("lessons")]).then(keep);
    return arrives;
  }

  // And no more: Python, which waits for it, would make a text of its own of what it is promised.
  function keep([text, modules]) {
    html = text;
    knightsTour.modules = modules;
  }

  const here = (section) => section + (/^zh/.test(root.lang) ? "-zh" : "-en");

  // A section that the address has in view comes with all above it, which would push it away later.
  function lessons(section) {
    if (!place.firstElementChild) begin();
    const last = waiting.findIndex(([lesson]) => lesson.id === here(section));
    waiting.splice(0, last + 1).forEach(fill);
  }

  // Both languages stand there at once, so that each section can be watched.
  function begin() {
    for (const article of html.split(/(?=<article)/)) {
      const [head, ...texts] = article.split(/(?=<section class="lesson")/);
      const ends = texts.map((text) => text.indexOf(">"));
      place.insertAdjacentHTML("beforeend", head + texts.map((text, i) => text.slice(0, ends[i]) + " hidden></section>").join(""));
      const lessons = [...place.lastElementChild.querySelectorAll(".lesson")];
      const held = lessons.map((lesson, i) => [lesson, texts[i].slice(ends[i] + 1)]);
      waiting[lessons[0].id.endsWith(here("")) ? "unshift" : "push"](...held);
    }
    frame(next);
    // On paper it has a head, which nobody waits for.
    knightsTour.execute("handout", () => knightsTour.handout).catch(() => {});
  }

  function fill([lesson, text]) {
    lesson.innerHTML = text;
    lesson.hidden = false;
  }

  function next() {
    if (!waiting.length) return;
    fill(waiting.shift());
    frame(next);
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

  // What the address asks; once Python is there, it says so.
  async function look() {
    if (!root.dataset.view) return;
    await chapter();
    if (!root.dataset.view) return;
    lessons(root.dataset.view);
    const section = document.getElementById(here(root.dataset.view));
    if (section) section.scrollIntoView();
  }

  // Where the text cannot be had, Python does not start either, and it is boot.js that says so.
  const looked = () => look().catch(() => {});

  looked();
  addEventListener("hashchange", () => root.dataset.python !== "ready" && looked());
  Object.assign(knightsTour, { articles, chapter, lessons });
})();
