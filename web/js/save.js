// Saves files on the reader's computer: texts, and drawings as pictures. Also returns the files that a reader opens.
//
//   knightsTour.save(name, media, parts)                   offers a text, in parts, as a download
//   knightsTour.offer(name, blob)                          offers a Blob as a download
//   knightsTour.savePicture(name, parts, width, height)    draws an SVG, in parts, with this size in pixels, and offers the
//                                                          PNG; returns a promise of false if the browser cannot
//   knightsTour.brought(source)                            returns a file, or the text of a field, as a Blob
//   knightsTour.wholePage()                                returns a promise of knights-tour.html, as a Blob

(function () {
  "use strict";

  const HELD = 10000; // milliseconds within which a browser begins a download

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

  async function drawing(parts) {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob(parts, { type: "image/svg+xml" }));
    try {
      await image.decode();
      return image;
    } finally {
      URL.revokeObjectURL(image.src);
    }
  }

  // Returns false for a canvas that is too large for this browser: it stays empty, or throws.
  function fits(pen) {
    pen.fillRect(0, 0, 1, 1);
    const [, , , alpha] = pen.getImageData(0, 0, 1, 1).data;
    pen.clearRect(0, 0, 1, 1);
    return alpha > 0;
  }

  async function savePicture(name, parts, width, height) {
    try {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const pen = canvas.getContext("2d");
      if (!fits(pen)) return false;
      pen.drawImage(await drawing(parts), 0, 0, width, height);
      const picture = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
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
