"""Cases in which a long search proves something, and in which colors prove it without one. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.colours import light
from kt_core.drawing.shapes import centre, circle, number
from kt_core.graph import knight_graph
from kt_core.language import N_
from kt_core.trees import CORNER_TREES, Depths
from web.chapter.content.figures import CASES, PAIRS
from web.chapter.content.scales import BOARDS, ORDERS, POSITIONS, VISITS
from web.chapter.content.trials import path_of, search_from_a1
from web.chapter.figures.graph import line
from web.chapter.figures.guess import Guess
from web.chapter.figures.layout import DRAWING, choice, drawing, html
from web.chapter.figures.time import START
from web.chapter.lesson import Values
from web.chapter.words import Words, counted, scientific, translation
from web.draw.patch import Lazy, Patches

CASE_NAMES = (
    N_("4 × 4, searched to the end"),
    N_("8 × 8, a search that is stopped"),
    N_("7 × 7, in pairs of light and dark"),
    N_("4 × 6, coloured in two ways"),
)
SEARCHED, STOPPED, PAIRED, COLOURED = range(4)
SHADES = ("#9a8b76", "#efe7d6")  # of dark and light squares, on any ground
SIDES = ((4, 4), (8, 8), (7, 7), (4, 6))


def regions(words: Words, values: Values, lit: str, language: str) -> Patches:
    """Yield the board of a case at a step."""
    case, step, pairs, _ = values
    yield DRAWING, Lazy(html, _case, case, step, pairs, language)
    yield " [name=case]", choice(case)
    description = sentence(words, values, language)
    most = str(CASES[case][0])
    yield (
        " [name=step]",
        Lazy(dict, {"value": str(step), "max": most, "aria-valuetext": description}),
    )


def sentence(words: Words, values: Values, language: str) -> str:
    """Describe the case and its step, and whether it is a proof."""
    case, step, pairs, _ = values
    if case in (SEARCHED, STOPPED):
        return _search_sentence(case, step, language)
    if case == PAIRED:
        return _pairs_sentence(_coloured_pairs(step, pairs), language)
    return translation(language, COLOUR_SENTENCES[step], square="c1")


COLOUR_SENTENCES = (
    N_("Light and dark: every move changes the colour."),
    N_("Outer and inner rows: from {square}, as from every outer square, moves lead inwards."),
    N_(
        "A closed tour would take turns between light and dark, and between outer and inner. Then"
        " all outer squares would have one colour: but a1 is dark and b1 is light. So there is no"
        " closed tour. This is a proof."
    ),
)


ASKS = (
    N_("Will the search find a tour from a1?"),
    N_("Will the search find a tour within {most} visits?"),
    N_("Will every square find a partner?"),
    N_("Is there a closed tour of this board?"),
)


def _asks(words: Words, values: Values, language: str) -> str:
    return translation(language, ASKS[values[0]], most=VISITS[8] * POSITIONS[8])


def _right(words: Words, values: Values) -> int:
    case, step, pairs, _ = values
    done = len(_coloured_pairs(step, pairs)) if case == PAIRED else step
    return 2 * (done == CASES[case][0])  # there is no tour in any case


GUESS = Guess(_asks, _right)


def _search_sentence(case: int, step: int, language: str) -> str:
    here = depths_at(case, step)
    shown = {"visits": here.visits, "length": len(here.path)}
    if case == STOPPED:
        text = N_(
            "Visits: {visits} of about {all}. Squares of the path: {length}. No tour so far. That"
            " proves nothing."
        )
        mantissa, exponent = f"{CORNER_TREES[8]:.0e}".split("e+")
        size = scientific(float(mantissa), int(exponent), digits=0)
        return translation(language, text, **shown, all=size)
    if here.path:
        text = N_("Visits: {visits}. Squares of the path: {length}. There is more to try.")
    else:
        text = N_(
            "{visits} visits, and the path is empty: every path from a1 was tried. None is a tour."
            " This is a proof."
        )
    return translation(language, text, **shown)


def depths_at(case: int, step: int) -> Depths:
    """Return the state of a case's search at a step."""
    side = SIDES[case][0]
    return search_from_a1(side).first(step)[-1] if step else START


def pairs_of() -> tuple[tuple[Square, Square], ...]:
    """Return pairs of a dark and a light square of 7x7, a move apart; one square is left over."""
    path = path_of(BOARDS.index(7), ORDERS.index("warnsdorff"), 0, 0).first(2 * PAIRS)
    return tuple(zip(path[::2], path[1::2], strict=True))


