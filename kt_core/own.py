"""A reader's own code: a move ordering or a whole search, as Python text.

The text defines one of two functions:

    def order(choices, onward, path, board): ...     returns the squares of `choices`, best first
    def search(graph, start, ends): ...              yields Visit, Backtrack and Found

`choices` are the unvisited squares that a move leads to, `onward(square)` lists the unvisited
squares beyond one of them, and `path` has the visited squares. Squares that `order` leaves out are
not tried. Each result of the code is checked, so the search can be shown like any other.
"""

from __future__ import annotations

import inspect
import linecache
import traceback
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from typing import Any

from kt_core.board import Board, Square
from kt_core.events import Backtrack, Event, Found, Progress, Visit
from kt_core.graph import Graph, knight_graph, onward
from kt_core.language import N_, Sentence, short, value_error
from kt_core.orderings import Order, Visited, with_pruning
from kt_core.search import search
from kt_core.theory import refute
from kt_core.tour import Puzzle, Tour, Undecided

LONGEST_CHARACTERS = 100_000  # characters of the text
LONGEST_TRACE = 4_000  # characters of a traceback
MOST_STEPS = 1_000_000  # steps of a search before the answer is `Undecided`
NAME = "<your code>"  # the file name in tracebacks if there is no file
SIGNATURES = {
    "order": ("choices", "onward", "path", "board"),
    "search": ("graph", "start", "ends"),
}


class CodeError(ValueError):
    """An error in a reader's code, as a sentence.

    `line` counts from 1; `trace` is Python's traceback, "" if Python raised no error.
    """

    def __init__(self, sentence: str, line: int | None = None, trace: str = "") -> None:
        super().__init__(sentence)
        self.line, self.trace = line, trace


