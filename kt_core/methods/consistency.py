"""Puzzles with given numbers: remove numbers from squares until nothing changes, then try one.

A state has the set of numbers that each square may still have, and the moves that may still be in
the tour. Rules remove numbers and moves of no tour (section 5.5 of docs/proofs.md): those
of arc consistency (A. K. Mackworth, Artif. Intell. 8 (1977) 99) for "k and k + 1 are a move apart",
of all-different (J.-C. Régin, AAAI 1994, 362), and of degrees (F. Rubin, J. ACM 21 (1974) 576).
The rules reach, from a given number, each square by parity and distance, a number a step, from both
sides of a gap. Then the search tries a number for a square where the fewest choices are left.
Proof: "numbers" (the record of the search). Sets of numbers are integers: bit i is number i + 1.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import Any

from kt_core.board import Square
from kt_core.events import Event, Found, Progress
from kt_core.graph import knight_graph
from kt_core.language import N_, Sentence
from kt_core.tour import NoTour, Puzzle, Undecided

MOST_SQUARES = 1600  # a state of a larger board takes more than a second
MOST_ENTRIES = 400_000  # the longest record that the checker reads
FIRST_ENTRIES = 300  # entries of the first search
NEXT_ENTRIES = 4000  # entries of the second; each search after it has twice as many
SQUARES_PER_YIELD = 200  # squares whose rules are applied between two yields: about 2 ms
LOOKED_AT = 12  # choices between two that are compared by trying both
AT_WORK = Progress("consistency")


def tours(puzzle: Puzzle, seed: int | None = None) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for each tour with the given numbers.

    Raise `NoTour` if there is none, and `Undecided` if the board is too large, or if not all tours
    can be found. The puzzle may lack given numbers.
    """
    yield AT_WORK
    if len(puzzle.board) > MOST_SQUARES:
        template = N_("only boards of up to {most:,} squares are searched for given numbers")
        raise Undecided(Sentence(template, most=MOST_SQUARES), {"consistency": 0})
    begin, found, entries = _State(puzzle), set[Event](), FIRST_ENTRIES
    random = None if seed is None else Random(seed)
    while entries <= MOST_ENTRIES:
        search = _Search(begin.copy(), random)
        for event in search.events(entries):
            if event not in found:
                yield event
            if isinstance(event, Found):
                found.add(event)
        if search.is_over:
            if not found:
                raise _refutation(puzzle, search)
            return
        # Early choices were bad. Other searches look ahead, and choose at random.
        entries = max(NEXT_ENTRIES, 2 * entries)
        random = Random(entries + (seed or 0))
    raise Undecided(Sentence("the choices are too many to be tried"), {"consistency": entries})


def fault_of(puzzle: Puzzle) -> Generator[Progress, None, str]:
    """Return the reason, as a clause, why the rules alone leave no tour; "" if they find none."""
    state = _State(puzzle)
    yield from state.settle()
    return state.fault


class _Search:
    """A search of all choices from a state, and its record."""

    def __init__(self, state: _State, random: Random | None) -> None:
        self.state, self.random = state, random
        self.record, self.is_over = list[Sequence[Any]](), False

    def events(self, most: int) -> Iterator[Event]:
        """Yield `Progress`, and `Found` for each tour, until the record has `most` entries."""
        stack = list[tuple[_State, int, int]]()
        while len(self.record) < most:
            while choice := (yield from self._choice(looks_ahead=most > FIRST_ENTRIES)):
                stack.append((self.state.copy(), *choice))
                self.state.put(*choice)
                self._note(*choice)
            if not self.state.fault:
                yield Found(self.state.path())
            self.record.append(("dead",))
            if not stack:
                self.is_over = True
                return
            self.state, square, number = stack.pop()
            self.state.put(square, self.state.numbers[square] & ~number)

    def _note(self, square: int, number: int) -> None:
        self.record.append(("put", self.state.squares[square], number.bit_length()))

    def _choice(self, *, looks_ahead: bool) -> Generator[Progress, None, tuple[int, int] | None]:
        """Return a square and a number to try; None if all are known, or no tour is left."""
        while (yield from self.state.settle()):
            choices = self.state.pairs(self.random) if looks_ahead else []
            if not choices:
                return self.state.choice(self.random)
            best, most = choices[0][0], -1
            for pair in choices:
                removed = yield from self._removed(pair)
                if removed is None:
                    break
                if min(removed) > most:
                    best, most = pair[removed.index(max(removed))], min(removed)
            else:
                return best
        return None

    def _removed(
        self, pair: Sequence[tuple[int, int]]
    ) -> Generator[Progress, None, list[int] | None]:
        """Return the sizes after each choice, below 0; None if one leaves no tour."""
        removed = []
        for square, number in pair:
            after = self.state.copy()
            after.put(square, number)
            if not (yield from after.settle()):
                self._note(square, number)
                self.record.append(("dead",))
                self.state.put(square, self.state.numbers[square] & ~number)
                return None
            removed.append(-sum(map(int.bit_count, after.numbers)))
        return removed


