async ({actions, seed}) => {
  // Takes random actions by a seed, without waiting for their effects.
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

  for (let i = 0; i < actions; i += 1) {
    try {
      pick(any)();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;  // there was nothing to pick
    }
    if (chance(4) === 0) await new Promise(resolve => setTimeout(resolve));
  }
}
