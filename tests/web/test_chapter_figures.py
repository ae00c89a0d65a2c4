"""The statements of figures about trees, rules, proofs and tiles are true."""

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core.analysis import row_sums
from kt_core.board import Board
from kt_core.graph import LETTERS, is_move
from tests.shared.snapshots import assert_matches_snapshot
from tests.shared.states import opened, patch, plain
from web.chapter.book import figure_at, lesson
from web.chapter.content.trials import (
    BOARDS,
    LIVE_SIDE,
    ORDERS,
    POSITIONS,
    lost_squares,
    path_of,
    positions,
    search_from_a1,
    squares_at,
    trials,
    why_none_begins,
)
from web.chapter.figures import proof, tiles
from web.chapter.figures.figure import Figure
from web.chapter.figures.layout import layer
from web.chapter.figures.proof import PAIRS
from web.chapter.figures.registry import figure
from web.chapter.figures.search import LETTERS_STEPS, SearchFigure
from web.chapter.figures.tiles import SIDE, TILE, chosen_joint, joined_tiling, tiling
from web.chapter.update import counting
from web.page.update import next_state
from web.question import address
from web.state.intents import Counted, RunFigure, TurnDial
from web.state.state import State

RULE = figure("rule 8 warnsdorff 0")


def placed(place: str) -> Figure:
    """Return a figure of the chapter."""
    found = figure_at(place)
    assert found
    return found


CHOICES = " [data-part=choices]"
#: Turns of the dials of figures, one after the other.
TURNS = {
    "puzzle_game": """square=7 square=10 square=1 square=24 path=-1 square=7 path=0 square=14
        board=1 square=9 square=7 square=1 square=8 square=6 path=0 square=6 square=8 square=1
        square=7 square=9 square=2 square=4 square=10 square=3 square=5 square=11""",
    "matrix_count": """answer=3 square=63 answer=2 square=1 answer=3 square=9 answer=4 square=10
        answer=6 square=27 answer=8 known=0""",
    "rule": """bet=1 step=99 order=4 step=99 bet=1 step=5 start=5 bet=3 start=6 board=0 order=0
        start=1 step=24""",
    "proof": """step=112 case=1 step=3 case=2 step=24 step=1 step=0 square=0 square=1 square=10
        square=9 square=1 square=9 square=2 square=17 square=4 case=3 step=1 step=2""",
    "tiles": "first=3 second=1 second=29 step=3 second=5",
}


def test_the_sentences_of_turned_figures_match_their_snapshot() -> None:
    told = list[str]()
    for place, turns in TURNS.items():
        figure = placed(place)
        values = figure.first
        for turn in ("", *turns.split()):
            values = figure.after_turn(values, *turn.split("=")) if turn else values
            written = ".".join(map(str, values))
            assert figure.read(written) == values
            told.append(f"{place} {turn} -> {written}: {figure.sentence(values)}")
            parts = dict(figure.regions(values, ""))
            table = "".join(parts["-drawing"].value()).partition("<table")[2]
            told += [f"  {plain(f'<table{table}')}"] * bool(table)
            choices = "".join(parts[CHOICES].value()) if CHOICES in parts else ""
            named = re.findall(r'data-value="(\d+)">([^<]+)', choices)
            told += [f"  choices: {', '.join(map(' '.join, named))}"] * bool(named)
    assert_matches_snapshot("sentences-figures", "\n".join(told), "txt")


@pytest.mark.parametrize("step", range(LETTERS_STEPS + 1))
def test_letters_on_the_path_are_gray_and_its_edges_are_bold(step: int) -> None:
    search = SearchFigure("5x5", "0")
    values = (0, step, 0)
    path = search.trace(values).at(step).path
    picture = "".join(dict(search.regions(values, ""))["-drawing"].value())
    gray = re.findall(r'class="vertex (?:gray|now)" data-vertex="(\w)"', picture)
    assert sorted(gray) == sorted(path)
    assert picture.count('class="arrow on') == max(len(path) - 1, 0)
    assert picture.count('class="arrow"') == sum(map(len, LETTERS.values())) == 8
    assert picture.count('class="dead-end"') == (step == 4)


def test_squares_are_lost_when_no_way_leads_to_them_any_more() -> None:
    board = Board(8, 8)
    for order, first in (("most-moves", 21), ("warnsdorff", None)):
        path = path_of(board, order, 0, 0).first(64)
        lost = [len(lost_squares(board, path[:n])) for n in range(1, len(path) + 1)]
        assert next((n for n, count in enumerate(lost, start=1) if count), None) == first
        assert lost == sorted(lost)
    values = (*RULE.first[:1], ORDERS.index("most-moves"), 0, 0, 0, 20)
    drawn = "".join(dict(RULE.regions(values, ""))[layer("path")].value())
    [crosses] = re.findall(r'<path class="lost"[^>]*>', drawn)
    assert crosses.count("M") == 2  # one for each lost square


