// Parts of the page that are scripts of their own, and texts in them: posters, the chapter, licences, the editor.
//
//   <script type="application/json" id="texts">   the scripts beside this page that bring texts; in the page that is one file
//                                                 there is none, for a block brings each
//   knightsTour.bring(address, type, isHere)   runs a script; a promise, rejected with a fault of older.js where it does not
//                                    come ("missing", "cut", "type") or where isHere() is false afterwards: it came broken ("damaged")
//   knightsTour.text(name)           a promise of the text; rejected where it does not come, or not whole
//   knightsTour.packed(name)         a promise of it as it travels
//   knightsTour.keep(name, packed)   called for each that arrives, wanted or not
//   knightsTour.execute(name, isHere)   runs a text that is a script; a promise
//   knightsTour.edit()               a promise that knightsTour.editor is there, and bench
//   knightsTour.film()               likewise knightsTour.films

(function () {
  "use strict";

  const { knightsTour } = window;
  const list = document.getElementById("texts");
  const files = list && JSON.parse(list.textContent);
  const arrived = {};
  const take = {};
  let editor = null;

  const loss = (address, fault) => Object.assign(new Error(address), { fault });

  // Why a script did not come. Where the browser tells what the host has sent, that may be no script.
  function faultOf({ src }) {
    if (location.protocol === "file:") return "missing";
    const [sent = {}] = performance.getEntriesByName(src);
    const isRefused = sent.responseStatus === 200 && sent.contentType && !/javascript/.test(sent.contentType);
    return isRefused ? "type" : "cut";
  }

  // The page's policy lets this trusted script insert others wherever the page lives.
  async function bring(address, type, isHere) {
    await new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { type, onload: resolve, onerror: () => reject(loss(address, faultOf(script))), src: address });
      document.head.append(script);
    });
    if (!isHere()) throw loss(address, "damaged");
  }

  function packed(name) {
    if (!arrived[name]) {
      let isHere = false;
      arrived[name] = new Promise((resolve, reject) => {
        take[name] = (text) => resolve(text, (isHere = true));
        if (files) bring(files.find((file) => file.startsWith(name + "-")), "", () => isHere).catch(reject);
      });
      arrived[name].catch(() => delete arrived[name]); // it is requested again
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

  // A text that is a script, run as the policy's trusted ones are.
  async function brought(name, isHere) {
    const address = URL.createObjectURL(new Blob([await text(name)], { type: "text/javascript" }));
    await bring(address, "", isHere);
    URL.revokeObjectURL(address);
  }

  function edit() {
    if (!editor) editor = brought("editor", () => knightsTour.bench);
    return editor;
  }

  function film() {
    return knightsTour.films ? Promise.resolve() : brought("films", () => knightsTour.films);
  }

  Object.assign(knightsTour, { bring, execute: brought, edit, film, text, keep, packed });
})();