class Code:
    """A text that has been run and defines `order` or `search`; `search` takes precedence."""

    def __init__(self, source: str, name: str = NAME, seed: int | None = None) -> None:
        if len(source) > LONGEST_CHARACTERS:
            most = Sentence(
                "this code has {n:,} characters; {most:,} are the most",
                n=len(source),
                most=LONGEST_CHARACTERS,
            )
            raise CodeError(most)
        self._name = name
        lines = source.splitlines(keepends=True)
        linecache.cache[name] = (len(source), None, lines, name)  # so that tracebacks show the line
        known: dict[str, Any] = {"__name__": "mine"}
        if seed is not None:  # seeds the `random` module that the text can import
            exec("import random; random.seed(seed)", {"seed": seed})
        self._call(lambda: exec(compile(source, name, "exec"), known))
        self.kind = next((kind for kind in ("search", "order") if kind in known), "")
        if not self.kind:
            raise CodeError(
                Sentence(
                    "there is no function {called}", called="order(choices, onward, path, board)"
                )
            )
        self._function = self._fitting(known[self.kind])

    def events(
        self, puzzle: Puzzle, *, prune: bool = True, answers: list[Any] | None = None
    ) -> Iterator[Event]:
        """Yield the events of its search, each checked; `CodeError` if one is wrong.

        `puzzle` must have a start. With `prune`, moves that strand a square are skipped. `answers`
        collects the results of `order`, each before the visit that it belongs to.
        """
        graph, start = knight_graph(puzzle.board, puzzle.leaper), puzzle.start
        assert start is not None
        ends = puzzle.ends(graph, start)
        if self.kind == "search":
            yield from self._search(graph, puzzle, start, graph if ends is None else ends)
            return
        order = self.order(puzzle.board, answers)
        order = with_pruning(order, ends) if prune else order
        yield from search(graph, start, order=order, ends=ends)

    def order(self, board: Board, answers: list[Any] | None = None) -> Order:
        """Return its ordering on a board, as an `Order` of kt_core."""

        def moves(graph: Graph[Any], path: Visited, square: Any) -> Sequence[Any]:
            choices = onward(graph, path, square)
            listed = self._moves(graph, tuple(path), choices, board) if choices else []
            if answers is not None:
                answers.append(listed)
            return listed

        return moves

    def _moves(
        self, graph: Graph[Any], path: tuple[Any, ...], choices: list[Any], board: Board
    ) -> list[Square]:
        def beyond(square: Square) -> list[Square]:
            return onward(graph, visited, square)

        visited = frozenset(path)
        known = frozenset(choices)
        answer = self._call(lambda: self._function(choices, beyond, path, board))
        listed: list[Square] = []
        for square in self._each(answer):
            if type(square) is not int or square not in known:
                raise self._wrong(_foreign(board, square))
            if square in listed:
                raise self._wrong(Sentence("{square} is there twice", square=board.name(square)))
            listed.append(square)
        return listed

    def _each(self, answer: Any) -> Iterator[Any]:
        if answer is None:
            raise self._wrong(
                Sentence("order returned None; it must return the squares, best first")
            )
        kind = type(answer)  # `isinstance` could run the reader's code
        if issubclass(kind, str | bytes) or not issubclass(kind, Iterable):
            raise self._wrong(
                Sentence(
                    "order returned {answer}, which is no list of squares",
                    answer=representation(answer),
                )
            )
        return self._events(self._call(lambda: iter(answer)))

    def _search(
        self, graph: Graph[Any], puzzle: Puzzle, start: Square, ends: Collection[Any]
    ) -> Iterator[Event]:
        answer = self._call(lambda: self._function(graph, start, ends))
        if not issubclass(type(answer), Iterator):
            raise self._wrong(
                Sentence(
                    "search returned {answer}; let it yield its events",
                    answer=representation(answer),
                )
            )
        trail = EventValidator(graph, puzzle.board, start, ends)
        for event in self._events(answer):
            try:
                trail.take(event)
            except ValueError as wrong:
                raise self._wrong(str(wrong)) from None
            yield Found(tuple(trail.path)) if isinstance(event, Found) else event

    def _events(self, events: Iterator[Any]) -> Iterator[Any]:
        none = object()
        while (event := self._call(lambda: next(events, none))) is not none:
            yield event

    def _fitting(self, function: Any) -> Callable[..., Any]:
        names = SIGNATURES[self.kind]
        try:
            inspect.signature(function).bind(*names)
        except (TypeError, ValueError):
            code = getattr(function, "__code__", None)
            called = f"{self.kind}({', '.join(names)})"
            sentence = Sentence("it is called as {called}; take these arguments", called=called)
            raise CodeError(sentence, code and code.co_firstlineno) from None
        self._line: int | None = getattr(
            getattr(function, "__code__", None), "co_firstlineno", None
        )
        return function  # type: ignore[no-any-return]

    def _wrong(self, sentence: str) -> CodeError:
        return CodeError(sentence, self._line)

    def _call(self, work: Callable[[], Any]) -> Any:
        """Return the result of calling the reader's code; a `CodeError` shows the traceback."""
        try:
            return work()
        except KeyboardInterrupt:  # from the person at the terminal
            raise
        except BaseException as error:  # noqa: BLE001 - the code may raise anything
            raise error_in_code(error, self._name) from None


def error_in_code(error: BaseException, name: str = NAME) -> CodeError:
    """Return a `CodeError` for an exception in the text with this file name."""
    report = traceback.TracebackException.from_exception(error)
    frames = [frame for frame in report.stack if frame.filename == name]
    report.stack = traceback.StackSummary.from_list(frames)
    line = frames[-1].lineno if frames else None
    if isinstance(error, SyntaxError) and error.filename == name:
        line = error.lineno
    trace = "".join(report.format(chain=False)).rstrip("\n")
    if len(trace) > LONGEST_TRACE:
        trace = f"{trace[: LONGEST_TRACE // 2]}\n…\n{trace[-LONGEST_TRACE // 2 :]}"
    name = type(error).__name__
    sentence = Sentence(_template(error), error=name, line=line) if line else name
    return CodeError(sentence, line, trace)


