// Between a course system (Moodle, Canvas, Blackboard, Brightspace ...) and the page in the frame below: the system hears of each act
// of the student at once, and the page gets back what the system has saved, so that the student goes on from there.
//
// The session with the system is in one of five states:
//
//   state      meaning                                          sent        leads to
//   searching  no system has begun a session                    nothing     reading
//   reading    a session is open, its saved work is not read    nothing     open, searching
//   open       the saved work is read, and all is recorded      each act    failing, ended
//   failing    the system did not take something                all of it   open, ended, reading (a session that it begins again)
//   ended      the session is over; another one is looked for   nothing     reading
//
// Three rules hold in each of them. Nothing is sent before the saved work has been read. Work belongs to one learner and one task: it
// outlives this window only under a learner's ID, and only in this tab. Saved work is replaced only by work that began with it.
//
// The page speaks SPLICE: getState when it is ready, and reportScoreAndState after each act.

(function () {
  "use strict";

  const task = JSON.parse(document.getElementById("task").textContent);
  const OFTEN = 500; // milliseconds between two tries at first
  const SELDOM = { searching: 4000, reading: 4000, ended: 4000, failing: 30000 }; // milliseconds between two later tries
  const PATIENCE = 5; // tries until the student hears of it
  const LATE = 30000; // milliseconds that a prediction waits for a system
  const MOST_KNOWN = 8; // saved states that are remembered
  const STATE = "cmi.suspend_data";
  const began = Date.now();

  let frame = document.getElementById("page");
  let state = "searching";
  let system = null; // the last one that began a session
  let values = {}; // what was read from it so far
  let taken = {}; // what it has taken: element, text
  let begun = []; // objects whose session is not known to be over
  let useless = []; // objects that open a session and give nothing back
  let tries = 0; // tries without success
  let took = 0; // milliseconds of the last save
  let timer = 0;
  let learner = null; // the ID of who works here, "" if the system gives none; null before the first session

  let work = null; // the page's last report
  let best = null; // score so far, 0 to 100, which never falls; null where nothing is scored
  let done = false;
  let known = []; // texts of saved work from which this work has grown
  let unsaved = false;

  let start = null; // the state with which the page starts; null until that is known
  let asked = ""; // the page's request for it, until it is answered
  let isLoading = true; // the page has not asked yet
  let note = ""; // tells once what has become of the work
  let reports = 0; // reports since the page started

  // --- status -------------------------------------------------------------------------------------------------------

  const wanted = [task.lang, ...(navigator.languages || [])].map((name) => String(name).slice(0, 2));
  const words = task.words[wanted.find((name) => name in task.words) || "en"];

  function message() {
    if (isWaiting()) return tries >= PATIENCE ? "waiting" : "";
    if (state === "searching") return tries >= PATIENCE ? "missing" : "";
    if (state === "failing") return "refused";
    if (state === "ended" || (state === "reading" && learner !== null)) return "ended";
    if (state === "reading") return tries >= PATIENCE ? "unread" : "";
    return note;
  }

  // Predictions can be made once, so they begin when the system has told how many there are, or does not answer.
  function isWaiting() {
    return task.once && learner === null && Date.now() - began < LATE;
  }

  function show() {
    const name = message();
    const text = name ? words[name] : "";
    const status = document.getElementById("said");
    if (status.textContent !== text) status.textContent = text;
    frame.inert = isWaiting();
  }

  // --- work that outlives this window -------------------------------------------------------------------------------

  // The file's address tells two copies of one package apart. A browser's settings may forbid the storage.
  const key = () => `knights-tour-course-2 ${task.id} ${location.pathname}${location.search} ${learner}`;

  function hold() {
    if (!learner) return;
    try {
      sessionStorage.setItem(key(), JSON.stringify({ work, best, done, known }));
    } catch (error) {}
  }

  function release() {
    if (!learner) return;
    try {
      sessionStorage.removeItem(key());
    } catch (error) {}
  }

  function held() {
    if (!learner) return null;
    try {
      const { work, best, done, known } = object(sessionStorage.getItem(key()));
      const isWork = Object(work) === work && Array.isArray(known);
      return isWork ? { work, best: points(best), done: done === true, known: known.map(String) } : null;
    } catch (error) {
      return null;
    }
  }

  function object(text) {
    try {
      const found = JSON.parse(text);
      return Object(found) === found ? found : {};
    } catch (error) {
      return {};
    }
  }

  // 99.6 is not 100, which passes.
  function points(score) {
    const number = parseFloat(score);
    if (!(number >= 0 && number <= 100)) return null;
    return number < 100 ? Math.min(Math.round(number), 99) : 100;
  }

  const higher = (a, b) => (a === null ? b : b === null ? a : Math.max(a, b));
  const canonical = (text) => JSON.stringify(object(text));

  function remember(text) {
    const plain = canonical(text);
    known = [...known.filter((each) => each !== plain), plain].slice(-MOST_KNOWN);
  }

  // --- a session begins ---------------------------------------------------------------------------------------------

  function enter(name) {
    if (name !== "reading") tries = 0;
    state = name;
  }

  // The other edition is tried only if no system of this one begins a session; a session that ended is followed by one of its edition.
  function candidates() {
    const found = systems.all(task.edition).filter((each) => !useless.includes(each.object));
    if (state === "ended") return found.filter((each) => each.name === system.name);
    return tries < PATIENCE ? found.filter((each) => each.name === found[0].name) : found;
  }

  function begin() {
    const found = candidates().find((each) => begun.includes(each.object) || systems.open(each));
    if (!found) {
      useless = [];
      return;
    }
    begun.push(found.object);
    [system, values, taken] = [found, {}, {}];
    enter("reading");
    read();
  }

  function leave(isUseless) {
    if (isUseless) useless.push(system.object);
    else begun = begun.filter((each) => each !== system.object);
    state = learner === null ? "searching" : "ended";
  }

  // A system that fails now and then gives one value after the other.
  function read() {
    if (!systems.isThere(system)) return leave();
    const elements = [system.learner, system.status, system.score, STATE];
    for (const name of elements) {
      values[name] ??= systems.read(system, name);
      if (values[name] === null && systems.hasEnded(system)) return leave();
    }
    const isRead = elements.every((name) => values[name] !== null);
    const isAnonymous = isRead && learner && !values[system.learner]; // who knows whose session that is
    const hasOther = systems.all(task.edition).some((each) => ![system.object, ...useless].includes(each.object));
    if (isAnonymous || (!isRead && tries >= PATIENCE && hasOther)) return leave(true);
    if (!isRead) return;
    settle(values[system.learner], savedWork());
    enter("open");
    save();
  }

  // Open edX reports neither status nor score again, or 0 where none was set: its saved work has both.
  function savedWork() {
    const [text, status, work] = [values[STATE], values[system.status], object(values[STATE])];
    const score = status === "passed" ? 100 : points(values[system.score]) || null;
    const isDone = /^(passed|completed)$/.test(status) || work.done === true;
    const isEmpty = !Object.keys(work).length;
    return { work: isEmpty ? null : work, best: higher(score, points(100 * work.score)), done: isDone, known: [canonical(text)] };
  }

  // Decides between the work that was saved, the work held in this tab, and the work of this window.
  function settle(id, saved) {
    const isSame = learner !== null && id === learner && (id || !saved.work || known.includes(saved.known[0]));
    const isOther = learner !== null && !isSame;
    const here = work && !isOther ? { work, best, done, known } : null;
    learner = id;
    const base = isSame ? saved : successor(saved, held());
    const chosen = successor(base, here);
    const all = task.once ? [saved.done ? saved : chosen] : [saved, base, chosen, here || chosen];
    best = all.map((each) => each.best).reduce(higher);
    done = saved.done || chosen.done;
    known = [...new Set([...chosen.known, ...saved.known])];
    taken = saved.work ? { [STATE]: values[STATE] } : {};
    work = chosen === saved ? null : chosen.work;
    unsaved = work !== null;
    if (unsaved) hold();
    if (isOther) note = "other";
    else if (here && chosen !== here) note = "restored";
    if (isOther || chosen !== here) restart(chosen.work || {}, isOther);
  }

  // The work that goes on: what has grown from the saved work, or a finished task where that is unfinished. Predictions made
  // before they could be read would be a second attempt.
  function successor(saved, other) {
    if (!other) return saved;
    const hasGrown = !saved.work || other.known.includes(saved.known[saved.known.length - 1]);
    return hasGrown || (!task.once && other.done && !saved.done) ? other : saved;
  }

  // --- the system records -------------------------------------------------------------------------------------------

  // What is too long for the system goes without its longest keys.
  function packed(all) {
    for (const left of [[], ["path"], ["path", "game"], ["path", "game", "at", "holes"]]) {
      const text = JSON.stringify(all, (key, value) => (left.includes(key) ? undefined : value));
      if (text.length <= system.room) return { text, isWhole: !left.length };
    }
    return { text: JSON.stringify({ score: all.score, done: all.done }), isWhole: false };
  }

  // What was taken is not sent again: a system may be slow, and one that fails now and then takes all of it in the end.
  function send(all) {
    let isAll = true;
    for (const [name, text] of Object.entries(all)) {
      if (taken[name] === text) continue;
      if (systems.write(system, name, text)) taken[name] = text;
      else isAll = false;
      if (!isAll && systems.hasEnded(system)) throw new Error("the session has ended");
    }
    return isAll;
  }

  function sendAll() {
    const { text, isWhole } = work ? packed(work) : { text: "", isWhole: true };
    if (work) {
      remember(text);
      hold();
    }
    // The score comes first: Open edX hands it on when it hears of the state.
    const sent = [best === null || send(system.scores(best)), send(system.states(best, done)), !work || send({ [STATE]: text })];
    try {
      send(system.visit(Math.round((Date.now() - began) / 1000))); // its failure does no harm
    } catch (error) {}
    const isTaken = systems.commit(system);
    if (!isTaken && systems.hasEnded(system)) throw new Error("the session has ended");
    return { isTaken: isTaken && !sent.includes(false), isWhole };
  }

  // Sends all that is known; of what the system does not take nothing is forgotten.
  function save() {
    const since = Date.now();
    if (hasChanged()) return enter("ended");
    try {
      if (!systems.isThere(system)) throw new Error("the session has ended");
      const { isTaken, isWhole } = sendAll();
      unsaved = !isTaken;
      if (isTaken) release();
      if (isTaken && (note === "" || note === "long")) note = isWhole ? "" : "long";
      if (isTaken !== (state === "open")) enter(isTaken ? "open" : "failing");
      if (isTaken) tries = 0;
    } catch (error) {
      leave();
      enter("ended");
    }
    took = Date.now() - since;
  }

  // A system may go on with another learner.
  function hasChanged() {
    const id = learner && systems.read(system, system.learner);
    return Boolean(id) && id !== learner;
  }

  // A system that has taken nothing for long may have begun a session without this window.
  function saveAgain() {
    if (tries >= PATIENCE && systems.begins(system)) {
      [values, taken] = [{}, {}];
      enter("reading");
      read();
    } else save();
  }

  function attempt() {
    if (state === "closed") return;
    clearTimeout(timer);
    timer = 0;
    if (state === "searching" || state === "ended") begin();
    else if (state === "reading") read();
    else if (state === "failing" || unsaved) saveAgain();
    if (state !== "open" || unsaved) {
      tries += 1;
      const wait = Math.min(OFTEN * 2 ** Math.max(0, tries - PATIENCE), SELDOM[state] || OFTEN);
      timer = setTimeout(attempt, wait);
    }
    show();
  }

  // --- the page -----------------------------------------------------------------------------------------------------

  function answer() {
    if (!asked || start === null) return;
    frame.contentWindow.postMessage({ subject: "SPLICE.getState.response", message_id: asked, state: start }, "*");
    asked = "";
  }

  // The page goes on from this state; it starts over where it has gone on from another one.
  function restart(with_, isOther) {
    const isNew = start === null || canonical(JSON.stringify(start)) !== canonical(JSON.stringify(with_));
    if (!isNew && !reports && !isOther) return;
    start = with_;
    if (isLoading || (asked && !reports)) return answer();
    const next = frame.cloneNode();
    [isLoading, asked, reports] = [true, "", 0];
    next.src = task.page;
    frame.replaceWith(next);
    frame = next;
  }

  function report(score, next) {
    reports += 1;
    const before = [best, done].join();
    if (typeof score === "number" && !(task.once && done)) best = higher(best, points(100 * score));
    done = done || next.done === true;
    work = next;
    unsaved = true;
    hold();
    if (reports > 1) note = ""; // the first one only repeats the state with which the page has started
    // A slow system stops this window while it answers, so it hears of moves now and then, and of a score at once.
    const isSoon = took < OFTEN || [best, done].join() !== before;
    if (isSoon && (state === "open" || state === "failing")) save();
    if ((unsaved || state !== "open") && !timer) timer = setTimeout(attempt, Math.max(OFTEN, Math.min(4 * took, SELDOM.failing)));
    show();
  }

  addEventListener("message", ({ data, source }) => {
    if (source !== frame.contentWindow || Object(data) !== data || state === "closed") return;
    if (data.subject === "SPLICE.getState") {
      isLoading = false;
      asked = String(data.message_id);
      answer();
    }
    if (data.subject === "SPLICE.reportScoreAndState" && Object(data.state) === data.state) report(data.score, data.state);
  });

  addEventListener("beforeunload", (event) => {
    if (unsaved) event.preventDefault();
  });

  addEventListener("pagehide", () => {
    if (state === "open" || state === "failing") save();
    if (["open", "failing", "reading"].includes(state)) systems.end(system);
    state = "closed";
  });

  addEventListener("pageshow", (event) => event.persisted && location.reload());

  frame.src = task.page;
  attempt();
})();
