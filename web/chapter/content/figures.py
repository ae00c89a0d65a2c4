"""The dials of the chapter's figures; their values are whole numbers from 0. Pure.

The values of a figure are one number per dial; an address joins them with dots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kt_core.board import Board
from kt_core.gallery import GALLERY
from kt_core.graph import LETTERS, is_move, knight_graph
from web.chapter.content.controls import (
    BOARDS,
    LIVE_SIDE,
    MOST_SEED,
    ORDERS,
    POSITIONS,
    SKIPPED,
    positions,
)
from web.chapter.content.trials import path_of
from web.chapter.text import Values

STEPS = {"+1": 1, "-1": -1}


@dataclass(frozen=True)
class Dial:
    """A control of a figure, such as a slider."""

    name: str
    most: Callable[[Values], int]  # the largest value, given the values of the dials before it
    first: int = 0
    plays: bool = False  # whether it can be played
    #: The columns of the board whose squares it selects; 0 if it selects none.
    columns: Callable[[Values], int] = lambda _: 0
    resets: bool = False  # whether turning it resets the dial that plays


@dataclass(frozen=True)
class Figure:
    """A figure: the name and the arguments of its drawing, and its dials."""

    kind: str
    words: tuple[str, ...]
    dials: tuple[Dial, ...]
    link: Callable[[Values], str]  # the address of the lab that shows the same, or ""
    #: The request for a count, made in slices, whose progress limits the dial that plays; None if
    #: no count is needed.
    counts: Callable[[Values], Values | None] = lambda _: None

    @property
    def first(self) -> Values:
        """The first values of the dials."""
        return tuple(dial.first for dial in self.dials)

    def read(self, text: str) -> Values:
        """Parse the values of the dials from an address; `ValueError` for any other text.

        The address may be of an earlier version, in which the figure had fewer dials.
        """
        parts = text.split(".")
        parts += [str(dial.first) for dial in self.dials[len(parts) :]]
        if len(parts) != len(self.dials) or not all(_is_count(part) for part in parts):
            raise ValueError(f"{text[:40]!r} is not {len(self.dials)} numbers with dots between")
        values = tuple(map(int, parts))
        if self.within_ends(values) != values:
            raise ValueError(f"{text[:40]!r} is more than this figure has")
        return values

    def after_turn(self, values: Values, name: str, text: str) -> Values:
        """Return the values after one dial is turned; an invalid text changes nothing.

        "+1" and "-1" are a step; "up" and "down" are a row of the board.
        """
        place = next((i for i, dial in enumerate(self.dials) if dial.name == name), None)
        if place is None:
            return values
        old_value, wide = values[place], self.dials[place].columns(values)
        ways = {**STEPS, "up": wide, "down": -wide}
        if text in ways:
            new_value = old_value + ways[text]
            if text in ("up", "down") and new_value != self._within(values, place, new_value):
                return values
        elif _is_count(text):
            new_value = int(text)
        else:
            return values
        turned = [*values[:place], new_value, *values[place + 1 :]]
        for later, dial in enumerate(self.dials):
            is_bet = dial.name == "bet" and turned[later] != SKIPPED
            if self.dials[place].resets and (dial.plays or is_bet):
                turned[later] = 0
        return self.within_ends(tuple(turned))

    def within_ends(self, values: Values) -> Values:
        """Return the values, each limited to the range of its dial."""
        for place, value in enumerate(values):
            within = self._within(values, place, value)
            values = (*values[:place], within, *values[place + 1 :])
        return values

    def at_end(self, values: Values) -> bool:
        """Return True if the dial that plays is at its end."""
        return all(
            value >= dial.most(values)
            for dial, value in zip(self.dials, values, strict=True)
            if dial.plays
        )

    def value_of(self, name: str, values: Values) -> int:
        """Return the value of a dial."""
        names = [dial.name for dial in self.dials]
        return values[names.index(name)]

    @property
    def player(self) -> str:
        """The name of the dial that can be played; "" if there is none."""
        return next((dial.name for dial in self.dials if dial.plays), "")

    def within(self, values: Values, counted: Values) -> Values:
        """Return the values, limited to those counted; `counted` is a request and its progress."""
        request = self.counts(values)
        if request is None:
            return values
        progress = counted[-1] if counted and counted[:-1] == request else 0
        pairs = zip(self.dials, values, strict=True)
        return tuple(min(value, progress) if dial.plays else value for dial, value in pairs)

    def _within(self, values: Values, place: int, value: int) -> int:
        return min(max(value, 0), self.dials[place].most(values))


def figure(head: str) -> Figure:
    """Return the figure that a Markdown file names; `ValueError` lists the known ones."""
    kind, *words = head.split()
    if kind not in FIGURES:
        raise ValueError(f"{kind!r} is no figure; there are {', '.join(sorted(FIGURES))}")
    try:
        return FIGURES[kind](*words)
    except TypeError:
        raise ValueError(f"{head!r} has not the words that this figure needs") from None


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9


BET = Dial("bet", lambda _: SKIPPED)  # the reader's prediction before the search runs


def _moves(board: str, square: str) -> Figure:
    place = Board.parse(board)
    last = place.rows * place.columns - 1
    dial = Dial("square", lambda _: last, int(square), columns=lambda _: place.columns)

    def link(values: Values) -> str:
        return f"#board={place}&start={place.name(values[0])}&step=0&show=path,graph"

    return Figure("moves", (board,), (dial,), link)


def _tour(key: str) -> Figure:
    last = len(GALLERY[key].board) - 1

    def link(values: Values) -> str:
        return f"#tour={key}" if values[0] == last else f"#tour={key}&step={values[0] + 1}"

    return Figure("tour", (key,), (Dial("step", lambda _: last, plays=True),), link)


def _matrix(board: str, square: str) -> Figure:
    figure = _moves(board, square)

    def link(values: Values) -> str:
        return f"{figure.link(values)},degrees"

    return Figure("matrix", (board,), figure.dials, link)


def _search(board: str, step: str) -> Figure:
    most = (LETTERS_STEPS, BOARD_STEPS)
    dials = (
        Dial("graph", lambda _: 1, resets=True),
        Dial("step", lambda values: most[values[0]], int(step), plays=True),
        BET,
    )

    def link(values: Values) -> str:
        return f"#board={board}&ordering=textbook&prune=0&step={values[1]}" if values[0] else ""

    return Figure("search", (board,), dials, link)


def _growth(first: str, last: str, side: str) -> Figure:
    least, most = int(first), int(last)
    dial = Dial("side", lambda _: most - least, int(side) - least)

    def link(values: Values) -> str:
        side = least + values[0]
        return f"#board={side}x{side}&ordering=textbook&prune=0&step=0"

    return Figure("growth", (first, last), (dial,), link)


def _rule(side: str, order: str, step: str) -> Figure:
    def most(values: Values) -> int:
        side = BOARDS[values[0]]
        if side > LIVE_SIDE:
            return positions(side)
        return len(path_of(*values[:4]).first(side * side)) - 1

    dials = (
        Dial("board", lambda _: len(BOARDS) - 1, BOARDS.index(int(side)), resets=True),
        Dial("order", lambda _: len(ORDERS) - 1, ORDERS.index(order), resets=True),
        Dial("seed", lambda _: MOST_SEED, resets=True),
        Dial("start", _last, columns=lambda values: BOARDS[values[0]], resets=True),
        BET,
        Dial("step", most, int(step), plays=True),
    )

    def link(values: Values) -> str:
        place, order, seed, start, _, step = values
        board = Board(BOARDS[place], BOARDS[place])
        keys = f"board={board}&start={board.name(start)}&ordering={ORDERS[order]}&seed={seed}"
        at = f"&step={step + 1}" if board.rows <= LIVE_SIDE else ""
        return f"#{keys}&prune=0&show=path,degrees{at}"

    def counts(values: Values) -> Values | None:
        return values[:4] if BOARDS[values[0]] > LIVE_SIDE else None

    return Figure("rule", (), dials, link, counts)


def _last(values: Values) -> int:
    return BOARDS[values[0]] ** 2 - 1


def _time() -> Figure:
    dial = Dial("visits", lambda _: POSITIONS[8], plays=True)
    link = "#board=8x8&ordering=textbook&prune=0&step=0"
    return Figure("time", (), (dial, BET), lambda _: link, lambda _: ())


@dataclass(frozen=True)
class PairFigure(Figure):
    """A figure with dials and, after their values, the squares that the reader has paired.

    Turning "square" chooses a square, pairs it with the square chosen before, or removes a pair.
    """

    board: Board = field(kw_only=True)

    def split(self, values: Values) -> tuple[Values, Values]:
        """Return the values of the dials, and the chosen squares: pairs, then perhaps one alone."""
        return values[: len(self.dials)], values[len(self.dials) :]

    def read(self, text: str) -> Values:
        """Parse the dials and the chosen squares from an address; `ValueError` for other texts."""
        parts = _with_squares(text.split("."))
        here, chosen = parts[: len(self.dials)], parts[len(self.dials) :]
        values = super().read(".".join(here))
        if not all(map(_is_count, chosen)):
            raise ValueError(f"{text[:40]!r} has a square that is no number")
        values = (*values, *map(int, chosen))
        if self.within_ends(values) != values:
            raise ValueError(f"{text[:40]!r} has pairs that are no moves")
        return values

    def after_turn(self, values: Values, name: str, text: str) -> Values:
        """Return the values after a dial is turned or a square is chosen."""
        here, chosen = self.split(values)
        if name != "square":
            turned = super().after_turn(here, name, text)
            return turned if turned[0] != here[0] else (*turned, *chosen)
        if not _is_count(text):
            return values
        return self.within_ends((*here, *self._after_choice(chosen, int(text))))

    def _after_choice(self, chosen: Values, square: int) -> Values:
        pairs, alone = chosen[: len(chosen) // 2 * 2], chosen[len(chosen) // 2 * 2 :]
        if square in alone:
            return pairs
        if square in pairs:
            first = pairs.index(square) // 2 * 2
            return pairs[:first] + pairs[first + 2 :] + alone
        fits = alone and is_move(self.board, alone[0], square)
        return (*chosen, square) if fits else (*pairs, square)

    def within_ends(self, values: Values) -> Values:
        """Return the values within the ranges of the dials, and the pairs before a wrong one."""
        here, chosen = self.split(values)
        valid: list[int] = []
        for square in chosen:
            fits = len(valid) % 2 == 0 or is_move(self.board, valid[-1], square)
            if square not in self.board or square in valid or not fits:
                break
            valid.append(square)
        return (*super().within_ends(here), *valid)

    def at_end(self, values: Values) -> bool:
        """Return True if the dial that plays is at its end."""
        return super().at_end(self.split(values)[0])

    def within(self, values: Values, counted: Values) -> Values:
        """Return the values, limited to those counted."""
        here, chosen = self.split(values)
        return (*super().within(here, counted), *chosen)


@dataclass(frozen=True)
class CountFigure(Figure):
    """A board whose reader counts the moves of a square of each degree.

    The dials are the square, the reader's answer, and a bit for each known degree.
    """

    degrees: Mapping[int, int] = field(kw_only=True)  # square -> its degree

    @property
    def kinds(self) -> list[int]:
        """The degrees that squares have, in ascending order."""
        return sorted(set(self.degrees.values()))

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


def _count(sides: str) -> Figure:
    board = Board.parse(sides)
    degrees = {square: len(moves) for square, moves in knight_graph(board).items()}
    kinds, most = len(set(degrees.values())), max(degrees.values())
    dials = (
        Dial("square", lambda _: len(board) - 1, columns=lambda _: board.columns),
        Dial("answer", lambda _: most),
        Dial("known", lambda _: (1 << kinds) - 1),
    )
    return CountFigure("count", (sides,), dials, lambda _: "", degrees=degrees)


def _with_squares(parts: list[str]) -> list[str]:
    """Return the numbers of an address, converted from the form of version 1.0.0 if necessary.

    In version 1.0.0, the third number had a bit for each pair, and the bet followed it.
    """
    is_old = len(parts) in (3, 4) and _is_count(parts[2]) and int(parts[2]) > SKIPPED
    if not is_old:
        return parts
    path = path_of(BOARDS.index(7), ORDERS.index("warnsdorff"), 0, 0).first(2 * PAIRS)
    chosen = (str(square) for i, square in enumerate(path) if int(parts[2]) >> i // 2 & 1)
    return [*parts[:2], *(parts[3:] or ["0"]), *chosen]


def _proof() -> Figure:
    dials = (
        Dial("case", lambda _: len(CASES) - 1, resets=True),
        Dial("step", lambda values: CASES[values[0]][0], plays=True),
        BET,
    )

    def counts(values: Values) -> Values | None:
        return values[:1] if CASES[values[0]] == CASES[1] else None

    return PairFigure(
        "proof", (), dials, lambda values: CASES[values[0]][1], counts, board=Board(7, 7)
    )


def _tiles() -> Figure:
    dials = (
        Dial("step", lambda _: TILE_STEPS, plays=True),
        Dial("first", lambda _: TILE_MOVES, resets=True),
        Dial("second", lambda _: TILE_MOVES, resets=True),
    )

    def link(values: Values) -> str:
        # This module imports the gallery and others, so it is loaded only when needed.
        from web.chapter.content.tiles import address, joined_tiling

        step, first, second = values
        return address(joined_tiling(*((1, 2), (2, 2), (4, 4))[max(step - 3, 0)], first, second))

    return Figure("tiles", (), dials, link)


PAIRS = 24  # number of pairs of a dark and a light square on 7x7
#: The cases of the figure "proof": the number of steps, and the address of the case in the lab.
CASES = (
    (POSITIONS[4], "#board=4x4&closed=1&ordering=best&step=0"),
    (POSITIONS[8], "#board=8x8&ordering=textbook&prune=0&step=0"),
    (PAIRS, "#board=7x7&closed=1&ordering=best"),
    (2, "#board=4x6&closed=1&ordering=best"),
)
TILE_STEPS = 5  # the number of steps from two small tours to sixteen tiles
TILE_MOVES = 36  # number of moves of a tile's tour
#: Numbers of steps in the figures of searches: on the graph of six letters, up to the first
#: complete path; and on a board.
LETTERS_STEPS, BOARD_STEPS = 8, 200


@dataclass(frozen=True)
class PlayFigure(Figure):
    """Boards to play on: the dial "board", then the squares that the knight has visited.

    Turning "square" makes a move; choosing a visited square undoes the moves after it.
    """

    boards: tuple[Board, ...] = ()

    @property
    def first(self) -> Values:
        """The first board, with the knight in its corner."""
        return (0, 0)

    def read(self, text: str) -> Values:
        """Parse a board and a path from an address; `ValueError` for any other text."""
        parts = text.split(".")
        if len(parts) > 1 and all(map(_is_count, parts)):
            values = tuple(map(int, parts))
            if self.within_ends(values) == values:
                return values
        raise ValueError(f"{text[:40]!r} is no path of a knight on a board of this figure")

    def after_turn(self, values: Values, name: str, text: str) -> Values:
        """Return the values after a move, an undone move, or a change of the board."""
        which, *path = values
        if name == "path":
            return values[:-1] if text == "-1" and len(path) > 1 else (which, path[0])
        if not _is_count(text):
            return values
        if name == "board":
            return self.within_ends((int(text), 0))
        return self.within_ends(self._after_move(values, int(text)))

    def _after_move(self, values: Values, square: int) -> Values:
        which, *path = values
        if square in path:
            return values[: path.index(square) + 2]
        starts = len(path) == 1 and not is_move(self.boards[which], path[0], square)
        return (which, square) if starts else (*values, square)

    def within_ends(self, values: Values) -> Values:
        """Return the longest prefix that is a path of a knight."""
        which, *path = values
        which = min(which, len(self.boards) - 1)
        board = self.boards[which]
        valid: list[int] = []
        for square in path:
            reached = not valid or is_move(board, valid[-1], square)
            if square not in board or square in valid or not reached:
                break
            valid.append(square)
        return (which, *(valid or [0]))


def _game(*sides: str) -> Figure:
    boards = tuple(map(Board.parse, sides))

    def link(values: Values) -> str:
        board, start = boards[values[0]], boards[values[0]].name(values[1])
        return f"#board={board}&start={start}&mode=play"

    return PlayFigure("game", sides, (), link, boards=boards)


def _compare(*searches: str) -> Figure:
    most = len(LETTERS) - 1 if "breadth-first" in searches else LETTERS_STEPS - 1
    return Figure(
        "compare", searches, (Dial("step", lambda _: most, plays=True), BET), lambda _: ""
    )


#: Every figure by the name that Markdown files use.
FIGURES: Mapping[str, Callable[..., Figure]] = {
    "game": _game,
    "tour": _tour,
    "moves": _moves,
    "count": _count,
    "matrix": _matrix,
    "search": _search,
    "compare": _compare,
    "growth": _growth,
    "time": _time,
    "rule": _rule,
    "proof": _proof,
    "tiles": _tiles,
}