def _coloured_pairs(step: int, pairs: int) -> frozenset[int]:
    """Return the numbers of the colored pairs: the first ones, and those that were clicked."""
    return frozenset(i for i in range(PAIRS) if i < step or pairs >> i & 1)


def _pairs_sentence(done: Collection[int], language: str) -> str:
    if len(done) == PAIRS:
        left = Board(7, 7).name(_unpaired_square())
        text = N_(
            "{count} pairs, and {left} is left over: dark, without a partner. A closed tour needs"
            " as many light squares as dark ones. So there is none. This is a proof."
        )
        return translation(language, text, count=PAIRS, left=left)
    return counted(
        language,
        "{n} pair of a light and a dark square, a move apart.",
        "{n} pairs of a light and a dark square, each pair a move apart.",
        len(done),
    )


def _unpaired_square() -> Square:
    paired = {square for pair in pairs_of() for square in pair}
    return next(square for square in Board(7, 7) if square not in paired)


def _case(case: int, step: int, pairs: int, language: str) -> Iterator[str]:
    board = Board(*SIDES[case])
    layers = {
        SEARCHED: lambda: _search_layers(board, depths_at(case, step)),
        STOPPED: lambda: _search_layers(board, depths_at(case, step)),
        PAIRED: lambda: _pair_layers(board, _coloured_pairs(step, pairs), pairs),
        COLOURED: lambda: _colour_layers(board, step),
    }
    yield drawing(board, "", layers[case]())


def _search_layers(board: Board, here: Depths) -> Iterator[Iterator[str]]:
    yield svg.squares(board)
    yield svg.names(board)
    yield svg.vertices(board, here.path)
    yield svg.line(board, here.path, of=len(board))
    yield svg.ends(board, here.path)
    yield svg.knight(board, here.path[-1] if here.path else 0)


def _pair_layers(board: Board, done: Collection[int], mask: int) -> Iterator[Iterator[str]]:
    yield _pair_squares(board, done, mask)
    yield svg.names(board)
    yield (
        f'<path d="{line(board, *pair)}" fill="none" stroke="{light("accent")}" stroke-width=".1"/>'
        for i, pair in enumerate(pairs_of())
        if i in done
    )
    if len(done) == PAIRS:
        look = f' fill="none" stroke="{light("wrong")}" stroke-width=".1"'
        yield iter((circle(centre(board, _unpaired_square()), 0.38, look),))


def _pair_squares(board: Board, done: Collection[int], mask: int) -> Iterator[str]:
    fills = {square: light("surface") for square in board}
    turns = {}
    for i, pair in enumerate(pairs_of()):
        for square in pair:
            turns[square] = mask | 1 << i
            if i in done:
                fills[square] = _shade(board, square)
    if len(done) == PAIRS:
        fills[_unpaired_square()] = _shade(board, _unpaired_square())
    yield '<g class="squares">'
    for square, fill in fills.items():
        turn = f' data-turn="pairs" data-value="{turns[square]}"' if square in turns else ""
        yield _rect(board, square, fill, turn)
    yield "</g>"


def _shade(board: Board, square: Square) -> str:
    return SHADES[board.colour(square)]


def _rect(board: Board, square: Square, fill: str, extra: str = "") -> str:
    x, y = (number(v - 0.5) for v in centre(board, square))
    edge = f' stroke="{light("line")}" stroke-width=".02"'
    return f'<rect x="{x}" y="{y}" width="1" height="1" fill="{fill}"{edge}{extra}/>'


def _colour_layers(board: Board, step: int) -> Iterator[Iterator[str]]:
    yield _two_colours(board, step)
    yield svg.names(board)
    square = board.square("c1")
    if step == 1:
        yield (
            f'<path d="{line(board, square, to)}" fill="none" stroke="{light("accent")}"'
            ' stroke-width=".07"/>'
            for to in knight_graph(board)[square]
        )
        yield svg.knight(board, square)
    if step == 2:
        look = f' fill="none" stroke="{light("wrong")}" stroke-width=".08"'
        yield (circle(centre(board, board.square(name)), 0.4, look) for name in ("a1", "b1"))


def _two_colours(board: Board, step: int) -> Iterator[str]:
    """Yield squares by color, by row, or both: the row's color with a mark on dark squares."""
    for square in board:
        outer = square // board.columns in (0, board.rows - 1)
        if step == 0:
            yield _rect(board, square, _shade(board, square))
            continue
        yield _rect(board, square, light("square-b" if outer else "wash"))
        if step == 2 and not board.colour(square):
            yield circle(centre(board, square), 0.3, f' fill="{SHADES[0]}"')
