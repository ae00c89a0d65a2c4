"""Values of proofs other than whole numbers and squares of the board are refused."""

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import pytest

from kt_core import Board, NoTour, solve
from kt_core.events import result_of
from kt_core.files import refutation as text
from kt_core.proofs import check
from kt_core.proofs.checker import kinds, record
from kt_core.proofs.checker.kinds import checking
from kt_core.tour import Puzzle
from tests.shared.forge import DEEP

BLOCKS = Puzzle(Board(4, 4), closed=True, leaper=(0, 1))  # it has six tours
WRONG: tuple[Any, ...] = (
    *(float("nan"), float("inf"), -float("inf"), 0.0, True, None, "0", [], {}, 10**30, b"1"),
)


@pytest.mark.parametrize("height", WRONG, ids=repr)
def test_a_height_must_be_a_whole_number(height: Any) -> None:
    log = {"search": [["flow", [], {0: height}, []], ["dead"]]}
    with pytest.raises(ValueError, match="^this proof has .* where there must be a whole number$"):
        check(NoTour("", "search", {}, log), BLOCKS)


def refused(proof: Any, witness: Any, log: Any) -> None:
    """Check that a value and its text are refused with a sentence."""
    no = NoTour("", "search")
    no.proof, no.witness, no.log = proof, witness, log
    with pytest.raises(ValueError, match=".") as error:
        check(no, BLOCKS)
    assert "\n" not in str(error.value)


NEITHER: tuple[Any, ...] = (*WRONG, -3, 16, 1.5, DEEP, [[]], {"a": []}, object(), "a1", "9" * 5000)


@pytest.mark.parametrize("wrong", NEITHER, ids=lambda value: repr(value)[:12])
def test_a_wrong_square_is_refused_in_every_field(wrong: Any) -> None:
    joint = {"joints": [0], "squares": [1], "proof": "apart", "witness": {}, "log": {}}
    for log in (
        {"search": [["take", 0, wrong], ["dead"], ["dead"]]},
        {"search": [["leave", wrong, 1], ["dead"], ["dead"]]},
        {"search": [["short", [0, wrong]], ["dead"]]},
        {"search": [["flow", [[0, wrong]], {}, []], ["dead"]]},
        {"search": [["flow", [], {}, [[wrong, 1]]], ["dead"]]},
        {"images": [[["take", wrong, 1]]]},
        {**joint, "joints": [wrong]},
        {**joint, "squares": [wrong]},
        {**joint, "witness": {"reached": [wrong]}},
    ):
        refused("search", {}, log)
    refused("degree", {"no move": [wrong]}, {})


@pytest.mark.parametrize("wrong", [*WRONG, "x", "dead", ["dead"], 7, [[]]], ids=repr)
def test_wrong_values_anywhere_in_a_proof_are_refused(wrong: Any) -> None:
    entries = ([wrong], [wrong, 0, 1], wrong, ["dead", wrong], ["take", 0, 1, wrong], ["take", 0])
    for entry in entries:
        if entry != ["dead"]:
            refused("search", {}, {"search": [entry, ["dead"]]})
    logs = [{key: wrong} for key in ("search", "images", "joints", "x")]
    for log in (*logs, {"search": [["dead"]], "x": wrong}):
        refused("search", {}, log)
    if wrong != {}:
        refused("search", {}, wrong)
        refused("degree", wrong, {})
    refused("degree", {"no move": wrong if wrong != [] else 1}, {})
    refused(wrong, {}, {})


def test_cyclic_nested_or_too_many_values_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    within: Any = {}
    within["log"] = within
    joint = {"joints": [0], "squares": [1], "proof": "joints", "witness": {}}
    for log in (within, {**joint, "log": within}, {"search": DEEP}):
        with pytest.raises(ValueError, match="nested too deeply|must be|has no|do not divide"):
            check(NoTour("", "joints", {}, log), BLOCKS)
    monkeypatch.setattr(record, "MOST_ENTRIES", 3)
    with pytest.raises(ValueError, match="a record has more than 3 entries$"):
        check(NoTour("", "search", {}, {"search": [["dead"]] * 4}), BLOCKS)


