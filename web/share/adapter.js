// Connects a course system (Moodle, Canvas, Blackboard, Brightspace ...) with the page in the frame below: it reports each action of
// the student to the system at once, and returns the saved work to the page, so that the student can continue.
//
// The session with the system is in one of five states:
//
//   state      meaning                                          sent        leads to
//   searching  no system has begun a session                    nothing     reading
//   reading    a session is open, its saved work is not read    nothing     open, searching
//   open       the saved work is read, everything is recorded   actions     failing, ended
//   failing    the system refused something                     everything  open, ended, reading (if a session begins again)
//   ended      the session is over; the script looks for one    nothing     reading
//
// Four rules hold in every state. Nothing is sent before the saved work has been read. Work belongs to one learner and one task: it
// is stored beyond this window only under a learner's ID, and only in this tab. Saved work is replaced only by work that continues it.
// A score never falls: the tabs of one learner and task share it, and only one of them saves its work.
//
// The page sends SPLICE messages: getState when it is ready, and reportScoreAndState after each action.

(function () {
  "use strict";

  const task = JSON.parse(document.getElementById("task").textContent);
  const OFTEN = 500; // milliseconds between two tries at first
  const SELDOM = { searching: 4000, reading: 4000, ended: 4000, failing: 30000 }; // milliseconds between two later tries
  const PATIENCE = 5; // tries before the student gets a message
  const LATE = 30000; // milliseconds that a prediction waits for a system
  const MOST_KNOWN = 8; // saved states that are remembered
  const STATE = "cmi.suspend_data";
  const NO_RECORD = { best: null, done: false, rank: 0, saved: "" };
  const BOARD = ["path", "game", "at", "holes"]; // keys of the work that are left out if it is too long, in this order
  const began = Date.now();

  let frame = document.getElementById("page");
  let state = "searching";
  let system = null; // the system that began the last session
  let values = {}; // element -> the text that was read so far
  let taken = {}; // element -> the text that the system has accepted
  let begun = []; // objects whose session may still be open
  let useless = []; // objects that open a session but return no data
  let tries = 0; // tries without success
  let took = 0; // milliseconds of the last save
  let timer = 0;
  let learner = null; // the ID of the student, "" if the system gives none; null before the first session

  let work = null; // the page's last report
  let best = null; // highest score so far, 0 to 100; null if nothing is scored
  let done = false;
  let rank = began; // when this window was opened, or finished the task; the tab with the highest rank saves its work
  let saved = ""; // text of the newest work that a tab has saved
  let known = []; // texts of saved work that this work continues
  let unsaved = false;

  let start = null; // the state with which the page starts; null until that is known
  let request = ""; // the page's unanswered request for that state
  let isLoading = true; // the page has not requested the state yet
  let note = ""; // the message about the work, by its name
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

  // A prediction can be made only once. So predictions begin when the system has returned the earlier ones, or does not answer.
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

  // --- work stored beyond this window -------------------------------------------------------------------------------

  // The address of the file distinguishes copies of a package. A browser's settings may forbid the storage.
  const place = `knights-tour-course-2 ${task.id} ${location.pathname}${location.search}`;
  const key = () => `${place} ${learner}`;

  function storeWork() {
    if (!learner) return;
    try {
      sessionStorage.setItem(key(), JSON.stringify({ work, best, done, known }));
    } catch (error) {}
  }

  function dropWork() {
    if (!learner) return;
    try {
      sessionStorage.removeItem(key());
    } catch (error) {}
  }

  function storedWork() {
    if (!learner) return null;
    try {
      const { work, best, done, known } = object(sessionStorage.getItem(key()));
      const isWork = Object(work) === work && Array.isArray(known);
      return isWork ? { work, best: points(best), done: done === true, known: known.map(String) } : null;
    } catch (error) {
      return null;
    }
  }

  function recordText() {
    try {
      return localStorage.getItem(place) || "";
    } catch (error) {
      return "";
    }
  }

  const oldRecord = recordText();

  // Returns what the tabs of this learner and task share: the highest score, and the work of the tab that may save it. It does not
  // count if the system took it before this window was opened: then the system's data are right, and may be those of a new attempt.
  function record() {
    const text = recordText();
    const { id, best, done, rank, saved, isSent } = object(text);
    const isNew = text !== oldRecord;
    const counts = learner && id === learner && !(isSent && !isNew);
    const isWork = Object.keys(object(String(saved))).length > 0;
    const known = { rank: rank <= Date.now() ? Number(rank) : 0, saved: isWork ? String(saved) : "", isNew };
    return counts ? { ...known, best: points(best), done: done === true } : NO_RECORD;
  }

  // Shares the score and the work with the other tabs. Returns true if this tab may save its work.
  function share(isSent) {
    const others = record();
    saved = others.rank > rank ? others.saved || saved : saved || others.saved;
    const highest = Math.max(rank, others.rank);
    best = higher(best, others.best);
    done = done || others.done;
    try {
      if (learner) localStorage.setItem(place, JSON.stringify({ id: learner, best, done, rank: highest, saved, isSent }));
    } catch (error) {}
    return rank === highest;
  }

  function object(text) {
    try {
      const found = JSON.parse(text);
      return Object(found) === found ? found : {};
    } catch (error) {
      return {};
    }
  }

  // Returns the rounded score; 99.6 becomes 99, because 100 means "passed".
  function points(score) {
    const number = parseFloat(score);
    if (!(number >= 0 && number <= 100)) return null;
    return number < 100 ? Math.min(Math.round(number), 99) : 100;
  }

  const higher = (a, b) => (a === null ? b : b === null ? a : Math.max(a, b));
  // Returns the work of a text without its score, which each tab may raise.
  const canonical = (text) => JSON.stringify({ ...object(text), score: undefined, done: undefined });

  function remember(text) {
    const plain = canonical(text);
    known = [...known.filter((each) => each !== plain), plain].slice(-MOST_KNOWN);
  }

  // --- a session begins ---------------------------------------------------------------------------------------------

  function enter(name) {
    if (name !== "reading") tries = 0;
    state = name;
  }

  // Systems of the other edition are tried only if none of this edition begins a session. After a session, only its edition counts.
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

  // Reads the values, keeping those already read: a system that fails sometimes returns all of them after some tries.
  function read() {
    if (!systems.isThere(system)) return leave();
    const elements = [system.learner, system.status, system.score, STATE];
    for (const name of elements) {
      values[name] ??= systems.read(system, name);
      if (values[name] === null && systems.hasEnded(system)) return leave();
    }
    const isRead = elements.every((name) => values[name] !== null);
    const isAnonymous = isRead && learner && !values[system.learner]; // the session may be that of another student
    const hasOther = systems.all(task.edition).some((each) => ![system.object, ...useless].includes(each.object));
    if (isAnonymous || (!isRead && tries >= PATIENCE && hasOther)) return leave(true);
    if (!isRead) return;
    settle(values[system.learner]);
    enter("open");
    save();
  }

  // Open edX does not return the status and the score, or returns 0 for no score; its saved work has both.
  // Another tab may have newer work since this window was opened, and work that the system has not taken.
  function savedWork() {
    const others = record();
    const text = (others.isNew && others.saved) || values[STATE] || others.saved;
    const [status, work] = [values[system.status], object(text)];
    const score = status === "passed" ? 100 : points(values[system.score]) || null;
    const isDone = /^(passed|completed)$/.test(status) || work.done === true;
    const isEmpty = !Object.keys(work).length;
    return { text, work: isEmpty ? null : work, best: higher(score, points(100 * work.score)), done: isDone, known: [canonical(text)] };
  }

  // Chooses between the saved work, the work stored in this tab, and the work of this window.
  function settle(id) {
    const before = learner;
    learner = id;
    const theirs = savedWork();
    const isSame = id === before && (id || !theirs.work || known.includes(theirs.known[0]));
    const isOther = before !== null && !isSame;
    const here = work && !isOther ? { work, best, done, known } : null;
    const base = isSame ? theirs : successor(theirs, storedWork());
    const chosen = successor(base, here);
    const all = task.once ? [theirs.done ? theirs : chosen] : [theirs, base, chosen, here || chosen];
    best = all.map((each) => each.best).reduce(higher);
    done = theirs.done || chosen.done;
    known = [...new Set([...chosen.known, ...theirs.known])];
    saved = theirs.work ? theirs.text : "";
    taken = theirs.work ? { [STATE]: values[STATE] } : {};
    work = chosen === theirs ? null : chosen.work;
    unsaved = work !== null;
    if (unsaved) storeWork();
    if (isOther) note = "other";
    else if (here && chosen !== here) note = "restored";
    if (isOther || chosen !== here) restart(chosen.work || {}, isOther);
  }

  // Returns the work to continue: the other work if it continues the saved work, or if it finishes the task and the saved work
  // does not. Finished predictions do not count: made before the saved ones were read, they would be a second attempt.
  function successor(saved, other) {
    if (!other) return saved;
    const hasGrown = !saved.work || other.known.includes(saved.known[saved.known.length - 1]);
    return hasGrown || (!task.once && other.done && !saved.done) ? other : saved;
  }

  // --- the system records -------------------------------------------------------------------------------------------

  // Returns the work as a text, with the highest score; if it is too long for the system, its longest keys are left out.
  function packed(work) {
    const all = { ...work, score: best === null ? undefined : best / 100, done };
    for (let n = 0; n <= BOARD.length; n++) {
      const text = JSON.stringify(all, (key, value) => (BOARD.slice(0, n).includes(key) ? undefined : value));
      if (text.length <= system.room) return [text, n ? "long" : ""];
    }
    return [JSON.stringify({ score: all.score, done }), work.code ? "program" : "long"];
  }

  // Sends texts that the system has not accepted yet: it may be slow, or fail sometimes and accept everything after some tries.
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
    const isOurs = share(false);
    const newest = (isOurs && work) || object(saved);
    const [text, left] = packed(newest);
    if (best || done || Object.keys(newest).length) saved = text;
    if (newest === work) {
      remember(saved);
      storeWork();
      share(false);
    }
    const about = isOurs ? left : "elsewhere";
    // The score is sent first, because Open edX passes it on when it receives the status.
    const sent = [best === null || send(system.scores(best)), send(system.states(best, done)), !saved || send({ [STATE]: saved })];
    try {
      send(system.visit(Math.round((Date.now() - began) / 1000))); // its failure does no harm
    } catch (error) {}
    const isTaken = systems.commit(system);
    if (!isTaken && systems.hasEnded(system)) throw new Error("the session has ended");
    return { isTaken: isTaken && !sent.includes(false), about };
  }

  // Sends everything; what the system refuses stays unsaved here.
  function save() {
    const since = Date.now();
    if (hasChanged()) return enter("ended");
    try {
      if (!systems.isThere(system)) throw new Error("the session has ended");
      const { isTaken, about } = sendAll();
      unsaved = !isTaken;
      if (isTaken) {
        share(true);
        dropWork();
        if (!["other", "restored"].includes(note)) note = about;
      }
      if (isTaken !== (state === "open")) enter(isTaken ? "open" : "failing");
      if (isTaken) tries = 0;
    } catch (error) {
      leave();
      enter("ended");
    }
    took = Date.now() - since;
  }

  // Returns true if the system continues with another student.
  function hasChanged() {
    const id = learner && systems.read(system, system.learner);
    return Boolean(id) && id !== learner;
  }

  // Begins a session if the system refused everything for long and has none; otherwise saves again.
  function saveAgain() {
    if (tries >= PATIENCE && systems.begin(system)) {
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
    if (!request || start === null) return;
    frame.contentWindow.postMessage({ subject: "SPLICE.getState.response", message_id: request, state: start }, "*");
    request = "";
  }

  // Gives this state to the page; loads the page again if it has started with another state.
  function restart(with_, isOther) {
    const isNew = start === null || canonical(JSON.stringify(start)) !== canonical(JSON.stringify(with_));
    if (!isNew && !reports && !isOther) return;
    start = with_;
    if (isLoading || (request && !reports)) return answer();
    const next = frame.cloneNode();
    [isLoading, request, reports] = [true, "", 0];
    next.src = task.page;
    frame.replaceWith(next);
    frame = next;
  }

  function report(score, next) {
    reports += 1;
    share(false);
    const before = [best, done].join();
    if (typeof score === "number" && !(task.once && done)) best = higher(best, points(100 * score));
    if (next.done === true && !done) [done, rank] = [true, Date.now()];
    work = next;
    unsaved = true;
    if (share(false)) storeWork();
    if (reports > 1) note = ""; // the first report repeats the state with which the page started
    // A slow system blocks this window while it answers, so it gets a score at once but moves only from time to time.
    const isSoon = took < OFTEN || [best, done].join() !== before;
    if (isSoon && (state === "open" || state === "failing")) save();
    if ((unsaved || state !== "open") && !timer) timer = setTimeout(attempt, Math.max(OFTEN, Math.min(4 * took, SELDOM.failing)));
    show();
  }

  addEventListener("message", ({ data, source }) => {
    if (source !== frame.contentWindow || Object(data) !== data || state === "closed") return;
    if (data.subject === "SPLICE.getState") {
      isLoading = false;
      request = String(data.message_id);
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