def _refutation(puzzle: Puzzle, search: _Search) -> NoTour:
    reason: str = Sentence("With these numbers, every choice was tried: each leads to a dead end.")
    if len(search.record) == 1:
        reason = Sentence("With these numbers, {fault}.", fault=search.state.fault)
    shown = {"given": [square for square, _ in puzzle.given]}
    return NoTour(reason, "numbers", shown, {"numbers": [*map(list, search.record)]})


class _State:
    """The numbers that each square may have, and its neighbors by moves that may be in the tour.

    Squares are counted from 0, without the holes. `fault` is the reason if no tour is left.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        graph = knight_graph(puzzle.board, puzzle.leaper)
        self.board, self.squares, self.fault = puzzle.board, puzzle.board.squares, ""
        index = {square: i for i, square in enumerate(self.squares)}
        self.last, self.closed = len(index) - 1, int(puzzle.closed)
        self.all = (2 << self.last) - 1
        self.first_end, self.last_end = (0, 0) if puzzle.closed else (1, 1 << self.last)
        self.ends = self.first_end | self.last_end
        self.numbers = [self.all] * len(index)
        self.near = [tuple(index[to] for to in graph[square]) for square in self.squares]
        for square, number in puzzle.numbers:
            self.numbers[index[square]] = 1 << number - 1
        self.queue = {*index.values()}  # squares whose rules may remove something

    def copy(self) -> _State:
        """Return a state that changes independently."""
        twin = object.__new__(_State)
        vars(twin).update(vars(self))
        twin.numbers, twin.near, twin.queue = self.numbers[:], self.near[:], {*self.queue}
        return twin

    def put(self, square: int, numbers: int) -> None:
        """Set the numbers that a square may have."""
        self.numbers[square] = numbers
        self.queue.update((square, *self.near[square]))

    def path(self) -> tuple[Square, ...]:
        """Return the tour, if each square has one number."""
        order = sorted(range(len(self.squares)), key=self.numbers.__getitem__)
        return tuple(self.squares[i] for i in order)

    def settle(self) -> Generator[Progress, None, bool]:
        """Apply the rules until nothing changes, in slices; return False if no tour is left."""
        work = 0
        while self.queue and not self.fault:
            while self.queue and not self.fault:
                self._look(self.queue.pop())
                work += 1
                if work % SQUARES_PER_YIELD == 0:
                    yield AT_WORK
            if not self.fault:
                self._share_out()
        return not self.fault

    def _after(self, numbers: int) -> int:
        """Return the numbers that follow one of these."""
        return (numbers << 1) & self.all | (numbers >> self.last) * self.closed

    def _before(self, numbers: int) -> int:
        return numbers >> 1 | (numbers & self.closed) << self.last

    def _beside(self, numbers: int) -> int:
        return self._after(numbers) | self._before(numbers)

    def _look(self, here: int) -> None:
        """Remove numbers and moves of a square that the numbers of its neighbors forbid."""
        numbers, near, own = self.numbers, self.near, self.numbers[here]
        beside = self._beside(own)
        kept = tuple(to for to in near[here] if numbers[to] & beside)
        forced = tuple(
            to
            for to in kept
            if len(near[to]) == 1 or (len(near[to]) == 2 and not numbers[to] & self.ends)
        )
        new = own
        if len(forced) > 1:
            new &= ~self.ends if len(forced) == 2 else 0
            kept = forced
        new &= self._fitting([numbers[to] for to in kept], inner=not own & self.ends)
        for to in forced:
            new &= self._beside(numbers[to])
        if not new:
            name = self.board.name(self.squares[here])
            self.fault = Sentence("no number is left for {square}", square=name)
        elif new != own or len(kept) < len(near[here]):
            self.put(here, new)
            self._drop(here, kept)

    def _fitting(self, others: Sequence[int], *, inner: bool) -> int:
        """Return the numbers that fit a square, by the numbers of its neighbors."""
        if len(others) == 2 and inner:
            one, other = others
            before, after = self._before, self._after
            return after(one) & before(other) | after(other) & before(one)
        union = 0
        for each in others:
            union |= each
        fitting = (self._after(union) | self.first_end) & (self._before(union) | self.last_end)
        return fitting & self.ends if len(others) < 2 else fitting

    def _drop(self, here: int, kept: tuple[int, ...]) -> None:
        """Remove the moves from a square to all other neighbors."""
        for to in {*self.near[here]}.difference(kept):
            self.near[to] = tuple(each for each in self.near[to] if each != here)
            self.queue.update((to, *self.near[to]))
        self.near[here] = kept

    def _share_out(self) -> None:
        """Give a number with one square to this square, and take it from all others."""
        once = twice = taken = shared = 0
        for own in self.numbers:
            twice |= once & own
            once |= own
            if not own & (own - 1):
                shared |= taken & own
                taken |= own
        if lost := (self.all & ~once) or shared:
            number = (lost & -lost).bit_length()
            self.fault = Sentence("no square is left for the number {number}", number=number)
            if shared:
                self.fault = Sentence("two squares must have the number {number}", number=number)
            return
        single = once & ~twice
        for here, own in enumerate(self.numbers):
            new = own & single & -(own & single)
            if not new:
                new = own & ~taken if own & (own - 1) else own
            if new != own:
                self.put(here, new)

    def choice(self, random: Random | None) -> tuple[int, int] | None:
        """Return a square and a number to try, where the fewest are possible; None if all is known.

        It is a number of the square with the fewest, or a square of the number with the fewest.
        """
        squares = self._open_squares(random)
        if not squares:
            return None
        number = self._rarest(squares)
        places = [i for i in squares if self.numbers[i] & number]
        here = min(squares, key=self._count)
        if self._count(here) < len(places):
            return here, self.numbers[here] & -self.numbers[here]
        return min(places, key=self._count), number

    def pairs(self, random: Random | None) -> list[Sequence[tuple[int, int]]]:
        """Return choices between two: two numbers of a square, or two squares of a number."""
        squares, once, twice, more = self._open_squares(random), 0, 0, 0
        for i in squares:
            own = self.numbers[i]
            once, twice, more = once | own, twice | once & own, more | twice & own
        found, two = list[Sequence[tuple[int, int]]](), twice & ~more
        for i in squares:
            own = self.numbers[i]
            if self._count(i) == 2:
                found.append(((i, own & -own), (i, own & (own - 1))))
        while two and len(found) < LOOKED_AT:
            number, two = two & -two, two & (two - 1)
            one, other = (i for i in squares if self.numbers[i] & number)
            found.append(((one, number), (other, number)))
        return found[:LOOKED_AT]

    def _open_squares(self, random: Random | None) -> list[int]:
        squares = [i for i, own in enumerate(self.numbers) if own & (own - 1)]
        if random:
            random.shuffle(squares)
        return squares

    def _count(self, square: int) -> int:
        return self.numbers[square].bit_count()

    def _rarest(self, squares: Sequence[int]) -> int:
        """Return the number, as a bit, that the fewest of these squares may have; none has none."""
        planes = list[int]()  # the i-th bits of the counts, for all numbers at once
        union = 0
        for square in squares:
            carry = self.numbers[square]
            union |= carry
            for i, plane in enumerate(planes):
                planes[i], carry = plane ^ carry, plane & carry
            if carry:
                planes.append(carry)
        for plane in reversed(planes):
            union = union & ~plane or union
        return union & -union
