"""The reader's code in the page: the worker's messages that are accepted, and the view."""

import base64
import json
import zlib
from array import array
from typing import Any

import pytest

from kt_core.events import result_of
from kt_core.language import Sentence
from tests.shared.states import final_state, patch
from web.lab.engine import Engine
from web.page.update import next_state
from web.page.view import whole_patches
from web.programs import view
from web.programs.feed import Feed, MessageError, OwnSearch, message
from web.programs.job import MOVES, Job
from web.programs.reports import Mistake, ProgramOutput, mistake_of
from web.programs.worker import serve
from web.question import address
from web.question.question import LONGEST_CODE, MOST_BYTES, Question, packed_code, unpacked_code
from web.question.templates import FIRST_TEXT, TEMPLATES, WARNSDORFF
from web.search.answer import Answer
from web.search.watch import WatchedSearch
from web.state import intents
from web.state.intents import (
    EditCode,
    Intent,
    LoadTemplate,
    Open,
    RunCode,
    RunReport,
    SetRun,
    TryAll,
    WorkersUnavailable,
)
from web.state.state import Attempt, Solving, StartsTrial, State

FIVE = "#board=5x5"


def question(text: str) -> Question:
    return address.read(text)[0]


def feed_of(asked: Question, code: str, steps: int = 5000) -> Feed:
    feed = Feed(asked, asked.start)
    options = {"closed": asked.puzzle.closed, "prune": asked.prune, "steps": steps}
    job = Job(code, asked.board, (asked.start,), **options)  # type: ignore[arg-type]

    def hear(told: bytes) -> None:
        if told.startswith(MOVES):
            result_of(feed.taking(told.removeprefix(MOVES)))
        elif end := message(told).get("end"):
            feed.finish(end)

    serve(job.to_json(), hear)
    return feed


def ran(work: WatchedSearch) -> Answer:
    while work.advance(64):
        pass
    return work.answer()


def after(*wishes: Intent, state: State | None = None) -> State:
    now = state or State()
    for wish in wishes:
        now = next_state(now, wish)
    return now


def reported(state: State, **report: Any) -> State:
    """Return the state after a report of the current run."""
    return after(RunReport(state.programs.generation, **report), state=state)


