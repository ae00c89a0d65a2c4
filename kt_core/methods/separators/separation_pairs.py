"""Open tours on boards that hang together by two squares: each way through the parts in turn.

See `proofs.pairs` for the six ways. In each, two questions; all of them are worked at in turn until
both of one way have a tour, or each way has a question without.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any

from kt_core.board import Square
from kt_core.events import Event, Found, Progress
from kt_core.methods.separators import jump
from kt_core.proofs.pairs import Ask, Pair, Way
from kt_core.tour import NoTour, Puzzle, Tour, Undecided

Path = tuple[Square, ...]
Asking = Callable[[Puzzle], Generator[Progress, None, Tour]]
Answer = Path | NoTour | None
Working = Generator[Progress, None, Answer]

FIRST_TURN_SLICES = 20  # of the first turn of each question


def tours(pair: Pair, seed: int | None, *, asking: Asking) -> Iterator[Event]:
    """Yield `Progress`, and `Found` for one tour; ends without where parts are left undecided.

    `asking` answers the questions of the parts; `NoTour` where each way has one without a tour.
    """
    ways = [*pair.ways()]
    working = {ask: answered(pair, ask, seed, asking) for way in ways for ask in way}
    known: dict[Ask, Answer] = {}
    turn = FIRST_TURN_SLICES
    while working:
        for ask in list(working):
            if ask in working and (yield from _goes_on(working, ask, turn, known)):
                path = _united(pair, ways, known)
                if path:
                    yield Progress("joints")  # which answers, whatever answered for the parts
                    yield Found(path)
                    return
                for over in _over(ways, known):
                    working.pop(over, None)
        turn += turn // 2
    none = {ask: no for ask, no in known.items() if isinstance(no, NoTour)}
    if all(one in none or other in none for one, other in ways):
        raise pair.refuted(none)


def _goes_on(
    working: Mapping[Ask, Working], ask: Ask, turn: int, known: dict[Ask, Answer]
) -> Generator[Progress, None, bool]:
    """Go on with a question for so many slices; return whether its answer is known now."""
    for _ in range(turn):
        try:
            yield next(working[ask])
        except StopIteration as done:
            known[ask] = done.value
            return True
    return False


def answered(pair: Pair, ask: Ask, seed: int | None, asking: Asking) -> Working:
    """Return the tour of a part, or why it has none, in slices; None where nobody knows."""
    question = pair.question(ask)
    try:
        if ask.first is not None:
            return (yield from asking(question)).path
        beyond = sorted(pair.parts[1 - ask.part])
        for event in jump.tours(question, pair.joints, beyond, seed):
            if isinstance(event, Found):
                found: Any = event.path
                return tuple(found)
            assert isinstance(event, Progress)
            yield event
    except NoTour as no:
        return no
    except Undecided:
        pass
    return None


def _over(ways: Sequence[Way], known: Mapping[Ask, Answer]) -> Iterator[Ask]:
    """Yield the questions that need no answer: their own, or that of their way, is known."""
    for way in ways:
        if any(isinstance(known.get(ask), NoTour) for ask in way):
            yield from way
    yield from known


def _united(pair: Pair, ways: Sequence[Way], known: Mapping[Ask, Answer]) -> Path:
    """Return the tour of the whole by a way whose questions both have one; or nothing."""
    for way in ways:
        one, other = (known.get(ask) for ask in way)
        if isinstance(one, tuple) and isinstance(other, tuple):
            path = (
                _through(pair, one, other) if way[0].last is not None else (*one[::-1], *other[1:])
            )
            start, end = pair.puzzle.start, pair.puzzle.end
            backwards = start not in (None, path[0]) or end not in (None, path[-1])
            return path[::-1] if backwards else path
    return ()


def _through(pair: Pair, through: Path, jumping: Path) -> Path:
    """Return the path that jumps with the one from joint to joint at its jump."""
    here = sorted(map(jumping.index, pair.joints))
    forth = through if jumping[here[0]] == through[0] else through[::-1]
    return (*jumping[: here[0]], *forth, *jumping[here[1] + 1 :])
