// <knights-tour board="5x5" start="a1" show="path,graph" loading="click">: a live figure in a sandboxed frame.
//
// Attributes are the keys of the page's address. Events: ready, state, found, error; their detail is the message.
// Methods: play(), pause(), step(), solve(), set({board: "6x6"}); what is said early happens once the figure is ready.
// What stands inside the element shows wherever this script does not run. build.py ships it without comments.

(() => {
  "use strict";

  const KEYS = "board holes start end closed ordering race mode seed prune show step tour view lang lock loading splice".split(" ");
  const SWITCHES = ["closed", "prune", "splice"]; // present means on
  const TOLD = ["ready", "state", "found", "error"];
  const MOST = 2; // figures that start at the same time
  const LONGEST = 4000; // characters of an attribute
  const PATIENCE = 2000; // milliseconds that the frames wait for the rest of the page

  const script = document.currentScript;
  const home = script ? script.src : document.baseURI;
  const figures = new Set();

  // The frames never delay the page around them; nor does a picture that never comes delay the frames for ever.
  const loaded = new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    addEventListener("load", resolve);
    setTimeout(resolve, PATIENCE);
  });

  // One stay of an element in the document. Its phase: "" until its page answers, then there, starting, ready or failed.
  class Figure {
    phase = "";
    kept = [];
    frame = document.createElement("iframe");

    constructor(element) {
      const { frame } = this;
      const attributes = {
        title: "Knight's tour",
        sandbox: "allow-scripts allow-downloads",
        allow: "fullscreen; clipboard-write",
        scrolling: "no",
        slot: "figure",
      };
      for (const name in attributes) frame.setAttribute(name, attributes[name]);
      frame.style.cssText = "display:block;width:100%;height:100%;border:0";
      this.element = element;
      figures.add(this);
      loaded.then(() => figures.has(this) && this.appear());
    }

    appear() {
      this.open();
      this.element.append(this.frame);
      sight.observe(this.frame);
    }

    close() {
      figures.delete(this);
      sight.unobserve(this.frame);
      this.frame.remove();
      startNext();
    }

    get hurries() {
      return this.asked || this.element.getAttribute("loading") === "eager";
    }

    get waits() {
      const isLazy = this.element.getAttribute("loading") !== "click";
      return this.phase === "there" && (this.hurries || (this.seen && isLazy));
    }

    value(name) {
      const value = this.element.getAttribute(name) || "";
      return !value && SWITCHES.includes(name) && this.element.hasAttribute(name) ? "1" : value.slice(0, LONGEST);
    }

    // A sandboxed frame cannot load siblings from a disk: there, the page in one file is shown.
    page() {
      try {
        const page = new URL(this.element.getAttribute("src") || "", document.baseURI);
        if (this.element.getAttribute("src") && /^(https?|file):$/.test(page.protocol)) return page;
      } catch {}
      return new URL(location.protocol === "file:" ? "knights-tour.html" : "index.html", home);
    }

    open() {
      const page = this.page();
      const keys = new URLSearchParams(page.hash.slice(1));
      for (const name of KEYS) if (this.element.hasAttribute(name)) keys.set(name, this.value(name));
      keys.set("embed", 1);
      keys.set("host", 1); // "start when I say so"
      page.hash = String(keys).replace(/\+/g, "%20");
      this.frame.loading = this.hurries ? "eager" : "lazy";
      if (this.phase) this.frame.contentWindow.location.replace(page);
      else this.frame.src = page;
    }

    change(name) {
      if (name === "loading") startNext();
      else if (this.phase === "starting" || this.phase === "ready") this.say("set", { [name]: this.value(name) });
      else if (this.frame.src) this.open();
    }

    post(type, keys) {
      const { contentWindow } = this.frame; // none where the page has emptied the element
      if (contentWindow) contentWindow.postMessage({ ...keys, source: "knights-tour", v: 1, type }, "*");
    }

    say(...message) {
      if (this.phase === "ready") return this.post(...message);
      this.kept.push(message);
      if (message[0] === "pause") return;
      this.asked = true;
      this.frame.loading = "eager";
      startNext();
    }

    hear(message) {
      const { type, height } = message;
      this.phase = this.phase || "there";
      if (type === "touch") this.asked = true;
      if (type === "resize" && height > 0) {
        this.frame.assignedSlot.style = "display:block;height:" + Math.min(Math.max(height, 100), 4000) + "px";
      }
      if (type === "ready") {
        this.phase = type;
        for (const early of this.kept.splice(0)) this.post(...early);
      }
      if (type === "error" && this.phase === "starting") this.phase = "failed";
      startNext();
      if (TOLD.includes(type)) this.element.dispatchEvent(new CustomEvent(type, { detail: message }));
    }
  }

  function startNext() {
    for (const figure of figures) {
      const starting = [...figures].filter((it) => it.phase === "starting" && it.frame.isConnected);
      if (starting.length < MOST && figure.waits) {
        figure.phase = "starting";
        figure.post("start");
      }
    }
  }

  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      for (const figure of figures) if (figure.frame === target) figure.seen = isIntersecting;
    }
    startNext();
  });

  addEventListener("message", ({ data, source }) => {
    if (!data || data.source !== "knights-tour" || data.v !== 1) return;
    for (const figure of figures) if (figure.frame.contentWindow === source) figure.hear(data);
  });

  class KnightsTour extends HTMLElement {
    static observedAttributes = ["src", ...KEYS];
    #figure;
    #early = [];

    constructor() {
      super();
      // The frame has a slot, and whatever else stands in the element has none, so is not shown.
      const slot = document.createElement("slot");
      slot.name = "figure";
      slot.style = "display:block;aspect-ratio:4/5;max-height:800px"; // until the figure says how high it is
      this.attachShadow({ mode: "open" }).append(slot);
    }

    connectedCallback() {
      for (const copy of this.querySelectorAll(":scope > iframe[slot]")) copy.remove();
      this.#figure = new Figure(this);
      for (const message of this.#early.splice(0)) this.#figure.say(...message);
    }

    disconnectedCallback() {
      this.#figure.close();
      this.#figure = null;
    }

    attributeChangedCallback(name) {
      if (!this.#figure) return;
      if (name !== "src") return this.#figure.change(name);
      this.disconnectedCallback();
      this.connectedCallback();
    }

    #say(...message) {
      if (this.#figure) this.#figure.say(...message);
      else this.#early.push(message);
    }

    play() {
      this.#say("play");
    }

    pause() {
      this.#say("pause");
    }

    step() {
      this.#say("step");
    }

    solve() {
      this.#say("solve");
    }

    set(keys) {
      this.#say("set", JSON.parse(JSON.stringify(keys || {})));
    }
  }

  if (!customElements.get("knights-tour")) customElements.define("knights-tour", KnightsTour);
})();
