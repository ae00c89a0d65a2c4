// Makes a GIF of drawings, in a worker of its own. The page loads this script when a film is made.
//
//   knightsTour.films.begin(width, height, rate, most, key)   pixels, frames a second, bytes; `key` is a drawing with all its
//                                                             colors; a promise: "" or why not ("none here")
//   knightsTour.films.add(drawing, holds)   a promise: "", or why the film is over ("stopped", "large", "none here"); the
//                                           drawing stays for `holds` frames
//   knightsTour.films.save(name)            a promise, likewise
//   knightsTour.films.stop()                ends the film

(function () {
  "use strict";

  const { knightsTour } = window;
  let film = null;

  async function painted(drawing) {
    const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
    const image = new Image();
    image.src = address;
    await image.decode();
    film.pen.drawImage(image, 0, 0, film.canvas.width, film.canvas.height);
    URL.revokeObjectURL(address);
  }

  const pixels = () => film.pen.getImageData(0, 0, film.canvas.width, film.canvas.height).data.buffer;

  function asked(message, given) {
    return new Promise((resolve, reject) => {
      film.worker.onmessage = ({ data }) => resolve(data);
      film.worker.onerror = (event) => event.preventDefault() || reject(event);
      film.worker.postMessage(message, given);
    });
  }

  async function packer() {
    const address = URL.createObjectURL(new Blob([await knightsTour.text("gif")], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    return worker;
  }

  function close() {
    if (film && film.worker) film.worker.terminate();
    film = null;
  }

  async function begin(width, height, rate, most, key) {
    close();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    film = { canvas, pen: canvas.getContext("2d", { willReadFrequently: true }), rate };
    try {
      await painted(key);
      film.worker = await packer();
      const first = pixels();
      await asked({ begin: { width, height, most }, pixels: first }, [first]);
      return film ? "" : "stopped";
    } catch (error) {
      const why = film ? "none here" : "stopped";
      close();
      return why;
    }
  }

  const isLarge = async () => film.packing && (await film.packing).over;

  // The worker packs a frame while the page draws the next one; a GIF counts hundredths of a second.
  async function pack(holds) {
    if (await isLarge()) return "large";
    const [next, delay] = [pixels(), 10 * Math.max(2, Math.round((100 * holds) / film.rate))];
    film.packing = asked({ pixels: next, delay }, [next]);
    return "";
  }

  async function add(drawing, holds) {
    let why = "stopped";
    try {
      if (film) await painted(drawing);
      if (film) why = await pack(holds);
    } catch (error) {
      why = film ? "none here" : "stopped";
    }
    if (why) close();
    return film ? "" : why || "stopped";
  }

  async function save(name) {
    if (!film) return "stopped";
    let why = "";
    try {
      if (await isLarge()) why = "large";
      else knightsTour.offer(name, new Blob([(await asked({ end: true }, [])).bytes], { type: "image/gif" }));
    } catch (error) {
      why = film ? "none here" : "stopped";
    }
    close();
    return why;
  }

  knightsTour.films = { begin, add, save, stop: close };
})();
