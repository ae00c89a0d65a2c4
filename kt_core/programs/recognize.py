"""Recognition of a program's board: the container that changes most like a knight's path."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import isqrt
from typing import Any

from kt_core.programs.changes import is_plain
from kt_core.programs.instrument import Site
from kt_core.programs.squares import (
    MISSING,
    SQUARE_NAME,
    Element,
    Pair,
    Projection,
    common_length,
    is_knight_move,
    projections,
)
from kt_core.programs.streams import Family, Stream, StreamStep

COUNTS = ("good", "bad", "additions", "removals", "odd", "free", "rewritten", "hops", "foreign")
LEAST_SCORE = 0.5
SURE_SCORE = 0.75
NEAR = 0.12  # scores with a smaller difference count as equal
CALLS = ("call", "value")  # the kinds of stores that are arguments of calls
MOST_WIDTHS = 5  # limit for the projections that are examined


@dataclass
class Tally:
    """Counts of the additions and removals of squares, and the squares that are occupied."""

    good: int = 0  # additions that are a knight's move from the square before
    bad: int = 0
    additions: int = 0
    removals: int = 0
    odd: int = 0  # removals of a square other than the last
    free: int = 0  # additions to an empty path
    rewritten: int = 0  # additions of a square that is occupied
    hops: int = 0  # additions to an empty path, a knight's move from the square added before
    foreign: int = 0  # marks that neither replace "empty" nor restore it
    deepest: int = 0
    #: Contains 0 if the nth squares of all paths are in one row, and each n has a different row; 1
    #: means the same for columns. Such a program places queens, unless all moves are a knight's.
    fixed_axes: set[int] = field(default_factory=lambda: {0, 1})
    path: list[Pair] = field(default_factory=list)
    last: Pair | None = None
    _lines: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def add(self, square: Pair) -> None:
        """Count an added square, unless it is occupied."""
        if square in self.path:
            self.rewritten += 1
        else:
            self.push(square)

    def push(self, square: Pair) -> None:
        """Count an added square, even if it is occupied."""
        self.additions += 1
        if self.path:
            if is_knight_move(self.path[-1], square):
                self.good += 1
            else:
                self.bad += 1
        else:
            self.free += 1
            self.hops += self.last is not None and is_knight_move(self.last, square)
        if self.fixed_axes:
            self._note_lines(square)
        self.last = square
        self.path.append(square)
        self.deepest = max(self.deepest, len(self.path))

    def _note_lines(self, square: Pair) -> None:
        depth = len(self.path)
        for axis in self.fixed_axes.copy():
            known, line = self._lines[axis], square[axis]
            if (known[depth] != line) if depth < len(known) else (line in known):
                self.fixed_axes.discard(axis)
            elif depth == len(known):
                known.append(line)

    def remove(self, square: Pair) -> None:
        """Count a removed square."""
        if self.path and self.path[-1] == square:
            self.path.pop()
            self.removals += 1
        elif square in self.path:
            self.path.remove(square)
            self.odd += 1
            self.removals += 1

    def merge(self, other: Tally) -> None:
        """Add the counts of another stream of the same family."""
        for name in COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.deepest = max(self.deepest, other.deepest)
        self.fixed_axes &= other.fixed_axes

    @property
    def score(self) -> float:
        """The share of knight's moves, less penalties for changes that no search makes."""
        moves = self.good + self.bad
        if moves < 3 or self.deepest < 3:
            if self.hops > 20 and self.hops > 0.7 * self.additions:
                return 0.6 * self.hops / self.additions
            return 0.0
        score = self.good / moves
        if self.fixed_axes and self.bad:
            return 0.0
        score -= 0.5 * self.odd / max(1, self.removals)
        score -= 0.5 * min(1, self.rewritten / max(1, self.additions))  # many if `empty` is wrong
        score -= 0.5 * min(1, self.foreign / max(1, self.additions + self.removals))
        return score - 0.3 * self.free / max(1, self.additions)  # many if marks look ahead


