// Has the chapter in the page when it is first read: until then it rests as a text, which costs nothing.
//
//   knightsTour.chapter()   brings the text of the chapter; a promise that it is here
//   knightsTour.lessons(section)   puts the chapter into the page, once it is here, and shows it as far as this section;
//                           what lies below comes section by section, one a frame, and the other language last
//   knightsTour.articles()  puts in both languages, where one stands

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

  function lessons(section) {
    if (place.firstElementChild) return;
    const spoken = root.lang.startsWith("zh") ? 1 : 0;
    place.innerHTML = articlesOf(html)[spoken];
    const all = [...place.querySelectorAll(".lesson")];
    const first = all.findIndex((lesson) => lesson.dataset.section === section);
    const below = all.slice(first + 1);
    for (const lesson of below) lesson.hidden = true;
    const next = () => {
      if (!below.length) return articles();
      below.shift().hidden = false;
      frame(next);
    };
    frame(next);
  }

  function articlesOf(text) {
    const second = text.indexOf("<article", 1);
    return [text.slice(0, second), text.slice(second)];
  }

  function articles() {
    if (place.childElementCount !== 1) return;
    const isFirst = place.firstElementChild.id === "chapter-en";
    place.insertAdjacentHTML(isFirst ? "beforeend" : "afterbegin", articlesOf(html)[isFirst ? 1 : 0]);
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
    const section = document.getElementById(root.dataset.view + (/^zh/.test(root.lang) ? "-zh" : "-en"));
    if (section) section.scrollIntoView();
  }

  // Where the text cannot be had, Python does not start either, and it is boot.js that says so.
  const looked = () => look().catch(() => {});

  looked();
  addEventListener("hashchange", () => root.dataset.python !== "ready" && looked());
  Object.assign(knightsTour, { articles, chapter, lessons });
})();
