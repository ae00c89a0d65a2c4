"""What each command answers: arguments in, results to standard output, errors raised.

A refutation is about the whole question, so `none_of` names all that it asks for.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from kt_core import own, svg
from kt_core.board import Board, board_with_holes
from kt_core.command import sandbox, streams
from kt_core.count import counting
from kt_core.events import Event, Found, Progress
from kt_core.files import refutation, text
from kt_core.files.reading import read_tour
from kt_core.graph import KNIGHT, knight_graph
from kt_core.language import N_, Sentence, _, ngettext, paragraph, text_of, value_error
from kt_core.orderings import ordering
from kt_core.proofs.checker.kinds import proving
from kt_core.search import search
from kt_core.solve import BUDGET_SLICES, solving
from kt_core.theory import Existence, existence
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

COUNT_SLICES = 300_000  # a few minutes, on a terminal with word of how far it is
PROOF = '"proof"'  # which a file with a proof has, and one with a tour has not
FILE_CHARACTERS = 32_000_000  # of a file to check: the table of a 1000x1000 tour, and more


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
SAMPLE_FORMATS: dict[str, Callable[[Tour], str]] = {
    "text": lambda tour: tour.board.names(tour.path),
    "json": text.tour_json,
    "csv": lambda tour: tour.board.names(tour.path).replace(" ", ","),
}
GRAPH_FORMATS: dict[str, Callable[[Board], Iterable[str]]] = {
    "json": text.graph_json,
    "svg": _graph_svg,
    "csv": text.graph_csv,
}


def solve(asked: argparse.Namespace) -> None:
    """Print a tour, or write it."""
    puzzle = _puzzle(asked)
    own = bool(asked.ordering_file)
    found = _own(puzzle, asked) if own else _tour(puzzle, asked.seed, uniform=asked.uniform)
    streams.write(TOUR_FORMATS[asked.format](found), asked.out)


def _own(puzzle: Puzzle, asked: argparse.Namespace) -> Tour:
    """Return the tour that the reader's own code finds."""
    if asked.uniform or asked.symmetry is not None:
        raise value_error(
            "--ordering-file is a search of its own; leave --uniform and --symmetry out"
        )
    name = asked.ordering_file
    source = streams.read(name, own.LONGEST_CHARACTERS + 1, N_("name a file with Python code"))
    return sandbox.tour_by_code(puzzle, name, source, asked.seed)


def sample(asked: argparse.Namespace) -> None:
    """Print tours, one a line, each of them drawn from all."""
    from kt_core.sample import samples

    puzzle, line = _puzzle(asked), SAMPLE_FORMATS[asked.format]
    tours = samples(
        puzzle.board,
        start=puzzle.start,
        end=puzzle.end,
        closed=puzzle.closed,
        leaper=puzzle.leaper,
        seed=asked.seed,
    )
    for tour in islice(tours, asked.count):
        print(line(tour))


def graph(asked: argparse.Namespace) -> None:
    """Print the knight graph, or write it."""
    streams.write(GRAPH_FORMATS[asked.format](_board(asked)), asked.out)


def exists(asked: argparse.Namespace) -> None:
    """Print that there is a tour; `NoTour` or `Undecided` otherwise."""
    try:
        _exists(_puzzle(asked))
    except NoTour as no:
        if asked.proof is not None:
            streams.write(refutation.proof_json(no), asked.proof)
        raise


def _exists(puzzle: Puzzle) -> None:
    known = existence(puzzle)
    if puzzle.symmetry and (not known or known.exists):  # theorems are of any tours
        known = None
    if known and known.basis == "theorem":
        if not known.exists:
            raise NoTour(known.reason, known.proof, known.witness).of(puzzle)
        why = _("{reason} ({source})", reason=known.reason, source=known.source)
    else:  # a rule from experience is no proof, but a tour is
        why = _tour_text(puzzle, known)
    yes = N_("Yes, {board} has such an open tour.")
    if puzzle.closed:
        yes = N_("Yes, {board} has such a closed tour.")
    print(text_of(paragraph((_(yes, board=puzzle.board), why))))


def _tour_text(puzzle: Puzzle, rule: Existence | None) -> str:
    try:
        _tour(puzzle)
    except Undecided as undecided:
        hint = (
            Sentence("{reason}; {rule}", reason=undecided.reason, rule=rule.reason) if rule else ""
        )
        raise Undecided(hint or undecided.reason, undecided.spent) from None
    return _("One was made and checked; no theorem is known to the program that covers it.")


def _tour(puzzle: Puzzle, seed: int | None = None, *, uniform: bool = False) -> Tour:
    work = solving(puzzle, seed, BUDGET_SLICES, uniform=uniform)
    return streams.result_with_progress(work, _("looking for a tour"))


def count(asked: argparse.Namespace) -> None:
    """Print how many tours there are."""
    print(streams.result_with_progress(counting(_puzzle(asked), COUNT_SLICES), _("counting")))


def trace(asked: argparse.Namespace) -> None:
    """Print the events of a search, up to its first tour."""
    board = _board(asked)
    start = board.square(board.squares[0] if asked.start is None else asked.start)
    puzzle = replace(_puzzle(asked), start=start)
    graph = knight_graph(board, puzzle.leaper)
    order = ordering(asked.ordering).make(board, asked.seed or 0)
    events = search(graph, start, order=order, ends=puzzle.ends(graph, start))
    for event in islice(_up_to_tour(events), asked.limit):
        print(text.event(board, event))


