"""The page as strings: a question and its outcome in, HTML and SVG out. Pure.

build.py fills the template with these functions and app.py redraws with them, so that the page is
the same before Python runs and after.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kt_core import colours, svg
from kt_core.board import Square
from kt_core.graph import directed_edges, fill_percent, knight_graph
from kt_core.orderings import ORDERINGS, ordering
from kt_core.shapes import escaped
from web.question import Question
from web.run import Outcome

#: Squares up to which the graph is drawn even where it is not shown, so that showing it is instant.
SMALL = 400

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
HINT = "or drag the knight to another start"
WAITING = Outcome()


def board(question: Question, outcome: Outcome = WAITING) -> str:
    """Return the board as one `svg` element."""
    drawn = {name: "".join(parts) for name, parts in layers(question, outcome).items()}
    return assembled(question, drawn, outcome)


def assembled(question: Question, drawn: Mapping[str, str], outcome: Outcome = WAITING) -> str:
    """Return the board from its layers, as they were drawn, each in a group of its own."""
    groups = (f'<g data-layer="{name}">{layer}</g>' for name, layer in drawn.items())
    named = label(question, outcome)
    return svg.picture(question.board, *groups, label=named, role="group", tour=outcome.tour)


def attributes(question: Question, outcome: Outcome) -> Mapping[str, str]:
    """Return what says, on the board's element, what is drawn."""
    named = {"aria-label": label(question, outcome)}
    tour = outcome.tour
    return {**named, "data-tour": question.board.names(tour.path)} if tour else named


def layers(question: Question, outcome: Outcome = WAITING) -> Mapping[str, Iterable[str]]:
    """Return what to draw, from below to above, each layer in parts that are made when pulled."""
    board, show, path = question.board, question.show, outcome.path
    closed = question.puzzle.closed and outcome.tour is not None
    graph = "graph" in show or len(board) <= SMALL
    return {
        "squares": svg.squares(board, lambda square: _cell(question, square)),
        "coordinates": svg.coordinates(board),
        "graph": svg.edges(board) if graph else (),
        "vertices": svg.vertices(board, path),
        "line": svg.line(board, path, closed=closed) if "path" in show else (),
        "ends": svg.ends(board, path, closed=closed) if "path" in show else (),
        "numbers": svg.numbers(board, path) if "numbers" in show else (),
        "degrees": svg.degrees(board) if "degrees" in show else (),
        "names": svg.names(board) if "names" in show else (),
        "moves": (),  # of the square under the pointer, or with the focus
        "knight": svg.knight(board, path[-1] if path and not outcome.tour else question.start),
    }


def frame(question: Question) -> Mapping[str, str]:
    """Return the attributes of the board's frame, from which the looks follow."""
    board = question.board
    sides = f"--ratio:{board.columns / board.rows:.4g};--side:{max(board.rows, board.columns)}"
    return {"data-show": " ".join(question.show), "style": sides}


def moves(question: Question, square: Square) -> str:
    """Return the legal moves from a square, as drawn above the board."""
    return "".join(svg.moves(question.board, square))


def label(question: Question, outcome: Outcome = WAITING) -> str:
    """Return the board's name for those who do not see it."""
    board = question.board
    shown = ", with a tour" if outcome.tour else ""
    return f"Board, {board.rows} rows by {board.columns} columns{shown}"


def answer(question: Question, outcome: Outcome = WAITING, faults: Iterable[str] = ()) -> str:
    """Return the answer in words; below it, how it came about, and faults of the address."""
    verdict, *notes = (*_verdict(question, outcome), *faults)
    return escaped(verdict) + "".join(f"<small>{escaped(note)}</small>" for note in notes if note)


def searching(steps: int, dead_ends: int) -> str:
    """Return the answer while the search goes on."""
    return f"Searching: {steps:,} steps, {_counted(dead_ends, 'dead end')} so far."


