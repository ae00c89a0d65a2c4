"""Puzzles with given numbers, against a plain search and lists of all tours."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any, cast

import pytest

from kt_core import Board, NoTour, Undecided, solve
from kt_core.count import counting
from kt_core.events import Found, result_of
from kt_core.files import refutation
from kt_core.graph import knight_graph
from kt_core.orderings import textbook
from kt_core.proofs import check
from kt_core.proofs.checker.kinds import checking
from kt_core.puzzles import solutions, with_numbers
from kt_core.search import search
from kt_core.solve import tour_of
from kt_core.tour import Puzzle
from tests.shared.cases import by_definition

WAZIR = (0, 1)
BOARDS: list[tuple[Board, dict[str, Any]]] = [
    (Board(4, 5), {}),
    (Board(3, 7), {}),
    (Board(5, 5, ["c3"]), {}),
    (Board(4, 6, ["b2", "f4"]), {}),
    (Board(5, 5, ["a1"]), {"closed": True}),
    (Board(4, 4), {"leaper": WAZIR}),
    (Board(4, 4), {"leaper": WAZIR, "closed": True}),
    (Board(3, 5, ["c2"]), {"leaper": WAZIR}),
    (Board(3, 3, ["b2"]), {"closed": True}),
    (Board(3, 6), {"closed": True}),  # has no tour
    (Board(4, 4), {}),  # likewise
]
LARGER: list[tuple[Board, dict[str, Any]]] = [
    (Board(5, 5), {}),
    (Board(6, 6), {}),
    (Board(6, 6), {"closed": True}),
    (Board(5, 6, ["c3", "e1"]), {}),
    (Board(6, 6), {"leaper": WAZIR, "closed": True}),
]
COUNTS = ("none", "one", "several")


def paths(board: Board, given: dict[int, int], asked: dict[str, Any]) -> Iterator[tuple[int, ...]]:
    """Yield the tours with the given numbers by a plain search from the first given number."""
    graph = by_definition(board, asked.get("leaper", (1, 2)))
    square_of = {number: square for square, number in given.items()}
    first = min(square_of)
    order = [*range(first + 1, len(board) + 1), *range(first - 1, 0, -1)]
    stack = [{first: square_of[first]}]
    while stack:
        known = stack.pop()
        if len(known) == len(board):
            path = tuple(known[number] for number in range(1, len(board) + 1))
            if not asked.get("closed") or path[0] in graph[path[-1]]:
                yield path
            continue
        number = order[len(known) - 1]
        for to in graph[known[number - 1 if number > first else number + 1]]:
            fits = square_of.get(number, to) == to and given.get(to, number) == number
            if fits and to not in known.values():
                stack.append({**known, number: to})


@cache
def some_tours(board: Board, closed: bool, leaper: tuple[int, int]) -> list[tuple[int, ...]]:
    """Return tours of a board in random directions and, if closed, from random starts."""
    found, random = list[tuple[int, ...]](), Random(7)
    for seed in range(8):
        with suppress(NoTour):
            path = solve(board, closed=closed, leaper=leaper, seed=seed).path
            turn = random.randrange(len(path)) if closed else 0
            found.append(path[turn:] + path[:turn])
    return found


def puzzles(board: Board, asked: dict[str, Any], random: Random) -> Iterator[dict[int, int]]:
    """Yield given numbers: some of a tour, some with two exchanged, some at random."""
    tours = some_tours(board, asked.get("closed", False), asked.get("leaper", (1, 2)))
    while True:
        share = random.choice((0.15, 0.2, 0.3, 0.5))
        steps = random.sample(range(len(board)), max(2, round(share * len(board))))
        path = list(random.choice(tours) if tours else board.squares)
        if random.random() < 0.4:
            one, other = random.sample(steps, 2)
            path[one], path[other] = path[other], path[one]
        yield {path[step]: step + 1 for step in steps}


def judged(board: Board, given: dict[int, int], asked: dict[str, Any]) -> str:
    """Return the answer of `solutions`, after its tours or its proof were checked."""
    try:
        found = solutions(board, given=given, **asked)
    except ValueError as wrong:
        assert " has the number " in str(wrong)
        return "none"
    for tour in found.tours:
        assert all(tour.path[number - 1] == square for square, number in given.items())
        assert tour.closed == asked.get("closed", False)
    assert len({tour.path for tour in found.tours}) == len(found.tours)
    assert found.no is None or check(found.no)
    return found.count


def compare(boards: list[tuple[Board, dict[str, Any]]], number: int, seed: int) -> set[str]:
    """Compare random puzzles of each board with the plain search; return the counts that occur."""
    met = set[str]()
    for board, asked in boards:
        for _, given in zip(range(number), puzzles(board, asked, Random(seed)), strict=False):
            count = COUNTS[len([*islice(paths(board, given, asked), 2)])]
            assert judged(board, given, asked) == count, (board, asked, given)
            met.add(count)
    return met


def test_puzzles_have_none_one_or_several_solutions() -> None:
    assert compare(BOARDS, 12, seed=1) == {*COUNTS}


def test_an_ordering_with_numbers_loses_no_solution() -> None:
    random = Random(4)
    for board, asked in BOARDS:
        closed, leaper = asked.get("closed", False), asked.get("leaper", (1, 2))
        for path in some_tours(board, closed, leaper):
            steps = {0, *random.sample(range(len(board)), len(board) // 5)}
            given = {path[step]: step + 1 for step in steps}
            puzzle = Puzzle.of(board, given=given, **asked)
            graph, order = knight_graph(board, leaper), with_numbers(textbook, puzzle)
            ends = puzzle.ends(graph, path[0])
            events = search(graph, path[0], order=order, ends=ends)
            found = [event.path for event in events if isinstance(event, Found)]
            assert sorted(found) == sorted(paths(board, given, asked))


@pytest.mark.full
def test_hundreds_of_puzzles_have_none_one_or_several_solutions() -> None:
    assert compare(BOARDS, 40, seed=2) == {*COUNTS}
    assert compare(LARGER, 12, seed=3) == {*COUNTS}


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"given": {"d7": 1, "A1": 1}}, "the number 1 is given twice, on d7 and on a1"),
        ({"given": {"d7": 1, 51: 3}}, "d7 is given two numbers, 1 and 3"),
        ({"given": {"d7": 65}}, "d7 is given the number 65; the numbers of 8x8 are 1 to 64"),
        ({"given": {"d7": 0}}, "d7 is given the number 0; the numbers of 8x8 are 1 to 64"),
        ({"given": {"d7": True}}, "d7 is given the number True; the numbers of 8x8 are 1 to 64"),
        ({"given": {"i9": 1}}, "'i9' is not a square of 8x8; squares are a1 to h8"),
        ({"given": {"c3": 4}, "board": Board(8, 8, "c3")}, "c3 is a hole; choose a square"),
        ({"given": {"d7": 1, "e7": 3}}, "d7 has the number 1 and e7 has 3: the squares differ in"),
        ({"given": {"d7": 1, "d5": 2}}, "d7 has the number 1 and d5 has 2: the squares have the"),
        ({"given": {"d7": 1, "e7": 2}}, "it takes at least 3 moves, not 1"),
        ({"given": {"a1": 1, "c1": 4}, "board": Board(5, 5)}, "c1 has 4: the squares have the"),
        ({"given": {"a1": 2, "h8": 64}, "closed": True}, "h8 has the number 64 and a1 has"),
        ({"given": {"d7": 1}, "start": "a1"}, "the number 1 is given twice, on d7 and on a1"),
        ({"given": {"a1": 64, "b3": 3}, "end": "b1"}, "the number 64 is given twice, on a1 and"),
        ({"given": {"a1": 5}, "symmetry": "mirror"}, "a puzzle with given numbers has no symmetry"),
    ],
)
def test_numbers_that_contradict_each_other_are_named(asked: dict[str, Any], says: str) -> None:
    values = {"board": Board(8, 8)} | asked
    with pytest.raises(ValueError, match=says):
        Puzzle.of(**values)


def test_given_ends_are_the_start_and_the_end() -> None:
    ends = Puzzle.of(Board(5, 5), given={"a1": 1, "e5": 25})
    assert ends == Puzzle.of(Board(5, 5), start="a1", end="e5")
    assert Puzzle.of(Board(5, 5), start="a1", given={"c2": 2}).numbers == ((0, 1), (7, 2))
    assert Puzzle.of(Board(5, 5), leaper=(1, 3), given={"b1": 2, "c4": 3}).numbers


def test_a_puzzle_may_have_all_numbers_or_none() -> None:
    path = solve(Board(8, 8), closed=True).path
    given = {square: step for step, square in enumerate(path, start=1)}
    assert solve(Board(8, 8), closed=True, given=given).path == path
    assert solutions(Board(8, 8), closed=True, given=given).count == "one"
    given[path[3]], given[path[5]] = 6, 4
    with pytest.raises(ValueError, match="has the number"):
        solve(Board(8, 8), closed=True, given=given)
    assert solve(Board(8, 8), given={}) == solve(Board(8, 8))
    assert solutions(Board(8, 8)).count == "several"
    assert solutions(Board(8, 8), start="a1", end="b1").count == "several"


@pytest.mark.parametrize("closed", [False, True])
def test_a_single_number_turns_a_tour(closed: bool) -> None:
    found = solutions(Board(6, 6), closed=closed, given={"c3": 8})
    assert [tour.path[7] for tour in found.tours] == [14, 14]


def test_small_boards_and_boards_without_a_tour_are_puzzles() -> None:
    assert solutions(Board(1, 1), given={"a1": 1}).count == "one"
    assert solutions(Board(1, 1), closed=True, given={"a1": 1}).count == "none"
    assert solutions(Board(2, 1), leaper=WAZIR, given={"a2": 1}).count == "one"
    assert solutions(Board(2, 1), leaper=WAZIR).count == "several"
    for board, closed in ((Board(4, 4), False), (Board(4, 8), True), (Board(3, 3), False)):
        found = solutions(board, closed=closed, given={"a1": 1, "c2": 2})
        assert check(cast(NoTour, found.no))


def test_a_large_board_is_undecided() -> None:
    with pytest.raises(Undecided, match="only boards of up to 1,600 squares"):
        solve(Board(41, 41), given={"a1": 1, "c2": 2})


def refuted() -> NoTour:
    """Return a refutation by a search of several choices."""
    for given in puzzles(Board(6, 6), {}, Random(5)):
        with suppress(ValueError):
            no = solutions(Board(6, 6), given=given).no
            if no and len(no.log["numbers"]) > 4:
                return no
    raise AssertionError


def test_a_proof_by_numbers_is_checked_whole() -> None:
    no = refuted()
    puzzle, proof = result_of(refutation.reading(refutation.proof_json(no)))
    assert puzzle == no.puzzle
    assert "numbers leads to a dead end" in result_of(checking(proof, puzzle))
    record = no.log["numbers"]
    for wrong, why in (
        *(([], "ends before"), (record[:-1], "ends before"), ([*record, ["dead"]], "goes on")),
        *(([["dead"]], "entry 1 .* proves nothing"), ([["put", 0, 99]], "^99 in this record")),
        *(([["take", 0, 1]], "is neither"), ([["put", 0]], "is neither")),
        *((record[1:], "record"), (record[:1] * 2, "twice")),
    ):
        with pytest.raises(ValueError, match=why):
            check(NoTour("", "numbers", {}, {"numbers": wrong}), puzzle)
    alone = Puzzle.of(Board(3, 3), given={"b2": 5})  # no move leads to this square
    assert check(NoTour("", "numbers", {}, {"numbers": [["dead"]]}), alone)


@pytest.mark.parametrize(("board", "asked"), BOARDS, ids=str)
def test_no_record_refutes_numbers_of_a_tour(board: Board, asked: dict[str, Any]) -> None:
    random, count = Random(6), len(board)
    tours = some_tours(board, asked.get("closed", False), asked.get("leaper", (1, 2)))
    for path, choices in product(tours, (0, 1, 2, count)):
        steps = random.sample(range(count), count // 4)
        puzzle = Puzzle.of(board, given={path[step]: step + 1 for step in steps}, **asked)
        square, record = random.choice(board.squares), list[list[Any]]()
        for number in random.sample(range(1, count + 1), choices):
            record += [["put", square, number], ["dead"]]
        with pytest.raises(ValueError, match="this record (proves|chooses)|record ends"):
            check(NoTour("", "numbers", {}, {"numbers": [*record, ["dead"]]}), puzzle)


def test_a_path_without_a_given_number_is_no_answer_and_none_is_counted() -> None:
    tour = solve(Board(5, 5), start="a1")
    puzzle = Puzzle.of(tour.board, given={tour.path[5]: 8})
    with pytest.raises(ValueError, match="does not have the number 8 on"):
        result_of(tour_of(puzzle, tour.path))
    with pytest.raises(ValueError, match="leave the numbers out"):
        result_of(counting(Puzzle.of(Board(3, 4), given={"a2": 3}), 100))