def check(asked: argparse.Namespace) -> None:
    """Print what tour or proof a file has; `ValueError` says what is wrong with it."""
    if asked.holes and asked.board is None:
        raise value_error("--holes needs a --board to cut them out of, such as --board 8x8")
    board = None if asked.board is None else _board(asked)
    text = streams.read(asked.file, FILE_CHARACTERS + 1)
    if PROOF in text:
        _check_proof(text, asked)
        return
    tour = read_tour(text, board, closed=True if asked.closed else None, longest=FILE_CHARACTERS)
    _hold_tour_to(asked, tour)
    print(
        _(
            _CHECKED[tour.closed],
            board=board_with_holes(tour.board),
            by=_by(tour),
            moves=_moves(tour),
        )
    )


def _hold_tour_to(asked: argparse.Namespace, tour: Tour) -> None:
    """Raise `ValueError` where a tour is none of what is asked for, its board aside."""
    puzzle = Puzzle.of(
        tour.board,
        start=asked.start,
        end=asked.end,
        closed=tour.closed,
        leaper=asked.leaper or tour.leaper,
    )
    start, end = tour.path[0], tour.path[-1]
    ends = puzzle.start in (None, start) and puzzle.end in (None, end)
    if not ends or puzzle.leaper != tour.leaper:
        name = tour.board.name
        template = N_("this is a tour from {start} to {end}{by}")
        by = Sentence(" by the {leaper} leaper", leaper=tour.leaper)
        raise value_error(
            template, start=name(start), end=name(end), by="" if tour.leaper == KNIGHT else by
        )


#: By whether the tour is closed.
_CHECKED = (
    N_("An open tour of {board}{by}: {moves}."),
    N_("A closed tour of {board}{by}: {moves}."),
)


def _by(tour: Tour) -> str:
    return "" if tour.leaper == KNIGHT else _(" by the {leaper} leaper", leaper=tour.leaper)


def _moves(tour: Tour) -> str:
    return ngettext("{n:,} move", "{n:,} moves", tour.moves)


def _check_proof(text: str, asked: argparse.Namespace) -> None:
    why = streams.result_with_progress(_proven(text, asked), _("checking"))
    print(text_of(why))


def _proven(text: str, asked: argparse.Namespace) -> Generator[Progress, None, Sentence]:
    """Return, in slices, what a proof proves, in words made from what was verified."""
    if len(text) > FILE_CHARACTERS:
        raise value_error(
            "this proof is too long to be checked; {most:,} characters are the most",
            most=FILE_CHARACTERS,
        )
    puzzle, proof = yield from refutation.reading(text)
    _hold_to(asked, puzzle)
    why = yield from proving(puzzle, proof)
    template = N_("Proven, and checked: {question}. {why}")
    return Sentence(template, question=none_of(puzzle), why=why)


def _hold_to(asked: argparse.Namespace, puzzle: Puzzle) -> None:
    """Raise `ValueError` where what is asked for is another question than that of a proof."""
    whole = Puzzle.of(
        puzzle.board if asked.board is None else _board(asked),
        start=puzzle.start if asked.start is None else asked.start,
        end=puzzle.end if asked.end is None else asked.end,
        closed=asked.closed or puzzle.closed,
        leaper=asked.leaper or puzzle.leaper,
        symmetry=puzzle.symmetry,
    )
    if whole != puzzle:
        raise value_error(
            "this is a proof that {own}; whether {other} is another question",
            own=none_of(puzzle),
            other=none_of(whole),
        )


def _up_to_tour(events: Iterable[Event]) -> Iterator[Event]:
    for event in events:
        yield event
        if isinstance(event, Found):
            return


def _board(asked: argparse.Namespace) -> Board:
    return Board.parse(asked.board, asked.holes)


def _puzzle(asked: argparse.Namespace) -> Puzzle:
    return Puzzle.of(
        _board(asked),
        start=asked.start,
        end=asked.end,
        closed=asked.closed,
        leaper=asked.leaper or KNIGHT,
        symmetry=getattr(asked, "symmetry", None),
    )


_NONE = (
    N_("{board} has no open tour{ends}{by}{image}"),
    N_("{board} has no closed tour{ends}{by}{image}"),
)  # by whether it is closed
_IMAGES = {
    "half-turn": N_(" that a half-turn lays on itself"),
    "quarter-turn": N_(" that a quarter-turn lays on itself"),
    "mirror": N_(" that a mirror lays on itself"),
}


def none_of(puzzle: Puzzle) -> Sentence:
    """Return that there is no tour as the puzzle asks for it: a clause, as long as it need be.

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
    )


def _ends(puzzle: Puzzle) -> str:
    start, end = (None if s is None else puzzle.board.name(s) for s in (puzzle.start, puzzle.end))
    if start and end:
        return Sentence(" from {start} to {end}", start=start, end=end)
    if start:
        return Sentence(" from {start}", start=start)
    return Sentence(" to {end}", end=end) if end else ""
