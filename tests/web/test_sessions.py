"""A package in a course system that is late, fails, ends its session or changes its learner.

The situations are those of the table in docs/courses.md. The scripts are the package's own, the
course systems are scorm-again; windows and clock are simulated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.shared.course_tab import Tabs, tabs
from web.make.steps import ROOT
from web.share.course import EDITIONS, LAUNCH, WORDS, Package, files

PLAY = Package.read("board=3x4&mode=play&lock=all")
PREDICT = Package.read("board=6x6&mode=predict")
SEVEN, THREE = "seven squares,0,0", "three squares,0,0"
#: Where scorm-again has the score.
SCORE = {"1.2": ("core", "score", "raw"), "2004": ("score", "raw")}


@dataclass
class Tab:
    """A tab of a browser: the window of a course, and packages in frames of it."""

    run: Tabs
    edition: str
    around: str = "course"

    def opens(self, task: Package = PLAY, name: str = "sco", **options: object) -> None:
        """Open a package in a new document in the course's window."""
        html = files(task, self.edition)[LAUNCH]
        self.run(
            f"globalThis.{name} = open(html, {{around: {self.around}, ...options}}); 0",
            html=html,
            options=options,
        )

    def asks(self, name: str = "sco") -> None:
        """Request the saved work, as the page does once Python is ready."""
        self.run(f"{name}.page.ask()")

    def enters(self, task: Package = PLAY, **options: object) -> None:
        """Open a package, and request the saved work."""
        self.opens(task, **options)  # type: ignore[arg-type]
        self.asks()

    def begins(self, learner: str, task: Package = PLAY, fails: str = "", **saved: Any) -> None:
        """Open a package with a course system that answers at once, or makes calls fail."""
        self.comes(learner, **saved)
        if fails:
            self.fails(fails)
        self.enters(task)

    def inner(self) -> Tab:
        """Open a package in a frame of the course's window, which is named `inner`."""
        within = Tab(self.run, self.edition, "inner")
        within.enters()
        return within

    def acts(self, game: str, score: float = 0, *, done: bool = False, name: str = "sco") -> None:
        """Report an action of the student, as the page does."""
        state = {"game": game, "done": done}
        self.run(f"{name}.page.act(state, score); 0", state=state, score=score)

    def system(self, learner: str, name: str = "lms", **saved: object) -> None:
        """Create a course system with its saved work; `answers` puts it into the window."""
        self.run(
            f"globalThis.{name} = runtime(edition, learner, saved); 0",
            edition=self.edition,
            learner=learner,
            saved=json.dumps(saved) if saved else "",
        )

    def answers(self, name: str = "lms") -> None:
        """Put a course system into the course's window."""
        self.run(f"{self.around}[{name}.name] = {name}.object; 0")

    def comes(self, learner: str, name: str = "lms", **saved: object) -> None:
        """Create a course system, and put it into the course's window."""
        self.system(learner, name, **saved)
        self.answers(name)

    def fails(self, when: str, name: str = "lms") -> None:
        """Make these calls of a course system fail: an expression of `call` and `element`."""
        self.run(f"{{let n = 0; {name}.fails = (call, element) => {when};}} 0")

    def waits(self, seconds: float) -> None:
        """Advance the clock."""
        self.run(f"wait({seconds})")

    def game(self, name: str = "sco") -> str:
        """Return the game that the page shows; "" at its start."""
        return str(self.run(f"{name}.page.state.game || ''"))

    def saved(self, name: str = "lms") -> str:
        """Return the game saved by a course system."""
        text = self.run(f"{name}.committed ? {name}.committed.suspend_data : ''") or "{}"
        return str(json.loads(text).get("game", ""))

    def score(self, name: str = "lms") -> str:
        """Return the score saved by a course system."""
        where = ".".join(SCORE[self.edition])
        return str(self.run(f"{name}.committed ? {name}.committed.{where} : ''") or "")

    def writes(self, name: str = "lms") -> list[str]:
        """Return all saved work that was written to a course system."""
        calls = self.run(f"{name}.calls")
        return [call[2] for call in calls if call[:2] == ["SetValue", "cmi.suspend_data"]]

    def status(self, name: str = "sco") -> str:
        """Return the name of the sentence shown to the student; "" for none."""
        text = self.run(f"{name}.said")
        return next((key for key, words in WORDS.items() if words == text), str(text))


