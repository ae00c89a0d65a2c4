"""The steps of a refutation: drawings, sentences, and the controls to step through them. Pure.

The steps are inferences about forced moves, or the claims of the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise

from kt_core import svg
from kt_core.board import Board, name_list
from kt_core.drawing import dead_ends
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import Layer, center, circle, cross, end_mark, escape, group, number
from kt_core.graph import Edge, knight_graph
from kt_core.language import N_, _, ngettext, paragraph, text_of
from kt_core.proofs import deduction
from kt_core.proofs.checker.reader import FROM, TO
from kt_core.proofs.deduction import CIRCLE, DEFICIT, RING, SURPLUS, Inference
from kt_core.proofs.degrees import ROUND, THROUGH
from kt_core.tour import Claim, Puzzle
from web.draw.patch import Lazy, picture, typeset, words_html
from web.draw.timeline import HEIGHT, RAIL, SIGN, STRAIGHT, WIDTH, rail
from web.lab.view.words import legend
from web.question.question import Question
from web.search.answer import inferences
from web.state.state import State, outcome

DASH = ' stroke-dasharray=".1 .08"'
#: Name, color and width of lines.
USED, AROUND, NEW = ("used", "accent", 0.06), ("around", "accent", 0.1), ("new", "t5", 0.1)
ARM = 0.09  # half the side of the cross on an excluded move


def event_sentence(state: State, count: int) -> str:
    """Return the sentence for inference `count`, from 1; for 0, an introduction."""
    known, question = inferences(state.question, state.search.answer), state.question
    if not count:
        first = ROUND if question.puzzle.closed else THROUGH
        if isinstance(known[0], Claim):
            return text_of(first)
        so = _("A square with no more moves than that leaves no choice.")
        return text_of(paragraph((first, so, _ends_by_color(question.puzzle))))
    step, so = known[count - 1], _("So there is no such tour.")
    if isinstance(step, Claim):
        return text_of(step.says if count < len(known) else paragraph((step.says, so)))
    sentence = inference_sentence(question.puzzle, step)
    if count < len(known):
        return sentence
    return text_of(paragraph((_("Contradiction: {what}", what=sentence), so)))


def _ends_by_color(puzzle: Puzzle) -> str:
    """Return the sentence about the end's color in an open tour; "" if the end is given."""
    if puzzle.closed or puzzle.end is not None or puzzle.start is None:
        return ""
    ends = N_("Every move changes color, so the tour ends on a square of the color of {start}.")
    if len(puzzle.board) % 2 == 0:
        ends = N_(
            "Every move changes color, so the tour ends on no square of the color of {start}."
        )
    return _(ends, start=puzzle.board.name(puzzle.start))


def answer_html(state: State, head: str) -> str:
    """Return the words about a step; a contradiction is emphasized."""
    count = state.search.inference or 0
    html = escape(typeset(event_sentence(state, count)))
    known = inferences(state.question, state.search.answer)
    said = f'<strong class="wrong">{html}</strong>' if count == len(known) else html
    notes = legend(state.question.search_key, outcome(state).witness)
    return words_html(escape(typeset(head)), said, notes)


def moves_used(state: State, count: int) -> str:
    """Return the number of moves forced by the first `count` inferences; "" for claims."""
    known = [
        it for it in inferences(state.question, state.search.answer) if isinstance(it, Inference)
    ]
    if not known:
        return ""
    n = sum(min(move) >= 0 for each in known[:count] for move in each.used)
    return ngettext("{n:,} forced move", "{n:,} forced moves", n)


def inference_sentence(puzzle: Puzzle, inference: Inference) -> str:
    """Return one or two sentences for an inference; for a contradiction, a clause."""
    return _SENTENCES[inference.kind](puzzle, inference)


