// Paints the path of a very large board on a canvas below the marks, in slices, so that the page remains responsive.
// It stores the path, and paints it again when the theme or the size of the page changes. If the path grows, only the new
// part is painted. A shorter or different path is painted on a new canvas, which then replaces the old one.
//
//   knightsTour.paint(frame, tour)   stores a path; tour: { squares, rows, columns, of, scales: [light, dark], label };
//                                    squares: a Uint32Array of row * columns + column; of: number of squares on the board
//   knightsTour.paintTo(count, closed)   paints the line up to this number of squares; returns a promise
//   knightsTour.look(left, top, times)   sets the visible part of the board: its left and top, as shares of the board's sides,
//                                    and its magnification; the old picture is enlarged at once, and repainted soon after
//   knightsTour.unpaint(frame)       removes the canvas
//   <... data-painted="partly|whole">   the state of the canvas, as an attribute of the frame

(function () {
  "use strict";

  const { knightsTour } = window;
  const N_ = (sentence) => sentence; // marks sentences that are translated later
  const NONE = N_("This browser lets the page paint nothing, so the path of a board as large as this is not drawn.");
  const SLICE = 8; // milliseconds of work between two frames
  const PIECE = 256; // limit for the moves in one color
  const WIDTH = 0.36; // width of the line in squares, as in drawings
  const THIN = 0.45; // least width in device pixels: the color of a thinner line cannot be seen
  const ROUND = 1.5; // least number of device pixels per square for round bends
  const SETTLED = 150; // milliseconds without a change before the path is painted again

  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const themed = window.CSS && CSS.supports("color", "light-dark(red, red)");
  const rest = () => new Promise((resolve) => setTimeout(resolve));

  let shown = null; // { frame, tour, count, closed, canvas, pen, drawn, closes, seen, busy, turn }
  let seen = { left: 0, top: 0, times: 1 };
  let waiting = 0;

  function isDark() {
    const set = root.dataset.theme || root.dataset.asked;
    return themed && (/^(light|dark)$/.test(set) ? set === "dark" : dark.matches);
  }

  // Returns a pen for a new canvas in device pixels. The unit of the pen is a square, and y grows downward.
  function prepared({ frame, tour }) {
    const canvas = document.createElement("canvas");
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.max(1, Math.round(frame.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(frame.clientHeight * ratio));
    const pen = canvas.getContext("2d");
    if (!pen) return pen;
    const [wide, high] = [canvas.width * seen.times, canvas.height * seen.times];
    pen.translate(-seen.left * wide, -seen.top * high);
    pen.scale(wide / tour.columns, high / tour.rows);
    pen.lineWidth = Math.max(WIDTH, (THIN * tour.columns) / wide);
    pen.lineJoin = pen.lineCap = "round";
    return pen;
  }

  // Returns the visible part and a margin of one move, in squares: left, right, top, bottom.
  function sight({ left, top, times }, { rows, columns }) {
    return [left * columns - 2, (left + 1 / times) * columns + 2, top * rows - 2, (top + 1 / times) * rows + 2];
  }

  // Draws a piece of the line, from the middle of one move to the middle of a later one.
  function trace(pen, { squares, rows, columns }, from, to, closes, round, [left, right, top, bottom]) {
    const x = (i) => (squares[i % squares.length] % columns) + 0.5;
    const y = (i) => rows - Math.floor(squares[i % squares.length] / columns) - 0.5;
    const last = squares.length - (closes ? 0 : 1);
    let away = true; // whether the pen is away from the line, because moves out of view are skipped
    pen.beginPath();
    for (let i = from; i < to; i++) {
      const [a, b] = [x(i), y(i)];
      if (a < left || a > right || b < top || b > bottom) {
        away = true;
        continue;
      }
      if (away) pen.moveTo(i ? (a + x(i - 1)) / 2 : a, i ? (b + y(i - 1)) / 2 : b);
      away = false;
      const [c, d] = i < last ? [(a + x(i + 1)) / 2, (b + y(i + 1)) / 2] : [a, b];
      if (round) pen.quadraticCurveTo(a, b, c, d);
      else pen.lineTo(a, b), pen.lineTo(c, d);
    }
    if (closes && to === squares.length && !away) pen.lineTo(x(0), y(0));
    pen.stroke();
  }

  // Returns the number of squares to paint. Whether the path bends at its last square depends on the next one, so the last
  // half of a move is not painted while the path grows.
  function goal({ tour, count, closed }) {
    const whole = count === tour.squares.length;
    return { last: whole ? count : Math.max(count - 1, 0), closes: whole && closed };
  }

  // Continues the painted line if it is the beginning of the new one; otherwise paints on a new canvas, which then replaces
  // the old one.
  async function draw(drawing, fresh) {
    const turn = ++drawing.turn;
    const { tour, frame } = drawing;
    let { last, closes } = goal(drawing);
    const goesOn = !fresh && drawing.pen && drawing.drawn <= last && closes >= drawing.closes;
    const pen = goesOn ? drawing.pen : prepared(drawing);
    if (!pen) return knightsTour.say(knightsTour.translated(NONE));
    if (!drawing.canvas) show(drawing, pen, 0, seen);
    const on = pen === drawing.pen;
    const looks = on ? drawing.seen : seen;
    const bounds = sight(looks, tour);
    const scale = tour.scales[isDark() ? 1 : 0];
    const piece = Math.min(PIECE, Math.ceil(tour.of / scale.length));
    const round = (pen.canvas.width * looks.times) / tour.columns >= ROUND;
    let until = performance.now() + SLICE;
    let from = on ? drawing.drawn : 0;
    if (closes && from === last) from = last - 1; // only the closing move is missing
    drawing.busy = on ? null : { upTo: 0 };
    while (from < last) {
      if (performance.now() > until) {
        frame.dataset.painted = "partly";
        await rest();
        if (shown !== drawing || drawing.turn !== turn) return;
        until = performance.now() + SLICE;
        ({ last, closes } = goal(drawing)); // the path may have grown meanwhile
      }
      const to = Math.min((Math.floor(from / piece) + 1) * piece, last);
      pen.strokeStyle = scale[Math.min(Math.floor((from / tour.of) * scale.length), scale.length - 1)];
      trace(pen, tour, from, to, closes, round, bounds);
      from = to;
      if (on) drawing.drawn = to;
      else drawing.busy.upTo = to;
    }
    drawing.closes = closes;
    drawing.busy = null;
    if (!on) show(drawing, pen, last, looks);
    await rest();
    if (shown === drawing && drawing.turn === turn) frame.dataset.painted = "whole";
  }

  function show(drawing, pen, drawn, looks) {
    const { canvas } = pen;
    label(canvas, drawing.tour);
    for (const old of drawing.frame.querySelectorAll("canvas")) old.remove();
    drawing.frame.append(canvas);
    sizes.disconnect();
    sizes.observe(canvas);
    Object.assign(drawing, { canvas, pen, drawn, seen: looks });
    place();
  }

  // Moves and enlarges the old picture, until the canvas is painted again.
  function place() {
    const { canvas, seen: had } = shown;
    const [right, down] = [(had.left - seen.left) * seen.times, (had.top - seen.top) * seen.times];
    canvas.style.transform = had === seen ? "" : `translate(${100 * right}%, ${100 * down}%) scale(${seen.times / had.times})`;
  }

  function look(left, top, times) {
    seen = { left, top, times };
    if (!shown || !shown.canvas) return;
    shown.frame.dataset.painted = "partly";
    place();
    soon();
  }

  function label(canvas, tour) {
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", tour.label);
  }

  function again() {
    if (shown && shown.canvas) draw(shown, true);
  }

  function resized() {
    const ratio = window.devicePixelRatio || 1;
    if (!shown || !shown.canvas) return;
    if (Math.round(shown.canvas.clientWidth * ratio) === shown.canvas.width) return;
    soon();
  }

  function soon() {
    waiting = waiting || setTimeout(() => ((waiting = 0), again()), SETTLED);
  }

  function unpaint(frame) {
    shown = null;
    knightsTour.say("");
    for (const canvas of frame.querySelectorAll("canvas")) canvas.remove();
    delete frame.dataset.painted;
  }

  // Returns the length of the common prefix of two paths.
  function common(a, b) {
    const most = Math.min(a.length, b.length);
    let i = 0;
    while (i < most && a[i] === b[i]) i++;
    return i;
  }

  function paint(frame, tour) {
    const same = shown && shown.frame === frame && shown.tour.rows === tour.rows && shown.tour.columns === tour.columns;
    const old = same ? shown : null;
    if (!old) unpaint(frame);
    const none = { canvas: null, pen: null, drawn: 0, closes: false, seen, busy: null };
    shown = { frame, tour, count: 0, closed: false, turn: 0, ...none };
    if (!old || !old.canvas) return;
    Object.assign(shown, { canvas: old.canvas, seen: old.seen });
    label(old.canvas, tour);
    const { pen, drawn, closes } = old;
    if (common(old.tour.squares, tour.squares) > drawn) Object.assign(shown, { pen, drawn, closes });
  }

  function paintTo(count, closed) {
    Object.assign(shown, { count, closed });
    const { busy } = shown;
    return busy && busy.upTo <= goal(shown).last ? rest() : draw(shown, false);
  }

  const sizes = new ResizeObserver(resized);
  new MutationObserver(again).observe(root, { attributeFilter: ["data-theme", "data-asked"] });
  dark.addEventListener("change", again);
  Object.assign(knightsTour, { paint, paintTo, look, unpaint });
})();
