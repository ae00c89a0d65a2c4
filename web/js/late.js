// Loads the parts of our program that a start does not need: archives, written to a folder from which Python imports.
//
//   knightsTour.mount(name)        writes an archive to Python's file system; returns a promise, rejected if the archive does
//                                  not arrive completely; then the next call requests it again
//   knightsTour.forReader(name, promise)   waits for what a reader's action needs, and reports a delay or a failure
//   knightsTour.notForReader(name)   stops these reports, because the reader has stopped the action
//   knightsTour.mountForReader(name)   mounts an archive, and reports a delay or a failure
//   knightsTour.python(python)     called by boot.js with the running Python
//
// The data that Python's WebAssembly lacks at first is loaded before any of these archives.

(function () {
  "use strict";

  const { knightsTour } = window;
  const N_ = (sentence) => sentence; // marks what is translated later
  const root = document.documentElement;
  const QUICK_MS = 300; // a shorter delay is not announced
  const PATIENCE = 60; // seconds until a missing part is reported
  const WAITING = N_("This needs a part of the page that is still loading. It will happen as soon as the part is here.");
  const LOST = N_("A part of the page did not arrive, so what you did has no effect. Do it again to load the part again.");

  let python;
  const pythonHere = new Promise((resolve) => (python = resolve));
  const works = {};

  // Does the work at the first call. After a failure, the next call does it again.
  function once(name, work) {
    if (!works[name]) {
      works[name] = work(name);
      works[name].catch(() => delete works[name]);
    }
    return works[name];
  }

  async function filled(name) {
    const [data, running] = await Promise.all([knightsTour.content(name), pythonHere]);
    knightsTour.runtime.fill(running, data);
  }

  async function written(name) {
    const needed = [knightsTour.content(name), pythonHere, once("data", filled)];
    if (name === "lessons") needed.push(knightsTour.chapter());
    const [archive, { FS }] = await Promise.all(needed);
    FS.writeFile(`/lib/${name}.zip`, archive, { canOwn: true });
  }

  const mount = (name) => once(name, written);

  const after = (seconds) => new Promise((resolve, reject) => setTimeout(reject, 1000 * seconds, new Error("too late")));

  let shown = ""; // the sentence that this script showed

  // Before Python is ready, boot.js reports a delay or a failure.
  function tell(sentence) {
    if (root.dataset.python !== "ready") return;
    knightsTour.say((shown = knightsTour.translated(sentence)));
  }

  function tellNothing() {
    if (shown && document.getElementById("fault").textContent === shown) knightsTour.say("");
    shown = "";
  }

  const waits = new Map(); // the name of what a reader waits for: the timer of its notice

  function notForReader(name) {
    clearTimeout(waits.get(name));
    waits.delete(name);
    if (!waits.size) tellNothing();
  }

  async function forReader(name, promise) {
    const timer = setTimeout(tell, QUICK_MS, WAITING);
    const isWanted = () => waits.get(name) === timer;
    waits.set(name, timer);
    try {
      await Promise.race([promise, after(root.dataset.patience || PATIENCE)]);
    } catch (error) {
      if (isWanted()) {
        notForReader(name);
        tell(LOST);
      }
      throw error;
    }
    if (isWanted()) notForReader(name);
  }

  const mountForReader = (name) => forReader(name, mount(name));

  Object.assign(knightsTour, { forReader, mount, mountForReader, notForReader, python });
})();
