"""The questions of the chapter: their format, and the random values in them. Pure.

The page checks the answer to a question, and gives a reason for each likely wrong answer. A block
begins with the text of the question. Each later line is an answer, + for right and - for wrong,
followed by a bar and the reason for the reader:

    ```question number from corner as degree
    How many moves does a knight on $square have?
    + {{degree $board $square}} | From there it reaches {{moves $board $square}}.
    - {{degree 8x8 d4}} | That is so in the middle.
    - * | Put the knight there, and count.
    ```

The word after `from` names a row of `DRAWS`, which draws values for the words with a dollar sign by
a seed, so that readers have different questions. The word after `as` is the question's name in
addresses. A section shows its questions in turn. The kinds are `number`; `choice`; `square 5x5
a1,b3`: a square of a board with a path from a1 to b3; `letters A:BD,B:C`: vertices of this graph in
order; and `formula n 5 6 8`: a formula in n that is checked for these values of n. The star means
any other answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from random import Random

from kt_core.board import Board, Square
from kt_core.graph import LETTERS, knight_graph, onward
from kt_core.orderings import warnsdorff
from web.chapter.content.trials import has_tour, letters_graph, search_paths

KINDS = ("number", "choice", "square", "letters", "formula")
ANY_OTHER = "*"
DrawnValues = Mapping[str, str]


@cache
def drawn_exercise(head: str, text: str, language: str, seed: int) -> Exercise:
    """Return a written question with the values that a seed draws, and with its numbers."""
    head, _, source = head.partition(" from ")
    drawn = DRAWS[source](Random(seed)) if source else {}
    filled = (re.sub(r"\$(\w+)", lambda found: drawn[found[1]], each) for each in (head, text))
    head, text = (with_known_numbers(each, language) for each in filled)
    return exercise(head, text, seed)


@dataclass(frozen=True)
class Reply:
    """A known answer, with the reason why it is right or wrong."""

    answer: str
    reason: str
    right: bool


@dataclass(frozen=True)
class Exercise:
    """A question, with the verdicts on its answers."""

    kind: str
    #: Kind "square": board, path; kind "formula": letter, values; kind "letters": their graph.
    details: tuple[str, ...]
    asks: str
    replies: tuple[Reply, ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices; none for other kinds."""
        return tuple(reply.answer for reply in self.replies) if self.kind == "choice" else ()

    @property
    def position(self) -> tuple[Board, tuple[Square, ...]]:
        """The board of a question about a square, and the path up to that square."""
        sides, path = self.details
        board = Board.parse(sides)
        return board, tuple(map(board.square, path.split(",")))

    @property
    def graph(self) -> dict[str, str]:
        """The graph of a question about letters: the successors of each vertex, in order."""
        return letters_graph(self.details[0])

    def rest(self) -> Reply:
        """Return the reply to any other answer."""
        return self.replies[-1]


def exercise(head: str, text: str, seed: int = 0) -> Exercise:
    """Return the exercise of a fenced block; `ValueError` says which part is missing.

    With a seed other than 0, its choices are shuffled.
    """
    kind, *details = head.split() or [""]
    if kind not in KINDS:
        raise ValueError(f"{kind!r} is no kind of question; there are {', '.join(KINDS)}")
    lines = [line.strip() for line in text.strip().splitlines()]
    asks = " ".join(line for line in lines if line[:2] not in ("+ ", "- "))
    made = Exercise(kind, tuple(details), asks, tuple(_replies(lines)))
    if not asks or not any(reply.right for reply in made.replies):
        raise ValueError(f"a question needs words and a right answer: {text!r}")
    if kind != "choice" and made.rest().answer != ANY_OTHER:
        raise ValueError(f"the last answer of a question is the star, for any other: {asks!r}")
    if kind == "choice" and seed:
        mixed = Random(seed).sample(made.replies, len(made.replies))
        return replace(made, replies=tuple(mixed))
    return made


def _replies(lines: list[str]) -> Iterator[Reply]:
    for line in lines:
        if line[:2] in ("+ ", "- "):
            answer, bar, reason = line[2:].partition(" | ")
            if not bar or not reason.strip():
                raise ValueError(f"an answer needs its reason behind a bar: {line!r}")
            yield Reply(answer.strip(), reason.strip(), line[0] == "+")


def with_known_numbers(text: str, language: str) -> str:
    """Return a text with its numbers filled in, except those that wait for drawn values."""
    if "{{" not in text:  # the page has none, because the build fills them in
        return text
    from web.chapter.content.numbers import with_numbers

    return with_numbers(text, language)


