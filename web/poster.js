// Shows the question of the address before Python runs, and without it: the board, and its answer where build.py knew it.
// What Python draws later is the same, to the element: the same names, classes and numbers as in kt_core/svg.py. Colours
// are left to the style sheet. Nothing in the address is trusted: a wrong value falls back to its default.
//
//   <script type="application/json" id="posters">   made by web/make/posters.py
//   <div id="board" data-poster="answer|question">   what is drawn: with an answer, or the board and the knight alone

(function () {
  "use strict";

  const find = (name) => document.getElementById(name);
  const { how, posters, signs } = JSON.parse(find("posters").textContent);
  const board = find("board");
  const knight = board.querySelector("[data-layer=knight]").innerHTML;
  const rail = find("rail").innerHTML;
  const LAYERS = ["path", "graph", "numbers", "degrees", "names"];
  const STEPS = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]]; // ascending, as the graph has them
  const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

  // --- The question ------------------------------------------------------------------------------------------------

  const decoded = (run) => {
    try {
      return decodeURIComponent(run);
    } catch (error) {
      return "\ufffd";
    }
  };
  const plain = (text) => text.replace(/(?:%[0-9a-f]{2})+/gi, decoded);

  function addressed() {
    const pairs = location.hash.slice(1, 16001).split("&").map((pair) => (pair + "=").split("="));
    return new Map(pairs.map(([key, ...value]) => [plain(key), plain(value.slice(0, -1).join("="))]));
  }

  function sides(text) {
    const found = /^([0-9]{1,4}) *[x×*] *([0-9]{1,4})$/i.exec(text.trim());
    const [rows, columns] = found ? [Number(found[1]), Number(found[2])] : [0, 0];
    return Math.min(rows, columns) > 0 && Math.max(rows, columns) <= 1000 ? [rows, columns] : [8, 8];
  }

  // The square of a name, row * columns + column; -1 where there is none.
  function square(rows, columns, name) {
    const found = /^([a-z]{1,3})([1-9][0-9]{0,3})$/i.exec(name.trim());
    if (!found) return -1;
    const column = [...found[1].toLowerCase()].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 96, 0);
    return Number(found[2]) <= rows && column <= columns ? (found[2] - 1) * columns + column - 1 : -1;
  }

  function asked() {
    const values = addressed();
    const value = (key) => values.get(key) || "";
    const [rows, columns] = sides(value("board"));
    const count = rows * columns;
    const cut = new Set(value("holes").split(/[\s,]+/).filter(Boolean).map((name) => square(rows, columns, name)));
    const holes = cut.has(-1) || cut.size === count ? new Set() : cut;
    const named = (key) => [square(rows, columns, value(key))].find((s) => s >= 0 && !holes.has(s));
    let first = 0;
    while (holes.has(first)) first++;
    const [start = first, closed] = [named("start"), value("closed") === "1"];
    const [end] = [named("end")].filter((s) => !closed && (s !== start || count - holes.size === 1));
    const order = Object.prototype.hasOwnProperty.call(how, value("ordering")) ? value("ordering") : "warnsdorff";
    const seed = /^-?[0-9]{1,15}$/.test(value("seed").trim()) ? Number(value("seed")) : 0;
    const layers = values.has("show") ? value("show").split(",") : ["path"];
    const empty = ["", "none"].includes(value("show")) && values.has("show");
    const show = empty ? [] : layers.every((name) => LAYERS.includes(name)) ? layers : ["path"];
    const prune = value("prune") !== "0";
    const usual = ["tour", "race", "mode"].every((key) => !value(key)) && !/^\s*[0-9]{1,15}\s*$/.test(value("step"));
    const simple = usual && prune && !holes.size && !start && end === undefined && !seed && order === "warnsdorff";
    const poster = simple ? posters[`${rows}x${columns}${closed ? " closed" : ""}`] : undefined;
    const large = Math.max(rows, columns) >= 40;
    return { rows, columns, holes, start, end, closed, order, seed, prune, show, poster, large, size: count - holes.size };
  }

  // Whether build.py drew just this.
  const isFirst = (q) => q.poster === posters["8x8"] && q.show.join() === "path";

  // --- The board's squares -----------------------------------------------------------------------------------------

  const file = (column) => (column < 26 ? "" : file(Math.floor(column / 26) - 1)) + String.fromCharCode(97 + (column % 26));
  const number = (value) => value.toFixed(3).replace(/\.?0+$/, "").replace(/^-0$/, "0").replace(/^(-?)0\./, "$1.");
  const numbers = (values) => values.map(number).join(" ");
  const count = (value) => value.toLocaleString("en-US");
  const counted = (value, noun) => `${NUMBERS[value] || count(value)} ${noun}${value > 1 ? "s" : ""}`;
  const range = (length) => Array.from({ length }, (_, i) => i);

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

  // The path of a poster: each move by its place in Warnsdorff's order; a letter is a run of first places.
  function walked(q, { moves }) {
    if (!q.poster || !q.poster.ranks) return [];
    const path = [q.start];
    const visited = new Set(path);
    const onward = (s) => moves(s).filter((to) => !visited.has(to));
    const ranks = q.poster.ranks.replace(/[a-z]/g, (letter) => "0".repeat(letter.charCodeAt(0) - 96));
    for (const rank of ranks) {
      const ordered = onward(path[path.length - 1]).map((s) => [s, onward(s).length]);
      path.push(ordered.sort(([s, few], [t, many]) => few - many || s - t)[Number(rank)][0]);
      visited.add(path[path.length - 1]);
    }
    return path;
  }

  // --- The layers, as in kt_core/svg.py ----------------------------------------------------------------------------

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
      const half = `M${numbers([x, y])}L${numbers([(x + u) / 2, (y + v) / 2])}`;
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
      const d = `d="M${numbers([x, y])}C${numbers([x + s, y + t, p - u, q - v, p, q])}"`;
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

  function witness(q, on) {
    const sets = Object.values(q.poster.sets);
    const tints = sets.map((set, i) => {
      const d = stretches(q, on, set.slice().sort((a, b) => a - b)).join("");
      return `<path class="tint w${i}" fill-opacity=".12" stroke="none" d="${d}"/>`;
    });
    const marks = sets.map((set, i) => {
      const d = set.slice().sort((a, b) => a - b).map((s) => `M${numbers(on.centre(s))}${signs[i][0]}`);
      return `<path class="sign w${i}" ${i ? 'fill="none"' : ""} d="${d.join("")}"/>`;
    });
    return group("witness", tints.concat(marks), 'stroke-width=".04" stroke-linejoin="round"');
  }

  function layers(q, on, path) {
    const shown = (name) => q.show.includes(name);
    const each = (name, wanted, made) => `<g data-layer="${name}">${wanted ? made() : ""}</g>`;
    const free = () => (q.large || path.length ? [] : on.squares()).map((s) => circle(on.centre(s), 0.055));
    const labels = (said, right, below) =>
      (q.large ? [] : on.squares()).map((s) => text(on.centre(s)[0] + right, on.centre(s)[1] + below, said(s)));
    const degrees = () => group("degrees", labels((s) => on.moves(s).length, 0.36, -0.3), 'font-size=".17" text-anchor="middle"');
    const names = () => group("names", labels(on.name, 0, 0.38), 'font-size=".13" text-anchor="middle"');
    const why = Boolean(q.poster && q.poster.why);
    const place = `translate(${numbers(on.centre(q.start))}) scale(${number(on.scale)})`;
    return [
      each("squares", true, () => squares(q, on)),
      each("coordinates", true, () => coordinates(q)),
      each("graph", shown("graph") && !q.large, () => edges(q, on)),
      each("vertices", !why, () => group("white", free(), 'stroke-width=".02"')),
      each("to-come"),
      each("line", shown("path") && path.length > 1, () => line(q, on, path)),
      each("witness", why && Object.keys(q.poster.sets).length, () => witness(q, on)),
      each("ends", shown("path") && path.length, () => ends(q, on, path)),
      each("numbers", shown("numbers"), () => discs(on, path)),
      each("degrees", shown("degrees"), degrees),
      each("names", shown("names"), names),
      each("moves"),
      each("died"),
      each("knight", true, () => knight.replace(/translate\([^)]*\) scale\([^)]*\)/, place)),
    ].join("");
  }

  function draw(q, on, path) {
    const { rows, columns } = q;
    const said = `Board, ${rows} rows by ${columns} columns${path.length ? ", with a tour" : ""}`;
    const tour = path.length ? `data-tour="${path.map(on.name).join(" ")}"` : "";
    board.innerHTML =
      `<svg xmlns="http://www.w3.org/2000/svg" class="board" data-board="${rows}x${columns}" ${tour}` +
      ` viewBox="0 0 ${columns} ${rows}" role="group" aria-label="${said}" font-family="sans-serif">${layers(q, on, path)}</svg>`;
    board.toggleAttribute("data-large", q.large);
    board.setAttribute("data-show", LAYERS.filter((name) => q.show.includes(name)).join(" "));
    board.setAttribute("style", `--ratio:${Number((columns / rows).toPrecision(4))};--side:${Math.max(rows, columns)}`);
    board.setAttribute("data-poster", q.poster ? "answer" : "question");
  }

  // --- The words, as in web/words.py, and the controls ---------------------------------------------------------------

  function kind({ closed, start, end }, { name }) {
    return `${closed ? "closed" : "open"} tour from ${name(start)}${end === undefined ? "" : ` to ${name(end)}`}`;
  }

  function legend({ poster }, { name }) {
    const members = (set) => (set.length > 6 ? `${count(set.length)} squares` : set.map(name).join(", ") || "none");
    const items = Object.keys(poster.sets).map((key, i) => `<li>${signs[i][1]}<span>${key}: ${members(poster.sets[key])}</span></li>`);
    return items.length ? `<ul class="legend">${items.join("")}</ul>` : "";
  }

  function answer(q, on, path) {
    const rule = how[q.order][Number(q.prune)];
    if (!q.poster) {
      const exits = counted(on.moves(q.start).length, "move");
      const looked = `Solve looks for a${q.closed ? "" : "n"} ${kind(q, on)} by ${rule}`;
      return `The knight stands on ${on.name(q.start)}, with ${exits}.<small>${looked}</small>`;
    }
    if (q.poster.why) {
      const none = `There is no ${q.closed ? "closed tour" : kind(q, on)}.`;
      return `${none}<span>${q.poster.why}</span>${legend(q, on)}`;
    }
    const moves = counted(path.length - (q.closed ? 0 : 1), "move");
    const dead = counted(q.poster.ends || 0, "dead end");
    return `${q.closed ? "Closed" : "Open"} tour found: ${moves}, ${dead}.<small>${rule}</small>`;
  }

  function facts({ rows, columns, holes, size }, { around }) {
    const full = 4 * (Math.max(rows - 1, 0) * Math.max(columns - 2, 0) + Math.max(rows - 2, 0) * Math.max(columns - 1, 0));
    const lost = [...holes].reduce((sum, s) => sum + 2 * around(s).length - around(s).filter((to) => holes.has(to)).length, 0);
    const [edges, n] = [full - lost, count(size)];
    const filled = (100 * edges) / size ** 2;
    const percent = filled >= 0.05 || !filled ? filled.toFixed(1) : Number(filled.toPrecision(2));
    const lines = `${count(edges)} directed edges, that is ${count(edges / 2)} lines`;
    return `The knight graph of this board: ${n} vertices; ${lines}, ${percent} % of the ${n} x ${n} matrix.`;
  }

  function proposal({ order, size, end, holes }) {
    if (order === "best") return "";
    return size > 1600 ? "On so large a board" : end !== undefined ? "With an end given" : holes.size ? "Around holes" : "";
  }

  function fill(q, on) {
    const { rows, columns, closed, order, seed, prune } = q;
    const squares = [...q.holes].sort((a, b) => a - b).map(on.name).join(" ");
    const end = q.end === undefined ? "" : on.name(q.end);
    const values = { rows, columns, closed, start: on.name(q.start), end, holes: squares, ordering: order, seed, prune };
    for (const name of Object.keys(values)) {
      const control = find("question").querySelector(`[name=${name}]`);
      if (control.type === "checkbox") control.checked = values[name];
      else control.value = values[name];
      if (control.hasAttribute("aria-valuenow")) control.setAttribute("aria-valuenow", values[name]);
    }
    for (const button of find("show").querySelectorAll("button")) button.setAttribute("aria-pressed", q.show.includes(button.name));
    const why = proposal(q);
    find("best").hidden = !why;
    find("hint").textContent = why ? `${why}, the best method is surer.` : "or drag the knight to another start";
  }

  // The step where the search has ended; before it, where it has not begun.
  function tell(q, on, path) {
    const last = q.poster ? q.poster.steps === undefined ? q.size + 1 : q.poster.steps : 0;
    const what = path.length ? ": a tour" : last ? `: back from ${on.name(q.start)}` : "";
    const said = `step ${count(last)}${q.poster ? ` of ${count(last)}` : ""}${what}`;
    const squares = `${count(path.length)} of ${count(q.size)} squares`;
    const slider = find("timeline");
    [slider.max, slider.value] = [Math.max(last, 1), last];
    slider.setAttribute("aria-valuetext", `${said}, ${squares}`);
    find("at").textContent = said;
    find("of").textContent = squares;
    find("rail").innerHTML = path.length ? rail : "";
    for (const mark of find("rail").querySelectorAll(".dead, .ties")) mark.remove();
  }

  function show() {
    if (document.documentElement.dataset.python === "ready") return;
    const q = asked();
    if (isFirst(q) && !board.hasAttribute("data-poster")) return;
    const on = ground(q);
    const path = walked(q, on);
    draw(q, on, path);
    find("answer").innerHTML = answer(q, on, path);
    find("facts").textContent = facts(q, on);
    fill(q, on);
    tell(q, on, path);
  }

  show();
  addEventListener("hashchange", show);
})();
