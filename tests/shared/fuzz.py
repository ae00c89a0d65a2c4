"""Random tests of the page and the command line; each case has a seed, and checks invariants.

A case returns a description, or raises `AssertionError` with the fault. Every question gets a valid
answer or a sentence, never another exception.
"""

import contextlib
import io
import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import count
from random import Random

from kt_core import Board, NoTour, Tour, Undecided, solve
from kt_core.__main__ import main
from kt_core.events import result_of
from kt_core.orderings import ORDERINGS
from kt_core.proofs import check
from kt_core.solve import solving
from kt_core.tour import SYMMETRIES
from tests.shared.boards import hard_puzzle
from tests.shared.forge import attempt
from tests.shared.tasks import Reader, task_of
from web.lab.engine import Engine
from web.page.update import next_state
from web.page.view import whole_patches
from web.question import address
from web.question.keys import KEYS
from web.question.question import BEST, LOADING, MODES, PANELS, SHOWABLE, THEMES
from web.state import intents
from web.state.intents import Intent
from web.state.state import State

STRANGE = (
    *("", "0", "-1", "1e9", "<b>", "%", "%zz", "a" * 300, "é", "\0", "NaN", "a1,a1", "z99", "🐴"),
)
SQUARES = ("a1", "b1", "c3", "e5", "d4", "a6", "f6")
GOOD: Mapping[str, tuple[str, ...]] = {
    **{key.name: ("0", "1") for key in KEYS if key.switch},
    "board": ("1x1", "3x4", "4x4", "5x5", "5x6", "6x6", "3x8", "2x9", "8x8"),
    "start": SQUARES,
    "end": SQUARES,
    "holes": ("a1", "c3", "c3,d4", "b2,a1,e5"),
    "ordering": (*ORDERINGS, BEST),
    "seed": ("0", "7", "999999"),
    "symmetry": (*SYMMETRIES,),
    "race": tuple(ORDERINGS),
    "mode": MODES,
    "show": (*SHOWABLE, "path,graph", "none"),
    "step": ("0", "1", "5", "40", "end"),
    "given": ("d7:1,e7:18", "c3:5", "a1:1,b3:2,d4:3", "a1:1,d4:2", "c1:3,a2:25,e5:7", "a1:1"),
    "tour": ("letters", "euler-6x6", "jaenisch-1862"),
    "lock": ("all", "hints", "board,start", "mode", "step", "all,hints"),
    "hints": ("0", "2"),
    "undos": ("0", "2"),
    "ask": ("Find it.", "<b>&amp;", "找"),
    "questions": ("any", "all", "degree"),
    "game": ("A2E,1,2", "AA,0,0", "Aw,0,9"),
    "view": ("lab", "graph", "growth"),
    "at": ("graph:7", "search:0.3"),
    "said": ("graph:2", "graph:17-:2", "search:5:A B"),
    "lang": ("en", "zh"),
    "panels": PANELS,
    "theme": THEMES,
    "loading": LOADING,
}
BOARD_SLICES = 100  # enough for most boards
MOMENT_SLICES = 20  # some searches would not end
LOOKS = 1000  # every reading of the clock adds a second, so a seed gives the same result anywhere
SENTENCE = re.compile(r"\A\S.*[.!?…]\Z", re.DOTALL)


def link(chance: Random) -> str:
    """Return an address: valid keys, strange ones, and sometimes damaged text."""
    pairs = []
    for key in chance.sample(sorted(GOOD), chance.randrange(7)):
        value = chance.choice(GOOD[key] if chance.random() < 0.8 else STRANGE)
        pairs.append(f"{key}={value}")
    made = "#" + "&".join(pairs)
    return _damaged(made, chance) if chance.random() < 0.15 else made


def an_address(seed: int) -> str:
    """Open an address, and check that its faults are reported and that the answer is right."""
    made = link(Random(seed))
    state = after(State(), intents.Open(made))
    assert all(SENTENCE.match(fault) for fault in state.form.faults), state.form.faults
    again, faults = address.read(address.write(state.question))
    assert (again, faults) == (state.question, []), "its link asks something else"
    whole_patches(state)
    _check_answer(state)
    return made


def a_command(seed: int) -> str:
    """Run a command, and expect status 0 and an answer, or another status and one sentence."""
    chance = Random(seed)
    words = _words(chance)
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as end:  # --help
            status = int(end.code or 0)
    said = err.getvalue()
    assert status in (0, 1, 2, 3, 74), (status, said)
    assert bool(status) == bool(said), (status, said)
    assert "Traceback" not in said
    assert said.count("\n") == bool(status), said
    return " ".join(words)


