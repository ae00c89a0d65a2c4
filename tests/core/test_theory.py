"""Answers without a search are proven, and no existing tour is denied."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, NoTour, knight_graph, solve
from kt_core.connectivity import components
from kt_core.events import Found
from kt_core.graph import Subgraph
from kt_core.methods.exact import tours
from kt_core.proofs.degrees import MOST_SQUARES
from kt_core.proofs.parity import ColourClass
from kt_core.theory import Existence, existence, refute
from kt_core.tour import Puzzle
from tests.shared.cases import boards, by_definition, ends_by_force
from tests.shared.refutations import TWINS
from tests.shared.snapshots import assert_matches_snapshot

#: The smallest board with a closed tour: a1 c2 d4 b3.
DIAMOND = Board(4, 4, set(range(16)) - {0, 6, 9, 15})
#: A large board with holes around f5, which has one move left; each color has seven holes.
HERMIT = Board(80, 80, ["d4", "d6", "e3", "e7", "g3", "h4", "h6", *range(1, 15, 2)])
CLOSED = {"closed": True}


def refuted(board: Board, **asked: Any) -> NoTour:
    """Return the refutation of a puzzle."""
    with pytest.raises(NoTour) as no:
        refute(Puzzle.of(board, **asked))
    return no.value


def answer_to(board: Board, **asked: Any) -> Existence:
    """Return the verdict on a puzzle whose answer is known."""
    answer = existence(Puzzle.of(board, **asked))
    assert answer
    return answer


#: Questions that a short argument refutes, one for each sentence at least.
REFUTED: list[tuple[Board, dict[str, Any]]] = [
    (Board(1, 1), CLOSED),
    (Board(1, 2), CLOSED),
    (Board(5, 5), CLOSED),
    (Board(8, 8, ["a1"]), CLOSED),
    (Board(8, 8, ["a1", "h8"]), {}),
    (Board(5, 5), {"start": "b1"}),
    (Board(5, 5), {"start": "a1", "end": "a2"}),
    (Board(8, 8), {"start": "a1", "end": "h8"}),
    (Board(1, 7), {}),
    (Board(7, 1), {}),
    (Board(2, 7), CLOSED),
    (Board(7, 2), {}),
    (Board(3, 3), {}),
    (Board(4, 9), CLOSED),
    (Board(9, 4), CLOSED),
    (Board(3, 4), CLOSED),
    (Board(3, 6), CLOSED),
    (Board(3, 8), CLOSED),
    (Board(8, 3), CLOSED),
    (Board(3, 5), {}),
    (Board(6, 3), {}),
    (Board(4, 4), {"start": "a1"}),
    (Board(4, 7), {"start": "b2"}),
    (Board(7, 4), {"end": "c7"}),
    (Board(3, 99), {"start": "c3", "end": "c1"}),
    (Board(3, 9), {"start": "d2", "end": "c3"}),
    (Board(3, 20), {"start": "c2", "end": "c1"}),
    (Board(5, 8), {"start": "b3", "end": "d4"}),
    (Board(8, 8, ["c2", "b3", "d4", "e5"]), {}),
    (Board(8, 8, ["b3", "g3"]), CLOSED),
    (Board(8, 8, ["b3", "g3"]), {"end": "c5"}),
    (Board(999, 999, ["b3", "d4", "e5"]), CLOSED),
    (HERMIT, CLOSED),
    (Board(3, 5, ["a3"]), CLOSED),
    (Board(3, 6, ["d2"]), {}),
    (TWINS, CLOSED),
    (Board(5, 5), {"leaper": (1, 3)}),
    (Board(4, 4), {"leaper": (3, 6)}),
    (Board(9, 9), {"leaper": (0, 3)}),
]


def test_a_refutation_names_its_proof_and_its_reason() -> None:
    lines = list[str]()
    for board, question in REFUTED:
        no = refuted(board, **question)
        assert all(no.witness.values())
        lines.append(f"{board} {len(board)} {question}: {no.proof}: {no.reason}")
    assert_matches_snapshot("refutations", "\n".join(lines), "txt")


def test_the_witness_of_parity_has_both_colors() -> None:
    witness = refuted(Board(5, 3), closed=True).witness
    assert {name: list(squares) for name, squares in witness.items()} == {
        "dark": [0, 2, 4, 6, 8, 10, 12, 14],
        "light": [1, 3, 5, 7, 9, 11, 13],
    }


@given(boards(), st.integers(0, 1))
def test_the_squares_of_a_color_are_counted_as_they_are_listed(board: Board, colour: int) -> None:
    squares = [square for square in board if board.colour(square) == colour]
    coloured = ColourClass(board, colour)
    assert (len(coloured), list(coloured), list(coloured[1:])) == (
        len(squares),
        squares,
        squares[1:],
    )


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        (Board(1, 1), {}),
        (Board(8, 8), {"closed": True, "start": "a1"}),
        (DIAMOND, CLOSED),
        (Board(8, 8), {"start": "a1", "end": "b1"}),
        (Board(5, 5), {"start": "a1", "end": "e5"}),
        (Board(8, 8, ["a1"]), {"start": "b1", "end": "a2"}),
        (Board(5, 8), {"start": "b3", "end": "a5"}),
        (Board(1, 4), {"leaper": (0, 1)}),
    ],
)
def test_a_puzzle_that_may_have_a_tour_is_not_refuted(board: Board, asked: dict[str, Any]) -> None:
    refute(Puzzle.of(board, **asked))


@pytest.mark.parametrize(
    ("size", "asked"), [("3x5", {}), ("3x6", {}), ("6x3", {}), ("4x4", {}), ("3x6", CLOSED)]
)
def test_a_cut_leaves_more_parts_than_a_tour_would(size: str, asked: dict[str, Any]) -> None:
    board = Board.parse(size)
    cut, *shown = refuted(board, **asked).witness.values()
    graph, parts = by_definition(board), components(knight_graph(board), cut)
    assert sorted(map(sorted, shown)) == sorted(map(sorted, parts))
    assert not any(set(graph[a]) & set(q) for p, q in combinations(parts, 2) for a in p)
    assert len(parts) > len(cut) + (not asked)


def test_every_part_is_shown_with_the_moves_in_it() -> None:
    _, *parts = refuted(Board(4, 4)).witness.values()
    assert [len(part) for part in parts] == [1, 1, 1, 1, 4, 4]
    assert all(isinstance(part, Subgraph) for part in parts)
    assert [len(part.edges) for part in parts if isinstance(part, Subgraph)] == [0, 0, 0, 0, 4, 4]


@pytest.mark.parametrize("sides", [(3, 8), (8, 3)], ids=str)
def test_the_chains_of_three_by_eight_are_all_moves_of_squares_with_two(
    sides: tuple[int, int],
) -> None:
    board = Board(*sides)
    *chains, over = refuted(board, closed=True).witness.values()
    graph = by_definition(board)
    poor = [square for square in graph if len(graph[square]) == 2]
    links = [link for chain in chains if isinstance(chain, Subgraph) for link in chain.edges]
    assert sorted(map(sorted, links)) == sorted(sorted((a, b)) for a in poor for b in graph[a])
    assert sorted([*over, *(square for chain in chains for square in chain)]) == list(board)


def test_the_chains_of_three_by_eight_become_one_between_the_squares_left_over() -> None:
    board = Board(3, 8)
    graph = by_definition(board)
    d2, e2 = refuted(board, closed=True).witness["left over"]
    assert e2 in ends_by_force(board, d2)
    assert not ends_by_force(board, d2) & set(graph[d2])


@pytest.mark.parametrize("columns", [7, 8, 9, 10])
def test_blocks_of_three_by_four_follow_any_block_of_three_rows(columns: int) -> None:
    # A tour of a block of 3 x 4 ends at the top of its last column, a move from a1 of the next
    # block. A tour that ends in the middle of the last column but one is a move from that a1 too.
    # So blocks can be added to tours of 3 x 7 to 3 x 10, which gives every 3 x n from 7 on.
    solve(Board(3, columns), end=2 * columns - 2)
    solve(Board(3, 4), start="a1", end="d3")


RULED = ["4x7", "7x5", "5x8", "6x6", "6x7", "3x12", "15x3"]


@pytest.mark.parametrize("size", RULED)
def test_the_computed_rule_is_what_exact_search_finds(size: str) -> None:
    board = Board.parse(size)
    pairs = list(combinations(board, 2))
    for start, end in pairs[:: max(1, len(pairs) // 150)]:
        answer = existence(Puzzle(board, start, end))
        assert answer
        if answer.proof != "parity":
            assert answer.exists == found(Puzzle(board, start, end)), (start, end)


def found(puzzle: Puzzle) -> bool:
    """Return True if exact search finds a tour."""
    try:
        return any(isinstance(event, Found) for event in tours(puzzle))
    except NoTour:
        return False


@pytest.mark.parametrize(
    ("board", "asked", "basis", "source"),
    [
        (Board(3, 10), CLOSED, "theorem", "Schwenk"),
        (Board(3, 10), {"start": "d2"}, "theorem", "Schwenk"),
        (Board(8, 8), {"start": "a1", "closed": True}, "theorem", "Schwenk"),
        (Board(8, 8), {"start": "a1", "end": "b1"}, "theorem", "Conrad"),
        (Board(7, 7), {"end": "a1"}, "theorem", "Conrad"),
        (Board(6, 6), {"start": "a1", "end": "b1"}, "theorem", "Conrad"),
        (Board(3, 14), {"start": "a1", "end": "b1"}, "computed rule", "every pair of squares"),
        (Board(5, 5), {}, "theorem", "Cull"),
        (Board(3, 99), {}, "theorem", "3x7, 3x8, 3x9 and 3x10"),
        (Board(99, 4), {}, "theorem", "Watkins"),
        (Board(1, 1), {}, "theorem", "definition"),
        (Board(6, 7), {"start": "a1", "end": "b1"}, "computed rule", "every pair of squares"),
        (Board(9, 5), {"end": "a1"}, "computed rule", "every pair of squares"),
    ],
)
def test_existence_is_stated_with_its_source(
    board: Board, asked: dict[str, Any], basis: str, source: str
) -> None:
    answer = answer_to(board, **asked)
    assert (answer.exists, answer.basis) == (True, basis)
    assert source in answer.source
    assert ("not proven for all sizes" in answer.reason) == (basis == "computed rule")


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        (Board(5, 5), {"start": "a1"}),
        (Board(3, 4), {"start": "a1"}),
        (Board(5, 6), {"start": "a1", "end": "b1"}),
        (Board(3, 13), {"start": "a1", "end": "m1"}),
        (Board(8, 8, ["d4", "d5"]), {}),
        (Board(8, 8), {"leaper": (1, 4)}),
    ],
)
def test_other_questions_have_no_known_answer(board: Board, asked: dict[str, Any]) -> None:
    assert existence(Puzzle.of(board, **asked)) is None


def test_a_full_board_has_squares_with_few_moves_for_longer_leapers() -> None:
    no = refuted(Board(5, 5), leaper=(2, 3))  # the corners have two moves each
    assert (no.proof, no.witness) == ("degree", {"no move": (12,)})


@pytest.mark.parametrize("end", ["start", "end"])
def test_an_inner_end_is_in_the_witness_under_its_own_name(end: str) -> None:
    no = refuted(Board(4, 9), **{end: "b2"})
    assert (no.proof, no.witness[end]) == ("inner", (10,))


def test_a_large_board_with_many_holes_is_not_refuted() -> None:
    holes = list(range(0, 90 * 90, 9))
    assert len(holes) > 500
    board = Board(90, 90, holes)
    assert len(board) > MOST_SQUARES
    refute(Puzzle(board))


def test_no_square_of_a_large_board_is_listed_to_refute_it() -> None:
    no = refuted(Board(999, 999), closed=True)
    assert [len(squares) for squares in no.witness.values()] == [499_001, 499_000]
    assert not any("_listed" in vars(squares) for squares in no.witness.values())
