"""A reader's own code: accepted results, and the errors for all others."""

import itertools
import sys
from pathlib import Path

import pytest

from kt_core import Board
from kt_core.events import Backtrack, Event, Found, Visit
from kt_core.own_search import TASK_PACKAGE, EventValidator
from kt_core.programs.errors import ProgramError
from kt_core.programs.run import MOST_CHARACTERS
from kt_core.tour import Puzzle
from tests.shared.functions import function_search
from tests.shared.terminal import run

HEAD = "def order(choices, onward, path, board):\n"
PUZZLE = Puzzle(Board(5, 5), start=0)


def events(source: str) -> list[Event]:
    return function_search(source, PUZZLE)[0]


def wrong(source: str) -> ProgramError:
    error = function_search(source, PUZZLE)[1]
    assert error
    return error


def test_squares_that_are_left_out_are_not_tried() -> None:
    assert events(HEAD + "    return choices[:1]")[-1] == Backtrack(0)


@pytest.mark.parametrize(
    "line",
    [
        "from kt_core.orderings import warnsdorff",
        "from kt_core import solve\nsolve()",
        "import kt_core\nkt_core.solve",
        "import importlib\nimportlib.import_module('kt_core.solve')",
        "import sys\nsys.modules['kt_core.search'].search",
        "from kt_core.methods import exact",
    ],
)
def test_a_task_allows_no_solver_of_ours(line: str) -> None:
    source = f"from kt_core import Board, knight_graph\nfrom kt_core.events import Visit\n{line}\n"
    found = function_search(source + HEAD + "    return choices", PUZZLE, package=TASK_PACKAGE)[1]
    assert found
    assert found.line in (3, 4)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("    return None", "order returned None; it must return the squares, best first"),
        ("    return 7", "order returned 7, which is no list of squares"),
        ("    return 'c2'", "order returned 'c2', which is no list of squares"),
        ("    return [12]", "c3 is not among the choices"),
        ("    return choices * 2", "c2 is there twice"),
        ("    return ['c2']", "'c2' is not among the choices, which are squares as numbers"),
        ("    a = []\n    a.append(a)\n    return a", "]] is not among the choices"),
        ("    return [chr(0xd800)]", "'\\ud800' is not among the choices"),
        ("    return [10**30]", "not among the choices"),
        ("    import itertools\n    return itertools.count()", "a1 is not among the choices"),
    ],
)
def test_a_wrong_answer_is_explained(body: str, message: str) -> None:
    found = wrong(HEAD + body)
    assert message in found.sentence
    assert (found.line, found.trace) == (1, "")


@pytest.mark.parametrize(
    ("body", "line", "shown"),
    [
        ("    a = 1\n    return a / 0", 3, "ZeroDivisionError: division by zero"),
        ("    return sorted(choices, key=lambda v: nothing)", 2, "NameError: name 'nothing'"),
        ("    return order(choices, onward, path, board)", 2, "RecursionError"),
        ("    raise GeneratorExit", 2, "GeneratorExit"),
        ("    return (1", 2, "SyntaxError: '(' was never closed"),
    ],
)
def test_an_error_is_shown_as_python_shows_it(body: str, line: int, shown: str) -> None:
    found = wrong(HEAD + body)
    assert found.line == line
    assert shown in found.sentence
    assert f"in line {line}" in found.sentence
    assert f"line {line}, in order" in found.trace or "Syntax" in shown


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "there is no function order(choices, onward, path, board)"),
        ("def order(choices): ...", "it is called as order(choices, onward, path, board)"),
        ("order = 7", "it is called as order"),
        ("def search(graph, start, ends): return 7", "search returned 7; let it yield its events"),
        (
            "def search(graph, start, ends): yield 7",
            "7 is no event; yield Visit, Backtrack or Found",
        ),
    ],
)
def test_a_text_without_its_function_is_named(source: str, message: str) -> None:
    assert message in wrong(source).sentence


