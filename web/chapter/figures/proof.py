"""Cases of proofs: by a long search, or by colors without a search. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from kt_core import svg
from kt_core.board import Board, Square, SquarePath
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import center, circle, escape, number
from kt_core.graph import knight_graph
from kt_core.language import N_, _, ngettext
from kt_core.tree_size import CORNER_TREES, Depths
from web.chapter.content.controls import BOARDS, ORDERS, POSITIONS, VISITS
from web.chapter.content.figures import CASES, PAIRS
from web.chapter.content.trials import path_of
from web.chapter.figures.layout import (
    DRAWING,
    Guess,
    choice,
    drawing,
    move_line,
    rings,
    slider,
    turn_button,
    turns,
)
from web.chapter.figures.time import depths_at
from web.chapter.text import Values, Words, approximation, sentences_text
from web.draw.patch import Lazy, Patches

CASE_NAMES = (
    N_("4 × 4, searched to the end"),
    N_("8 × 8, a search that is stopped"),
    N_("7 × 7, in pairs of light and dark"),
    N_("4 × 6, colored in two ways"),
)
SEARCHED, STOPPED, PAIRED, COLORED = range(4)  # the cases, each a kind of proof
SHADES = ("#9a8b76", "#efe7d6")  # dark and light squares, in both themes
SIDES = ((4, 4), (8, 8), (7, 7), (4, 6))
PAIRS_BOARD = Board(7, 7)


def regions(words: Words, values: Values, lit: str) -> Patches:
    """Yield the board of a case at a step."""
    case, step, _bet, *chosen = values
    yield DRAWING, Lazy(_case, case, step, tuple(chosen))
    yield " [data-part=choices]", Lazy(_choices, case, step, tuple(chosen))
    yield " [name=case]", choice(case)
    yield " [name=step]", slider(step, sentence(words, values), CASES[case][0])


def _choices(case: int, step: int, chosen: SquarePath) -> Iterator[str]:
    """Yield the next squares to choose as buttons, so that pairs can be made with the keyboard."""
    if case != PAIRED or _is_settled(step, chosen):
        return
    graph, free = knight_graph(PAIRS_BOARD), sorted(chain(*left_over(step, chosen)))
    alone = chosen[len(chosen) // 2 * 2 :]
    if alone:
        choices = [end for end in graph[alone[0]] if end in free]
        text, named = N_("Pair {square} with"), PAIRS_BOARD.name(alone[0])
    else:
        choices = [square for square in free if not {*graph[square]}.isdisjoint(free)][:1]
        text, named = N_("Choose"), ""
    if choices:
        yield f"<span>{escape(_(text, square=named))}</span>"
    yield from (turn_button("square", str(s), PAIRS_BOARD.name(s)) for s in choices)


def sentence(words: Words, values: Values) -> str:
    """Describe the case and its step, and whether it is a proof."""
    case, step, _bet, *chosen = values
    if case in (SEARCHED, STOPPED):
        return _search_sentence(case, step)
    if case == PAIRED:
        return _pairs_sentence(step, tuple(chosen))
    return _(COLOR_SENTENCES[step], square="c1")


COLOR_SENTENCES = (
    N_("Light and dark: every move changes the color."),
    N_("Outer and inner rows: from {square}, as from every outer square, moves lead inwards."),
    N_(
        "A closed tour would take turns between light and dark, and between outer and inner. Then"
        " all outer squares would have one color: but a1 is dark and b1 is light. So there is no"
        " closed tour. This is a proof."
    ),
)


ASKS = (
    N_("Will the search find a tour from a1?"),
    N_("Will the search find a tour within {most:,} visits?"),
    N_("Can every square have a partner?"),
    N_("Is there a closed tour of this board?"),
)


def _asks(words: Words, values: Values) -> str:
    return _(ASKS[values[0]], most=VISITS[8] * POSITIONS[8])


def _right(words: Words, values: Values) -> int:
    case, step, _bet, *chosen = values
    if case == PAIRED:
        return 2 * _is_settled(step, tuple(chosen))
    return 2 * (step == CASES[case][0])  # there is no tour in any case


GUESS = Guess(_asks, _right)


def _search_sentence(case: int, step: int) -> str:
    here = depths_at(SIDES[case][0], step)
    slots = {"visits": here.visits, "length": len(here.path)}
    if case == STOPPED:
        text = N_(
            "Visits: {visits:,} of about {all}. Squares of the path: {length}. No tour so far. That"
            " proves nothing."
        )
        size = approximation(CORNER_TREES[8], digits=0)
        return _(text, **slots, all=size)
    if here.path:
        text = N_("Visits: {visits:,}. Squares of the path: {length}. There is more to try.")
    else:
        text = N_(
            "{visits:,} visits, and the path is empty: every path from a1 was tried. None is a"
            " tour. This is a proof."
        )
    return _(text, **slots)


@cache
def pairs_of(step: int, chosen: SquarePath) -> tuple[tuple[Square, Square], ...]:
    """Return the pairs that the reader has chosen on 7x7, then `step` pairs of free squares.

    A pair is a dark and a light square, a move apart.
    """
    path = path_of(BOARDS.index(7), ORDERS.index("warnsdorff"), 0, 0).first(2 * PAIRS)
    pairs = list(zip(chosen[::2], chosen[1::2], strict=False))
    taken = {square for pair in pairs for square in pair}
    more = zip(path[::2], path[1::2], strict=True)
    free = [pair for pair in more if taken.isdisjoint(pair)]
    return (*pairs, *free[:step])


def left_over(step: int, chosen: SquarePath) -> tuple[list[Square], list[Square]]:
    """Return the dark and the light squares without a partner."""
    paired = {square for pair in pairs_of(step, chosen) for square in pair}
    left = [square for square in PAIRS_BOARD if square not in paired]
    dark = [square for square in left if PAIRS_BOARD.color(square) == 0]
    return dark, [square for square in left if square not in dark]


def _is_settled(step: int, chosen: SquarePath) -> bool:
    """Return True if the proof is complete: all pairs are made, or no light square is left."""
    return step == PAIRS or not left_over(step, chosen)[1]


def _pairs_sentence(step: int, chosen: SquarePath) -> str:
    dark, bright = left_over(step, chosen)
    parts = [
        ngettext(
            "{n} pair. Without a partner: {dark} dark, {light} light.",
            "{n} pairs. Without a partner: {dark} dark, {light} light.",
            len(pairs_of(step, chosen)),
            dark=len(dark),
            light=len(bright),
        )
    ]
    if _is_settled(step, chosen):
        text = N_(
            "However you choose the pairs, one dark square more is left. A closed tour has as many"
            " light squares as dark ones. So there is none. This is a proof."
        )
        parts.append(_(text))
    return sentences_text(*parts)


def _case(case: int, step: int, chosen: SquarePath) -> Iterator[str]:
    board = Board(*SIDES[case])
    if case in (SEARCHED, STOPPED):
        layers = _search_layers(board, depths_at(board.rows, step))
    else:
        layers = _pair_layers(step, chosen) if case == PAIRED else _color_layers(board, step)
    yield drawing(board, "", layers)


def _search_layers(board: Board, here: Depths) -> Iterator[Iterator[str]]:
    yield svg.squares(board)
    yield svg.names(board)
    yield svg.vertices(board, here.path)
    yield svg.line(board, here.path, of=len(board))
    yield svg.ends(board, here.path)
    yield svg.knight(board, here.path[-1] if here.path else 0)


def _pair_layers(step: int, chosen: SquarePath) -> Iterator[Iterator[str]]:
    board, pairs = PAIRS_BOARD, pairs_of(step, chosen)
    paired = {square for pair in pairs for square in pair}
    yield _pair_squares(board)
    yield svg.names(board)
    yield (move_line(board, pair, 0.1) for pair in pairs)
    yield (circle(center(board, s), 0.16, f' fill="{light("accent")}"') for s in sorted(paired))
    dot = f' fill="{light("accent")}" fill-opacity=".5"'
    for square in chosen[len(chosen) // 2 * 2 :]:
        partners = [end for end in knight_graph(board)[square] if end not in paired]
        yield rings(board, (square,), 0.38, 0.08)
        yield (circle(center(board, end), 0.1, dot) for end in partners)
    if _is_settled(step, chosen):
        yield rings(board, chain(*left_over(step, chosen)), 0.38, 0.1, "wrong")


def _pair_squares(board: Board) -> Iterator[str]:
    yield '<g class="squares">'
    for square in board:
        yield _rect(board, square, _shade(board, square), turns("square")(square))
    yield "</g>"


def _shade(board: Board, square: Square) -> str:
    return SHADES[board.color(square)]


def _rect(board: Board, square: Square, fill: str, extra: str = "") -> str:
    x, y = (number(v - 0.5) for v in center(board, square))
    edge = f' stroke="{light("line")}" stroke-width=".02"'
    return f'<rect x="{x}" y="{y}" width="1" height="1" fill="{fill}"{edge}{extra}/>'


def _color_layers(board: Board, step: int) -> Iterator[Iterator[str]]:
    yield _two_colors(board, step)
    yield svg.names(board)
    square = board.square("c1")
    if step == 1:
        yield (move_line(board, (square, to), 0.07) for to in knight_graph(board)[square])
        yield svg.knight(board, square)
    if step == 2:
        yield rings(board, map(board.square, ("a1", "b1")), 0.4, 0.08, "wrong")


def _two_colors(board: Board, step: int) -> Iterator[str]:
    """Yield squares by color, by row, or both: the row's color with a mark on dark squares."""
    for square in board:
        outer = square // board.columns in (0, board.rows - 1)
        if step == 0:
            yield _rect(board, square, _shade(board, square))
            continue
        yield _rect(board, square, light("square-b" if outer else "wash"))
        if step == 2 and not board.color(square):
            yield circle(center(board, square), 0.3, f' fill="{SHADES[0]}"')
