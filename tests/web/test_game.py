"""A game knows the legal moves, and its verdicts match brute force."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, NoTour, knight_graph, solve
from kt_core.events import result_of
from kt_core.graph import LETTERS, Graph, KnightGraph
from kt_core.orderings import ORDERINGS, Order, most_moves, textbook, warnsdorff, with_pruning
from kt_core.tour import Puzzle
from tests.shared.cases import boards, by_definition, tours_by_force
from web.search.advice import advice
from web.search.game import Game, GameVerdict, verdict
from web.search.predict import Prediction
from web.search.recording import Recording, SearchState, Trace

CHESS = Board(8, 8)
RING = Board(3, 3, ["b2"])

#: Questions about small boards, with tours and without.
PUZZLES = {
    "3x4": Puzzle(Board(3, 4)),
    "3x4 from a1": Puzzle(Board(3, 4), start=0),
    "3x4 from a1 to d3": Puzzle(Board(3, 4), start=0, end=11),
    "3x4 to c2": Puzzle(Board(3, 4), end=6),
    "3x4 closed": Puzzle(Board(3, 4), closed=True),
    "ring": Puzzle(RING),
    "ring closed": Puzzle(RING, closed=True),
    "ring closed from c3": Puzzle(RING, start=8, closed=True),
    "ring from a1 to c2": Puzzle(RING, start=0, end=5),
    "3x3": Puzzle(Board(3, 3)),
    "1x1": Puzzle(Board(1, 1)),
    "1x1 closed": Puzzle(Board(1, 1), closed=True),
    "1x1 to a1": Puzzle(Board(1, 1), end=0),
    "two squares": Puzzle(Board(2, 3, ["b1", "c1", "a2", "b2"])),
    "two squares closed": Puzzle(Board(2, 3, ["b1", "c1", "a2", "b2"]), closed=True),
    "one square of three": Puzzle(Board(2, 3, ["b1", "a2", "b2"])),
}


def games_from(puzzle: Puzzle, starts: Iterable[int]) -> Iterator[Game]:
    """Yield every game that begins on one of these squares."""
    games = [Game(puzzle, (start,)) for start in starts]
    while games:
        game = games.pop()
        yield game
        games.extend(map(game.after_move, game.legal))


def beginnings(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """Return every path that can be continued to a tour, by brute force from the definition."""
    tours = tours_by_force(puzzle.board, puzzle.start, puzzle.end, closed=puzzle.closed)
    return {tour[:length] for tour in tours for length in range(1, len(tour) + 1)}


def check(game: Game, alive: set[tuple[int, ...]]) -> None:
    """Compare the verdict on a game with all paths that can be continued to a tour."""
    told = result_of(verdict(game))
    won = len(game.path) == len(game.board) and game.path in alive
    assert bool(game.tour) == won
    assert not (game.legal and won)
    if game.path in alive:
        assert told.tour
        assert told.tour.path[: len(game.path)] == game.path
        assert (told.tour.board, told.tour.closed) == (game.board, game.puzzle.closed)
        assert game.puzzle.end in {None, told.tour.path[-1]}
    else:
        assert told.reason
        assert told.tour is None
        lengths = range(1, len(game.path) + 1)
        lost = next(length for length in lengths if game.path[:length] not in alive)
        assert told.since == (lost - 1, lost - 1)
        assert told.reason.reason == why_lost(replace(game, path=game.path[:lost]))
    assert told.sentences(game)[0]


@cache
def why_lost(game: Game) -> str:
    """Return the sentence about a game that has just been lost."""
    then = result_of(verdict(game)).reason
    assert then
    return then.reason


@pytest.mark.parametrize("name", PUZZLES)
def test_every_verdict_on_a_small_board_is_that_of_brute_force(name: str) -> None:
    puzzle = PUZZLES[name]
    alive = beginnings(puzzle)
    starts: Iterable[int] = puzzle.board if puzzle.start is None else (puzzle.start,)
    if name in {"3x4", "3x4 closed"}:  # the starts in other quarters are mirror images
        starts = (0, 1, 4, 5)
    for game in games_from(puzzle, starts):
        check(game, alive)


@cache
def solutions(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the tours that have the given numbers, by brute force."""
    tours = tours_by_force(puzzle.board, puzzle.start, puzzle.end, closed=puzzle.closed)
    return [tour for tour in tours if all(tour[n - 1] == square for square, n in puzzle.given)]


def choices(game: Game) -> list[int]:
    """Return the squares that continue a game, by a move or from another number."""
    return [square for square in game.board if square in game.legal or game.continues(square)]


