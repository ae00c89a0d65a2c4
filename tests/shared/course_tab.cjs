// Simulated browser tabs with course packages: a package's own scripts and real SCORM run-times, in windows and with a clock that a
// test controls. For each line of JavaScript that this program reads, it writes the value as a line of JSON.
//
//   open(html, {around, path})   a package's file in a new window; `around` is the window of the course, which contains this one
//   window_({parent, opener})    any other window
//   runtime(edition, learner, saved)   a course system: its `object`, the `calls` that it has received, and `fails`, a function that
//                                      decides which calls fail
//   wait(seconds)                advances the clock
//   stored                       what all tabs of the browser share, by its key
//   forget()                     empties it, and stops the timers of the tabs so far

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const vm = require("vm");

const FOLDER = path.join(__dirname, "../../node_modules/scorm-again/dist");
const EDITIONS = {
  "1.2": { file: "scorm12.min.js", kind: "Scorm12API", prefix: "LMS", name: "API" },
  2004: { file: "scorm2004.min.js", kind: "Scorm2004API", prefix: "", name: "API_1484_11" },
};

// --- the clock --------------------------------------------------------------------------------------------------------

let now = 0;
let timers = [];

const clock = {
  setTimeout: (run, milliseconds = 0) => timers.push({ run, at: now + milliseconds, id: clock.id }) && clock.id++,
  clearTimeout: (id) => (timers = timers.filter((timer) => timer.id !== id)),
  id: 1,
};

function wait(seconds) {
  const end = now + 1000 * seconds;
  for (;;) {
    const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
    if (!next) break;
    timers = timers.filter((timer) => timer !== next);
    now = Math.max(now, next.at);
    next.run();
  }
  now = end;
}

// --- the course system ------------------------------------------------------------------------------------------------

const loaded = {};

function kindOf(edition) {
  if (!loaded[edition]) {
    const view = { console, setTimeout, clearTimeout, setInterval, clearInterval, URL, navigator: {}, addEventListener() {} };
    Object.assign(view, { window: view, self: view });
    vm.createContext(view);
    vm.runInContext(fs.readFileSync(path.join(FOLDER, EDITIONS[edition].file), "utf8"), view);
    loaded[edition] = vm.runInContext(EDITIONS[edition].kind, view);
  }
  return loaded[edition];
}

// Records its calls. A failing call returns "false", or "" in place of a value, and sets SCORM's general error.
function runtime(edition, learner = "", saved = "") {
  const { kind, prefix, name } = EDITIONS[edition];
  const real = new (kindOf(edition))({ autocommit: false, logLevel: 5 });
  if (learner && prefix) real.cmi.core.student_id = learner;
  else if (learner) real.cmi.learner_id = learner;
  if (saved) real.cmi.suspend_data = saved;
  const system = { name, prefix, calls: [], fails: () => false, object: {}, committed: null, failed: false };
  for (const call of ["Initialize", "GetValue", "SetValue", "Commit", prefix ? "Finish" : "Terminate", "GetLastError"]) {
    system.object[prefix + call] = (...values) => {
      if (call === "GetLastError") return system.failed ? "101" : real[prefix + call]();
      system.calls.push([call, ...values]);
      system.failed = Boolean(system.fails(call, values[0]));
      if (system.failed) return call === "GetValue" ? "" : "false";
      const answer = real[prefix + call](...values);
      if (call === "Commit" && String(answer) === "true") system.committed = copy(real);
      return answer;
    };
  }
  system.end = () => real[prefix + (prefix ? "Finish" : "Terminate")]("");
  return system;
}

const copy = (real) => JSON.parse(JSON.stringify(real.cmi));

// --- windows ----------------------------------------------------------------------------------------------------------

function window_({ parent, opener = null, storage } = {}) {
  const view = { opener, closed: false, storage: storage || (parent || opener || {}).storage || new Map() };
  view.parent = parent || view;
  return view;
}

function blocked() {
  throw new Error("SecurityError");
}

const stored = new Map();

function forget() {
  stored.clear();
  timers = [];
}

const storageOf = (map) => ({
  getItem: (key) => (map.has(key) ? map.get(key) : null),
  setItem: (key, text) => map.set(key, text),
  removeItem: (key) => map.delete(key),
});

// The page in the frame, as the package sees it: it requests the saved work, and reports each action.
class Inner {
  constructor(document_, state = {}) {
    this.document = document_;
    this.id = `page-${Inner.count++}`;
    this.state = state;
    this.heard = 0;
  }

  postMessage(message) {
    this.heard += 1;
    if (!Object.keys(message.state).length) return;
    this.state = { ...message.state };
    this.report(this.state.score);
  }

  say(message) {
    this.document.hear({ data: message, source: this });
  }

  ask() {
    this.say({ subject: "SPLICE.getState", message_id: `${this.id}-1` });
  }

  report(score) {
    this.say({ subject: "SPLICE.reportScoreAndState", score, state: this.state });
  }

  act(state, score) {
    this.state = { ...state, score, done: state.done === true };
    this.report(score);
  }
}
Inner.count = 0;

function frameElement(document_) {
  const frame = {
    inert: false,
    contentWindow: null,
    set src(address) {
      frame.contentWindow = new Inner(document_);
      document_.loads.push(address);
    },
    cloneNode: () => frameElement(document_),
    replaceWith: (next) => (document_.frame = next),
  };
  return frame;
}

// A package's file: `page` is the page in its frame, and `said` is its status message.
class Package {
  constructor(html, { around, path = "/course.html", barred = false } = {}) {
    this.loads = [];
    this.listeners = {};
    this.view = around ? window_({ parent: around }) : window_({});
    this.frame = frameElement(this);
    this.status = { textContent: "" };
    const [, task] = /id="task">(.*?)<\/script>/s.exec(html);
    const elements = { task: { textContent: task }, said: this.status };
    Object.assign(this.view, {
      document: { getElementById: (id) => (id === "page" ? this.frame : elements[id]) },
      location: { pathname: path, search: "", reload() {} },
      navigator: { languages: ["en"] },
      addEventListener: (type, listener) => (this.listeners[type] = listener),
      Date: { now: () => now },
      setTimeout: clock.setTimeout,
      clearTimeout: clock.clearTimeout,
    });
    for (const [name, map] of [["sessionStorage", this.view.storage], ["localStorage", stored]]) {
      Object.defineProperty(this.view, name, barred ? { get: blocked } : { value: storageOf(map) });
    }
    this.view.window = this.view;
    vm.createContext(this.view);
    for (const [, script] of html.matchAll(/<script>(.*?)<\/script>/gs)) vm.runInContext(script, this.view);
  }

  get page() {
    return this.frame.contentWindow;
  }

  get said() {
    return this.status.textContent;
  }

  hear(event) {
    this.listeners.message(event);
  }

  // Returns true if the window asks before it closes, because work would be lost.
  get asks() {
    let asks = false;
    this.listeners.beforeunload({ preventDefault: () => (asks = true) });
    return asks;
  }

  close() {
    this.listeners.pagehide({});
    this.view.closed = true;
  }
}

const open = (html, options) => new Package(html, options);

// --- communication with a test ----------------------------------------------------------------------------------------

const shared = vm.createContext({ open, window_, runtime, wait, stored, forget, console });
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  let answer;
  try {
    answer = { value: vm.runInContext(JSON.parse(line), shared) };
    JSON.stringify(answer);
  } catch (error) {
    answer = { error: String((error && error.stack) || error).slice(-800) };
  }
  let text;
  try {
    text = JSON.stringify(answer);
  } catch (error) {
    text = "{}";
  }
  process.stdout.write(text + "\n");
});
