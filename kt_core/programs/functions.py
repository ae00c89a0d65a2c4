"""A reader's function as a program: a move ordering, or a whole search, which a driver calls.

    def order(choices, onward, path, board): ...     returns the squares of `choices`, best first
    def search(graph, start, ends): ...              yields Visit, Backtrack and Found

`choices` are the unvisited squares that a move leads to, `onward(square)` lists the unvisited
squares beyond one of them, and `path` has the visited squares. Squares that `order` leaves out are
not tried. Each result is checked, so the search can be shown like any other.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Event, Found
from kt_core.graph import Graph, knight_graph, onward
from kt_core.language import N_, Sentence
from kt_core.orderings import Visited, with_pruning
from kt_core.own_search import SIGNATURES, EventValidator, representation
from kt_core.programs.errors import WrongResultError
from kt_core.search import search
from kt_core.tour import Puzzle


class ReaderFunction:
    """The `search` or `order` among the names that a program defines; `search` is preferred."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.kind = next((kind for kind in ("search", "order") if kind in names), "")
        called = f"{self.kind or 'order'}({', '.join(SIGNATURES[self.kind or 'order'])})"
        self._function = names.get(self.kind)
        self._line = getattr(getattr(self._function, "__code__", None), "co_firstlineno", 0)
        if not self.kind:
            raise self._wrong(N_("there is no function {called}"), called=called)
        try:
            inspect.signature(self._function).bind(*SIGNATURES[self.kind])  # type: ignore[arg-type]
        except (TypeError, ValueError):
            template = N_("it is called as {called}; take these arguments")
            raise self._wrong(template, called=called) from None

    def events(self, puzzle: Puzzle, *, prune: bool = True) -> Iterator[Event]:
        """Yield the events of its search, each checked.

        `puzzle` must have a start. With `prune`, moves that strand a square are skipped.
        """
        if self.kind == "search":
            yield from self._search(EventValidator(puzzle))
            return
        graph, start = knight_graph(puzzle.board, puzzle.leaper), puzzle.start
        assert start is not None
        ends = puzzle.ends(graph, start)

        def moves(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
            choices = onward(graph, path, square)
            return self._moves(graph, tuple(path), choices, puzzle.board) if choices else []

        order = with_pruning(moves, ends) if prune else moves
        yield from search(graph, start, order=order, ends=ends)

    def _moves(
        self, graph: Graph[Any], path: tuple[Any, ...], choices: list[Any], board: Board
    ) -> list[Square]:
        def beyond(square: Square) -> list[Square]:
            return onward(graph, visited, square)

        visited = frozenset(path)
        known = frozenset(choices)
        listed: list[Square] = []
        for square in self._call_order(choices, beyond, path, board):
            if type(square) is not int or square not in known:
                raise self._foreign(board, square)
            if square in listed:
                raise self._wrong(N_("{square} is there twice"), square=board.name(square))
            listed.append(square)
        return listed

    def _call_order(self, *arguments: Any) -> Iterable[Any]:
        answer = self._function(*arguments)  # type: ignore[misc]
        kind = type(answer)  # `isinstance` could run the reader's code
        if answer is None:
            raise self._wrong(N_("order returned None; it must return the squares, best first"))
        if issubclass(kind, str | bytes) or not issubclass(kind, Iterable):
            template = N_("order returned {answer}, which is no list of squares")
            raise self._wrong(template, answer=representation(answer))
        return answer  # type: ignore[no-any-return]

    def _search(self, trail: EventValidator) -> Iterator[Event]:
        answer = self._function(trail.graph, trail.start, trail.ends)  # type: ignore[misc]
        if not issubclass(type(answer), Iterator):
            template = N_("search returned {answer}; let it yield its events")
            raise self._wrong(template, answer=representation(answer))
        for event in answer:
            try:
                trail.take(event)
            except ValueError as wrong:
                raise WrongResultError(wrong.args[0], self._line) from None
            yield Found(tuple(trail.path)) if isinstance(event, Found) else event

    def _foreign(self, board: Board, square: Any) -> WrongResultError:
        is_square = type(square) is int and 0 <= square < board.rows * board.columns
        name = board.name(square) if is_square else representation(square)
        template = N_("{square} is not among the choices, which are squares as numbers")
        return self._wrong(template, square=name)

    def _wrong(self, template: str, **values: Any) -> WrongResultError:
        return WrongResultError(Sentence(template, **values), self._line)
