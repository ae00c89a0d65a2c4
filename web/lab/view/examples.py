"""Suggested questions: presets, examples, and proposals after a tour. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, islice

from kt_core.analysis import kind
from kt_core.board import Board
from kt_core.drawing.shapes import escape
from kt_core.gallery import GALLERY, Famous
from kt_core.language import N_, Sentence, _, paragraph, text_of
from kt_core.tour import Puzzle
from web.draw.patch import options_html
from web.question import address
from web.question.counts import kind_of
from web.question.question import Question
from web.state.state import State, outcome


@dataclass(frozen=True)
class Suggestion:
    """A suggested question: the text of its button, its address, and whether it plays at once."""

    title: str
    address: str
    plays: bool = False


PRESET = "preset-"  # prefix of the value of a preset in the field "Known questions"
PRESETS = (
    Suggestion(N_("See a dead end"), "#board=5x5&ordering=textbook&prune=0&step=12"),
    Suggestion(N_("Warnsdorff’s rule"), "#step=0", plays=True),
    Suggestion(N_("Whole graph"), "#show=graph,degrees,names&step=0"),
    Suggestion(N_("No closed 3 × 8"), "#board=3x8&closed=1"),
    Suggestion(N_("130 × 130"), "#board=130x130&ordering=best"),
    # Made by: python3 -m kt_core puzzle 6x6 --seed 2
    Suggestion(N_("A puzzle"), "#board=6x6&mode=play&given=f4:1,d1:6,f1:8,a5:27,d5:36"),
)


#: A sentence for each kind of symmetry, by its name in `analysis`.
KINDS = {
    "Eulerian": N_("Its kind is called Eulerian: the turn carries each step half the tour on."),
    "Bergholtian": N_(
        "Its kind is called Bergholtian: the turn walks the tour backwards, and in the center two"
        " moves cross."
    ),
    "Sulian": N_(
        "Its kind is called Sulian, after the chess master as-Suli: the mirror carries each step"
        " half the tour on."
    ),
}


def options() -> str:
    """Return the choices of the field "Known questions", without the first, empty one."""
    asked = options_html({f"{PRESET}{i}": _(each.title) for i, each in enumerate(PRESETS)})
    tours = options_html({slug: _title(each) for slug, each in GALLERY.items()})
    return f'{asked}<optgroup label="{escape(_("Famous tours"))}">{tours}</optgroup>'


def famous_tour_sentences(slug: str) -> tuple[str, str, str]:
    """Return sentences with the title and kind of a famous tour, its properties, and its source."""
    famous = GALLERY[slug]
    verdict = _("{title}: {kind}.", title=_title(famous), kind=kind_of(famous.tour))
    return verdict, _properties(famous), _("Source: {source}.", source=_(famous.source))


def _title(famous: Famous) -> str:
    """Return the title of a tour in the menu: "Euler, by half-boards (1759)"."""
    size = str(famous.board)
    more = [str(famous.year or ""), "" if size == "8x8" else size]
    known = ", ".join(filter(None, more))
    return _("{name} ({known})", name=_name(famous), known=known) if known else _name(famous)


def _properties(famous: Famous) -> str:
    sentences, side = [], famous.board.columns
    if "rot90" in famous.symmetry:
        sentences.append(_("It looks the same after every quarter turn."))
    elif "rot180" in famous.symmetry:
        sentences.append(_("It looks the same after half a turn."))
    elif famous.symmetry:
        sentences.append(_("It is its own mirror image."))
    if famous.symmetry and (known := KINDS.get(kind(famous.tour))):
        sentences.append(_(known))
    if famous.semi_magic:  # so each row has an equal share of 1 + 2 + ... + side * side
        each = side * (side * side + 1) // 2
        magic = _("Number its steps: every row and every column adds up to {n}.", n=each)
        sentences.append(magic)
    return text_of(paragraph(sentences))


def _name(famous: Famous) -> str:
    return text_of(famous.name) if isinstance(famous.name, Sentence) else _(famous.name)


#: Sides of a board -> the side of the next larger one.
LARGER = {(3, 4): 5, (5, 5): 6, (6, 6): 7, (7, 7): 8, (8, 8): 10}


def proposals(state: State) -> Iterator[Suggestion]:
    """Yield proposals after a tour was found; none in a task, an embed or a race."""
    question, board = state.question, state.question.board
    found = state.search.doing is None and outcome(state).tour is not None and not question.is_shown
    if not found or state.task.is_set or question.settings.embed or question.is_race:
        return
    plays = question.mode == "play"
    plain = Question(begin=question.begin, ordering=question.ordering, mode=question.mode)
    plain = replace(plain, step=0 if plays else None)

    def proposal(title: str, puzzle: Puzzle) -> Suggestion:
        return Suggestion(title, address.write(replace(plain, puzzle=puzzle)) or "#")

    if plays and state.reader.hints:
        yield proposal(N_("Again, without hints"), question.puzzle)
    if question.puzzle.given:
        return
    closed = question.puzzle.closed
    if larger := LARGER.get((board.rows, board.columns)):
        side = larger + (closed and larger % 2)  # an odd board has no closed tour
        yield proposal(N_("A larger board"), Puzzle(Board(side, side), 0, closed=closed))
    if not closed and _may_be_closed(board):
        yield proposal(N_("A closed tour"), Puzzle(board, question.start, closed=True))
    yield proposal(N_("Another start"), Puzzle(board, _other_start(question), closed=closed))


def _may_be_closed(board: Board) -> bool:
    """Return True if this board is known to have a closed tour (Schwenk, 1991)."""
    return not board.holes and min(board.rows, board.columns) >= 5 and len(board) % 2 == 0


def _other_start(question: Question) -> int:
    """Return the third next square of the color of the start: a tour is as likely from it."""
    board, start = question.board, question.start
    around = (square % (board.rows * board.columns) for square in count(start + 1))
    same = (s for s in around if s in board and board.color(s) == board.color(start))
    return next(islice(same, 2, None))
