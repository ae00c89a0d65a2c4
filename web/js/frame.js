// If this page is in a frame, reports its height to the host page, and accepts messages only from the host page.
//
//   knightsTour.frame    exists only in a frame
//     id                 identifies this frame in SPLICE messages
//     tell(json)         sends a message to the host page
//     take(wake)         sets the function that is called when a message arrives
//     next()             returns the oldest message as JSON, or ""
//
// web/question/messages.py describes the messages. Python interprets them; this script only reduces them to short, plain JSON
// and limits the number that wait, so that Python gets no large or unexpected message. Three more types pass between this
// script and embed.js: "touch" (a reader wants to start the figure), its answer "start", and "part". host=1 in the address
// means that embed.js made this frame.

(function () {
  "use strict";

  const { knightsTour, parent } = window;
  if (parent === window) return;

  const root = document.documentElement;
  const address = new URLSearchParams(location.hash.slice(1));
  const TYPES = ["set", "play", "pause", "step", "solve", "start"];
  // The keys that a message may set. Only these are read, because a message may have a million others.
  const KEYS = "done score solved {settable}".split(" ");
  const LONGEST = 80000; // limit for the characters of a message
  const PATIENCE = 100; // limit for the messages that wait for Python; more replace the oldest

  // Any site may be the host page, so messages contain only data that is also in the address.
  function tell(json) {
    parent.postMessage(typeof json === "string" ? JSON.parse(json) : json, "*");
  }

  function say(type, more) {
    tell(Object.assign({ source: "knights-tour", v: 1, type }, more));
  }

  // --- messages from the host page -------------------------------------------------------------------------------------

  // Returns a copy of these properties; a value is null if it is not plain, or if their total length is too large.
  function plain(data, names) {
    const copy = Object.create(null);
    let room = LONGEST;
    for (const name of names) {
      if (!Object.prototype.hasOwnProperty.call(data, name)) continue;
      const value = data[name];
      room -= name.length + (typeof value === "string" ? value.length : 20);
      copy[name] = room >= 0 && isValue(value) ? value : null;
    }
    return copy;
  }

  function isValue(value) {
    return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  }

  // Returns the message for Python; null if it is not for this page.
  function message(data) {
    if (typeof data !== "object" || data === null || Array.isArray(data)) return null;
    if (data.source === "knights-tour" && data.v === 1 && TYPES.includes(data.type)) {
      const received = plain(data, ["source", "v", "type", ...(data.type === "set" ? KEYS : [])]);
      return Object.values(received).includes(null) ? null : received;
    }
    if (data.subject !== "SPLICE.getState.response") return null;
    const state = typeof data.state === "string" ? data.state : plain(Object(data.state), KEYS);
    return { subject: data.subject, state };
  }

  // Returns true if a later message replaces everything that an earlier one sets.
  function covers(later, earlier) {
    return later.type === earlier.type && later.type !== "step" && Object.keys(earlier).every((name) => name in later);
  }

  const waiting = []; // { received, text }
  let wake = () => {};

  function keep(received) {
    const text = JSON.stringify(received);
    if (text.length > LONGEST) return false;
    const last = waiting[waiting.length - 1];
    if (last && covers(received, last.received)) waiting.pop();
    if (waiting.length === PATIENCE) waiting.shift();
    waiting.push({ received, text });
    return true;
  }

  function next() {
    return waiting.length ? waiting.shift().text : "";
  }

  addEventListener("message", (event) => {
    if (event.source !== parent) return;
    if (isShared(event.data)) shared[event.data.file](event.data.part);
    const received = message(event.data);
    if (!received || (received.type !== "start" && !keep(received))) return;
    if (received.type && received.type !== "pause") knightsTour.start();
    wake();
  });

  function take(listener) {
    wake = listener;
    wake();
  }

  // --- messages that this page sends without Python -------------------------------------------------------------

  // Reports the title, and the height of the content, which in an embed never depends on the height of the frame.
  function tellSize() {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (!document.fullscreenElement) say("resize", { height, title: document.title });
  }

  if (address.get("embed") === "1") {
    tellSize(); // called now, because observers do not run in a frame that is out of sight
    new ResizeObserver(tellSize).observe(root);
    const texts = { childList: true, characterData: true, subtree: true };
    new MutationObserver(tellSize).observe(document.querySelector("title"), texts);
  }

  // --- leaving the frame: the page in a window, or in full screen --------------------------------------------------

  const isPage = /^(https?|file):$/.test(location.protocol); // false for a text in the host page's srcdoc
  root.toggleAttribute("data-page", isPage);
  root.toggleAttribute("data-screen", Boolean(document.fullscreenEnabled));

  // If a sandbox forbids opening a page, a link would silently do nothing.
  function leave(link) {
    const page = window.open(link.href);
    root.toggleAttribute("data-barred", !page);
  }

  function turn() {
    const turned = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
    turned.catch(() => root.removeAttribute("data-screen"));
  }

  addEventListener("click", (event) => {
    const control = event.target.closest("#whole, #screen");
    if (!control) return;
    event.preventDefault();
    if (control.id === "whole") leave(control);
    else turn();
  });
  addEventListener("fullscreenchange", () => {
    document.getElementById("screen").setAttribute("aria-pressed", Boolean(document.fullscreenElement));
  });

  if (address.get("host") === "1") {
    for (const event of ["click", "keydown"]) addEventListener(event, () => say("touch"), { once: true });
  }

  new MutationObserver(() => {
    if (root.dataset.python === "failed") say("error", { text: document.getElementById("fault").textContent });
  }).observe(root, { attributeFilter: ["data-python"] });

  // --- Python's parts, from embed.js ------------------------------------------------------------------------------

  // Chromium gives a sandboxed frame a separate cache that ends with the frame, so each figure would load all of Python
  // again. embed.js loads the parts once for the host page, and passes them on. They are scripts, so only a sandboxed frame
  // accepts them: there they can do only what the host page could do itself.
  const shared = {};
  const asksHost = address.get("host") === "1" && window.origin === "null" && location.protocol.startsWith("http");

  function isShared(data) {
    return asksHost && Object(data).type === "part" && data.source === "knights-tour" && Object.hasOwn(shared, data.file);
  }

  // Returns a promise of a part's address: that of the shared part, or else that of the file.
  function sharedAsset(file) {
    return new Promise((resolve) => {
      shared[file] = (part) => resolve(part instanceof Blob ? URL.createObjectURL(part) : file);
      say("part", { file });
    });
  }

  if (asksHost) knightsTour.sharedAsset = sharedAsset;

  const id = Math.random().toString(36).slice(2);
  knightsTour.frame = { id, next, take, tell };
})();
