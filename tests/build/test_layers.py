"""Imports between modules follow the order in pyproject.toml, and use nothing else."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from web.make.steps import ROOT

MODULES = [*sorted(ROOT.glob("kt_core/**/*.py")), *sorted(ROOT.glob("web/**/*.py"))]
MODULES = [path for path in MODULES if path.parent.name != "standins"]
CORE = [path for path in MODULES if path.is_relative_to(ROOT / "kt_core")]
WORLD = {"os", "sys", "io", "pathlib", "time", "datetime", "threading", "asyncio", "socket"}
WORLD |= {"subprocess", "tempfile", "secrets", "uuid", "shutil", "urllib", "js", "pyodide"}
#: What may ask the world outside, also for what a reader has written, or typed.
OUTSIDE = {"kt_core.language", "kt_core.__main__"}
OUTSIDE |= {f"kt_core.command.{name}" for name in ("streams", "commands", "options", "mark")}
OUTSIDE |= {f"kt_core.command.{name}" for name in ("process", "program_process", "programs")}
#: A test runs as Python, with the chance of a fixed seed.
OUTSIDE.add("kt_core.marking.session")
#: What runs a reader's program replaces its streams, and looks at its stack.
OUTSIDE |= {f"kt_core.programs.{name}" for name in ("environment", "run", "standins", "prepare")}
#: Functions whose imports are needed late, so that the page starts without them.
LATE = {
    "_repr_svg_",
    "random",
    "solving",
    "methods",
    "_simpler_refutation",
    "_searches",
    "_mix",
    "_special_path",
    "__getattr__",
}
LATE |= {"large_stack", "limit_memory"}  # only some systems have these
LATE |= {"sample", "count_tours", "check", "_catalogue"}


def dotted(path: Path) -> str:
    """Return a module's name: "kt_core.board"."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(path.read_text("utf-8"))


#: Packages whose __init__ may contain more than a docstring.
DOORS_THAT_OPEN = {"kt_core", "kt_core.proofs", *map(dotted, ROOT.glob("kt_core/methods/*"))}
DOORS = [path for path in MODULES if path.stem == "__init__"]


def imports(code: ast.AST) -> Iterator[str]:
    """Yield the dotted names of all imports: "kt_core.board.Board"."""
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_the_rooms_import_each_other_in_the_order_of_pyproject(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert status == 0, capsys.readouterr().out


def test_the_core_knows_no_clock_no_files_and_no_global_chance() -> None:
    for path in CORE:
        name, used = dotted(path), {*imports(tree(path))}
        if name not in OUTSIDE:
            assert not {each.split(".")[0] for each in used} & WORLD, name
            called = {node.id for node in ast.walk(tree(path)) if isinstance(node, ast.Name)}
            assert not called & {"open", "print", "input", "exec", "eval", "__import__"}, name
        # They seed the chance of a program or a test, and restore it.
        seeds = name in {"kt_core.programs.environment", "kt_core.marking.session"}
        chance = set() if seeds else {each for each in used if each.split(".")[0] == "random"}
        assert chance <= {"random.Random"}, name


def is_of_the_document(name: str) -> bool:
    """Return True if a module may use the document: `page/`, and what connects a part to it."""
    parts = name.split(".")
    return "page" in parts or name.startswith(("web.chapter.background.", "web.chapter.input"))


def test_only_the_document_and_the_program_know_the_browser() -> None:
    for path in MODULES:
        used = {name.split(".")[0] for name in imports(tree(path))}
        name = dotted(path)
        assert "pyscript" not in used or name == "web.app", name
        assert not used & {"js", "pyodide", "asyncio"} or is_of_the_document(name), name


def test_a_room_has_a_sentence_at_its_door_and_else_nothing() -> None:
    for path in DOORS:
        assert ast.get_docstring(tree(path)), path
        assert len(tree(path).body) == 1 or dotted(path.parent) in DOORS_THAT_OPEN, path


@pytest.mark.parametrize("room", [*ROOT.glob("kt_core/methods/[a-z]*")], ids=lambda path: path.stem)
def test_a_solver_room_imports_those_rooms_that_its_door_names(room: Path) -> None:
    files = [*room.glob("*.py")] or [room]
    door = room / "__init__.py" if room.is_dir() else room
    sentence = ast.get_docstring(tree(door)) or ""
    ours = [name.split(".") for path in files for name in imports(tree(path))]
    rooms = {name[2] for name in ours if name[:2] == ["kt_core", "methods"]} - {room.stem}
    assert [name for name in rooms if f"`{name}`" not in sentence] == []


def test_a_solver_room_is_opened_by_its_door_alone() -> None:
    inner = {
        dotted(inside): dotted(inside.parent) for inside in ROOT.glob("kt_core/methods/*/*.py")
    }
    for path in MODULES:
        ours = imports(tree(path))
        opened = {part for name in ours for part in (name, name.rpartition(".")[0])}
        for name in opened & {*inner}:
            assert dotted(path).startswith(f"{inner[name]}."), f"{dotted(path)} opens {name}"


def test_the_core_imports_late_only_what_a_start_does_without() -> None:
    for path in CORE:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef) and [*imports(node)]:
                assert node.name in LATE, f"{dotted(path)}.{node.name}"
