"""Hints in a game: a number that can be deduced, a move of a tour, or one by the rule. Pure.

A square is excluded if the rules of `consistency` leave no tour with the next number there.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import replace

from kt_core.board import Square, SquarePath
from kt_core.events import Progress
from kt_core.language import Sentence, conjunction, paragraph
from kt_core.methods.consistency import fault_of
from kt_core.tour import NoTour
from web.search.game import Game, GameVerdict, Hint, verdict


def advice(game: Game, lost: Collection[SquarePath]) -> Generator[Progress, None, GameVerdict]:
    """Judge a game in slices, yielding `Progress`; return the verdict, with a hint if there is one.

    A lost game has no hint. In another one it is a number that can be deduced, a move of a tour,
    or a move by the rule that leads to none of the `lost` paths, which no tour continues.
    """
    known = yield from verdict(game)
    if known.reason:
        return known
    hint = (yield from _deduction(game)) if game.puzzle.given else None
    return replace(known, hint=hint or game.hint(known.tour) or game.hint_by_rule(lost))


def _deduction(game: Game) -> Generator[Progress, None, Hint | None]:
    """Return the next number as a hint if it can be on one square alone."""
    faults, far = dict[Square, str](), list[Square]()
    for square in game.legal:
        try:
            faults[square] = yield from fault_of(game.after_move(square).rest())
        except NoTour:  # the next given number cannot be reached in time
            far.append(square)
    left = [square for square in game.legal if not faults.get(square, square in far)]
    if len(left) != 1:
        return None
    others = {square: fault for square, fault in faults.items() if fault}
    return Hint(left[0], _reason(game, left[0], far, others))


def _reason(
    game: Game, square: Square, far: list[Square], faults: Mapping[Square, str]
) -> tuple[str, str]:
    """Return the number on a square, and why it is on no other to which the knight may move."""
    n, name = game.next, game.board.name
    if dict(game.puzzle.given).get(square) == n:
        return Sentence("{n} is given on {square}.", n=n, square=name(square)), ""
    sentences: list[str] = [
        Sentence("With {n} on {square}, {fault}.", n=n, square=name(other), fault=fault)
        for other, fault in faults.items()
    ]
    if far:
        known = {**dict(game.puzzle.given), **game.number_of}  # a closed tour returns to 1
        end, moves = min(
            ((square, (number - n) % len(game.board)) for square, number in known.items()),
            key=lambda each: each[1],
        )
        reached = Sentence.plural(
            "It must be {moves} move from {number} on {end}; from {squares} there are more.",
            "It must be {moves} moves from {number} on {end}; from {squares} there are more.",
            moves,
            moves=moves,
            number=known[end],
            end=name(end),
            squares=conjunction(list(map(name, far))),
        )
        sentences.insert(0, reached)
    if not (far or faults):
        sentences.append(Sentence("No other square is free for it."))
    return Sentence("{n} can only be on {square}.", n=n, square=name(square)), paragraph(sentences)
