"""The evidence of a finished run: what it showed, what it did, and the reasons without a tour.

For a program that only defines functions or classes, it proposes a call to add.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kt_core.files.reader import advice_on, other_language
from kt_core.language import N_, Sentence, whole
from kt_core.programs.changes import is_plain
from kt_core.programs.evidence import (
    LONGEST_OUTPUT,
    MOST_VALUES,
    Evidence,
    WatchedBoard,
    WatchedStore,
)
from kt_core.programs.reasons import advice, dead_ends, kept_steps, mistakes, progress
from kt_core.programs.recognize import Store
from kt_core.programs.recording import Frame, FullPath
from kt_core.programs.run import Run
from kt_core.programs.squares import MISSING, Pair, items_of, plain
from kt_core.programs.verdict import STOPPED, Verdict, no_tour, verdict

MOST_ALTERNATIVES = 5
LEAST_ENTRIES = 3  # entries of the shortest path or board
MOST_TOGETHER = 8  # values that a function returns together


def evidence_of(run: Run) -> Evidence:
    """Return the evidence of a finished run."""
    recording, error, full, frames = run.recording, run.error, run.full_path(), run.frames()
    is_called = run.settings.call or (recording.visits and frames)
    names = [] if is_called else _names(run)
    found = Evidence(
        ended=run.ended,
        exit=run.exit if type(run.exit) in (int, str) else None,
        seconds=run.seconds,
        limit=run.settings.seconds if run.settings.seconds < 1e9 else 0.0,
        line=error.line if error else run.stopped_in,
        error=error.sentence if error else None,
        causes=_causes(run),
        trace=error.trace if error else "",
        question=run.question if run.ended == "input" else None,
        answers=tuple(answer for _prompt, answer in run.asked),
        printed=_printed(run),
        is_cut=run.output.count > LONGEST_OUTPUT,
        returned=returned_values(run),
        frames=tuple(frames),
        boards=tuple(_boards(run)),
        visits=recording.visits,
        is_undone=bool(recording.backtracks) and not recording.path,
        walked=tuple(full.squares) if full else (),
        walked_visits=full.visits if full else 0,
        stores=tuple(_stores(run, frames)),
        notes=tuple(run.notes),
        names=tuple(names),
        call=proposal(run.tree) if names else "",
    )
    reasons = tuple(_reasons(run, verdict(found), frames, full))
    return replace(found, reasons=reasons, start=_refuted_start(run, frames))


def _printed(run: Run) -> str:
    """Return the end of the output."""
    output = run.output
    whole = output.last if output.omitted_characters else output.first + output.last
    return whole[-LONGEST_OUTPUT:]


def returned_values(run: Run) -> tuple[list[Any], ...]:
    """Return the values that may be paths and that functions returned last, the last one last."""
    values = [*run.results.values()]
    match run.tree.body[-1:]:
        case [ast.Expr(ast.Name(name))]:  # a notebook shows it
            values.append(run.namespace.get(name))
    return tuple(each for value in values for each in _values_in(value))


def _values_in(value: Any) -> list[Any]:
    """Return a returned value, or those in a tuple or dict with a few results."""
    if found := _plain_result(value):
        return [found]
    inner = [*dict.values(value)] if type(value) is dict else items_of(value) or []
    few = inner if len(inner) <= MOST_TOGETHER else []
    return [found for each in few if (found := _plain_result(each))]


def _plain_result(value: Any) -> Any:
    """Return a plain value that may be a path, a board, or a list of several; None for others."""
    inner = plain(value)
    is_list = type(inner) is list and 0 < len(inner) <= MOST_VALUES
    return inner if _is_result(inner) or (is_list and all(map(_is_result, inner))) else None


def _is_result(value: Any) -> bool:
    """Return True if a plain value may be a path or a board."""
    return type(value) is list and len(value) >= LEAST_ENTRIES


#: Descriptions of the watched container by its kind.
WATCHING = {
    "matrix": N_("Watching {name}, a board of {size} where {empty} means empty"),
    "map": N_("Watching {name}, with an entry for each square, where {empty} means empty"),
    "visited": N_("Watching {name}, with an entry for each visited square"),
    "attribute": N_("Watching the attribute {name}, where {empty} means not visited"),
    "path": N_("Watching {name}, the squares of the path in order"),
    "set": N_("Watching {name}, the set of the visited squares"),
    "value": N_("Watching the path that {name} passes from call to call"),
    "call": N_("Watching the calls of a function with the square {name}"),
}


def description(store: Store, frame: Frame | None) -> Sentence:
    """Return a description of the watched container."""
    kind = "set" if store.is_unordered else store.kind
    kind = "visited" if kind == "map" and store.empty is MISSING else kind
    size = f"{frame.rows} × {frame.columns}" if frame else "?"
    name, empty = store.name or "a list", repr(store.empty) if is_plain(store.empty) else "empty"
    return Sentence(WATCHING[kind], name=name, size=size, empty=empty)


def _stores(run: Run, frames: list[Frame]) -> Iterator[WatchedStore]:
    """Yield the watched container, then the others that could be watched, the likeliest first."""
    others = [store for store in run.stores if store is not run.store][:MOST_ALTERNATIVES]
    for store in [run.store, *others] if run.store else []:
        sentence = description(store, frames[0] if frames else None)
        yield WatchedStore(store.key, store.kind, store.name, store.line, sentence)


def _boards(run: Run) -> Iterator[WatchedBoard]:
    for number, board in enumerate(run.recording.boards):
        if board.visits:
            frame = run.frame(number) or Frame(1, 1, is_known=False)
            yield WatchedBoard(frame, board.visits, board.backtracks, board.deepest)


def _names(run: Run) -> list[str]:
    """Return the functions and classes of a program that calls none and prints nothing."""
    if run.output.count or run.ended != "returned" or _has_calls(run.tree):
        return []
    return [name for node in run.tree.body if (name := getattr(node, "name", ""))][:4]


def _causes(run: Run) -> tuple[Sentence, ...]:
    """Return the usual cause of the run's error."""
    if run.error is None:
        return ()
    if run.error.name == "SyntaxError" and (language := other_language(run.source)):
        return (whole(advice_on(language)),)
    return (Sentence(run.error.cause),) if run.error.cause else ()