def _taken_moves_sentence(puzzle: Puzzle, it: Inference) -> str:
    if it.at < 0:
        return _ends_on(puzzle, it)
    square, to = _name(puzzle, it.at), _names(puzzle, it.used)
    if _is_end(it.had) or (_is_end(it.used) and it.at == puzzle.start):
        return _moves_at_end(puzzle, it)
    few = N_("{square} has two moves only, to {to}: the tour uses both.")
    left = N_("{square} has two moves left, to {to}: the tour uses both.")
    if _is_end(it.used) and not to:
        few = left = N_("{square} has no second move left: so the tour ends there.")
    elif _is_end(it.used):
        few = N_("{square} has one move only, to {to}: so the tour ends there.")
        left = N_("{square} has one move left, to {to}: so the tour ends there.")
    elif len(it.used) == 1:
        few = left = N_("{square} needs a second move, and one is left, to {to}: the tour uses it.")
    return _(left if it.lost else few, square=square, to=to)


def _ends_on(puzzle: Puzzle, it: Inference) -> str:
    square = _names(puzzle, it.used)
    if it.at == FROM:
        return _("The tour begins on {square}: it makes one move there, not two.", square=square)
    if puzzle.end is not None:
        return _("The tour is to end on {square}: it makes one move there, not two.", square=square)
    return _("{square} alone is left for the end of the tour.", square=square)


def _moves_at_end(puzzle: Puzzle, it: Inference) -> str:
    square, to = _name(puzzle, it.at), _names(puzzle, it.used)
    if not to:
        return _("The tour begins on {square}: it makes one move there, not two.", square=square)
    return _(
        "{square} is an end of the tour, and one move is left there, to {to}: the tour uses it.",
        square=square,
        to=to,
    )


def _left_out_sentence(puzzle: Puzzle, it: Inference) -> str:
    if it.at < 0:
        square = _names(puzzle, it.had)
        return _("The tour ends on {square}, so on no other square.", square=square)
    out = {"square": _name(puzzle, it.at), "to": _names(puzzle, it.out)}
    if not out["to"]:
        return _("{square} has both its moves: so the tour does not end there.", **out)
    if not _is_end(it.had):
        full = _("{square} has both its moves: those to {to} are left out.", **out)
        if len(_squares(it.out)) == 1:
            full = _("{square} has both its moves: that to {to} is left out.", **out)
    else:
        full = _("{square} is an end of the tour and has its move: to {to} it has none.", **out)
    nor = _("Nor does the tour end there.") if _is_end(it.out) else ""
    return text_of(paragraph((full, nor)))


def _ring_sentence(puzzle: Puzzle, it: Inference) -> str:
    n, names = sum(v >= 0 for v in it.path), [_name(puzzle, v) for v in it.out[0] if v >= 0]
    if n == 1:
        return _("The tour begins on {square}, so it does not end there.", square=names[0])
    if len(names) == 1:
        return _(
            "The tour does not end on {square}: it would be over after {n:,} squares.",
            square=names[0],
            n=n,
        )
    ring = N_("A move from {one} to {other} would close a circle of {n:,} squares: it is left out.")
    if min(it.path) < 0:
        ring = N_(
            "A move from {one} to {other} would end the tour after {n:,} squares: it is left out."
        )
    return _(ring, one=names[0], other=names[1], n=n)


def _deficit_clause(puzzle: Puzzle, it: Inference) -> str:
    if it.at < 0:
        return _("no square is left where the tour could end.")
    square, to = _name(puzzle, it.at), _names(puzzle, (*it.had, *it.left))
    if _is_end(it.had):
        return _("{square} is an end of the tour, and no move is left there.", square=square)
    if not to:
        return _("{square} has no move left.", square=square)
    return _("{square} has one move left, to {to}, and needs two.", square=square, to=to)


def _surplus_clause(puzzle: Puzzle, it: Inference) -> str:
    to = _names(puzzle, it.had)
    if it.at < 0:
        return _("the tour would end on both {squares}.", squares=to)
    moves = N_("{square} has three forced moves, to {to}; a tour makes two.")
    if _is_end(it.had):
        moves = N_("{square} has two forced moves, to {to}; as an end of the tour it makes one.")
    return _(moves, square=_name(puzzle, it.at), to=to)