@pytest.mark.parametrize("text", [FIVE, "#board=8x8", "#board=5x5&closed=1&start=b2&prune=0"])
def test_the_same_code_makes_the_same_search_as_its_built_in_ordering(text: str) -> None:
    asked = question(text)
    mine, built = ran(OwnSearch(asked, feed_of(asked, WARNSDORFF, 400))), WatchedSearch(asked)
    length = min(mine.length, 400)
    built.advance(length, length)
    there = built.answer()
    for step in {0, 1, length // 2, length}:
        assert mine.traces[0].at(step) == there.traces[0].at(step)


def test_a_search_written_by_the_reader_can_be_watched() -> None:
    asked = question(FIVE)
    assert ran(OwnSearch(asked, feed_of(asked, TEMPLATES["search"][1]))).whole.tour


@pytest.mark.parametrize(
    ("code", "steps", "said"),
    [
        (WARNSDORFF, 5, "used up its steps"),
        ("def order(choices, onward, path, board): return []", 50, "that proves nothing"),
        ("def order(choices, onward, path, board): 1 / 0", 50, "stopped with an error"),
    ],
)
def test_a_search_without_a_tour_is_no_proof(code: str, steps: int, said: str) -> None:
    asked = question(FIVE)
    outcome = ran(OwnSearch(asked, feed_of(asked, code, steps))).whole
    assert (outcome.tour, outcome.reason) == (None, "")
    assert said in outcome.undecided


def test_a_search_waits_for_its_next_events() -> None:
    feed = Feed(question(FIVE), 0)
    work = OwnSearch(question(FIVE), feed)
    assert work.advance(64)
    assert (work.waits, len(work.recording)) == (True, 0)
    result_of(feed.taking(array("H", [0]).tobytes()))
    assert work.advance(64)
    assert (work.waits, len(work.recording), work.recording.more) == (True, 1, True)


#: Bytes that are no message, by a part of the error.
INVALID: dict[str, list[bytes]] = {
    ".": [
        '["\u0122",'.encode("utf-16") + "[".encode("utf-16-le") * 200_000,  # bytes as of a string
        *(b"", b"7", b"[]", b"{", b'{"a', b"\xff", b'{"a": "\\'),
        b'{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}',
    ],
    "nested more than": [  # checked before parsing
        *(b"[" * 200_000, b'{"a":' * 50_000),
        *(b'{"' + b"\\" * 1000 + b'": ' + b"[" * 100, b'"' * 1000 + b"[" * 100),
    ],
}


@pytest.mark.parametrize("why", INVALID)
def test_invalid_and_nested_bytes_are_refused_and_brackets_in_strings_are_not(why: str) -> None:
    for data in INVALID[why]:
        with pytest.raises(MessageError, match=why):
            message(data)
    texts = ["[" * 200, '"[{\\"'] * 400
    assert message(json.dumps({"printed": texts}).encode()) == {"printed": texts}


@pytest.mark.parametrize(
    "change",
    [
        {"error": 7},
        {"error": {"one": "{a.__class__}", "many": "", "values": {"a": "c3"}}},
        {"error": {"one": "{b}", "many": "", "values": {"a": "c3"}}},
        {"line": "7"},
        {"trace": None},
    ],
)
def test_an_invalid_error_report_is_refused(change: dict[str, Any]) -> None:
    error = {"one": "{a} is wrong", "many": "", "values": {"a": "c3"}}
    plain = {"error": error, "line": 2, "trace": "\udfff"}
    assert mistake_of(plain) == Mistake(Sentence("{a} is wrong", a="c3"), 2, "?")
    with pytest.raises(MessageError):
        mistake_of(plain | change)


def test_code_that_is_too_long_is_left_out_of_the_link() -> None:
    code = "".join(f"{i * i * 7919:x}" for i in range(9_000))
    assert len(code) < MOST_BYTES
    assert packed_code(code) == ""
    assert "code" not in address.write(Question(ordering="own", code=code))


@pytest.mark.parametrize("text", ["!", "AAAA", "x" * (LONGEST_CODE + 1), "é"])
def test_invalid_packed_code_is_reported(text: str) -> None:
    with pytest.raises(ValueError, match="no code"):
        unpacked_code(text)
    assert "“code” in the address is ignored" in address.read(f"#ordering=own&code={text}")[1][0]


def test_a_decompression_bomb_is_refused() -> None:
    assert packed_code("x" * 4_000_000) == ""
    bomb = zlib.compress(b"x" * 4_000_000, wbits=-15)
    text = base64.urlsafe_b64encode(bomb).decode().rstrip("=")
    assert len(text) < LONGEST_CODE
    with pytest.raises(ValueError, match="no code"):
        unpacked_code(text)


LINK = address.write(Question(ordering="own", code=WARNSDORFF.replace("moves", "ways")))


@pytest.mark.parametrize("link", ["#ordering=own", "#board=5x5&race=own"])
def test_a_link_with_the_own_ordering_opens_the_editor(link: str) -> None:
    state = next_state(State(), Open(link))
    assert state.form.faults == ()
    assert state.tab == "own"


@pytest.mark.parametrize("link", ["#", "#ordering=own"])
@pytest.mark.parametrize("text", [FIRST_TEXT, WARNSDORFF])
def test_code_that_has_not_run_has_its_words_and_no_steps(link: str, text: str) -> None:
    state = final_state(after(Open(link), intents.ShowPlace("own"), EditCode(text)), Engine())
    assert "Run your program" in str(patch(state, "#answer")["html"])
    assert patch(state, "#play")["disabled"] is True
    for wish in (intents.PlaySteps(), intents.StepBy(1), intents.Finish(), intents.Go(3)):
        assert final_state(next_state(state, wish), Engine()).search == state.search


def test_code_from_a_link_waits_for_run_with_a_notice() -> None:
    state = after(Open(LINK))
    assert (state.search.doing, state.programs.came, state.look.panel) == (None, True, "own")
    assert "came with the link" in str(whole_patches(state)["#own-came"]["html"])
    later = final_state(next_state(state, intents.Solve()), Engine())
    assert later.programs.generation != later.search.generation
    assert not later.search.answer.whole.tour
    assert after(RunCode(), state=state).programs.came is False


@pytest.mark.parametrize("wish", [intents.Solve(from_host=True), intents.PlaySteps(from_host=True)])
def test_no_host_page_runs_code(wish: Intent) -> None:
    state = final_state(after(wish, state=after(Open(LINK))), Engine(has_worker=True))
    assert state.programs.generation != state.search.generation
    assert not state.search.answer.whole.tour


def test_run_answers_the_present_question_with_the_readers_code() -> None:
    state = after(
        Open("#board=6x6&closed=1&race=warnsdorff"), EditCode(WARNSDORFF + "#"), RunCode()
    )
    assert (state.question.ordering, state.question.race) == ("own", "warnsdorff")
    assert state.question.code == WARNSDORFF + "#"
    assert isinstance(state.search.doing, Solving)
    assert state.programs.generation == state.search.generation
    earlier = RunReport(state.programs.generation - 1, why="time")
    assert after(earlier, state=state) == state  # it is ignored


def test_a_run_without_a_worker_is_reported() -> None:
    state = final_state(after(Open(FIVE), EditCode(WARNSDORFF), RunCode()), Engine())
    assert "not been run" in state.search.answer.whole.undecided
    state = final_state(after(Open(FIVE), TryAll()), Engine())
    assert "may not start one" in view.verdict(state)
    barred = whole_patches(after(WorkersUnavailable("barred"), intents.SetLook("panel", "own")))
    assert barred["#own-barred"]["hidden"] is False


def test_each_tried_start_is_shown_on_the_map() -> None:
    state = after(Open("#board=1x3&check=5"), intents.SetLook("panel", "own"), TryAll())
    assert isinstance(state.search.doing, StartsTrial)
    for start, why in enumerate(("found", "steps")):
        state = reported(state, tried=Attempt(start, why, 5))
    assert view.verdict(state) == "1 of 2 starts tried have a tour within 5 steps: 50.0%."
    assert str(whole_patches(state)["#own-map"]["html"]).count("<title>") == 2
    state = reported(reported(state, tried=Attempt(2, "found", 5)), why="exhausted")
    assert (state.search.doing, state.programs.whole) == (None, True)
    assert view.verdict(state).endswith("The task is not solved yet.")


def test_a_task_tries_code_from_every_start() -> None:
    state = after(Open("#board=1x2&check=9"), TryAll())
    for start in (0, 1):
        state = reported(state, tried=Attempt(start, "found", 2))
    state = reported(state, why="exhausted")
    assert view.passes(state)
    assert view.verdict(state).endswith("The task is solved.")


def test_an_error_and_what_was_printed_are_shown_as_text() -> None:
    state = after(Open(FIVE), EditCode(WARNSDORFF), intents.SetLook("panel", "own"), RunCode())
    template = "{square} is not among the choices, which are squares as numbers"
    told = Mistake(Sentence(template, square="c3"), 2, "Traceback <x>")
    state = reported(state, mistake=told, why="wrong", printed=ProgramOutput("1\n<2>\n", 6))
    looks = whole_patches(state)
    assert (
        looks["#own-said"]["html"] == "C3 is not among the choices, which are squares as numbers."
    )
    assert looks["#own-trace"]["html"] == "Traceback &lt;x&gt;"
    assert "What was printed" in str(looks["#own-log"]["html"])
    assert "1\n&lt;2&gt;\n" in str(looks["#own-log"]["html"])


def test_locked_code_stays_budgets_have_bounds_and_large_boards_are_refused() -> None:
    state = after(Open(f"{LINK}&lock=code"))
    assert after(EditCode("pass"), state=state).programs.text == state.programs.text
    assert after(LoadTemplate("chance"), state=state).programs.text == state.programs.text
    assert isinstance(after(RunCode(), state=state).search.doing, Solving)
    state = after(SetRun("steps", "7"), SetRun("seconds", "1000"))
    assert (state.programs.steps, state.programs.seconds) == (100, 60)
    assert after(SetRun("steps", "many"), state=state).programs.steps == 100
    state = after(Open("#board=50x50"), EditCode(WARNSDORFF), RunCode())
    assert "1,600 squares" in state.notice
    assert not isinstance(state.search.doing, StartsTrial)
