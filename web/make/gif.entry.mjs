// A worker that makes a GIF with gifenc. web/js/films.js sends it the frames, one by one:
//
//   { begin: { width, height, delay, most }, pixels }   begins the film; its 255 colors are those of this frame
//   { pixels, delay }                                    adds a frame; pixels that did not change are transparent in it
//   { end: true }                                        is answered by { bytes }
//
// The worker answers each message when it is done: with { over: true } if the file is larger than `most` bytes.

import { applyPalette, GIFEncoder, quantize } from "gifenc";

const COLORS = 255;
const CLEAR = 255; // the index of unchanged pixels

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
    const palette = quantize(taken, COLORS, { format: "rgb565" });
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
