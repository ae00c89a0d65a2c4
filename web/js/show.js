// Writes the regions of the page; no other script does. build.py makes their content; once Python runs, Python makes it.
//
//   knightsTour.show(json)   [[region, look], …]; a look has "html", "value", "checked", "open" (of a dialog), "cells" (of a
//                            board), "block-7" (of a layer), "lang" (of the page), or attributes: true for one without a
//                            value, null or false to remove it; see web/draw/patch.py

(function () {
  "use strict";

  const known = new Map();
  const LINE = 24; // height of the current line in pixels
  let writing = false;

  // While the page writes, it may remove the element with the focus. Only the reader's own changes of focus are reported: an
  // answer to this one would write into elements that are being replaced.
  for (const type of ["focusin", "focusout"])
    document.addEventListener(type, (event) => writing && event.stopImmediatePropagation(), { capture: true });

  function put(element, name, value) {
    if (name === "html") element.innerHTML = value;
    else if (name === "lang") window.knightsTour.speak(value.split("-")[0]);
    else if (name.startsWith("block-")) block(element, +name.slice(6)).innerHTML = value;
    else if (name === "open") turn(element, value);
    else if (name === "cells") call(element, value.split("|"));
    else if (name === "value" || name === "checked") {
      if (element[name] !== value) element[name] = value; // writing an equal value would move the caret
    } else if (value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : value);
  }

  // Returns a block of a layer: its child with this number.
  function block(layer, number) {
    while (layer.children.length <= number) layer.append(document.createElementNS("http://www.w3.org/2000/svg", "g"));
    return layer.children[number];
  }

  // Sets the accessible names of a board's cells.
  function call(frame, names) {
    frame.querySelectorAll("[role=gridcell]").forEach((cell, place) => {
      if (names[place] && cell.getAttribute("aria-label") !== names[place]) cell.setAttribute("aria-label", names[place]);
    });
  }

  // When the page closes a dialog, this stops the event "close", which is delivered later, when the page may have opened the
  // dialog again. So only closing by the reader is reported.
  function turn(dialog, open) {
    if (open && !dialog.open) (dialog.showModal || dialog.show).call(dialog);
    if (open || !dialog.open) return;
    dialog.addEventListener("close", keepQuiet, { capture: true, once: true });
    dialog.close();
  }

  function keepQuiet(event) {
    event.stopImmediatePropagation();
  }

  // Returns the focus to the square or the action that had it, whose element may be new; from a button that is disabled now,
  // to another one of its group.
  function keepFocus(focused, square, action) {
    const now = document.activeElement; // the body if no element has the focus; null in Firefox
    const group = focused && focused.disabled && focused.closest("[role=group]");
    if (!group && now && now !== document.body && now !== document.documentElement) return;
    const same = square && document.querySelector(`#board [data-square="${square}"]`);
    const others = [`#actions [name="${action}"]`, "#actions > *", "#play", "#board [tabindex='0']"];
    const other = action && others.map((each) => document.querySelector(each)).find((it) => it && it.getClientRects().length);
    const beside = group && group.querySelector("button:enabled");
    if (same || other || beside) (same || other || beside).focus({ preventScroll: true });
  }

  // Scrolls the current line of a list into view.
  function keepInSight(panel) {
    const here = panel.querySelector(".here");
    const box = here && here.closest(".scroll");
    if (!box) return;
    const top = here.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 0 || top > box.clientHeight - LINE) box.scrollTop += top - box.clientHeight / 2;
  }

  // Remembers elements, because finding a region of a board among thousands of elements is slow. If a region is not in the
  // document, it is in a section of the chapter that is not filled yet.
  function found(selector) {
    if (!known.has(selector) || !known.get(selector).isConnected) {
      const element = document.querySelector(selector);
      if (!element) window.knightsTour.articles();
      known.set(selector, element || document.querySelector(selector));
    }
    return known.get(selector);
  }

  function show(json) {
    const focused = document.activeElement;
    const square = focused && focused.getAttribute("data-square");
    const action = focused && focused.closest("#actions") && focused.name;
    writing = true;
    try {
      for (const [region, look] of JSON.parse(json)) {
        const element = found(region.split("@")[0]);
        for (const name of Object.keys(look)) put(element, name, look[name]);
        if (element.id === "panel") keepInSight(element);
      }
      keepFocus(focused, square, action);
    } finally {
      writing = false;
    }
  }

  window.knightsTour.show = show;
})();
