"""The examples in words: their menu, a tour of the gallery, and the graph of six letters. Pure."""

from __future__ import annotations

from kt_core.analysis import kind
from kt_core.drawing.shapes import escape
from kt_core.gallery import GALLERY, Famous
from kt_core.graph import LETTERS as LETTERS_GRAPH
from kt_core.language import N_, Sentence, _, paragraph, text_of
from web.question.question import LETTERS
from web.search.trace import Outcome
from web.view.counts import dead_ends, kind_of

#: What is said of each kind of symmetry, by its name in `analysis`.
KINDS = {
    "Eulerian": N_("Its kind is called Eulerian: the turn carries each step half the tour on."),
    "Bergholtian": N_(
        "Its kind is called Bergholtian: the turn walks the tour backwards, and in the centre two"
        " moves cross."
    ),
    "Sulian": N_(
        "Its kind is called Sulian, after the chess master as-Suli: the mirror carries each step"
        " half the tour on."
    ),
}


def options() -> str:
    """Return the choices of the field "Examples", but for the first, which is none of them."""
    tours = "".join(_option(slug, _title(each)) for slug, each in GALLERY.items())
    letters = _option(LETTERS, _("A small graph: six vertices, A to F"))
    return f'{letters}<optgroup label="{escape(_("Famous tours"))}">{tours}</optgroup>'


def _option(slug: str, title: str) -> str:
    return f'<option value="{slug}">{escape(title)}</option>'


def about(slug: str) -> tuple[str, str, str]:
    """Return what a famous tour is, what is special about it, and where it is from: sentences."""
    famous = GALLERY[slug]
    verdict = _("{title}: {kind}.", title=_title(famous), kind=kind_of(famous.tour))
    return verdict, _marvels(famous), _("Source: {source}.", source=_(famous.source))


def _title(famous: Famous) -> str:
    """Return what a tour is called in the menu: "Euler, by half-boards (1759)"."""
    size = str(famous.board)
    more = [str(famous.year or ""), "" if size == "8x8" else size]
    known = ", ".join(filter(None, more))
    return _("{name} ({known})", name=_name(famous), known=known) if known else _name(famous)


def _marvels(famous: Famous) -> str:
    told, side = [], famous.board.columns
    if "rot90" in famous.symmetry:
        told.append(_("It looks the same after every quarter turn."))
    elif "rot180" in famous.symmetry:
        told.append(_("It looks the same after half a turn."))
    elif famous.symmetry:
        told.append(_("It is its own mirror image."))
    if known := KINDS.get(_kind(famous)):
        told.append(_(known))
    if famous.semi_magic:  # so each row has its share of 1 + 2 + ... + side * side
        each = side * (side * side + 1) // 2
        magic = _("Number its steps: every row and every column adds up to {n}.", n=each)
        told.append(magic)
    return text_of(paragraph(told))


def _kind(famous: Famous) -> str:
    if not famous.symmetry:
        return ""
    return kind(famous.tour)


def _name(famous: Famous) -> str:
    kept = famous.name
    return text_of(kept) if isinstance(kept, Sentence) else _(kept)


def letters_progress(outcome: Outcome) -> tuple[str, str]:
    """Return what the search has come to, in two sentences."""
    said, ends = " ".join(outcome.path), outcome.dead_ends
    if len(outcome.path) == len(LETTERS_GRAPH):
        how = _("C was a dead end when B tried it first; the search went back, and came to C last.")
        whole = _(
            "A path through all six: {path}, after {dead_ends}.",
            path=said,
            dead_ends=dead_ends(ends),
        )
        return whole, how
    so_far = _("Six vertices, and a path through all of them.")
    if said:
        so_far = _("The path so far: {path}.", path=said)
    return so_far, _(
        "White is not yet visited, gray is on the path. Step goes vertex by vertex from A."
    )
