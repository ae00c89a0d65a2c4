// Brings the chapter into the page when it is first read: until then it rests in a template, which costs nothing.
//
//   knightsTour.lessons()   have the chapter in the page

(function () {
  "use strict";

  const root = document.documentElement;
  const chapter = document.getElementById("chapter");

  function lessons() {
    if (!chapter.firstElementChild) chapter.append(document.getElementById("lessons").content);
  }

  // What the address asks; once Python is there, it says so.
  function look() {
    const view = root.dataset.view;
    if (!view) return;
    lessons();
    const section = document.getElementById(view + (/^zh/.test(root.lang) ? "-zh" : "-en"));
    if (section) section.scrollIntoView();
  }

  look();
  addEventListener("hashchange", () => root.dataset.python !== "ready" && look());
  Object.assign(window.knightsTour, { lessons });
})();