@cache
def refutation_file() -> Mapping[str, Any]:
    with pytest.raises(NoTour) as no:
        solve(Board(3, 8), closed=True)
    return MappingProxyType(json.loads(text.proof_json(no.value)))


def proven(**changes: Any) -> str:
    """Return the sentence about a proven file in which some fields are replaced."""
    puzzle, proof = result_of(text.reading(json.dumps({**refutation_file(), **changes})))
    return result_of(checking(proof, puzzle))


def packed(log: bytes) -> str:
    """Return a log in the form of a file."""
    return b64encode(zlib.compress(log, 9)).decode()


#: Logs of a proof file, by a part of the sentence that refuses them.
LOGS: dict[str, list[str]] = {
    "this (proof|is not JSON|JSON is nested)": [
        packed(wrong.encode())
        for wrong in (
            *("[NaN]", "[Infinity]", "[1.0]", "[01]", "[0x1]", "[+1]", "[1,]", "[,1]", "[1 2]"),
            *('{"a"}', '{"a":}', '{"a":1,}', "{1:2}", '{"a":1 "b":2}', "[1}", "", " ", "[", "[[]"),
            *("]", "[]]", "[] []", "[tru]", "[nul", "['a']", '["a]', '["\n"]', '["\\x"]', "[1]\0"),
            *("[1234567890]", "[" * 1000, '[{"a":' * 100, "\ufeff[]"),
        )
    ],
    "where there must be a whole number$": [
        packed(b'{"search": [["take", %s, 1]]}' % wrong)
        for wrong in (b"NaN", b"Infinity", b"1.0", b"1e3", b"1234567890", b"1" * 5000)
    ],
    "^this JSON has 'search' twice$": [packed(b'{"search":[],"search":[]}')],
    "log of this proof": ["?", "é", "eJ", "a" * 9],
}


@pytest.mark.parametrize(("log", "why"), [(log, why) for why, logs in LOGS.items() for log in logs])
def test_a_log_of_another_form_is_refused(log: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        proven(log=log)


def test_a_hole_is_no_square_of_a_proof() -> None:
    puzzle = Puzzle(Board(4, 4, ["a1", "b1"]), closed=True, leaper=(0, 1))
    log = {"search": [["take", 0, 4], ["dead"], ["dead"]]}
    with pytest.raises(ValueError, match="^0 in this proof is no square of the board$"):
        check(NoTour("", "search", {}, log), puzzle)
    for added in (16, 17):  # the places of -2 and -1 behind the squares
        log = {"search": [["take", 2, added], ["dead"], ["dead"]]}
        with pytest.raises(ValueError, match=f"^{added} in this proof is no square of the board$"):
            check(NoTour("", "search", {}, log), replace(puzzle, closed=False))


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (["flow", [], {1: 0, "1": 0}, []], "this proof has '1' twice"),
        (["flow", [[0, 1, 2]], {}, []], "an edge of this proof has 3 ends"),
        *(
            (entry, f"the entry {entry[0]} of a record has.*")
            for entry in (["take", 0], ["take", 0, 1, 2], ["dead", 0], ["flow", [], {}], ["short"])
        ),
        (["tree", 0, {"0": 0}], "a tree of the proof lacks the weight of a square"),
        (["tree", 0, {1.5: 0}], "this proof has 1.5 where there must be a text"),
        (["tree", 0, {"x": 0}], "'x' in this proof is no square of the board"),
        (["flow", [], {}, []], "a flow of the proof lacks the height of a square"),
    ],
)
def test_an_error_names_its_entry(entry: list[Any], why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        check(NoTour("", "search", {}, {"search": [entry, ["dead"]]}), BLOCKS)


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    puzzle, proof = result_of(text.reading("\ufeff" + json.dumps({**refutation_file()})))
    assert result_of(checking(proof, puzzle)) == proven()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data[:-1], "is cut short"),
        (lambda data: data[:-4], "is cut short"),
        (lambda data: b"", "is cut short"),
        (lambda data: data + b"x", "has something behind its end"),
        (lambda data: data * 2, "has something behind its end"),
        (lambda data: data[:-1] + b"\0", "cannot be read"),
        (lambda _: zlib.compress(b"\xff\xfe"), "cannot be read"),
        (lambda _: b"no zlib", "cannot be read"),
    ],
)
def test_a_log_that_is_cut_short_or_continued_is_refused(
    change: Callable[[bytes], bytes], why: str
) -> None:
    log = b64encode(change(b64decode(refutation_file()["log"]))).decode()
    with pytest.raises(ValueError, match=f"^the log of this proof {why}$"):
        proven(log=log)


