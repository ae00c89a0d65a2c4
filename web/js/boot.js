// Starts Python in this page. Its parts come as scripts, not by fetch(), so this works from a disk, from any host and in a
// sandboxed frame. The page is complete before this script runs, and remains complete if the script fails.
//
//   <html data-python="idle|loading|ready|failed" data-fault="one of FAULTS in older.js" data-patience="seconds" data-boot>
//   data-boot marks that this script ran to its end; without it, style.css shows a message after some seconds
//   knightsTour.start()   starts Python, once           knightsTour.ready()     called by app.py when every control works
//   knightsTour.say(…)    shows a sentence above everything else; "" removes it
//   knightsTour.fail(…)   ends the start with a fault   knightsTour.bytes(…)    an unpacked part, for a worker's Python
//   knightsTour.content(…)   the same, but a fault does not end the start: for parts that load later
//   knightsTour.bringLibrary()   loads the data that a worker's Python starts from; returns a promise of it; after a failure,
//                         the next call requests it again
//   knightsTour.kept      a promise that resolves when this data has arrived
//   A later crash of Python, caused by the browser or by a lack of memory, is reported in the same way.
//
// The syntax is that of 2017, so that an older browser can run this script and show which feature it lacks.

(function () {
  "use strict";

  const { knightsTour } = window;
  const { bring, causeOf, sentenceOf, translated } = knightsTour;
  const N_ = (sentence) => sentence; // marks what is translated later
  const root = document.documentElement;
  const PARTS = ["pyodide", "pyscript", "wasm", "snapshot", "library"];
  const LATE = "library"; // the part that loads after all others
  const LIBRARY = "/lib/python314.zip"; // the path that Pyodide uses
  const POSTER_PATIENCE = 200; // milliseconds that Python waits for a link's board
  const PATIENCE = 60; // seconds without progress before a message

  const NOT_WHOLE = ["cut", "missing", "damaged"]; // faults of parts that did not arrive completely

  // --- What the reader sees --------------------------------------------------------------------------------------

  const SLOW = N_("The page is still arriving, on a slow line. Its board is here already; the controls follow.");

  let watch = 0;
  let said = ""; // the sentence that this script showed
  const notice = document.getElementById("fault");

  // This element stays visible: no poster, view or embed writes to it.
  function say(sentence) {
    notice.textContent = sentence;
    notice.classList.toggle("unstarted", !sentence);
  }

  const LOADING = N_("Loading Python: {percent} %");
  const arriving = document.getElementById("arriving") || document.createElement("p");

  // The property is set on the bar, not on the root: elements inherit from the root, so each change would restyle the page.
  const bar = document.querySelector(".progress") || document.createElement("i");
  const [ASKED, ARRIVED, UNPACKED, RESTORED] = [0.05, 0.8, 0.85, 0.95]; // the progress at the end of each stage

  function progress(fraction) {
    bar.style.setProperty("--progress", fraction);
    const percent = Math.round(100 * fraction);
    arriving.setAttribute("aria-valuenow", percent);
    arriving.textContent = translated(LOADING).replace("{percent}", percent);
    clearTimeout(watch);
    watch = setTimeout(silent, 1000 * (root.dataset.patience || PATIENCE), fraction);
  }

  // A slow connection is no failure: while a download runs, the browser reports if it is interrupted.
  function silent(fraction) {
    if (!onTheWay.size && document.readyState !== "loading") return fail("silent");
    say((said = translated(SLOW)));
    progress(fraction);
  }

  function ready() {
    progress(1);
    clearTimeout(watch);
    if (notice.textContent === said) say("");
    delete root.dataset.fault;
    root.dataset.python = "ready";
    knightsTour.kept = new Promise((resolve) => (resolveKept = resolve));
    knightsTour.kept.then(knightsTour.keepOffline).catch(() => {}); // errors are reported where the data is used
  }

  // Uses the error's own cause as the fault, if it has one.
  function fail(otherwise, error) {
    if (root.dataset.python !== "loading") return;
    const fault = causeOf(error) || otherwise;
    end(fault);
    if (error) console.warn(error);
    if (NOT_WHOLE.includes(fault)) knightsTour.dropOffline().catch(() => {}); // the next visit loads the page again
  }

  // Pyodide calls this function when it cannot continue, so Pyodide holds it in memory. A function defined in startPython
  // would also hold the snapshot in memory.
  function died(error) {
    if (root.dataset.python === "ready") end("stopped");
    else fail("python", error);
  }

  function end(fault) {
    root.dataset.python = "failed";
    root.dataset.fault = fault;
    tell();
    clearTimeout(watch);
  }

  function tell() {
    say((said = sentenceOf(root.dataset.fault)));
  }

  // Returns the promise's value. If the promise is rejected, the start ends with this fault, and the returned promise
  // never settles.
  function orFail(fault, promise) {
    return promise.catch((error) => {
      fail(fault, error);
      return new Promise(() => {});
    });
  }

  // --- The parts of the payload ----------------------------------------------------------------------------------

  // The files that index.html lists; the one-file page contains the parts instead. Some parts come in pieces: the file
  // wasm-2-0123456789ab.js is the second piece of the part wasm.
  const payload = document.getElementById("payload");
  const files = payload ? JSON.parse(payload.textContent) : [];
  const nameOf = (file) => file.slice(0, file.lastIndexOf("-"));
  const names = payload ? files.map(nameOf) : PARTS;
  const ofPart = (part) => names.filter((name) => name.split("-")[0] === part);

  const late = files.filter((file) => nameOf(file) === LATE); // files to request later
  const arrived = new Set(); // names
  const onTheWay = new Set(); // files
  const take = {};
  const lose = {};
  const texts = {};
  names.forEach(expect);

  function expect(name) {
    texts[name] = new Promise((resolve, reject) => ([take[name], lose[name]] = [resolve, reject]));
    texts[name].catch(() => {}); // errors are reported where the text is used
  }

  // Each script beside index.html calls this with its part or piece. Parts with other names are texts, for texts.js.
  function part(name, text) {
    if (!(name in take)) return knightsTour.keep(name, text);
    take[name](text);
    arrived.add(name);
    if (root.dataset.python === "loading") showArrived();
  }

  // Pieces have about the same size, so the share of arrived pieces shows the progress well enough.
  function showArrived() {
    const needed = names.filter((name) => name !== LATE);
    const share = needed.filter((name) => arrived.has(name)).length / needed.length;
    progress(ASKED + (ARRIVED - ASKED) * share);
  }

  // In the one-file page, a script after each block calls this, so unpacking starts while the browser parses the rest. Earlier
  // blocks have been removed, so the first block in the document is the one that belongs to this script. `currentScript` does
  // not help: once Python runs, PyScript changes it.
  function block() {
    const element = document.querySelector("script[data-part]");
    part(element.dataset.part, element.textContent);
    element.remove();
  }

  function insert(file) {
    onTheWay.add(file);
    knightsTour.addressOf(file).then((address) => insertPart(file, address));
  }

  function insertPart(file, address) {
    const name = nameOf(file);
    bring(address, "", () => arrived.has(name)).then(
      () => onTheWay.delete(file),
      (error) => fail("forbidden", error) || lost(file, name, error), // a trusted-types policy refuses its address
    );
  }

  function lost(file, name, error) {
    lose[name](error);
    if (name !== LATE) return;
    expect(name); // the next call requests it again
    late.push(file);
  }

  function collectParts() {
    const truncated = () => arrived.size === names.length || fail("damaged", "The page ends before its last part.");
    if (payload) files.filter((file) => nameOf(file) !== LATE).forEach(insert);
    else if (document.readyState === "loading") addEventListener("DOMContentLoaded", truncated);
    else truncated();
  }

  // Decodes Base64, by a loop, because `Uint8Array.from` takes ten times as long.
  function decoded(text) {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
  }

  const LENGTH_DIGITS = 8; // the length of an unpacked part, before its text

  // Takes an array of promises: a part is unpacked piece by piece, while the next pieces arrive.
  async function unpacked(pieces) {
    const digits = (await pieces[0]).slice(0, LENGTH_DIGITS);
    // The script that defines `unpack` is further down in the document. On a slow connection, the host page may pass on a
    // part before that script has loaded.
    if (!knightsTour.unpack && document.readyState === "loading") await new Promise((go) => addEventListener("DOMContentLoaded", go));
    const packed = pieces.map(async (piece, i) => decoded((await piece).slice(i ? 0 : LENGTH_DIGITS)));
    return knightsTour.unpack(packed, parseInt(digits, 16));
  }

  function content(name) {
    return unpacked(piecesOf(name));
  }

  async function bytes(name) {
    return (await orFail("damaged", content(name))).buffer;
  }

  // Returns promises of the packed texts of a part's pieces.
  function piecesOf(name) {
    const names = ofPart(name);
    return names.length ? names.map((each) => texts[each]) : [knightsTour.packed(name)];
  }

  // Returns a promise of a part's packed text.
  async function packedText(name) {
    return (await Promise.all(piecesOf(name))).join("");
  }

  // Unpacks a text that was packed like a part.
  async function unpackedText(text) {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await unpacked([text])); // the page begins with a byte order mark
  }

  // A browser that cannot compile the module is too old.
  function compiled(name) {
    return bytes(name).then((code) => orFail("old", WebAssembly.compile(code)));
  }

  // The content policy allows a trusted script to insert a script from a blob, but not to import() it.
  async function run(name, type) {
    const code = new Blob([await bytes(name)], { type: "text/javascript" });
    try {
      const address = URL.createObjectURL(code);
      await bring(address, type, () => true);
      URL.revokeObjectURL(address);
    } catch (error) {
      fail("forbidden", error); // trusted types, or no blob addresses
    }
  }

  // --- Pyodide and PyScript --------------------------------------------------------------------------------------

  const io = { died, stdout: (text) => console.log(text), stderr: (text) => console.error(text) };
  const { fromSnapshot, read } = knightsTour.runtime;
  let resolveKept, keeping;
  let keep; // set when Python runs: a function that returns the data for another Python

  let pyodideArrived;
  const pyodide = new Promise((resolve) => (pyodideArrived = resolve)); // the part "pyodide" calls it

  async function startPython() {
    const [glue, wasm, taken] = await Promise.all([pyodide, compiled("wasm"), bytes("snapshot")]);
    progress(UNPACKED);
    const python = await fromSnapshot(glue, wasm, read(taken), io);
    knightsTour.python(python);
    keep = async () => {
      const archive = await library();
      python.FS.writeFile(LIBRARY, archive, { canOwn: true }); // does not copy the archive: a worker gets a copy
      const kept = { wasm, archive, taken: new Blob([taken]) };
      keep = null; // frees twelve megabytes
      return kept;
    };
    progress(RESTORED);
    return python;
  }

  function library() {
    late.splice(0).forEach(insert);
    return content("library");
  }

  function bringLibrary() {
    if (!keeping) {
      keeping = keep();
      keeping.then(resolveKept, () => (keeping = null));
    }
    return keeping;
  }

  // PyScript expects to import and call Pyodide. This passes it the Python that is already starting.
  function startPyScript(python) {
    const loadPyodide = ({ stdout, stderr }) => Object.assign(io, { stdout, stderr }) && python;
    knightsTour.pyodide = pyodide.then(({ version }) => ({ version, loadPyodide }));
    run("pyscript", "module");
  }

  async function start() {
    if (root.dataset.python !== "idle") return;
    root.dataset.python = "loading";
    showArrived();
    if (typeof WebAssembly !== "object") return fail("webassembly");
    try {
      await firstFrame();
      await firstPaint();
      collectParts();
      if (knightsTour.posted) await painted(knightsTour.posted); // shows the board of a link
      // Compiles the smallest module: a browser that refuses it would also refuse Python.
      await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    } catch (error) {
      return fail("forbidden", error);
    }
    run("pyodide", "");
    startPyScript(orFail("python", startPython()));
    // These load after the parts that every start needs: a question in the address may need more of the program.
    if (address.toString()) knightsTour.mount("more").catch(() => {});
    if (root.dataset.view) knightsTour.mount("lessons").catch(() => {});
  }

  // --- When Python starts ----------------------------------------------------------------------------------------

  // The board comes before the parts in the document, and is painted before they are unpacked.
  function firstFrame() {
    return new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 300); // a hidden page gets no animation frames
    });
  }

  function firstPaint() {
    return new Promise((resolve) => setTimeout(resolve));
  }

  // Waits until the poster is painted, but not longer than POSTER_PATIENCE.
  async function painted(poster) {
    await Promise.race([poster, new Promise((resolve) => setTimeout(resolve, POSTER_PATIENCE))]);
    await firstFrame();
    await firstPaint();
  }

  function atOnce(work) {
    work();
  }

  function whenSeen(work) {
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && work());
    watcher.observe(document.body);
  }

  function whenTouched(work) {
    for (const event of ["click", "keydown"]) addEventListener(event, work, { once: true });
  }

  const WAYS = new Map([["eager", atOnce], ["lazy", whenSeen], ["click", whenTouched]]);
  const address = new URLSearchParams(location.hash.slice(1));

  window["knights-tour"] = part;
  Object.assign(knightsTour, { block, bringLibrary, bytes, content, fail, packedText, part, pyodideArrived, ready, say, start, unpackedText });
  addEventListener("py:done", () => fail("python")); // app.py ended without calling ready()
  addEventListener("languagechosen", () => root.dataset.python === "failed" && tell());
  root.dataset.boot = "";
  if (address.get("host") === "1" && window.parent !== window) return; // frame.js starts Python
  (WAYS.get(knightsTour.loading) || atOnce)(start);
})();
