"""The knight graph: its moves from a square, its drawing, matrix and degrees. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing.colors import light
from kt_core.drawing.shapes import center, circle, escape, group, number, text_on, whole_edge
from kt_core.graph import directed_edges, fill_percent, knight_graph
from kt_core.language import N_, _
from web.chapter.figures import layout
from web.chapter.figures.figure import Dial, Figure
from web.chapter.text import Values, count_text, list_text
from web.draw.patch import Lazy, Patches

RADIUS = 0.23  # radius of a vertex
STRONGEST = 0.45  # opacity for the largest degree; lines above it must remain visible


class MovesFigure(Figure):
    """The moves from a square, on the board and in the knight graph."""

    kind = "moves"
    label = N_("Square of the knight")

    def __init__(self, sides: str, square: str) -> None:
        self.board = Board.parse(sides)
        self.dials = (Dial("square", self.label, first=int(square), board=self.board),)

    def link(self, values: Values) -> str:
        """Return the address of the square in the lab."""
        return f"#board={self.board}&start={self.board.name(values[0])}&step=0&show=path,graph"

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the ground, which is drawn once, and the layers of the chosen square."""
        board, square = self.board, values[0]
        # The square under the pointer or highlighted by the text.
        near = int(lit) if lit.isdigit() and int(lit) in board else None
        yield layout.DRAWING, Lazy(_pair, board)
        yield layout.layer("moves"), Lazy(_knight_moves, board, square, near)
        yield layout.layer("edges"), Lazy(_edges, board, square, near)

    def sentence(self, values: Values) -> str:
        """Describe the moves from the square."""
        square, moves = values[0], knight_graph(self.board)[values[0]]
        text = N_(
            "From square {square} ({name}) there are {count} moves: to {ends}. In the graph,"
            " {count} edges lead to the same vertices."
        )
        slots = {"square": square, "name": self.board.name(square), "count": len(moves)}
        return _(text, **slots, ends=list_text(moves))


def _pair(board: Board) -> Iterator[str]:
    yield '<div class="pair">'
    names = (text_on(board, s, str(s), below=0.36) for s in board)
    look = {"fill": light("soft"), "font_size": ".17", "text_anchor": "middle"}
    layers = svg.squares(board, layout.turns("square")), group("numbered", names, **look)
    yield layout.drawing(board, _("The board"), layers, "moves")
    yield layout.drawing(board, _("Its knight graph"), _graph(board), "edges")
    yield "</div>"


def _graph(board: Board) -> Iterable[Iterable[str]]:
    yield _all_edges(board, "edge", ".02")
    ring = f' fill="{light("paper")}" stroke="{light("field")}" stroke-width=".03"'
    turn = layout.turns("square")
    yield group("rings", (circle(center(board, s), RADIUS, ring + turn(s)) for s in board))
    yield _numbers(board, board, "ink")


def _all_edges(board: Board, color: str, width: str) -> Iterator[str]:
    graph = knight_graph(board)
    d = "".join(whole_edge(board, a, b) for a in board for b in graph[a] if a < b)
    look = {"fill": "none", "stroke": light(color), "stroke_width": width}
    return group("lines", (f'<path d="{d}"/>',), **look)


def _knight_moves(board: Board, square: Square, near: Square | None) -> Iterator[str]:
    ends = knight_graph(board)[square]
    yield from _lit_edges(board, square, ends, near)
    dot = f' fill="{light("accent")}"'
    yield from (circle(center(board, s), 0.2 if s == near else 0.12, dot) for s in ends)
    yield from svg.knight(board, square)
    yield from layout.rings(board, (s for s in board if s == near), 0.42, 0.06)


def _edges(board: Board, square: Square, near: Square | None) -> Iterator[str]:
    ends = knight_graph(board)[square]
    yield from _lit_edges(board, square, ends, near)
    for s in ends:
        fill = "wash" if s == near else "paper"
        ring = f' fill="{light(fill)}" stroke="{light("accent")}" stroke-width=".06"'
        yield circle(center(board, s), RADIUS, ring)
    yield from _numbers(board, ends, "accent")
    yield circle(center(board, square), RADIUS, f' fill="{light("accent")}"')
    yield from _numbers(board, (square,), "paper")
    yield from layout.rings(board, (s for s in board if s == near), 0.42, 0.06)


def _lit_edges(
    board: Board, square: Square, ends: Iterable[Square], near: Square | None
) -> Iterator[str]:
    for s in ends:
        yield layout.move_line(board, (square, s), 0.11 if s == near else 0.05)


def _numbers(board: Board, squares: Iterable[Square], ink: str) -> Iterator[str]:
    texts = (text_on(board, s, str(s), below=0.075) for s in squares)
    look = {"fill": light(ink), "font_size": ".21", "text_anchor": "middle", "font_weight": "600"}
    return group("numbered", texts, **look)


