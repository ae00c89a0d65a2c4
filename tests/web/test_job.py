"""A job: the messages of a worker about a reader's code, as the page reads them."""

import builtins
import json
from array import array
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from kt_core import Board
from web.programs.feed import mistake
from web.programs.job import EVENTS, FOUND, LINES, LOG, LONGEST_LINE, Job, read, serve
from web.programs.kinds import is_program
from web.programs.templates import TEMPLATES, TEXTBOOK, WARNSDORFF

HEAD = "def order(choices, onward, path, board):\n"
FIVE = Board(5, 5)
LONGEST = 1 << 18  # bytes of a message that js/own.js accepts


def told(job: Job, clock: Iterator[float] | None = None) -> list[Any]:
    """Return the messages: objects, and lists of numbers."""
    heard: list[Any] = []
    ticks = clock or iter(lambda: 0.0, None)
    serve(job.to_json(), heard.append, lambda: next(ticks))
    assert all(type(each) is bytes and len(each) <= LONGEST for each in heard)
    return [
        [*array("i", each[1:])] if each.startswith(EVENTS) else json.loads(each.removeprefix(LOG))
        for each in heard
    ]


def test_a_job_is_read_as_it_was_written() -> None:
    job = Job("pass", Board(5, 4, [3]), (0, 7), end=2, closed=True, prune=False, seed=7, steps=9)
    assert vars(read(job.to_json())) == vars(job) | {"holes": (), "board": job.board}


def test_a_search_is_sent_event_by_event() -> None:
    begin, numbers, end, done = told(Job(TEXTBOOK, Board(3, 4), (0,), steps=2))
    assert (begin, end, done) == ({"begin": 0}, {"end": "steps"}, {"done": True})
    assert numbers == [0, 2, 6, 9, 12, 1, 8]  # a1, with c2 and b3 behind it; c2, with a3


def test_each_start_is_reported_with_its_result() -> None:
    heard = told(Job(WARNSDORFF, FIVE, (0, 2, 1), steps=1000))
    assert [each["begin"] for each in heard if "begin" in each] == [0, 2, 1]
    assert [each["end"] for each in heard if "end" in each][:2] == ["found", "found"]


def test_a_run_ends_at_its_time_limit() -> None:
    ends = [
        each
        for each in told(Job(TEXTBOOK, FIVE, (1,), seconds=5), map(float, count()))
        if "end" in each
    ]
    assert ends == [{"end": "time"}]


@pytest.mark.parametrize(
    ("body", "line", "said"),
    [
        ("    return 1 / 0", 2, "ZeroDivisionError, in line 2"),
        ("    return", 1, "None"),
        ("    raise KeyboardInterrupt", 2, "KeyboardInterrupt, in line 2"),
        ("    return []\nraise KeyboardInterrupt", 3, "KeyboardInterrupt, in line 3"),
    ],
)
def test_an_error_is_reported_with_its_line(body: str, line: int, said: str) -> None:
    (end,) = [each for each in told(Job(HEAD + body, FIVE, (0, 2))) if "end" in each]
    assert (end["end"], end["line"]) == ("wrong", line)
    assert said in end["said"].format(**end["values"])


def test_long_output_keeps_its_first_and_last_lines() -> None:
    code = f"for i in range(5000):\n    print(i)\nprint('x' * 999, end='')\n{WARNSDORFF}"
    heard = told(Job(code, FIVE, (0,)))
    first, last, number = next(each["log"] for each in reversed(heard) if "log" in each)
    assert (first[0], first[-1], number) == ("0", str(LINES - 1), 5001)
    assert (len(last), last[-2], last[-1]) == (LINES, "4999", "x" * LONGEST_LINE)
    assert heard[-1] == {"done": True}


@pytest.mark.parametrize("line", ["马" * 200, "\x01" * 200])
def test_long_lines_are_sent_up_to_the_size_of_a_message(line: str) -> None:
    heard = told(Job(f"for i in range(3000):\n    print(i, {line!r})\n{WARNSDORFF}", FIVE, (0,)))
    first, last, number = next(each["log"] for each in reversed(heard) if "log" in each)
    assert (first[0][:3], last[-1][:5], number) == ("0 " + line[0], "2999 ", 3000)
    assert 0 < len(first) < LINES


REPLACED = ("len = lambda each: 3", "isinstance = None", "str = 7", "dict = list", "print = None")


@pytest.mark.parametrize("change", REPLACED)
@pytest.mark.parametrize("where", ["", "    "])
def test_a_replaced_builtin_is_named_and_restored(change: str, where: str) -> None:
    before = dict(vars(builtins))
    code = f"import builtins\n{HEAD}    return choices\n{where}builtins.{change}\n"
    if where:
        code = f"import builtins\n{HEAD}    builtins.{change}\n    return choices\n"
    begin, end, done = told(Job(code, FIVE, (0,)))
    assert (begin, done) == ({"begin": 0}, {"done": True})  # and no event that rests on it
    assert (end["end"], end["values"]) == ("wrong", {"name": change.split(maxsplit=1)[0]})
    assert "has replaced {name}" in end["said"]
    assert vars(builtins) == before


@pytest.mark.parametrize("line", ["'ab' * 200 + '{{a}}'", "'x' * 100_000"])
def test_an_error_of_any_type_is_reported(line: str) -> None:
    code = f"{HEAD}    return choices\nraise type({line}, (Exception,), {{}})"
    (end,) = [each for each in told(Job(code, FIVE, (0,))) if "end" in each]
    assert mistake(end).line == 3


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.03])  # that each event takes
def test_output_is_sent_before_the_tour(seconds: float) -> None:
    clock = count(step=seconds)
    heard = told(Job(f"print(1)\n{WARNSDORFF}", FIVE, (0,)), clock)
    ended = [each for each in heard if not isinstance(each, list) or each[-1] == FOUND]
    kinds = ["tour" if isinstance(each, list) else next(iter(each)) for each in ended]
    assert kinds == ["begin", "log", "tour", "end", "done"]


@pytest.mark.parametrize("name", [name for name in TEMPLATES if not is_program(TEMPLATES[name][1])])
def test_every_template_runs(name: str) -> None:
    ends = [each for each in told(Job(TEMPLATES[name][1], FIVE, (0,), steps=300)) if "end" in each]
    assert ends[0]["end"] in {"found", "steps"}
