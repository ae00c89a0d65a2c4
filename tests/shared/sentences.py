"""Every sentence of the sources with every value of its calls, found by static analysis.

A call such as `_("{square}, with {moves}.", moves=ways(n))` nests sentences: `ways` returns others.
`renderings` follows names, functions, tables and parameters a few levels deep. A value that it
cannot follow is replaced by a sample.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from string import Formatter
from typing import NamedTuple

from kt_core.language import _, current_language, ngettext, pgettext
from web.make.catalogs import CALLS, CONTEXT
from web.make.steps import ROOT

DEPTH = 6  # the depth to which nested calls and names are followed
MOST_TEXTS = 80  # the most texts of one expression
COUNTS = (0, 1, 2, 3, 11, 1234)
SAMPLE = "\u2042"  # a value without language
UNCHANGED = {
    "escape",
    "text_of",
    "typeset",
    "whole",
}  # functions that return the text of their argument
PLURALS = {"ngettext", "plural", "counted"}


class Module:
    """A module: its dotted name, its tree, and the origin of each imported name."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name, self.tree = name, tree
        self.origins: dict[str, str] = {}


class Place(NamedTuple):
    """The place of an expression: a module, and perhaps a function."""

    module: Module
    function: ast.FunctionDef | None


class Sources:
    """The functions of the sources by name, and all calls of each."""

    def __init__(self) -> None:
        self.functions: dict[str, list[tuple[Place, ast.FunctionDef]]] = defaultdict(list)
        self.methods: set[ast.FunctionDef] = set()
        self.calls: dict[str, list[tuple[Place, ast.Call]]] = defaultdict(list)
        #: A function or a module -> the expressions of each name that is set in it.
        self.values: dict[ast.AST, dict[str, list[ast.expr]]] = {}
        for room in ("kt_core", "web"):
            for path in sorted((ROOT / room).rglob("*.py")):
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                module = Module(name, ast.parse(path.read_text("utf-8")))
                self._read(module.tree, Place(module, None), ())

    def _read(self, node: ast.AST, place: Place, around: Sequence[ast.AST]) -> None:
        if isinstance(node, ast.FunctionDef | ast.Module):
            self.values[node] = defaultdict(list)
            around = (*around, node)
        if isinstance(node, ast.FunctionDef):
            self.functions[node.name].append((place, node))
            place = Place(place.module, node)
        self._note_names(node, place.module, around)
        if isinstance(node, ast.ClassDef):
            self.methods |= {each for each in node.body if isinstance(each, ast.FunctionDef)}
        if isinstance(node, ast.Call):
            self.calls[_name(node.func)].append((place, node))
        for child in ast.iter_child_nodes(node):
            self._read(child, place, around)

    def _note_names(self, node: ast.AST, module: Module, around: Sequence[ast.AST]) -> None:
        if isinstance(node, ast.ImportFrom) and node.module:
            for each in node.names:
                module.origins[each.asname or each.name] = node.module
        for name, value in _assigned(node):
            for scope in around:
                self.values[scope][name].append(value)


@cache
def sources() -> Sources:
    """Return the sources, parsed once."""
    return Sources()


def renderings() -> Iterator[str]:
    """Yield the texts of each sentence of the sources, in the current language."""
    for name in (*CALLS, CONTEXT):
        for place, call in sources().calls[name]:
            yield from _sentence(place, call, DEPTH)


def _sentence(place: Place, call: ast.Call, depth: int) -> Iterator[str]:
    """Yield the texts of a call that creates a sentence."""
    name = _name(call.func)
    heads = [_texts(place, each, depth, current_language()) for each in call.args]
    at = 1 if name in {CONTEXT, "translation", "counted"} else 0
    forms = heads[at + 1] if name in PLURALS and len(heads) > at + 1 else ()
    for place_of, template in enumerate(heads[at] if len(heads) > at else ()):
        form = forms[place_of] if place_of < len(forms) else template
        for values in _values(place, call, form, depth):
            if name == CONTEXT:
                yield pgettext(heads[0][0], template, **values)
            elif name in PLURALS:
                yield ngettext(template, form, int(str(values.pop("n", 2))), **values)
            else:
                yield _(template, **values)


def _values(place: Place, call: ast.Call, template: str, depth: int) -> Iterator[dict[str, object]]:
    """Yield values for the slots of a template."""
    given = {each.arg: each.value for each in call.keywords if each.arg}
    choices: dict[str, tuple[object, ...]] = {}
    for _text, name, form, _conversion in Formatter().parse(template):
        if not name:
            continue
        texts: tuple[str, ...] = ()
        if name in given and not form:
            texts = _texts(place, given[name], depth - 1, current_language())
        choices[name] = COUNTS if form or name == "n" else texts or (SAMPLE,)
    # Each value occurs once, not each combination: a word is doubled next to a single value.
    for turn in range(max(map(len, choices.values()), default=1)):
        yield {name: texts[turn % len(texts)] for name, texts in choices.items()}


