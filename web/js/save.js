// Saves what the page has made as files on the reader's computer: texts as they are, drawings as pictures; and hands over
// what a reader brings.
//
//   knightsTour.save(name, media, parts)                    offers a text, in parts, as a download
//   knightsTour.savePicture(name, drawing, width, height)   draws an SVG of its own size in pixels, and offers the PNG;
//                                                           a promise: false where this browser cannot
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

  async function painted(address, width, height) {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d").drawImage(await loaded(address), 0, 0, width, height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }

  // A canvas that is too large for this browser throws, or has no picture.
  async function savePicture(name, drawing, width, height) {
    const address = URL.createObjectURL(new Blob([drawing], { type: "image/svg+xml" }));
    try {
      const picture = await painted(address, width, height);
      if (picture) offer(name, picture);
      return Boolean(picture);
    } catch (error) {
      return false;
    } finally {
      URL.revokeObjectURL(address);
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
