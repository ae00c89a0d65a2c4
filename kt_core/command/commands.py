"""The commands: each takes parsed arguments and prints its result, or raises an error."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from itertools import islice

from kt_core import svg
from kt_core.analysis import properties
from kt_core.board import Board, Square, board_with_holes
from kt_core.command import streams
from kt_core.command.programs import program_text, tour_by_function
from kt_core.count import counting
from kt_core.events import Found, Progress
from kt_core.files import refutation, text
from kt_core.files.boards import MOST_CHARACTERS, read_drawing
from kt_core.files.reader import NotATour, Unreadable, read, reading
from kt_core.files.walks import Reading
from kt_core.graph import KNIGHT, knight_graph
from kt_core.language import N_, Sentence, _, paragraph, text_of, value_error
from kt_core.orderings import ordering
from kt_core.proofs.checker.kinds import checking
from kt_core.puzzles import Solutions, judging, making, solutions_sentence
from kt_core.search import search
from kt_core.solve import BUDGET_SLICES, solving
from kt_core.theory import existence
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

COUNT_SLICES = 300_000  # a few minutes; a terminal shows the progress
PROOF = '"proof"'  # a key that only files with a proof have
FILE_CHARACTERS = 32_000_000  # enough for the table of a 1000x1000 tour
DESCRIBED_SQUARES = 10_000  # `check` describes no larger tour, which would take seconds
NAMED_HOLES = 100  # the most that a suggested option lists


def _graph_svg(board: Board) -> str:
    if svg.is_large(board):
        raise value_error(
            "the graph of {board} has too many moves to be told apart in a picture;"
            " draw a smaller board, or choose --format json or csv",
            board=board,
        )
    return svg.graph(board)


TOUR_FORMATS: dict[str, Callable[[Tour], str]] = {
    "text": text.tour,
    "json": text.tour_json,
    "svg": svg.tour,
    "csv": text.tour_csv,
}
PUZZLE_FORMATS: dict[str, Callable[[Puzzle], str]] = {
    "text": text.puzzle,
    "json": text.puzzle_json,
    "svg": svg.puzzle,
}
GRAPH_FORMATS: dict[str, Callable[[Board], Iterable[str]]] = {
    "json": text.graph_json,
    "svg": _graph_svg,
    "csv": text.graph_csv,
}


def solve(args: argparse.Namespace) -> None:
    """Print a tour, or write it to a file."""
    puzzle = _puzzle(args)
    found = _by_function(puzzle, args) if args.ordering_file else _tour(puzzle, args.seed)
    streams.write(TOUR_FORMATS[args.format](found), args.out)


def puzzle(args: argparse.Namespace) -> None:
    """Print a puzzle with one solution, or write it to a file."""
    board, _start = _board(args)
    question = Puzzle.of(board, closed=args.closed, leaper=args.leaper or KNIGHT)
    work = making(question, count=args.givens, seed=args.seed, symmetry=args.symmetry)
    made = streams.result_with_progress(work, _("making a puzzle"))
    streams.write(PUZZLE_FORMATS[args.format](made), args.out)


def _by_function(puzzle: Puzzle, args: argparse.Namespace) -> Tour:
    """Return the tour that the reader's own function finds."""
    if puzzle.given:
        raise value_error("--ordering-file finds its own tour; leave out --given")
    if args.symmetry is not None:
        raise value_error("--ordering-file finds its own tour; leave out --symmetry")
    name = args.ordering_file
    return tour_by_function(puzzle, name, program_text(name), args.seed)


def graph(args: argparse.Namespace) -> None:
    """Print the knight graph, or write it to a file."""
    board, _start = _board(args)
    streams.write(GRAPH_FORMATS[args.format](board), args.out)


def exists(args: argparse.Namespace) -> None:
    """Print that there is a tour; `NoTour` or `Undecided` otherwise."""
    puzzle = _puzzle(args)
    try:
        _exists(puzzle)
    except NoTour as no:
        if args.proof is not None:
            streams.write(refutation.proof_json(no.of(puzzle)), args.proof)
        raise


def _exists(puzzle: Puzzle) -> None:
    known = existence(puzzle)
    if known and not puzzle.symmetry:  # a theorem does not say whether a symmetric tour exists
        why = _("{reason} ({source})", reason=known.reason, source=known.source)
    else:
        _tour(puzzle)
        why = _("One was made and checked; no theorem is known to the program that covers it.")
    yes = N_("Yes, {board} has such an open tour.")
    if puzzle.closed:
        yes = N_("Yes, {board} has such a closed tour.")
    print(text_of(paragraph((_(yes, board=puzzle.board), why))))


def _tour(puzzle: Puzzle, seed: int | None = None) -> Tour:
    work = solving(puzzle, seed, BUDGET_SLICES)
    return streams.result_with_progress(work, _("looking for a tour"))


