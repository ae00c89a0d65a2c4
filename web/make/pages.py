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
from web import famous
from web.draw import board
from web.draw.timeline import timeline
from web.make import posters
from web.make.wrap import AFTER_BLOCK, inert_blocks, part_links, policy, script_files
from web.question.question import Question
from web.search.context import of_run
from web.search.run import Run
from web.view import words
from web.view.panels import PANELS

WEB = Path(__file__).parent.parent
#: The scripts that stand in the page, in their order; the first before its body.
SCRIPTS: tuple[str, ...] = ("early.js", "drawing.js", "poster.js", "older.js", "boot.js")
SCRIPTS += ("paint.js", "save.js", "frame.js")
Shipped = Callable[[str], str]
START = (
    "from web.app import main; await main()"  # the PyScript program; web/app.py is a module of it
)


def program(root: Path) -> dict[str, str]:
    """Return the modules that run in the page: path -> source."""
    paths = (
        path for package in ("kt_core", "web") for path in sorted((root / package).rglob("*.py"))
    )
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in paths
        if WEB / "make" not in path.parents
    }


def site(parts: Mapping[str, str], shipped: Shipped) -> dict[str, str]:
    """Return the files of dist/, name -> text, around the packed parts of the runtime."""
    beside = script_files(parts)
    one = document(shipped, after=inert_blocks(parts))
    cached = document(shipped, before=part_links(beside))
    return {"knights-tour.html": one, "index.html": cached, **beside}


def document(shipped: Shipped, *, before: str = "", after: str = "") -> str:
    """Return a page: complete and pretty before Python runs, and without it.

    The payload stands before the boot script, which reads the list of it, or after, as blocks.
    `shipped` returns a file of web/ as it is shipped, by its name.
    """
    early, drawing, poster, older, boot, *rest = texts = [shipped(name) for name in SCRIPTS]
    known = f'<script type="application/json" id="posters">{posters.data()}</script>'
    program = f'<script type="py" id="program">{START}</script>'
    parts = (
        f"{known}\n<script>{drawing}</script>\n<script>{poster}</script>\n{program}",
        f"{before}\n<script nomodule>{older}</script>\n<script>{boot}</script>",
        *(f"<script>{each}</script>" for each in rest),
        after,
    )
    rules = policy([*texts, AFTER_BLOCK])
    slots = {
        "policy": f'<meta http-equiv="Content-Security-Policy" content="{rules}">',
        "early": f"<script>{early}</script>",
        "style": board.tokens() + shipped("style.css"),
        "scripts": "\n".join(parts),
    }
    return filled((WEB / "index.html").read_text(encoding="utf-8"), {**drawn(), **slots})


def drawn() -> dict[str, str]:
    """Return what the page shows first, from the functions that the page itself calls later."""
    question, run = Question(), first_run()
    outcome, record = run.outcome(), run.record
    about = of_run(run)
    frame = "".join(f' {name}="{value}"' for name, value in board.frame(question).items())
    return {
        "icon": quote(icon()),
        "knight": svg.KNIGHT,
        "frame": frame,
        "board": board.board(question, outcome),
        "options": board.options(question),
        "famous": famous.options(),
        "rivals": board.rivals(),
        "hint": words.hint(question),
        "answer": words.answer(question, outcome),
        "facts": words.facts(question),
        "rail": timeline(about, len(record)),
        "steps": str(len(record)),
        "squares": words.reached(question, record.at(len(record))),
        "panel": PANELS["code"](about, record.at(len(record))),
    }


def first_run() -> Run:
    """Return the search that answers the question that the page opens with."""
    run = Run(Question())
    while run.advance(1_000):
        pass
    return run


def icon() -> str:
    """Return the knight as an icon."""
    fill = colours.light("accent")
    knight = f'<path fill="{fill}" fill-rule="evenodd" d="{svg.KNIGHT}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{knight}</svg>'


def filled(template: str, slots: Mapping[str, str]) -> str:
    """Return the template with each `<!-- name -->` replaced by its text, each at least once.

    >>> filled("<p><!-- answer --></p>", {"answer": "42"})
    '<p>42</p>'
    """
    names = set(re.findall(r"<!-- (\w+) -->", template))
    if names != set(slots):
        raise ValueError(
            f"web/index.html has the slots {sorted(names)}, and the build fills {sorted(slots)}"
        )
    return re.sub(r"<!-- (\w+) -->", lambda slot: slots[slot[1]], template)
