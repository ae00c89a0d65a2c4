"""The command `check`: read a tour or a proof from a file and check it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Generator

from kt_core.board import Board
from kt_core.command import streams
from kt_core.command.commands import none_of
from kt_core.events import Progress
from kt_core.files import refutation
from kt_core.files.reader import NotATour, read, reading
from kt_core.files.verdicts import Reading
from kt_core.language import N_, Sentence, _, paragraph, text_of, value_error
from kt_core.proofs.checker.kinds import proving
from kt_core.tour import Puzzle

PROOF = '"proof"'  # a key that only files with a proof have
FILE_CHARACTERS = 32_000_000  # enough for the table of a 1000x1000 tour
NAMED_HOLES = 8  # the most that a suggested option lists


def check(args: argparse.Namespace) -> None:
    """Print the tour or proof in a file; `NotATour` if the tour is wrong or unfinished."""
    if args.holes and args.board is None:
        raise value_error("--holes needs a --board to cut them out of, such as --board 8x8")
    text = streams.read(args.file, FILE_CHARACTERS + 1)
    if PROOF in text:
        _check_proof(text, args)
    else:
        _check_tour(text, args)


def _check_tour(text: str, args: argparse.Namespace) -> None:
    work = reading(
        text,
        None if args.board is None else Board.parse(args.board, args.holes),
        start=args.start,
        end=args.end,
        closed=True if args.closed else None,
        leaper=args.leaper,
        base=getattr(args, "from"),
        by=args.by,
        longest=FILE_CHARACTERS,
    )
    found = streams.result_with_progress(work, _("reading"))
    if args.format == "json":
        print(json.dumps(_fields(found)))
    reasons = (found.read_as, *found.notes, *_hints(text, found))
    if not found.tour:
        raise NotATour(paragraph((found.sentence, *reasons)), found)
    if args.format == "text":
        print(text_of(found.sentence))
        print(text_of(paragraph(reasons)))


def _fields(found: Reading) -> dict[str, object]:
    names = found.board.names
    return {
        "read_as": text_of(found.read_as),
        "board": str(found.board),
        "holes": names(sorted(found.board.holes)).split(),
        "closed": found.closed,
        "path": names(found.path).split(),
        "verdict": found.verdict,
        "wrong": text_of(found.wrong) if found.wrong else None,
        "step": found.step,
    }


def _hints(text: str, found: Reading) -> list[str]:
    """Return sentences with the options that choose the other readings of a text."""
    hints = list[str]()
    for _label, options in found.question.choices[1:] if found.question else ():
        if options.get("zeros") == "holes":
            holes = read(text, **options).board.holes
            names = found.board.names(sorted(holes)[:NAMED_HOLES]).replace(" ", ",")
            more = ",…" * (len(holes) > NAMED_HOLES)
            template = N_("If they are holes, add --board {board} --holes {holes}.")
            hints.append(Sentence(template, board=found.board, holes=names + more))
        elif options.get("zeros"):
            template = N_("If they are squares not visited, add --board {board}.")
            hints.append(Sentence(template, board=found.board))
        else:
            hints.append(Sentence("To count from {base}, add --from {base}.", base=options["base"]))
    return hints


def _check_proof(text: str, args: argparse.Namespace) -> None:
    if args.format != "text":
        raise value_error("this file has a proof; --format json is for tours")
    why = streams.result_with_progress(_proven_sentence(text, args), _("checking"))
    print(text_of(why))


def _proven_sentence(text: str, args: argparse.Namespace) -> Generator[Progress, None, Sentence]:
    """Return a sentence about what a proof proves, made from the checked facts; in slices."""
    if len(text) > FILE_CHARACTERS:
        raise value_error(
            "this proof is too long to be checked; {most:,} characters are the most",
            most=FILE_CHARACTERS,
        )
    puzzle, proof = yield from refutation.reading(text)
    _check_same_question(args, puzzle)
    why = yield from proving(puzzle, proof)
    template = N_("Proven, and checked: {question}. {why}")
    return Sentence(template, question=none_of(puzzle), why=why)


def _check_same_question(args: argparse.Namespace, puzzle: Puzzle) -> None:
    """Raise `ValueError` if the options ask a different question from the one the proof answers."""
    whole = Puzzle.of(
        puzzle.board if args.board is None else Board.parse(args.board, args.holes),
        start=puzzle.start if args.start is None else args.start,
        end=puzzle.end if args.end is None else args.end,
        closed=args.closed or puzzle.closed,
        leaper=args.leaper or puzzle.leaper,
        symmetry=puzzle.symmetry,
    )
    if whole != puzzle:
        raise value_error(
            "this is a proof that {own}; whether {other} is another question",
            own=none_of(puzzle),
            other=none_of(whole),
        )
