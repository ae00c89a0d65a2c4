// <knights-tour board="5x5" start="a1" show="path,graph" loading="click">: a live figure in a sandboxed frame.
//
// Attributes are the keys of the page's address. Events: ready, state, found, score, error; their detail is the message.
// Methods: play(), pause(), step(), solve(), set({board: "6x6"}); a call before the figure is ready takes effect when it is.
// Where this script does not run, the content of the element is shown. build.py ships the script as one function, without
// comments.

const NAME = "knights-tour";
const KEYS =
  "{attributes}".split(" ");
const SWITCHES = "{switches}".split(" "); // attributes that are on if present
const THEME = /^(light|dark)$/;
const TOLD = /^(ready|state|found|score|error)$/;
const PART = /^[a-z]+-(\d+-)?\w{12}\.js$/;
const THERE = 1; // the figure waits to start
const FAILED = 2;
const STARTING = 3;
const READY = 4;
const MOST = 2; // limit for the figures that start at the same time
const LONGEST = 40000; // limit for the characters of an attribute
const PATIENCE = 2000; // milliseconds for which the frames wait for the host page
const MIDDLE = 118; // the gray, 0 to 255, that looks equally far from black and white

const make = (name) => document.createElement(name);
const home = document.currentScript?.src || document.baseURI;

// The frames wait until the host page is loaded, but no longer than PATIENCE, because a picture may never load.
const loaded = new Promise((resolve) => {
  if (document.readyState === "complete") resolve();
  addEventListener("load", resolve);
  setTimeout(resolve, PATIENCE);
});

// --- Python's parts, once for all figures -----------------------------------------------------------------------

// In Chromium a sandboxed frame has a separate cache, which is deleted with it, so each frame would load all of Python again.
// Therefore the parts are loaded here and passed on. A frame that gets no parts loads them itself.
const loading = {};
let part; // the part that was loaded last

function load(file) {
  window[NAME] = (...texts) => (part = new Blob([`self["${NAME}"](...${JSON.stringify(texts)})`]));
  return (loading[file] ||= new Promise((resolve) => {
    const element = make("script");
    element.src = new URL(file, home);
    element.onload = () => resolve(part); // runs before any other script can replace the part
    element.onerror = () => resolve();
    document.head.append(element);
  }));
}

// --- The background of a figure ---------------------------------------------------------------------------------

// A dark host page may not declare a color scheme. So this paints one pixel: first in the color of the slot, which is that of an
// empty page, then in each background color, from the outermost element to the slot. Background pictures are ignored.
function isDark(slot) {
  const colors = [];
  for (let it = slot; it; it = it.assignedSlot || it.parentElement || it.getRootNode().host)
    colors.unshift(getComputedStyle(it).backgroundColor);
  const pen = make("canvas").getContext("2d");
  for (const color of [getComputedStyle(slot).color, ...colors]) {
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
  }
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return 0.21 * red + 0.72 * green + 0.07 * blue < MIDDLE;
}

// --- Figures ----------------------------------------------------------------------------------------------------

