"""Generated parts of docs/: the keys of the address, the command line, and docstrings.

`.venv/bin/python -m web.make.reference` updates the parts, each between two comments. A test fails
if a part is out of date. griffe2md reads the docstrings.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from griffe import Alias, GriffeLoader, Object
from griffe2md import render_object_docs

from kt_core.command.options import COMMANDS, FORMATS, OPTIONS
from kt_core.gallery import GALLERY
from kt_core.orderings import ORDERINGS
from web.chapter.text import sections
from web.lab.view.signs import KEYS as SIGNS
from web.make.steps import ROOT, write
from web.question import keys as keys_module
from web.question import question
from web.question.address import read
from web.question.keys import KEYS, LOCKS
from web.question.question import Question
from web.share.lines import lines

DOCS = ROOT / "docs"
WIDTH = 88  # characters in a line of a signature
#: Matches a generated part, with its name, between invisible comments.
_PART = re.compile(r"(<!-- made: (\w+) -->\n).*?(?=<!-- end -->)", re.DOTALL)
_DOCTEST = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)
_SIGNATURE = re.compile(r"(?<=```python\n)\w.*(?=\n```)")
_LOOK = {
    "docstring_style": None,
    "filters": ["!^_"],
    "heading_level": 3,
    "members_order": "source",
    "separate_signature": True,
    "show_bases": False,
    "show_if_no_docstring": False,
    "show_object_full_path": False,
    "show_root_full_path": False,
    "show_root_members_full_path": False,
    "show_signature_annotations": True,
    "show_submodules": False,
    "summary": False,
}


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    r"""Return a table in Markdown.

    >>> table(["key"], [["a|b"]])
    '| key |\n|---|\n| a\\|b |\n'
    """
    lines = [list(heads), *map(list, rows)]
    joined = [" | ".join(cell.replace("|", "\\|") for cell in line) for line in lines]
    rule = "|" + "---|" * len(lines[0]) + "\n"
    return rule.join("".join(f"| {line} |\n" for line in part) for part in (joined[:1], joined[1:]))


def names(each: Iterable[str]) -> str:
    """Return names as code, joined by commas."""
    return ", ".join(f"`{name}`" for name in each)


def keys() -> str:
    """Return a table of the address's keys for each purpose."""
    heads = ("key", "values", "default", "what it does")
    tables = defaultdict[str, list[Sequence[str]]](list)
    for key, meaning in zip(KEYS, _meanings(), strict=True):
        if len(meaning) < 3:
            raise ValueError(f"no comment in web/question/keys.py tells what {key.name} means")
        purpose, accepted, text, *default = meaning
        usual = default[0] if default else key.write(Question())
        tables[purpose].append((f"`{key.name}`", accepted.format_map(_constants()), usual, text))
    return "\n".join(f"### {name}\n\n{table(heads, rows)}" for name, rows in tables.items())


def _meanings() -> Iterator[Sequence[str]]:
    """Yield the comment above each row of the keys, split into fields."""
    rows = Path(keys_module.__file__).read_text("utf-8").partition("KEYS: ")[2]
    for comment in re.findall(r"((?:^ {4}#: .*\n)*)^ {4}\w+\(", rows, re.MULTILINE):
        yield " ".join(re.findall("#: (.*)", comment)).split(" | ")


@cache
def _constants() -> Mapping[str, object]:
    """Return the values for names in braces: numbers, and lists of names as code."""
    known = {**vars(question), "SECTIONS": sections()}
    numbers = {name: value for name, value in known.items() if isinstance(value, int)}
    lists = {n: names(value) for n, value in known.items() if isinstance(value, Mapping | tuple)}
    return numbers | lists


def reach() -> str:
    """Return a table: the keys of locks and tasks, and those that no message or attribute sets."""
    rows = (
        ("may be named by `lock`", names(name for name in LOCKS if name != "all")),
        ("cannot be set by a message", names(key.name for key in KEYS if not key.settable)),
        ("is no attribute of the element", names(key.name for key in KEYS if not key.attribute)),
        ("sets a task or determines its kind", names(key.name for key in KEYS if key.task)),
    )
    return table(("what", "keys"), rows)


def frame() -> str:
    """Return the HTML of a frame from the dialog "Share", on two lines."""
    question = read("#board=5x5&ordering=textbook")[0]
    line = lines(question, "https://host/knights-tour/index.html")["frame"]
    line = line.replace("https://host/", "").replace(" sandbox=", "\n  sandbox=")
    return f"```html\n{line}\n```\n"


def orderings() -> str:
    """Return a table of the move orderings."""
    rows = ((f"`{name}`", each.title, each.rule) for name, each in ORDERINGS.items())
    return table(("name", "title", "which move first"), rows)


