"""The two pages of dist/: the template, filled with kt_core's drawings and the runtime.

knights-tour.html carries everything; index.html is the same page with its payload beside it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from kt_core import colours, svg
from web import famous, page, words
from web.context import of_run
from web.make import posters
from web.make.wrap import AFTER_BLOCK, inert_blocks, part_links, policy, script_files
from web.panels import PANELS
from web.question import Question
from web.run import Run
from web.timeline import timeline

WEB = Path(__file__).parent.parent
START = (
    "from web.app import main; await main()"  # the PyScript program; web/app.py is a module of it
)


def program(root: Path) -> dict[str, str]:
    """Return the modules that run in the page: path -> source."""
    paths = (
        path for package in ("kt_core", "web") for path in sorted((root / package).glob("*.py"))
    )
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def site(parts: Mapping[str, str]) -> dict[str, str]:
    """Return the files of dist/, name -> text, around the packed parts of the runtime."""
    beside = script_files(parts)
    one, cached = document(after=inert_blocks(parts)), document(before=part_links(beside))
    return {"knights-tour.html": one, "index.html": cached, **beside}


def document(*, before: str = "", after: str = "") -> str:
    """Return a page: complete and pretty before Python runs, and without it.

    The payload stands before the boot script, which reads the list of it, or after, as blocks.
    """
    names = ("early.js", "older.js", "boot.js", "paint.js", "save.js", "guest.js")
    early, older, boot, paint, save, guest = map(_read, names)
    drawing, poster = map(_read, ("drawing.js", "poster.js"))
    program = f'<script type="py" id="program">{START}</script>'
    starting = f"<script nomodule>{older}</script>\n<script>{boot}</script>"
    painting = "\n".join(f"<script>{each}</script>" for each in (paint, save, guest))
    known = f'<script type="application/json" id="posters">{posters.data()}</script>'
    posting = f"{known}\n<script>{drawing}</script>\n<script>{poster}</script>"
    scripts = (early, drawing, poster, older, boot, paint, save, guest, AFTER_BLOCK)
    rules = policy(list(scripts))
    slots = {
        "policy": f'<meta http-equiv="Content-Security-Policy" content="{rules}">',
        "early": f"<script>{early}</script>",
        "scripts": f"{posting}\n{program}\n{before}\n{starting}\n{painting}\n{after}",
    }
    return filled(_read("index.html"), {**drawn(), **slots})


def drawn() -> dict[str, str]:
    """Return what the page shows first, from the functions that the page itself calls later."""
    question, run = Question(), first_run()
    outcome, record = run.outcome(), run.record
    about = of_run(run)
    frame = "".join(f' {name}="{value}"' for name, value in page.frame(question).items())
    return {
        "style": page.tokens() + _read("style.css"),
        "icon": quote(icon()),
        "knight": svg.KNIGHT,
        "frame": frame,
        "board": page.board(question, outcome),
        "options": page.options(question),
        "famous": famous.options(),
        "rivals": page.rivals(),
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


def _read(name: str) -> str:
    return (WEB / name).read_text(encoding="utf-8")
