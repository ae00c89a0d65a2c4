// Shows a poster before Python runs, or if Python cannot run. A poster is the page as Python shows it for this address, made
// by build.py. For an address without a poster, this script shows an empty board of the right size.
//
//   <script type="application/json" id="posters">
//     keys      pattern of the keys that have a poster
//     asks      the keys that change the question -> their defaults
//     plain     the keys of an address that names no search
//     waiting   language -> looks of a page without a poster
//     large     least area of a board of which only the path is drawn
//   <html data-shown="#board=5x5">   the address whose complete view is shown
//   knightsTour.hydrate()            ends posters before Python draws; returns that address, null if the view is incomplete

(function () {
  "use strict";

  const { knightsTour } = window;
  const root = document.documentElement;
  const { keys, asks, plain, waiting, large } = JSON.parse(document.getElementById("posters").textContent);
  const main = document.querySelector("main");
  let own = ""; // the page as it was built
  let wanted = "";

  // Returns the keys of the address that change the question, sorted, without default values.
  function searchKey() {
    const pairs = location.hash.slice(1).split("&").map((pair) => pair.split("="));
    const set = pairs.filter(([key, value]) => Object.keys(asks).includes(key) && asks[key] !== value);
    if (!set.some(([key]) => key === "board")) set.push(["board", "8x8"]);
    return set.map((pair) => pair.join("=")).sort().join("&");
  }

  // Shows boards of the right size, and reserves the space below them, so that the layout does not shift when the real boards
  // appear.
  function ground() {
    const key = searchKey();
    const [, rows, columns] = /(?:^|&)board=(\d{1,4})x(\d{1,4})(?:&|$)/.exec(key) || [0, 8, 8];
    const sides = [rows, columns].map((side) => Math.min(Math.max(side, 1), 1000));
    const shift = sides[0] % 2;
    const dark = `<path style="fill:var(--square-b)" d="M0 ${1 - shift}h1v1H0zM1 ${shift}h1v1H1z"/>`;
    const pattern = `<pattern id="ground" width="2" height="2" patternUnits="userSpaceOnUse">${dark}</pattern>`;
    const size = `width="${sides[1]}" height="${sides[0]}"`;
    const squares = Math.max(...sides) < 40 ? `<rect ${size} fill="url(#ground)"/>` : "";
    const rim = `<rect class="rim" ${size} rx=".08" fill="none"/>`;
    const ground = `<g class="squares"><rect style="fill:var(--square)" ${size}/>${squares}</g>`;
    const html = `<svg class="board" viewBox="0 0 ${sides[1]} ${sides[0]}" aria-hidden="true">${pattern}${rim}${ground}</svg>`;
    const style = `--ratio:${Number((sides[1] / sides[0]).toPrecision(4))};--side:${Math.max(...sides)}`;
    const isLarge = sides[0] * sides[1] >= large;
    const [, , mode] = /(^|&)mode=(play|predict)(?=&|$)/.exec(key) || [, , "watch"];
    const isGame = mode === "play";
    const isRace = !isGame && /(^|&)race=\w/.test(key);
    const board = { html, style, "data-large": isLarge };
    return [
      ["#board", board],
      ["#lab", { "data-race": isRace, "data-place": isGame ? "play" : "watch" }],
      ["#stage", { "data-mode": mode }],
      ["#rival", isRace ? { ...board, hidden: false } : { hidden: true }],
      ["#game", { hidden: !isGame }],
      ["#transport", { hidden: isGame }],
      ["#flag", { hidden: true }],
      ["#whole", { href: "#" + key }],
    ];
  }

  const language = () => root.lang.split("-")[0];

  // Restores the built page, which is in English, and fills in the looks.
  function put(looks, shown) {
    const key = language();
    erase();
    knightsTour.speak("en");
    if (own) main.innerHTML = own;
    else own = main.innerHTML;
    knightsTour.speak(key);
    knightsTour.show(JSON.stringify(looks));
    if (shown === null) delete root.dataset.shown;
    else root.dataset.shown = shown;
    delete root.dataset.waits;
  }

  async function found(key) {
    const [, rows] = key.match(keys);
    const posters = JSON.parse(await knightsTour.text("posters-" + (+rows + (rows % 2)))); // see `group` in web/make/posters.py
    const [link, looks, others] = posters[key]; // throws if a long search has no poster
    return [looks.concat(others[language()] || []), link];
  }

  async function show() {
    const key = searchKey();
    const mine = (wanted = key + "&lang=" + root.lang);
    const [looks, shown] = await found(key).catch(() => [waiting[language()].concat(ground()), null]);
    if (wanted === mine) put(looks, shown);
  }

  // The built page is the poster of an address that names no search; other languages change some of its regions.
  function begin() {
    const named = [...new URLSearchParams(location.hash.slice(1)).keys()];
    if (named.some((key) => !plain.includes(key))) return show();
    const other = knightsTour.languages[language()];
    if (other || own) put(other ? other.looks : [], "");
    else root.dataset.shown = "";
    delete root.dataset.waits;
  }

  // While Python loads, the poster draws its tour move by move, repeatedly, with the knight at the end of the line.
  const PATIENCE = 1000; // milliseconds before the drawing begins
  const MOVE = 160; // milliseconds for each move
  const LONGEST = 400; // limit for the number of moves
  const still = () => window.matchMedia && matchMedia("(prefers-reduced-motion: reduce)").matches;
  let drawn = 0; // number of moves
  let erase = () => {};

  function drawMove() {
    erase();
    if (root.dataset.python !== "loading" || wanted === null) return;
    setTimeout(drawMove, MOVE);
    const moves = document.querySelectorAll("#board .line > [style]");
    const knight = document.querySelector("#board .piece");
    if (still() || !knight || moves.length < 2 || moves.length > LONGEST) return;
    const move = moves[drawn++ % moves.length];
    const [, x, y] = /([\d.]+) ([\d.]+)$/.exec(move.getAttribute("d")); // the end of the move
    const place = knight.getAttribute("transform");
    move.classList.add("last");
    knight.setAttribute("transform", place.replace(/translate\([^)]*\)/, `translate(${x} ${y})`));
    erase = () => {
      move.classList.remove("last");
      knight.setAttribute("transform", place);
      erase = () => {};
    };
  }

  // Ends posters, because Python draws now. Python need not draw a complete view again.
  function hydrate() {
    erase();
    wanted = null;
    delete root.dataset.waits;
    return "shown" in root.dataset ? root.dataset.shown : null;
  }

  Object.assign(knightsTour, { hydrate });
  knightsTour.posted = begin(); // boot.js waits for it
  const drawLater = () => root.dataset.python === "loading" && setTimeout(drawMove, PATIENCE);
  drawLater();
  new MutationObserver(drawLater).observe(root, { attributeFilter: ["data-python"] });
  addEventListener("hashchange", () => root.dataset.python === "idle" && show()); // once it runs, Python reads the address
  addEventListener("languagechosen", () => {
    delete root.dataset.shown;
    if (wanted !== null) begin();
  });
})();