def apology(fault: Exception) -> str:
    """Return what to say where the page itself is at fault."""
    return f"The page made a mistake ({type(fault).__name__}: {fault}). Reload it to go on."


def facts(question: Question) -> str:
    """Return what the knight graph of this board is, in one sentence."""
    board, edges = question.board, directed_edges(question.board)
    return (
        f"The knight graph of this board: {len(board):,} vertices;"
        f" {edges:,} directed edges, that is {edges // 2:,} lines,"
        f" {_percent(fill_percent(board))} of the {len(board):,} x {len(board):,} matrix."
    )


def spoken(question: Question, square: Square) -> str:
    """Return what there is to say of a square: "c4; 8 moves, to a3, a5 …"."""
    board, to = question.board, knight_graph(question.board)[square]
    return (
        f"{board.name(square)}: {_counted(len(to), 'move')}{', to ' if to else ''}{board.names(to)}"
    )


def options(question: Question) -> str:
    """Return the choices of the field "Move ordering"."""
    chosen = {question.ordering: " selected"}
    return "".join(
        f'<option value="{name}"{chosen.get(name, "")}>{escaped(each.title)}</option>'
        for name, each in ORDERINGS.items()
    )


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
        "seed": str(question.seed),
        "prune": question.prune,
    }


def tokens() -> str:
    """Return the colours as custom properties, each for both themes."""
    known = colours.COLOURS.items()
    day = " ".join(f"--{name}: {light};" for name, (light, _) in known)
    both = " ".join(f"--{name}: light-dark({light}, {dark});" for name, (light, dark) in known)
    # A browser that does not know light-dark() shows the page all the same, always light.
    newer = f"@supports (color: light-dark(red, red)) {{ :root {{ {both} }} }}"
    return f":root {{ {day} }}\n{newer}\n"


def _cell(question: Question, square: Square) -> str:
    name, start = question.board.name(square), square == question.start
    said = (
        f"{name}, hole" if square in question.board.holes else f"{name}, start" if start else name
    )
    return f' role="gridcell" tabindex="{-(not start)}" aria-label="{said}"'


def _verdict(question: Question, outcome: Outcome) -> tuple[str, str]:
    rule = ordering(question.ordering)
    skipped = "; hopeless moves are skipped" if question.prune else ""
    how = f"{rule.title}: {rule.rule}{skipped}."
    if outcome.tour:
        return _found(outcome), how
    if outcome.reason:
        return f"No {_kind(question)}: {outcome.reason}", ""
    if outcome.steps:
        return _half_way(question, outcome), how
    return _ready(question), f"Solve looks for {_an(_kind(question))} by {how}"


def _found(outcome: Outcome) -> str:
    tour = outcome.tour
    assert tour
    time = "" if outcome.milliseconds is None else f", {outcome.milliseconds:,} ms"
    kind = "Closed" if tour.closed else "Open"
    ends = _counted(outcome.dead_ends, "dead end")
    return f"{kind} tour found: {_counted(tour.moves, 'move')}, {ends}{time}."


def _half_way(question: Question, outcome: Outcome) -> str:
    squares = f"{len(outcome.path):,} of {len(question.board):,} squares"
    return f"No tour yet after {_counted(outcome.steps, 'step')}: the path has {squares}."


def _ready(question: Question) -> str:
    board, start = question.board, question.start
    exits = len(knight_graph(board)[start])
    return f"The knight stands on {board.name(start)}, with {_counted(exits, 'move')}."


def _kind(question: Question) -> str:
    board, end = question.board, question.puzzle.end
    to = "" if end is None else f" to {board.name(end)}"
    kind = "closed" if question.puzzle.closed else "open"
    return f"{kind} tour from {board.name(question.start)}{to}"


def _an(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _counted(count: int, noun: str) -> str:
    number = NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"
    return f"{number} {noun}{'' if count == 1 else 's'}" if count else f"no {noun}"


def _percent(value: float) -> str:
    return f"{value:.1f} %" if value >= 0.05 or not value else f"{value:.2g} %"
