"""A module of the core imports from lower floors alone, and never asks the world outside."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from web.make.steps import ROOT

FLOORS = [
    {"board", "colours"},
    {"leaper", "events"},
    {"graph", "tour", "curve"},
    {"parity", "degrees"},
    {"rectangles"},
    {"orderings", "theory", "shapes", "forced", "cycle", "frontier", "pasted", "reel", "pieces"},
    {"flow", "merge", "proofs", "analysis", "grids", "marks"},
    {"factor", "search", "exact", "strips", "strands", "svg", "text", "reading", "stays"},
    {"cuts", "count", "film"},
    {"chains"},
    {"tiles"},
    {"gallery", "solve"},
    {"__main__", "__init__"},
]
CORE = sorted(ROOT.glob("kt_core/*.py"))
WORLD = {"os", "sys", "io", "pathlib", "time", "datetime", "threading", "asyncio", "socket"}
WORLD |= {"subprocess", "tempfile", "secrets", "uuid", "shutil", "urllib", "js", "pyodide"}
#: What these import is there only once it is asked for, so that a page starts without.
LATE = {"_repr_svg_", "random", "solving", "methods", "_plainer", "count_tours"}
every_module = pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the dotted name of everything imported: "kt_core.board.Board"."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the package"
            yield from (f"{node.module}.{name.name}" for name in node.names)


@every_module
def test_a_module_imports_from_lower_floors(path: Path) -> None:
    floor = next(i for i, modules in enumerate(FLOORS) if path.stem in modules)
    lower = set().union(*FLOORS[:floor])
    top = imports(_without_drawing(path))
    used = {name.split(".")[1] for name in top if name.startswith("kt_core.")}
    assert used <= lower


@every_module
def test_a_module_knows_no_clock_no_files_and_no_global_chance(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    if path.stem != "__main__":
        assert not {name.split(".")[0] for name in imports(tree)} & WORLD
        called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert not called & {"open", "print", "input", "exec", "eval", "__import__"}
    chance = {name for name in imports(tree) if name.split(".")[0] == "random"}
    assert chance <= {"random.Random"}


def test_every_module_has_a_floor() -> None:
    assert {path.stem for path in CORE} == set().union(*FLOORS)


def _without_drawing(path: Path) -> ast.Module:
    # A notebook's drawing, alone, is on a higher floor; no other function but LATE ones imports.
    class Cut(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef | None:
            assert not list(imports(node)) or node.name in LATE
            return None if node.name == "_repr_svg_" else node

    tree = Cut().visit(ast.parse(path.read_text("utf-8")))
    assert isinstance(tree, ast.Module)
    return tree