class Same:
    """Equal to every other value."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Bad:
    """Raises an error when it is printed."""

    def __repr__(self) -> str:
        raise GeneratorExit


class Further(Visit):
    """An event of an unknown class."""


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([Visit(1)], "the search begins on b1; it is to begin on a1"),
        ([Visit(0), Visit(1)], "the path jumps from a1 to b1"),
        ([Visit(0), Visit(7), Visit(0)], "a1 is on the path already"),
        ([Visit(0), Visit(99)], "99 is not a square of 5x5"),
        ([Visit(0), Visit(True)], "True is not a square of 5x5"),
        ([Visit(0), Backtrack(7)], "goes back from c2, and stands on a1"),
        ([Backtrack(0)], "its path is empty"),
        ([Visit(0), Backtrack(0), Visit(0)], "begins on a1; it is to begin on a1, once"),
        ([Visit(0), Found((0,))], "this is no tour: it has 1 of 25 squares"),
        ([Visit(0), Found((7,))], "not the path of the search"),
        ([Visit(0), Found(None)], "not the path of the search"),  # type: ignore[arg-type]
        ([Visit(0), Found(itertools.count())], "not the path of the search"),  # type: ignore[arg-type]
        ([Visit(0), Found((Same(),))], "not the path of the search"),
        ([Visit(0), Backtrack([7])], r"goes back from \[7\]"),  # type: ignore[arg-type]
        ([Visit(0), Further(7)], "is no event"),
        ([Visit(Bad())], "Bad is not a square of 5x5"),
    ],
)
def test_a_wrong_path_is_reported(events: list[Event], message: str) -> None:
    trail = EventValidator(PUZZLE)
    *before, last = events
    for event in before:
        trail.take(event)
    with pytest.raises(ValueError, match=message):
        trail.take(last)


LIES = """
class Odd:
    @property
    def __class__(self): {}
"""
NO_LIST = "is no list of squares"
SEARCH = "def search(graph, start, ends):\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LIES.format("return list") + HEAD + "    return Odd()", NO_LIST),
        (LIES.format("raise KeyError") + HEAD + "    return Odd()", NO_LIST),
        (
            "class Odd:\n    def __iter__(self): raise KeyError\n" + HEAD + "    return Odd()",
            "line 2",
        ),
        ("class Odd:\n    __iter__ = None\n" + HEAD + "    return Odd()", NO_LIST),
        (LIES.format("return type(iter(()))") + SEARCH + "    return Odd()", "let it yield"),
    ],
)
def test_a_wrong_result_of_the_code_is_an_error(text: str, message: str) -> None:
    assert message in wrong(text).sentence
    assert wrong(text).line


LYING = """
from kt_core.events import Found
from kt_core.programs.functions import ReaderFunction
ReaderFunction.events = lambda *_: iter([Found((0, 1))])
"""
ENDED = "the code ended Python before it had found a tour"


@pytest.mark.skipif(sys.platform == "emscripten", reason="has no processes")
@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("import os; os._exit(0)\n", 2, ENDED),
        ("import os, sys; os.execv(sys.executable, [sys.executable, '-c', ''])\n", 2, ENDED),
        (LYING, 2, "not a knight's move"),
        ("import sys; sys.stdout.close()\n", 0, ""),
        ("import os; os.close(1)\n", 0, ""),
    ],
)
def test_code_that_patches_python_prints_no_wrong_tour(
    text: str, status: int, message: str, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(text + HEAD + "    return choices")
    done = run(f"solve 5x5 --ordering-file {tmp_path / 'mine.py'}")
    assert (done.status, len(done.out.split())) == (status, 25 if status == 0 else 0)
    assert message in done.err


@pytest.mark.parametrize(
    ("text", "options", "status", "message"),
    [
        (HEAD + "    return 1 / 0", "", 2, "line 2, in order\nZeroDivisionError: division by zero"),
        (HEAD + "    return []", "", 3, "your search ended without a tour, after 2 steps"),
        (HEAD + "    return choices", "--closed", 1, "Every"),
        (HEAD + "    return choices", "--symmetry mirror", 2, "leave out --symmetry"),
        ("#" * (MOST_CHARACTERS + 1), "", 2, "more than 200,000 characters"),
        (None, "", 2, "cannot read"),
    ],
)
def test_a_file_without_a_tour_is_reported_with_the_reason(
    text: str | None, options: str, status: int, message: str, tmp_path: Path
) -> None:
    if text is not None:
        (tmp_path / "mine.py").write_text(text)
    done = run(f"solve 5x5 --ordering-file {tmp_path / 'mine.py'} {options}")
    assert (done.status, message in done.err) == (status, True)
