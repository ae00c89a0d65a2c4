// Loads parts of the page that are separate scripts. Each contains a text: posters, the chapter, licenses, the editor.
//
//   <script type="application/json" id="texts">   the names of these scripts beside the page; the one-file page has no such
//                                                 list, because its blocks contain the texts
//   knightsTour.bring(address, type, isHere)   runs a script; returns a promise, rejected with a fault of older.js if the
//                                    script does not arrive ("missing", "cut", "type"), or if isHere() is false after it
//                                    has run ("damaged")
//   knightsTour.addressOf(file)      returns a promise of the address of such a script: in an embed, the host page may provide it
//   knightsTour.text(name)           returns a promise of the text, rejected if it does not arrive completely
//   knightsTour.packed(name)         returns a promise of the packed text
//   knightsTour.keep(name, packed)   stores a text that has arrived
//   knightsTour.runOnce(name, isHere)   runs a text that is a script, once; returns a promise; after a failure, the next call
//                                    requests it again
//   knightsTour.edit()               loads knightsTour.editor and knightsTour.bench; returns a promise
//   knightsTour.film()               loads knightsTour.films; returns a promise

(function () {
  "use strict";

  const { knightsTour } = window;
  const list = document.getElementById("texts");
  const files = list && JSON.parse(list.textContent);
  const arrived = {}; // name: a promise of the packed text
  const take = {}; // name: the function that resolves this promise
  const running = {}; // name: a promise that the script has run

  const loss = (address, fault) => Object.assign(new Error(address), { fault });

  // Returns the reason why a script did not arrive. Some browsers report the content type, which may not be that of a script.
  function faultOf({ src }) {
    if (location.protocol === "file:") return "missing";
    const [sent = {}] = performance.getEntriesByName(src);
    const isRefused = sent.responseStatus === 200 && sent.contentType && !/javascript/.test(sent.contentType);
    return isRefused ? "type" : "cut";
  }

  // The page's content policy allows this trusted script to insert others, wherever the page is hosted.
  async function bring(address, type, isHere) {
    await new Promise((resolve, reject) => {
      const script = document.createElement("script");
      Object.assign(script, { type, onload: resolve, onerror: () => reject(loss(address, faultOf(script))), src: address });
      document.head.append(script);
    });
    if (!isHere()) throw loss(address, "damaged");
  }

  async function addressOf(file) {
    return knightsTour.sharedAsset ? knightsTour.sharedAsset(file) : file;
  }

  async function requested(name, isHere) {
    const address = await addressOf(files.find((file) => file.startsWith(name + "-")));
    return bring(address, "", isHere);
  }

  function packed(name) {
    if (!arrived[name]) {
      let isHere = false;
      arrived[name] = new Promise((resolve, reject) => {
        take[name] = (text) => resolve(text, (isHere = true));
        if (files) requested(name, () => isHere).catch(reject);
      });
      arrived[name].catch(() => delete arrived[name]); // the next call requests it again
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

  // Runs a text that is a script, which the content policy allows trusted scripts to do.
  async function execute(name, isHere) {
    const address = URL.createObjectURL(new Blob([await text(name)], { type: "text/javascript" }));
    await bring(address, "", isHere);
    URL.revokeObjectURL(address);
  }

  function runOnce(name, isHere) {
    if (!running[name]) {
      running[name] = execute(name, isHere);
      running[name].catch(() => delete running[name]);
    }
    return running[name];
  }

  const edit = () => runOnce("editor", () => knightsTour.bench);
  const film = () => runOnce("films", () => knightsTour.films);

  // No file lies beside the one-file page: its link gets the text at the first click.
  async function openLicenses(event) {
    const link = event.currentTarget;
    if (link.protocol === "blob:") return;
    event.preventDefault();
    link.href = URL.createObjectURL(new Blob([await text("LICENSES.txt")], { type: "text/plain;charset=utf-8" }));
    link.click();
  }

  if (!files) document.getElementById("licenses").addEventListener("click", openLicenses);

  Object.assign(knightsTour, { addressOf, bring, edit, film, text, keep, packed, runOnce });
})();