def gallery() -> str:
    """Return a table of the famous tours."""
    heads = ("name", "board", "tour", "source")
    rows = (
        (f"`{name}`", str(tour.board), tour.name + f", {tour.year}" * bool(tour.year), tour.source)
        for name, tour in GALLERY.items()
    )
    return table(heads, rows)


def commands() -> str:
    """Return a table of the commands with their options."""
    rows = (
        (f"`{name}`", f"{about}", _usage(options.split(), FORMATS.get(name)))
        for name, (_, about, options) in COMMANDS.items()
    )
    return table(("command", "what it does", "options"), rows)


def _usage(options: Iterable[str], formats: Iterable[str] | None) -> str:
    listed = [f"`{name}`" for name in (*options, "--lang")]
    return " ".join([*listed, *([f"`--format` {names(formats)}"] if formats else [])])


def options() -> str:
    """Return a table of the options."""
    rows = (
        (
            f"`{name} {settings.get('metavar', '')}".strip().replace("|", " or ") + "`",
            str(settings["help"]),
        )
        for name, settings in OPTIONS.items()
    )
    return table(("option", "meaning"), rows)


def signs() -> str:
    """Return a table of the keyboard shortcuts."""
    rows = ((" ".join(f"`{key}`" for key in name.split()), text) for name, text in SIGNS)
    return table(("key", "what it does"), rows)


def python(public: Iterable[str]) -> str:
    """Return the docstrings of public names of `kt_core` as Markdown."""
    return "\n".join(f"### `kt_core.{name}`\n\n{_docstring(name)}" for name in public)


@cache
def _package() -> Object | Alias:
    loader = GriffeLoader(search_paths=[ROOT])
    package = loader.load("kt_core")
    loader.resolve_aliases()
    return package


def _docstring(name: str) -> str:
    """Return the Markdown for one name, without its heading; re-exports are resolved."""
    found = _package()[name]
    if found.is_module:  # a function has the same name
        found = found[name]
    text = render_object_docs(found.final_target if found.is_alias else found, _LOOK)
    text = _SIGNATURE.sub(_in_lines, text.partition("\n")[2].strip())
    return _DOCTEST.sub(r"```pycon\n\g<0>\n```", text) + "\n"


def _in_lines(found: re.Match[str]) -> str:
    """Return a signature without the return type of classes; a long one formatted by ruff."""
    signature = found[0].removesuffix(" -> None") if found[0][0].isupper() else found[0]
    if len(signature) <= WIDTH:
        return signature
    ruff = Path(sys.executable).with_name("ruff")
    options = "--isolated", f"--line-length={WIDTH}", "--stdin-filename=signature.pyi", "-"
    head = f"def {signature}: ..." if re.match(r"\w+\(", signature) else signature
    done = subprocess.run(
        [str(ruff), "format", *options], input=head, capture_output=True, text=True, check=True
    )
    return str(done.stdout).strip().removeprefix("def ").removesuffix(": ...")


#: The public names of `kt_core`, by the section of docs/python.md.
PUBLIC: Mapping[str, str] = {
    "boards": "Board knight_graph graph.LETTERS graph.directed_edges graph.average_degree",
    "answers": "solve Tour NoTour Undecided proofs.check tour.Puzzle solve.solving"
    " puzzles.solutions puzzles.Solutions",
    "counts": "count_tours count.published_count",
    "searches": "search states events.Visit events.Backtrack events.Found events.Progress"
    " events.PathState events.advance events.result_of search.recursive orderings.with_pruning",
    "tours": "analysis.symmetry analysis.kind analysis.row_sums analysis.column_sums"
    " analysis.is_semi_magic analysis.search_tree analysis.paths_from gallery.Famous",
    "drawings": "svg.board svg.graph svg.tour svg.picture",
    "files": "files.reader.read_tour files.reader.read files.reader.read_value"
    " files.walks.Reading files.text.tour_json files.text.tour_csv",
}
#: The function for each generated part, by the name in its comment.
PARTS: Mapping[str, Callable[[], str]] = {
    "keys": keys,
    "reach": reach,
    "frame": frame,
    "orderings": orderings,
    "gallery": gallery,
    "commands": commands,
    "options": options,
    "signs": signs,
    **{part: partial(python, public.split()) for part, public in PUBLIC.items()},
}


def remake(text: str) -> str:
    """Return a page of docs/ with its generated parts updated."""
    return _PART.sub(lambda part: f"{part[1]}\n{PARTS[part[2]]()}\n", text)


if __name__ == "__main__":
    for page in sorted(DOCS.glob("*.md")):
        before = page.read_text("utf-8")
        if (after := remake(before)) != before:
            write(page, after)
            print(f"updated: {page.relative_to(ROOT)}")
