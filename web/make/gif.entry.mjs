// A worker that makes a GIF, frame by frame, as web/js/films.js brings them: gifenc, and what is the same stays.
//
//   { begin: { width, height, delay, most }, pixels }   the frame with the most colours, whose 255 are those of the film
//   { pixels, delay }                                    a frame; what is as in the one before is left transparent
//   { end: true }                                        answered by { bytes }
//
// Each message is answered once it is done, { over: true } where the file has grown beyond `most` bytes.

import { applyPalette, GIFEncoder, quantize } from "gifenc";

const COLOURS = 255;
const CLEAR = 255; // the index of what stays as it was

let film = null;

function changes(now, before) {
  const index = applyPalette(now, film.palette, "rgb565");
  const [fresh, old] = [new Uint32Array(now.buffer), before && new Uint32Array(before.buffer)];
  if (old) for (let i = 0; i < index.length; i++) if (fresh[i] === old[i]) index[i] = CLEAR;
  return index;
}

function add(pixels, delay) {
  const { gif, width, height, palette, before } = film;
  const look = { delay, dispose: 1, transparent: Boolean(before), transparentIndex: CLEAR };
  gif.writeFrame(changes(pixels, before), width, height, before ? look : { ...look, palette });
  film.before = pixels;
}

onmessage = ({ data: { begin, pixels, delay, end } }) => {
  const taken = pixels && new Uint8ClampedArray(pixels);
  if (begin) {
    const palette = quantize(taken, COLOURS, { format: "rgb565" });
    while (palette.length <= CLEAR) palette.push([0, 0, 0]);
    film = { ...begin, palette, gif: GIFEncoder(), before: null };
    return postMessage({ ready: true });
  }
  if (end) {
    film.gif.finish();
    const bytes = film.gif.bytes();
    return postMessage({ bytes }, [bytes.buffer]);
  }
  add(taken, delay);
  postMessage({ over: film.gif.bytesView().length > film.most });
};