def _sides(chance: Random, least: int = 5, most: int = 9) -> Board:
    """Return a board of ordinary size with two different sides, unlike those of the text."""
    rows, columns = chance.sample(range(least, most + 1), 2)
    return Board(rows, columns)


def _closable_board(chance: Random) -> DrawnValues:
    """Draw a board with a closed tour."""
    while True:
        board = _sides(chance, 3, 10)
        if has_tour(board, closed=True):
            return {"board": str(board)}


def _degree(chance: Random) -> DrawnValues:
    """Draw a square that is not a corner, and a square of another degree."""
    board = _sides(chance)
    graph = knight_graph(board)
    square = chance.choice([s for s in board if len(graph[s]) > 2])
    other = chance.choice([s for s in board if len(graph[s]) != len(graph[square])])
    return {"board": str(board), "square": board.name(square), "other": board.name(other)}


def _inner_square(chance: Random) -> DrawnValues:
    """Draw a square that is not in the first row or column."""
    board = _sides(chance)
    row, column = (chance.randrange(1, side) for side in (board.rows, board.columns))
    return {"board": str(board), "square": board.name(row * board.columns + column)}


def _tour_ends(chance: Random) -> DrawnValues:
    """Draw the ends of a tour that is closed or open with equal probability.

    On an n x n board, n even and at least 6, any two squares of different colors are the ends of a
    tour: Conrad, Hindrichs, Morsy and Wegener, Discrete Applied Mathematics 50 (1994).
    """
    board = Board.parse(chance.choice(("6x6", "8x8", "10x10")))
    graph, first = knight_graph(board), chance.randrange(len(board))
    closed = chance.random() < 0.5
    others = [s for s in board if board.color(s) != board.color(first) and s not in graph[first]]
    last = chance.choice(graph[first] if closed else others)
    named = {"first": board.name(first), "last": board.name(last)}
    return {"board": str(board), **named, "closed": "-+"[closed], "open": "+-"[closed]}


def _move(chance: Random) -> DrawnValues:
    """Draw a square of a small board."""
    board = _sides(chance, 5, 7)
    return {"board": str(board), "square": board.name(chance.randrange(len(board)))}


#: Pairs of the six letters that an arrow can join without crossing another letter.
PAIRS = ("AB", "BC", "DE", "EF", "AD", "BE", "CF", "AE", "BD", "BF", "CE")
ARROWS = 8


def _letters(chance: Random) -> DrawnValues:
    """Draw a graph of six letters whose search soon reaches a dead end, and goes on."""
    while True:
        arrows = [a if chance.random() < 0.6 else a[::-1] for a in chance.sample(PAIRS, ARROWS)]
        ends = {v: "".join(sorted(a[1] for a in arrows if a[0] == v)) for v in LETTERS}
        sizes = [len(path) for path in search_paths(ends)]
        back = next((i for i in range(1, len(sizes)) if sizes[i] < sizes[i - 1]), 0)
        goes_on = any(b > a for a, b in pairwise(sizes[back:]))
        if back and 2 < sizes[back - 1] < len(LETTERS) and goes_on:
            return {"graph": ",".join(f"{v}:{each}" for v, each in ends.items())}


def _position(chance: Random) -> DrawnValues:
    """Draw a path by Warnsdorff's rule whose next move is not tied."""
    while True:
        board = _sides(chance, 5, 7)
        graph, path = knight_graph(board), [chance.randrange(len(board))]
        for _ in range(chance.randint(2, 6)):
            path += warnsdorff(graph, path, path[-1])[:1]
        moves = warnsdorff(graph, path, path[-1])
        counts = [len(onward(graph, path, square)) for square in moves]
        if len(moves) > 2 and 0 < counts[0] < counts[1]:
            walked, others = board.names(path), board.names(moves[1:])
            values = {"path": walked.replace(" ", ","), "others": others.replace(" ", ", ")}
            return {"board": str(board), "start": board.name(path[0]), **values}


def _tiled_board(chance: Random) -> DrawnValues:
    """Draw a board of tiles of 6x6."""
    rows, columns = chance.sample(range(2, 11), 2)
    return {"board": f"{6 * rows}x{6 * columns}"}


#: The draws by the names that questions use.
DRAWS: Mapping[str, Callable[[Random], DrawnValues]] = {
    "board": lambda chance: {"board": str(_sides(chance))},
    # The number of branches of each path of a tree, and the length of its paths.
    "branching": lambda chance: {"k": str(chance.randint(3, 6)), "n": str(chance.randint(3, 5))},
    "closable": _closable_board,
    "degree": _degree,
    "ends": _tour_ends,
    "letters": _letters,
    "move": _move,
    "numbered": _inner_square,
    "position": _position,
    "tiled": _tiled_board,
}
