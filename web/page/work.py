"""What a state has under way beside the engine's work: begun and ended as the state says.

Each kind is a question to the state, whose answer names what is wanted; None: nothing is. Where the
answer is another, what was under way is ended, and the other begun.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from web.state.state import State

End = Callable[[], object]


@dataclass(frozen=True)
class Kind:
    """A kind of work: what a state wants of it, and how that is begun; `begin` returns its end."""

    wanted: Callable[[State], Hashable | None]
    begin: Callable[[State], End]


class Work:
    """Begins and ends what a state has under way."""

    def __init__(self) -> None:
        self._kinds: list[Kind] = []
        self._under_way: dict[Kind, tuple[Hashable, End]] = {}

    def add(self, kind: Kind) -> None:
        """Let a kind of work follow the state from now on."""
        self._kinds.append(kind)

    def follow(self, state: State) -> None:
        """End what is wanted no more, and begin what is."""
        for kind in self._kinds:
            wanted = kind.wanted(state)
            now, end = self._under_way.get(kind, (None, None))
            if wanted == now:
                continue
            self._under_way.pop(kind, None)
            if end:
                end()
            if wanted is not None:
                self._under_way[kind] = wanted, kind.begin(state)
