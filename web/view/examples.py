"""The examples in words: the menu of them, and what a tour of the gallery is. Pure."""

from __future__ import annotations

from kt_core.drawing.shapes import escaped
from kt_core.gallery import GALLERY, Famous
from kt_core.language import N_, Sentence, _, joined, said
from web.question.question import LETTERS
from web.view.counts import kind_of

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
    return f'{letters}<optgroup label="{escaped(_("Famous tours"))}">{tours}</optgroup>'


def _option(slug: str, title: str) -> str:
    return f'<option value="{slug}">{escaped(title)}</option>'


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
    return _("{name} ({known})", name=_named(famous), known=known) if known else _named(famous)


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
    return said(joined(told))


def _kind(famous: Famous) -> str:
    if not famous.symmetry:
        return ""
    from kt_core.analysis import kind  # which a page starts without

    return kind(famous.tour)


def _named(famous: Famous) -> str:
    kept = famous.name
    return said(kept) if isinstance(kept, Sentence) else _(kept)
