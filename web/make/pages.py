"""The two pages of dist/: the template, filled with drawings and the runtime.

knights-tour.html contains everything; index.html is the same page with its payload in separate
files. Their content security policy forbids everything that they do not need.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from urllib.parse import quote

from kt_core import svg
from kt_core.drawing import colors
from kt_core.language import N_, _, in_each_language, languages, own_name
from web.chapter.book import without_prose
from web.chapter.content.numbers import with_numbers
from web.draw.patch import color_tokens
from web.lab.view import examples, form
from web.make.catalogs import vocabulary
from web.make.posters import fill, first, first_looks, index
from web.make.runtime import DATA, IN_PIECES, PARTS, START, pieces
from web.make.steps import ROOT, own_texts
from web.page.view import whole_patches
from web.question.question import Question
from web.share.course import with_slots
from web.share.lines import BYTE_ORDER_MARK

#: The script after each block, which passes it to boot.js while the browser reads the next one.
AFTER_BLOCK = "knightsTour.block()"
#: The function that receives a part, in the page and in its host page; the name must be unique.
TAKER = "knights-tour"

WEB = Path(__file__).parent.parent
#: The inline scripts of the page, in order; the first two precede its body.
SCRIPTS: tuple[str, ...] = ("older.js", "early.js", "show.js", "runtime.js", "texts.js")
SCRIPTS += (
    "chapter.js",
    "late.js",
    "offline.js",
    "boot.js",
    "frame.js",
    "unpack.js",
    "poster.js",
    "paint.js",
    "save.js",
)
Shipped = Callable[[str], str]
WHOLE = "whole"  # the text that `one_file_template` returns
MARK = "\0"  # encloses the name of the part in a placeholder

#: The sentence that is shown if the scripts of the page do not run.
UNSTARTED = N_(
    "Python has not started: the scripts of this page did not run. Either the site that shows the"
    " page forbids them, or the page was damaged on its way. Open it on its own, or get it again."
)
#: The sentence for readers who have switched JavaScript off.
STILL = N_(
    "The page asks its questions in Python, which runs in your browser. With JavaScript off it"
    " stays this figure: a knight’s tour on the ordinary board, found by Warnsdorff’s rule, which"
    " moves where the fewest onward moves are left. The line’s color runs with time, from the"
    " knight on a1 to the double ring."
)


#: Modules that only the command line or the build needs.
TERMINAL = ("kt_core/__main__.py", "kt_core/command", "kt_core/files/refutation.py")
WORKER, MANIFEST = "sw.js", "manifest.webmanifest"
ICONS = {f"icon-{side}.png": side for side in (192, 512)}


def program(root: Path) -> dict[str, bytes]:
    """Return the files that Python reads in the page: path -> source, text or compiled catalog."""
    paths = (
        path for package in ("kt_core", "web") for path in sorted((root / package).rglob("*.py"))
    )
    web = root / "web"
    folders = (web / name for name in ("chapter", "question", "share"))
    ours = [path for folder in folders for path in own_texts(folder)]
    ours += [root / "kt_core/gallery.txt", *sorted((root / "kt_core/locale").glob("[!.]*"))]
    left_out = {root / name for name in (*TERMINAL, "web/make")}
    return {
        path.relative_to(root).as_posix(): _content(path)
        for path in (*paths, *ours)
        if left_out.isdisjoint((path, *path.parents))
    }


def _content(path: Path) -> bytes:
    """Return a file's content; of a section of the chapter, only what figures and questions need.

    The chapter's HTML has the prose, which would take 15 kB in the snapshot of memory.
    """
    if path.suffix != ".md" or path.parents[1].name != "chapter":
        return path.read_bytes()
    text = without_prose(path.read_text(encoding="utf-8"))
    return with_numbers(text, path.parent.name).encode()


def one_file_template(texts: Iterable[str], shipped: Shipped) -> str:
    """Return the page in one file with a placeholder for each part, text and script.

    Both pages contain it, so that they can save the page in one file. It has placeholders for the
    scripts because both pages contain these anyway.
    """
    names = (*texts, WHOLE, *PARTS, DATA)
    page = document(shipped, after=inert_blocks({name: f"{MARK}{name}{MARK}" for name in names}))
    for number, name in enumerate(SCRIPTS):
        script, place = shipped(name), f"{MARK}{number}{MARK}"
        page = page.replace(f"<script>{script}</script>", f"<script>{place}</script>")
    return page


def site(
    whole: str, packed: Mapping[str, str], shipped: Shipped
) -> tuple[str, dict[str, str | bytes]]:
    """Return the page in one file, and the other page with its separate files: name -> content.

    `packed` has the parts and texts by name. Those in `PARTS` load first, some of them in pieces;
    all others load on demand. `whole` is the text from `one_file_template`.
    """
    parts: dict[str, str] = {}
    for name in PARTS:
        parts |= pieces(name, packed[name]) if name in IN_PIECES else {name: packed[name]}
    on_demand = {name: text for name, text in packed.items() if name not in PARTS}
    scripts = {str(i): shipped(name) for i, name in enumerate(SCRIPTS)}
    beside, later = script_files(parts), script_files(on_demand)
    one = assemble(whole, {**scripts, **packed})
    lists = file_lists(payload=beside, texts=later)
    page = document(shipped, before=lists, is_hosted=True)
    hosted: dict[str, str | bytes] = {"index.html": page, **beside, **later}
    return one, hosted | hosted_files(hosted, shipped(WORKER))


def assemble(whole: str, parts: Mapping[str, str]) -> str:
    """Return the page in one file, assembled in the same way as by js/save.js.

    >>> assemble(f"<p>{MARK}answer{MARK}</p>", {"answer": "42"})
    '<p>42</p>'
    """
    pieces = whole.split(MARK)
    return "".join(parts[piece] if i % 2 else piece for i, piece in enumerate(pieces))


def document(
    shipped: Shipped, *, before: str = "", after: str = "", is_hosted: bool = False
) -> str:
    """Return a page that is complete before Python runs and even if Python never runs.

    The lists of files precede the scripts that read them; the packed parts follow these scripts, as
    blocks. `shipped` returns a file of web/ in its final form, by name. A page that `is_hosted` may
    be cached: see offline.js.
    """
    older, early, show, runtime, *rest = texts = [shipped(name) for name in SCRIPTS]
    known = f'<script type="application/json" id="posters">{index()}</script>'
    program = f'<script type="py" id="program">{START}</script>'
    parts = (
        f"{known}\n<script>{show}</script>\n{program}",
        f'<script id="runtime">{runtime}</script>',
        *(f"<script>{each}</script>" for each in rest),
        after,
    )
    rules = policy([*texts, AFTER_BLOCK], is_hosted=is_hosted)
    slots = option_lists() | {
        "policy": f'<meta http-equiv="Content-Security-Policy" content="{rules}">',
        "icon": quote(icon()),
        "knight": svg.KNIGHT,
        "languages": switch(),
        "torn": json.dumps(plain(in_each(UNSTARTED)), ensure_ascii=False),
        "unstarted": in_each(UNSTARTED),
        "still": in_each(STILL),
        "style": color_tokens() + shipped("style.css"),
        "early": f"{words_element()}\n{before}\n<script>{older}</script>\n<script>{early}</script>",
        "scripts": "\n".join(parts),
    }
    lines = (WEB / "index.html").read_text(encoding="utf-8").splitlines()
    template = "\n".join(map(str.lstrip, lines))  # comments inside are for developers
    return BYTE_ORDER_MARK + with_slots(fill(template, whole_patches(first())), slots)


def option_lists() -> dict[str, str]:
    """Return the options of the page's lists, in the current language."""
    return {
        "orderings": form.options(Question().ordering),
        "rivals": form.rivals(),
        "templates": form.templates(),
        "known": examples.options(),
    }


