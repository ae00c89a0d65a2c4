"""The checker accepts every proof and nothing else, and docs/proofs.md shows each kind."""

import json
import re
import shlex
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from kt_core import Board, NoTour
from kt_core.__main__ import main
from kt_core.events import Progress, result_of
from kt_core.files.refutation import proof_json, reading
from kt_core.proofs import check
from kt_core.proofs.checker.kinds import KINDS, RETIRED, checking
from kt_core.tour import SYMMETRIES, Puzzle
from tests.shared.forge import attempt, has_tour, true_refutations

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "proofs.md"
EXAMPLE = r"(?:```sh\n(?P<command>[^`]+)\n```\n\n)?```json\n(?P<file>[^`]+)```\n"
LOG = r"(?:\nIts log, unpacked:\n\n```json\n(?P<log>[^`]+)```\n)?"
#: Kinds that the witness alone can prove, even if the rules of a record do not.
BY_WITNESS = {"parity", "apart", "narrow", "degree", "cut", "schwenk", "inner"}


class Example(NamedTuple):
    """A proof file of version 1.0.0, the command that wrote it, if any, and its log."""

    command: str | None
    file: dict[str, Any]
    log: dict[str, Any]

    @property
    def name(self) -> str:
        """The command."""
        return self.command or "by hand"


EXAMPLES = [
    Example(**json.loads(line))
    for line in (ROOT / "tests/shared/proof-examples.jsonl").read_text("utf-8").splitlines()
]


def packed(log: Any) -> str:
    return b64encode(zlib.compress(json.dumps(log).encode())).decode()


def proven(text: str) -> Puzzle:
    """Return the question that a file answers with a proof; `ValueError` otherwise."""
    puzzle, proof = result_of(reading(text))
    result_of(checking(proof, puzzle))
    return puzzle


def is_proof(text: str) -> bool:
    try:
        proven(text)
    except ValueError as wrong:
        assert str(wrong)
        return False
    return True


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
def test_the_checker_accepts_each_example(example: Example) -> None:
    proven(json.dumps(example.file))
    assert json.loads(zlib.decompress(b64decode(example.file["log"]))) == example.log


def written(command: str, folder: Path) -> str:
    *words, name = shlex.split(command)
    assert (words[:4], name) == (["python3", "-m", "kt_core", "exists"], "no.json")
    assert main([*words[3:], str(folder / name)]) == 1
    return (folder / name).read_text("utf-8")


