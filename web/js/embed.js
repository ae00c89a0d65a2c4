// <knights-tour board="5x5" start="a1" show="path,graph" loading="click">: a live figure in a sandboxed frame.
//
// Attributes are the keys of the page's address. Events: ready, state, found, score, error; their detail is the message.
// Methods: play(), pause(), step(), solve(), set({board: "6x6"}); what is said early happens once the figure is ready.
// What stands inside the element shows wherever this script does not run. build.py ships it without comments.

(() => {
  const NAME = "knights-tour";
  const KEYS =
    "board holes start end closed ordering seed symmetry race mode prune show step tour view at said lang lock loading splice theme panels".split(" ");
  const SWITCHES = ["closed", "prune", "splice"]; // present means on
  const TOLD = ["ready", "state", "found", "score", "error"];
  const PART = /^(wasm|picture|library|py\w+)-\w{12}\.js$/;
  const THERE = 1; // it waits
  const STARTING = 2;
  const READY = 3;
  const FAILED = 4;
  const MOST = 2; // figures that start at the same time
  const LONGEST = 4000; // characters of an attribute
  const PATIENCE = 2000; // milliseconds that the frames wait for the rest of the page

  const make = (name) => document.createElement(name);
  const script = document.currentScript;
  const home = script ? script.src : document.baseURI;

  // The frames never delay the page around them; nor does a picture that never comes delay the frames for ever.
  const loaded = new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    addEventListener("load", resolve);
    setTimeout(resolve, PATIENCE);
  });

  // --- Python's parts, once for all figures -----------------------------------------------------------------------

  // A sandboxed frame has a cache of its own in Chromium, which ends with it: each would load all of Python again. So the
  // parts are loaded here and handed on. A frame that gets none loads it itself.
  const loading = {};
  let part; // that was loaded last

  function load(file) {
    window[NAME] = (name, text) => (part = new Blob([`self["${NAME}"]("${name}","${text}")`]));
    return (loading[file] ||= new Promise((resolve) => {
      const element = make("script");
      element.src = new URL(file, home);
      element.onload = () => resolve(part); // as soon as it has run, so before another one does
      element.onerror = () => resolve();
      document.head.append(element);
    }));
  }

  // --- Figures ----------------------------------------------------------------------------------------------------

  // One stay of an element in the document. It has no phase until its page answers.
  class Figure {
    static #all = new Set();

    static next() {
      for (const figure of Figure.#all) {
        const starting = [...Figure.#all].filter((it) => it.#phase === STARTING && it.#frame.isConnected);
        if (starting.length < MOST && figure.#waits) {
          figure.#phase = STARTING;
          figure.#post("start");
        }
      }
    }

    static hear({ data, source }) {
      if (data?.source !== NAME || data.v !== 1) return;
      for (const figure of Figure.#all) if (figure.#frame.contentWindow === source) figure.#hear(data);
    }

    #element;
    #asked;
    #seen;
    #sight = new IntersectionObserver((entries) => {
      this.#seen = entries.pop().isIntersecting;
      Figure.next();
    });
    #phase;
    #loaded;
    #kept;
    #frame = make("iframe");

    constructor(element, kept) {
      const attributes = {
        title: "Knight's tour",
        sandbox: "allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox",
        allow: "fullscreen; clipboard-write",
        scrolling: "no",
        slot: "figure",
      };
      for (const name in attributes) this.#frame.setAttribute(name, attributes[name]);
      this.#frame.onload = () => (this.#loaded = true);
      this.#frame.style = "display:block;width:100%;height:100%;border:0";
      this.#element = element;
      this.#kept = kept;
      Figure.#all.add(this);
      loaded.then(() => {
        if (!Figure.#all.has(this)) return;
        this.#open();
        element.append(this.#frame);
        this.#sight.observe(this.#frame);
      });
    }

    close() {
      Figure.#all.delete(this);
      this.#sight.disconnect();
      this.#frame.remove();
      Figure.next();
    }

    get #hurries() {
      return this.#asked || this.#value("loading") === "eager" || this.#kept.some(([type]) => type !== "pause");
    }

    get #waits() {
      return this.#phase === THERE && (this.#hurries || (this.#seen && this.#value("loading") !== "click"));
    }

    #value(name) {
      const value = this.#element.getAttribute(name) || "";
      return !value && SWITCHES.includes(name) && this.#element.hasAttribute(name) ? "1" : value.slice(0, LONGEST);
    }

    // A sandboxed frame cannot load siblings from a disk: there, the page in one file is shown.
    #page() {
      const asked = this.#value("src");
      try {
        const page = new URL(asked, document.baseURI);
        if (asked && /^(https?|file):$/.test(page.protocol)) return page;
      } catch {}
      return new URL(location.protocol === "file:" ? "knights-tour.html" : "index.html", home);
    }

    #open() {
      const page = this.#page();
      const keys = new URLSearchParams(page.hash.slice(1));
      for (const name of KEYS) if (this.#element.hasAttribute(name)) keys.set(name, this.#value(name));
      keys.set("embed", 1);
      keys.set("host", 1); // "start when I say so, and ask me for the parts"
      page.hash = String(keys).replace(/\+/g, "%20");
      this.#frame.loading = this.#hurries ? "eager" : "lazy";
      if (this.#loaded) this.#frame.contentWindow.location.replace(page); // else it would be a step of history
      else this.#frame.src = page;
    }

    change(name) {
      if (name === "loading") Figure.next();
      else if (this.#phase === STARTING || this.#phase === READY) this.say("set", { [name]: this.#value(name) });
      else if (this.#frame.src) this.#open();
    }

    #post(type, keys) {
      // There is no window where the page has emptied the element.
      this.#frame.contentWindow?.postMessage({ ...keys, source: NAME, v: 1, type }, "*");
    }

    say(...message) {
      if (this.#phase === READY) return this.#post(...message);
      this.#kept.push(message);
      if (this.#hurries) this.#frame.loading = "eager";
      Figure.next();
    }

    // Only what stands beside this script runs here, and only for pages that stand there, too.
    async #lend(file) {
      const isOurs = this.#page().href.startsWith(new URL(".", home)) && PART.test(file);
      this.#post("part", { file, part: isOurs && (await load(file)) });
    }

    #hear(message) {
      const { type, height, file } = message;
      const slot = this.#frame.assignedSlot; // none once the element has gone
      this.#phase ||= THERE;
      if (type === "touch") this.#asked = true;
      if (type === "part") this.#lend(file);
      if (type === "resize" && height > 0 && slot) slot.style.height = `clamp(100px,${height}px,4000px)`;
      if (type === "ready") {
        this.#phase = READY;
        for (const early of this.#kept.splice(0)) this.#post(...early);
      }
      if (type === "error" && this.#phase === STARTING) this.#phase = FAILED;
      Figure.next();
      if (TOLD.includes(type)) this.#element.dispatchEvent(new CustomEvent(type, { detail: message }));
    }
  }

  addEventListener("message", Figure.hear);

  class KnightsTour extends HTMLElement {
    static observedAttributes = ["src", ...KEYS];
    #figure;
    #kept = []; // what was said before a figure was ready for it

    constructor() {
      super();
      // The frame has a slot, and whatever else stands in the element has none, so is not shown.
      const slot = make("slot");
      slot.name = "figure";
      slot.style = "display:block;height:640px"; // until the figure says how high it is
      this.attachShadow({ mode: "open" }).append(slot);
    }

    connectedCallback() {
      for (const copy of this.querySelectorAll(":scope > iframe[slot]")) copy.remove();
      this.#figure = new Figure(this, this.#kept);
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
      else this.#kept.push(message);
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

  if (!customElements.get(NAME)) customElements.define(NAME, KnightsTour);
})();
