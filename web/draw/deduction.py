"""The steps of a refutation on the board: moves used or excluded, or claims. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise

from kt_core import svg
from kt_core.board import Board
from kt_core.drawing import dead_ends
from kt_core.drawing.colours import light
from kt_core.drawing.shapes import (
    Layer,
    centre,
    circle,
    cross,
    end_mark,
    group,
    number,
)
from kt_core.graph import Edge, knight_graph
from kt_core.language import _
from kt_core.proofs.checker.values import TO
from kt_core.proofs.deduction import CIRCLE, DEFICIT, RING, SURPLUS, Inference
from kt_core.tour import Claim, Puzzle
from web.draw.elements import picture
from web.draw.patch import Lazy
from web.draw.timeline import HEIGHT, RAIL, SIGN, STRAIGHT, WIDTH, rail
from web.question.question import Question

DASH = ' stroke-dasharray=".1 .08"'
#: Name, color and width of lines.
USED, AROUND, NEW = ("used", "accent", 0.06), ("around", "accent", 0.1), ("new", "t5", 0.1)
ARM = 0.09  # of the cross on an excluded move


def inference_layer(board: Board, inferences: Sequence[Inference], count: int) -> Layer:
    """Yield the moves that the inferences have used so far, and those of the last inference."""
    known = inferences[:count]
    used = [move for each in known for move in each.used]
    marks = (_end(board, used), _last(board, known[-1]) if known else ())
    parts = chain(_lines(board, USED, used), *marks)
    return group("inferred", parts, fill="none", stroke_linecap="round")


def contradiction_layer(board: Board, inferences: Sequence[Inference], count: int) -> Layer:
    """Yield the sign of a dead end on the square of the contradiction."""
    last = inferences[count - 1] if count else None
    if last and last.kind in (DEFICIT, SURPLUS) and last.at >= 0:
        yield from svg.dead_end_square(board, last.at)


def claim_layer(puzzle: Puzzle, claim: Claim) -> Layer:
    """Yield the squares that show a claim, the moves of one of them, and the contradiction."""
    board, at = puzzle.board, claim.at
    yield from svg.witness(board, claim.shown)
    if at in board:
        yield from _lines(board, NEW, ((at, to) for to in knight_graph(board, puzzle.leaper)[at]))
    look = f' class="at" fill="none" stroke="{light("wrong")}" stroke-width=".08"'
    yield from (circle(centre(board, square), 0.4, look) for square in claim.wrong)


def layers(
    question: Question, steps: Sequence[Inference | Claim], count: int, knight: float
) -> dict[str, Lazy]:
    """Return the layers of a step, and a knight of the given size beside its signs."""
    drawn, claim = (question.board, steps, count), steps[count - 1]
    if not isinstance(claim, Claim):
        shown = {
            "witness": Lazy(inference_layer, *drawn),
            "dead-end": Lazy(contradiction_layer, *drawn),
        }
    else:
        shown = {"witness": Lazy(claim_layer, question.puzzle, claim)} if count else {}
    return {**shown, "knight": Lazy(svg.knight, question.board, question.start, size=knight)}


def timeline_of_inferences(steps: int) -> str:
    """Return the timeline of a refutation, with a dead end below its last step."""
    colours = [(steps * i / STRAIGHT, i / STRAIGHT) for i in range(STRAIGHT + 1)]
    last = dead_ends.crosses([(WIDTH - SIGN / 2, RAIL + 12)])
    label = _("Timeline: {n:,} steps to a contradiction", n=steps)
    return picture("timeline", WIDTH, HEIGHT, label, (*rail(colours, steps), last))


def _last(board: Board, last: Inference) -> Iterator[str]:
    wrong = last.had if last.kind == SURPLUS else ()
    if last.kind == CIRCLE:
        wrong = tuple(pairwise((*last.path, last.path[0])))
    yield from _lines(board, ("lost", "field", 0.03), last.lost, DASH)
    if last.kind == RING:
        yield from _lines(board, AROUND, pairwise(last.path))
    yield from _lines(board, NEW, last.used)
    yield from _lines(board, ("wrong", "wrong", 0.1), wrong)
    yield from _lines(board, ("out", "wrong", 0.035), last.out, DASH)
    yield from _crosses(board, last.out)
    if last.at >= 0 and last.kind not in (RING, CIRCLE):
        look = f' class="at" stroke="{light("ink")}" stroke-width=".035"'
        yield circle(centre(board, last.at), 0.37, look)


def _lines(
    board: Board, look: tuple[str, str, float], moves: Iterable[Edge], dash: str = ""
) -> Iterator[str]:
    """Yield moves between squares as one path, without those to added vertices."""
    d = "".join(
        "M{} {}L{} {}".format(*map(number, (*centre(board, a), *centre(board, b))))
        for a, b in moves
        if min(a, b) >= 0
    )
    if d:
        name, colour, width = look
        stroke = f'stroke="{light(colour)}" stroke-width="{number(width)}"{dash}'
        yield f'<path class="{name}" {stroke} d="{d}"/>'


def _crosses(board: Board, moves: Collection[Edge]) -> Iterator[str]:
    """Yield a cross on each excluded move, for readers who do not see colors."""
    ends = ((centre(board, a), centre(board, b)) for a, b in moves if min(a, b) >= 0)
    d = "".join(cross((x + u) / 2, (y + v) / 2, ARM) for (x, y), (u, v) in ends)
    if d:
        yield f'<path class="crosses" stroke="{light("wrong")}" stroke-width=".045" d="{d}"/>'


def _end(board: Board, used: Iterable[Edge]) -> Iterator[str]:
    """Yield the mark of the square where the tour must end, once it is known."""
    for a, b in used:
        if TO in (a, b) and max(a, b) >= 0:
            yield end_mark(centre(board, max(a, b)), 1)
