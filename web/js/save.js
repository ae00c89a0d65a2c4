// Saves what the page has made as files on the reader's computer: texts as they are, drawings as pictures; and hands over
// what a reader brings.
//
//   knightsTour.save(name, media, parts)                    offers a text, in parts, as a download
//   knightsTour.savePicture(name, sheets, width, height)    draws SVGs of its own size in pixels one over the other, and
//                                                           offers the PNG; a promise: false where this browser cannot
//   knightsTour.brought(source)                             a file, or what stands in a field, as a Blob
//   knightsTour.wholePage()                                 a promise of knights-tour.html, as a Blob

(function () {
  "use strict";

  const HELD = 10000; // milliseconds that a browser may take to begin a download

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

  async function lay(pen, sheet, width, height) {
    const address = URL.createObjectURL(new Blob([sheet], { type: "image/svg+xml" }));
    try {
      pen.drawImage(await loaded(address), 0, 0, width, height);
      pen.getImageData(0, 0, 1, 1); // paints it now, and not all of them at the end
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  const PACKER = `async function packed(bitmap) {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(bitmap, 0, 0); // of a bitmaprenderer, WebKit packs nothing in a worker
    bitmap.close();
    return canvas.convertToBlob();
  }
  onmessage = async ({ data }) => postMessage(await packed(data).catch(() => null));
  postMessage("ready");`;

  function answered(worker) {
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => event.preventDefault() || reject(event);
    });
  }

  // A worker that packs pictures, since that takes seconds for a large one; null where none may start.
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

  async function packed(canvas) {
    const worker = await packer();
    if (!worker) return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    try {
      const bitmap = await createImageBitmap(canvas);
      worker.postMessage(bitmap, [bitmap]);
      return await answered(worker);
    } finally {
      worker.terminate();
    }
  }

  // A canvas that is too large for this browser throws, or has no picture.
  async function savePicture(name, sheets, width, height) {
    try {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const pen = canvas.getContext("2d");
      for (const sheet of sheets) await lay(pen, sheet, width, height);
      const picture = await packed(canvas);
      if (picture) offer(name, picture);
      return Boolean(picture);
    } catch (error) {
      return false;
    }
  }

  function brought(source) {
    return source instanceof Blob ? source : new Blob([source.value]);
  }

  // The page without its parts is a part too, with a mark on either side of each part's name; see web/make/pages.py.
  const MARK = "\0";

  async function wholePage() {
    const { packedText, unpackedText } = window.knightsTour;
    const scripts = document.querySelectorAll("script:not([type]):not([src])"); // the page's own come first
    const named = (name) => (/^\d+$/.test(name) ? scripts[name].textContent : packedText(name));
    const pieces = (await unpackedText(await packedText("whole"))).split(MARK);
    return new Blob(await Promise.all(pieces.map((piece, i) => (i % 2 ? named(piece) : piece))));
  }

  Object.assign(window.knightsTour, { brought, save, savePicture, wholePage });
})();
