"""The rules at each square of a board that is processed column by column."""

from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board
from kt_core.methods.frontier.strips import ColumnOrder
from kt_core.tour import Puzzle
from tests.shared.cases import boards, by_definition


@given(boards())
def test_places_go_column_by_column_along_the_short_side(board: Board) -> None:
    sweep = ColumnOrder(Puzzle(board))
    squares = sweep.squares()
    assert [sweep.place(square) for square in squares] == list(range(board.rows * board.columns))
    short = squares[: sweep.width]
    assert len({square % board.columns for square in short}) == 1 or board.columns < board.rows
    assert len({square // board.columns for square in short}) == 1 or board.columns >= board.rows


def test_squares_far_from_ends_and_holes_share_their_rules() -> None:
    rules = list(ColumnOrder(Puzzle(Board(3, 500), 30, closed=False)).transitions())
    assert len(set(rules)) < 30
    assert rules[300] is rules[303]
    assert rules[300] is not rules[302]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Draw a question about three or four long rows with a few holes."""
    width, length = draw(st.integers(3, 4)), draw(st.integers(4, 40))
    board = Board(width, length, draw(st.sets(st.integers(0, width * length - 1), max_size=5)))
    squares = st.sampled_from(board.squares)
    start, end = draw(st.none() | squares), draw(st.none() | squares)
    return Puzzle(board, start, end if end != start else None)


@given(puzzles())
def test_each_place_has_the_rule_that_its_own_square_demands(puzzle: Puzzle) -> None:
    board, sweep = puzzle.board, ColumnOrder(puzzle)
    graph, squares = by_definition(board), sweep.squares()
    inner = {square for square in board if 0 < square // board.columns < 3}
    ends = {puzzle.start, puzzle.end} - {None}
    for place, rule in enumerate(sweep.transitions()):
        square, terms = squares[place], rule.context
        ahead = [s for s in squares[place + 1 :] if s in graph]
        assert terms.hole == (square not in graph)
        if width_is_four := board.rows == 4:
            within = sum(1 if s in inner else -1 for s in ahead)
            assert terms.spare == 2 * (within + 1 - len(ends & inner & set(ahead)))
        assert (terms.row is not None) == width_is_four
        if not terms.hole:
            assert {squares[place + far] for far in terms.ahead} == set(graph[square]) & set(ahead)
            assert terms.must_end == (square in ends)
            assert terms.most_ends == (0 if len(ends) == 2 else 2 - len(ends & set(ahead)))
            near = all(sweep.place(s) - place <= sweep.reach for s in ahead)
            rest = {sweep.place(s) - place for s in ahead}
            assert (set(terms.rest) if terms.rest is not None else None) == (rest if near else None)


def test_a_closed_tour_has_no_free_ends() -> None:
    first, *_, last = ColumnOrder(Puzzle(Board(4, 6), closed=True)).transitions()
    assert (first.context.spare, last.context.spare) == (2, 0)
    assert first.context.most_ends == 0
