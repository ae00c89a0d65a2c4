// Texts that travel packed and are wanted now and then: posters, the chapter, licences.
//
//   <script type="application/json" id="texts">   the scripts beside this page that bring them; in the page that is one file
//                                                 there is none, for a block brings each
//   knightsTour.text(name)           a promise of the text; rejected where it does not come, or not whole
//   knightsTour.packed(name)         a promise of it as it travels
//   knightsTour.keep(name, packed)   called for each that arrives, wanted or not

(function () {
  "use strict";

  const { knightsTour } = window;
  const list = document.getElementById("texts");
  const files = list && JSON.parse(list.textContent);
  const arrived = {};
  const take = {};

  function insert(file, reject) {
    const script = document.createElement("script");
    const fault = location.protocol === "file:" ? "missing" : "cut"; // as boot.js says of its parts
    script.onerror = () => reject(Object.assign(new Error(file), { fault }));
    script.src = file;
    document.head.append(script);
  }

  function packed(name) {
    if (!arrived[name]) {
      arrived[name] = new Promise((resolve, reject) => {
        take[name] = resolve;
        if (files) insert(files.find((file) => file.startsWith(name + "-")), reject);
      });
    }
    return arrived[name];
  }

  async function text(name) {
    const arrived = await packed(name);
    return knightsTour.unpackedText(arrived);
  }

  function keep(name, packed) {
    if (take[name]) take[name](packed);
    else arrived[name] = Promise.resolve(packed);
  }

  Object.assign(knightsTour, { text, keep, packed });
})();
