// Makes a film of drawings, on this computer: a GIF in a worker of its own, or a WebM that the browser records as it plays.
// It comes when it is asked for, as one part with nothing of a start.
//
//   knightsTour.films.begin(kind, width, height, rate, most, key)   "gif" or "webm", pixels, frames a second, bytes; `key` is a drawing
//                                                                   with all its colours; a promise: "" or why not ("none here")
//   knightsTour.films.add(drawing, holds)   a promise: "" once it is taken, else why the film is over ("stopped", "large"); `holds`
//                                           frames long
//   knightsTour.films.save(name)            a promise, as above
//   knightsTour.films.stop()                ends it

(function () {
  "use strict";

  const { knightsTour } = window;
  const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];
  const HALF = 0.05; // bytes of a pixel in a frame of a WebM: half of what web/share/films.py tells, since recorders take more
  let film = null;

  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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

  const MAKERS = {
    gif: {
      async begin({ width, height }, most) {
        film.worker = await packer();
        const first = pixels();
        await asked({ begin: { width, height, most }, pixels: first }, [first]);
      },
      // While a frame is packed the next one is drawn; a GIF counts hundredths of a second.
      async add(holds) {
        if (film.packing && (await film.packing).over) return "large";
        const [next, delay] = [pixels(), 10 * Math.max(2, Math.round((100 * holds) / film.rate))];
        film.packing = asked({ pixels: next, delay }, [next]);
        return "";
      },
      async end() {
        if (film.packing && (await film.packing).over) return null;
        const { bytes } = await asked({ end: true }, []);
        return new Blob([bytes], { type: "image/gif" });
      },
    },
    webm: {
      async begin(canvas, most) {
        const type = window.MediaRecorder && KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
        if (!type) throw new Error("none here");
        film.stream = canvas.captureStream(0);
        const bits = Math.round(8 * HALF * canvas.width * canvas.height * film.rate);
        film.recorder = new MediaRecorder(film.stream, { mimeType: type, videoBitsPerSecond: bits });
        film.recorder.ondataavailable = ({ data }) => film && film.parts.push(data);
        film.recorder.start(1000);
        film.most = most;
      },
      async add(holds) {
        const [track] = film.stream.getVideoTracks();
        const canvas = track.requestFrame ? track : film.stream; // Firefox asks the stream
        for (let i = 0; i < holds && film; i++) {
          film.due = Math.max(film.due || 0, performance.now());
          canvas.requestFrame();
          film.due += 1000 / film.rate;
          await wait(film.due - performance.now());
        }
        return film && film.parts.reduce((sum, { size }) => sum + size, 0) > film.most ? "large" : "";
      },
      async end() {
        const stopped = new Promise((resolve) => (film.recorder.onstop = resolve));
        film.recorder.stop();
        await stopped;
        return film && new Blob(film.parts, { type: "video/webm" });
      },
    },
  };

  function close() {
    if (film && film.worker) film.worker.terminate();
    if (film && film.recorder && film.recorder.state !== "inactive") film.recorder.stop();
    film = null;
  }

  async function begin(kind, width, height, rate, most, key) {
    close();
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    film = { canvas, pen: canvas.getContext("2d", { willReadFrequently: true }), rate, maker: MAKERS[kind], parts: [] };
    try {
      await painted(key);
      await film.maker.begin(canvas, most);
      return film ? "" : "stopped";
    } catch (error) {
      close();
      return "none here";
    }
  }

  async function add(drawing, holds) {
    let why = "stopped";
    try {
      if (film) await painted(drawing);
      if (film) why = await film.maker.add(holds);
    } catch (error) {
      why = film ? "none here" : "stopped";
    }
    if (why) close();
    return film ? "" : why || "stopped";
  }

  async function save(name) {
    const made = film && (await film.maker.end().catch(() => null));
    const why = made ? "" : film ? "large" : "stopped";
    close();
    if (made) knightsTour.offer(name, made);
    return why;
  }

  knightsTour.films = { begin, add, save, stop: close };
})();
