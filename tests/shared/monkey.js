async ({actions, seed, kind = "any", links = []}) => {
  // Takes random actions by a seed, without waiting for their effects. Kinds: "any", or "cheat":
  // any action except the work that a task requires, and also links and messages.
  const chance = below => {  // the generator of Park and Miller
    seed = seed * 48271 % 2147483647;
    return seed % below;
  };
  const pick = list => list[chance(list.length)];
  const every = selector => [...document.querySelectorAll(selector)];
  const tell = (control, ...kinds) =>
    kinds.forEach(kind => control.dispatchEvent(new Event(kind, {bubbles: true})));
  const press = (...keys) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", {bubbles: true, key: pick(keys)}));

  const seen = selector => every(selector).filter(
    each => each.offsetParent !== null || each.closest("svg") && each.getClientRects().length);
  const middle = control => {
    const box = control.getBoundingClientRect();
    return {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
  };
  const click = control => control && control.dispatchEvent(
    new MouseEvent("click", {bubbles: true, shiftKey: chance(20) === 0, ...middle(control)}));
  const any = [
    () => click(pick(seen("#transport button, #game button"))),
    () => click(pick(seen("#show button, #question button:not([name*='+'])"))),
    () => click(pick(seen("#board [data-square]"))),
    () => pick(seen("#views > *")).click(),
    () => {
      const range = pick(seen("[type=range]"));
      range.value = chance(Number(range.max) + 2);
      tell(range, "input");
    },
    () => {
      const select = pick(seen("#question select"));
      select.selectedIndex = chance(select.options.length);
      tell(select, "change");
    },
    () => {
      const side = pick(seen("[role=spinbutton]"));
      side.value = 3 + chance(6);
      tell(side, "input", "change");
    },
    () => {
      const field = pick(seen("[name=start], [name=end], [name=holes]"));
      field.value = pick(["", "a1", "c3", "b2", "z9", "<b>"]);
      tell(field, "input", "change");
    },
    () => press("ArrowLeft", "ArrowRight", "Home", "End", " ", "Backspace", "Escape"),
  ];

  const theirs = "#board, #rival, #own, [data-reply], [name=check], #screen, #whole";
  const other = selector => pick(every(selector).filter(it => !it.closest(theirs)));
  let gone = 0;
  const cheat = [
    () => other("button, [data-to], [data-try], .lesson a[href^='#'], label").click(),
    () => other("#views > *, #actions > *, #tools button").click(),
    () => {
      const select = other("select");
      select.selectedIndex = chance(select.options.length);
      tell(select, "input", "change");
    },
    () => {
      const field = other("#question input");
      field.value = pick(["1", "a1", "6", "c3"]);
      tell(field, "input", "change");
    },
    () => other("#show input").click(),
    () => press("ArrowLeft", "ArrowRight", "Home", "End", " ", "d", "Backspace"),
    () => { location.hash = pick(links); gone += document.readyState === "complete"; },
    () => { if (gone > 0) history.back(); gone -= 1; },
    () => postMessage({source: "knights-tour", v: 1, type: "set", board: "1x1", lock: ""}, "*"),
    () => postMessage({subject: "SPLICE.getState.response", state: {score: 1, solved: true}}, "*"),
  ];

  const ways = {any, cheat}[kind];
  for (let i = 0; i < actions; i += 1) {
    try {
      pick(ways)();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;  // there was nothing to pick
    }
    if (chance(4) === 0) await new Promise(resolve => setTimeout(resolve));
  }
}
