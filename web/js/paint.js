// Paints the tour of a very large board on a canvas below the marks, in slices, so that the page stays at hand.
// It keeps the tour, and paints it again when the theme or the size of the page changes.
//
//   knightsTour.paint(frame, tour)   a promise, kept when the line is there; tour: { squares, rows, columns, closed,
//                                    scales: [light, dark], label }; squares a Uint32Array, row * columns + column
//   knightsTour.unpaint(frame)       takes the canvas away
//   <... data-painted="partly|whole">   what the frame says meanwhile

(function () {
  "use strict";

  const SLICE = 8; // milliseconds of work between two frames
  const PIECE = 256; // moves in one colour, at most
  const WIDTH = 0.36; // of the line, in squares, as the drawn lines have it
  const THIN = 0.45; // device pixels; a finer line is too pale to tell its colour
  const ROUND = 1.5; // device pixels a square from which bends are seen, and made round
  const SETTLED = 150; // milliseconds that a new size must last

  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const themed = window.CSS && CSS.supports("color", "light-dark(red, red)");
  const rest = () => new Promise((resolve) => setTimeout(resolve));

  let shown = null; // { frame, canvas, tour, turn }
  let waiting = 0;

  function isDark() {
    const set = root.dataset.theme || root.dataset.asked;
    return themed && (/^(light|dark)$/.test(set) ? set === "dark" : dark.matches);
  }

  // The canvas in device pixels; its unit is a square, and y grows downward.
  function prepared({ canvas, tour }) {
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    const pen = canvas.getContext("2d");
    pen.scale(canvas.width / tour.columns, canvas.height / tour.rows);
    pen.lineWidth = Math.max(WIDTH, (THIN * tour.columns) / canvas.width);
    pen.lineJoin = pen.lineCap = "round";
    return pen;
  }

  // The pieces of the line, one after the other: each from the middle of a move to that of a later one.
  function trace(pen, { squares, rows, columns, closed }, from, to, round) {
    const x = (i) => (squares[i % squares.length] % columns) + 0.5;
    const y = (i) => rows - Math.floor(squares[i % squares.length] / columns) - 0.5;
    const last = squares.length - (closed ? 0 : 1);
    pen.beginPath();
    pen.moveTo(from ? (x(from) + x(from - 1)) / 2 : x(0), from ? (y(from) + y(from - 1)) / 2 : y(0));
    for (let i = from; i < to; i++) {
      const [a, b] = [x(i), y(i)];
      const [c, d] = i < last ? [(a + x(i + 1)) / 2, (b + y(i + 1)) / 2] : [a, b];
      if (round) pen.quadraticCurveTo(a, b, c, d);
      else pen.lineTo(a, b), pen.lineTo(c, d);
    }
    if (closed && to === squares.length) pen.lineTo(x(0), y(0));
    pen.stroke();
  }

  async function draw(drawing) {
    const turn = ++drawing.turn;
    const { canvas, frame, tour } = drawing;
    frame.dataset.painted = "partly";
    const pen = prepared(drawing);
    const scale = tour.scales[isDark() ? 1 : 0];
    const count = tour.squares.length;
    const piece = Math.min(PIECE, Math.ceil(count / scale.length));
    const round = canvas.width / tour.columns >= ROUND;
    let until = performance.now() + SLICE;
    for (let from = 0; from < count; from += piece) {
      if (performance.now() > until) {
        await rest();
        if (shown !== drawing || drawing.turn !== turn) return;
        until = performance.now() + SLICE;
      }
      pen.strokeStyle = scale[Math.floor((from / count) * scale.length)];
      trace(pen, tour, from, Math.min(from + piece, count), round);
    }
    await rest();
    frame.dataset.painted = "whole";
  }

  function again() {
    if (shown) draw(shown);
  }

  function resized() {
    const ratio = window.devicePixelRatio || 1;
    if (!shown || Math.round(shown.canvas.clientWidth * ratio) === shown.canvas.width) return;
    clearTimeout(waiting);
    waiting = setTimeout(again, SETTLED);
  }

  function unpaint(frame) {
    shown = null;
    for (const canvas of frame.querySelectorAll("canvas")) canvas.remove();
    delete frame.dataset.painted;
  }

  function paint(frame, tour) {
    unpaint(frame);
    const canvas = document.createElement("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", tour.label);
    frame.append(canvas);
    shown = { frame, canvas, tour, turn: 0 };
    sizes.observe(canvas);
    return draw(shown);
  }

  const sizes = new ResizeObserver(resized);
  new MutationObserver(again).observe(root, { attributeFilter: ["data-theme", "data-asked"] });
  dark.addEventListener("change", again);
  Object.assign(window.knightsTour, { paint, unpaint });
})();
