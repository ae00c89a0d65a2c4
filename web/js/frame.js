// This page in the frame of another: it says its height, hears the page around it alone, and may have to wait for it.
//
//   knightsTour.frame    only in a frame: { id, tell(json) to the page around, take(hear) what it says, as JSON }
//
// Messages have the form of web/share/messages.py. Python reads them; here they are only cut down to plain, short JSON, so that
// nothing large or strange gets as far as Python. Three more types are between this script and embed.js: "touch" (a
// reader wants the figure to start), its answer "start", and "part"; an address with host=1 says that embed.js is there.

(function () {
  "use strict";

  const { knightsTour, parent } = window;
  if (parent === window) return;

  const root = document.documentElement;
  const address = new URLSearchParams(location.hash.slice(1));
  const TYPES = ["set", "play", "pause", "step", "solve", "start"];
  const LONGEST = 16000; // characters of a message
  const MOST = 40; // properties of a message
  const PATIENCE = 100; // messages that wait for Python

  // The frame's policy, and the page around it, may be anyone's: nothing is said that is not in the address anyway.
  function tell(json) {
    parent.postMessage(typeof json === "string" ? JSON.parse(json) : json, "*");
  }

  function say(type, more) {
    tell(Object.assign({ source: "knights-tour", v: 1, type }, more));
  }

  // --- what the page around says ----------------------------------------------------------------------------------

  // A copy that has nothing but plain values; null where there is too much, or something else.
  function plain(data, isPlain) {
    const copy = Object.create(null);
    let room = LONGEST;
    let count = 0;
    for (const key in data) {
      const value = data[key];
      room -= key.length + (typeof value === "string" ? value.length : 20);
      if (++count > MOST || room < 0 || !isPlain(value, key)) return null;
      copy[key] = value;
    }
    return copy;
  }

  function isValue(value) {
    return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  }

  // The text for Python; "" for what is no message to this page.
  function json(data) {
    if (typeof data !== "object" || data === null || Array.isArray(data)) return "";
    let copy = null;
    if (data.source === "knights-tour" && data.v === 1 && TYPES.includes(data.type)) copy = plain(data, isValue);
    if (data.subject === "SPLICE.getState.response") {
      const state = typeof data.state === "string" ? data.state : plain(Object(data.state), isValue);
      copy = { subject: data.subject, message_id: data.message_id, state };
      if (!plain(copy, (value, key) => key === "state" || isValue(value))) copy = null;
    }
    const text = copy ? JSON.stringify(copy) : "";
    return text.length > LONGEST ? "" : text;
  }

  let waiting = [];
  let hear = (text) => waiting.length < PATIENCE && waiting.push(text);

  addEventListener("message", (event) => {
    if (event.source !== parent) return;
    if (isLoan(event.data)) loans[event.data.file](event.data.part);
    const text = json(event.data);
    if (!text) return;
    const { type } = event.data;
    if (type !== "start") hear(text);
    if (type && type !== "pause") knightsTour.start();
  });

  function take(listener) {
    hear = listener;
    for (const text of waiting) listener(text);
    waiting = [];
  }

  // --- what this page says before Python does, and without it ------------------------------------------------------

  // The height of what is in the page, which in an embed never depends on that of the frame.
  function tellHeight() {
    say("resize", { height: Math.ceil(root.getBoundingClientRect().height) });
  }

  if (address.get("embed") === "1") {
    tellHeight(); // at once, since no observer is called in a frame out of sight
    new ResizeObserver(tellHeight).observe(root);
  }

  if (address.get("host") === "1") {
    for (const event of ["click", "keydown"]) addEventListener(event, () => say("touch"), { once: true });
  }

  new MutationObserver(() => {
    if (root.dataset.python === "failed") say("error", { text: document.getElementById("answer").textContent });
  }).observe(root, { attributeFilter: ["data-python"] });

  // --- Python's parts, from embed.js ------------------------------------------------------------------------------

  // Chromium gives a sandboxed frame a cache of its own, which ends with the frame: each figure would load all of Python
  // again. embed.js has loaded the parts once for the page around, and hands them on. They are scripts, so they are
  // taken in a sandbox alone, where there is nothing that the page around could not do on its own.
  const loans = {};
  const borrows = address.get("host") === "1" && window.origin === "null" && location.protocol.startsWith("http");

  function isLoan(data) {
    return borrows && Object(data).type === "part" && data.source === "knights-tour" && Object.hasOwn(loans, data.file);
  }

  // An address of the part: of what was lent, or else of the file itself.
  function lent(file) {
    return new Promise((resolve) => {
      loans[file] = (part) => resolve(part instanceof Blob ? URL.createObjectURL(part) : file);
      say("part", { file });
    });
  }

  if (borrows) knightsTour.lent = lent;

  const id = Math.random().toString(36).slice(2);
  knightsTour.frame = { id, take, tell };
})();
