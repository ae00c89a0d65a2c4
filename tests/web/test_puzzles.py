"""Puzzles in the page: given numbers on the board, in a game, in a search and in the dialogs."""

from random import Random

import pytest

from kt_core import Board, solve
from kt_core.events import result_of
from kt_core.language import text_of
from kt_core.puzzles import making
from kt_core.tour import Puzzle
from tests.shared.states import after, opened, plain
from web.lab.view import boards, words
from web.lab.view.blocks import drawing
from web.lab.view.examples import PRESETS
from web.lab.view.transport import dead_end
from web.page.view import whole_patches
from web.question.address import read, write
from web.question.reading import PuzzleText, understood
from web.search.answer import Answer
from web.search.recording import Outcome, options
from web.search.watch import WatchedSearch
from web.state import intents as i
from web.state.state import State, outcome

ADDRESS = "#board=5x5&given=a1:1,e3:5,c3:13,e5:25"


def test_given_numbers_are_printed_on_their_squares() -> None:
    question = read(ADDRESS)[0]
    given = "".join(drawing(boards.layers(question)["given"])).split("</g>")[0]
    assert [part.split("<")[0] for part in given.split('">')[1:]][-4:] == ["1", "5", "13", "25"]
    cells = boards.cells(question.board, 0, {1: (0,)}, question.puzzle.given).split("|")
    assert cells[:2] == ["a1, start, given: 1, step 1, knight", "b1"]
    assert words.asked(question, lambda _field, word: word) == (
        "An open tour of 5 × 5 from a1 to e5, by Warnsdorff’s rule, 4 given numbers"
    )


def test_a_move_that_contradicts_a_given_number_is_shown_at_the_board() -> None:
    state = opened("#board=5x5&mode=play&given=e1:1,e2:6,c3:9,d1:12")
    square = state.question.board.square
    again = after(state, i.Choose(square("b2")))  # 1 is given, so no other square is the start
    assert again.question == state.question
    wrong = after(state, *(i.Choose(square(to)) for to in ("c2", "e3", "d1")))
    assert wrong.reader.game
    assert wrong.reader.game.path == (4, 7, 14)
    assert text_of(wrong.reader.remark[0]) == "d1 has the number 12, so it cannot be step 4."
    regions = whole_patches(wrong)
    assert plain(regions["#flag"]["html"]) == "Wrong move to d1"
    assert 'class="wrong-move"' in str(regions["#board [data-layer=dead-end]"]["html"])
    late = after(wrong, *(i.Choose(square(to)) for to in ("c4", "a3", "c2", "b5")))
    assert late.reader.wrong is None
    judged = after(late, i.JudgeGame())
    assert "too early" in text_of(judged.reader.remark[0])


def test_hints_solve_a_puzzle_and_give_their_reasons() -> None:
    state, hints = opened("#board=5x5&mode=play&given=e1:1,e2:6,c3:9,d1:12"), list[str]()
    while state.reader.game and not state.reader.game.tour:
        state = after(state, i.JudgeGame(advises=True))
        hints.append(" ".join(map(text_of, state.reader.remark)).strip())
        assert state.reader.hinted is not None
        state = after(state, i.Choose(state.reader.hinted))
    assert (len(hints), state.reader.hints) == (24, 24)
    assert hints[0] == "Nothing can be deduced here without a trial; a solution has 2 on d3."
    assert hints[2].startswith("4 can only be on a2. With 4 on c2, no number is left for d2.")
    assert hints[4] == "6 is given on e2."
    assert hints[6] == (
        "8 can only be on b5. It must be 1 move from 9 on c3; from c2 and b3 there are more."
    )


def test_the_example_is_the_puzzle_that_the_command_makes() -> None:
    question = read(next(each.address for each in PRESETS if each.title == "A puzzle"))[0]
    made = result_of(making(Puzzle(question.board), seed=2))
    assert made == question.puzzle


def test_a_search_follows_the_given_numbers_and_explains_its_dead_ends() -> None:
    state = opened("#board=6x6&given=f4:1,d1:6,f1:8,a5:27,d5:36&step=end")
    trace, found = state.search.answer.traces[0], set[str]()
    for step in range(1, 400):
        moment = trace.at(step)
        assert all(moment.path[n - 1 : n] in ((), (s,)) for s, n in state.question.puzzle.given)
        found.add(dead_end(trace, moment, options(trace, moment)))
    far = "d1, where 6 is given, is more than 1 move from a1, e1, a3 and one more"
    assert f"{far}; no tour goes on to e3" in found
    tour = outcome(state).tour
    assert tour
    assert all(tour.path[n - 1] == square for square, n in state.question.puzzle.given)