@dataclass(frozen=True, eq=False)
class Store:
    """A container to watch, and the way to read it as squares."""

    kind: str  # matrix, map, path, attribute, value, call
    name: str  # the program's name for it; "" if it has none
    line: int
    family: Family
    projection: Projection
    empty: Any  # the mark of a square that is not visited; `MISSING` if there is none
    tally: Tally
    arguments: tuple[int, ...] = ()  # a call: the indices of the arguments
    owner: type | None = None  # an attribute: its class

    @property
    def is_top_down(self) -> bool:
        """True if row 0 is drawn on top: for a matrix or pairs, not for numbers and names."""
        values = (self.family.first.key, self.family.first.new)
        is_named = any(type(each) is str and SQUARE_NAME.fullmatch(each) for each in values)
        return not self.projection.width and not is_named

    @property
    def is_unordered(self) -> bool:
        """True if it is a set: a list with the same squares also has the order of the path."""
        return issubclass(type(self.family.first.container), set)

    @property
    def key(self) -> str:
        """A short text that identifies this store in another run of the same program."""
        parts = (self.kind, self.line, self.name, *self.arguments)
        return ":".join(str(part) for part in parts)


#: A way to read a stream: its squares, the mark of an empty one, and the counts.
StoreReading = tuple[Projection, Any, Tally]


def stores(found: Iterable[Family], sites: list[Site], *, final: bool) -> list[Store]:
    """Return the containers that could be watched, the best first; none if none looks like a board.

    `final` means that the program has ended, so that a few visits are enough.
    """
    best = [store for family in found if (store := _best_reading(family, sites))]
    likely = [store for store in best if store.tally.score >= LEAST_SCORE]
    if not likely:
        return []
    kept = [store for store in likely if store.kind != "call" and store.tally.additions >= 8]
    among = kept or likely
    top = max(store.tally.score for store in among)
    deepest = max(store.tally.deepest for store in among if store.tally.score >= top - NEAR)

    def rank(store: Store) -> tuple[bool, float, int]:
        score, depth = store.tally.score, 0.06 * min(1.0, store.tally.deepest / deepest)
        points = round(score, 2) + 0.02 * KINDS[store.kind][0] + depth
        points -= 0.01 * store.is_unordered
        return (score < top - NEAR, -points, -store.tally.additions)

    ranked = _distinct(sorted(among, key=rank) + [each for each in likely if each not in among])
    first = ranked[0].tally
    least = 3 if final else 12 if first.score > SURE_SCORE else 80
    return ranked if first.additions >= least else []


def _distinct(ranked: list[Store]) -> list[Store]:
    """Return the stores in order; of each call or value, only the best one."""
    found: dict[tuple[str, int, str], Store] = {}
    for store in ranked:
        key = "" if store.kind in CALLS else store.key
        found.setdefault((store.kind, store.line, key), store)
    return [*found.values()]


def _best_reading(family: Family, sites: list[Site]) -> Store | None:
    """Return the best way to read a family; None if none is good."""
    tallies: dict[tuple[Any, ...], StoreReading] = {}
    for stream in family.members:
        for projection, empty, tally in readings(stream):
            key = (projection, type(empty), empty if is_plain(empty) else None)
            known = tallies.setdefault(key, (projection, empty, tally))
            if known[2] is not tally:
                known[2].merge(tally)
    best = max(tallies.values(), key=lambda each: each[2].score, default=None)
    return _store(family, sites[family.first.site], best) if best else None


def _store(family: Family, site: Site, reading: StoreReading) -> Store:
    made, key = Store(family.kind, site.name, site.line, family, *reading), family.members[0].key
    if family.kind in CALLS:
        names = ", ".join(site.arguments[place] for place in key[2]) or site.name
        return replace(made, arguments=key[2], name=names)
    if family.kind == "attribute":
        return replace(made, owner=key[1], name=key[2])
    return made


#: By the kind of a store: its preference (at equal scores, the greatest one is watched), the most
#: steps that are examined, and the least share of them that name squares.
KINDS = {
    "matrix": (5, 3_000, 0.8), "map": (4, 3_000, 0.8), "path": (3, 3_000, 0.9),
    "attribute": (2, 3_000, 0.8), "value": (1.5, 300, 1), "call": (1, 800, 1),
}  # fmt: skip
ENDS = ("pull", "clear", "leave")  # kinds of changes that visit no square


def readings(stream: Stream) -> Iterator[StoreReading]:
    """Yield the ways to read a stream as squares, each with its counts."""
    _preference, most, share = KINDS[stream.kind]
    steps = stream.steps[:most]
    visits = (each for each in steps if each.change.kind not in ENDS and each.elements != ())
    named = [step.element for step in visits]
    elements = [element for element in named if element is not None]
    if len(elements) < 5 or len(elements) < share * len(named):
        return
    possible = _likeliest(_projections(stream, elements), elements)
    if stream.kind in _TALLIES:
        for projection in possible:
            yield projection, MISSING, _TALLIES[stream.kind](steps, projection)
        return
    current = _current_marks(steps)
    empties = [mark for mark in _likely_empty(steps) if mark not in current]
    for projection in possible:
        for empty in empties:
            yield projection, empty, _tally_of_marks(steps, projection, empty, current)


