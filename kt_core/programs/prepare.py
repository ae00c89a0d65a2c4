"""Convert a program's text, or a notebook, to Python 3, without marks of a notebook or shell.

Python 2, as in old books, is converted in two steps: first tokens, then the syntax tree.
"""

from __future__ import annotations

import ast
import functools
import io
import re
import tokenize
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, cast

from kt_core.files.reader import code_of_notebook, is_python
from kt_core.language import N_, Sentence

_MAGIC = re.compile(r"^\s*(%|!)")
_PROMPT = re.compile(r"^\s*(>>>|\.\.\.)( |$)")
_CELL = re.compile(r"^\s*(In|Out)\s*\[[\d ]*\]:\s?")

PRINT = N_("This is Python 2: print is a function today; write print(x) for print x.")
EXCEPT = N_("This is Python 2: write except Error as e for except Error, e.")
RAISE = N_("This is Python 2: write raise Error(text) for raise Error, text.")
UNEQUAL = N_("This is Python 2: write != for <>.")
NUMBER = N_("This is Python 2: write 10 for 10L, and 0o17 for 017.")
TABS = N_("Tabs and spaces were mixed; each tab was read as up to eight spaces, as Python 2 does.")
ENDS = (tokenize.NEWLINE, tokenize.ENDMARKER, tokenize.COMMENT)  # tokens after a statement
BLANK = (tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
NESTING = dict.fromkeys("([{", 1) | dict.fromkeys(")]}", -1)


def parse_program(source: str) -> tuple[str, ast.Module, list[Sentence]]:
    """Return a program as Python 3, its syntax tree, and notes on changes; may raise `SyntaxError`.

    Lines keep their numbers.
    """
    source = (code_of_notebook(source) or source).lstrip("\ufeff")
    text, notes = _without_marks(source.replace("\r\n", "\n").replace("\r", "\n"))
    try:
        return text, _tree(text), notes
    except SyntaxError as error:
        python3, changes = _as_python3(text)
        if not changes:
            raise
        try:
            tree = cast("ast.Module", _OldMeanings().visit(_tree(python3)))
        except SyntaxError:
            raise error from None
        return python3, ast.fix_missing_locations(tree), [*notes, *changes]


def _tree(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except (ValueError, RecursionError, MemoryError) as error:  # a null byte, or deep nesting
        raise SyntaxError(str(error) or "the program is nested too deeply") from None


def _without_marks(text: str) -> tuple[str, list[Sentence]]:
    lines, notes = text.split("\n"), []
    has_prompts = any(_PROMPT.match(line) and line.lstrip()[0] == ">" for line in lines)
    if has_prompts and not is_python(text):
        lines = [_PROMPT.sub("", line) if _PROMPT.match(line) else f"# {line}" for line in lines]
        notes.append(Sentence("The prompts of Python's shell were left out."))
    lines = [_CELL.sub("", line) for line in lines]
    commands = [line for line in lines if _MAGIC.match(line)]
    if commands:
        lines = [re.sub(r"\S.*", "pass", line) if _MAGIC.match(line) else line for line in lines]
        notes.append(
            Sentence(
                "{line} is a notebook's own command; it was left out.", line=commands[0].strip()
            )
        )
    return "\n".join(lines), notes


def _as_python3(text: str) -> tuple[str, list[Sentence]]:
    """Return a text of Python 2 as Python 3, with notes on the changes; other texts unchanged."""
    notes: dict[str, None] = {}
    if any("\t" in line[: len(line) - len(line.lstrip())] for line in text.split("\n")):
        with_spaces = "\n".join(_with_spaces(line) for line in text.split("\n"))
        if with_spaces != text and not is_python(text):
            text, notes[TABS] = with_spaces, None
            if is_python(text):
                return text, [Sentence(TABS)]
    text = _without_odd_characters(text, notes)
    try:
        tokens = [*tokenize.generate_tokens(io.StringIO(text).readline)]
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return text, []
    words, gaps = [token.string for token in tokens], [*_gaps(text, tokens)]
    for statement in _statements(tokens):
        _convert(words, statement, notes)
    changed = "".join(part for pair in zip(gaps, words, strict=True) for part in pair)
    return changed, [Sentence(note) for note in notes]


def _gaps(text: str, tokens: Sequence[tokenize.TokenInfo]) -> Iterator[str]:
    """Yield the text before each token, where there is no token."""
    lines, last = text.split("\n"), 0
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    for token in tokens:
        (row, column), (end_row, end) = token.start, token.end
        yield text[last : starts[row - 1] + column]
        last = max(last, starts[end_row - 1] + end)


def _with_spaces(line: str) -> str:
    body = line.lstrip(" \t")
    return line[: len(line) - len(body)].expandtabs(8) + body


def _without_odd_characters(text: str, notes: dict[str, None]) -> str:
    """Return the text with Python 3's notation for 10L, 017 and `x` in backquotes."""
    changed = re.sub(r"\b(\d+)[lL]\b", r"\1", text)
    changed = re.sub(r"(?<![\w.])0(\d+)\b(?![.])", r"0o\1", changed)
    if changed != text:
        notes[NUMBER] = None
    return re.sub(r"`([^`\n]+)`", r"repr(\1)", changed)


def _statements(tokens: Sequence[tokenize.TokenInfo]) -> Iterator[list[int]]:
    """Yield the tokens of each simple statement, and of each head of a compound one, as numbers."""
    statement, depth = list[int](), 0
    for number, token in enumerate(tokens):
        if token.type in ENDS or (not depth and token.string in (";", ":")):
            if statement:
                yield statement
            statement = []
        elif token.type not in BLANK:
            depth += NESTING.get(token.string, 0)
            statement.append(number)


def _convert(words: list[str], statement: list[int], notes: dict[str, None]) -> None:
    """Write a statement in Python 3."""
    first, *rest = statement
    keyword, comma = words[first], _comma(words, rest)
    for one, other in pairwise(statement):
        if words[one] + words[other] == "<>":
            words[one], words[other] = "!=", ""
            notes[UNEQUAL] = None
    if keyword == "print" and not _is_call(words, rest):
        notes[PRINT] = None
        _convert_print(words, first, rest, comma)
    elif keyword == "exec" and rest and words[rest[0]] != "(":
        words[first] = "exec("
        words[rest[-1]] += ")"
    elif keyword == "except" and comma:
        words[comma] = " as"
        notes[EXCEPT] = None
    elif keyword == "raise" and comma:
        words[comma] = "("
        words[rest[-1]] += ")"
        notes[RAISE] = None


def _comma(words: list[str], rest: list[int]) -> int:
    """Return the number of the first comma outside brackets, 0 if there is none."""
    depths = accumulate(NESTING.get(words[each], 0) for each in rest)
    pairs = zip(rest, depths, strict=True)
    return next((each for each, depth in pairs if words[each] == "," and not depth), 0)


def _convert_print(words: list[str], first: int, rest: list[int], comma: int) -> None:
    options = ""
    if rest and words[rest[-1]] == ",":
        words[rest[-1]], options = "", ', end=" "'
    if comma and words[rest[0]] == ">>":
        options += f", file={''.join(words[rest[0] + 1 : comma])}"
        words[rest[0] : comma + 1] = [""] * (comma + 1 - rest[0])
    words[first] = "print("
    words[rest[-1] if rest else first] += f"{options})"


def _is_call(words: list[str], rest: list[int]) -> bool:
    """Return True if exactly one pair of brackets follows, or if the name is no statement."""
    if not rest or words[rest[0]] != "(":
        return bool(rest) and words[rest[0]] in ("=", ".", ",", ")")
    depths = [*accumulate(NESTING.get(words[each], 0) for each in rest)]
    return 0 in depths and depths.index(0) == len(rest) - 1


class _OldMeanings(ast.NodeTransformer):
    """A transformer for Python 2's division and input, lists, and removed methods."""

    def _call(self, name: str, *values: ast.expr) -> ast.expr:
        return ast.Call(ast.Name(f"__kt_{name}__", ast.Load()), [*values], [])

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            return ast.copy_location(self._call("divide", node.left, node.right), node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div) and isinstance(node.target, ast.Name):
            value = self._call("divide", ast.Name(node.target.id, ast.Load()), node.value)
            return ast.copy_location(ast.Assign([node.target], value), node)
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id == "input" and isinstance(node.ctx, ast.Load):
            node.id = "__kt_old_input__"
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Name) and called.id in ("map", "filter", "zip", "range"):
            return ast.copy_location(self._call("list", node), node)
        if not isinstance(called, ast.Attribute):
            return node
        name, count = called.attr, len(node.args)
        if name in ("keys", "values", "items") and not count:
            return ast.copy_location(self._call("list", node), node)
        if name in ("iterkeys", "itervalues", "iteritems") and not count:
            called.attr = name.removeprefix("iter")
        elif name == "has_key" and count == 1:
            inside = ast.Compare(node.args[0], [ast.In()], [called.value])
            return ast.copy_location(inside, node)
        elif name == "next" and not count:
            return ast.copy_location(
                ast.Call(ast.Name("next", ast.Load()), [called.value], []), node
            )
        elif name == "sort":
            self._compare_by_key(node)
        return node

    def _compare_by_key(self, node: ast.Call) -> None:
        """Replace the comparison that is passed to `sort`, by position or as `cmp`."""
        if len(node.args) == 1:
            node.keywords.append(ast.keyword("cmp", node.args.pop()))
        for each in node.keywords:
            if each.arg == "cmp":
                each.arg, each.value = "key", self._call("key", each.value)


def _divide(one: Any, other: Any) -> Any:
    whole = type(one) in (int, bool) and type(other) in (int, bool)
    return one // other if whole else one / other


def _input_value(answer: str) -> Any:
    try:
        return ast.literal_eval(answer)
    except (ValueError, SyntaxError):
        return answer


def _note(notes: list[Sentence], template: str) -> None:
    if not any(str(each) == template for each in notes):
        notes.append(Sentence(template))


def builtins_of_python2(notes: list[Sentence], read: Callable[[object], str]) -> dict[str, Any]:
    """Return the functions of Python 2 that Python 3 lacks; the first use of each is noted."""
    note = functools.partial(_note, notes)

    def xrange(*arguments: int) -> range:
        note(N_("xrange is Python 2; write range."))
        return range(*arguments)

    def raw_input(prompt: object = "") -> str:
        note(N_("raw_input is Python 2; write input."))
        return read(prompt)

    def old_input(prompt: object = "") -> Any:
        note(N_("input is different in Python 2: it evaluates the answer; write int(input())."))
        return _input_value(read(prompt))

    def key_of(compare: Any) -> Any:
        note(N_("Sorting by a comparison is Python 2; write key=functools.cmp_to_key(compare)."))
        return None if compare is None else functools.cmp_to_key(compare)

    def sorted_as_before(items: Any, *compare: Any, cmp: Any = None, **options: Any) -> Any:
        if compare or cmp is not None:
            options["key"] = key_of(compare[0] if compare else cmp)
        return sorted(items, **options)

    return {
        "xrange": xrange,
        "raw_input": raw_input,
        "unicode": str,
        "long": int,
        "basestring": str,
        "unichr": chr,
        "reduce": functools.reduce,
        "cmp": lambda one, other: (one > other) - (one < other),
        "sorted": sorted_as_before,
        "__kt_divide__": _divide,
        "__kt_list__": list,
        "__kt_key__": key_of,
        "__kt_old_input__": old_input,
    }