def test_code_that_ignores_the_given_numbers_has_not_solved_the_puzzle() -> None:
    question = read("#board=5x5&given=e1:1,e2:6,c3:9,d1:12")[0]
    search = WatchedSearch(question)
    search.recording = WatchedSearch(read("#board=5x5&start=e1")[0]).recording
    while search.advance(100):
        pass
    assert search.outcome().tour is None
    assert text_of(search.outcome().judged).startswith("The path does not have the numb")


def chosen(address: str, names: str) -> State:
    """Return the state after squares were chosen, by name."""
    state = opened(address)
    return after(state, *(i.Choose(state.question.board.square(name)) for name in names.split()))


PIECES = "#board=5x5&mode=play&given=e1:1,e2:6,c3:9,d1:12"


def test_a_game_continues_from_any_given_number_until_its_pieces_meet() -> None:
    state = chosen(PIECES, "d3 c3 d5 d3 b4")  # 9 is on c3; then the knight returns to 2 on d3
    game = state.reader.game
    assert game
    names = {first: game.board.names(piece) for first, piece in game.pieces.items()}
    assert (names, game.board.name(game.here), game.next) == ({1: "e1 d3 b4", 9: "c3 d5"}, "b4", 4)
    regions = whole_patches(state)
    assert plain(regions["#answer"]["html"]).startswith("3 is on b4, with two moves from there.")
    assert "5 of 25 squares" in plain(regions["#answer"]["html"])
    cells = str(regions["#board@cells"]["cells"]).split("|")
    seen = ["c3, given: 9, step 9", "d5, step 10", "b4, step 3, knight"]
    assert [cells[at] for at in (12, 23, 16)] == seen
    assert plain(regions["#move-list"]["html"]) == "e1 d3 b4 c3 d5"
    assert "counter-reset:move 8" in str(regions["#move-list"]["html"])
    line = str(regions["#board [data-layer=line]"]["html"])
    assert line.count('class="line"') == 2
    assert opened(write(state.question)).reader.game == game
    met = after(state, *(i.Choose(game.board.square(to)) for to in ["a2", "c1", "e2", "d4", "b5"]))
    assert met.reader.game
    assert (list(met.reader.game.pieces), met.reader.game.next) == ([1], 11)
    back = after(met, i.Choose(game.board.square("d3")))  # it is the end of no piece now
    assert back.reader.game
    assert back.reader.game.path == game.path[:2]
    assert after(back, *[i.Redo()] * 9).reader.game == met.reader.game