def test_no_tour_of_an_odd_board_begins_on_a_light_square() -> None:
    board = Board(5, 5)
    told = "13 of the 25 squares have the color of the corners, and 12 the other"
    assert sum(told in why_none_begins(board, start) for start in board) == 12
    assert not why_none_begins(board, 0)
    assert not any(why_none_begins(Board(6, 5), start) for start in Board(6, 5))
    game = figure("game 5x5")
    *_, lost = game.measure((0, 1))
    assert "No tour begins on b1: 13 of the 25" in game.result_sentence(lost, 0)


def test_the_search_is_counted_and_the_old_part_of_its_path_is_described() -> None:
    search_from_a1.cache_clear()  # another test may have counted to its end
    time = figure("time")
    *_, last = time.count(())
    assert last == (POSITIONS[8],)
    said = time.sentence((POSITIONS[8], 0))
    assert said.startswith("1,000,000 visits. The first 35 squares of the path were never changed")


@pytest.mark.parametrize(
    ("place", "end", "right"),
    [
        ("search", {"step": 8}, "Once"),
        ("search", {"graph": 1, "step": 200}, "No"),
        ("rule_waiting", {"step": 2}, "Breadth-first search"),
        ("rule_released", {"step": 7}, "Backtracking"),
        ("growth_time", {"visits": POSITIONS[8]}, "No"),
        ("rule", {"step": 63}, "It will finish"),
        ("rule", {"order": ORDERS.index("most-moves"), "step": 32}, "It will get stuck"),
        ("proof", {"step": POSITIONS[4]}, "No"),
        ("proof", {"case": 2, "step": PAIRS}, "No"),
    ],
)
def test_a_guess_is_made_before_a_figure_runs_and_judged_at_its_end(
    place: str, end: dict[str, int], right: str
) -> None:
    state = opened(f"#view={place.partition('_')[0]}")
    *_, (last, most) = end.items()
    for dial, value in end.items():
        state = next_state(state, TurnDial(place, dial, str(value)))
    state = next_state(_counted(state), TurnDial(place, last, "0"))
    guess, run = f"#{place}-en-guess", f"#{place}-en-figure [name=run]@hidden"
    assert patch(state, run) == {"hidden": True}
    asked = re.findall(r'value="(\d)">([^<]+)<', str(patch(state, guess)["html"]))
    assert asked[-1] == ("3", "Just play")
    for value, answer in asked:
        made = next_state(state, TurnDial(place, "bet", value))
        assert patch(made, run) == {"hidden": False}
        assert patch(made, guess)["hidden"] == (answer == "Just play")
        assert "It was" not in str(patch(made, guess)["html"])
        over = patch(next_state(made, TurnDial(place, last, str(most))), guess)
        assert ("It was right." in str(over["html"])) == (answer == right)


def _counted(state: State) -> State:
    """Return the state after all counts for its figures are done."""
    while wanted := counting(state):
        place, what = wanted
        end = (POSITIONS[8],)  # another test may have counted to the end
        *_, found = (end, *placed(place).count(what))
        state = next_state(state, Counted(place, (*what, *found)))
    return state


@pytest.mark.parametrize("side", BOARDS)
def test_the_dial_of_a_path_goes_from_its_first_square_to_its_last(side: int) -> None:
    lengths = [squares_at(side, position) for position in range(positions(side) + 1)]
    assert (lengths[0], lengths[-1]) == (1, side * side)
    assert lengths == sorted(lengths)


def test_a_large_board_is_walked_in_slices_as_far_as_the_dial_says() -> None:
    state = next_state(opened("#view=rule"), TurnDial("rule", "board", str(BOARDS.index(20))))
    state = next_state(state, RunFigure("rule"))
    values = lesson(state.question).at["rule"]
    assert values[-1] == positions(20)
    shown = patch(state, "#rule-en-said")["html"]
    assert "1 of 400 squares" in str(shown)  # nothing is walked yet
    assert patch(state, "#rule-en-figure [name=stop]")["hidden"] is False
    steps = list(RULE.count(values[:4]))
    assert steps[-1] == (positions(20),)
    for done in (steps[100], steps[-1]):
        state = next_state(state, Counted("rule", (*values[:4], *done)))
        count = squares_at(20, done[0])
        said = str(patch(state, "#rule-en-said")["html"])
        assert f"{count} of 400 squares" in said or "A tour: all 400" in said
    assert patch(state, "#rule-en-figure [name=stop]")["hidden"] is True


