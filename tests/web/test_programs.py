"""A whole program in the page: messages of its worker, and what the page shows of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from kt_core.board import Board
from kt_core.events import Found, Visit
from kt_core.programs.run import FILE
from kt_core.tour import Puzzle
from web.programs import feed as messages
from web.programs import intents
from web.programs.feed import Feed, MessageError
from web.programs.job import EVENTS, NOTES, Job, serve
from web.programs.kinds import is_program
from web.programs.program_view import program
from web.programs.reports import Begin, ProgramReport, begin_of, report_of
from web.programs.templates import BOARD_PROGRAM, GRAPH_PROGRAM, SEARCH, WARNSDORFF
from web.programs.update import job_of, runs
from web.question.question import Question
from web.state.state import State
from web.update import next_state

WRONG_OFFSET = BOARD_PROGRAM.replace("(-1, 2)]", "(2, 2)]")


def sent(code: str, **settings: Any) -> list[bytes]:
    """Return the messages of the worker about a program."""
    heard: list[bytes] = []
    job = Job(code, Board(8, 8), (0,), visits=settings.pop("visits", 20_000), **settings)
    serve(job.to_json(), heard.append)
    return heard


def texts(heard: list[bytes], key: str) -> list[Any]:
    """Return the values of one kind of message, in order."""
    fields = [messages.message(each) for each in heard if each.startswith(b"{")]
    return [each for each in fields if key in each]


def report(heard: list[bytes]) -> ProgramReport:
    """Return the report from the messages, as read by the page."""
    return report_of(texts(heard, "report")[-1]["report"])


def fed(heard: list[bytes]) -> Feed:
    """Return the complete feed of the last board."""
    begin: Begin | None = None
    feed: Feed | None = None
    for data in heard:
        if data.startswith(b"{") and "board" in (fields := messages.message(data)):
            begin = begin_of(fields["board"], fields["begin"])
            feed = Feed(Question(puzzle=Puzzle(begin.board, begin.start)), begin.start)
        elif data.startswith(NOTES):
            assert feed
            feed.take_notes(data[1:])
        elif data.startswith(EVENTS):
            assert feed
            assert list(feed.taking(data[1:])) is not None
    assert feed
    return feed


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        (BOARD_PROGRAM, True),
        (GRAPH_PROGRAM, True),
        (WARNSDORFF, False),
        (SEARCH, False),
        ("def search(row, column, k):\n    pass\nsearch(0, 0, 1)\n", True),
        ("def order(moves):\n    return moves\nprint(order([1]))\n", True),
        ("order = sorted", False),
        ("def order(choices, onward, path, board:\n    pass", False),
        ("x = (", True),
        ("", True),
    ],
)
def test_a_text_is_a_program_unless_the_page_calls_its_function(text: str, is_whole: bool) -> None:
    assert is_program(text) is is_whole


def test_a_program_is_watched_on_its_own_board() -> None:
    heard = sent(BOARD_PROGRAM)
    begins = texts(heard, "begin")
    assert begins == [{"begin": 20, "board": [5, 5, []]}]
    feed = fed(heard)
    assert feed.found
    assert len(feed.lines) == feed.steps - 1  # all but the tour
    made = list(feed.events())
    assert made[0] == Visit(20)
    assert made[-1] == Found(feed.found)
    found = report(heard)
    assert (found.kind, found.path) == ("tour", feed.found)
    assert str(found.watching) == "Watching board, a board of 5 × 5 where -1 means empty"


def test_every_step_has_its_line_and_what_was_printed_by_then() -> None:
    code = BOARD_PROGRAM.replace("        board[row][column] = number", "        print(number)\n"
                                 "        board[row][column] = number")  # fmt: skip
    feed = fed(sent(code))
    line = code[: code.index("board[row][column] = number")].count("\n") + 1
    assert feed.line_at(1) == line
    assert feed.line_at(0) == feed.line_at(10**6) == 0
    assert feed.printed[0] == len("0\n")
    assert list(feed.printed) == sorted(feed.printed)


def test_events_end_before_the_first_that_no_knight_makes() -> None:
    heard = sent(WRONG_OFFSET)
    feed = fed(heard)
    assert 0 < feed.steps < 1_000
    assert not feed.found
    found = report(heard)
    assert found.kind != "tour"
    assert any("(2, 2) is one of the moves" in str(each) for each in found.details)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def f(:\n", "SyntaxError"),
        ("print(1 / 0)", "ZeroDivisionError"),
        ("input('size? ')", "asks for input: size?"),
        ("def tour(n):\n    return n\n", "print(tour(5))"),
        ("print('hello')", "nothing in it looks like a knight's path"),
    ],
)
def test_a_program_without_a_board_is_judged_all_the_same(code: str, said: str) -> None:
    heard = sent(code)
    assert texts(heard, "begin") == []
    assert said in str(report(heard).sentence)
    assert heard[-1] == b'{"done": true}'


def test_answers_and_arguments_reach_the_program() -> None:
    code = "import sys\nprint(sys.argv[1], input('size? '))"
    found = report(sent(code, arguments=("x",), answers=("7",)))
    assert found.printed == "size? 7\nx 7\n"
    assert found.question is None


def test_a_report_with_a_tour_that_is_none_is_refused() -> None:
    fields = texts(sent(BOARD_PROGRAM), "report")[0]["report"]
    path = fields["path"]
    for wrong in (path[:-1], path[::-1][1:] + path[-1:], [0] * 25):
        with pytest.raises(MessageError):
            report_of(fields | {"path": wrong})


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "great"},
        {"sentence": {"one": "{a.__class__}", "many": "", "values": {"a": 1}}},
        {"details": "x"},
        {"stores": [3]},
        {"shape": [0, 0]},
        {"count": -1},
        {"line": "7"},
        {"printed": None},
    ],
)
def test_a_report_that_is_none_is_refused(change: dict[str, Any]) -> None:
    fields = texts(sent("print(1)"), "report")[0]["report"]
    report_of(fields)
    with pytest.raises(MessageError):
        report_of(fields | change)


@pytest.mark.parametrize(
    "board", [[0, 5, []], [5, 5, [99]], [99, 99, []], [5, 5], "5x5", [5, "5", []]]
)
def test_a_board_that_is_none_is_refused(board: object) -> None:
    with pytest.raises(MessageError):
        begin_of(board, 0)


def test_a_message_that_is_nested_too_deeply_is_refused() -> None:
    deep = json.dumps({"report": {"details": 1}}).replace("1", "[" * 300 + "]" * 300)
    with pytest.raises(MessageError):
        messages.message(deep.encode())


def started(text: str = BOARD_PROGRAM, address: State | None = None) -> State:
    """Return the state just after a program was started."""
    state = address or State()
    return next_state(next_state(state, intents.EditCode(text)), intents.RunCode())


def test_run_starts_a_program_whose_board_the_page_then_takes_over() -> None:
    state = started()
    assert runs(state) == ("program", 1)
    assert job_of(state).visits == 300_000
    state = next_state(state, intents.ProgramBegins(1, Begin(Board(5, 5), 20)))
    assert (state.question.board, state.question.start) == (Board(5, 5), 20)
    assert runs(state) == ("program", 1)
    assert state.question.code == BOARD_PROGRAM
    ended = next_state(state, intents.ProgramEnds(1, report(sent(BOARD_PROGRAM))))
    assert runs(ended) is None
    assert ended.programs.report


def test_what_an_earlier_run_reports_is_ignored() -> None:
    state = next_state(started(), intents.RunCode())
    assert next_state(state, intents.ProgramBegins(1, Begin(Board(5, 5), 20))) == state
    assert next_state(state, intents.ProgramEnds(1, report(sent("print(1)")))) == state


def test_a_proposed_call_is_added_and_run() -> None:
    code = "def tour(n):\n    return n\n"
    state = next_state(started(code), intents.ProgramEnds(1, report(sent(code))))
    called = next_state(state, intents.AddCall())
    assert called.programs.text == f"{code}\nprint(tour(5))\n"
    assert runs(called) == ("program", 2)


def test_an_answer_runs_the_program_again() -> None:
    code = "a = input('size? ')\nb = input('start? ')"
    state = next_state(started(code), intents.ProgramEnds(1, report(sent(code))))
    state = next_state(state, intents.AnswerInput("7"))
    assert job_of(state).answers == ("7",)
    again = next_state(state, intents.RunCode())
    assert job_of(again).answers == ()


def test_the_output_shown_is_that_of_the_step() -> None:
    found = replace(
        report(sent("print('a'); print('b')")), output_steps=(2, 5), output_counts=(2, 4)
    )
    assert [found.printed_by(step) for step in (1, 2, 4, 5, None)] == [
        "",
        "a\n",
        "a\n",
        "a\nb\n",
        "a\nb\n",
    ]


def test_the_tab_shows_what_is_watched_and_what_can_be_done_next() -> None:
    state = next_state(started(), intents.ProgramEnds(1, report(sent(BOARD_PROGRAM))))
    shown = {name: lazy.value() for name, lazy in program(state, runs=False)}
    assert shown["#own@kind"] == {"data-program": "true"}
    assert "Watching board" in str(shown["#own-watch"])
    assert "Watch row, column instead" in str(shown["#own-next"])
    assert FILE not in str(shown)
