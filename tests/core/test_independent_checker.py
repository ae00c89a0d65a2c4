"""docs/proofs.md tells all that it takes to check a proof: a checker written from it agrees."""

import ast
import json
import re
import shlex
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from kt_core import NoTour
from kt_core.__main__ import main
from kt_core.events import result_of
from kt_core.files.refutation import proof_json, reading
from kt_core.methods.separators import separation_pairs
from kt_core.proofs.checks import KINDS, proving
from kt_core.solve import solving
from kt_core.tour import Puzzle
from tests.core import independent_checker, independent_parts
from tests.core.independent_checker import check
from tests.shared.cases import by_chance
from tests.shared.forge import (
    another,
    briefly,
    forged,
    has_tour,
    listed,
    mutated,
    true_refutations,
    walk,
)
from tests.shared.refutations import paired

PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"
EXAMPLE = r"(?:```sh\n(?P<command>[^`]+)\n```\n\n)?```json\n(?P<file>[^`]+)```\n"
LOG = r"(?:\nIts log, unpacked:\n\n```json\n(?P<log>[^`]+)```\n)?"
#: Kinds whose witness alone shows it, where the rules of a record do not.
BY_WITNESS = {"parity", "apart", "narrow", "degree", "cut", "schwenk", "inner"}


class Example(NamedTuple):
    """A file of the page, the command that writes it, if one does, and its log, if it has one."""

    command: str | None
    file: str
    log: str | None


EXAMPLES = [
    Example(**each.groupdict()) for each in re.finditer(EXAMPLE + LOG, PAGE.read_text("utf-8"))
]


def packed(log: Any) -> str:
    return b64encode(zlib.compress(json.dumps(log).encode())).decode()


def is_proof(text: str) -> bool:
    try:
        check(text)
    except ValueError as wrong:
        assert str(wrong)
        return False
    return True


def is_accepted(text: str) -> bool:
    """Return whether the package takes it for a proof."""
    try:
        puzzle, proof = result_of(reading(text))
        with briefly():
            result_of(proving(proof, puzzle))
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.command or "by hand")
def test_an_example_of_the_page_is_a_proof(example: Example) -> None:
    check(example.file)
    assert is_accepted(example.file)
    told = json.loads(example.file)
    log = json.loads(zlib.decompress(b64decode(told["log"])))
    assert log == json.loads(example.log or "{}")


@pytest.mark.parametrize(
    "example", [each for each in EXAMPLES if each.command], ids=lambda each: each.command
)
def test_its_command_writes_such_a_file(example: Example, tmp_path: Path) -> None:
    *words, name = shlex.split(str(example.command))
    assert (words[:4], name) == (["python3", "-m", "kt_core", "exists"], "no.json")
    assert main([*words[3:], str(tmp_path / name)]) == 1
    text = (tmp_path / name).read_text("utf-8")
    check(text)
    here, there = json.loads(example.file), json.loads(text)
    same = here.keys() - {"reason", "witness", "log"}
    assert {key: here[key] for key in same} == {key: there[key] for key in same}


def test_each_kind_and_each_entry_has_an_example() -> None:
    files = [json.loads(example.file)["proof"] for example in EXAMPLES]
    assert {*files} == {*KINDS}
    logs = " ".join(example.log or "" for example in EXAMPLES)
    for word in ("take", "leave", "dead", "tree", "flow", "images", "jump"):
        assert f'"{word}"' in logs


def test_what_the_package_proves_it_proves() -> None:
    kinds = Counter[str]()
    for puzzle, no in true_refutations():
        check(proof_json(no.of(puzzle)))
        kinds[no.proof] += 1
    assert len(kinds) >= 15


