"""The rest of the independent checker: kinds that follow situations, images and parts of boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from tests.core.independent_checker import (
    KINDS,
    LAYS,
    Edge,
    Question,
    by_record,
    cycle_graph,
    follow,
    need,
    parts,
    prove,
    sides,
)

END, DONE = -1, -2  # of a situation: beyond an end of the tour; a square that has both moves


def frontier(q: Question, _: Any, log: dict[str, Sequence[int]]) -> None:
    rows, columns, near = q.board.rows, q.board.columns, q.moves()
    lines = [r * columns + c for c in range(columns) for r in range(rows)]
    plain = [*q.board] if rows > columns else [s for s in lines if s in q.board]
    order = log.get("order", plain)
    need(sorted(order) == [*q.board], "each square once")
    turn, situations = {s: i for i, s in enumerate(order)}, {frozenset[Edge]()}
    for s in order:
        ahead = {to for to in near[s] if turn[to] > turn[s]}
        due, rest = sum(turn[end] > turn[s] for end in q.ends), len(order) - turn[s] - 1
        after = (passed(q, s, dict(each), ahead, due, rest) for each in situations)
        situations = {frozenset(far.items()) for found in after for far in found}
    need(not situations, "a situation is left")


def passed(
    q: Question, s: int, far: dict[int, int], ahead: set[int], due: int, rest: int
) -> Iterator[dict[int, int]]:
    """Yield what a situation can become; `far` is the other end of each path ahead."""
    mine = far.pop(s, None)
    if mine == DONE and s not in q.ends:
        yield far
    ends, free = [*far.values(), mine].count(END) + due, [v for v in ahead if far.get(v) != DONE]
    may_end = [True] if s in q.ends else [False] if q.closed or ends > 1 else [False, True]
    for is_end in () if mine == DONE else may_end:
        begun = ([] if mine is None else [mine]) + [END] * is_end
        for chosen in combinations(free, 2 - len(begun)):
            after = far | {to: DONE for to in chosen if to in far}
            one, other = tips = [*begun, *(far.get(to, to) for to in chosen)]
            circle = s in tips or (len(chosen) == 2 and far.get(chosen[0]) == chosen[1])
            if circle or one == other == END:
                whole = [*after.values()].count(DONE) == rest
                need(circle != q.closed or not whole, "there is a tour")
            else:
                yield after | {a: b for a, b in ((one, other), (other, one)) if a != END}


def search(q: Question, shows: Any, log: Any) -> None:
    (symmetry if "images" in log else by_record)(q, shows, log)


def symmetry(q: Question, _: Any, log: Any) -> None:
    rows, columns = q.board.rows, q.board.columns
    lays = [lay for lay in LAYS[q.symmetry] if rows == columns or not lay[0]]
    need(q.symmetry, "no symmetry is asked for")
    for number, (turned, over, along) in enumerate(lays):
        places = [divmod(s, columns)[:: -1 if turned else 1] for s in range(rows * columns)]
        laid = [(abs(over * (rows - 1) - r), abs(along * (columns - 1) - c)) for r, c in places]
        to = {s: r * columns + c for s, (r, c) in enumerate(laid)}
        if not cannot(q, to):
            of_image(q, to, log["images"][number])


def cannot(q: Question, to: dict[int, int]) -> bool:
    """Return whether counts show that an image lays no tour on itself."""
    near, n, times = q.moves(), len(q.board), 4 if q.symmetry == "quarter-turn" else 2
    fixed = {s for s in near if to[s] == s}
    f, e = len(fixed), sum(s < to[s] and to[to[s]] == s and to[s] in near[s] for s in near)
    if len(parts(near)) > 1 or any(to[hole] in q.board for hole in q.board.holes):
        return True
    if f == n:
        return False
    if not q.closed:
        astray = fixed & q.ends or (len(q.ends) == 2 and {to[end] for end in q.ends} != q.ends)
        return times == 4 or bool(astray) or not (f == 1 if n % 2 else f == 0 and e >= 1)
    side, first = sides(near), min(near)
    changes = side[first] != side[to[first]] if 1 in side.values() else None
    carried = f == 0 and n % times == 0 and changes in (None, n // times % 2 == 1)
    even = changes in (None, f == 0) and (f == 2 or (f == 0 and e >= 2))
    return not carried and (times == 4 or not (f == 1 and e >= 1 if n % 2 else even))


def of_image(q: Question, to: dict[int, int], record: Any) -> None:
    need(len(q.board) > 1 or q.closed, "a square is a tour, and its own image")
    if all(to[s] == s for s in q.board):
        follow(record, cycle_graph(q))
        return
    if len(q.ends) == 1:
        q = replace(q, start=to[q.end]) if q.end is not None else replace(q, end=to[q.start or 0])
    graph = cycle_graph(q)
    once = (to | ({-1: -2, -2: -1} if -2 in graph else {-1: -1})).__getitem__
    further = [lambda v: once(once(v)), lambda v: once(once(once(v)))]
    follow(record, graph, [int, once, *(further if q.symmetry == "quarter-turn" else ())])


def cut_in_two(q: Question, log: Any) -> tuple[list[int], list[set[int]]]:
    both, p, near = log["joints"], {*log["squares"]}, q.moves()
    rest = {*q.board} - p - {*both}
    need({*both} | p <= {*q.board} and len({*both}) == len(both), "squares of the board")
    need(p and rest and not p & {*both} and not any(near[v] & rest for v in p), "two parts")
    return both, [p, rest]


def joints(q: Question, _: Any, log: Any) -> None:
    both, two = cut_in_two(q, log)
    need(len(both) == 1 + q.closed and not q.ends & {*both}, "the joints")
    if len(q.ends) < 2 or not any(q.ends <= part for part in two):
        end = both[1] if q.closed else min(q.ends & two[0], default=None)
        own = q.only(two[0] | {*both}, both[0], end)
        prove(own, log["proof"], log["witness"], log["log"])


def pairs(q: Question, _: Any, log: Any) -> None:
    both, two = cut_in_two(q, log)
    need(not q.closed and len(both) == 2, "the joints")
    none, (a, b) = {refuted(q, asked, both, two) for asked in log["parts"]}, both
    for p in (0, 1):
        here, there = q.ends & two[p], q.ends - two[p]
        inside = {(p, True, a, b), (p, True, b, a), (1 - p, True, None, None)}
        need(here or inside & none, "a way is left, from joint to joint")
        for j in both:
            impossible = j in q.ends or len(here) == 2 or len(there) == 2
            ruled_out = {(p, False, j, None), (1 - p, True, j, None)} & none
            need(impossible or ruled_out, "a way is left, from a joint on")


def refuted(q: Question, asked: Any, both: list[int], two: list[set[int]]) -> tuple[Any, ...]:
    part, own, first, last = (asked[key] for key in ("part", "joints", "first", "last"))
    inside, log, ends = two[part] | {*own}, asked["log"], ({first, last} - {None})
    need(ends <= {*own} <= {*both} and part in (0, 1), "a part of the question")
    if first is None:
        beyond = log["beyond"]
        outside = len({*beyond}) == len(beyond) and {*beyond} <= {*q.board} - inside
        need(beyond and outside and not ends and len({*own}) == 2, "a jump")
        need(asked["proof"] == "jump", "the kind of a jump")
        jump = q.only(inside, *(s if s in inside else None for s in (q.start, q.end)))
        follow(log["search"], cycle_graph(jump, [both[0], *beyond, both[1]]))
    else:
        end = min(q.ends & inside - {first}, default=None) if last is None else last
        prove(q.only(inside, first, end), asked["proof"], asked["witness"], log)
    return part, len({*own}) == 2, first, last


KINDS |= {"frontier": frontier, "search": search, "symmetry": symmetry}
KINDS |= {"joints": joints, "pairs": pairs}
