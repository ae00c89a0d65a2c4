"""The two pages of dist/: the template, filled with kt_core's drawings and the runtime.

knights-tour.html carries everything; index.html is the same page with its payload beside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote

from kt_core import svg
from kt_core.drawing import colours
from web.draw.theme import tokens
from web.make.chapter import styles
from web.make.fill import filled
from web.make.licences import LICENCES
from web.make.posters import index, shown
from web.make.wrap import AFTER_BLOCK, file_lists, inert_blocks, inert_text, policy, script_files
from web.question.question import Question
from web.state.state import State
from web.view import examples, form
from web.view.presets import presets
from web.view.table import seen

WEB = Path(__file__).parent.parent
#: The scripts that stand in the page, in their order; the first before its body.
SCRIPTS: tuple[str, ...] = ("early.js", "show.js", "older.js", "boot.js", "poster.js", "chapter.js")
SCRIPTS += ("paint.js", "save.js", "frame.js")
Shipped = Callable[[str], str]
START = (
    "from web.app import main; await main()"  # the PyScript program; web/app.py is a module of it
)


def program(root: Path) -> dict[str, str]:
    """Return the modules that run in the page, and the texts that they read: path -> source."""
    paths = (
        path for package in ("kt_core", "web") for path in sorted((root / package).rglob("*.py"))
    )
    texts = sorted((root / "web/chapter").rglob("*.*"))
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in (*paths, *texts)
        if WEB / "make" not in path.parents
    }


def site(
    parts: Mapping[str, str],
    posters: Mapping[str, str],
    shipped: Shipped,
    licences: str,
    chapter: str,
) -> dict[str, str]:
    """Return the files of dist/, name -> text, around the packed parts and posters."""
    beside, boards = script_files(parts), script_files(posters)
    blocks = f"{inert_text('licences', licences)}\n{inert_blocks({**posters, **parts})}"
    one = document(shipped, chapter, after=blocks)
    cached = document(shipped, chapter, before=file_lists(payload=beside, groups=boards))
    pages = {"knights-tour.html": one, "index.html": cached, LICENCES: licences}
    return {**pages, **beside, **boards}


def document(shipped: Shipped, chapter: str, *, before: str = "", after: str = "") -> str:
    """Return a page: complete and pretty before Python runs, and without it.

    The lists of files stand before the scripts that read them, the packed parts after, as blocks.
    `shipped` returns a file of web/ as it is shipped, by its name.
    """
    early, show, older, boot, *rest = texts = [shipped(name) for name in SCRIPTS]
    known = f'<script type="application/json" id="posters">{index()}</script>'
    program = f'<script type="py" id="program">{START}</script>'
    parts = (
        f"{before}\n{known}\n<script>{show}</script>\n{program}",
        f"<script nomodule>{older}</script>\n<script>{boot}</script>",
        *(f"<script>{each}</script>" for each in rest),
        after,
    )
    rules = policy([*texts, AFTER_BLOCK])
    slots = {
        "policy": f'<meta http-equiv="Content-Security-Policy" content="{rules}">',
        "icon": quote(icon()),
        "knight": svg.KNIGHT,
        "orderings": form.options(Question().ordering),
        "rivals": form.rivals(),
        "presets": presets(),
        "famous": examples.options(),
        "chapter": chapter,
        "style": tokens() + shipped("style.css") + styles(),
        "early": f"<script>{early}</script>",
        "scripts": "\n".join(parts),
    }
    template = (WEB / "index.html").read_text(encoding="utf-8")
    return slotted(filled(template, seen(first())), slots)


def first() -> State:
    """Return the state that the page opens with."""
    state = shown("")
    assert state
    return state


def icon() -> str:
    """Return the knight as an icon."""
    fill = colours.light("accent")
    knight = f'<path fill="{fill}" fill-rule="evenodd" d="{svg.KNIGHT}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{knight}</svg>'


def slotted(template: str, slots: Mapping[str, str]) -> str:
    """Return the template with each `<!-- name -->` replaced by its text, each at least once.

    >>> slotted("<p><!-- answer --></p>", {"answer": "42"})
    '<p>42</p>'
    """
    names = set(re.findall(r"<!-- (\w+) -->", template))
    if names != set(slots):
        raise ValueError(
            f"web/index.html has the slots {sorted(names)}, and the build fills {sorted(slots)}"
        )
    return re.sub(r"<!-- (\w+) -->", lambda slot: slots[slot[1]], template)