def changed(no: NoTour, puzzle: Puzzle, chance: Random) -> tuple[Puzzle, str]:
    """Return a proof of which something is another, and of what question it is."""
    asked = another(puzzle, chance) if chance.random() < 0.5 else puzzle
    shown = {name: [s for s in its if s in asked.board] for name, its in no.witness.items()}
    told = json.loads(proof_json(NoTour(no.reason, no.proof, shown).of(asked)))
    parts = {key: told[key] for key in ("proof", "witness")} | {"log": listed(no.log)}
    for _ in range(chance.choice((0, 1, 1, 2))):
        parts = mutated(parts, chance)
    parts["log"] = packed(json.loads(json.dumps(parts.get("log"), default=str)))
    try:
        return asked, json.dumps(told | parts)
    except TypeError:  # an object that JSON has not
        return asked, "{}"


def test_a_changed_proof_is_refused_or_still_true() -> None:
    chance, found = Random(31), Counter[tuple[bool, bool]]()
    refused, of_tours = set[str](), 0
    by_kind = {
        no.proof: [each for each in true_refutations() if each[1].proof == no.proof]
        for _, no in true_refutations()
    }
    for number in range(300):
        puzzle, no = chance.choice([*by_kind.values()][number % len(by_kind)])
        asked, text = changed(no, puzzle, chance)
        proof = is_proof(text)
        if proof:
            assert has_tour(asked) is not True, text
        else:
            refused.add(no.proof)
            of_tours += has_tour(asked) is True
        accepted = is_accepted(text)
        assert proof or not accepted, text
        found[proof, accepted] += 1
    assert min(found[True, True], found[False, False]) > 50
    assert of_tours > 5
    assert refused == {*by_kind}


def test_whatever_is_told_of_a_question_that_has_a_tour_is_refused() -> None:
    chance = Random(6)
    for number in range(45):
        puzzle = walk(chance, ((1, 2), (0, 1), (1, 1))[number % 3])
        for kind in KINDS:
            told = forged(puzzle, kind, chance)
            for log in (told.log, {}):
                text = proof_json(NoTour("Believe me.", kind, told.witness, log).of(puzzle))
                assert not is_proof(text), text


def test_through_two_squares_it_accepts_what_the_package_does() -> None:
    chance, found = Random(5), Counter[bool]()
    while min(found[True], found[False]) < 20:
        board = by_chance(chance, 14)
        ends = [chance.choice((None, square)) for square in (board.squares[0], board.squares[-1])]
        puzzle = Puzzle(board, ends[0], ends[1] if ends[0] != ends[1] else None)
        pair = paired(puzzle, *chance.sample(board.squares, 2)) if len(board) > 4 else None
        asks = {ask: None for way in pair.splits() for ask in way} if pair else {}
        none = {}
        for ask in asks:
            no = result_of(separation_pairs.answer(pair, ask, None, solving)) if pair else None
            if isinstance(no, NoTour) and chance.random() < 0.9:
                none[ask] = no
        if pair:
            text = proof_json(NoTour("No.", "pairs", {}, pair.refutation(none).log).of(puzzle))
            found[is_proof(text)] += 1
            assert is_proof(text) == is_accepted(text)
            assert not (is_proof(text) and has_tour(puzzle)), text


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.command or "by hand")
def test_a_proof_that_lacks_a_step_is_refused(example: Example) -> None:
    told, log = json.loads(example.file), json.loads(example.log or "{}")
    records = [log.get("search", []), *log.get("images", []), log.get("parts", [])]
    for record in filter(None, records):
        last = record.pop()
        assert not is_proof(json.dumps({**told, "log": packed(log)}))
        record.append(last)
    if told["proof"] in BY_WITNESS:
        assert not is_proof(json.dumps({**told, "witness": {}}))


def test_a_checker_is_short_and_has_the_board_alone() -> None:
    for module, most in ((independent_checker, 300), (independent_parts, 150)):
        text = Path(str(module.__file__)).read_text("utf-8")
        tree = ast.parse(text)
        own = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        known = {"kt_core.board", "tests.core.independent_checker"}
        assert {name for name in own if name and name.startswith(("kt_core", "tests"))} <= known
        lines = [line.strip() for line in text.splitlines()]
        code = [line for line in lines if line and not line.startswith(("#", '"""'))]
        assert len(code) < most
