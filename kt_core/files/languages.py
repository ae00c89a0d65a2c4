"""Programs in other languages than Python, recognized by lines that only such programs have."""

from __future__ import annotations

import re

from kt_core.language import Sentence

MOST_READ = 20_000  # characters, from the beginning
#: The first pattern that is found decides.
_PATTERNS = {
    "C++": r"#include *<\w+>|using +namespace +\w+ *;|.{0,200}\bcout *<<",
    "C": r"#include *[<\"]\w+\.h[>\"]",
    "C#": r"using +System[\w.]* *;|.{0,200}\bConsole\.Write",
    "Java": r"public +(?:final +)?class +\w|import +java\.|.{0,200}\bSystem\.out\.print",
    "JavaScript": r"function +\w+ *\(.{0,200}\{ *$|.{0,200}\bconsole\.log *\(",
    "Go": r"package +main *$",
    "Rust": r"fn +main *\(|.{0,200}\bprintln! *\(",
    "Pascal": r"(?i:program +\w+ *;|.{0,200}\bwriteln *\()",
    "Haskell": r"module +\w+ +where|main +:: +IO|import +Data\.",
}
_LANGUAGES = {
    name: re.compile(f"^[ \t]*(?:{pattern})", re.MULTILINE) for name, pattern in _PATTERNS.items()
}


def other_language(text: str) -> str:
    r"""Return the language of a program that is not Python; "" if no line shows it.

    The text must be neither a tour nor Python: a string in a Python program may have any line.

    >>> other_language("#include <stdio.h>"), other_language("print(1)")
    ('C', '')
    """
    begin = text[:MOST_READ]
    return next((name for name, each in _LANGUAGES.items() if each.search(begin)), "")


def advice_on(language: str) -> Sentence:
    """Return the advice to an author of a program in another language."""
    return Sentence(
        "this looks like a program in {language}, and only Python runs here; run it elsewhere, and"
        " paste its output to have it checked",
        language=language,
    )
