// Saves files on the reader's computer: texts, and drawings as pictures. Also returns the files that a reader opens.
//
//   knightsTour.save(name, media, parts)                    offers a text, in parts, as a download
//   knightsTour.offer(name, blob)                           offers a Blob as a download
//   knightsTour.savePicture(name, sheets, width, height)    draws SVGs on top of each other, with this size in pixels, and
//                                                           offers the PNG; returns a promise of false if the browser cannot
//   knightsTour.brought(source)                             returns a file, or the text of a field, as a Blob
//   knightsTour.wholePage()                                 returns a promise of knights-tour.html, as a Blob

(function () {
  "use strict";

  const HELD = 10000; // milliseconds within which a browser begins a download
  const BAND = 1 << 21; // number of pixels painted at once, in 10 to 40 ms
  const SLICE = 8; // milliseconds of work between two frames

  const rest = () => new Promise((resolve) => setTimeout(resolve));

  function offer(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), HELD);
  }

  function save(name, media, parts) {
    offer(name, new Blob(parts, { type: media + ";charset=utf-8" }));
  }

  function loaded(address) {
    return new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = () => resolve(image);
      image.onerror = reject;
      image.src = address;
    });
  }

  const blank = (width, height) => Object.assign(document.createElement("canvas"), { width, height });

  // A picture is painted in bands of the full width, because a browser paints a whole canvas without a pause.
  function bandsOf(width, height) {
    const high = Math.max(1, Math.floor(BAND / width));
    const tops = Array.from({ length: Math.ceil(height / high) }, (_, i) => i * high);
    return tops.map((y) => ({ pen: blank(width, Math.min(high, height - y)).getContext("2d"), y }));
  }

  async function lay(bands, sheet, width, height) {
    const address = URL.createObjectURL(new Blob([sheet], { type: "image/svg+xml" }));
    try {
      const image = await loaded(address);
      let until = 0;
      for (const { pen, y } of bands) {
        if (performance.now() > until) {
          await rest();
          until = performance.now() + SLICE;
        }
        pen.drawImage(image, 0, -y, width, height);
        pen.getImageData(0, 0, 1, 1); // makes the browser paint this band now
      }
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  async function painted(sheets, width, height) {
    const bands = bandsOf(width, height);
    for (const sheet of sheets) await lay(bands, sheet, width, height);
    const pictures = [];
    for (const { pen, y } of bands) {
      pictures.push({ picture: await createImageBitmap(pen.canvas), y });
      pen.canvas.width = 0; // frees its memory
    }
    return pictures;
  }

  // Returns false for a canvas that is too large for this browser: it stays empty, or throws.
  function fits(canvas) {
    const pen = canvas.getContext("2d");
    pen.fillRect(0, 0, 1, 1);
    const [, , , alpha] = pen.getImageData(0, 0, 1, 1).data;
    pen.clearRect(0, 0, 1, 1);
    return alpha > 0;
  }

  function joined(canvas, bands) {
    const pen = canvas.getContext("2d");
    for (const { picture, y } of bands) {
      pen.drawImage(picture, 0, y);
      picture.close();
    }
    return canvas;
  }

  const PACKER = `const [fits, joined] = [${fits}, ${joined}];
  let canvas;
  onmessage = async ({ data: { width, height, bands } }) => {
    try {
      canvas ??= new OffscreenCanvas(width, height);
      postMessage(bands ? await joined(canvas, bands).convertToBlob() : fits(canvas));
    } catch (error) {
      postMessage(null);
    }
  };
  postMessage("ready");`;

  function answered(worker, message, given) {
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => event.preventDefault() || reject(event);
      if (message) worker.postMessage(message, given);
    });
  }

  // Returns a worker that compresses pictures, which takes seconds for a large one; null if no worker can start.
  async function packer() {
    const address = URL.createObjectURL(new Blob([PACKER], { type: "text/javascript" }));
    try {
      const worker = new Worker(address);
      await answered(worker);
      return worker;
    } catch (error) {
      return null;
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  // Returns the PNG; null if the canvas is too large.
  async function packed(sheets, width, height) {
    const worker = await packer();
    try {
      const canvas = worker ? null : blank(width, height);
      if (!(worker ? await answered(worker, { width, height }, []) : fits(canvas))) return null;
      const bands = await painted(sheets, width, height);
      if (worker) return await answered(worker, { bands }, bands.map(({ picture }) => picture));
      return await new Promise((resolve) => joined(canvas, bands).toBlob(resolve, "image/png"));
    } finally {
      if (worker) worker.terminate();
    }
  }

  async function savePicture(name, sheets, width, height) {
    try {
      const picture = await packed(sheets, width, height);
      if (picture) offer(name, picture);
      return Boolean(picture);
    } catch (error) {
      return false;
    }
  }

  function brought(source) {
    return source instanceof Blob ? source : new Blob([source.value]);
  }

  // The page without its parts is also a part. In it, marks enclose the names of the other parts; see web/make/pages.py.
  const MARK = "\0";

  async function wholePage() {
    const { packedText, unpackedText } = window.knightsTour;
    const scripts = document.querySelectorAll("script:not([type]):not([src])"); // the page's own scripts come first
    const named = (name) => (/^\d+$/.test(name) ? scripts[name].textContent : packedText(name));
    const pieces = (await unpackedText(await packedText("whole"))).split(MARK);
    return new Blob(await Promise.all(pieces.map((piece, i) => (i % 2 ? named(piece) : piece))));
  }

  Object.assign(window.knightsTour, { brought, offer, save, savePicture, wholePage });
})();
