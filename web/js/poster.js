// Shows the question of the address before Python runs, and without it: the board, its answer where build.py knew it, and
// the controls. Nothing in the address is trusted: as in web/question/address.py, a wrong value falls back to its default.
//
//   <script type="application/json" id="posters">    made by web/make/posters.py
//   <div id="board" data-poster="answer|question">   what is drawn: with an answer, or the board and the knight alone

(function () {
  "use strict";

  const root = document.documentElement;
  delete root.dataset.waits; // of early.js; nothing is painted before this script ends, or fails
  const find = (name) => document.getElementById(name);
  const { how, posters, signs } = JSON.parse(find("posters").textContent);
  const board = find("board");
  const rail = find("rail").innerHTML;
  const here = find("panel").querySelector(".here");
  const waits = find("panel").lastElementChild.textContent.split(": a tour")[1]; // at which line of the code
  const LAYERS = ["path", "graph", "numbers", "degrees", "names"];
  const BEST = "By the best method; the search of Warnsdorff’s rule, which Solve runs, is a long one here.";
  const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

  // --- The question ----------------------------------------------------------------------------------------------

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
    const start = named("start") || first;
    const closed = value("closed") === "1";
    const [end] = [named("end")].filter((s) => !closed && (s !== start || count - holes.size === 1));
    const order = Object.prototype.hasOwnProperty.call(how, value("ordering")) ? value("ordering") : "warnsdorff";
    const seed = /^-?[0-9]{1,15}$/.test(value("seed").trim()) ? Number(value("seed")) : 0;
    const layers = values.has("show") ? value("show").split(",") : ["path"];
    const empty = ["", "none"].includes(value("show")) && values.has("show");
    const show = empty ? [] : layers.every((name) => LAYERS.includes(name)) ? layers : ["path"];
    const prune = value("prune") !== "0";
    const watched = !value("tour") && !value("race") && ["", "watch"].includes(value("mode"));
    const usual = watched && !/^\s*[0-9]{1,15}\s*$/.test(value("step"));
    const simple = usual && prune && !holes.size && !start && end === undefined && !seed && order === "warnsdorff";
    const known = simple ? posters[`${rows}x${columns}${closed ? " closed" : ""}`] : undefined;
    const waits = /^(click|lazy)$/.test(value("loading") || (value("embed") === "1" ? "lazy" : ""));
    const poster = known && known.best && !waits ? undefined : known; // else its search would clear it at once
    const large = Math.max(rows, columns) >= 40;
    return { rows, columns, holes, start, end, closed, order, seed, prune, show, poster, large, size: count - holes.size };
  }

  // Whether build.py drew just this.
  const isFirst = (q) => q.poster === posters["8x8"] && q.show.join() === "path";

  const count = (value) => value.toLocaleString("en-US");
  const counted = (value, noun) => `${NUMBERS[value] || count(value)} ${noun}${value > 1 ? "s" : ""}`;

  // The path of a poster: each move by its place in Warnsdorff's order; a letter is a run of first places. Beside it the
  // steps where moves tied, if no step went back.
  function walked(q, { moves }) {
    const path = q.poster && q.poster.ranks ? [q.start] : [];
    const ranks = path.length ? q.poster.ranks.replace(/[a-z]/g, (letter) => "0".repeat(letter.charCodeAt(0) - 96)) : "";
    const visited = new Set(path);
    const onward = (s) => moves(s).filter((to) => !visited.has(to));
    const tied = [];
    for (const rank of ranks) {
      const ordered = onward(path[path.length - 1]).map((s) => [s, onward(s).length]);
      ordered.sort(([s, few], [t, many]) => few - many || s - t);
      if (ordered.length > 1 && ordered[0][1] === ordered[1][1] && !q.poster.ends) tied.push(path.length);
      path.push(ordered[rank][0]);
      visited.add(ordered[rank][0]);
    }
    return { path, tied };
  }

  function draw(q, on, path) {
    board.innerHTML = drawing.picture(q, on, path, signs);
    if (q.large) board.dataset.large = "";
    else delete board.dataset.large;
    board.dataset.show = LAYERS.filter((name) => q.show.includes(name)).join(" ");
    const [rows, columns] = [q.rows, q.columns];
    board.setAttribute("style", `--ratio:${Number((columns / rows).toPrecision(4))};--side:${Math.max(rows, columns)}`);
    board.dataset.poster = q.poster ? "answer" : "question";
  }

  // --- The words, as in web/view/words.py, and the controls ---------------------------------------------------------------

  function kind({ closed, start, end }, { name }) {
    return `${closed ? "closed" : "open"} tour from ${name(start)}${end === undefined ? "" : ` to ${name(end)}`}`;
  }

  function legend({ poster }, { name }) {
    const members = (set) => (set.length > 6 ? `${count(set.length)} squares` : set.map(name).join(", ") || "none");
    const items = Object.keys(poster.sets).map((key, i) => `<li>${signs[i][1]}<span>${key}: ${members(poster.sets[key])}</span></li>`);
    return items.length ? `<ul class="legend">${items.join("")}</ul>` : "";
  }

  function answer(q, on, path) {
    const rule = q.poster && q.poster.best ? BEST : how[q.order][Number(q.prune)];
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

  // The step where the search has ended; where it has not begun there is none.
  function lastStep({ poster, size }) {
    return poster ? (poster.steps === undefined ? size + 1 : poster.steps) : 0;
  }

  function tell(q, on, { path, tied }) {
    const last = lastStep(q);
    const what = path.length ? ": a tour" : last ? `: back from ${on.name(q.start)}` : "";
    const said = `step ${count(last)}${q.poster ? ` of ${count(last)}` : ""}${what}`;
    const squares = `${count(path.length)} of ${count(q.size)} squares`;
    const slider = find("timeline");
    slider.max = Math.max(last, 1);
    slider.value = last;
    slider.setAttribute("aria-valuetext", `${said}, ${squares}`);
    find("at").textContent = said;
    find("of").textContent = squares;
    find("rail").innerHTML = path.length ? rail : "";
    if (!path.length) return;
    const ends = `${q.poster.ends || 0} dead ends`;
    find("rail").firstElementChild.setAttribute("aria-label", `Timeline: step ${count(last)} of ${count(last)}, ${ends}`);
    const ticks = tied.map((step) => `M${drawing.number(Number(((step * 640) / last).toFixed(1)))} 1v4`);
    find("rail").querySelector(".ties").setAttribute("d", ticks.join(""));
  }

  // The panel shows the code at its last step; where there is none, just the code.
  function tellCode(q, on, path) {
    const size = count(q.size);
    const more = path.length > 7 ? `<span class="soft">${path.length - 7} more</span> ` : "";
    const last = path.slice(-7).map(on.name);
    const values = [last[last.length - 1], more + last.join(" "), `${size} of ${size}`, '<span class="soft">none left</span>'];
    find("panel").querySelectorAll("dd").forEach((value, i) => (value.innerHTML = path.length ? values[i] : "–"));
    const reached = `Step ${count(lastStep(q))}: ${size} of ${size} squares are on the path: a tour${waits}`;
    find("panel").lastElementChild.textContent = path.length ? reached : "";
    here.classList.toggle("here", path.length > 0);
    here.setAttribute("aria-current", path.length ? "step" : "false");
  }

  function show() {
    const q = asked();
    if (isFirst(q) && !board.dataset.poster) return;
    const on = drawing.ground(q);
    const walk = walked(q, on);
    draw(q, on, walk.path);
    find("answer").innerHTML = answer(q, on, walk.path);
    find("facts").textContent = facts(q, on);
    fill(q, on);
    tell(q, on, walk);
    tellCode(q, on, walk.path);
  }

  show();
  addEventListener("hashchange", () => root.dataset.python === "idle" && show()); // later it is Python that reads it
})();