def _circle_clause(puzzle: Puzzle, it: Inference) -> str:
    n = sum(v >= 0 for v in it.path)
    if min(it.path) < 0:
        return _("forced moves end the tour after {n:,} squares.", n=n)
    return _("forced moves close a circle of {n:,} squares, which leaves out the others.", n=n)


def _name(puzzle: Puzzle, square: int) -> str:
    return puzzle.board.name(square)


def _squares(moves: Collection[Edge]) -> list[int]:
    """Return the squares that moves lead to, without added vertices."""
    return [to for _from, to in moves if to >= 0]


def _names(puzzle: Puzzle, moves: Collection[Edge]) -> str:
    """Return the names of the squares that moves lead to, "b3 and d3"; "" for none."""
    squares = _squares(moves)
    return text_of(name_list(puzzle.board, squares)) if squares else ""


def _is_end(moves: Collection[Edge]) -> bool:
    """Return True if one of these moves leads to an added vertex: an end of the tour."""
    return any(to < 0 for _from, to in moves)


_SENTENCES = {
    deduction.TAKE: _taken_moves_sentence,
    deduction.FULL: _left_out_sentence,
    deduction.RING: _ring_sentence,
    deduction.DEFICIT: _deficit_clause,
    deduction.SURPLUS: _surplus_clause,
    deduction.CIRCLE: _circle_clause,
}


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
    yield from (circle(center(board, square), 0.4, look) for square in claim.wrong)


def layers(
    question: Question, steps: Sequence[Inference | Claim], count: int, knight: float
) -> dict[str, Lazy]:
    """Return the layers of a step, and a knight of the given size beside its signs."""
    drawn, claim = (question.board, steps, count), steps[count - 1]
    if not isinstance(claim, Claim):
        signs = {
            "witness": Lazy(inference_layer, *drawn),
            "dead-end": Lazy(contradiction_layer, *drawn),
        }
    else:
        signs = {"witness": Lazy(claim_layer, question.puzzle, claim)} if count else {}
    return {**signs, "knight": Lazy(svg.knight, question.board, question.start, size=knight)}


def timeline_of_inferences(steps: int) -> str:
    """Return the timeline of a refutation, with a dead end below its last step."""
    colors = [(steps * i / STRAIGHT, i / STRAIGHT) for i in range(STRAIGHT + 1)]
    last = dead_ends.crosses([(WIDTH - SIGN / 2, RAIL + 12)])
    label = _("Timeline: {n:,} steps to a contradiction", n=steps)
    return picture("timeline", WIDTH, HEIGHT, label, (*rail(colors, steps), last))


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
        yield circle(center(board, last.at), 0.37, look)


def _lines(
    board: Board, look: tuple[str, str, float], moves: Iterable[Edge], dash: str = ""
) -> Iterator[str]:
    """Yield moves between squares as one path, without those to added vertices."""
    d = "".join(
        "M{} {}L{} {}".format(*map(number, (*center(board, a), *center(board, b))))
        for a, b in moves
        if min(a, b) >= 0
    )
    if d:
        name, color, width = look
        stroke = f'stroke="{light(color)}" stroke-width="{number(width)}"{dash}'
        yield f'<path class="{name}" {stroke} d="{d}"/>'


def _crosses(board: Board, moves: Collection[Edge]) -> Iterator[str]:
    """Yield a cross on each excluded move, for readers who cannot tell the colors apart."""
    ends = ((center(board, a), center(board, b)) for a, b in moves if min(a, b) >= 0)
    d = "".join(cross((x + u) / 2, (y + v) / 2, ARM) for (x, y), (u, v) in ends)
    if d:
        yield f'<path class="crosses" stroke="{light("wrong")}" stroke-width=".045" d="{d}"/>'


def _end(board: Board, used: Iterable[Edge]) -> Iterator[str]:
    """Yield the mark of the square where the tour must end, once it is known."""
    for a, b in used:
        if TO in (a, b) and max(a, b) >= 0:
            yield end_mark(center(board, max(a, b)), 1)