def words_element() -> str:
    """Return the element with the translations that js/early.js needs."""
    known = {
        key: {"html": languages()[key], "words": words, "looks": first_looks(key)}
        for key, words in vocabulary(option_lists).items()
    }
    text = json.dumps(known, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="words">{text}</script>'


def switch() -> str:
    """Return the buttons for the language, each labeled in its own language."""
    return "".join(
        f'<button type="button" name="{key}" lang="{html}">{own_name(key)}</button>'
        for key, html in languages().items()
    )


def in_each(sentence: str) -> str:
    """Return a sentence in each language, joined."""
    texts = in_each_language(lambda: _(sentence)).items()
    return " ".join(f'<span lang="{languages()[key]}">{text}</span>' for key, text in texts)


def plain(html: str) -> str:
    """Return the text of some HTML.

    >>> plain('<span lang="en">It is.</span> <b>So</b>')
    'It is. So'
    """
    return re.sub("<[^>]*>", "", html)


def icon() -> str:
    """Return the knight as an icon."""
    fill = colors.light("accent")
    knight = f'<path fill="{fill}" fill-rule="evenodd" d="{svg.KNIGHT}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{knight}</svg>'


def inert_blocks(parts: Mapping[str, str]) -> str:
    """Return the parts as elements of the one-file page, of a type that no browser runs."""
    block = '<script type="text/plain" data-part="{}">{}</script><script>{}</script>'
    return "\n".join(block.format(name, text, AFTER_BLOCK) for name, text in parts.items())


def script_files(parts: Mapping[str, str]) -> dict[str, str]:
    """Return the parts as classic scripts, by names that a host may cache forever."""
    scripts = {name: f'self["{TAKER}"]("{name}","{text}")\n' for name, text in parts.items()}
    return {f"{name}-{short_hash(script)}.js": script for name, script in scripts.items()}


def file_lists(**files: Iterable[str]) -> str:
    """Return the elements that list the scripts that boot.js and texts.js insert."""
    element = '<script type="application/json" id="{}">{}</script>'
    return "\n".join(element.format(name, json.dumps(list(each))) for name, each in files.items())


def short_hash(text: str) -> str:
    """Twelve hexadecimal digits of the text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def policy(scripts: Iterable[str], *, is_hosted: bool = False) -> str:
    """The content security policy of a page with these inline scripts.

    With 'strict-dynamic' the boot script can insert the payload's scripts and the runtime, from
    files and blobs, on any host; no other script can run. Scripts may create workers, from blobs.
    A page that `is_hosted` may be cached and installed: sw.js and the manifest come from its own
    host.
    """
    hashes = " ".join(f"'{_digest(text)}'" for text in scripts)
    own = " 'self'" if is_hosted else ""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {hashes} 'strict-dynamic' 'wasm-unsafe-eval'",
            "style-src 'unsafe-inline'",
            f"img-src data: blob:{own}",
            f"worker-src blob:{own}",
            *(["manifest-src 'self'"] if is_hosted else []),
            "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def hosted_files(files: Mapping[str, str | bytes], worker: str) -> dict[str, str | bytes]:
    """Return the files beside index.html on a host; the service worker caches `files` too."""
    beside: dict[str, str | bytes] = {
        MANIFEST: manifest(),
        **{name: (ROOT / "web/icons" / name).read_bytes() for name in ICONS},
    }
    return {**beside, WORKER: service_worker({**files, **beside}, worker)}


def service_worker(files: Mapping[str, str | bytes], worker: str) -> str:
    """Return the script of a worker that caches these files; it changes with any of them.

    >>> service_worker({"a.js": "1"}, "go()")[:47]
    'const FILES={"a.js":"sha256-a4ayc/80/OGda4BO/1o'
    """
    digests = json.dumps(
        {name: _digest(data) for name, data in files.items()}, separators=(",", ":")
    )
    return f'const FILES={digests},VERSION="{short_hash(digests + worker)}";\n{worker}'


def manifest() -> str:
    """Return the manifest, with which a phone installs the page."""
    values = {
        "name": "Knight’s Tour",
        "id": "index.html",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": colors.light("paper"),
        "theme_color": colors.light("paper"),
        "icons": [
            {"src": name, "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
            for name, side in ICONS.items()
            for purpose in ("any", "maskable")
        ],
    }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _digest(data: str | bytes) -> str:
    content = data if isinstance(data, bytes) else data.encode()
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