// The figure of an element, from its insertion into the document to its removal. It has no phase until its page answers.
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

  static look() {
    for (const figure of Figure.#all) figure.#look();
  }

  static #around = new MutationObserver(Figure.look);

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
  #theme;
  #frame = make("iframe");

  constructor(element, kept) {
    Object.assign(this.#frame, {
      title: "Knight’s Tour",
      sandbox: "allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox",
      allow: "fullscreen; clipboard-write",
      loading: "lazy",
      scrolling: "no",
      slot: "figure",
      style: "display:block;width:100%;height:100%;border:0",
      onload: () => (this.#loaded = true),
    });
    this.#element = element;
    this.#kept = kept;
    Figure.#all.add(this);
    loaded.then(() => {
      if (!Figure.#all.has(this)) return;
      for (const it of [document.documentElement, document.body]) Figure.#around.observe(it, { attributes: true });
      this.#theme = this.#value("theme");
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
    if (name === "theme" && !THEME.test(value)) return isDark(this.#element.shadowRoot.firstChild) ? "dark" : "light";
    return !value && SWITCHES.includes(name) && this.#element.hasAttribute(name) ? "1" : value.slice(0, LONGEST);
  }

  // On a page opened from disk, a sandboxed frame cannot load other files, so it shows the page in one file.
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
    for (const name of KEYS) {
      const value = this.#value(name);
      if (value || this.#element.hasAttribute(name)) keys.set(name, value);
    }
    keys.set("embed", 1);
    keys.set("host", 1); // frame.js waits for "start", and requests the parts here
    page.hash = String(keys).replace(/\+/g, "%20");
    this.hurry();
    if (this.#loaded || this.#phase) this.#frame.contentWindow.location.replace(page); // `src` would add a history entry
    else this.#frame.src = page;
  }

  change(name) {
    if (name === "loading") Figure.next();
    else if (this.#phase >= STARTING) this.say("set", { [name]: this.#value(name) });
    else if (this.#frame.src) this.#open();
  }

  #look() {
    const theme = this.#value("theme");
    if (theme !== this.#theme) this.change("theme");
    this.#theme = theme;
  }

  #post(type, keys) {
    // The frame has no window if the host page has emptied the element.
    this.#frame.contentWindow?.postMessage({ ...keys, source: NAME, v: 1, type }, "*");
  }

  say(...message) {
    this.#kept.push(message);
    this.hurry();
  }

  // Sends the waiting messages if the page is ready; otherwise starts it if a message needs it.
  hurry() {
    if (this.#phase === READY) for (const message of this.#kept.splice(0)) this.#post(...message);
    if (this.#hurries) this.#frame.loading = "eager";
    Figure.next();
  }

  // Only files in this script's folder run here, and only for pages in that folder.
  async #share(file) {
    const isOurs = this.#page().href.startsWith(new URL(".", home)) && PART.test(file);
    this.#post("part", { file, part: isOurs && (await load(file)) });
  }

  #hear(message) {
    const { type, height, title, file } = message;
    const slot = this.#frame.assignedSlot; // null if the element was removed
    this.#phase ||= THERE;
    this.#asked ||= type === "touch";
    if (type === "part") this.#share(file);
    if (type === "resize" && height > 0 && slot) {
      slot.style.height = `clamp(100px,${height}px,4000px)`;
      this.#frame.title = title || NAME; // an older page sends no title
    }
    if (type === "ready") this.#phase = READY;
    if (type === "error" && this.#phase === STARTING) this.#phase = FAILED;
    this.hurry();
    if (TOLD.test(type)) this.#element.dispatchEvent(new CustomEvent(type, { detail: message }));
  }
}

addEventListener("message", Figure.hear);
addEventListener("transitionend", Figure.look); // a background may have changed
matchMedia("(prefers-color-scheme:dark)").onchange = Figure.look;

class KnightsTour extends HTMLElement {
  static observedAttributes = ["src", ...KEYS];
  #figure;
  #kept = []; // messages that wait until the figure is ready

  constructor() {
    super();
    // Only the frame has a slot, so the other content of the element is not shown.
    const slot = make("slot");
    slot.name = "figure";
    // The height until the figure reports its own. The transition reports a change of the color scheme.
    slot.style = "display:block;height:{height}px;color:canvas;transition:color 1ms";
    slot.ontransitionend = Figure.look;
    this.attachShadow({ mode: "open" }).append(slot);
    for (const type of ["play", "pause", "step", "solve"]) this[type] = () => this.#say(type);
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
    this.#kept.push(message);
    this.#figure?.hurry();
  }

  set(keys = {}) {
    this.#say("set", JSON.parse(JSON.stringify(keys)));
  }
}

if (!customElements.get(NAME)) customElements.define(NAME, KnightsTour);
