// Makes a GIF of drawings in a separate worker. The page loads this script when the reader makes a film.
//
//   knightsTour.films.begin(number, width, height, rate, most, key)   begins a film; `rate` is in frames per second, `most` in
//                                           bytes, and `key` is a drawing with all colors of the film
//   knightsTour.films.add(number, drawing, holds)   adds a drawing, which stays for `holds` frames
//   knightsTour.films.save(number, name)    offers the GIF as a download
//   knightsTour.films.stop()                ends the film at once; later calls with its number return "stopped"
//
// The first three return a promise of "", or of the reason why the film has ended: "stopped", "large", "lost" or "none here".

(function () {
  "use strict";

  const { knightsTour } = window;
  let film = null;

  async function painted(mine, drawing) {
    const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
    const image = new Image();
    image.src = address;
    await image.decode();
    mine.pen.drawImage(image, 0, 0, mine.canvas.width, mine.canvas.height);
    URL.revokeObjectURL(address);
  }

  const pixels = () => film.pen.getImageData(0, 0, film.canvas.width, film.canvas.height).data.buffer;

  function reply(message, given) {
    return new Promise((resolve, reject) => {
      film.worker.onmessage = ({ data }) => resolve(data);
      film.worker.onerror = (event) => event.preventDefault() || reject(event);
      film.worker.postMessage(message, given);
    });
  }

  // Throws an error: the script of the worker did not arrive completely.
  function throwLost(error) {
    throw Object.assign(error, { why: "lost" });
  }

  async function packer() {
    const script = await knightsTour.text("gif").catch(throwLost);
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    return worker;
  }

  function close() {
    const over = film;
    film = null;
    if (over && over.worker) over.worker.terminate();
    if (over) over.stop("stopped");
  }

  // Returns "" when the action is done and its film is still being made; otherwise the reason why the film has ended.
  async function attempt(number, action) {
    const mine = film;
    if (!mine || mine.number !== number) return "stopped";
    const done = action(mine).then((why) => why || "", (error) => error.why || "none here");
    const why = await Promise.race([mine.stopped, done]); // a part may never arrive
    if (film !== mine) return "stopped";
    if (why) close();
    return why;
  }

  function begin(number, width, height, rate, most, key) {
    close();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    film = { number, canvas, pen: canvas.getContext("2d", { willReadFrequently: true }), rate };
    film.stopped = new Promise((resolve) => (film.stop = resolve));
    return attempt(number, async (mine) => {
      await painted(mine, key);
      mine.worker = await packer();
      if (film !== mine) return mine.worker.terminate();
      const first = pixels();
      await reply({ begin: { width, height, most }, pixels: first }, [first]);
    });
  }

  const isLarge = async () => film.packing && (await film.packing).over;

  // The worker compresses a frame while the page draws the next one. Delays in a GIF are hundredths of a second.
  function add(number, drawing, holds) {
    return attempt(number, async (mine) => {
      await painted(mine, drawing);
      if (film !== mine) return "stopped";
      if (await isLarge()) return "large";
      const [next, delay] = [pixels(), 10 * Math.max(2, Math.round((100 * holds) / mine.rate))];
      mine.packing = reply({ pixels: next, delay }, [next]);
      mine.packing.catch(() => {}); // nothing waits for it if the film is stopped
    });
  }

  async function save(number, name) {
    let made;
    const why = await attempt(number, async () => {
      if (await isLarge()) return "large";
      made = new Blob([(await reply({ end: true }, [])).bytes], { type: "image/gif" });
    });
    if (why) return why;
    close();
    knightsTour.offer(name, made);
    return "";
  }

  knightsTour.films = { begin, add, save, stop: close };
})();
