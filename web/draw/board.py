"""The board and the controls as strings: a question and its outcome in, HTML and SVG out. Pure.

build.py fills the template with these functions and the lab redraws with them, so that the page is
the same before Python runs and after. What it says in words stands in words.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from kt_core import svg
from kt_core.board import Board, Square
from kt_core.drawing import colours
from kt_core.drawing.shapes import escaped
from kt_core.orderings import ORDERINGS
from web.question.question import BEST, LETTERS, Question
from web.search.run import Outcome

if TYPE_CHECKING:
    from web.reader.game import Game

#: Squares up to which the graph is drawn even where it is not shown, so that showing it is instant.
SMALL = 400
#: Squares up to which the path is one line of SVG and is told by its names; beyond, it is painted.
PAINTED = 40_000
HANDFUL = 500  # names of squares to a part

WAITING = Outcome()


def board(question: Question, outcome: Outcome = WAITING) -> str:
    """Return the board as one `svg` element."""
    drawn = {name: "".join(parts) for name, parts in layers(question, outcome).items()}
    return assembled(question, drawn, outcome)


def assembled(question: Question, drawn: Mapping[str, str], outcome: Outcome = WAITING) -> str:
    """Return the board from its layers, as they were drawn, each in a group of its own."""
    groups = (f'<g data-layer="{name}">{layer}</g>' for name, layer in drawn.items())
    named = label(question, outcome)
    if question.is_letters:
        from web.draw import letters

        return letters.assembled(groups, named)
    tour = None if is_painted(question) else outcome.tour
    return svg.picture(question.board, *groups, label=named, role="group", tour=tour)


def kind(question: Question) -> str:
    """Return what the picture is of; as long as that stays, only its layers change."""
    return LETTERS if question.is_letters else str(question.board)


def is_painted(question: Question) -> bool:
    """Return whether the path is painted on a canvas below the board, and not drawn."""
    return len(question.board) > PAINTED


def told(question: Question, outcome: Outcome) -> Iterator[str]:
    """Yield the tour as names of squares, in parts; nothing where it is painted: that is too long.

    Six megabytes, for a million squares.
    """
    board, path = question.board, outcome.path
    if outcome.tour and not (is_painted(question) or question.is_letters):
        for i in range(0, len(path), HANDFUL):
            yield " " * (i > 0) + board.names(path[i : i + HANDFUL])


def layers(question: Question, outcome: Outcome = WAITING) -> Mapping[str, Iterable[str]]:
    """Return what to draw, from below to above, each layer in parts that are made when pulled."""
    board, show = question.board, question.show
    moving = moving_layers(question, outcome)
    if question.is_letters:
        from web.draw import letters

        return {**letters.still(), **moving}
    graph = "graph" in show or len(board) <= SMALL
    return {
        "squares": svg.squares(board, lambda square: _cell(question, square)),
        "coordinates": svg.coordinates(board),
        "graph": svg.edges(board) if graph else (),
        **{name: moving[name] for name in ("vertices", "exits", "to-come", "line", "witness")},
        **{name: moving[name] for name in ("ends", "numbers", "degrees")},
        "names": svg.names(board) if "names" in show else (),
        "moves": (),  # of the square under the pointer, or with the focus
        **{name: moving[name] for name in ("died", "knight")},
    }


def moving_layers(question: Question, outcome: Outcome) -> Mapping[str, Iterable[str]]:
    """Return the layers that change from step to step of a search."""
    if question.is_letters:
        from web.draw import letters

        return letters.moving(outcome)
    board, show, path, whole = question.board, question.show, outcome.path, outcome.whole
    closed = question.puzzle.closed and outcome.tour is not None
    drawn = path if "path" in show and not is_painted(question) else ()
    squares = len(board)
    ends = path if "path" in show else ()
    shared = next((i for i, (a, b) in enumerate(zip(path, whole, strict=False)) if a != b), None)
    common = min(len(path), len(whole)) if shared is None else shared
    under_way = bool(path) and not outcome.tour
    return {
        "vertices": svg.vertices(board, path) if not outcome.witness else (),
        "to-come": svg.to_come(board, whole, common) if "path" in show else (),
        "line": svg.line(board, drawn, closed=closed, of=squares),
        "witness": svg.witness(board, outcome.witness) if outcome.witness else (),
        "ends": svg.ends(board, ends, closed=closed),
        "numbers": svg.numbers(board, path, of=squares) if "numbers" in show else (),
        "exits": svg.exits(board, path) if "degrees" in show and under_way else (),
        "degrees": svg.degrees(board) if "degrees" in show and not under_way else (),
        "died": () if outcome.died is None else svg.dead_end(board, outcome.died),
        "knight": svg.knight(board, path[-1] if path and not outcome.tour else question.start),
    }


def frame(question: Question) -> Mapping[str, str]:
    """Return the attributes of the board's frame, from which the looks follow."""
    board = question.board
    if question.is_letters:
        from web.draw import letters

        board = Board(*letters.SIDES)
    sides = f"--ratio:{board.columns / board.rows:.4g};--side:{max(board.rows, board.columns)}"
    return {"data-show": " ".join(question.show), "style": sides}


