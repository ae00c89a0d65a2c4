// Has the chapter in the page when it is first read: until then it rests as a text, which costs nothing.
//
//   knightsTour.chapter()   brings the text of the chapter; a promise that it is here
//   knightsTour.lessons()   puts the chapter into the page, once it is here

(function () {
  "use strict";

  const { knightsTour } = window;
  const root = document.documentElement;
  const place = document.getElementById("chapter");
  let html = "";
  let arrives = null;

  function chapter() {
    if (!arrives) arrives = knightsTour.text("chapter").then(keep);
    return arrives;
  }

  // And no more: Python, which waits for it, would make a text of its own of what it is promised.
  function keep(text) {
    html = text;
  }

  function lessons() {
    if (!place.firstElementChild) place.innerHTML = html;
  }

  // What the address asks; once Python is there, it says so.
  async function look() {
    if (!root.dataset.view) return;
    await chapter();
    if (!root.dataset.view) return;
    lessons();
    const section = document.getElementById(root.dataset.view + (/^zh/.test(root.lang) ? "-zh" : "-en"));
    if (section) section.scrollIntoView();
  }

  // Where the text cannot be had, Python does not start either, and it is boot.js that says so.
  const looked = () => look().catch(() => {});

  looked();
  addEventListener("hashchange", () => root.dataset.python !== "ready" && looked());
  Object.assign(knightsTour, { chapter, lessons });
})();
