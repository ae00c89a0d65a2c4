"""A checker of proof files, written from docs/proofs.md: of kt_core it has the board alone."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kt_core.board import Board

Graph = dict[int, set[int]]
Edge = tuple[int, int]
OPPOSITE = {"take": "leave", "leave": "take"}
#: Whether rows and columns change places; which of them are counted from the other side then.
LAYS = {
    None: [],
    "half-turn": [(0, 1, 1)],
    "quarter-turn": [(1, 1, 0)],
    "mirror": [(0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 1)],
}


def need(holds: object, why: str) -> None:
    if not holds:
        raise ValueError(why)


@dataclass(frozen=True)
class Question:
    """What is asked: section 2."""

    board: Board
    start: int | None
    end: int | None
    closed: bool
    leaper: Sequence[int]
    symmetry: str | None = None

    @property
    def ends(self) -> set[Any]:
        """The given ends."""
        return set() if self.closed else {self.start, self.end} - {None}

    def moves(self) -> Graph:
        """Return M."""
        (x, y), columns = self.leaper, self.board.columns
        legs = {(x, y), (y, x)}
        steps = {(i * a, j * b) for a, b in legs for i in (-1, 1) for j in (-1, 1)}
        places = {divmod(s, columns): s for s in self.board}
        return {
            s: {places[to] for up, on in steps if (to := (row + up, column + on)) in places}
            for (row, column), s in places.items()
        }

    def only(self, inside: Collection[int], start: Any, end: Any) -> Question:
        """Return the question of an open tour of these squares alone."""
        size = self.board.rows, self.board.columns
        board = Board(*size, [s for s in range(size[0] * size[1]) if s not in inside])
        return Question(board, start, end, False, self.leaper)


def check(text: str) -> None:
    """Return where the file proves that there is no such tour; `ValueError` otherwise."""
    try:
        told = loaded(text)
        need(told["v"] == 1, "the version")
        whole = Board(told["rows"], told["columns"])
        board = Board(whole.rows, whole.columns, [whole.square(str(s)) for s in told["holes"]])
        ends = (told.get(key) for key in ("start", "end"))
        start, end = (None if s is None else board.square(str(s)) for s in ends)
        closed, legs, symmetry = told["closed"], told["leaper"], told.get("symmetry")
        need(len(legs) == 2 and min(legs) >= 0 and max(legs) and symmetry in LAYS, "the question")
        need(type(closed) is bool and not (closed and end is not None), "the end of a closed tour")
        need(end is None or end != start or len(board) == 1, "both ends on one square")
        log = loaded(zlib.decompress(b64decode(told["log"], validate=True)).decode())
        witness = {n: [board.square(str(s)) for s in its] for n, its in told["witness"].items()}
        prove(Question(board, start, end, closed, legs, symmetry), told["proof"], witness, log)
    except (KeyError, TypeError, AttributeError, IndexError, RecursionError, zlib.error) as wrong:
        raise ValueError("what the page asks for is not there") from wrong


def loaded(text: str) -> Any:
    def members(found: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(dict(found)) == len(found), "a key comes twice")
        return dict(found)

    def refused(number: str) -> None:
        raise ValueError(f"{number} is not whole")

    return json.loads(text, object_pairs_hook=members, parse_float=refused, parse_constant=refused)


# Section 3. Where there is no tour at all, for its classes do not allow one, G has no vertices.


def parts(graph: Graph, without: Iterable[int] = ()) -> list[dict[int, int]]:
    """Return the components, with a side for each vertex, 0 for the first."""
    found, seen = [], {*without}
    for first in graph:
        if first not in seen:
            part, todo = {first: 0}, [first]
            for v in todo:
                fresh = graph[v] - part.keys() - seen
                part.update(dict.fromkeys(fresh, 1 - part[v]))
                todo += fresh
            found.append(part)
            seen |= part.keys()
    return found


def sides(graph: Graph) -> dict[int, int]:
    """Return 0 or 1 for each vertex, 0 for all where the graph is not bipartite."""
    side = {v: its for part in parts(graph) for v, its in part.items()}
    mixed = any(side[v] == side[w] for v in graph for w in graph[v])
    return dict.fromkeys(graph, 0) if mixed else side


def clash(q: Question, a: set[int], b: set[int]) -> bool:
    if q.closed or abs(len(a) - len(b)) > 1:
        return len(a) != len(b)
    if len(a) != len(b):
        return bool(q.ends & min(a, b, key=len))
    return len(q.ends) == 2 and (q.ends <= a or q.ends <= b)


def cycle_graph(q: Question, line: Sequence[int] = ()) -> Graph:
    near = q.moves()
    for v, w in (*pairwise(line), *pairwise(line[::-1])):
        near.setdefault(v, set()).add(w)
    near = {v: near[v] for v in sorted(near)}
    side, beyond = sides(near), {*line[1:-1]}
    a, b = ({v for v in near if side[v] == its} for its in (0, 1))
    if len(parts(near)) > 1 or (b and clash(q, a, b)) or (q.closed and len(near) < 3):
        return {}
    s = e = max(a, b, key=len)
    if len(a) == len(b):
        s, e = (b, a) if q.start in b or q.end in a else (a, b)
    s = s - beyond if q.start is None else {q.start}
    e = e - beyond if q.end is None else {q.end}
    for vertex, beside in () if q.closed else [(-1, s)] if s == e else [(-2, e), (-1, {-2, *s})]:
        for v in beside:
            near.setdefault(vertex, set()).add(v)
            near.setdefault(v, set()).add(vertex)
    return near


# Section 4.


class State:
    """Which edges are open, and which are in."""

    def __init__(self, graph: Graph) -> None:
        self.open, self.taken = deepcopy(graph), {v: set[int]() for v in graph}
        self.far, self.count, self.dead = {v: v for v in graph}, 0, False  # other ends of paths
        self.change("take", [(-1, -2)] if -2 in graph else [], graph)

    def live(self) -> Graph:
        """Return L."""
        return {v: near | self.taken[v] for v, near in self.open.items()}

    def is_over(self) -> bool:
        """Return whether it is dead, or L is not connected."""
        return self.dead or len(parts(self.live())) != 1

    def change(self, word: str, edges: Iterable[Edge], vertices: Iterable[int] = ()) -> None:
        """Take edges or leave them out, and apply the rules, at these vertices too."""
        todo = [each for v in vertices for each in self.forced(v)] + [(word, *e) for e in edges]
        while todo and not self.dead:
            word, a, b = todo.pop()
            if b not in self.open.get(a, ()):
                self.dead = (b in self.taken.get(a, ())) != (word == "take")
                continue
            for v, w in ((a, b), (b, a)):
                self.open[v].remove(w)
                self.taken[v] |= {w} if word == "take" else set()
            if word == "take":
                self.count, one, other = self.count + 1, self.far[a], self.far[b]
                self.far[one], self.far[other] = other, one
                if self.count < len(self.open) - 1 and other in self.open[one]:
                    todo.append(("leave", one, other))
            todo += self.forced(a) + self.forced(b)

    def forced(self, v: int) -> list[tuple[str, int, int]]:
        """Return what the rules do at a vertex."""
        its, rest = len(self.taken[v]), len(self.open[v])
        self.dead |= its > 2 or its + rest < 2
        word = "leave" if its == 2 else "take"
        return [(word, v, w) for w in self.open[v]] if 2 in (its, its + rest) else []


def follow(record: Any, graph: Graph, images: Sequence[Callable[[int], int]] = (int,)) -> None:
    """Return where a record proves that no cycle is left."""
    if not graph:
        return None
    state, stack = State(graph), list[tuple[State, str, list[Edge]]]()
    for number, (word, *rest) in enumerate(record, start=1):
        if word in OPPOSITE:
            edges = [(image(rest[0]), image(rest[1])) for image in images]
            stack.append((deepcopy(state), OPPOSITE[word], edges))
            state.change(word, edges)
        elif word == "dead":
            need(state.is_over(), f"entry {number} is no dead end")
            if not stack:
                return need(number == len(record), "a record goes on after its end")
            state, second, edges = stack.pop()
            state.change(second, edges)
        elif word == "flow":
            state.change("leave", [] if state.is_over() else left_out(state, *rest))
        else:
            need(word in ("short", "tree"), f"entry {number} is none")
            is_shown = is_short(state, *rest) if word == "short" else is_heavy(state, *rest)
            need(state.is_over() or is_shown, f"entry {number} shows nothing")
            state.dead = True
    raise ValueError("a record does not end with its last dead end")


def joined(near: Graph) -> Graph:
    """Return a graph in which -1 and -2 are one vertex."""
    one = {v: {max(w, -1) for w in near[v]} for v in near if v != -2}
    return one | ({-1: (near[-1] | near[-2]) - {-1, -2}} if -2 in near else {})


def is_short(state: State, vertices: Any) -> bool:
    for form in (dict, joined):
        live, taken = form(state.live()), form(state.taken)
        crowd = live.keys() & {*vertices}
        around = Counter(w for v in crowd for w in live[v])
        room = sum(min(n, 2 - len(taken[w] - crowd)) for w, n in around.items())
        if not crowd & around.keys() and room < 2 * len(crowd):
            return True
    return False


def is_heavy(state: State, root: int, weights: dict[str, int]) -> bool:
    weight = {v: weights[str(v)] for v in state.open}
    taken, others = (
        sorted((weight[v] + weight[w], v, w) for v in near for w in near[v] if v < w)
        for near in (state.taken, state.open)
    )
    at_root = [w for w, *edge in (*taken, *others) if root in edge][:2]
    tree, part = 0, {v: {v} for v in weight if v != root}
    for heaviness, a, b in (*taken, *others):
        if root not in (a, b) and part[a] is not part[b]:
            part[a] |= part[b]
            part.update(dict.fromkeys(part[b], part[a]))
            tree += heaviness
    whole = len(at_root) == 2 and all(len(its) == len(part) for its in part.values())
    return root in weight and (not whole or tree + sum(at_root) > 2 * sum(weight.values()))


def left_out(state: State, edges: Any, heights: dict[str, int], out: Any) -> Any:
    """Return the edges that a flow shows to be in no cycle."""
    form = dict if 1 in sides(state.live()).values() else joined
    live, taken, free = (form(near) for near in (state.live(), state.taken, state.open))
    height, two = {v: heights[str(v)] for v in live}, {v: set[int]() for v in live}
    for v, w in (*edges, *(edge[::-1] for edge in edges)):
        need(w in live[v], "a flow of edges that are out")
        two[v].add(w)
    need(all(len(two[v]) == 2 and two[v] >= taken[v] for v in live), "a flow is a two-factor")
    side = sides(live)
    need(1 in side.values(), "a flow has two sides")
    for part in parts(live):
        edges = [(v, w) for v in part if side[v] == 0 for w in free[v]]
        rises = [(height[w] - height[v]) * (-1 if w in two[v] else 1) for v, w in edges]
        need(min(rises, default=0) >= 0 or max(rises) <= 0, "a flow leads up and down")
    for edge in out:
        a, b = (-1 if v == -2 and form is joined else v for v in edge)
        need(height[a] != height[b] and b not in two[a], "left out without a reason")
    return out


# Section 5.


def prove(q: Question, kind: str, witness: dict[str, list[int]], log: dict[str, Any]) -> None:
    need(all(s in q.board for its in witness.values() for s in its), "the witness")
    need(len(q.board) > 1 or q.closed or kind == "symmetry", "a square alone is an open tour")
    need(isinstance(log, dict), "the log")
    KINDS[kind](q, {name: {*its} for name, its in witness.items()}, log)


def by_record(q: Question, _: Any, log: Any) -> None:
    follow(log.get("search", [["dead"]]), cycle_graph(q))


def by_force(q: Question, *_: Any) -> None:
    follow([["dead"]], cycle_graph(q))


def two_factor(q: Question, shows: Any, log: Any) -> None:
    record = log.get("search") or [["short", shows.get("need two moves", ())], ["dead"]]
    follow(record, cycle_graph(q))


def parted(q: Question, shows: Any, one: str, other: str) -> tuple[set[int], set[int]]:
    """Return two lists, by how their names begin, that part the board."""
    a, b = (shows[min(key for key in shows if key.startswith(its))] for its in (one, other))
    need(not a & b and a | b == {*q.board}, f"{one} and {other} do not part the board")
    return a, b


def too_few(q: Question, *_: Any) -> None:
    need(q.closed and len(q.board) < 3, "three squares or more")


def parity(q: Question, shows: Any, _: Any) -> None:
    a, b = parted(q, shows, "dark", "light")
    across = {(v in a) != (w in a) for v, near in q.moves().items() for w in near}
    sided = False not in across and clash(q, a, b)
    need(sided or (True not in across and a and b), "the classes allow a tour")


def apart(q: Question, shows: Any, _: Any) -> None:
    (a, b), near = parted(q, shows, "reached", "out of reach"), q.moves()
    need(a and b and not any(near[v] & b for v in a), "not apart")


def degree(q: Question, shows: Any, log: Any) -> None:
    near, counts = q.moves(), [sum(light(q, s) == its for s in q.board) for its in (0, 1)]
    lone = {v for v in near if len(near[v]) == 1}
    ends, crowd = shows.get("one move", set()) & lone, shows.get("few moves", set())
    barred = {counts.index(min(counts))}
    if counts[0] == counts[1]:
        barred = {light(q, end) for end in q.ends}
    odd = sum(q.leaper) % 2 and any(light(q, v) in barred for v in ends - q.ends)
    around, lone = Counter(w for v in crowd for w in near[v]), lone | q.ends
    spared = 0 if q.closed else max(0, 2 - len(lone)) + len(lone & crowd)
    room = sum(min(n, 1 if not q.closed and w in lone else 2) for w, n in around.items())
    isolated = any(not near[v] for v in shows.get("no move", ()))
    too_many = ends and (q.closed or len(ends | q.ends) > 2 or odd)
    short = not crowd & around.keys() and room < 2 * len(crowd) - spared
    if not (isolated or too_many or short):
        need(ends, "the degrees allow a tour")
        by_record(q, shows, log)


def light(q: Question, square: int) -> int:
    return sum(divmod(square, q.board.columns)) % 2


def cut(q: Question, shows: Any, log: Any) -> None:
    away, graph = shows.get("taken away", set()), cycle_graph(q)
    if log:
        return by_record(q, shows, log)
    most = len(parts(graph, away)), len(parts(graph, away | {-1, -2})) - 1
    return need(not graph or most[0] > max(len(away), 1) or most[1] > len(away), "too few parts")


def schwenk(q: Question, shows: Any, log: Any) -> None:
    if "taken away" in shows:
        cut(q, shows, log)
    elif "left over" in shows:
        need(q.closed and len(q.board) == 24, "the board is no 3x8")
        need(is_hopeless(State(cycle_graph(q))), "there is a tour")
    else:
        need(q.closed and takes_turns(q, shows), "a tour need not take turns")


def inner(q: Question, shows: Any, _: Any) -> None:
    inside = parted(q, shows, "outer", "inner")[1]
    need(inside & q.ends and takes_turns(q, shows), "a tour need not take turns")


def takes_turns(q: Question, shows: Any) -> bool:
    (outer, inside), near = parted(q, shows, "outer", "inner"), q.moves()
    colours = {light(q, v) for v in outer}
    fits = len(outer) == len(inside) and sum(q.leaper) % 2 == 1 and len(colours) == 2
    return fits and not any(near[v] & outer for v in outer)


def is_hopeless(state: State) -> bool:
    edge = next(((v, w) for v, near in state.open.items() for w in near), None)
    halves = [deepcopy(state) for _ in OPPOSITE]
    for half, word in zip(halves, OPPOSITE, strict=True):
        half.change(word, [edge] if edge else [])
    return state.is_over() or (edge is not None and all(map(is_hopeless, halves)))


KINDS: dict[str, Callable[[Question, Any, Any], None]] = dict.fromkeys(
    ("corner", "forced"), by_force
)
KINDS |= dict.fromkeys(("search", "tree"), by_record) | dict.fromkeys(("apart", "narrow"), apart)
KINDS |= {"too-few": too_few, "parity": parity, "degree": degree, "cut": cut}
KINDS |= {"schwenk": schwenk, "inner": inner, "two-factor": two_factor}
