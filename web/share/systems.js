// The course systems that can be reached from this window, and calls to one of them.
//
// In SCORM, a parent or opener of this window has an object: API in SCORM 1.2, API_1484_11 in SCORM 2004. Other scripts use these
// names too, so an object counts only if it has the functions of its edition.
// Nothing here throws if a call fails.
//
//   systems.all(edition)      all systems found, those of this edition first
//   systems.isThere(system)   false if its window has closed or has another object
//   systems.begin(system)     begins a session; true if the system did so
//   systems.open(system)      the same; in SCORM 2004 also true if a session is open already
//   systems.read(system, element)   the text of a data element, "" if the system has none; null if it did not answer
//   systems.write(system, element, text), commit(system), end(system)   true if the system took it
//   systems.hasEnded(system)  true if the last call failed because no session is open

const systems = (function () {
  "use strict";

  const MOST_WINDOWS = 50; // windows that are searched
  const NO_ERROR = ["", "0"];
  const FUNCTIONS = ["Initialize", "GetValue", "SetValue", "Commit"];

  const two = (number) => String(number).padStart(2, "0");
  const clock = (all) => `${two(Math.floor(all / 3600))}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;

  const EDITIONS = {
    "1.2": {
      name: "API",
      prefix: "LMS",
      last: "Finish",
      room: 4096, // characters of saved work
      learner: "cmi.core.student_id",
      status: "cmi.core.lesson_status",
      score: "cmi.core.score.raw",
      already: [], // errors that mean: a session is open
      empty: [...NO_ERROR, "401"], // errors that mean: nothing is saved
      ended: ["301"], // errors that mean: no session is open
      states: (score, done) => ({ "cmi.core.lesson_status": score === 100 ? "passed" : done ? "completed" : "incomplete" }),
      scores: (score) => ({ "cmi.core.score.min": "0", "cmi.core.score.max": "100", "cmi.core.score.raw": String(score) }),
      visit: (seconds) => ({ "cmi.core.exit": "suspend", "cmi.core.session_time": clock(seconds) }),
    },
    2004: {
      name: "API_1484_11",
      prefix: "",
      last: "Terminate",
      room: 64000,
      learner: "cmi.learner_id",
      status: "cmi.completion_status",
      score: "cmi.score.raw",
      already: ["103"],
      empty: [...NO_ERROR, "401", "402", "403"],
      ended: ["112", "113", "122", "123", "132", "133", "142", "143"],
      states: (score, done) => ({ "cmi.completion_status": done ? "completed" : "incomplete", "cmi.success_status": score === 100 ? "passed" : "unknown" }),
      scores: (score) => ({ "cmi.score.min": "0", "cmi.score.max": "100", "cmi.score.raw": String(score), "cmi.score.scaled": String(score / 100) }),
      visit: (seconds) => ({ "cmi.exit": "suspend", "cmi.session_time": `PT${seconds}S` }),
    },
  };

  // Returns null if the action throws: windows of other sites are not accessible, and a getter may throw.
  function attempt(action) {
    try {
      return action();
    } catch (error) {
      return null;
    }
  }

  // Returns this window, and the parent and the opener of each window found, the nearest first.
  function windows() {
    const found = [window];
    for (let i = 0; i < found.length && found.length < MOST_WINDOWS; i++) {
      for (const next of [attempt(() => found[i].parent), attempt(() => found[i].opener)]) {
        if (next && !found.includes(next)) found.push(next);
      }
    }
    return found;
  }

  const isFunction = (object, name) => typeof object[name] === "function";

  function systemIn(view, edition) {
    return attempt(() => {
      const object = view[edition.name];
      const isWhole = [...FUNCTIONS, edition.last].every((name) => isFunction(object, edition.prefix + name));
      return isWhole && !view.closed ? { ...edition, view, object } : null;
    });
  }

  function all(name) {
    const { [name]: own, ...others } = EDITIONS;
    const editions = own ? [own, ...Object.values(others)] : Object.values(others);
    return editions.flatMap((edition) => windows().map((view) => systemIn(view, edition)).filter(Boolean));
  }

  // Some pages create a new object at each access. Then a different object does not mean that the system has gone.
  function isThere(system) {
    const now = () => system.view[system.name];
    return attempt(() => !system.view.closed && Boolean(now()) && (now() === system.object || now() !== now())) === true;
  }

  function call(system, name, ...values) {
    return attempt(() => {
      const answer = system.view.closed ? null : system.object[system.prefix + name](...values);
      return answer === null || answer === undefined ? null : String(answer); // throws for some objects
    });
  }

  const error = (system) => call(system, "GetLastError") || "";
  const isTaken = (system, ...words) => call(system, ...words) === "true";
  const begin = (system) => isTaken(system, "Initialize", "");
  const open = (system) => begin(system) || system.already.includes(error(system));
  const write = (system, element, text) => isTaken(system, "SetValue", element, text);
  const commit = (system) => isTaken(system, "Commit", "");
  const end = (system) => isTaken(system, system.last, "");
  const hasEnded = (system) => system.ended.includes(error(system));

  // Open edX returns null without an error for a student without an ID.
  function hasNoLearner(system) {
    const answer = attempt(() => [system.object[system.prefix + "GetValue"](system.learner)]);
    return Boolean(answer) && answer[0] === null && error(system) === "0";
  }

  function read(system, element) {
    const text = call(system, "GetValue", element);
    if (text === null && element === system.learner && hasNoLearner(system)) return "";
    if (text === null || /^(false|null|undefined)$/.test(text)) return null;
    return text || system.empty.includes(error(system)) ? text : null;
  }

  return { all, begin, commit, end, hasEnded, isThere, open, read, write };
})();