def _projections(stream: Stream, elements: list[Element]) -> list[Projection]:
    container = stream.steps[0].change.container
    if stream.kind == "matrix":
        return [Projection()]
    if stream.kind != "map" or type(container) is not list or type(elements[0]) is not int:
        return projections(elements)
    length = len(container)
    widths = [w for w in range(3, length // 3 + 1) if length % w == 0]
    widths.sort(key=lambda width: abs(width - isqrt(length)))
    exact = [Projection(width=width) for width in widths]
    # If squares are numbered from 1, the list has one more item.
    shorter = [w for w in range(3, length // 3 + 1) if (length - 1) % w == 0]
    return exact + [Projection(width=width, base=1) for width in shorter]


def _likely_empty(steps: list[StreamStep]) -> list[Any]:
    """Return the marks that may mean "not visited": those that are often replaced or restored."""
    old, new = (
        Counter(mark for mark in marks if mark is MISSING or is_plain(mark))
        for marks in ([step.change.old for step in steps], [step.change.new for step in steps])
    )
    return [*dict.fromkeys(mark for mark, _n in (*old.most_common(3), *new.most_common(2)))]


def _current_marks(steps: list[StreamStep]) -> set[Any]:
    """Return the frequent marks that are on one square at a time: those of the current square."""
    places, puts, several = Counter[Any](), Counter[Any](), set[Any]()
    for step in steps:
        old, new = step.change.old, step.change.new
        if is_plain(old):
            places[old] -= 1
        if is_plain(new):
            places[new] += 1
            puts[new] += 1
        several.update(mark for mark in (old, new) if is_plain(mark) and places[mark] not in (0, 1))
    return {mark for mark in puts if 4 * puts[mark] >= len(steps) and mark not in several}


def is_same_mark(mark: Any, other: Any) -> bool:
    """Return True if two marks are equal, without running code of the program."""
    return mark is other or (is_plain(mark) and is_plain(other) and bool(mark == other))


def _tally_of_marks(
    steps: list[StreamStep], projection: Projection, empty: Any, current: set[Any]
) -> Tally:
    tally = Tally()
    for step in steps:
        square = projection(step.element)
        if square is None:
            continue
        if is_same_mark(step.change.new, empty):
            tally.remove(square)
        elif not (
            square in tally.path and is_plain(step.change.old) and step.change.old in current
        ):
            tally.foreign += not is_same_mark(step.change.old, empty)
            tally.add(square)
    return tally


def _likeliest(found: list[Projection], elements: list[Element]) -> list[Projection]:
    """Return the projections with the most knight's moves."""
    if len(found) <= MOST_WIDTHS:
        return found

    def moves(projection: Projection) -> int:
        squares = [square for each in elements[:150] if (square := projection(each)) is not None]
        return -sum(map(is_knight_move, squares, squares[1:]))

    return sorted(found, key=moves)[:MOST_WIDTHS]


def _tally_of_path(steps: list[StreamStep], projection: Projection) -> Tally:
    tally = Tally()
    for step in steps:
        square = projection(step.element)
        if step.change.kind == "clear":
            tally.path = []
        elif square is not None:
            (tally.add if step.change.kind == "push" else tally.remove)(square)
    return tally


def _tally_of_calls(steps: list[StreamStep], projection: Projection) -> Tally:
    tally, open_calls = Tally(), set[int]()
    for step in steps:
        if step.change.kind == "leave":
            if step.change.key in open_calls and tally.path:
                tally.path.pop()
                tally.removals += 1
        elif (square := projection(step.element)) is not None:
            tally.push(square)
            open_calls.add(step.change.key)
    return tally


def _tally_of_values(steps: list[StreamStep], projection: Projection) -> Tally:
    tally, before = Tally(), list[Pair]()
    for step in steps:
        squares = [projection(element) for element in step.elements or ()]
        path = [square for square in squares if square is not None]
        tally.rewritten += len({*path}) < len(squares)
        common = common_length(path, before)
        for square in reversed(before[common:]):
            tally.remove(square)
        for square in path[common:]:
            tally.add(square)
        before = path
    return tally


#: The kinds of stores without marks, each with its function.
_TALLIES = {"path": _tally_of_path, "call": _tally_of_calls, "value": _tally_of_values}