def _reasons(
    run: Run, judged: Verdict, frames: list[Frame], full: FullPath | None
) -> list[Sentence]:
    """Return the certain reasons why a run has no tour."""
    if judged.kind in ("tour", "many"):
        return []
    found, is_refuted = [*mistakes(run, full)], _refuted_start(run, frames) is not None
    if judged.kind == "wrong":
        if frames and judged.bad is not None and judged.board == frames[0].board:
            found += kept_steps(run, frames[0], (*judged.path, judged.bad))
        return found
    if not frames or (full and full.is_tour):
        return found
    if not (found or is_refuted):
        found += dead_ends(run, frames[0])
    if run.ended in STOPPED and run.recording.visits:
        rule = [] if is_refuted else [advice(run.recording, frames[0])]
        return [*progress(run.recording, frames[0]), *rule, *found]
    return found


def _refuted_start(run: Run, frames: list[Frame]) -> Pair | None:
    """Return the first square of a search that ended or was stopped, if no tour begins there."""
    recording, is_stopped = run.recording, run.ended in STOPPED
    if not recording.backtracks or not frames or (len(recording.path) > 1 and not is_stopped):
        return None
    first = next((event for event in recording.events if event > 0), 0)
    number = recording.path[0] if is_stopped and recording.path else first - 1
    start = recording.squares[number] if first else None
    return start if start and no_tour(start, frames[0]) else None


# --- A call to add --------------------------------------------------------------------------------

SIZE = 5  # rows and columns in a proposed call
_SIZE = re.compile(
    r"(n|m|size|(board|chess|bd)_?(size|board_size)?|bdsize|dim(ension)?s?|board_?dim|side|"
    r"(num_?|n_?)?(rows?|cols?|columns?)(_?count)?|width|height|w|h|nrows|ncols)",
    re.IGNORECASE,
)
_ZERO = re.compile(
    r"(s|start|init|initial|curr|current|cur|pos|position)?_?(x|y|r|c|i|j|row|col|column)_?(0|1)?"
    r"|(x|y|row|col|r|c)_?(start|pos|curr?|init)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"(start|pos|position|begin|origin|square|start_?(pos|position|square))", re.I)


def _has_calls(tree: ast.Module) -> bool:
    """Return True if the program calls a function outside definitions."""
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    outside = [node for node in tree.body if not isinstance(node, kinds)]
    calls = (node for each in outside for node in ast.walk(each) if isinstance(node, ast.Call))
    return any(getattr(call.func, "attr", "") != "testmod" for call in calls)


def proposal(tree: ast.Module) -> str:
    r"""Return a call of a function that no other uses; "" if its arguments are not known.

    >>> proposal(ast.parse("def solve_kt(n):\n    return n"))
    'print(solve_kt(5))'
    >>> proposal(ast.parse("def legal_moves(row, col, n): ..."))
    'print(legal_moves(0, 0, 5))'
    """
    used = {*_used_elsewhere(tree)}
    return next((call for name, call in _calls(tree) if name not in used), "")


def _used_elsewhere(tree: ast.AST, inside: str = "") -> Iterator[str]:
    """Yield the names that are used, except a function's name within itself."""
    for node in ast.iter_child_nodes(tree):
        name = node.name if isinstance(node, ast.FunctionDef) else inside
        used = getattr(node, "id", "") or getattr(node, "attr", "")
        if used and used != inside:
            yield used
        yield from _used_elsewhere(node, name)


def _calls(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield a name and a call for each function and method whose arguments can be guessed."""
    for node in reversed(tree.body):
        owner, skipped, functions = "", isinstance(node, ast.ClassDef), [node]
        if isinstance(node, ast.ClassDef):
            functions = node.body
            inits = [each for each in functions if getattr(each, "name", "") == "__init__"]
            arguments = _arguments(inits[0], 1) if inits else ""
            if arguments is None:
                continue
            owner = f"{node.name}({arguments})."
        for each in functions:
            arguments = _arguments(each, skipped)
            name = getattr(each, "name", "")
            if arguments is not None and not (owner and name.startswith("_")):
                yield name, f"print({owner}{name}({arguments}))"


def _arguments(function: ast.stmt, skipped: int) -> str | None:
    """Return arguments for a function's parameters; None if the name of one is unknown."""
    if not isinstance(function, ast.FunctionDef) or function.args.kwonlyargs:
        return None
    parameters = function.args.args[skipped:]
    names = [each.arg for each in parameters[: len(parameters) - len(function.args.defaults)]]
    # In solve(row, col) these may be numbers of rows and columns; beside a size, they are a square.
    has_size = any(_SIZE.fullmatch(each) and not _ZERO.fullmatch(each) for each in names)
    values = [_value(each, has_size=has_size) for each in names]
    return ", ".join(values) if all(values) else None


def _value(name: str, *, has_size: bool) -> str:
    """Return a value for a parameter, by its name; "" if that is unknown."""
    if _SIZE.fullmatch(name) and not (has_size and _ZERO.fullmatch(name)):
        return str(SIZE)
    return "0" if _ZERO.fullmatch(name) else "(0, 0)" if _PAIR.fullmatch(name) else ""