def _template(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return N_("your code has used up its memory: {error}, in line {line}")
    if isinstance(error, RecursionError):
        return N_("your code calls itself too deeply: {error}, in line {line}")
    if isinstance(error, SystemExit):
        return N_("your code has ended itself: {error}, in line {line}")
    return N_("{error}, in line {line}")


def solving(puzzle: Puzzle, code: Code, most: int = MOST_STEPS) -> Generator[Progress, None, Tour]:
    """Return the tour that a reader's code finds, in slices: yields `Progress` between them.

    `NoTour` if that is known, `Undecided` after `most` steps or if the search ends without a tour,
    because the code may have skipped squares.
    """
    refute(puzzle)
    start = puzzle.board.squares[0] if puzzle.start is None else puzzle.start
    begun = Puzzle(puzzle.board, start, puzzle.end, puzzle.closed, puzzle.leaper)
    steps = 0
    for event in code.events(begun):
        if isinstance(event, Found):
            return Tour(puzzle.board, event.path, puzzle.closed, puzzle.leaper)  # type: ignore[arg-type]
        steps += 1
        if steps >= most:
            raise Undecided(
                Sentence("your code has found no tour in {n:,} steps", n=steps), {"steps": steps}
            )
        if steps % 1024 == 0:
            yield Progress("search")
    raise Undecided(
        Sentence("your search ended without a tour, after {n:,} steps", n=steps), {"steps": steps}
    )


def _foreign(board: Board, square: Any) -> str:
    if type(square) is int and 0 <= square < board.rows * board.columns:
        return Sentence("{square} is not among the choices", square=board.name(square))
    return Sentence(
        "{square} is not among the choices, which are squares as numbers",
        square=representation(square),
    )


EVENTS = (Visit, Backtrack, Found)


class EventValidator:
    """Follows the events of a search on a path; `ValueError` for an event that is not valid."""

    def __init__(
        self, graph: Graph[Any], board: Board, start: Square, ends: Collection[Any]
    ) -> None:
        self._graph, self._board, self.start, self.ends = graph, board, start, ends
        self._began = False
        self.path: dict[Square, bool] = {}

    def take(self, event: object) -> None:
        """Apply an event to the path."""
        match event if type(event) in EVENTS else None:  # a subclass could do anything
            case Visit(square):
                self.visit(square)
            case Backtrack(square):
                self.leave(square)
            case Found(path):
                self.find(path)
            case _:
                raise value_error(
                    "{event} is no event; yield Visit, Backtrack or Found",
                    event=representation(event),
                )

    def visit(self, square: Any) -> None:
        """Extend the path by a knight's move to an unvisited square."""
        board = self._board
        if type(square) is not int or square not in board:
            raise value_error(
                "{square} is not a square of {board}", square=representation(square), board=board
            )
        if not self.path:
            return self._begin(square)
        last = next(reversed(self.path))
        if square in self.path:
            raise value_error("{square} is on the path already", square=board.name(square))
        if square not in self._graph[last]:
            raise value_error(
                "the path jumps from {one} to {other}, which is no move of the knight",
                one=board.name(last),
                other=board.name(square),
            )
        self.path[square] = True
        return None

    def leave(self, square: Any) -> None:
        """Remove the last square from the path."""
        if not self.path:
            raise value_error("the search goes back, and its path is empty")
        last = next(reversed(self.path))
        known = type(square) is int and square in self._board
        if not known or square != last:
            raise value_error(
                "the search goes back from {square}, and stands on {last}",
                square=self._board.name(square) if known else representation(square),
                last=self._board.name(last),
            )
        del self.path[square]

    def find(self, path: Any) -> None:
        """Check that `path`, a tuple or list of squares, is the current path and a tour."""
        board, total = self._board, len(self._graph)
        squares = type(path) in (tuple, list) and all(type(square) is int for square in path)
        if not squares or tuple(path) != tuple(self.path):
            raise value_error("the tour that was found is not the path of the search")
        if len(self.path) < total:
            raise value_error(
                "this is no tour: it has {n:,} of {total:,} squares", n=len(self.path), total=total
            )
        last = next(reversed(self.path))
        if last not in self.ends:
            raise value_error(
                "this is no such tour: it may not end on {last}", last=board.name(last)
            )

    def _begin(self, square: Square) -> None:
        if self._began or square != self.start:
            raise value_error(
                "the search begins on {square}; it is to begin on {start}, once",
                square=self._board.name(square),
                start=self._board.name(self.start),
            )
        self._began = True
        self.path[square] = True


def representation(value: Any) -> str:
    """Return the short `repr` of a value; its type's name if `repr` fails."""
    try:
        text = short(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a reader's __repr__
        text = type(value).__name__
    return text.encode("utf-8", "backslashreplace").decode()