def a_hard_board(seed: int) -> str:
    """Ask for a tour of a board with arms, necks and cuts; without one, check the refutation."""
    kind, puzzle = hard_puzzle(Random(seed))
    with contextlib.suppress(Undecided):
        try:
            result_of(solving(puzzle, budget=BOARD_SLICES))  # a `Tour` is proven
        except NoTour as no:
            assert check(no), puzzle
    return f"{kind}: {puzzle}"


def a_reader(seed: int) -> str:
    """Simulate a random reader of a task: locked keys must not change, every score is earned."""
    task, reader = task_of(seed), Reader(Random(seed))
    state, done = after(State(), intents.Open(f"#{task}")), list[str]()
    for _ in range(20):
        wish = reader.intent()
        done.append(str(wish))
        before, state = state, after(state, wish)
        try:
            reader.check(task, before, wish, state)
        except AssertionError as wrong:
            raise AssertionError(f"{wrong}\n{task}: {'; '.join(done)}") from wrong
    return task


#: The kinds of cases, each with the number that the benchmark runs.
CASES: Mapping[str, tuple[Callable[[int], str], int]] = {
    "addresses": (an_address, 2000),
    "commands": (a_command, 1000),
    "proofs": (lambda seed: str(attempt(seed)), 10_000),
    "boards": (a_hard_board, 2000),
    "readers": (a_reader, 2000),
}


def after(state: State, wish: Intent) -> State:
    """Return the state after an intent and a short time of the work that it begins."""
    looks = count()
    engine, state = Engine(lambda: next(looks) / LOOKS), next_state(state, wish)
    for _ in range(MOMENT_SLICES):
        report = engine.go_on(state, 0.1) if state.search.doing else None
        state = next_state(state, report) if report else state
    return state


def _check_answer(state: State) -> None:
    """Check that a tour answers the puzzle, or that there is none."""
    question, whole = state.question, state.search.answer.whole
    puzzle = question.puzzle
    if whole.tour:
        assert (whole.tour.board, whole.tour.closed) == (puzzle.board, puzzle.closed)
        assert puzzle.end in (None, whole.tour.path[-1])
        assert puzzle.closed or whole.tour.path[0] == puzzle.start
    if whole.reason and not question.symmetry:
        assert not _tour_of(puzzle.board, puzzle.start, puzzle.end, closed=puzzle.closed)


@cache
def _tour_of(board: Board, start: int | None, end: int | None, *, closed: bool) -> Tour | None:
    try:
        return solve(board, start=start, end=end, closed=closed)
    except (NoTour, Undecided):
        return None


def _damaged(made: str, chance: Random) -> str:
    at, other = chance.randrange(len(made) + 1), chance.choice((*STRANGE, made[:9], "\n", ",", "]"))
    ways = (
        made[:at] + made[at + 1 :],
        made[:at] + other + made[at:],
        made[:at] + other + made[at + len(other) :],
        made[:at],
        made[:at] + made[max(0, at - 5) :],
    )
    return chance.choice(ways)


def _words(chance: Random) -> list[str]:
    commands = ("solve", "solve", "exists", "count", "trace", "graph", "check", "x", "")
    words = [chance.choice(commands)]
    boards = ["1x1", "3x4", "4x4", "5x5", "3x7", "6x6", "2x5", "", "8", "0x0", "x", "5x", "-1x4"]
    if words[0] == "count":  # 6x6 has millions of tours, so counting takes minutes
        boards.remove("6x6")
    words += [chance.choice(boards)] * (chance.random() < 0.95)
    options = (
        ("--start", (*SQUARES, *STRANGE)),
        ("--end", (*SQUARES, *STRANGE)),
        ("--holes", ("c3", "a1,b2", "z9", *STRANGE)),
        ("--seed", ("0", "7", *STRANGE)),
        ("--format", ("text", "json", "svg", "csv", "png", "")),
        ("--ordering", (*ORDERINGS, "best", "x")),
        ("--limit", ("1", "30", "0", "many")),
        ("--leaper", ("1,2", "0,1", "1,4", "0,0", "x")),
        ("--count", ("1", "3", "0", "x")),
        ("--symmetry", (*SYMMETRIES, "none", "x")),
        ("--lang", ("en", "zh", "x")),
        ("--closed", ()),
        ("--proof", ("/nonexistent/no.json",)),
        ("--colour", ("red",)),
    )
    for name, values in chance.sample(options, chance.randrange(4)):
        words += [name, chance.choice(values)] if values else [name]
    return [word.replace("\0", "") for word in words]