def test_every_start_is_tried_as_the_text_says() -> None:
    *_, last = RULE.measure(RULE.first)
    assert last == trials(Board(8, 8), "warnsdorff")
    assert "64 of 64 starts tried" in RULE.result_sentence(last, 7)
    assert "61 tours, in 7 ms" in RULE.result_sentence(last, 7)
    large = RULE.after_turn(RULE.first, "board", str(BOARDS.index(20)))
    *_, last = RULE.measure(large)
    assert last[:2] == (20, 20)
    assert BOARDS[large[0]] > LIVE_SIDE


def test_random_walks_come_near_the_tree_of_the_board() -> None:
    asked = figure("growth 4 10 8")
    found = list(asked.measure((1,)))[3000]
    assert found[:2] == (5, 3001)
    assert found[2] == pytest.approx(1_735_079, rel=0.1)
    assert "about 1.7 × 10⁶" in asked.result_sentence(found, 1)


@given(st.lists(st.integers(0, 48), max_size=120))
def test_any_pairs_that_a_reader_makes_leave_one_more_dark_square(
    clicks: list[int],
) -> None:
    asked, board = figure("proof"), Board(7, 7)
    values = asked.after_turn(asked.first, "case", "2")
    for square in clicks:
        values = asked.after_turn(values, "square", str(square))
        assert asked.read(".".join(map(str, values))) == values
    chosen = values[3:]
    pairs = list(zip(chosen[::2], chosen[1::2], strict=False))
    assert len({*chosen}) == len(chosen)
    for step in (0, PAIRS):
        dark, light = proof.left_over(step, chosen)
        assert len(dark) == len(light) + 1
        made = proof.pairs_of(step, chosen)
        assert made[: len(pairs)] == tuple(pairs)
        assert all(is_move(board, a, b) for a, b in made)
        assert len({square for pair in made for square in pair}) == 2 * len(made)


@pytest.mark.parametrize(
    ("place", "text", "values"),
    [
        ("search", "1.7", (1, 7, 0)),  # an address from before the guess
        ("tiles", "3", (3, 0, 0)),  # an address from before the choice of moves
        ("proof", "2.24", (2, 24, 0)),
        ("proof", "2.0.5", (2, 0, 0, 0, 9, 26, 41)),  # a bit for each pair
        ("proof", "2.3.5.1", (2, 3, 1, 0, 9, 26, 41)),
    ],
)
def test_an_address_of_an_earlier_version_opens_the_same_figure(
    place: str, text: str, values: tuple[int, ...]
) -> None:
    assert placed(place).read(text) == values


def test_a_figure_that_moved_keeps_its_place_in_addresses_and_others_are_refused() -> None:
    question, faults = address.read("#view=search&at=search_waiting:3")
    assert (lesson(question).at, faults) == ({"rule_waiting": (3, 0)}, [])
    with pytest.raises(ValueError, match="no state of this figure"):
        figure("proof").read("2.0.0.0.1")


@pytest.mark.parametrize("case", [0, 2, 3])
def test_the_lab_shows_a_proof_of_the_chapter(case: int) -> None:
    whole = opened(proof.LINKS[case].replace("&step=0", "")).search.answer.whole
    assert whole.reason
    assert not whole.tour


@pytest.mark.parametrize("sides", [(1, 2), (2, 2), (4, 4), (3, 5)])
def test_tiles_are_joined_by_exchanges_into_one_proven_tour(sides: tuple[int, int]) -> None:
    whole = tiling(*sides)
    rows, columns = sides
    assert len(whole.tour.path) == SIDE * SIDE * rows * columns
    assert whole.tour.closed
    assert len(row_sums(whole.tour)) == SIDE * rows
    assert len(whole.joints) == rows * columns - 1
    for joint in whole.joints:
        assert sorted(sum(joint.out, ())) == sorted(sum(joint.into, ()))


def test_the_lab_shows_the_same_tiles() -> None:
    asked = figure("tiles")
    for step, (rows, columns, _) in enumerate(tiles.STEPS):
        state = opened(asked.link((step, 0, 0)))
        assert not state.form.faults
        assert state.search.answer.whole.tour == tiling(rows, columns).tour


def test_two_tiles_are_joined_by_hand_where_their_ends_fit() -> None:
    asked, fitting = figure("tiles"), 0
    for first, second in product(range(1, len(TILE.path) + 1), repeat=2):
        joint = chosen_joint(first, second)
        if not joint:
            continue
        fitting += 1
        whole = joined_tiling(1, 2, first, second)
        assert whole.joints == (joint,)
        assert whole.tour.closed
        assert opened(asked.link((3, first, second))).search.answer.whole.tour == whole.tour
    assert fitting == 9
    assert joined_tiling(1, 2, 1, 1) == tiling(1, 2)  # these moves do not fit