@pytest.mark.parametrize(
    ("address", "given"),
    [
        ("board=5x5", {"e1": 1, "e2": 6, "c3": 9, "d1": 12}),
        ("board=5x5", {"e2": 6, "c3": 9, "d1": 12}),
        ("board=6x6&closed=1", {"c3": 5, "d4": 17}),
        ("board=5x6&closed=1", {"a1": 1, "e5": 5, "c3": 21}),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_numbers_written_in_any_order_win_only_as_a_tour_that_has_them_all(
    address: str, given: dict[str, int], seed: int
) -> None:
    text = ",".join(f"{name}:{number}" for name, number in given.items())
    state, random = opened(f"#mode=play&{address}&given={text}&lock=all"), Random(seed)
    asked = state.question.puzzle
    tour = solve(asked.board, closed=asked.closed, given=given)
    for _ in range(300):
        game = state.reader.game
        assert game
        assert sorted(game.number_of.values()) == [
            n for first, piece in game.pieces.items() for n in range(first, first + len(piece))
        ]
        assert state.earned.score == bool(game.tour)
        if game.tour:
            break
        ends = [square for square in tour.path if game.continues(square)]
        starts = {tour.path[0]} if asked.start is None and len(game.path) == 1 else set()
        to = tour.path[game.next - 1] if random.random() < 0.8 or not ends else random.choice(ends)
        wrong = starts - {game.here}
        state = after(state, i.Choose(wrong.pop() if wrong else to))
        state = after(state, i.Choose(to)) if state.reader.wrong == to else state
        assert opened(write(state.question)).reader.game == state.reader.game
    assert state.search.won == tour
    assert (state.reader.undos, state.reader.hints) == (0, 0)


def test_a_given_number_that_may_be_a_mistake_is_chosen_twice() -> None:
    once = chosen(PIECES, "c2 e3 d1")
    said = [text_of(each) for each in once.reader.remark]
    assert said[1] == "Choose d1 again to continue from there."
    twice = after(once, i.Choose(once.question.board.square("d1")))
    assert twice.reader.game
    assert (twice.reader.game.next, twice.reader.wrong) == (13, None)
    assert "c2, number 2, was too early" in text_of(after(twice, i.JudgeGame()).reader.remark[0])


def test_only_squares_that_no_number_forbids_are_lit() -> None:
    state = opened("#board=6x6&mode=play&given=f4:1,d1:6,f1:8,a5:27,d5:36")
    game = state.reader.game
    assert game
    assert list(map(game.board.name, game.legal)) == ["e2", "d3", "e6"]  # not d5, with the 36
    pointed = whole_patches(after(state, i.PointAtSquare(game.here)))["#square"]["html"]
    assert plain(pointed).endswith("the knight is here; three onward moves now, to e2 d3 e6")
    drawn = str(whole_patches(state)["#board [data-layer=moves]"]["html"])
    assert drawn.count("<circle") == len(game.legal)
    stuck = chosen(PIECES, "c2 e3 c4 a5")  # 6 is on e2, no move from a5
    assert stuck.reader.game
    assert plain(whole_patches(stuck)["#flag"]["html"]) == "Stuck on a5, 20 squares left"
    assert "squares: no free square that it reaches can be 6." in plain(
        whole_patches(stuck)["#answer"]["html"]
    )


WITHOUT_1 = "#board=5x5&given=c3:9,d1:12,e2:6"


@pytest.mark.parametrize("race", ["", "&race=textbook"])
def test_a_search_without_the_number_1_begins_where_a_solution_starts(race: str) -> None:
    state = opened(f"{WITHOUT_1}{race}&step=0")
    start = state.search.answer.traces[0].start
    assert deciding_start(state.question.puzzle, start)
    assert not deciding_start(state.question.puzzle, state.question.start)
    said = plain(whole_patches(state)["#answer"]["html"])
    begins = f"1 is not given; the search begins on {state.question.board.name(start)}, where"
    assert begins in said
    assert not outcome(state).tour
    for tells in (i.PlaySteps(), i.Finish()):
        then = after(state, tells)
        assert begins in plain(whole_patches(then)["#answer"]["html"])
        tour = outcome(then).tour
        assert tour
        assert tour.path[0] == start
        assert all(tour.path[n - 1] == square for square, n in state.question.puzzle.given)


def deciding_start(puzzle: Puzzle, start: int) -> bool:
    """Return True if a solution of a puzzle starts on a square."""
    try:
        return bool(solve(puzzle.board, given={**dict(puzzle.given), start: 1}))
    except ValueError:  # no tour, or the numbers contradict each other
        return False


@pytest.mark.parametrize("asked", ["board=5x5&given=b1:4,a2:2&step=0", "board=3x3&given=a1:4"])
def test_without_a_solution_no_search_begins(asked: str) -> None:
    state = opened(f"#{asked}")
    said = plain(whole_patches(state)["#answer"]["html"])
    assert said.startswith("There is no tour with the given numbers.")
    assert (state.search.answer.traces, outcome(state).path) == ((), ())
    assert after(state, i.PlaySteps(), i.StepBy(1), i.Finish()).search.answer.traces == ()
    answer = Answer(whole=Outcome(undecided="the budget was not enough"))
    said = plain(whole_patches(state.with_progress(answer=answer))["#answer"]["html"])
    assert said.startswith("Not settled: the budget was not enough.")
    assert said.endswith("1 is not given, and no solution is known, so no search can begin.")


def test_a_prediction_needs_the_number_1() -> None:
    assert opened(f"{WITHOUT_1}&mode=predict").question.mode == "watch"


EMPTY = 6 * ".. "


@pytest.mark.parametrize(
    ("rows", "asks", "said"),
    [
        (("1 .. .. .. .. ..", EMPTY, EMPTY, EMPTY, ".. .. .. 14 .. .."), True, "It has several"),
        (("1 .. ..", ".. .. 4", ".. .. .."), False, "2 given numbers. It has no solution. A tour"),
        (
            ("1 .. .. .. ..", EMPTY[3:], ".. .. 9 .. ..", EMPTY[3:], EMPTY[3:]),
            *(False, "Its tour is open, because none is closed. Every move changes color. 13"),
        ),
        (
            ("1 .. .. .. .. ..", EMPTY, EMPTY, EMPTY, EMPTY, ".. .. .. .. .. 4"),
            *(False, "It has no solution: a6 has the number 1"),
        ),
        (
            ("36 .. .. .. .. ..", EMPTY, EMPTY, EMPTY, EMPTY, "1 .. .. .. .. .."),
            *(False, "because none is closed. A6 has the number 36 and a1 has 1: from one to the"),
        ),
        (('{"v":1,"rows":5,"columns":6,"given":{"a1":1,"d1":14}}',), False, "It has several"),
    ],
)
def test_load_asks_for_the_kind_of_a_puzzle_only_if_both_are_possible(
    rows: tuple[str, ...], asks: bool, said: str
) -> None:
    found = result_of(understood("\n".join(rows), Board(8, 8), {}))
    assert isinstance(found, PuzzleText)
    assert (found.question is not None) == asks
    assert said in text_of(found.sentence)