def count(args: argparse.Namespace) -> None:
    """Print how many tours there are."""
    print(streams.result_with_progress(counting(_puzzle(args), COUNT_SLICES), _("counting")))


def trace(args: argparse.Namespace) -> None:
    """Print the events of a search, up to its first tour."""
    puzzle = _puzzle(args)
    board, start = puzzle.board, puzzle.start
    if start is None:
        start = board.squares[0]
        puzzle = replace(puzzle, start=start)
    graph = knight_graph(board, puzzle.leaper)
    order = ordering(args.ordering).make(board, args.seed or 0)
    events = search(graph, start, order=order, ends=puzzle.ends(graph, start))
    for event in islice(events, args.limit):
        print(text.event(board, event))
        if isinstance(event, Found):
            break


def _board(args: argparse.Namespace) -> tuple[Board, Square | None]:
    """Return a board given by its sides or drawn in a file, and the start drawn in the file."""
    sides = _board_by_sides(args)
    return (sides, None) if sides else _drawn_board(args, _board_file(args))


def _board_by_sides(args: argparse.Namespace) -> Board | None:
    """Return a board given by its sides; None if a file has it."""
    if args.board != "-":
        try:
            return Board.parse(args.board, args.holes)
        except ValueError:
            if not streams.is_file(args.board):
                raise
    return None


def _board_file(args: argparse.Namespace) -> str:
    return streams.read(args.board, MOST_CHARACTERS + 1, N_("name a file with a board"))


def _drawn_board(args: argparse.Namespace, content: str) -> tuple[Board, Square | None]:
    drawn = read_drawing(content)
    return _with_more_holes(args, drawn.board), drawn.start


def _with_more_holes(args: argparse.Namespace, board: Board) -> Board:
    more = Board(board.rows, board.columns, args.holes).holes
    return Board(board.rows, board.columns, board.holes | more)


def _puzzle_in(args: argparse.Namespace, content: str) -> Puzzle | None:
    """Return the puzzle in a text, with the options; None if the text has no puzzle."""
    try:
        found = streams.result_with_progress(reading(content, leaper=args.leaper), _("reading"))
    except Unreadable:
        return None
    if found.verdict != "puzzle":
        return None
    return Puzzle.of(
        _with_more_holes(args, found.board),
        start=args.start,
        end=args.end,
        closed=args.closed or found.closed,
        leaper=found.leaper,
        symmetry=args.symmetry,
        given={**found.given, **(args.given or {})},
    )


def _puzzle(args: argparse.Namespace) -> Puzzle:
    start, board = None, _board_by_sides(args)
    if not board:
        content = _board_file(args)
        if "given" in args and (found := _puzzle_in(args, content)):
            return found
        board, start = _drawn_board(args, content)
    return Puzzle.of(
        board,
        start=start if args.start is None else args.start,
        end=args.end,
        closed=args.closed,
        leaper=args.leaper or KNIGHT,
        symmetry=getattr(args, "symmetry", None),
        given=getattr(args, "given", None),
    )


_NONE = (
    N_("{board} has no open tour{ends}{by}{image}{numbers}"),
    N_("{board} has no closed tour{ends}{by}{image}{numbers}"),
)  # the second template is for closed tours
_IMAGES = {
    "half-turn": N_(" that a half-turn lays on itself"),
    "quarter-turn": N_(" that a quarter-turn lays on itself"),
    "mirror": N_(" that a mirror lays on itself"),
}


def none_of(puzzle: Puzzle) -> Sentence:
    """Return the clause that the puzzle has no tour, with all its conditions.

    >>> none_of(Puzzle.of(Board(8, 8, ["c3"]), start="a1", leaper=(1, 4)))
    '8x8 without c3 has no open tour from a1 by the (1, 4) leaper'
    """
    by = Sentence(" by the {leaper} leaper", leaper=puzzle.leaper)
    return Sentence(
        _NONE[puzzle.closed],
        board=board_with_holes(puzzle.board),
        ends=_ends(puzzle),
        by="" if puzzle.leaper == KNIGHT else by,
        image=Sentence(_IMAGES[puzzle.symmetry]) if puzzle.symmetry else "",
        numbers=Sentence(" with the given numbers") if puzzle.given else "",
    )


def _ends(puzzle: Puzzle) -> str:
    start, end = (None if s is None else puzzle.board.name(s) for s in (puzzle.start, puzzle.end))
    if start and end:
        return Sentence(" from {start} to {end}", start=start, end=end)
    if start:
        return Sentence(" from {start}", start=start)
    return Sentence(" to {end}", end=end) if end else ""


def check(args: argparse.Namespace) -> None:
    """Print the tour or proof in a file; `NotATour` if the tour is wrong or unfinished."""
    if args.holes and args.board is None:
        raise value_error("--holes needs a --board to cut them out of, such as --board 8x8")
    content = streams.read(args.file, FILE_CHARACTERS + 1)
    if PROOF in content:
        _check_proof(content, args)
    else:
        _check_tour(content, args)


