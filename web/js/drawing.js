// Draws a board with its tour, or why there is none, as kt_core/svg.py and web/draw/board.py do: the same names, classes and
// numbers, to the element, so that nothing changes when Python draws it again. Colours are left to the style sheet.
//
//   q   what poster.js was asked: rows, columns, holes, start, closed, show, large; poster: what build.py knew, or nothing
//   drawing.ground(q)                     the board's squares: their names, their centres, the moves from each
//   drawing.picture(q, on, path, signs)   the board as one svg element; `on` is its ground, signs mark what shows why

const drawing = (function () {
  "use strict";

  const knight = document.querySelector("[data-layer=knight]").innerHTML;
  const STEPS = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]]; // ascending, as the graph has them

  const range = (length) => Array.from({ length }, (_, i) => i);
  const file = (column) => (column < 26 ? "" : file(Math.floor(column / 26) - 1)) + String.fromCharCode(97 + (column % 26));
  const number = (value) => value.toFixed(3).replace(/\.?0+$/, "").replace(/^-0$/, "0").replace(/^(-?)0\./, "$1.");
  const list = (values) => values.map(number).join(" ");

  // The board of a question: its squares, and the moves from each.
  function ground(q) {
    const { rows, columns, holes } = q;
    const squares = () => range(rows * columns).filter((s) => !holes.has(s));
    const name = (s) => file(s % columns) + (Math.floor(s / columns) + 1);
    const centre = (s) => [(s % columns) + 0.5, rows - Math.floor(s / columns) - 0.5];
    const around = (s) =>
      STEPS.map(([up, right]) => [Math.floor(s / columns) + up, (s % columns) + right])
        .filter(([row, column]) => row >= 0 && row < rows && column >= 0 && column < columns)
        .map(([row, column]) => row * columns + column);
    const moves = (s) => around(s).filter((to) => !holes.has(to));
    const scale = q.large ? Math.max(rows, columns) / 13 : 1;
    return { squares, name, centre, around, moves, scale };
  }

  const group = (name, parts, look) => `<g class="${name}" ${look || ""}>${parts.join("")}</g>`;
  const text = (x, y, said) => `<text x="${number(x)}" y="${number(y)}">${said}</text>`;
  const circle = ([x, y], r, look) => `<circle cx="${number(x)}" cy="${number(y)}" r="${number(r)}" ${look || ""}/>`;
  const timed = (time) => {
    const stretch = Math.min(Math.floor(5 * time), 4);
    const percent = 100 * (5 * time - stretch);
    const half = percent % 1 === 0.5; // which Python rounds to an even number
    return `class="t${stretch}" style="--u:${half ? 2 * Math.round(percent / 2) : Math.round(percent)}"`;
  };

  // Rectangles for ascending squares, one for those side by side.
  function stretches({ columns }, { centre }, squares) {
    const first = squares.filter((s, i) => s !== squares[i - 1] + 1 || s % columns === 0);
    const ends = first.map((s) => squares.indexOf(s)).concat(squares.length);
    return first.map((s, i) => {
      const [[x, y], wide] = [centre(s), ends[i + 1] - ends[i]];
      return `M${number(x - 0.5)} ${number(y - 0.5)}h${wide}v1h-${wide}z`;
    });
  }

  function squares(q, on) {
    const { rows, columns, holes } = q;
    if (q.large) {
      const cut = holes.size ? `<path class="hole" d="${stretches(q, on, [...holes].sort((a, b) => a - b)).join("")}"/>` : "";
      return `<rect class="sq" width="${columns}" height="${rows}"/>${cut}`;
    }
    const cell = (s) => {
      const look = holes.has(s) ? "hole" : (Math.floor(s / columns) + (s % columns)) % 2 ? "sq" : "sq b";
      const [x, y] = on.centre(s);
      const said = on.name(s) + (holes.has(s) ? ", hole" : s === q.start ? ", start" : "");
      const place = `x="${x - 0.5}" y="${y - 0.5}" width="1" height="1" data-square="${on.name(s)}"`;
      return `<rect class="${look}" ${place} role="gridcell" tabindex="${s === q.start ? 0 : -1}" aria-label="${said}"/>`;
    };
    const row = (i) => group("row", range(columns).map((j) => cell(i * columns + j)), 'role="row"');
    return group("squares", range(rows).map(row), 'role="grid"');
  }

  function coordinates({ rows, columns, large }) {
    const size = `font-size="${number(0.021 * Math.max(rows, columns))}"`;
    const ranks = range(large ? 0 : rows).map((i) => text(-0.15, rows - i - 0.5, i + 1));
    const files = range(large ? 0 : columns).map((i) => text(i + 0.5, rows + 0.15, file(i)));
    const [right, middle] = ['text-anchor="end" dominant-baseline="central"', 'text-anchor="middle" dominant-baseline="hanging"'];
    return group("ranks", ranks, `${right} ${size}`) + group("files", files, `${middle} ${size}`);
  }

  function edges(q, { squares, moves, centre, name }) {
    const edge = (s, to) => {
      const [[x, y], [u, v]] = [centre(s), centre(to)];
      const half = `M${list([x, y])}L${list([(x + u) / 2, (y + v) / 2])}`;
      return `<path class="edge" data-from="${name(s)}" data-to="${name(to)}" d="${half}"/>`;
    };
    const drawn = squares().map((s) => moves(s).map((to) => edge(s, to)).join(""));
    return group("graph", drawn, 'fill="none" stroke-width=".013"');
  }

  // The tangent at a centre is that of the chord from the one before to the one after; short where the path turns sharply.
  function tangent([a, b], [x, y], [u, v]) {
    const [chord, sizes] = [Math.hypot(u - a, v - b) || 1, Math.hypot(a - x, b - y) * Math.hypot(u - x, v - y)];
    const turn = sizes ? Math.acos(Math.max(-1, Math.min(1, ((a - x) * (u - x) + (b - y) * (v - y)) / sizes))) : 0;
    const reach = 0.05 + (0.16 * turn) / Math.PI;
    return [((u - a) / chord) * reach, ((v - b) / chord) * reach];
  }

  function line({ closed }, { centre }, path) {
    const points = path.map(centre);
    const last = points.length - 1;
    const around = closed ? [points[last], ...points, ...points.slice(0, 2)] : [points[0], ...points, points[last]];
    const tangents = around.slice(2).map((_, i) => tangent(around[i], around[i + 1], around[i + 2]));
    const whole = Math.max(last + closed, 1);
    const dash = 'pathLength="50" stroke-dasharray="0 10 30 10" stroke-linecap="butt" stroke-width=".17"';
    const moves = tangents.slice(1).map(([u, v], i) => {
      const [[x, y], [s, t], [p, q]] = [around[i + 1], tangents[i], around[i + 2]];
      const d = `d="M${list([x, y])}C${list([x + s, y + t, p - u, q - v, p, q])}"`;
      return `<path class="casing" ${dash} ${d}/><path ${timed((i + 0.5) / whole)} ${d}/>`;
    });
    const dots = points.map((point) => circle(point, 0.024));
    return group("line", moves, 'fill="none" stroke-width=".092" stroke-linecap="round"') + group("gray", dots);
  }

  function ends({ closed }, { centre }, path) {
    const [[x, y], last] = [centre(path[0]), centre(path[path.length - 1])];
    const place = `x="${number(x - 0.145)}" y="${number(y - 0.145)}" width=".29" height=".29"`;
    const rings = [circle(last, 0.17), circle(last, 0.077, 'class="in" stroke="none"')];
    return `<rect class="start" ${place} stroke-width=".045"/>` + (closed ? "" : group("end", rings, 'stroke-width=".05"'));
  }

  function discs({ centre }, path) {
    const disc = (s, i) => circle(centre(s), 0.2, `${timed(i / Math.max(path.length - 1, 1))} stroke-width=".04"`);
    const said = (s, i) => text(centre(s)[0], centre(s)[1] + 0.07, i + 1);
    return group("numbers", path.map((s, i) => disc(s, i) + said(s, i)), 'font-size=".2" text-anchor="middle"');
  }

  function witness(q, on, signs) {
    const sets = Object.values(q.poster.sets);
    const tints = sets.map((set, i) => {
      const d = stretches(q, on, set.slice().sort((a, b) => a - b)).join("");
      return `<path class="tint w${i}" fill-opacity=".12" stroke="none" d="${d}"/>`;
    });
    const marks = sets.map((set, i) => {
      const d = set.slice().sort((a, b) => a - b).map((s) => `M${list(on.centre(s))}${signs[i][0]}`);
      return `<path class="sign w${i}" ${i ? 'fill="none"' : ""} d="${d.join("")}"/>`;
    });
    return group("witness", tints.concat(marks), 'stroke-width=".04" stroke-linejoin="round"');
  }

  function layers(q, on, path, signs) {
    const shown = (name) => q.show.includes(name);
    const each = (name, wanted, made) => `<g data-layer="${name}">${wanted ? made() : ""}</g>`;
    const free = () => (q.large || path.length ? [] : on.squares()).map((s) => circle(on.centre(s), 0.055));
    const labels = (said, right, below) =>
      (q.large ? [] : on.squares()).map((s) => text(on.centre(s)[0] + right, on.centre(s)[1] + below, said(s)));
    const degrees = () => group("degrees", labels((s) => on.moves(s).length, 0.36, -0.3), 'font-size=".17" text-anchor="middle"');
    const names = () => group("names", labels(on.name, 0, 0.38), 'font-size=".13" text-anchor="middle"');
    const why = Boolean(q.poster && q.poster.why);
    const place = `translate(${list(on.centre(q.start))}) scale(${number(on.scale)})`;
    return [
      each("squares", true, () => squares(q, on)),
      each("coordinates", true, () => coordinates(q)),
      each("graph", shown("graph") && !q.large, () => edges(q, on)),
      each("vertices", !why, () => group("white", free(), 'stroke-width=".02"')),
      each("exits"),
      each("to-come"),
      each("line", shown("path") && path.length > 1, () => line(q, on, path)),
      each("witness", why && Object.keys(q.poster.sets).length, () => witness(q, on, signs)),
      each("ends", shown("path") && path.length, () => ends(q, on, path)),
      each("numbers", shown("numbers"), () => discs(on, path)),
      each("degrees", shown("degrees"), degrees),
      each("names", shown("names"), names),
      each("moves"),
      each("died"),
      each("knight", true, () => knight.replace(/translate\([^)]*\) scale\([^)]*\)/, place)),
    ].join("");
  }

  function picture(q, on, path, signs) {
    const { rows, columns } = q;
    const said = `Board, ${rows} rows by ${columns} columns${path.length ? ", with a tour" : ""}`;
    const tour = path.length ? `data-tour="${path.map(on.name).join(" ")}"` : "";
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" class="board" data-board="${rows}x${columns}" ${tour}` +
      ` viewBox="0 0 ${columns} ${rows}" role="group" aria-label="${said}" font-family="sans-serif">${layers(q, on, path, signs)}</svg>`
    );
  }

  return { ground, number, picture };
})();