def test_steps_values_and_size_of_a_proof_are_limited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(text, "MOST_VALUES", 1000)
    log = packed(b'{"search":[' + b'["dead"],' * 1001 + b'["dead"]]}')
    with pytest.raises(ValueError, match="^this proof is too long; 1,000 commas"):
        proven(log=log)
    monkeypatch.setattr(text, "MOST_BYTES", 100_000)
    assert proven(log=packed(b"{" + b" " * 60_000 + b"}"))
    log = packed(b'{"search":[' + b'["dead"],' * 20_000)
    with pytest.raises(ValueError, match="is too long; 100,000 bytes are the most$"):
        proven(log=log)
    monkeypatch.setattr(record, "MOST_WORK", 10)
    with pytest.raises(ValueError, match="steps were checked; the rest takes too long"):
        check(NoTour("", "search", {}, {"search": [["take", 0, 1], ["dead"]]}), BLOCKS)


@pytest.mark.parametrize("wrong", [*WRONG[3:-1], "x", -1, 7, "z99", ["a1"]], ids=repr)
def test_a_file_with_a_wrong_field_is_refused(wrong: Any) -> None:
    file = refutation_file()
    for key, value in file.items():
        if key == "reason" or (key == "proof" and isinstance(wrong, str)):
            continue  # a check does not read a reason
        if wrong is None and key in ("start", "end", "symmetry"):
            continue
        if type(wrong) is type(value) and wrong in (True, [], {}, {"a": []}):
            continue
        with pytest.raises(ValueError, match="."):
            proven(**{key: wrong})
    for key in set(file) - {"start", "end", "symmetry", "reason"}:
        with pytest.raises(ValueError, match=f"^this proof has no '{key}'$"):
            result_of(text.reading(json.dumps({k: v for k, v in file.items() if k != key})))
    with pytest.raises(ValueError, match='^"closed" is None; it must be true or false$'):
        proven(closed=None)
    with pytest.raises(ValueError, match="^a proof has no 'more'; its parts are"):
        proven(more=1)


def test_nested_proofs_are_limited_by_their_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "MOST_PLACES", 3 * 12)
    log: dict[str, Any] = {}
    for joint in (3, 2, 1):
        own = {"proof": "joints", "witness": {}, "log": log}
        own = own if log else {"proof": "degree", "witness": {"no move": [0]}, "log": {}}
        log = {"joints": [joint], "squares": [*range(joint + 1, 12)], **own}
    no = NoTour("", "joints", {}, log)
    with pytest.raises(ValueError, match="too many proofs, or too large boards$"):
        check(no, Puzzle(Board(1, 12), leaper=(0, 1)))
    monkeypatch.setattr(kinds, "MOST_PLACES", 4 * 12)
    with pytest.raises(ValueError, match="^0 in this proof is no square of the board$"):
        check(no, Puzzle(Board(1, 12), leaper=(0, 1)))
