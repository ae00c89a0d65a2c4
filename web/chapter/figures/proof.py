"""Cases of proofs: by a long search, or by colors without a search. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import chain

from kt_core import svg
from kt_core.board import Board, Square, SquarePath
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import center, circle, escape
from kt_core.graph import is_move, knight_graph
from kt_core.language import N_, _, ngettext
from kt_core.tree_size import CORNER_TREES, Depths
from web.chapter.content.trials import POSITIONS, VISITS, counted_visits, path_of
from web.chapter.figures import layout
from web.chapter.figures.figure import BET, SKIPPED, Dial, Figure, step_dial
from web.chapter.figures.search import depths_at
from web.chapter.text import Values, approximation, is_count, sentences_text
from web.draw.patch import Lazy, Patches

CASE_NAMES = (
    N_("4 × 4, searched to the end"),
    N_("8 × 8, a search that is stopped"),
    N_("7 × 7, in pairs of light and dark"),
    N_("4 × 6, colored in two ways"),
)
SEARCHED, STOPPED, PAIRED, COLORED = range(4)  # the cases, each a kind of proof
SHADES = ("#9a8b76", "#efe7d6")  # dark and light squares, in both themes
EDGE = f' stroke="{light("line")}" stroke-width=".02"'
SIDES = ((4, 4), (8, 8), (7, 7), (4, 6))
PAIRS_BOARD = Board(7, 7)
PAIRS = 24  # number of pairs of a dark and a light square
PAIRED_PATH = path_of(PAIRS_BOARD, "warnsdorff", 0, 0)
#: Of each case: the number of steps, and the address in the lab.
STEPS = (POSITIONS[4], POSITIONS[8], PAIRS, 2)
LINKS = (
    "#board=4x4&closed=1&ordering=best&step=0",
    "#board=8x8&ordering=textbook&prune=0&step=0",
    "#board=7x7&closed=1&ordering=best",
    "#board=4x6&closed=1&ordering=best",
)


class ProofFigure(Figure):
    """Cases of proofs; in one of them the chosen squares are pairs, and perhaps one alone."""

    kind, has_choices, is_counted = "proof", True, True
    dials = (
        Dial("case", N_("Case"), choices=CASE_NAMES, resets=True),
        step_dial(lambda values: STEPS[values[0]]),
        BET,
    )

    def read(self, text: str) -> Values:
        """Parse the dials and the chosen squares from an address, perhaps of version 1.0.0.

        In that version, the third number had a bit for each pair, and the bet followed it.
        """
        parts = text.split(".")
        if len(parts) in (3, 4) and is_count(parts[2]) and int(parts[2]) > SKIPPED:
            pairs = enumerate(PAIRED_PATH.first(2 * PAIRS))
            chosen = (str(square) for i, square in pairs if int(parts[2]) >> i // 2 & 1)
            text = ".".join((*parts[:2], *(parts[3:] or ["0"]), *chosen))
        return super().read(text)

    def fits(self, values: Values, chosen: list[Square], square: Square) -> bool:
        """Return True if a square begins a pair, or is a move away from the one before it."""
        begins = len(chosen) % 2 == 0
        return square in PAIRS_BOARD and (begins or is_move(PAIRS_BOARD, chosen[-1], square))

    def after_turn(self, values: Values, name: str, text: str) -> Values:
        """Return the values after a dial is turned or a square is chosen.

        That pairs it with the square chosen before, or removes a pair.
        """
        if name != "square" or not is_count(text):
            return super().after_turn(values, name, text)
        dials, chosen, square = values[: len(self.dials)], values[len(self.dials) :], int(text)
        pairs, alone = chosen[: len(chosen) // 2 * 2], chosen[len(chosen) // 2 * 2 :]
        if square in alone:
            chosen = pairs
        elif square in pairs:
            first = pairs.index(square) // 2 * 2
            chosen = pairs[:first] + pairs[first + 2 :] + alone
        elif alone and is_move(PAIRS_BOARD, alone[0], square):
            chosen = (*chosen, square)
        else:
            chosen = (*pairs, square)
        return self.within_ends((*dials, *chosen))

    def link(self, values: Values) -> str:
        """Return the address of the case in the lab."""
        return LINKS[values[0]]

    def counts(self, values: Values) -> Values | None:
        """Return the request for the visits of the long search."""
        return values[:1] if values[0] == STOPPED else None

    def count(self, request: Values) -> Iterator[Values]:
        """Yield the number of dial positions whose visits are counted."""
        return counted_visits()

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the board of a case at a step."""
        case, step, _bet, *chosen = values
        yield layout.DRAWING, Lazy(_case, case, step, tuple(chosen))
        yield " [data-part=choices]", Lazy(_choices, case, step, tuple(chosen))

    def sentence(self, values: Values) -> str:
        """Describe the case and its step, and whether it is a proof."""
        case, step, _bet, *chosen = values
        if case in (SEARCHED, STOPPED):
            return _search_sentence(case, step)
        if case == PAIRED:
            return _pairs_sentence(step, tuple(chosen))
        return _(COLOR_SENTENCES[step], square="c1")

    def asks(self, values: Values) -> str:
        """Return the question about the case."""
        return _(ASKS[values[0]], most=VISITS[8] * POSITIONS[8])

    def right(self, values: Values) -> int:
        """Return 2 at the end of each case: in none of them there is a tour."""
        case, step, _bet, *chosen = values
        settled = _is_settled(step, tuple(chosen)) if case == PAIRED else self.at_end(values)
        return 2 * settled


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
    yield from (layout.turn_button("square", str(s), PAIRS_BOARD.name(s)) for s in choices)


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
    path = PAIRED_PATH.first(2 * PAIRS)
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
    yield layout.drawing(board, "", layers)


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
    turn = layout.turns("square")
    yield layout.colored_squares(board, partial(_shade, board), lambda square: EDGE + turn(square))
    yield svg.names(board)
    yield (layout.move_line(board, pair, 0.1) for pair in pairs)
    yield layout.dots(board, sorted(paired), 0.16)
    for square in chosen[len(chosen) // 2 * 2 :]:
        partners = [end for end in knight_graph(board)[square] if end not in paired]
        yield layout.rings(board, (square,), 0.38, 0.08)
        yield layout.dots(board, partners, 0.1, ' fill-opacity=".5"')
    if _is_settled(step, chosen):
        yield layout.rings(board, chain(*left_over(step, chosen)), 0.38, 0.1, "wrong")


def _color_layers(board: Board, step: int) -> Iterator[Iterator[str]]:
    yield layout.colored_squares(board, partial(_shade, board, step=step), lambda _: EDGE)
    if step == 2:
        dark = (square for square in board if not board.color(square))
        yield (circle(center(board, square), 0.3, f' fill="{SHADES[0]}"') for square in dark)
    yield svg.names(board)
    square = board.square("c1")
    if step == 1:
        yield (layout.move_line(board, (square, to), 0.07) for to in knight_graph(board)[square])
        yield svg.knight(board, square)
    if step == 2:
        yield layout.rings(board, map(board.square, ("a1", "b1")), 0.4, 0.08, "wrong")


def _shade(board: Board, square: Square, step: int = 0) -> str:
    """Return the color of a square: light or dark; from step 1 on, that of its row."""
    if not step:
        return SHADES[board.color(square)]
    outer = square // board.columns in (0, board.rows - 1)
    return light("square-b" if outer else "wash")