def moves(question: Question, square: Square) -> str:
    """Return the legal moves from a square, as drawn above the board; none from a hole."""
    return "".join(svg.moves(question.board, square)) if square in question.board else ""


def legal(question: Question, game: Game, hinted: Square | None = None) -> str:
    """Return where the knight may go in a game, as drawn above the board; one may be hinted at.

    The onward moves stand there where degrees are shown.
    """
    degrees = game.legal if "degrees" in question.show else {}
    return "".join(svg.legal(question.board, game.legal, degrees, hinted))


def label(question: Question, outcome: Outcome = WAITING) -> str:
    """Return the board's name for those who do not see it."""
    if question.is_letters:
        from web.draw import letters

        return letters.label(outcome)
    board = question.board
    shown = ", with a tour" if outcome.tour else ""
    return f"Board, {board.rows} rows by {board.columns} columns{shown}"


def options(question: Question) -> str:
    """Return the choices of the field "Move ordering"."""
    best = _option(question.ordering, BEST, "Best method")
    watched = _orderings(question.ordering)
    return f'{best}<optgroup label="Searches to watch">{watched}</optgroup>'


def rivals() -> str:
    """Return the choices of the field "Race against", with none chosen."""
    return f'<option value="">Nobody</option>{_orderings("")}'


def fields(question: Question) -> Mapping[str, str | bool]:
    """Return what each control shows, by its name in the form."""
    board, puzzle = question.board, question.puzzle
    return {
        "rows": str(board.rows),
        "columns": str(board.columns),
        "closed": puzzle.closed,
        "start": board.name(question.start),
        "end": "" if puzzle.end is None else board.name(puzzle.end),
        "holes": board.names(sorted(board.holes)),
        "ordering": question.ordering,
        "race": question.race,
        "seed": str(question.seed),
        "prune": question.prune,
        "famous": question.famous,
    }


def tokens() -> str:
    """Return the colours as custom properties, each for both themes."""
    known = colours.COLOURS.items()
    day = " ".join(f"--{name}: {light};" for name, (light, _) in known)
    both = " ".join(f"--{name}: light-dark({light}, {dark});" for name, (light, dark) in known)
    # A browser that does not know light-dark() shows the page all the same, always light.
    newer = f"@supports (color: light-dark(red, red)) {{ :root {{ {both} }} }}"
    return f":root {{ {day} }}\n{newer}\n"


def _orderings(chosen: str) -> str:
    return "".join(_option(chosen, name, each.title) for name, each in ORDERINGS.items())


def _option(which: str, name: str, title: str) -> str:
    chosen = " selected" if name == which else ""
    return f'<option value="{name}"{chosen}>{escaped(title)}</option>'


def _cell(question: Question, square: Square) -> str:
    name, start = question.board.name(square), square == question.start
    said = (
        f"{name}, hole" if square in question.board.holes else f"{name}, start" if start else name
    )
    return f' role="gridcell" tabindex="{-(not start)}" aria-label="{said}"'