def without_reason(file: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that the checker reads: reasons have changed since version 1.0.0."""
    return {key: value for key, value in file.items() if key != "reason"}


def test_the_page_shows_examples_with_the_present_reasons(tmp_path: Path) -> None:
    known = [(each.command, without_reason(each.file), each.log) for each in EXAMPLES]
    shown = [*re.finditer(EXAMPLE + LOG, PAGE.read_text("utf-8"))]
    assert len(shown) > 4
    for each in shown:
        file, log = json.loads(each["file"]), json.loads(each["log"] or "{}")
        assert (each["command"], without_reason(file), log) in known
        if each["command"]:
            assert file["reason"] == json.loads(written(each["command"], tmp_path))["reason"]


@pytest.mark.parametrize(
    "example", [each for each in EXAMPLES if each.command], ids=lambda each: each.name
)
def test_the_documented_command_writes_a_proof_file(example: Example, tmp_path: Path) -> None:
    text = written(str(example.command), tmp_path)
    proven(text)
    here, there = example.file, json.loads(text)
    same = here.keys() - {"reason", "witness", "log"}
    assert {key: here[key] for key in same} == {key: there[key] for key in same}


def test_each_kind_and_each_entry_has_an_example() -> None:
    assert {example.file["proof"] for example in EXAMPLES} == {*KINDS}
    logs = json.dumps([example.log for example in EXAMPLES])
    for word in ("take", "leave", "dead", "tree", "flow", "images"):
        assert f'"{word}"' in logs


@pytest.mark.full
def test_the_checker_accepts_every_refutation() -> None:
    kinds = Counter[str]()
    for puzzle, no in true_refutations():
        assert check(no, puzzle)
        assert proven(proof_json(no.of(puzzle))) == puzzle
        kinds[no.proof] += 1
    assert len(kinds) >= 14


@pytest.mark.parametrize(("kind", "version"), RETIRED.items())
def test_the_version_that_checks_an_old_kind_is_named(kind: str, version: str) -> None:
    with pytest.raises(ValueError, match=f"^proofs of the kind {kind} .* by version {version} of"):
        check(NoTour("No.", kind, {}, {"search": [["dead"]]}), Puzzle(Board(4, 4)))


@pytest.mark.full
def test_no_forged_or_changed_proof_is_accepted_where_there_is_a_tour() -> None:
    accepted, of_tours, refused = 0, 0, set[str]()
    for seed in range(1000):
        tried = attempt(seed)  # compares each accepted proof with the truth
        accepted += tried.accepted
        if not tried.accepted:
            refused.add(tried.kind)
            of_tours += has_tour(tried.question) is True
    assert accepted > 100
    assert of_tours > 100
    assert refused == {*KINDS}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
def test_a_proof_that_lacks_a_step_is_refused(example: Example) -> None:
    file, log = example.file, deepcopy(example.log)
    records = [log.get("search", []), *log.get("images", [])]
    for record in filter(None, records):
        last = record.pop()
        assert not is_proof(json.dumps({**file, "log": packed(log)}))
        record.append(last)
    if file["proof"] in BY_WITNESS:
        assert not is_proof(json.dumps({**file, "witness": {}}))


@pytest.mark.full
def test_a_count_is_no_proof_about_symmetric_tours() -> None:
    chance, found = Random(8), Counter[tuple[bool, bool]]()
    for number in range(1500):
        rows, columns = chance.choices((1, 2, 3, 3, 4, 4, 5), k=2)
        board = Board(rows, columns)
        if not 4 < len(board) <= 16:
            continue
        holes = chance.sample(board.squares, chance.choice((0, 0, 1, 2, 4)))
        board = Board(board.rows, board.columns, holes)
        if number % 2:  # holes that a half-turn maps to each other
            last = board.rows * board.columns - 1
            whole = {*board.holes, *(last - hole for hole in board.holes)}
            if len(whole) > last:
                continue
            board = Board(board.rows, board.columns, whole)
        start, end = (chance.choice((None, None, s)) for s in chance.choices(board.squares, k=2))
        closed, symmetry = chance.random() < 0.5, chance.choice(SYMMETRIES)
        end = None if closed or end == start else end
        puzzle = Puzzle(board, start, end, closed, (0, 1), symmetry)
        truth = has_tour(puzzle)
        no = NoTour("No.", "symmetry", {}, {"images": [[["dead"]]] * 4})
        accepted = is_proof(proof_json(no.of(puzzle)))
        assert not (truth and accepted), puzzle
        found[truth is True, accepted] += 1
    assert found[True, False] > 50
    assert found[False, True] > 300


def test_a_branch_of_a_dead_state_is_dead_and_a_square_alone_a_tour() -> None:
    puzzle = Puzzle(Board(4, 4), closed=True)  # its forced moves contradict each other
    record = [["take", 0, 6], ["leave", 1, 7], ["dead"], ["dead"], ["dead"]]
    assert check(NoTour("No.", "search", {}, {"search": record}), puzzle)
    for proof in KINDS:
        with pytest.raises(ValueError, match="proof"):
            check(NoTour("No.", proof, {"no move": (0,)}), Puzzle(Board(1, 1)))


SIX = Puzzle(Board(4, 6), 0)
COLORS_AS_ROWS = {
    f"{rows} rows": [s for s in range(36) if Board(6, 6).color(s) == color]
    for rows, color in (("outer", 0), ("inner", 1))
}
LISTLESS = "^the witness of this proof has no list"
#: Boards with tours, and lists of squares on them.
RING, ROW = Puzzle(Board(6, 6), closed=True), Puzzle(Board(1, 3), leaper=(0, 1))
DARK, LIGHT = COLORS_AS_ROWS["outer rows"], COLORS_AS_ROWS["inner rows"]
BESIDE_A1, REST = [8, 13], [*range(1, 36)]
OUTER = {"outer rows": [*range(6), *range(18, 24)], "inner rows": range(6, 18)}


@pytest.mark.parametrize(
    ("proof", "witness", "puzzle", "why"),
    [
        *(
            (proof, dict.fromkeys(lines, (0,)), replace(SIX, closed=proof == "schwenk"), LISTLESS)
            for proof in ("schwenk", "inner")
            for lines in (["outer rows"], ["inner rows"], [])
        ),
        # 24 squares, as 3x8 has, but their chains can be joined
        ("schwenk", {"left over": ()}, Puzzle(Board(5, 5, ["a1"]), closed=True), "no proof"),
        ("too-few", {}, Puzzle(Board(2, 3, ["a1", "b1", "c1"]), closed=True), "kind 'too-few'"),
        # every tour alternates between dark and light squares, which proves nothing
        ("schwenk", COLORS_AS_ROWS, RING, "no proof"),
        ("schwenk", {"outer rows": [0, 1], "inner rows": range(2, 36)}, RING, "no proof"),
        ("schwenk", {"outer rows": [0], "inner rows": [1]}, RING, "no proof"),
        ("inner", OUTER, SIX, "no proof"),  # a tour may begin on an outer square
        ("parity", {"dark": DARK, "light": LIGHT}, RING, "no proof"),
        ("parity", {"dark": DARK[2:], "light": LIGHT}, RING, "no proof"),  # two are missing
        ("parity", {"dark": DARK, "light": [*LIGHT, 0]}, RING, "no proof"),  # a1 is in both
        ("parity", {"dark": [0], "light": REST}, RING, "no proof"),
        ("apart", {"reached": [0], "out of reach": REST}, RING, "no proof"),
        ("apart", {"reached": [], "out of reach": [0, *REST]}, RING, "no proof"),
        ("degree", {"one move": [0]}, RING, "no proof"),  # a1 has two moves
        ("degree", {"one move": [0, 2]}, ROW, "leads to a tour"),  # the ends of the tour
        # A tour of a ring may fall into as many parts, an open one into one more.
        ("cut", {"taken away": BESIDE_A1}, RING, "no proof"),
        ("cut", {"taken away": [1]}, ROW, "no proof"),
    ],
)
def test_a_witness_that_shows_too_little_is_refused(
    proof: str, witness: dict[str, Any], puzzle: Puzzle, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        check(NoTour("No.", proof, witness), puzzle)


def test_a_check_yields_often_also_of_24_squares() -> None:
    for puzzle, no in true_refutations():
        assert next(checking(no, puzzle)) == Progress("check")
    puzzle = Puzzle(Board(5, 5, ["b1"]), closed=True)  # 13 dark squares and 11 light ones
    assert check(NoTour("No.", "schwenk", {"left over": ()}), puzzle)
