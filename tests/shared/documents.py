"""The documents, such as README and docs/: their code blocks, headings and links."""

import re
from collections.abc import Iterator
from pathlib import Path

from web.make.steps import ROOT

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]*`")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)


def papers() -> list[Path]:
    """Return every document: README and those beside it, then docs/."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def fences(kind: str) -> Iterator[str]:
    """Yield the code blocks of a kind ("html", "sh") in all documents."""
    for paper in papers():
        found = _FENCE.findall(paper.read_text("utf-8"))
        yield from (text for name, text in found if name == kind)


def links(paper: Path) -> Iterator[str]:
    """Yield the targets of the links and pictures of a document."""
    text = _FENCE.sub("", paper.read_text("utf-8"))
    yield from _LINK.findall(_CODE.sub("", text))


def anchors(paper: Path) -> set[str]:
    """Return the anchors of a document's headings, in the form that hosts of repositories use.

    An anchor is in lower case, without punctuation, with a hyphen for each space. That of a
    repeated heading ends in -1.
    """
    seen = dict[str, int]()
    found = set[str]()
    for heading in _HEADING.findall(_FENCE.sub("", paper.read_text("utf-8"))):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        name = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        number = seen[name] = seen.get(name, -1) + 1
        found.add(f"{name}-{number}" if number else name)
    return found
