"""README and docs/ are right: links work, commands run, and generated parts are up to date."""

import ast
import json
import os
import re
import shlex
import subprocess
import sys
from bisect import bisect_left
from importlib.util import find_spec
from itertools import chain, pairwise
from pathlib import Path
from textwrap import indent

import nbformat
import pytest
from nbclient import NotebookClient

import build
from kt_core import svg
from kt_core.__main__ import main
from kt_core.board import Board
from kt_core.events import Found
from kt_core.programs.findings import evidence_of
from kt_core.programs.run import RunSettings, run
from kt_core.programs.verdict import verdict
from kt_core.tour import Puzzle
from tests.shared.documents import anchors, fences, links, papers
from tests.shared.functions import function_search
from tests.shared.searches import searched
from tests.shared.slow_programs import GRAPH, NUMBERED
from web.make import catalogs
from web.make.reference import DOCS, remake
from web.make.steps import ROOT
from web.question import address, messages
from web.question.keys import KEYS
from web.share import course
from web.share.view import share

PAGES = sorted(path.name for path in DOCS.glob("*.md"))
OWN = "docs/own-code.md"
LONGEST_README = 120
#: Pages that quote the names of controls and the beginnings of sentences.
CONTROLS = ("address.md", "courses.md", "embedding.md", "page.md", "tutorial.md")
#: Tools that the lock files have, by the words that start them.
TOOLS = {".venv/bin/pip", ".venv/bin/ruff", ".venv/bin/mypy", ".venv/bin/mutmut", "pip"}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", PAGES)
def test_generated_parts_of_a_page_are_up_to_date(name: str) -> None:
    text = (DOCS / name).read_text("utf-8")
    assert remake(text) == text, "run .venv/bin/python -m web.make.reference"


@pytest.mark.parametrize("paper", papers(), ids=lambda path: path.name)
def test_each_link_and_path_leads_to_a_file_and_to_a_heading_in_it(paper: Path) -> None:
    for link in links(paper):
        name, _, anchor = link.partition("#")
        target = (paper.parent / name).resolve() if name else paper
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link
    for path in re.findall(r"`((?:kt_core|web|tests)/[^`*\s]*)`", paper.read_text("utf-8")):
        assert (ROOT / path).exists(), path


def test_each_shell_command_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(_own_codes()[0], "utf-8")
    lines = [line for text in fences("sh") for line in text.splitlines()]
    assert len(lines) > 20
    for line in lines:
        _works(shlex.split(line, comments=True))
    capsys.readouterr()


def _works(words: list[str]) -> None:
    """Run a command line, or, if that would take too long, check that its program exists."""
    match words:
        case ["python3", "-m", "kt_core", *rest]:
            assert main(rest) == ("--proof" in rest), words  # this command writes the missing proof
        case ["python3", "build.py", "test", *_]:
            pass  # this command would run these tests
        case ["python3", "build.py", *rest]:
            asked = build.command_line().parse_args(rest)
            course.Package.read(asked.course or "", asked.title)
        case [".venv/bin/python", "-m", module, *_]:
            assert find_spec(module), words
        case [tool, *rest]:
            assert tool in TOOLS, words
            for before, after in pairwise(rest):
                assert before != "-r" or (ROOT / after).exists(), words


def test_the_output_shown_for_a_command_is_its_output(capsys: pytest.CaptureFixture[str]) -> None:
    shown = [*fences("console")]
    assert shown
    for text in shown:
        line, _, said = text.removeprefix("$ python3 -m kt_core ").partition("\n")
        assert main(shlex.split(line)) == 0
        assert capsys.readouterr().out == said


def test_code_that_a_reader_may_copy_finds_a_tour() -> None:
    puzzle = Puzzle.of(Board(5, 5), start="a1")
    codes = _own_codes()
    assert len(codes) == 2
    for text in codes:
        assert Found in map(type, function_search(text, puzzle, 60_000)[0])


