"""Jobs: a worker runs a reader's code, of one of two kinds, and reports its progress in messages.

A message is bytes, so its size is known before it is read. The first byte gives the kind: JSON,
which begins with a brace, or numbers. `worker` lists the messages about a function and about a
program. The last message is {"done": true}. The page trusts none of them: see `feed`.

The code is a whole program, or has a function that the page calls.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kt_core.board import Board
from kt_core.own_search import SIGNATURES

BATCH_NUMBERS = 16_384  # limit for the numbers in one message
DEEPEST_CALLS = 1_400  # nested calls that fit in a browser's stack
#: Kinds of messages that are no JSON: see `worker`.
MOVES, NOTES, GROWTH, EVIDENCE = b"%", b"=", b"+", b"!"
Send = Callable[[bytes], object]


@dataclass
class Job:
    """The code to run, with its question and limits; `read` parses the page's text."""

    code: str
    board: Board
    starts: tuple[int, ...]
    end: int | None = None
    closed: bool = False
    prune: bool = True
    seed: int = 0
    steps: int = 20_000
    seconds: float = 10.0
    visits: int = 0  # limit for a program; 0 if the code has one of the page's functions
    arguments: tuple[str, ...] = ()  # a program's sys.argv
    answers: tuple[str, ...] = ()  # replies to a program's input()
    store: str = ""  # the key of the container to watch; "": the likeliest
    in_task: bool = False  # whether the code may import only what a task allows
    number: int = 0  # the board to show, of several
    call: str = ""  # a call to watch after an import of the program, as JSON; "" to run it

    @property
    def most_messages(self) -> int:
        """The largest number of messages that the job may send."""
        batches = 1 + 6 * max(self.steps, 2 * self.visits) // BATCH_NUMBERS
        return int(200 + 50 * self.seconds + (3 + batches) * len(self.starts))

    def to_json(self) -> str:
        """Return the text that `read` parses."""
        fields = {name: value for name, value in vars(self).items() if name != "board"}
        rows, columns = self.board.rows, self.board.columns
        return json.dumps(fields | {"holes": [*self.board.holes], "rows": rows, "columns": columns})


def read(text: str) -> Job:
    """Return the job of a text from the page."""
    fields = json.loads(text)
    board = Board(fields.pop("rows"), fields.pop("columns"), fields.pop("holes"))
    lists = {name: tuple(fields[name]) for name in ("starts", "arguments", "answers")}
    return Job(board=board, **fields | lists)


def as_json(**fields: Any) -> bytes:
    """Return these fields as a message."""
    return json.dumps(fields).encode()


# --- Kinds of code --------------------------------------------------------------------------------

_SEARCH = re.compile(r"^(?:def\s+search\s*\(|search\s*=)", re.MULTILINE)
_FUNCTION = re.compile(r"^(?:def\s+(?:order|search)\s*\(|(?:order|search)\s*=)", re.MULTILINE)


def function_in(text: str) -> str:
    """Return the function that the page calls: "order" or "search"; "" in a program.

    >>> function_in("def search(graph, start, ends): ..."), function_in("print(1)")
    ('search', '')
    """
    if is_program(text):
        return ""
    return "search" if _SEARCH.search(text) else "order"


@lru_cache(maxsize=4)  # views call it repeatedly with the same text
def is_program(text: str) -> bool:
    r"""Return True if a text runs as a program, because it has neither of the two functions.

    A student's `search(x, y, n)` that the text itself calls is part of a program.

    >>> is_program("print(1)"), is_program("def order(choices, onward, path, board): pass")
    (True, False)
    >>> is_program("def search(r, c, k): pass\nsearch(0, 0, 1)")
    True
    """
    if not _FUNCTION.search(text):
        return True
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not any(_is_called_by_the_page(node, tree) for node in tree.body)


def _is_called_by_the_page(node: ast.stmt, tree: ast.Module) -> bool:
    if isinstance(node, ast.Assign):  # order = functools.partial(…), for example
        return any(isinstance(each, ast.Name) and each.id in SIGNATURES for each in node.targets)
    if not isinstance(node, ast.FunctionDef) or node.name not in SIGNATURES:
        return False
    names = SIGNATURES[node.name]
    arguments = [argument.arg for argument in node.args.args]
    if arguments == [*names]:
        return True
    has_call = any(isinstance(each, (ast.Expr, ast.If)) and _calls(each) for each in tree.body)
    return not has_call


def _calls(node: ast.stmt) -> bool:
    return any(isinstance(each, ast.Call) for each in ast.walk(node))
