"""Symmetric tours: tours that a rotation or reflection of the board maps to themselves.

Such an image either moves every square equally far along the tour or reverses the tour. The colors
and the fixed squares rule out most cases. G. P. Jelliss, Knight's Tour Notes (2019) 1, calls closed
tours that a half-turn moves along themselves Eulerian, and those that it reverses Bergholtian.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from kt_core.board import Image, Square, Symmetry, images
from kt_core.connectivity import classes
from kt_core.events import result_of
from kt_core.graph import knight_graph, steps
from kt_core.language import N_, Sentence, paragraph
from kt_core.tour import NoTour, Puzzle


@dataclass(frozen=True)
class Action:
    """The ways in which an image can map a tour to itself: moved along itself, or reversed.

    Neither applies to the identity, which maps every tour to itself.
    """

    image: Image
    reflects: bool
    rotates: bool


def actions(puzzle: Puzzle, symmetry: Symmetry) -> list[Action]:
    """Return the ways in which tours can have this symmetry; raise `NoTour` if there are none."""
    reasons, possible = [], list[Action]()
    for image in images(puzzle.board, symmetry):
        try:
            possible.append(_action(puzzle, image))
        except NoTour as no:
            reasons.append(no)
    if possible:
        return possible
    if not reasons:
        raise NoTour(
            Sentence(
                "A quarter-turn lays a board on itself only if it is square. {board} is not.",
                board=puzzle.board,
            ),
            "symmetry",
        )
    sentences = list(dict.fromkeys(no.reason for no in reasons))
    raise NoTour(paragraph(sentences), "symmetry", reasons[0].witness)


def _action(puzzle: Puzzle, image: Image) -> Action:
    board, of = puzzle.board, image.of
    lost = next((hole for hole in sorted(board.holes) if of[hole] not in board.holes), None)
    if lost is not None:
        reason = N_(
            "{Image} takes {a}, a hole, to {b}, which is none: the board is not its own image."
        )
        raise _refutation(image, reason, [of[lost]], a=board.name(lost), b=board.name(of[lost]))
    fixed = [square for square in board if of[square] == square]
    if len(fixed) == len(board):
        return Action(image, reflects=False, rotates=False)
    return (_closed_action if puzzle.closed else _open_action)(puzzle, image, fixed)


def _closed_action(puzzle: Puzzle, image: Image, fixed: Sequence[Square]) -> Action:
    board = puzzle.board
    changes, moves = _changes_color(puzzle, image), _exchanged_moves(puzzle, image)
    along, rest = divmod(len(board), image.times)
    rotates = not fixed and not rest and bool(along % 2) == changes
    reflects = image.times == 2 and (
        (len(fixed) == 2 and not changes) or (not fixed and changes and len(moves) > 1)
    )
    if rotates or reflects:
        return Action(image, reflects, rotates)
    if fixed:
        reason = (
            N_("{Image} leaves {left} in place. On a closed tour that is its own image none may.")
            if image.times > 2
            else N_(
                "{Image} leaves {left} in place. On a closed tour that is its own image none or"
                " two can."
            )
        )
        raise _refutation(image, reason, fixed, left=_squares(len(fixed)))
    if rest:
        reason = N_("{Image} parts squares into fours, but {board} has {n:,}.")
        raise _refutation(image, reason, list(board)[:1], board=board, n=len(board))
    raise _misfit(puzzle, image, along, moves, changes=changes)


def _misfit(
    puzzle: Puzzle, image: Image, along: int, moves: Collection[Any], *, changes: bool
) -> NoTour:
    """Return the reason why an image can neither move a tour along itself nor reverse it."""
    sentences = [_colors(image, along, changes=changes)]
    if image.times == 2 and changes:
        exchanged = Sentence("one") if len(moves) == 1 else Sentence("none")
        sentences.append(
            Sentence(
                "And for the tour to be walked backwards, two moves would have to stay in place:"
                " {moves} can.",
                moves=exchanged,
            )
        )
    return NoTour(paragraph(sentences), "symmetry", {"squares": _corner(puzzle, image.of)})


def _colors(image: Image, along: int, *, changes: bool) -> Sentence:
    part = Sentence("half the tour") if image.times == 2 else Sentence("a quarter of the tour")
    template = N_(
        "{Image} keeps the color of squares. But it would carry each square {part} on, and {n:,}"
        " moves change the color."
    )
    if changes:
        template = N_(
            "{Image} changes the color of squares. But it would carry each square {part} on, and"
            " {n:,} moves keep the color."
        )
    return Sentence(template, Image=Sentence(image.name), part=part, n=along)


def _open_action(puzzle: Puzzle, image: Image, fixed: Sequence[Square]) -> Action:
    board, of = puzzle.board, image.of
    if image.times > 2:
        reason = N_(
            "{Image} cannot keep an open tour: it would walk it backwards, and so, done twice,"
            " leave every square in place."
        )
        raise _refutation(image, reason, _corner(puzzle, of))
    _check_ends(puzzle, image)
    if len(board) % 2:
        if len(fixed) != 1:
            reason = N_(
                "{Image} would walk the tour backwards, and leave its middle square alone in place;"
                " it leaves {left}."
            )
            shown = fixed or _corner(puzzle, of)
            raise _refutation(image, reason, shown, left=_squares(len(fixed)))
    elif fixed or not _exchanged_moves(puzzle, image):
        reason = N_(
            "{Image} would walk the tour backwards, and leave its middle move in place; none can"
            " stay."
        )
        raise _refutation(image, reason, fixed or _corner(puzzle, of))
    return Action(image, reflects=True, rotates=False)


def _check_ends(puzzle: Puzzle, image: Image) -> None:
    """Raise `NoTour` if the image does not exchange the given ends of an open tour."""
    board, of = puzzle.board, image.of
    start, end = puzzle.start, puzzle.end
    if start is not None and end is not None and of[start] != end:
        reason = N_(
            "{Image} takes {a} to {b}, not to {c}: it would walk the tour backwards, end to end."
        )
        names = {"a": board.name(start), "b": board.name(of[start]), "c": board.name(end)}
        raise _refutation(image, reason, [start, end], **names)
    for given in (start, end):
        if given is not None and of[given] == given:
            reason = N_(
                "{Image} would walk the tour backwards, end to end, so no end of it can stay in"
                " place."
            )
            raise _refutation(image, reason, [given])


def _refutation(image: Image, template: str, squares: Sequence[Square], **values: Any) -> NoTour:
    reason = Sentence(template, Image=Sentence(image.name), **values)
    return NoTour(reason, "symmetry", {"squares": list(squares)})


def _corner(puzzle: Puzzle, of: Sequence[Square]) -> list[Square]:
    first = next(iter(puzzle.board))
    return [first, of[first]]


def _squares(n: int) -> Sentence:
    return Sentence.plural("{n} square", "{n} squares", n) if n else Sentence("no square")


def _changes_color(puzzle: Puzzle, image: Image) -> bool:
    first = next(iter(puzzle.board))
    if sum(puzzle.leaper) % 2:
        return puzzle.board.color(first) != puzzle.board.color(image.of[first])
    one, _ = result_of(classes(knight_graph(puzzle.board, puzzle.leaper)))
    return image.of[first] not in set(one)


def _exchanged_moves(puzzle: Puzzle, image: Image) -> list[tuple[Square, Square]]:
    """Return the moves whose two squares the image exchanges."""
    board, of = puzzle.board, image.of
    found, columns = [], board.columns
    leaps = set(steps(puzzle.leaper))
    for square in board:
        if square < of[square] and of[of[square]] == square:
            up = of[square] // columns - square // columns
            if (up, of[square] % columns - square % columns) in leaps:
                found.append((square, of[square]))
    return found
