"""Layers of hundreds of squares are drawn in blocks, and a step redraws only a few blocks."""

import re
from collections import Counter
from collections.abc import Iterable

import pytest

from kt_core import Board, svg
from kt_core.drawing.shapes import number
from tests.shared.states import after, opened
from web.draw.patch import whole_patch
from web.lab.view.blocks import BLOCK_SQUARES, EMPTY, blocks, drawing, is_in_blocks, is_small
from web.page.view import view
from web.state.intents import Go, StepBy
from web.state.state import State, outcome

ALL = "ordering=roth&show=path,graph,numbers,degrees,names"
LARGEST = f"#board=39x39&{ALL}&step=700"
HALF_ROUND, HALF_BACK = r"a(\S+) \3 0 1 0 \S+ 0", r"a\3 \3 0 1 0 -\S+ 0"  # arc commands
MOST_ELEMENTS = 1500  # limit for a step, out of 20,000


def elements(drawn: str) -> Counter[str]:
    """Return the elements of a drawing that have a position, each with its count."""
    return Counter(re.findall(r"<(?!/|g )[^>]*>", drawn))


def written(before: State, now: State) -> dict[str, str]:
    """Return the parts of a board that are redrawn between two states."""
    had = view(before)
    changed = {name: part for name, part in view(now).items() if had.get(name) != part}
    return {
        name: "".join(str(value) for value in whole_patch(part).values() if value)
        for name, part in changed.items()
        if name.startswith("#board [")
    }


@pytest.mark.parametrize(
    "address", ["21x20&step=100", "30x30", "22x22&closed=1", "23x20&step=0", "6x6&closed=1"]
)
def test_the_blocks_joined_are_the_layer(address: str) -> None:
    state = opened(f"#board={address}&{ALL}")
    board, seen = state.question.board, outcome(state)
    path, closed, of = seen.path, state.question.puzzle.closed, len(board)
    rest, moves = seen.whole[max(len(path) - 1, 0) :], len(seen.whole) - 1
    thin = svg.piece(board, rest, moves + 1 - len(rest), of=moves, is_thin=True)
    wholes = {
        "graph": svg.edges(board),
        "vertices": svg.vertices(board, path),
        "exits": svg.exits(board, path, *path[-1:]),
        "to-come": thin if len(rest) > 1 else (),
        "line": svg.line(board, path, closed=closed and seen.tour is not None, of=of),
        "numbers": svg.numbers(board, path, of=of),
        "degrees": svg.degrees(board),
        "names": svg.names(board),
    }
    for layer, parts in blocks(state.question, seen).items():
        whole, drawn = elements("".join(wholes[layer])), elements("".join(drawing(parts)))
        assert all(part == EMPTY for part in parts) or single(drawn) == single(whole), layer


def test_a_large_layer_is_drawn_with_few_elements() -> None:
    state = opened(LARGEST)
    drawn = blocks(state.question, outcome(state))
    for layer in ("graph", "vertices"):
        texts = ["".join(block.value()).split('<g class="each"')[0] for block in drawn[layer]]
        assert {len(re.findall("<(?!/|g )", text)) for text in texts} <= {0, 1}


def single(drawn: Iterable[str]) -> set[str]:
    """Return the elements of a drawing, with one for each circle."""
    at_once = {element for element in drawn if element.startswith('<path d="')}
    circles = re.findall(rf"M(\S+) (\S+){HALF_ROUND}{HALF_BACK}z", "".join(at_once))
    return {*drawn} - at_once | {
        f'<circle cx="{number(float(x) + float(r))}" cy="{y}" r="{r}"/>' for x, y, r in circles
    }


def test_a_step_or_a_jump_redraws_only_the_changed_blocks() -> None:
    there = opened(LARGEST)
    drawn = written(there, after(there, StepBy(1)))
    assert 5 < len(drawn) < 40
    assert 0 < "".join(drawn.values()).count("<") < MOST_ELEMENTS
    assert not any("graph" in name or "names" in name for name in drawn)
    there = opened(LARGEST)
    drawn = written(there, after(there, Go(640)))
    pieces = [name for name in drawn if "=line]" in name]
    touched = range(639 // BLOCK_SQUARES, 699 // BLOCK_SQUARES + 1)
    assert pieces == [f"#board [data-layer=line]@{place}" for place in touched]


def test_small_and_large_boards_have_no_blocks_and_holes_make_no_board_small() -> None:
    for sides, apart in (("12x12", False), ("13x12", True), ("39x39", True), ("40x40", False)):
        board = Board.parse(sides)
        assert is_in_blocks(board) == apart
        assert apart == (not is_small(board) and not svg.is_large(board))
    assert is_small(Board(12, 12))
    assert not is_small(Board(100, 100, holes=range(64, 10_000)))
