"""The chapter's program runs at each point of the text; figures highlight the lines that run."""

import io
import json
import sys
from contextlib import redirect_stdout
from types import FrameType
from typing import Any

import pytest

from kt_core.board import Board
from kt_core.graph import LETTERS, is_move, knight_graph
from kt_core.programs.findings import evidence_of
from kt_core.programs.run import run
from kt_core.programs.verdict import verdict
from kt_core.tour import Tour
from web.chapter.book import blocks, listings_up_to, section
from web.chapter.content.listings import (
    CHANGES,
    COMPLETE,
    LEFT,
    PROGRAM,
    TOUR,
    VISITED,
    WAITS,
    changed_lines,
    program,
)
from web.chapter.figures import letters as compare
from web.chapter.figures.search import LETTERS_STEPS, line_of, open_calls, trace_of
from web.chapter.text import LANGUAGES, sections

PLACES = [
    f"{kind} {name}"
    for kind in ("program", "change")
    for part in sections()
    for name, _ in blocks(section(part, "en").body, kind)
]
BOARDS = [Board(5, 5), Board(6, 6)]


def listed(language: str) -> list[str]:
    """Return the names of all listings of the chapter, in the order of the text."""
    bodies = (section(name, language).body for name in sections())
    return [name for body in bodies for name, _ in blocks(body, "listing")]


def printed(text: str, board: Board) -> list[str]:
    """Return the lines that a program prints when its board is changed to this one."""
    changed = text.replace("columns = 5, 5", f"columns = {board.rows}, {board.columns}")
    with redirect_stdout(io.StringIO()) as out:
        exec(changed, {})
    return out.getvalue().splitlines()


def program_at(place: str) -> str:
    kind, name = place.split()
    return program(listings_up_to(place), name if kind == "change" else "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_shows_each_listing_once_and_in_order(language: str) -> None:
    assert listed(language) == [*PROGRAM]
    assert {place for place in PLACES if place.startswith("change")} == {
        f"change {name}" for name in CHANGES
    }


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_the_listings_run_one_below_the_other_and_print_the_graph(board: Board) -> None:
    texts = [PROGRAM[name].text for name in PROGRAM]
    for end in range(len(texts)):
        if "def " in texts[end] and board != BOARDS[0]:
            continue  # a function that nothing calls yet
        exec("\n".join(texts[: end + 1]), {"print": lambda *_: None})
    [line] = printed(program_at("program graph"), board)
    assert line == str({square: [*ends] for square, ends in knight_graph(board).items()})


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("place", ["search", "breadth_first", "rule"])
def test_from_the_search_on_the_program_prints_a_tour(place: str, board: Board) -> None:
    line, *_ = printed(program_at(f"program {place}"), board)
    assert Tour(board, json.loads(line)).path[0] == 0


@pytest.mark.parametrize(
    ("side", "start", "order"),
    [
        *((8, 0, "fewest_first"), (5, 0, "static_degree"), (5, 12, "static_degree")),
        *((5, 12, "as_listed"), (5, 12, "fewest_first"), (5, 12, "most_first")),
    ],
)
def test_a_reader_calls_it_with_any_ordering_and_start(side: int, start: int, order: str) -> None:
    text, board = program(PROGRAM), Board(side, side)
    text = text.replace("(0, fewest_first)", f"({start}, {order})")
    assert Tour(board, json.loads(printed(text, board)[0])).path[0] == start


def test_a_start_without_a_tour_is_reported_after_all_paths_were_tried() -> None:
    text = program(listings_up_to("program search")).replace("tour(0)", "tour(1)")
    narrow = text.replace("5, 5", "3, 5")
    assert printed(narrow, Board(3, 5)) == ["No tour begins here."]


def test_traversals_print_the_order_of_their_visits() -> None:
    _, deep, wide = map(json.loads, printed(program_at("program breadth_first"), Board(5, 5)))
    graph = knight_graph(Board(5, 5))
    assert {*deep} == {*wide} == {*graph}
    distance = {0: 0}
    for square in wide:
        for end in graph[square]:
            distance.setdefault(end, distance[square] + 1)
    assert [distance[square] for square in wide] == sorted(distance.values())
    assert all(
        any(end in graph[before] for before in deep[:place])
        for place, end in enumerate(deep[1:], start=1)
    )


def test_one_line_more_finds_a_closed_tour_and_a_loop_tries_every_start() -> None:
    *_, line = printed(program_at("change closed"), Board(6, 6))
    assert is_move(Board(6, 6), json.loads(line)[-1], json.loads(line)[0])
    assert [text.strip() for text, new in changed_lines("closed") if new] == [
        "if path[0] in graph[square]:"
    ]
    lines = printed(program_at("change every_start"), Board(6, 6))[-36:]
    assert lines == [f"{square} True" for square in range(36)]


def test_one_line_of_the_search_changes_for_the_rule() -> None:
    assert [text.strip() for text, new in changed_lines("tour_in_order") if new] == [
        "for end in ordering(square):"
    ]
    assert not any(new for _, new in changed_lines("tour"))


@pytest.mark.parametrize("place", PLACES)
def test_it_runs_under_your_program_which_finds_its_tour(place: str) -> None:
    result = run(program_at(place))
    assert not result.error
    if place not in ("program graph", "change every_start"):  # they print no path
        assert verdict(evidence_of(result)).path


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
    assert seen.pop(-2)[0] == VISITED  # the last vertex; its next line has more
    return seen


def test_the_figure_highlights_the_lines_that_run() -> None:
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


@pytest.mark.parametrize(
    ("kind", "listing"), [("traversal", "depth_first"), ("breadth-first", "breadth_first")]
)
def test_the_figures_visit_in_the_order_of_the_listings(kind: str, listing: str) -> None:
    known: dict[str, Any] = {"graph": LETTERS, "color": dict.fromkeys(LETTERS, "white")}
    known["order"] = []
    exec(PROGRAM[listing].text, known)
    order = known[listing]("A") or known["order"]
    *_, last = compare.KINDS[kind].moments()
    assert [*last.order] == order
    assert last.gray == {*LETTERS}
    assert not last.held or kind == "traversal"


def test_only_backtracking_visits_the_dead_end_again() -> None:
    words = ("backtracking", "traversal")
    both = compare.moments(words)
    assert both[-1][0].order == tuple("ABDEFC")
    assert all("C" in right.gray for _, right in both[2:])
    assert ["C" in left.gray for left, _ in both] == [i in (2, 7) for i in range(8)]