@pytest.mark.parametrize(
    ("puzzle", "begins"),
    [
        (Puzzle.of(Board(3, 4), given={"a1": 1, "b1": 4, "d3": 8}), ["a1"]),
        (Puzzle.of(Board(3, 4), given={"d2": 5, "a2": 12}), ["d2", "a2", "a1", "c3"]),
        (Puzzle.of(RING, closed=True, given={"c2": 3, "a2": 7}), ["c2", "a2", "a1", "c1"]),
        (Puzzle.of(RING, given={"a1": 1, "c3": 5, "c2": 2}), ["a1"]),
        (Puzzle.of(Board(4, 3), given={"a1": 3, "b3": 4}), ["a1", "c2"]),
    ],
)
@pytest.mark.parametrize("seed", range(8))
def test_verdicts_on_a_path_in_pieces_are_those_of_brute_force(
    puzzle: Puzzle, begins: list[str], seed: int
) -> None:
    def is_alive(game: Game) -> bool:
        numbers = game.number_of.items()
        return any(all(t[n - 1] == square for square, n in numbers) for t in solutions(puzzle))

    random = Random(seed)
    game = Game(puzzle, (puzzle.board.square(random.choice(begins)),))
    while True:
        told, alive = result_of(verdict(game)), is_alive(game)
        assert (bool(told.tour), bool(told.reason)) == (alive, not alive)
        assert told.sentences(game)[0]
        assert bool(game.tour) == (alive and len(game.number_of) == len(game.board))
        assert not (game.stuck and alive)
        assert game.here in game.pieces[game.first]
        if not alive:
            prefixes = [replace(game, path=game.path[:n]) for n in range(1, len(game.path) + 1)]
            lost = next(n for n, prefix in enumerate(prefixes) if not is_alive(prefix))
            assert told.since == (lost, lost)
        for square in {*game.board} - {*choices(game)}:
            with pytest.raises(ValueError, match="."):
                game.after_move(square)
        if not choices(game) or len(game.path) > 30:
            return
        good = [s for s in choices(game) if is_alive(game.after_move(s))]
        game = game.after_move(
            random.choice(good if good and random.random() < 0.8 else choices(game))
        )


def test_a_game_knows_the_legal_moves_and_what_they_leave() -> None:
    game = Game(Puzzle(CHESS), (0,)).after_move("c2")
    graph = by_definition(CHESS)
    assert game.legal == {s: len([v for v in graph[s] if v not in (0, 10)]) for s in graph[10][1:]}
    assert list(Game(Puzzle(CHESS), (0,)).legal) == [10, 17]


