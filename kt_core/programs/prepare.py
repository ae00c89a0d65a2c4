"""A program's text as Python 3, without the marks of a notebook or an interpreter."""

from __future__ import annotations

import ast
import re

from kt_core.language import Sentence
from kt_core.programs import python2

_MAGIC = re.compile(r"^\s*(%|!)")
_PROMPT = re.compile(r"^\s*(>>>|\.\.\.)( |$)")
_CELL = re.compile(r"^\s*(In|Out)\s*\[[\d ]*\]:\s?")


def parse_program(source: str) -> tuple[str, ast.Module, list[Sentence]]:
    """Return a program as Python 3, its syntax tree, and notes on changes; may raise `SyntaxError`.

    Lines keep their numbers.
    """
    text, notes = _without_marks(source.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff"))
    try:
        return text, _tree(text), notes
    except SyntaxError as error:
        python3, changes = python2.as_python3(text)
        if not changes:
            raise
        try:
            tree = python2.with_old_meanings(_tree(python3))
        except SyntaxError:
            raise error from None
        return python3, tree, [*notes, *changes]


def _tree(text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except (ValueError, RecursionError, MemoryError) as error:  # a null byte, or far too nested
        raise SyntaxError(str(error) or "the program is nested too deeply") from None


def _without_marks(text: str) -> tuple[str, list[Sentence]]:
    lines, notes = text.split("\n"), []
    prompts = sum(1 for line in lines if _PROMPT.match(line))
    if prompts and any(line.lstrip().startswith(">>>") for line in lines):
        try:
            ast.parse(text)
        except SyntaxError:
            lines = [
                _PROMPT.sub("", line) if _PROMPT.match(line) else f"# {line}" for line in lines
            ]
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
