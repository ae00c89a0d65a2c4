// A course system (Moodle, Canvas, Blackboard, Brightspace ...) and the page in the frame below: what a student does there is told to
// the system at once, and what the system has kept is given back to the page, so that the student goes on from there.
//
// The system has an object in a window around or behind this one: API in SCORM 1.2, API_1484_11 in SCORM 2004. It may be missing,
// come late, or refuse: the work is then held here and in this tab's session, a sentence says so, and it is brought again.
// The page speaks SPLICE: getState when it is ready, and reportScoreAndState with each thing that was done.

(function () {
  "use strict";

  const task = JSON.parse(document.getElementById("task").textContent);
  const frame = document.getElementById("page");
  const OFTEN = 500; // milliseconds between two tries at first
  const SELDOM = 30000; // and at last
  const PATIENCE = 5; // tries until it is said that nobody answers
  const WINDOWS = 50; // that are looked through
  const KEY = "knights-tour-course " + task.id;

  // --- the two editions ---------------------------------------------------------------------------------------------

  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const clock = (all) => `${two(Math.floor(all / 3600))}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;

  const EDITIONS = {
    API: {
      prefix: "LMS",
      end: "Finish",
      room: 4096, // characters that are kept
      status: "cmi.core.lesson_status",
      score: "cmi.core.score.raw",
      states: (score, done) => ({ "cmi.core.lesson_status": score === 100 ? "passed" : done ? "completed" : "incomplete" }),
      scores: (score) => ({ "cmi.core.score.min": "0", "cmi.core.score.max": "100", "cmi.core.score.raw": String(score) }),
      others: () => ({ "cmi.core.exit": "suspend", "cmi.core.session_time": clock(seconds()) }),
    },
    API_1484_11: {
      prefix: "",
      end: "Terminate",
      room: 64000,
      status: "cmi.completion_status",
      score: "cmi.score.raw",
      states: (score, done) => ({ "cmi.completion_status": done ? "completed" : "incomplete", "cmi.success_status": score === 100 ? "passed" : "unknown" }),
      scores: (score) => ({ "cmi.score.min": "0", "cmi.score.max": "100", "cmi.score.raw": String(score), "cmi.score.scaled": String(score / 100) }),
      others: () => ({ "cmi.exit": "suspend", "cmi.session_time": `PT${seconds()}S` }),
    },
  };
  const STATE = "cmi.suspend_data";

  // A window of another site may not even be looked into.
  function apiIn(view) {
    try {
      const name = Object.keys(EDITIONS).find((each) => view[each]);
      return name ? { view, object: view[name], ...EDITIONS[name] } : null;
    } catch (error) {
      return null;
    }
  }

  // In the windows around this one, then in that which has opened the outermost, and around that.
  function foundApi() {
    let view = window;
    for (let i = 0; i < WINDOWS && view; i++) {
      const there = apiIn(view);
      if (there) return there;
      view = view.parent !== view ? view.parent : view.opener;
    }
    return null;
  }

  // --- what is said -------------------------------------------------------------------------------------------------

  const wanted = [task.lang, ...(navigator.languages || [])].map((name) => String(name).slice(0, 2));
  const words = task.words[wanted.find((name) => name in task.words) || "en"];

  function say(name) {
    const said = document.getElementById("said");
    const text = name ? words[name] : "";
    if (said.textContent !== text) said.textContent = text;
  }

  // --- the student's work -------------------------------------------------------------------------------------------

  let api = null; // once it has answered
  let kept = {}; // the state that was kept when the page was opened
  let work = null; // the last state that is to be kept
  let best = null; // of the scores so far, 0 to 100: none is taken away again; null where nothing is scored
  let done = false; // nor is this
  let asked = ""; // the page's question for what was kept, until it is answered
  let fresh = true; // the page has not told of anything yet
  let unsaved = false;
  let taken = {}; // what the system has taken: a name, its value
  let took = 0; // milliseconds of the last save
  let tries = 0;
  let over = false;

  // A browser's settings may forbid the storage.
  function session(text) {
    try {
      if (text === "") sessionStorage.removeItem(KEY);
      else if (text) sessionStorage.setItem(KEY, text);
      return sessionStorage.getItem(KEY);
    } catch (error) {
      return null;
    }
  }

  function object(text) {
    try {
      return Object(JSON.parse(text));
    } catch (error) {
      return {};
    }
  }

  // What is too long for the system goes without its longest keys.
  function packed(state) {
    for (const left of [[], ["path"], ["path", "game"], ["path", "game", "at", "holes"]]) {
      const text = JSON.stringify(state, (key, value) => (left.includes(key) ? undefined : value));
      if (text.length <= api.room) return { text, whole: !left.length };
    }
    return { text: JSON.stringify({ score: state.score, done: state.done }), whole: false };
  }

  // --- the system ---------------------------------------------------------------------------------------------------

  function call(name, ...values) {
    try {
      if (api.view.closed) return "false"; // whose object may answer all the same
      return String(api.object[api.prefix + name](...values));
    } catch (error) {
      return "false"; // its window has gone, or it is at fault itself
    }
  }

  // What was taken is not told again: a system may be slow, and one that fails now and then takes all of it in the end.
  function told(values) {
    const tell = (name) => taken[name] === values[name] || call("SetValue", name, values[name]) === "true";
    return Object.keys(values).map((name) => tell(name) && (taken[name] = values[name]) !== undefined).every(Boolean);
  }

  function connected() {
    api = api || foundApi();
    if (!api) return false;
    if (call("Initialize", "") !== "true") {
      api = null;
      return false;
    }
    const status = call("GetValue", api.status);
    const before = object(call("GetValue", STATE));
    // Open edX tells neither status nor score again, or 0 where none was ever told: its state has both, and what is watched has none.
    done = done || /^(passed|completed)$/.test(status) || before.done === true;
    better(status === "passed" ? 100 : parseFloat(call("GetValue", api.score)) || null);
    better(100 * before.score);
    if (!work) kept = before;
    return true;
  }

  // Tells the system all that is known; of what it does not take nothing is forgotten.
  function save() {
    const { text, whole } = work ? packed(work) : { text: "", whole: true };
    // The score comes first: Open edX hands it on when it hears of the state.
    const since = Date.now();
    const all = [best === null || told(api.scores(best)), told(api.states(best, done)), !work || told({ [STATE]: text })];
    told(api.others()); // without which all is well too
    unsaved = call("Commit", "") !== "true" || all.includes(false);
    took = Date.now() - since;
    if (unsaved) return say("refused");
    tries = 0;
    session("");
    say(whole ? "" : "long");
  }

  // Its window is gone: another one may be found, which knows nothing yet.
  function forget() {
    api = null;
    taken = {};
  }

  // Until the system is there, and has taken what there is.
  function attempt() {
    if (over) return;
    if (api && api.view.closed) forget();
    const isThere = api || connected();
    if (isThere) save();
    tries += 1;
    if (!isThere && tries >= PATIENCE) say("missing");
    answer();
    if (!isThere || unsaved) setTimeout(attempt, Math.min(OFTEN * 2 ** Math.max(0, tries - PATIENCE), SELDOM));
  }

  // --- the page -----------------------------------------------------------------------------------------------------

  function answer() {
    if (!asked || !fresh || !(api || tries >= PATIENCE)) return;
    frame.contentWindow.postMessage({ subject: "SPLICE.getState.response", message_id: asked, state: kept }, "*");
    asked = "";
  }

  // What is watched has no score, and neither has what nobody has done yet. 99.6 is no 100, which passes.
  function better(score) {
    const number = parseFloat(score);
    if (number >= 0 && number <= 100) best = Math.max(best, number < 100 ? Math.min(Math.round(number), 99) : 100);
  }

  function report(score, state) {
    fresh = false;
    const before = [best, done].join();
    if (typeof score === "number") better(100 * score);
    done = done || state.done === true;
    work = state;
    session(JSON.stringify({ best, done, state }));
    const waits = unsaved || !api; // attempt() is on its way
    unsaved = true;
    // A slow system stops this window while it answers, so it hears of moves now and then, and of a score at once.
    if (api && (took < OFTEN || [best, done].join() !== before)) save();
    if (unsaved && !waits) setTimeout(attempt, Math.max(OFTEN, Math.min(4 * took, SELDOM)));
  }

  addEventListener("message", ({ data, source }) => {
    if (source !== frame.contentWindow || Object(data) !== data) return;
    if (data.subject === "SPLICE.getState") {
      asked = String(data.message_id);
      answer();
    }
    if (data.subject === "SPLICE.reportScoreAndState" && Object(data.state) === data.state) report(data.score, data.state);
  });

  addEventListener("beforeunload", (event) => {
    if (unsaved) event.preventDefault();
  });

  addEventListener("pagehide", () => {
    if (!api || over) return;
    save();
    call(api.end, "");
    over = true;
  });

  addEventListener("pageshow", (event) => event.persisted && location.reload());

  // What a reload of this tab has left, for no system had taken it.
  const held = object(session());
  if (Object(held.state) === held.state) {
    kept = work = held.state;
    better(held.best);
    done = held.done === true;
    unsaved = true;
  }
  frame.src = task.page;
  attempt();
})();