@pytest.mark.parametrize(
    ("puzzle", "path", "said"),
    [
        (Puzzle(CHESS), (), "begins with the knight on a square"),
        (Puzzle(CHESS, start=0), (10,), "the tour is to start on a1"),
        (Puzzle(CHESS), (0, 10, 0), "a1 was visited before, as step 1"),
        (Puzzle(CHESS), (0, 1), "a1 to b1 is not a knight's move"),
        (Puzzle(RING), (4,), "b2 is a hole"),
        (Puzzle(CHESS), (0, "z9"), "'z9' is not a square of 8x8"),
        (Puzzle(CHESS), (0, -1), "-1 is not a square"),
    ],
)
def test_a_game_cannot_be_made_from_a_wrong_path_or_by_a_wrong_move(
    puzzle: Puzzle, path: tuple[Any, ...], said: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        Game(puzzle, path)
    if len(path) > 1:
        with pytest.raises(ValueError, match=re.escape(said)):
            Game(puzzle, path[:-1]).after_move(path[-1])


def test_a_hint_says_whether_a_tour_continues_there() -> None:
    tour = solve(CHESS, start="a1")
    game = Game(Puzzle(CHESS), tour.path[:20])
    known = game.hint(tour)
    assert known
    assert known.square == tour.path[20]
    assert "a known tour continues there" in known.sentences[0]
    hint = game.hint_by_rule(())
    assert hint
    assert game.legal[hint.square] == min(game.legal.values())
    assert "we do not know yet" in hint.sentences[0]
    other = game.hint_by_rule({(*game.path, hint.square)})
    assert other
    assert other.square != hint.square
    assert Game(Puzzle(CHESS), (tour.path[1], tour.path[0])).hint(tour) is None
    assert Game(Puzzle(CHESS), tour.path).hint(tour) is None
    assert Game(Puzzle(Board(3, 3)), (4,)).hint_by_rule(()) is None


def test_a_hint_along_a_closed_tour_leads_to_its_end() -> None:
    game = Game(PUZZLES["ring closed"], (0,))
    proof = result_of(verdict(game)).tour
    while hint := game.hint(proof):
        game = game.after_move(hint.square)
    assert game.tour == proof


@pytest.mark.parametrize("name", PUZZLES)
def test_a_hint_is_given_only_where_a_tour_continues(name: str) -> None:
    game = Game(PUZZLES[name], (PUZZLES[name].start or 0,))
    while not game.tour and not (told := result_of(advice(game, ()))).reason:
        assert told.hint
        game = game.after_move(told.hint.square)
        assert result_of(verdict(game)).tour
    assert bool(game.tour) == bool(result_of(verdict(game)).tour)


def test_a_verdict_is_described_in_sentences() -> None:
    none = Game(PUZZLES["3x3"], (0,))
    assert result_of(verdict(none)).sentences(none)[0] == "There is no such tour from a1."
    early = Game(PUZZLES["ring from a1 to c2"], (0, 5, 6))
    assert result_of(verdict(early)).sentences(early) == (
        "You can’t finish from here: c2, number 2, was too early.",
        "c2, where the tour is to end, was visited before the other squares.",
    )
    last = Game(Puzzle(Board(3, 4)), solve(Board(3, 4)).path[:11])
    assert "still exists" in result_of(verdict(last)).sentences(last)[0]


def test_a_verdict_comes_in_slices_and_with_too_small_a_budget_is_undecided() -> None:
    game = Game(Puzzle(CHESS), (0, 10))
    assert len(list(islice(verdict(game), 1))) == 1
    told = result_of(verdict(game, budget=0))
    assert told == GameVerdict()
    assert told.sentences(game) == ("Whether a tour still exists cannot be told yet.", "")


def test_undecided_earlier_moves_are_reported_as_undecided() -> None:
    game = Game(Puzzle(CHESS, end=17), (0, 17, 2))
    told = result_of(verdict(game, budget=0))
    assert told.since == (0, 1)
    assert "b3, number 2, was too early, or no tour begins like this." in told.sentences(game)[0]
    game = Game(Puzzle(CHESS), (0, 10, 16))
    assert GameVerdict(None, NoTour("Why.", "cut"), (1, 2)).sentences(game) == (
        (
            "You can’t finish from here: a3, number 3, or a square before it, from number 2 on,"
            " was too early."
        ),
        "After a3: Why.",
    )


def predict(
    graph: Graph[Any], path: Sequence[Any], order: Order = warnsdorff, left: Any = None
) -> Prediction:
    """Return the prediction after a path of a search that has just `left` a square."""
    name = graph.board.name if isinstance(graph, KnightGraph) else str
    trace = Trace(Recording(graph, iter(()), ()), graph, path[0], order, name=name)
    return Prediction(trace, SearchState(path=path, backtracked_from=left))


@given(boards(sides=7), st.sampled_from(sorted(ORDERINGS)), st.integers(0, 9), st.data())
def test_the_right_answers_are_all_moves_with_the_fewest_onward_moves(
    board: Board, name: str, seed: int, data: st.DataObject
) -> None:
    graph, path = by_definition(board), [data.draw(st.sampled_from(list(board)))]
    order = ORDERINGS[name].make(board, seed)
    while True:
        told = predict(knight_graph(board), path, order)
        free = [v for v in graph[path[-1]] if v not in path]
        leaves = {v: sum(w not in path for w in graph[v]) for v in free}
        assert set(told.right) == {v for v in free if leaves[v] == min(leaves.values())}
        if name in {"warnsdorff", "roth", "pohl", "random"} and free:
            assert told.left[0] in told.right
        assert all(told.sentence(square).endswith(".") for square in board)
        if not free:
            return
        path.append(data.draw(st.sampled_from(free)))


def test_a_move_that_the_search_skips_is_not_right() -> None:
    # Of two squares that have one exit each, only one can be the last.
    said = set()
    for game in games_from(Puzzle(Board(3, 4)), range(12)):
        told = predict(game.graph, game.path, with_pruning(warnsdorff))
        for square in set(game.legal) - set(told.left):
            assert square not in told.right
            said.add(told.sentence(square).partition(" ")[2])
    assert "cannot lead to a tour, so the search skips it; d1 leaves 1." in said
    assert "has no move that can lead to a tour, so the search goes back." in said


def test_at_a_dead_end_the_search_goes_back_and_after_a_tour_it_has_ended() -> None:
    told = predict(LETTERS, ["A", "B", "C"])
    assert told.right == ()
    assert told.sentence("D") == "C has no move left, so the search goes back."
    assert predict(LETTERS, ["A"], textbook).sentence("B") == ("B leaves 2 moves, but D leaves 1.")
    assert predict(LETTERS, ["A"], most_moves).right == ("D",)
    assert predict(knight_graph(Board(1, 1)), (0,)).sentence(0).startswith("Everything is visited")


def test_a_move_already_tried_is_not_right_again() -> None:
    b3, c2 = map(CHESS.square, ("b3", "c2"))
    told = predict(knight_graph(CHESS), (0,), left=c2)
    assert (told.options.tried, told.right) == ((c2,), (b3,))
    assert told.sentence(c2).startswith("c2 was tried before, in vain, so the search")
    last = predict(knight_graph(CHESS), (0,), left=b3)
    assert last.sentence(b3) == "a1 has no move left to try, so the search goes back."