def _own_codes() -> list[str]:
    text = (ROOT / OWN).read_text("utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_addresses_and_messages_that_are_shown_have_no_fault() -> None:
    shown = [line for text in fences("address") for line in text.split()]
    assert len(shown) > 10
    assert [address.read(line)[1] for line in shown] == [[]] * len(shown)
    shown = [text for text in fences("json") if "knights-tour" in text]
    assert shown
    assert all(messages.read(json.dumps(json.loads(text))) for text in shown)


@pytest.mark.parametrize(
    ("ordering", "prune", "visits"),
    [("textbook", True, 428), ("textbook", False, 5010), ("warnsdorff", True, 25)],
)
def test_the_counts_in_the_tutorial_are_right(ordering: str, prune: bool, visits: int) -> None:
    recording = searched(Board(5, 5), ordering, prune=prune, steps=20_000, batch=1).recording
    step = bisect_left(range(len(recording)), 1, key=lambda step: recording.at(step).found)
    assert recording.at(step).visits == visits
    assert f" {visits:,}" in (DOCS / "tutorial.md").read_text("utf-8")


def test_the_picture_of_a_board_is_drawn_by_the_example_below_it() -> None:
    page = (DOCS / "python.md").read_text("utf-8")
    example = re.search(r"^>>> path = (.*)\n>>> picture = (.*)$", page, re.MULTILINE)
    assert example
    names = {"svg": svg, "Board": Board, "path": ast.literal_eval(example[1])}
    drawn = eval(example[2], names)
    assert (DOCS / "pictures/board.svg").read_text("utf-8") == drawn + "\n"


def test_each_control_that_a_document_names_is_in_the_page() -> None:
    template = (ROOT / "web/index.html").read_text("utf-8")
    texts = {*catalogs.words_of(template), *(str(text) for text, _ in catalogs.messages())}
    quoted = (re.findall(r"“([A-Z][^”]*)”", (DOCS / name).read_text("utf-8")) for name in CONTROLS)
    named = {*chain(*quoted)}
    assert len(named) > 20
    assert not {name for name in named if not any(_is_named(text, name) for text in texts)}


def _is_named(text: str, name: str) -> bool:
    label = name.rstrip(",.")
    if text == label or text.startswith(f"{label}:"):
        return True
    return label.endswith("…") and text.startswith(label.rstrip(" …"))


def test_every_page_can_be_reached_from_the_readme_which_is_short() -> None:
    index = {link for link in links(DOCS / "README.md") if "/" not in link}
    assert index == {*PAGES} - {"README.md"}
    assert "docs/README.md" in {*links(ROOT / "README.md")}
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= LONGEST_README


def test_the_site_of_the_pages_is_made_without_a_warning(tmp_path: Path) -> None:
    mkdocs = str(Path(sys.executable).with_name("mkdocs"))
    command = [mkdocs, "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    around = {**os.environ, "REPOSITORY": "/files", "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=around, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    made = {path.stem for path in tmp_path.glob("*.html")} - {"404"}
    assert made == {Path(name).stem.replace("README", "index") for name in PAGES}
    assert 'href="/files/pyproject.toml"' in (tmp_path / "design.html").read_text("utf-8")


def test_the_walk_from_solve_to_the_tour_names_existing_files() -> None:
    walk = (DOCS / "design.md").read_text("utf-8").partition("## One press of Solve")[2]
    walk = walk.partition("\n## ")[0]
    steps = re.findall(r"\]\(\.\./(\S+\.py)\)\s+`(\w+)`", walk)
    assert len(steps) > 15
    for file, name in steps:
        tree = ast.parse((ROOT / file).read_text("utf-8"))
        defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        assert name in {each.name for each in ast.walk(tree) if isinstance(each, defined)}, file


def test_the_pages_name_every_key_of_tasks_and_every_system_with_its_test() -> None:
    text = " ".join((ROOT / "docs/address.md").read_text("utf-8").split())
    named = re.findall("An address with (.*?) sets a task|(all keys that either .*?)[.]", text)
    task, limits = ({*re.findall(r"`([\w-]+)[=`]", "".join(found))} for found in named[::-1])
    assert task == {key.name for key in KEYS if key.sets}
    assert limits == {key.name for key in KEYS if key.stricter}
    text = (ROOT / "docs/embedding.md").read_text("utf-8")
    for name in share.teachers_text("en")[1]:
        assert f"| {name.lower()}" in text.lower()
    for name in [*share.teachers_text("en")[1]][: share.TESTED]:
        assert (ROOT / "tests/sites" / name.split()[-1].lower().replace("page", "plain")).is_dir()


NOTEBOOK = ROOT / "tests/sites/notebook/knights_tour.ipynb"


def test_the_cells_of_the_notebook_show_a_tour_a_refusal_and_a_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))  # Jupyter writes there
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": ROOT}}).execute()
    outputs = {cell.id: cell.outputs[0] for cell in notebook.cells if cell.cell_type == "code"}
    drawing = outputs["tour"]["data"]["image/svg+xml"]
    assert drawing.startswith("<svg")
    assert 'data-board="6x6"' in drawing
    assert "changes color" in outputs["none"]["text"]
    assert outputs["count"]["data"]["text/plain"] == "304"


def test_the_lines_that_why_forever_changes_make_a_program_fast() -> None:
    text = (DOCS / "why-forever.md").read_text("utf-8")
    program, matrix, graph, numbered = re.findall(r"^```py\n(.*?)^```", text, re.S | re.M)
    go = program.index("    def go"), program.index("    return board")
    onward, loop = numbered.strip().split("\n\n\n")
    fast = (
        program[: go[0]] + indent(f"{matrix}\n", "    ") + program[go[1] :],
        GRAPH.replace("for other in graph[square]:", graph.strip()),
        NUMBERED.replace("for i in range(8):", loop).replace(
            "    def go", f"{indent(onward, '    ')}\n\n    def go"
        )
        + "solve(8, 4, 3)",
    )
    for source in fast:
        done = run(source, RunSettings(visits=1_000))
        assert verdict(evidence_of(done)).kind == "tour", source
        assert done.recording.visits == 64
