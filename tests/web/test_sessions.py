"""A package in a course system that is late, fails, ends its session or changes its learner."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from web.make.setup import ready_node
from web.make.steps import ROOT
from web.share.course import EDITIONS, WORDS, Package, launch

ADDRESSES = {"play": "board=3x4&mode=play&lock=all", "predict": "board=6x6&mode=predict"}
TASKS = {name: Package.read(address) for name, address in ADDRESSES.items()}
#: Calls of a course system that fail: expressions of `call` and `element`.
FAILS = {
    "nothing": "false",
    "Initialize": "call === 'Initialize'",
    "GetValue": "call === 'GetValue'",
    "reading": "call === 'GetValue' && element === 'cmi.suspend_data'",
    "saving": "['SetValue', 'Commit'].includes(call)",
    "sometimes": "n++ % 2 === 0",
}
#: Values to check: of the package {0}, of a course system {1} or of the window {2}.
SEEN = {
    "game": "{0}.page.state.game || ''",
    "says": "{0}.said",
    "asks": "{0}.asks",
    "inert": "{0}.frame.inert",
    "loads": "{0}.loads.length",
    "saved": "JSON.parse({1}.committed && {1}.committed.suspend_data || '{{}}').game || ''",
    "score": "((it) => ((it.core || it).score || {{}}).raw)({1}.committed || {{}})",
    "writes": "{1}.calls.filter(([, name, text]) => name === 'cmi.suspend_data' && text).length",
    "held": "{2}.storage.size",
}


#: Returns the value of a script; its other arguments are constants that the script may use.
Run = Callable[..., Any]


def game(word: str) -> str:
    """Return a game by its name in a script; a list of squares is its own name."""
    return word if word[:1].isdigit() else f"{word} squares,0,0"


@dataclass
class Browser:
    """A browser with tabs, each with the window of a course, and packages and systems in it.

    The words of a script are its methods, and its checks are those of `SEEN`. "2" as the name of a
    tab is added to the names of its packages and systems.
    """

    run: Run
    edition: str
    tab_name: str = ""
    window_name: str = "course"

    def follow(self, script: str) -> None:
        """Do each step of a script: `enter; act three; says=missing; saved=three other`."""
        for step in filter(None, map(str.strip, script.replace("\n", " ").split(";"))):
            word, _, rest = step.partition(" ")
            name, is_check, wanted = word.partition("=")
            if is_check:
                assert self.seen(name, rest) in wanted.split("|"), (step, self.seen(name, rest))
            elif word == "js":
                self.run(f"{rest}; 0", edition=self.edition)
            else:
                getattr(self, word)(*rest.split())

    def seen(self, name: str, system: str = "") -> str:
        """Return a value of `SEEN` as a word of a script."""
        found = self.run(
            f"String({SEEN[name].format(self.package, system or self.system, 'course')})"
        )
        found = "" if found == "undefined" else found.removesuffix(" squares,0,0")
        if name == "says":  # the name of the sentence
            return next((key for key, words in WORDS.items() if words == found), found)
        return found

    @property
    def package(self) -> str:
        """The name of the package in this tab."""
        return f"sco{self.tab_name}"

    @property
    def system(self) -> str:
        """The usual name of the course system in this tab."""
        return f"lms{self.tab_name}"

    def tab(self, name: str = "") -> None:
        """Go to a tab."""
        self.tab_name, self.window_name = name, f"course{name}"
        self.run(
            f"globalThis.{self.window_name} = globalThis.{self.window_name} || window_({{}}); 0"
        )

    def into(self, window: str) -> None:
        """Go to a window, which a script has created."""
        self.window_name = window

    def open(self, task: str = "play", option: str = "") -> None:
        """Open a package in a new document in the window."""
        options = {"barred": True} if option == "barred" else {"path": option} if option else {}
        self.run(
            f"var {self.package} = open(html, {{around: {self.window_name}, ...options}}); 0",
            html=launch(TASKS[task], self.edition),
            options=options,
        )

    def ask(self) -> None:
        """Request the saved work, as the page does once Python is ready."""
        self.run(f"{self.package}.page.ask()")

    def enter(self, *task: str) -> None:
        """Open a package, and request the saved work."""
        self.open(*task)
        self.ask()

    def close(self) -> None:
        """Close the package."""
        self.run(f"{self.package}.close()")

    def act(self, word: str, score: str = "0") -> None:
        """Report an action of the student, as the page does; the task is done if it has a score."""
        state = {"game": game(word), "done": score != "0"}
        self.run(f"{self.package}.page.act(state, score); 0", state=state, score=float(score))

    def make(self, learner: str, name: str = "", saved: str = "", score: str = "0") -> None:
        """Create a course system; "-" is a learner without an ID, `saved` a saved game."""
        work = {"game": game(saved), "score": float(score), "done": score != "0"}
        self.run(
            f"globalThis.{name or self.system} = runtime(edition, learner, saved); 0",
            edition=self.edition,
            learner=learner.strip("-"),
            saved=json.dumps(work) if saved else "",
        )

    def answer(self, name: str = "") -> None:
        """Put a course system into the window."""
        name = name or self.system
        self.run(f"{self.window_name}[{name}.name] = {name}.object; 0")

    def come(self, learner: str, name: str = "", saved: str = "") -> None:
        """Create a course system, and put it into the window."""
        self.make(learner, name, saved)
        self.answer(name)

    def fail(self, what: str, name: str = "lms") -> None:
        """Make these calls of a course system fail."""
        self.run(f"{{let n = 0; {name}.fails = (call, element) => {FAILS[what]};}} 0")

    def end(self) -> None:
        """End the session of the course system, which goes."""
        self.run("lms.end(); delete course[lms.name]; 0")

    def wait(self, seconds: str) -> None:
        """Advance the clock."""
        self.run(f"wait({seconds})")

    def lacks(self, word: str, system: str = "") -> None:
        """Expect that a course system never received this game or score."""
        text = word if word[0].isdigit() else game(word)
        assert text not in self.run(f"JSON.stringify({system or self.system}.calls)")


@pytest.fixture(scope="module")
def run() -> Iterator[Run]:
    """Evaluate JavaScript with the names of course_tab.cjs, in one process for all tests."""
    command: list[str | Path] = [ready_node().node, ROOT / "tests/shared/course_tab.cjs"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        asks, tells = process.stdin, process.stdout
        assert asks
        assert tells

        def run(script: str, **names: object) -> Any:
            given = "".join(f"const {name} = {json.dumps(value)};" for name, value in names.items())
            asks.write(json.dumps(f"{{{given}{script}}}" if given else script) + "\n")
            asks.flush()
            answer = json.loads(tells.readline())
            assert "error" not in answer, answer["error"]
            return answer.get("value")

        yield run
        process.terminate()


def new_browser(run: Run, edition: str) -> Browser:
    """Return a browser in which nothing is stored, at the window of a course."""
    run("forget(); delete globalThis.course2; globalThis.document = {}; 0")
    run("globalThis.course = window_({}); 0")
    return Browser(run, edition)


#: Leave a package while its system accepts nothing.
LEAVE = "come a; enter; fail saving; act tour 1; close"
FOREIGN = ("{get(){}}", "5", "{Initialize: 1}", "document", "() => 0")
#: Create a window in that of the course.
INNER = "js globalThis.inner = window_({parent: course})"
#: The situations of docs/courses.md, and their scripts; each begins in a new browser.
SITUATIONS: dict[str, str | list[str]] = {
    "No course system answers.": """
        enter; act three; says=; wait 3; says=missing; asks=true; wait 300; game=three;
        says=missing""",
    "The system answers late; nothing was done before.": """
        make a lms seven; enter; wait 20; says=missing; answer; wait 4; game=seven; says=;
        loads=1; saved=seven|""",
    "The system answers late and has nothing saved.": """
        come a; fail Initialize; enter; act three; wait 30; writes=0; says=missing;
        fail nothing; wait 4; game=three; saved=three; says=; asks=false""",
    "The system answers late, after moves, and has saved work.": [
        f"""make a lms seven; {late}; enter; act three; wait 30; writes=0; says=missing;
        fail nothing; answer; wait 4; loads=2; ask; game=seven; says=restored;
        act eight; saved=eight; says=; lacks three"""
        for late in ("", "fail Initialize; answer")
    ],
    "The system answers late, after the task was finished.": """
        make a lms seven; enter; act tour 1; wait 10; answer; wait 4; game=tour; saved=tour;
        score=100; says=""",
    "The task is a prediction, and the system answers late.": """
        make a lms 6,5,4; enter predict; inert=true; wait 20; inert=true; says=waiting;
        answer; wait 4; inert=false; says=; game=6,5,4""",
    "The task is a prediction, and no system answers for 30 s.": """
        make a lms 36,35,19 .54; enter predict; wait 40; inert=false; says=missing;
        act 36,35,25 .71; answer; wait 5; ask; game=36,35,19; says=restored; score=54|;
        lacks 0.71""",
    "The system begins a session, but does not return the saved work.": """
        come a lms seven; fail reading; enter; act three; wait 30; writes=0; says=unread;
        fail nothing; wait 5; ask; game=seven; says=restored""",
    "The system does not take the work, or not all of it.": """
        come a; enter; fail saving; act three; says=refused; wait 100; saved=; says=refused;
        asks=true; fail nothing; wait 31; saved=three; says=; asks=false""",
    "The system fails sometimes.": """come a lms seven; fail sometimes; enter; wait 10; game=seven;
        act tour 1; wait 60; saved=tour; score=100; says=""",
    "The session ends and comes back in the same window.": [
        f"""come {learner}; enter; act three; end; act seven; wait 20; saved=three; says=ended;
        come {learner} again; wait 5; act tour 1; saved=tour again; score=100 again; says=;
        loads=1"""
        for learner in "a-"
    ],
    "Another learner’s session follows in the same window.": """
        come a; enter; fail saving; act tour 1; come b other seven; wait 40; ask; game=seven;
        says=other; score=|0 other; act eight; saved=eight other; says=; lacks tour other""",
    "The window of the course is closed.": """
        come a; enter; act three; js course.closed = true; act seven; saved=three; says=ended;
        asks=true""",
    "The learner opens the task again in this tab; some work was not taken.": (
        f"{LEAVE}; come a; enter; game=tour; saved=tour; score=100; held=0"
    ),
    "Another learner opens the task in this tab.": (
        f"{LEAVE}; come b; enter; game=; saved=; score=; lacks tour; close; come a; open; score=100"
    ),
    "The system gives no learner ID, or the browser stores nothing.": [
        f"""come {learner}; enter play {barred}; fail saving; act tour 1; close;
        come {learner}; enter play {barred}; game=; score=; lacks tour; close;
        come b; enter play {barred}; game=; score=; lacks tour"""
        for learner, barred in (("-", ""), ("a", "barred"))
    ],
    "Another package, or another copy of this one, is opened in this tab.": f"""
        {LEAVE}; come a; enter predict /course.html; game=; score=; close;
        come a; enter play /2/course.html; game=; score=""",
    "The task is open in two tabs of one browser.": [
        f"""come a; enter; act three; wait 1; tab 2; come a; enter; act seven; wait 1;
        tab {finishes}; act tour 1; tab {moves}; act eight; saved=tour; score=100;
        says=elsewhere; asks=false; tab {finishes}; saved=tour; score=100"""
        for finishes, moves in (("", "2"), ("2", ""))
    ],
    "The learner opens the task in another tab; some score was not taken.": (
        f"{LEAVE}; wait 1; tab 2; come a; enter; game=tour; saved=tour; score=100"
    ),
    "The learner continued elsewhere before this tab sent its work.": """
        come a; enter; act three; fail saving; act four; close; come a lms seven; enter;
        game=seven; act eight; saved=eight; lacks four""",
    "Another script has an object of the same name.": [
        f"""{INNER}; js for (const name of ['API', 'API_1484_11']) {foreign}; come a; into inner;
        enter; act three; saved=three; says="""
        for foreign in (
            *(f"inner[name] = course[name] = {each}" for each in FOREIGN),
            "Object.defineProperty(inner, name, {get: () => no})",
        )
    ],
}
#: Changes the learner's ID in the session.
LEARNER = """js ((get) => lms.object[lms.prefix + 'GetValue'] = (name) =>
    /student_id|learner_id/.test(name) ? {} : get(name))(lms.object[lms.prefix + 'GetValue'])"""
CALLS = "'Initialize', 'GetValue', 'SetValue', 'Commit', 'Finish', 'Terminate'"
HELD: tuple[str, ...] = ("", "x", "[]", "null", "5", '{"work": 5, "known": 7}', "{}")
HELD += ('{"id": "a", "best": 900, "done": 5, "rank": 1e300, "saved": {}}',)
#: Attacks: other cases of the same kinds.
ATTACKS: dict[str, str | list[str]] = {
    "an answer that cannot become text is no answer": """
        make a; js course[lms.name] = new Proxy(lms.object,
        {get: () => () => Object.create(null)}); enter; act three; wait 3; game=three;
        says=missing; answer; wait 31; saved=three; says=""",
    "a foreign object with any function does not hide the real system": [
        f"""{INNER};
        js inner[edition === '2004' ? 'API' : 'API_1484_11'] = Object.fromEntries(
        [{CALLS}].map((name) => [(edition === '2004' ? 'LMS' : '') + name, () => '{lie}']));
        come a lms seven; into inner; enter; game=seven; says="""
        for lie in ("true", "false", "")
    ],
    "a system that returns nothing does not hide one behind it": f"""
        {INNER}; make - stub; fail GetValue stub;
        js inner[stub.name] = stub.object; come a lms seven; into inner; enter; wait 20;
        game=seven; says=""",
    "a system is found behind the window that opened this one": """
        js globalThis.popup = window_({opener: course});
        js globalThis.inner = window_({parent: popup}); come a lms seven; into inner; enter;
        game=seven""",
    "a learner never gets the work of the previous one": f"""
        come a; enter; act three; {LEARNER.format(repr("b"))}; act tour 1; wait 60; saved=three;
        score=0; lacks tour""",
    "null without an error is the ID of a student who has none": f"""
        come -; {LEARNER.format("null")};
        js lms.object[lms.prefix + 'GetLastError'] = () => '0'; enter; act three;
        saved=three; says=""",
    "a session without an ID but with saved work gets no other work": """
        come -; enter; act three; end; act tour 1; come - other seven; wait 5; ask; game=seven;
        says=other; score=0 other; lacks tour other""",
    "a session without an ID gets no work of one with an ID": """
        come a; enter; end; act tour 1; come - other; wait 60; writes=0 other; says=ended;
        come a again; wait 10; score=100 again; says=""",
    "messages of a replaced page are ignored": """
        make a lms seven; enter; act three; js globalThis.old = sco.page; answer; wait 5;
        js old.act({game: 'late squares,0,0'}, 1); ask; game=seven; score=|0; lacks late""",
    "held work is validated before use": [
        f"""{LEAVE}; js for (const map of [course.storage, stored]) for (const key of map.keys())
        map.set(key, {json.dumps(text)}); come a lms seven; enter; game=seven; says=; score=0"""
        for text in HELD
    ],
    "a new attempt gets nothing of an earlier one that the system took": """
        come a; enter; act tour 1; close; wait 1; tab 2; come a; enter; act three; saved=three;
        score=0""",
    "a tab that reads late continues the newest work": """
        come a; enter; act three; wait 1; tab 2; come a lms2 three; fail reading lms2; enter;
        tab; act four; tab 2; fail nothing lms2; wait 5; ask; game=four; saved=four""",
    "a tab sends the newest work of another whose system refuses it": """
        come a; enter; act three; wait 1; tab 2; come a; enter; fail saving lms2; act seven;
        tab; act four; saved=seven; says=elsewhere""",
    "a tab without work sends that of the other": """
        come a; enter; fail saving; act three; wait 1; tab 2; come a; enter; tab; act four;
        tab 2; close; saved=three""",
    "saved work has the score that another tab has raised": """
        come a; enter; act three; wait 1; tab 2; come a; enter; wait 1; tab; end; act tour 1; tab 2;
        act four; score=100; js if (!JSON.parse(lms2.committed.suspend_data).done) throw 1""",
    "a first prediction counts even if only its score was saved": (
        "come a; enter predict; act 36,35,19 .54; act 36,35,30 .86; score=54"
    ),
}


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


@pytest.mark.parametrize("name", SITUATIONS | ATTACKS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_in_each_situation_work_stays_with_its_learner(run: Run, edition: str, name: str) -> None:
    scripts = (SITUATIONS | ATTACKS)[name]
    for script in [scripts] if isinstance(scripts, str) else scripts:
        new_browser(run, edition).follow(script)


@pytest.mark.parametrize(("key", "said"), [("code", "program"), ("path", "long"), ("at", "long")])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_student_reads_which_work_is_too_long_to_save(
    run: Run, edition: str, key: str, said: str
) -> None:
    browser, too_long = new_browser(run, edition), {key: "x" * 64_000, "done": False}
    browser.follow("come a; enter")
    browser.run("sco.page.act(state, 0.5); 0", state=too_long)
    browser.follow(f"says={said}; score=50; writes=1")
    last = browser.run("lms.calls.filter(([call, name]) => name === 'cmi.suspend_data').pop()[2]")
    assert json.loads(last) == {"score": 0.5, "done": False}
