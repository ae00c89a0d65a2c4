// Runs a reader's own code in a worker, and keeps another worker ready. No worker is trusted: it sends its messages as bytes,
// whose size is checked before Python reads them. The number and the size of a job's messages are limited. This script and the
// editor load together, as one part.
//
//   knightsTour.bench.load()             loads all parts of a worker; returns a promise, rejected if one does not arrive
//   knightsTour.bench.warm()             starts the next worker; returns a promise of "", or of the reason why it cannot start:
//                                        "barred" or "lost"
//   knightsTour.bench.lane()             returns an object for one worker at a time:
//   lane.run(job, most, hear)            runs a job, which is a text; calls hear() for each of its messages, at most `most`
//   lane.next()                          returns a message: an ArrayBuffer, or a text with the reason why the worker ended;
//                                        undefined if there is none
//   lane.more(job, most)                 gives the worker another job; returns false if no worker runs
//   lane.stop()                          ends the worker at once, even during a run, and drops its waiting messages

(function () {
  "use strict";

  const { knightsTour } = window;
  const LONGEST = 1 << 18; // limit for a message in bytes
  const MOST_BYTES = 1 << 27; // limit for all messages of a worker in bytes
  let address = ""; // the address of the worker's script
  let reserve = null; // a promise of a worker whose Python is ready

  async function script() {
    const runtime = document.getElementById("runtime").textContent;
    const texts = [await knightsTour.text("worker").catch(throwLost), runtime, await knightsTour.bytes("pyodide")];
    return URL.createObjectURL(new Blob(texts.flatMap((text) => [text, "\n;"]), { type: "text/javascript" }));
  }

  // Throws this error, marked as that of a part that did not arrive.
  function throwLost(error) {
    throw Object.assign(error, { why: "lost" });
  }

  async function load() {
    await Promise.all([knightsTour.bringLibrary(), ...["more", "programs", "data", "worker"].map(knightsTour.packedText)]);
  }

  async function newWorker() {
    const parts = ["more", "programs", "data"].map(knightsTour.content);
    const [kept, more, programs, data] = await Promise.all([knightsTour.bringLibrary(), ...parts]).catch(throwLost);
    const { wasm, archive, taken } = kept;
    if (!address) address = await script();
    const snapshot = await taken.arrayBuffer(); // read here, because WebKit's workers cannot read a Blob of a page from disk
    const worker = new Worker(address); // throws or fails later if a policy forbids workers
    const ready = new Promise((resolve, reject) => {
      worker.onerror = (event) => event.preventDefault() || reject(new Error("the worker does not start"));
      worker.onmessage = ({ data }) => (data && data.ready ? resolve(worker) : reject(new Error(data && data.fault)));
    });
    const archives = { more, programs };
    worker.postMessage({ wasm, snapshot, library: archive, archives, data }, [snapshot]);
    return ready;
  }

  async function warm() {
    if (!reserve) reserve = newWorker();
    return reserve.then(
      () => "",
      (error) => {
        reserve = null;
        console.warn(error);
        return error.why || "barred";
      },
    );
  }

  function lane() {
    let current = null; // { worker, waiting: messages for Python, over, count, most }

    function stop() {
      if (current && current.worker) current.worker.terminate();
      current = null;
    }

    function next() {
      return current ? current.waiting.shift() : undefined;
    }

    function more(text, most) {
      if (!current || current.over || !current.worker) return false;
      Object.assign(current, { count: 0, most });
      current.worker.postMessage(text);
      return true;
    }

    async function run(text, most, hear) {
      stop();
      const job = (current = { worker: null, waiting: [], over: false, count: 0, most });
      const isOver = () => job.over || job !== current;
      const add = (message) => {
        job.waiting.push(message);
        hear();
      };
      const end = (why) => {
        if (isOver()) return;
        job.over = true;
        if (job.worker) job.worker.terminate();
        add(why);
      };
      const breakDown = () => {
        job.waiting = [];
        end("broken");
      };
      const why = await warm();
      if (why) return end(why);
      if (job !== current) return; // the reserve remains for the next job
      job.worker = await reserve;
      reserve = null;
      let room = MOST_BYTES;
      job.worker.onerror = (event) => event.preventDefault() || end("broken");
      job.worker.onmessageerror = breakDown;
      job.worker.onmessage = (event) => {
        if (isOver()) return; // checked first, because reading event.data may copy the message
        const { data } = event;
        if (typeof data === "string") return end(data);
        const size = data instanceof ArrayBuffer ? data.byteLength : LONGEST + 1;
        room -= size;
        if (size > LONGEST || ++job.count > job.most || room < 0) breakDown();
        else add(data);
      };
      job.worker.postMessage(text);
      setTimeout(warm, 1500); // a delay, because starting a worker would slow the first visits
    }

    return { run, next, stop, more };
  }

  knightsTour.bench = { load, warm, lane };
})();
