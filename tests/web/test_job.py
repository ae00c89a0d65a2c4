"""Jobs: a worker's messages about a reader's code, in the form that the page reads."""

import builtins
import json
from array import array
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from kt_core import Board
from web.programs.job import MOVES, Job, read
from web.programs.reports import ProgramOutput, mistake_of, printed_of
from web.programs.worker import serve
from web.question.templates import TEXTBOOK, WARNSDORFF

HEAD = "def order(choices, onward, path, board):\n"
FIVE = Board(5, 5)
LONGEST = 1 << 18  # limit of js/own.js for a message, in bytes


def messages_of(job: Job, clock: Iterator[float] | None = None) -> list[Any]:
    """Return the messages: objects, and lists of numbers."""
    heard: list[Any] = []
    ticks = clock or iter(lambda: 0.0, None)
    serve(job.to_json(), heard.append, lambda: next(ticks))
    assert all(type(each) is bytes and len(each) <= LONGEST for each in heard)
    return [[*array("H", it[1:])] if it.startswith(MOVES) else json.loads(it) for it in heard]


def test_a_job_is_read_as_it_was_written() -> None:
    job = Job("pass", Board(5, 4, [3]), (0, 7), end=2, closed=True, prune=False, seed=7, steps=9)
    assert vars(read(job.to_json())) == vars(job)


def test_a_search_is_sent_event_by_event_and_each_start_with_its_result() -> None:
    begin, numbers, end, done = messages_of(Job(TEXTBOOK, Board(3, 4), (0,), steps=2))
    assert (begin, end, done) == ({"begin": 0}, {"end": "steps"}, {"done": True})
    assert numbers == [0, 12]  # a1, c2
    heard = messages_of(Job(WARNSDORFF, FIVE, (0, 2, 1), steps=1000))
    assert [each["begin"] for each in heard if "begin" in each] == [0, 2, 1]
    assert [each["end"] for each in heard if "end" in each][:2] == ["found", "found"]


def test_a_run_ends_at_its_time_limit() -> None:
    ends = [
        each
        for each in messages_of(Job(TEXTBOOK, FIVE, (1,), seconds=5), map(float, count()))
        if "end" in each
    ]
    assert ends == [{"end": "time"}]


@pytest.mark.parametrize(
    ("body", "line", "said"),
    [
        ("    return 1 / 0", 2, "ZeroDivisionError: division by zero, in line 2"),
        ("    return", 1, "None"),
        ("    raise MemoryError", 2, "MemoryError, in line 2"),
        ("    input()", 0, "asks for"),
        ("    raise KeyboardInterrupt", 2, "KeyboardInterrupt, in line 2"),
        ("    return []\nraise KeyboardInterrupt", 3, "KeyboardInterrupt, in line 3"),
    ],
)
def test_an_error_is_reported_with_its_line(body: str, line: int, said: str) -> None:
    (end,) = [each for each in messages_of(Job(HEAD + body, FIVE, (0, 2))) if "end" in each]
    assert (end["end"], end["line"]) == ("wrong", line)
    assert said in mistake_of(end).sentence


def printed(messages: list[Any]) -> ProgramOutput:
    output = ProgramOutput()
    for message in messages:
        if "printed" in message:
            output = output.plus(*printed_of(message))
    return output


@pytest.mark.parametrize("line", ["马" * 200, "\x01" * 200])
def test_long_output_is_sent_in_parts_up_to_its_limit(line: str) -> None:
    messages = messages_of(
        Job(f"for i in range(3000):\n    print({line!r})\n{WARNSDORFF}", FIVE, (0,))
    )
    assert printed(messages).count == 603_000
    assert set(printed(messages).text.split("\n")) <= {line, line[:102]}
    assert messages[-1] == {"done": True}


@pytest.mark.parametrize(
    "change", ["len = lambda each: 3", "isinstance = None", "dict = list", "print = None"]
)
def test_a_replaced_builtin_changes_no_search(change: str) -> None:
    before = dict(vars(builtins))
    code = f"import builtins\n{HEAD}    builtins.{change}\n    return choices\n"
    assert messages_of(Job(code, FIVE, (0,))) == messages_of(Job(TEXTBOOK, FIVE, (0,)))
    assert vars(builtins) == before


def test_a_loop_without_end_is_stopped_and_an_exit_reported() -> None:
    messages = messages_of(
        Job(f"{HEAD}    while True: pass", FIVE, (0,), seconds=0.2), clock=iter(count(step=0.01))
    )
    assert [each["end"] for each in messages if "end" in each] == ["time"]
    assert {"end": "exit"} in messages_of(Job(f"{HEAD}    raise SystemExit(3)", FIVE, (0,)))


@pytest.mark.parametrize("line", ["'ab' * 200 + '{{a}}'", "'x' * 100_000"])
def test_an_error_of_any_type_is_reported(line: str) -> None:
    code = f"{HEAD}    return choices\nraise type({line}, (Exception,), {{}})"
    (end,) = [each for each in messages_of(Job(code, FIVE, (0,))) if "end" in each]
    assert mistake_of(end).line == 3


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.03])  # time of each event
def test_output_is_sent_before_the_tour(seconds: float) -> None:
    clock = count(step=seconds)
    heard = messages_of(Job(f"print(1)\n{WARNSDORFF}", FIVE, (0,)), clock)
    kinds = ["events" if isinstance(each, list) else next(iter(each)) for each in heard]
    assert [kind for kind in kinds if kind != "events"] == ["begin", "printed", "end", "done"]
    assert kinds[-3:] == ["events", "end", "done"]