def _check_tour(content: str, args: argparse.Namespace) -> None:
    work = reading(
        content,
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
    if found.verdict == "puzzle":
        _check_puzzle(found, args)
        return
    if args.format == "json":
        print(json.dumps(_fields(found)))
    reasons = (found.read_as, *found.notes, *_hints(content, found))
    if not found.tour:
        raise NotATour(paragraph((found.sentence, *reasons)), found)
    if args.format == "text":
        print(text_of(found.sentence))
        print(text_of(paragraph(reasons)))


def _fields(found: Reading) -> dict[str, object]:
    names = found.board.names
    is_short = found.tour and len(found.tour.path) <= DESCRIBED_SQUARES
    about = properties(found.tour) if found.tour and is_short else None
    return {
        "read_as": text_of(found.read_as),
        "board": str(found.board),
        "holes": names(sorted(found.board.holes)).split(),
        "closed": found.closed,
        "path": names(found.path).split(),
        "verdict": found.verdict,
        "wrong": text_of(found.wrong) if found.wrong else None,
        "step": found.step,
        "about": about,
    }


def _check_puzzle(found: Reading, args: argparse.Namespace) -> None:
    """Print that a puzzle has one solution; `NotATour` if it has none, or several."""
    question = Puzzle.of(
        found.board, start=args.start, end=args.end, closed=found.closed, leaper=found.leaper
    )
    work = judging(question, found.given)
    solutions, why = streams.result_with_progress(work, _("solving"))
    if args.format == "json":
        print(json.dumps(_puzzle_fields(found, solutions, why)))
    if not solutions:
        raise Undecided(why, {})
    says = paragraph((found.sentence, solutions_sentence(solutions, why)))
    reasons = paragraph((found.read_as, *found.notes))
    if solutions.count != "one":
        raise NotATour(paragraph((says, reasons)), found)
    if args.format == "text":
        print(text_of(says))
        print(text_of(reasons))


def _puzzle_fields(found: Reading, solutions: Solutions | None, why: str) -> dict[str, object]:
    board, given = found.board, sorted(found.given.items())
    path = solutions.tours[0].path if solutions and solutions.tours else ()
    return {
        **_fields(replace(found, path=path, wrong=why if solutions else "")),
        "given": {board.name(square): number for square, number in given},
        "solutions": solutions.count if solutions else "undecided",
    }


def _hints(content: str, found: Reading) -> list[str]:
    """Return sentences with the options that choose the other readings of a text."""
    hints = list[str]()
    for _label, options in found.question.choices[1:] if found.question else ():
        if options.get("zeros") == "holes":
            holes = read(content, **options).board.holes
            names = found.board.names(sorted(holes)[:NAMED_HOLES]).replace(" ", ",")
            template = N_("If they are holes, add --board {board} --holes {holes}.")
            if len(holes) > NAMED_HOLES:
                template = N_("If they are holes, add --board {board} and name them by --holes.")
            hints.append(Sentence(template, board=found.board, holes=names))
        elif options.get("zeros"):
            template = N_("If they are squares not visited, add --board {board}.")
            hints.append(Sentence(template, board=found.board))
        else:
            hints.append(Sentence("To count from {base}, add --from {base}.", base=options["base"]))
    return hints


def _check_proof(content: str, args: argparse.Namespace) -> None:
    if args.format != "text":
        raise value_error("this file has a proof; --format json is for tours")
    why = streams.result_with_progress(_proven_sentence(content, args), _("checking"))
    print(text_of(why))


def _proven_sentence(content: str, args: argparse.Namespace) -> Generator[Progress, None, Sentence]:
    """Return a sentence about what a proof proves, made from the checked facts; in slices."""
    if len(content) > FILE_CHARACTERS:
        raise value_error(
            "this proof is too long to be checked; {most:,} characters are the most",
            most=FILE_CHARACTERS,
        )
    puzzle, no = yield from refutation.reading(content)
    _check_same_question(args, puzzle)
    why = yield from checking(no, puzzle)
    template = N_("Proven, and checked: {question}. {why}")
    return Sentence(template, question=none_of(puzzle), why=why)


def _check_same_question(args: argparse.Namespace, puzzle: Puzzle) -> None:
    """Raise `ValueError` if the options ask a different question from the one the proof answers."""
    asked = Puzzle.of(
        puzzle.board if args.board is None else Board.parse(args.board, args.holes),
        start=puzzle.start if args.start is None else args.start,
        end=puzzle.end if args.end is None else args.end,
        closed=args.closed or puzzle.closed,
        leaper=args.leaper or puzzle.leaper,
        symmetry=puzzle.symmetry,
        given=dict(puzzle.given),
    )
    if asked != puzzle:
        raise value_error(
            "this is a proof that {own}; whether {other} is another question",
            own=none_of(puzzle),
            other=none_of(asked),
        )