class MatrixFigure(MovesFigure):
    """A graph, its matrix and its list, with one vertex highlighted in all three."""

    kind, follows = "matrix", True
    label = N_("Square")

    def link(self, values: Values) -> str:
        """Return the address of the square in the lab."""
        return f"{super().link(values)},degrees"

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the ground, which is drawn once, and the layers of the chosen square."""
        board, square = self.board, values[0]
        yield layout.DRAWING, Lazy(_graph_and_matrix, board)
        yield layout.layer("moves"), Lazy(_lit_moves, board, square)
        yield layout.layer("lines"), Lazy(_lines, board, square)
        yield f"{layout.DRAWING} [data-part=lists]", Lazy(_lists, board, square)

    def sentence(self, values: Values) -> str:
        """Describe the moves from the square."""
        board, square = self.board, values[0]
        text = N_(
            "The moves from square {square} ({name}): the matrix has them in a row of {of} entries,"
            " all to be looked at. The list has just its {degree}."
        )
        slots = {"name": board.name(square), "degree": len(knight_graph(board)[square])}
        return _(text, **slots, square=square, of=len(board))

    def table(self) -> list[list[str]]:
        """Return the number of squares and directed edges for each degree."""
        degrees = [len(moves) for moves in knight_graph(self.board).values()]
        rows = [[_("Degree"), _("Squares"), _("Directed edges")]]
        for degree in sorted(set(degrees)):
            count = degrees.count(degree)
            rows.append([count_text(each) for each in (degree, count, degree * count)])
        total = (len(self.board), directed_edges(self.board))
        return [*rows, [_("Together"), *map(count_text, total)]]


def _graph_and_matrix(board: Board) -> Iterator[str]:
    counts = {square: len(moves) for square, moves in knight_graph(board).items()}
    vertices = (circle(center(board, s), 0.07) for s in board)
    lines = _all_edges(board, "soft", ".025")
    layers = _heat(board, counts), lines, group("rings", vertices, fill=light("ink"))
    yield '<div class="pair">'
    text = N_("The whole graph: {lines} lines, {edges} directed edges")
    slots = {"lines": directed_edges(board) // 2, "edges": directed_edges(board)}
    yield layout.drawing(board, _(text, **slots), layers, "moves")
    fill = f"{fill_percent(board):.1f}"
    caption = _("Its adjacency matrix: {fill}% full", fill=fill)
    yield layout.with_title(caption, _matrix(board, counts))
    named = escape(_("Its adjacency list, around this square"))
    yield f'</div><p class="named">{named}</p><ol class="lists" data-part="lists"></ol>'


LISTS_AROUND = 2  # entries of the list above and below the highlighted one


def _lists(board: Board, square: Square) -> Iterator[str]:
    """Yield the adjacency lists around that of a square, which is highlighted."""
    last = len(board) - 1
    first = min(max(square - LISTS_AROUND, 0), last - 2 * LISTS_AROUND)
    for s in range(first, first + 2 * LISTS_AROUND + 1):
        ends = ", ".join(map(str, knight_graph(board)[s]))
        mark = ' class="here"' if s == square else ""
        yield f"<li{mark}><code>{s}: [{ends}]</code></li>"


def _heat(board: Board, degrees: dict[Square, int]) -> Iterator[str]:
    most, turn = max(degrees.values()), layout.turns("square")

    def look(square: Square) -> str:
        return f' fill-opacity="{number(STRONGEST * degrees[square] / most)}"{turn(square)}'

    return layout.colored_squares(board, lambda _: light("accent"), look)


def _matrix(board: Board, degrees: dict[Square, int]) -> str:
    graph, of, turn = knight_graph(board), len(board), layout.turns("square")
    entries = "".join(f"M{b} {a}h1v1h-1z" for a in graph for b in graph[a])
    rows = "".join(
        f'<rect y="{a}" width="{of}" height="1" fill="none" pointer-events="all"{turn(a)}/>'
        for a in degrees
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board matrix" aria-hidden="true"'
        f' viewBox="0 0 {of} {of}"><path d="{entries}" fill="{light("ink")}"/>{rows}'
        '<g data-layer="lines"></g></svg>'
    )


def _lit_moves(board: Board, square: Square) -> Iterator[str]:
    for to in knight_graph(board)[square]:
        yield layout.move_line(board, (square, to), 0.09)
        yield circle(center(board, to), 0.15, f' fill="{light("accent")}"')
    yield circle(center(board, square), 0.28, f' fill="{light("accent")}"')


def _lines(board: Board, square: Square) -> Iterator[str]:
    of = len(board)
    band = f'fill="{light("accent")}" fill-opacity=".22"'
    yield f'<rect y="{square}" width="{of}" height="1" {band}/>'
    yield f'<rect x="{square}" width="1" height="{of}" {band}/>'
    for to in knight_graph(board)[square]:
        for x, y in ((to, square), (square, to)):
            yield f'<circle cx="{x + 0.5}" cy="{y + 0.5}" r=".95" fill="{light("accent")}"/>'


# --- Counting the edges ---------------------------------------------------------------------------


class CountFigure(Figure):
    """A board whose reader counts the moves of a square of each degree.

    The dials are the square, the reader's answer, and a bit for each known degree.
    """

    kind, has_choices = "count", True

    def __init__(self, sides: str) -> None:
        self.board = Board.parse(sides)
        self.degrees = {s: len(moves) for s, moves in knight_graph(self.board).items()}
        self.kinds = sorted(set(self.degrees.values()))
        self.dials = (
            Dial("square", N_("Square"), board=self.board, text=lambda at: self.board.name(at[0])),
            Dial("answer", end=max(self.kinds)),
            Dial("known", end=(1 << len(self.kinds)) - 1),
        )

    def after_turn(self, values: Values, name: str, text: str) -> Values:
        """Return the values after the choice of a square or number, or a new start ("known")."""
        square, answer, known = super().after_turn(values, name, text)
        if name == "square":
            answer = 0
        elif name == "known":
            return (square, 0, 0)
        elif answer == self.degrees[square]:
            known |= 1 << self.kinds.index(answer)
        return (square, answer, known)

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the board with the sums so far, and a button for each possible answer."""
        yield layout.DRAWING, Lazy(_board_and_sums, self, values)
        yield " [data-part=choices]", Lazy(_answers, self, values[0])

    def buttons(self) -> str:
        """Return the button that begins again."""
        return layout.turn_button("known", "0", _("Start again"))

    def sentence(self, values: Values) -> str:
        """Return the question, the verdict on the reader's number, or the sum."""
        square, answer, mask = values
        degree = self.degrees[square]
        count, every = self.count_of(degree), sum(self.degrees.values())
        text = N_("How many moves does a knight on {square} have? Count them.")
        if answer == degree and self.known(mask) == self.kinds:
            text = N_(
                "All moves together: {all}. A line of the graph is a move in two directions, so"
                " there are {lines} lines."
            )
        elif answer == degree:
            text = N_(
                "Right: {n} moves. There are {count} such squares, with {total} moves together."
            )
        elif answer:
            text = N_("It is not {answer}. Count the squares that a knight on {square} can reach.")
        slots = {"square": self.board.name(square), "n": degree, "answer": answer, "count": count}
        return _(text, **slots, total=degree * count, all=every, lines=every // 2)

    def known(self, mask: int) -> list[int]:
        """Return the degrees whose bits are set."""
        return [degree for place, degree in enumerate(self.kinds) if mask >> place & 1]

    def count_of(self, degree: int) -> int:
        """Return the number of squares of a degree."""
        return [*self.degrees.values()].count(degree)


def _board_and_sums(figure: CountFigure, values: Values) -> Iterator[str]:
    board, (square, answer, mask) = figure.board, values
    known = figure.known(mask)
    ends = knight_graph(board)[square] if answer == figure.degrees[square] else ()
    layers = (
        svg.squares(board, layout.turns("square")),
        svg.names(board),
        layout.numbers(board, {s: n for s, n in figure.degrees.items() if n in known}),
        layout.rings(board, ends, 0.4, 0.06),
        layout.dots(board, ends, 0.1, ' fill-opacity=".6"'),
        svg.knight(board, square),
    )
    yield '<div class="pair">'
    yield layout.drawing(board, _("The board"), layers)
    yield f'<div class="inside">{_sums(figure, known)}</div></div>'


def _sums(figure: CountFigure, known: list[int]) -> str:
    board = figure.board
    rows = [[_("Squares like"), _("Squares"), _("Moves of each"), _("Together")]]
    for degree in figure.kinds:
        first = next(square for square in board if figure.degrees[square] == degree)
        count = figure.count_of(degree)
        sums = (str(degree), count_text(degree * count)) if degree in known else ("?", "?")
        rows.append([board.name(first), count_text(count), *sums])
    every = sum(figure.degrees.values()) if known == figure.kinds else "?"
    rows.append([_("Together"), str(len(board)), "", str(every)])
    return f'<div class="additions">{layout.table(rows)}</div>'


def _answers(figure: CountFigure, square: Square) -> Iterator[str]:
    asks = _("Moves from {square}:", square=figure.board.name(square))
    yield f"<span>{escape(asks)}</span>"
    for n in range(1, max(figure.kinds) + 1):
        yield layout.turn_button("answer", str(n), str(n))