@cache
def _texts(place: Place, expression: ast.expr, depth: int, language: str) -> tuple[str, ...]:
    """Return the possible texts of an expression; () if unknown."""
    if depth < 0:
        return ()
    found: dict[str, None] = {}
    for text in _each_text(place, expression, depth, language):
        found[text] = None
        if len(found) >= MOST_TEXTS:
            break
    return tuple(found)


def _each_text(place: Place, it: ast.expr, depth: int, language: str) -> Iterator[str]:
    match it:
        case ast.Constant(value=str(text)):
            yield text
        case ast.BinOp(left=one, right=other):
            before, after = (_texts(place, side, depth, language) for side in (one, other))
            yield from map("".join, product(before or (SAMPLE,), after or (SAMPLE,)))
        case ast.Name(id=name):
            yield from _texts_of_name(place, name, depth, language)
        case ast.Call():
            yield from _texts_of_call(place, it, depth, language)
        case _:
            for part in _alternatives(it):
                yield from _texts(place, part, depth, language)


def _alternatives(it: ast.expr) -> list[ast.expr]:
    """Return the parts of an expression that can be its value, or an item of it."""
    match it:
        case ast.IfExp(body=one, orelse=other):
            return [one, other]
        case ast.BoolOp(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            return parts
        case ast.Dict(values=parts):
            return parts
        case ast.Subscript(value=one) | ast.Starred(value=one) | ast.NamedExpr(value=one):
            return [one]
        case ast.GeneratorExp(elt=one) | ast.ListComp(elt=one):
            return [one]
    return []


def _texts_of_name(place: Place, name: str, depth: int, language: str) -> Iterator[str]:
    """Yield the texts of a variable, a parameter or a constant of the module."""
    scope = place.function or place.module.tree
    for value in sources().values[scope].get(name, ()):
        yield from _texts(place, value, depth - 1, language)
    if place.function:
        names = [each.arg for each in (*place.function.args.args, *place.function.args.kwonlyargs)]
        if name in names:
            for caller, value in _arguments(place, place.function, name, names.index(name)):
                yield from _texts(caller, value, depth - 1, language)
        else:
            yield from _texts_of_name(Place(place.module, None), name, depth, language)


def _arguments(
    place: Place, function: ast.FunctionDef, name: str, at: int
) -> Iterator[tuple[Place, ast.expr]]:
    """Yield the arguments of a function's calls for a parameter, by name or position."""
    for caller, call in sources().calls[function.name]:
        if any(found is function for _where, found in _functions(caller, call.func)):
            named = [each.value for each in call.keywords if each.arg == name]
            for value in named or call.args[at : at + 1]:
                yield caller, value


def _texts_of_call(place: Place, call: ast.Call, depth: int, language: str) -> Iterator[str]:
    name = _name(call.func)
    if name in CALLS or name == CONTEXT:
        if name == "N_":
            yield from _texts(place, call.args[0], depth, language)
        else:
            yield from _sentence(place, call, depth)
        return
    known = [] if name in UNCHANGED else _functions(place, call.func)
    for where, function in known:
        for node in ast.walk(function):
            if isinstance(node, ast.Return) and node.value:
                inner = Place(where.module, function)
                yield from _texts(inner, node.value, depth - 1, language)
    if not known:  # such as str.lower, or a type
        owner = [call.func.value] if isinstance(call.func, ast.Attribute) else []
        for each in (*call.args, *owner):
            yield from _texts(place, each, depth - 1, language)


def _functions(place: Place, function: ast.expr) -> list[tuple[Place, ast.FunctionDef]]:
    """Return the functions that a call may refer to, in its module or imported."""
    everywhere = sources().functions.get(_name(function), [])
    origins, home = place.module.origins, place.module.name
    match function:
        case ast.Name(id=name):
            home = origins.get(name, home)
        case ast.Attribute(value=ast.Name(id=name)) if name in origins:
            home = f"{origins[name]}.{name}"
        case _:
            return [each for each in everywhere if each[1] in sources().methods]
    return [each for each in everywhere if each[0].module.name == home]


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a statement sets, each with its expression."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case ast.AugAssign(target=ast.Name(id=name), value=value):
            yield name, value
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            yield name, value
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
            parts = value.elts if isinstance(value, ast.Tuple) else [value] * len(names)
            for each, part in zip(names, parts, strict=False):
                if isinstance(each, ast.Name):
                    yield each.id, part


def _name(function: ast.expr) -> str:
    return str(getattr(function, "id", getattr(function, "attr", "")))
