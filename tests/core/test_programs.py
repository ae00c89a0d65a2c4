"""Programs run unchanged: their events match a plain trace, and their verdicts are right."""

import io
import itertools
import re
import sys
import types
from random import Random

import pytest

from kt_core.board import Board
from kt_core.programs.environment import OutputStream
from kt_core.programs.evidence import read as read_evidence
from kt_core.programs.findings import evidence_of
from kt_core.programs.run import Run, RunSettings, run
from kt_core.programs.standins import pythonds
from kt_core.programs.verdict import game_of, verdict
from kt_core.solve import solve
from tests.shared.forum_programs import FORUM_PROGRAMS, WATCHES, Written
from tests.shared.plain_trace import Event, Watch, plain_trace
from tests.shared.student_programs import (
    CONTAINERS,
    CONTROLS,
    KNIGHT,
    Program,
    program,
    student_program,
)

EVENTS = 1_500


def watched(source: str, visits: int = EVENTS) -> tuple[Run, list[Event]]:
    """Return the run of a program and its first events."""
    done = run(source, RunSettings(visits=visits, seconds=30))
    squares = done.recording.squares
    events = [
        ("visit" if event > 0 else "release", squares[abs(event) - 1])
        for event in done.recording.events
        if event
    ]
    return done, events[:visits]


def compare(source: str, watch: Watch, most: int) -> Run:
    """Compare a program's events with its plain trace; return its run."""
    done, events = watched(source, most)
    assert done.store is not None
    if done.store.kind == "call" and watch.kind != "call":  # its calls look more like a knight
        watch = Watch("call", "r, c", function="solve")
    assert events == plain_trace(source, watch, most)
    return done


