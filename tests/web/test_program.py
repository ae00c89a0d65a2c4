"""The chapter's program runs as printed, and the figure highlights lines that run."""

import io
import json
import sys
from contextlib import redirect_stdout
from types import FrameType
from typing import Any

import pytest

from kt_core.board import Board
from kt_core.events import Found
from kt_core.graph import LETTERS, knight_graph
from kt_core.own import Code
from kt_core.tour import Puzzle, Tour
from web.chapter.book import blocks, section
from web.chapter.content.figures import LETTERS_STEPS
from web.chapter.content.program import COMPLETE, LEFT, PROGRAM, TOUR, VISITED, WAITS, whole_program
from web.chapter.figures.search import breadth_first, line_of, open_calls, trace_of
from web.chapter.words import LANGUAGES


def printed(language: str) -> str:
    """Return the listings of the program in the sections, in the order of the text."""
    bodies = (section(name, language).body for name in ("graph", "matrix", "search"))
    return "\n".join(PROGRAM[name] for body in bodies for name, _ in blocks(body, "listing"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_listings_printed_together_print_a_tour(language: str) -> None:
    known: dict[str, Any] = {}
    with redirect_stdout(io.StringIO()) as out:
        exec(printed(language), known)
    tour = Tour(Board(5, 5), json.loads(out.getvalue()))
    assert tour.path[0] == 0
    assert known["graph"] == {s: [*ends] for s, ends in knight_graph(Board(5, 5)).items()}
    assert set(known["breadth_first"](0)) <= set(range(25))


def test_it_runs_under_your_code_and_shows_what_it_has_found() -> None:
    with redirect_stdout(io.StringIO()) as out:
        *_, found = Code(whole_program()).events(Puzzle(Board(5, 5), start=0))
    assert isinstance(found, Found)
    assert [*found.path] == json.loads(out.getvalue())


State = tuple[int, tuple[str, ...], frozenset[str], tuple[str, ...]]


def states_of_the_running_program() -> list[State]:
    """Return its line, path, gray vertices and open calls, after each call and return."""
    known: dict[str, Any] = {"graph": LETTERS, "color": dict.fromkeys(LETTERS, "white"), "path": []}
    exec(compile(TOUR, "tour", "exec"), known)
    seen: list[State] = []

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != "tour":
            return None
        done = {VISITED + 2: VISITED, LEFT + 1: LEFT, COMPLETE: COMPLETE}.get(frame.f_lineno)
        if event == "line" and done:
            calls, caller = [], frame
            while caller.f_code.co_filename == "tour":
                calls.append(caller.f_locals["square"])
                assert caller is frame or caller.f_lineno == WAITS
                caller = caller.f_back  # type: ignore[assignment]
            gray = frozenset(v for v, color in known["color"].items() if color == "gray")
            seen.append((done, (*known["path"],), gray, (*reversed(calls),)))
        return trace

    sys.settrace(trace)
    try:
        assert known["tour"]("A")
    finally:
        sys.settrace(None)
    assert seen.pop(-2)[0] == VISITED  # of the last vertex, whose next line tells more
    return seen


def test_the_figure_lights_the_lines_that_run() -> None:
    trace = trace_of("5x5", 0)
    figure: list[State] = []
    for step in range(1, LETTERS_STEPS + 1):
        moment = trace.at(step)
        calls = [*open_calls(trace.graph, moment)]
        assert all(line == WAITS for _, line, _ in calls[:-1])
        line, path = line_of(moment, len(LETTERS)), tuple(moment.path)
        assert calls[-1][1] == line
        figure.append((line, path, frozenset(path), tuple(square for square, _, _ in calls)))
    assert figure == states_of_the_running_program()


def test_breadth_first_goes_level_by_level() -> None:
    known: dict[str, Any] = {"graph": LETTERS, "color": dict.fromkeys(LETTERS, "white")}
    exec(PROGRAM["breadth_first"], known)
    *_, (order, queue) = breadth_first(LETTERS, "A")
    assert ([*order], queue) == (known["breadth_first"]("A"), ())