@pytest.fixture(scope="module")
def run() -> Iterator[Tabs]:
    """A process for all tests of this module."""
    with tabs() as run:
        yield run


@pytest.fixture(params=EDITIONS)
def tab(run: Tabs, request: pytest.FixtureRequest) -> Tab:
    """A new tab, with the window of a course."""
    run("stored.clear(); globalThis.course = window_({}); 0")
    return Tab(run, str(request.param))


SITUATIONS: dict[str, Callable[[Tab], Any]] = {}


def situation(text: str) -> Callable[[Callable[[Tab], Any]], Callable[[Tab], Any]]:
    """Mark the test of a situation in docs/courses.md."""

    def register(test: Callable[[Tab], Any]) -> Callable[[Tab], Any]:
        SITUATIONS[text] = test
        return test

    return register


def table() -> list[tuple[str, str]]:
    """Return the situations in docs/courses.md, each with the sentence for the student."""
    text = (ROOT / "docs/courses.md").read_text(encoding="utf-8")
    part = text.split("| situation |")[1].split("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in part]
    return [(row[0], row[2]) for row in rows]


def test_the_table_names_each_situation_and_quotes_what_the_student_reads() -> None:
    assert [name for name, _ in table()] == [*SITUATIONS]
    for _, quotes in table():
        for quote in re.findall("“(.+?) …”", quotes):
            assert any(words.startswith(quote) for words in WORDS.values()), quote


@pytest.mark.parametrize("name", SITUATIONS)
def test_in_each_situation_the_work_stays_with_its_learner(tab: Tab, name: str) -> None:
    SITUATIONS[name](tab)


# --- late ---------------------------------------------------------------------------------------


@situation("No course system answers.")
def _no_system(tab: Tab) -> None:
    tab.enters()
    tab.acts(THREE)
    assert tab.status() == ""
    tab.waits(3)
    assert tab.status() == "missing"
    assert tab.run("sco.asks")
    tab.waits(300)
    assert (tab.game(), tab.status()) == (THREE, "missing")


@situation("The system answers late; nothing was done before.")
def _late(tab: Tab) -> None:
    tab.system("a", game=SEVEN, score=0, done=False)
    tab.enters()
    tab.waits(20)
    assert tab.status() == "missing"
    tab.answers()
    tab.waits(4)
    assert (tab.game(), tab.status()) == (SEVEN, "")
    assert tab.run("sco.loads.length") == 1
    assert {json.loads(text)["game"] for text in tab.writes()} <= {SEVEN}


@situation("The system answers late and has nothing saved.")
def _late_and_empty(tab: Tab) -> None:
    tab.begins("a", fails="call === 'Initialize'")
    tab.acts(THREE)
    tab.waits(30)
    assert (tab.writes(), tab.status()) == ([], "missing")
    tab.fails("false")
    tab.waits(4)
    assert (tab.game(), tab.saved(), tab.status()) == (THREE, THREE, "")
    assert not tab.run("sco.asks")


@situation("The system answers late, after moves, and has saved work.")
def _late_after_moves(tab: Tab) -> None:
    for late in ("no object", "Initialize"):
        tab.run("globalThis.course = window_({}); 0")
        tab.system("a", game=SEVEN, score=0, done=False)
        if late == "Initialize":
            tab.fails("call === 'Initialize'")
            tab.answers()
        tab.enters()
        tab.acts(THREE)
        tab.waits(30)
        assert (tab.writes(), tab.status()) == ([], "missing")
        tab.fails("false")
        tab.answers()
        tab.waits(4)
        assert tab.run("sco.loads.length") == 2
        tab.asks()
        assert (tab.game(), tab.status()) == (SEVEN, "restored")
        tab.acts("eight squares,0,0")
        assert (tab.saved(), tab.status()) == ("eight squares,0,0", "")
        assert THREE not in str(tab.writes())


@situation("The system answers late, after the task was finished.")
def _late_after_the_end(tab: Tab) -> None:
    tab.system("a", game=SEVEN, score=0, done=False)
    tab.enters()
    tab.acts("a tour,0,0", 1, done=True)
    tab.waits(10)
    tab.answers()
    tab.waits(4)
    assert (tab.game(), tab.saved(), tab.score()) == ("a tour,0,0", "a tour,0,0", "100")
    assert tab.status() == ""


@situation("The task is a prediction, and the system answers late.")
def _late_prediction(tab: Tab) -> None:
    tab.system("a", game="6,5,4", score=0, done=False)
    tab.enters(PREDICT)
    assert tab.run("sco.frame.inert")
    tab.waits(20)
    assert (tab.run("sco.frame.inert"), tab.status()) == (True, "waiting")
    tab.answers()
    tab.waits(4)
    assert (tab.run("sco.frame.inert"), tab.status(), tab.game()) == (False, "", "6,5,4")


@situation("The task is a prediction, and no system answers for 30 s.")
def _prediction_without_a_system(tab: Tab) -> None:
    tab.system("a", game="36,35,19", score=0.54, done=True)
    tab.enters(PREDICT)
    tab.waits(40)
    assert (tab.run("sco.frame.inert"), tab.status()) == (False, "missing")
    tab.acts("36,35,25", 0.71, done=True)
    tab.answers()
    tab.waits(5)
    tab.asks()
    assert (tab.game(), tab.status()) == ("36,35,19", "restored")
    assert tab.score() in ("54", "")
    assert "0.71" not in str(tab.writes())


@situation("The system begins a session, but does not return the saved work.")
def _unread(tab: Tab) -> None:
    unread = "call === 'GetValue' && element === 'cmi.suspend_data'"
    tab.begins("a", fails=unread, game=SEVEN, score=0, done=False)
    tab.acts(THREE)
    tab.waits(30)
    assert (tab.writes(), tab.status()) == ([], "unread")
    tab.fails("false")
    tab.waits(5)
    tab.asks()
    assert (tab.game(), tab.status()) == (SEVEN, "restored")


# --- failing ------------------------------------------------------------------------------------


@situation("The system does not take the work, or not all of it.")
def _failing(tab: Tab) -> None:
    tab.begins("a")
    tab.fails("['SetValue', 'Commit'].includes(call)")
    tab.acts(THREE)
    assert tab.status() == "refused"
    tab.waits(100)
    assert (tab.saved(), tab.status(), tab.run("sco.asks")) == ("", "refused", True)
    tab.fails("false")
    tab.waits(31)
    assert (tab.saved(), tab.status(), tab.run("sco.asks")) == (THREE, "", False)


@situation("The system fails sometimes.")
def _now_and_then(tab: Tab) -> None:
    tab.begins("a", fails="n++ % 2 === 0", game=SEVEN, score=0, done=False)
    tab.waits(10)
    assert tab.game() == SEVEN
    tab.acts("a tour,0,0", 1, done=True)
    tab.waits(60)
    assert (tab.saved(), tab.score(), tab.status()) == ("a tour,0,0", "100", "")


# --- a session that ends ------------------------------------------------------------------------


@situation("The session ends and comes back in the same window.")
def _ended(tab: Tab) -> None:
    for learner in ("a", ""):
        tab.run("globalThis.course = window_({}); 0")
        tab.begins(learner)
        tab.acts(THREE)
        tab.run("lms.end(); delete course[lms.name]; 0")
        tab.acts(SEVEN)
        tab.waits(20)
        assert (tab.saved(), tab.status()) == (THREE, "ended")
        tab.comes(learner, "again")
        tab.waits(5)
        tab.acts("a tour,0,0", 1, done=True)
        assert (tab.saved("again"), tab.score("again"), tab.status()) == ("a tour,0,0", "100", "")
        assert tab.run("sco.loads.length") == 1


@situation("Another learner’s session follows in the same window.")
def _another_learner(tab: Tab) -> None:
    tab.begins("a")
    tab.fails("['SetValue', 'Commit'].includes(call)")
    tab.acts("a tour,0,0", 1, done=True)
    tab.comes("b", "other", game=SEVEN, score=0, done=False)
    tab.waits(40)
    tab.asks()
    assert (tab.game(), tab.status()) == (SEVEN, "other")
    assert tab.score("other") in ("", "0")
    tab.acts("eight squares,0,0")
    assert (tab.saved("other"), tab.status()) == ("eight squares,0,0", "")
    assert "a tour" not in tab.run("JSON.stringify(other.calls)")


@situation("The window of the course is closed.")
def _course_closed(tab: Tab) -> None:
    tab.begins("a")
    tab.acts(THREE)
    tab.run("course.closed = true; 0")
    tab.acts(SEVEN)
    assert (tab.saved(), tab.status(), tab.run("sco.asks")) == (THREE, "ended", True)


# --- the task is opened again -------------------------------------------------------------------


def _left_with_unsent_work(tab: Tab, learner: str, **options: object) -> None:
    """Leave a package while its system accepts nothing."""
    tab.comes(learner)
    tab.enters(**options)  # type: ignore[arg-type]
    tab.fails("['SetValue', 'Commit'].includes(call)")
    tab.acts("a tour,0,0", 1, done=True)
    tab.run("sco.close()")


@situation("The learner opens the task again in this tab; some work was not taken.")
def _reopened(tab: Tab) -> None:
    _left_with_unsent_work(tab, "a")
    tab.begins("a")
    assert (tab.game(), tab.saved(), tab.score()) == ("a tour,0,0", "a tour,0,0", "100")
    assert tab.run("course.storage.size") == 0


@situation("Another learner opens the task in this tab.")
def _reopened_by_another(tab: Tab) -> None:
    _left_with_unsent_work(tab, "a")
    tab.begins("b")
    assert (tab.game(), tab.saved(), tab.score()) == ("", "", "")
    assert "a tour" not in tab.run("JSON.stringify(lms.calls)")
    tab.run("sco.close()")
    tab.comes("a")
    tab.opens()
    assert tab.score() == "100"


@situation("The system gives no learner ID, or the browser stores nothing.")
def _reopened_without_an_id(tab: Tab) -> None:
    for learner, barred in (("", False), ("a", True)):
        _left_with_unsent_work(tab, learner, barred=barred)
        for next_learner in (learner, "b"):
            tab.comes(next_learner)
            tab.enters(barred=barred)
            assert (tab.game(), tab.score()) == ("", "")
            assert "a tour" not in tab.run("JSON.stringify(lms.calls)")
            tab.run("sco.close()")


@situation("Another package, or another copy of this one, is opened in this tab.")
def _another_package(tab: Tab) -> None:
    _left_with_unsent_work(tab, "a")
    for task, path in ((PREDICT, "/course.html"), (PLAY, "/2/course.html")):
        tab.comes("a")
        tab.enters(task, path=path)
        assert (tab.game(), tab.score()) == ("", "")
        tab.run("sco.close()")


def _second_tab(tab: Tab, learner: str = "a") -> Tab:
    """Open the package in another tab, a second later; its names end with 2."""
    tab.waits(1)
    tab.run("globalThis.course2 = window_({}); 0")
    other = Tab(tab.run, tab.edition, "course2")
    other.comes(learner, "lms2")
    other.opens(name="sco2")
    other.asks("sco2")
    return other


@situation("The task is open in two tabs of one browser.")
def _two_tabs(tab: Tab) -> None:
    for finishes, moves in ((("sco", "lms"), ("sco2", "lms2")), (("sco2", "lms2"), ("sco", "lms"))):
        tab.run("stored.clear(); globalThis.course = window_({}); 0")
        tab.begins("a")
        tab.acts(THREE)
        other = _second_tab(tab)
        other.acts(SEVEN, name="sco2")
        tab.waits(1)
        tab.acts("a tour,0,0", 1, done=True, name=finishes[0])
        tab.acts("eight squares,0,0", name=moves[0])
        for system in (finishes[1], moves[1]):
            assert (tab.saved(system), tab.score(system)) == ("a tour,0,0", "100")
        assert tab.status(moves[0]) == "elsewhere"
        assert not tab.run(f"{moves[0]}.asks")


@situation("The learner opens the task in another tab; some score was not taken.")
def _score_of_another_tab(tab: Tab) -> None:
    _left_with_unsent_work(tab, "a")
    _second_tab(tab)
    assert tab.score("lms2") == "100"


@situation("The learner continued elsewhere before this tab sent its work.")
def _went_on_elsewhere(tab: Tab) -> None:
    tab.begins("a")
    tab.acts(THREE)
    tab.fails("['SetValue', 'Commit'].includes(call)")
    tab.acts("four squares,0,0")
    tab.run("sco.close()")
    tab.begins("a", game=SEVEN, score=0, done=False)
    assert tab.game() == SEVEN
    tab.acts("eight squares,0,0")
    assert tab.saved() == "eight squares,0,0"
    assert "four squares" not in str(tab.writes())


@situation("Another script has an object of the same name.")
def _foreign_object(tab: Tab) -> None:
    for foreign in ("{get(){}}", "5", "{Initialize: 1}", "document", "() => 0", "throws"):
        tab.run("globalThis.course = window_({}); globalThis.inner = window_({parent: course}); 0")
        tab.run("globalThis.document = {}; 0")
        for name in ("API", "API_1484_11"):
            tab.run(
                f"Object.defineProperty(inner, '{name}', {{get() {{ throw new Error(); }}}}); 0"
                if foreign == "throws"
                else f"inner.{name} = {foreign}; course.{name} = {foreign}; 0"
            )
        tab.comes("a")
        within = tab.inner()
        within.acts(THREE)
        assert (within.saved(), within.status()) == (THREE, "")


# --- attacks: other cases of the same kinds -----------------------------------------------------


def test_an_answer_that_cannot_become_text_is_no_answer(tab: Tab) -> None:
    tab.system("a")
    tab.run("globalThis.odd = new Proxy(lms.object, {get: () => () => Object.create(null)}); 0")
    tab.run("course[lms.name] = odd; 0")
    tab.enters()
    tab.acts(THREE)
    tab.waits(3)
    assert (tab.game(), tab.status()) == (THREE, "missing")
    tab.answers()
    tab.waits(31)
    assert (tab.saved(), tab.status()) == (THREE, "")


def test_a_foreign_object_with_any_function_does_not_hide_the_real_system(tab: Tab) -> None:
    for lies in ("true", "false", ""):
        tab.run("globalThis.course = window_({}); globalThis.inner = window_({parent: course}); 0")
        other = "API" if tab.edition == "2004" else "API_1484_11"
        prefix = "LMS" if tab.edition == "2004" else ""
        names = ("Initialize", "GetValue", "SetValue", "Commit", "Finish", "Terminate")
        stub = ", ".join(f"{prefix}{name}: () => {json.dumps(lies)}" for name in names)
        tab.run(f"inner.{other} = {{{stub}}}; 0")
        tab.comes("a", game=SEVEN, score=0, done=False)
        within = tab.inner()
        assert (within.game(), within.status()) == (SEVEN, "")


def test_a_system_that_opens_sessions_and_returns_nothing_does_not_hide_one_behind_it(
    tab: Tab,
) -> None:
    tab.run("globalThis.inner = window_({parent: course}); 0")
    tab.system("", "stub")
    tab.run("stub.fails = (call) => call === 'GetValue'; inner[stub.name] = stub.object; 0")
    tab.comes("a", game=SEVEN, score=0, done=False)
    within = tab.inner()
    within.waits(20)
    assert (within.game(), within.status()) == (SEVEN, "")


def test_a_system_is_found_behind_the_window_that_opened_this_one(tab: Tab) -> None:
    tab.run("globalThis.popup = window_({opener: course}); 0")
    tab.run("globalThis.inner = window_({parent: popup}); 0")
    tab.comes("a", game=SEVEN, score=0, done=False)
    within = tab.inner()
    assert within.game() == SEVEN


def test_a_learner_never_gets_the_work_of_the_previous_one(tab: Tab) -> None:
    tab.begins("a")
    tab.acts(THREE)
    tab.run(
        "{const get = lms.object[lms.prefix + 'GetValue'];"
        " lms.object[lms.prefix + 'GetValue'] ="
        " (name) => /student_id|learner_id/.test(name) ? 'b' : get(name);} 0"
    )
    tab.acts("a tour,0,0", 1, done=True)
    tab.waits(60)
    assert (tab.saved(), tab.score()) == (THREE, "0")
    assert "a tour" not in str(tab.writes())


def test_null_without_an_error_is_the_id_of_a_student_who_has_none(tab: Tab) -> None:
    tab.comes("")
    tab.run(
        "{const get = lms.object[lms.prefix + 'GetValue'];"
        " lms.object[lms.prefix + 'GetValue'] ="
        " (name) => /student_id|learner_id/.test(name) ? null : get(name);"
        " lms.object[lms.prefix + 'GetLastError'] = () => '0';} 0"
    )
    tab.enters()
    tab.acts(THREE)
    assert (tab.saved(), tab.status()) == (THREE, "")


def test_a_session_without_an_id_but_with_saved_work_gets_no_other_work(tab: Tab) -> None:
    tab.begins("")
    tab.acts(THREE)
    tab.run("lms.end(); delete course[lms.name]; 0")
    tab.acts("a tour,0,0", 1, done=True)
    tab.comes("", "other", game=SEVEN, score=0, done=False)
    tab.waits(5)
    tab.asks()
    assert (tab.game(), tab.status(), tab.score("other")) == (SEVEN, "other", "0")
    assert "a tour" not in str(tab.writes("other"))


def test_a_session_without_an_id_gets_no_work_of_one_with_an_id(tab: Tab) -> None:
    tab.begins("a")
    tab.run("lms.end(); delete course[lms.name]; 0")
    tab.acts("a tour,0,0", 1, done=True)
    tab.comes("", "other")
    tab.waits(60)
    assert (tab.writes("other"), tab.status()) == ([], "ended")
    tab.comes("a", "again")
    tab.waits(10)
    assert (tab.score("again"), tab.status()) == ("100", "")


def test_messages_of_a_replaced_page_are_ignored(tab: Tab) -> None:
    tab.system("a", game=SEVEN, score=0, done=False)
    tab.enters()
    tab.acts(THREE)
    tab.run("globalThis.old = sco.page; 0")
    tab.answers()
    tab.waits(5)
    tab.run("old.act({game: 'late'}, 1); 0")
    tab.asks()
    assert (tab.game(), tab.score() in ("", "0")) == (SEVEN, True)
    assert "late" not in str(tab.writes())


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "[]", "null", "5", '{"work": 5, "known": 7}', "{}"),
        '{"id": "a", "best": 900, "done": 5, "rank": "z", "saved": 7}',
    ],
)
def test_held_work_is_validated_before_use(tab: Tab, text: str) -> None:
    _left_with_unsent_work(tab, "a")
    held = "for (const map of [course.storage, stored]) for (const key of map.keys())"
    tab.run(f"{held} map.set(key, text); 0", text=text)
    tab.begins("a", game=SEVEN, score=0, done=False)
    assert (tab.game(), tab.status(), tab.score()) == (SEVEN, "", "0")


def test_a_new_attempt_gets_nothing_of_an_earlier_one_that_the_system_took(tab: Tab) -> None:
    tab.begins("a")
    tab.acts("a tour,0,0", 1, done=True)
    tab.run("sco.close()")
    _second_tab(tab)
    tab.acts(THREE, name="sco2")
    assert (tab.saved("lms2"), tab.score("lms2")) == (THREE, "0")


@pytest.mark.parametrize(("key", "said"), [("code", "program"), ("path", "long"), ("at", "long")])
def test_the_student_reads_which_work_is_too_long_to_save(tab: Tab, key: str, said: str) -> None:
    tab.begins("a")
    tab.run("sco.page.act(state, 0.5); 0", state={key: "x" * 64_000, "done": False})
    assert (tab.status(), tab.score()) == (said, "50")
    assert [json.loads(text) for text in tab.writes()] == [{"score": 0.5, "done": False}]


def test_a_first_prediction_counts_even_if_only_its_score_was_saved(tab: Tab) -> None:
    tab.begins("a", PREDICT)
    tab.acts("36,35,19", 0.54, done=True)
    tab.acts("36,35,30", 0.86, done=True)
    assert tab.score() == "54"
