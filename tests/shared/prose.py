"""The prose of the project for the tests of its style: docstrings, comments and documents."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.shared.documents import papers
from web.make.steps import ROOT

#: Words with a plainer alternative: see "Style" in CONTRIBUTING.md.
AVOIDED = (
    r"told|said|asked|kept|stands|whatever|lets?|anew|heed(?:ed|s)?|own(?:s|ed)? up|fate"
    r"|as it is(?!\s+\w)|comes? to|goes by|of (?:its|their|his|your) own|for good|what is"
)
_AVOIDED = re.compile(rf"\b(?:{AVOIDED})\b", re.IGNORECASE)
#: Blocks of code and generated parts, which are removed first.
_BLOCKS = re.compile(r"^```.*?^```|<!-- made.*?<!-- end -->", re.MULTILINE | re.DOTALL)
#: Code, quotations, targets of links, doctests, and the mathematical "let A be".
_EXCEPTED = re.compile(
    r"`[^`]+`|“[^”]*”|\"[^\"]*\"|\]\([^)]*\)|^\s*>>> .*$|\b[Ll]et [A-Z]\b", re.MULTILINE
)
#: Beginnings of a docstring that do not name the value or the action.
_UNCLEAR = re.compile(
    r"(?:(?:Return|Yield) (?:what|how|whether|which|where|who|why)|Let|Say|Tell)\b"
)
#: Words at the beginning of a comment that only continues the code before it or the line above.
_CONTINUES = re.compile(
    r"(?:#|//|/\*)\s*(?:after|and|as|at|because|before|but|by|except|for|from|if|in|of|on|or|since|than|that"
    r"|to|until|where|which|while|whose|with|without)\b"
)


def sources(folder: str) -> Iterator[Path]:
    """Yield the Python files in a folder; or the path itself, if it is a file."""
    path = ROOT / folder
    yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a file, each with its line."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree(path)):
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, text


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments of a file, each with its line."""
    for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def avoided_words(text: str) -> list[str]:
    """Return the avoided words of a text, without code and quotations."""
    return _AVOIDED.findall(_EXCEPTED.sub("", _BLOCKS.sub("", text)))


def faults(folder: str) -> Iterator[str]:
    """Yield the faults of docstrings and comments in a folder, each with its place."""
    for path in sources(folder):
        lines = path.read_text("utf-8").splitlines()
        described, noted = [*docstrings(path)], [*comments(path)]
        found = [(line, word) for line, text in described + noted for word in avoided_words(text)]
        found += [(line, text.splitlines()[0]) for line, text in described if _UNCLEAR.match(text)]
        after_code = (each for each in noted if not lines[each[0] - 1].lstrip().startswith("#"))
        found += [(line, text) for line, text in after_code if _CONTINUES.match(text)]
        yield from (f"{path.relative_to(ROOT)}:{line}: {text}" for line, text in found)


def faults_in_scripts() -> Iterator[str]:
    """Yield the comments in scripts and style sheets that continue the code before them."""
    for path in sorted((ROOT / "web").rglob("*.*")):
        if path.suffix in (".css", ".js", ".mjs"):
            for line, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
                found = re.search(r"\S.*?\s(//|/\*)\s.*", text)
                if found and _CONTINUES.match(text[found.start(1) :]):
                    yield f"{path.relative_to(ROOT)}:{line}: {text.strip()}"


def faults_in_documents() -> Iterator[str]:
    """Yield the avoided words in README, CONTRIBUTING, CHANGELOG and docs/."""
    for path in papers():
        for word in avoided_words(path.read_text("utf-8")):
            yield f"{path.relative_to(ROOT)}: {word}"
