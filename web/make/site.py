"""Hooks for MkDocs, which makes a site from docs/: see mkdocs.yml.

The navigation is docs/README.md, which is also the first page. Links out of docs/ lead to files of
the repository, whose address is in the environment variable REPOSITORY.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

FIRST = Path(__file__).parents[2] / "docs/README.md"
_GROUP = re.compile(r"^\*\*(\w[^*]*)\*\*.*:\n\n((?:- .*\n)+)", re.MULTILINE)
_PAGE = re.compile(r"\[([^]]+)\]\(([\w-]+\.md)\)")


def pages(text: str) -> list[dict[str, Any]]:
    r"""Return the pages listed in a text, in groups with a bold name.

    >>> pages("**Learn**, slowly:\n\n- [One](one.md)\n- [Elsewhere](../two.md)\n")
    [{'Learn': [{'One': 'one.md'}]}]
    """
    groups = _GROUP.findall(text)
    return [{name: [{title: page} for title, page in _PAGE.findall(of)]} for name, of in groups]


def on_config(config: Any) -> Any:
    """Set the navigation of the site."""
    config.nav = [{"Overview": FIRST.name}, *pages(FIRST.read_text("utf-8"))]
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page whose links out of docs/ lead to the repository."""
    repository = os.environ.get("REPOSITORY", "/")
    return markdown.replace("](../", f"]({repository}/")