@pytest.fixture(autouse=True)
def _textbook(monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide the plain trace with the modules of the textbook."""
    for name, source in (("pythonds", ""), ("pythonds.graphs", pythonds.GRAPHS)):
        module = types.ModuleType(name)
        exec(source, module.__dict__)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", WATCHES)
def test_every_event_is_that_of_a_plain_trace(name: str) -> None:
    compare(FORUM_PROGRAMS[name].source, WATCHES[name], EVENTS)


@pytest.mark.sample(18)
@pytest.mark.parametrize("written", FORUM_PROGRAMS.values(), ids=lambda each: each.name)
def test_every_verdict_is_right(written: Written) -> None:
    made = evidence_of(run(written.source, RunSettings(visits=60_000, seconds=60)))
    found = verdict(read_evidence(made.to_json()))
    assert read_evidence(made.to_json()) == made
    said = " ".join([found.sentence, *found.details])
    assert (found.kind, written.says in said) == (written.kind, True), said


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("number", "kind", "control"),
    [(n, *pair) for n, pair in enumerate(itertools.product(CONTAINERS, CONTROLS))],
)
def test_containers_are_recognized_in_every_style(number: int, kind: str, control: str) -> None:
    empties = CONTAINERS[kind].empties
    scope = ("global", "closure", "class")[number % 3]
    mistake = ("", "offset", "never released")[number % 3]
    made = program(
        kind, control, scope, mistake, 5, 5, (0, 0), KNIGHT, empties[number % len(empties)]
    )
    compare(made.source, made.watch, 600)


ONCE_WRONG = (1043, 1222, 2059, 2062, 3061)


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", [*range(40), *ONCE_WRONG])
def test_random_programs_are_traced_and_judged_correctly(seed: int) -> None:
    made = student_program(Random(seed))
    done = compare(made.source, made.watch, 400)
    check_verdict(made, done)
    full = run(made.source, RunSettings(visits=20_000, seconds=20))
    check_verdict(made, full)


def check_verdict(made: Program, done: Run) -> None:
    """Compare a verdict with an independent check of the printed path."""
    found = verdict(evidence_of(done))
    pairs = re.findall(r"[(\[](-?\d+), (-?\d+)[)\]]", done.output.first)
    right = is_tour([(int(row), int(column)) for row, column in pairs], made)
    assert (found.kind == "tour") == right, (made.name, found.sentence, found.details)
    if found.kind == "wrong":
        assert made.mistake, made.name


def is_tour(path: list[tuple[int, int]], made: Program) -> bool:
    """Return True if squares are a tour, by independent rules."""
    every = {(row, column) for row in range(made.rows) for column in range(made.columns)}
    steps = itertools.pairwise(path)
    knightly = all({abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in steps)
    return knightly and len(path) == len(every) and {*path} == every


#: A tour of 5 × 5 that is nowhere returned, as `path` and `board`; `w` is a board with a mistake.
PATH = [divmod(square, 5) for square in solve(Board(5, 5), start="a1").path]
TOUR = f"""
path, N, board = {PATH}, 5, [[0] * 5 for _ in range(5)]
for k, (r, c) in enumerate(path, 1): board[r][c] = k
w = [row[:] for row in board]; w[0][0], w[2][2] = w[2][2], w[0][0]
def show(rows):
    for row in rows: print(*row)
"""
#: What a program shows, and its verdict.
SHOWN = {
    "print(path)": "tour | open tour of 5 × 5",
    "print({p: k for k, p in enumerate(path, 1)})": "tour | open tour of 5 × 5",
    "print([path, path[::-1]])": "many | 2 different tours of 5 × 5",
    "def f(): return [path, path[::-1]]\nf()": "many | 2 different tours of 5 × 5",
    "print([path, path[:-2] + path[:-3:-1]])": "wrong | Tours among its 2 results: 1.",
    "def f(): return [board, board[::-1]]\nf()": "many | 2 different tours of 5 × 5",
    "print(*path, sep='\\n')\nprint()\nprint(*path, sep='\\n')": "tour | open tour of 5 × 5",
    "show(w)\nprint()\nshow(board)": "tour | also printed another",
    "show(board)\nprint()\nshow(w)": "wrong | found a tour of 5",
    "def f(): return path[:5] + path[4:]\nf()\nprint(board)": "tour | also returned another path",
    "def f(): return path\nf()\nprint(path[:-1])": "none | 24 of 25 squares. It also returned",
    "def f(): return True, path\nf()": "tour | It was returned; no path",
    "print(['abcde'[c] + str(r + 1) for r, c in path[:-1] + path[-2:-1]])": "wrong | appears twice",
    "def f(): return path\nf()\nprint(*('abcde'[r] + str(r + 1) for r, _ in path))": "wrong | a1",
    "show([[r * 5 + c for c in range(5)] for r in range(5)])": "none | ",
    "show([[1, 2, 3, 4], [8, 7, 6, 5], [9, 12, 13, 16], [10, 11, 14, 15]])": "wrong | step 2",
    "for row in board: print(*row, '.')": "none | 25 of 30 squares",
    "show(board)\nprint(*['--'] * 5)": "none | 25 of 30 squares",
    "board[1][3] = 0\nshow(board)": "none | 24 of 25 squares",
    "board[1][3] = '.'\nshow(board)": "none | 24 of 25 squares",
    "print('No solution found')": "none | does not show its result",
    "for row in [[0] * 6, *([0, *row] for row in board)]: print(row)": "tour | tour of 5 × 5",
    "for r, row in enumerate(board): print(r, *row, r)": "tour | tour of 5 × 5",
    "def f(): return [[]] + [['_', *row] for row in board]\nf()": "tour | open tour of 5 × 5",
    "def f(): return {(c, r): str(board[r][c]) for r, c in path}\nf()": "tour | open tour of 5 × 5",
    "import numpy as np\nb = -np.ones((N, N), int)\nfor k, p in enumerate(path): b[p] = k\n"
    "print(2 * b // 2 + (~(b > 0) & (b > 0)))": "tour | open tour of 5 × 5",
    "print(path)\nprint(set(path), {'abcde'[c] + str(r + 1) for r, c in path})": "tour | open tour",
    "print(path)\nfor row in '03232 34123 21432 32323 23234'.split(): print(*row)": "tour | open",
    "print(board)\nwhile True: pass": "tour | stopped after 0.3 s, in line",
    "print(board)\nprint([row[::-1] for row in board])": "many | 2 different tours of 5 × 5",
    "m = [['.'] * N for _ in range(N)]\nfor r, c in path[:9]:\n    m[r][c] = 'K'\n"
    "    show(m)\n    m[r][c] = '#'\nw = board = path = 0": "none | does not show its result",
}  # fmt: skip


@pytest.mark.parametrize("code", SHOWN)
def test_what_is_shown_last_is_the_answer(code: str) -> None:
    found = verdict(evidence_of(run(TOUR + code, RunSettings(seconds=0.3))))
    kind, text = SHOWN[code].split(" | ")
    said = " ".join([found.sentence, *found.details])
    assert (found.kind, text in said) == (kind, True), said


def test_a_magic_square_is_no_tour_but_that_of_a_search_is_judged() -> None:
    magic = "for row in ([4, 9, 2], [3, 5, 7], [8, 1, 6]): print(*row)"
    alone, after = (verdict(evidence_of(run(text))) for text in (magic, TOUR + magic))
    assert (alone.kind, "nothing in it looks like" in alone.sentence) == ("none", True)
    assert after.kind == "wrong"


def test_a_large_board_is_certified() -> None:
    path = [divmod(square, 60) for square in solve(Board(60, 60)).path]
    found = verdict(evidence_of(run(f"print({path})", RunSettings(seconds=60))))
    assert found.sentence == "Your program found a closed tour of 60 × 60. Checked."


@pytest.mark.parametrize(
    ("answers", "is_over", "path"),
    [
        (["4 3", "1 1", "y", "2 3", "2 2", "4 2"], False, (0, 9, 7)),
        (["0 5", "4 3", "9 9", "1 1", "y"], False, (0,)),
        (["8", "0", "0", "1", "2", "3", "3"], True, (0, 17, 27)),
        (["5 5", "1 1"], True, None),
        (["5"], False, None),
        (["y", "n"], False, None),
    ],
)
def test_a_game_is_the_path_of_the_answers(
    answers: list[str], *, is_over: bool, path: tuple[int, ...] | None
) -> None:
    game = game_of(answers, is_over=is_over)
    assert (game and game.path) == path


@pytest.mark.parametrize(("board", "kind"), [(Board(3, 4), "an open"), (Board(5, 6), "a closed")])
def test_a_game_that_visits_all_squares_is_certified(board: Board, kind: str) -> None:
    squares = solve(board, closed=kind == "a closed").path
    first, *moves = [f"{s % board.columns + 1} {s // board.columns + 1}" for s in squares]
    answers = (f"{board.columns} {board.rows}", first, "y", *moves)
    source = f"for _ in range({len(answers)}): input('Next? ')"
    found = verdict(evidence_of(run(source, RunSettings(answers=answers, seconds=5))))
    size = f"{board.rows} × {board.columns}"
    assert found.sentence == f"You have made {kind} tour of {size}. Checked."
    assert (found.kind, found.path, found.details) == ("tour", squares, ())


def test_an_empty_answer_ends_standard_input_that_has_no_other_end() -> None:
    source = "import sys\nprint([input('n? ')], sys.stdin.readlines())"
    done = run(source, RunSettings(answers=("", "5 6")))
    assert verdict(evidence_of(done)).sentence.endswith("an empty answer ends the input.")
    done = run(source, RunSettings(answers=("", "5 6", "")))
    assert done.output.first.endswith("[''] ['5 6\\n']\n")
    lines = io.StringIO("\n5 6\n\n7\n")

    def ask(_output: OutputStream) -> str:
        if line := lines.readline():
            return line.rstrip("\n")
        raise EOFError

    done = run(source, RunSettings(ask=ask))
    assert done.output.first.endswith("[''] ['5 6\\n', '\\n', '7\\n']\n")


def test_games_pools_streams_and_the_input_of_python_2_are_judged() -> None:
    source = f"print({PATH})\nanswers = [input('Next? ') for _ in range(9)]"
    done = run(source, RunSettings(answers=("5 5", "1 1", "y", "2 3", "3 5"), seconds=5))
    found = verdict(evidence_of(done))
    assert found.sentence == "You have visited 3 of 25 squares of 5 × 5."
    assert found.path == (0, 11, 22)
    source = "from concurrent.futures import ThreadPoolExecutor, as_completed\n"
    source += "from multiprocessing import Pool\nwith ThreadPoolExecutor() as pool:\n"
    source += "    jobs = [pool.submit(pow, 2, n) for n in range(3)]\n"
    source += "print([job.result() for job in as_completed(jobs)], Pool().map(abs, [-1]))"
    assert run(source, RunSettings(seconds=5)).output.first == "[1, 2, 4] [1]\n"
    source = "import sys\nsys.stdout.reconfigure(encoding='utf-8')\nline = sys.stdin.readline()\n"
    source += (
        "for byte in '\xe9'.encode(): sys.stdout.buffer.write(bytes([byte]))\nprint(int(line))"
    )
    assert run(source, RunSettings(answers=("5",))).output.first == "5\n\xe95\n"
    source = "n = input('Size: ')\nname = input('Name: ')\nprint n + 1, name"
    done = run(source, RunSettings(answers=("5", "Ada")))
    assert done.output.first.endswith("6 Ada\n")
