"""Imports between modules follow the order in pyproject.toml, and use nothing else."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from tests.shared.prose import tree
from web.make.archives import LATE, modules_of_a_start
from web.make.pages import program
from web.make.steps import ROOT
from web.page.late import is_late

MODULES = [*sorted(ROOT.glob("kt_core/**/*.py")), *sorted(ROOT.glob("web/**/*.py"))]
MODULES = [path for path in MODULES if path.parent.name != "standins"]
CORE = [path for path in MODULES if path.is_relative_to(ROOT / "kt_core")]
WORLD = {"os", "sys", "io", "pathlib", "time", "datetime", "threading", "asyncio", "socket"}
WORLD |= {"subprocess", "tempfile", "secrets", "uuid", "shutil", "urllib", "js", "pyodide"}
#: Modules that may use files, streams, processes or the environment.
OUTSIDE = {"kt_core.language", "kt_core.__main__"}
OUTSIDE |= {f"kt_core.command.{name}" for name in ("streams", "commands", "options", "mark")}
OUTSIDE |= {f"kt_core.command.{name}" for name in ("process", "programs")}
#: It runs the tests of a program, and seeds the random numbers first.
OUTSIDE.add("kt_core.marking.session")
#: Modules that run a reader's program replace its streams, and inspect its stack.
OUTSIDE |= {f"kt_core.programs.{name}" for name in ("environment", "run", "standins", "prepare")}


def dotted(path: Path) -> str:
    """Return a module's name: "kt_core.board"."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


#: Packages whose __init__ may contain more than a docstring.
FILLED_INITS = {"kt_core", "kt_core.proofs"}
INITS = [path for path in MODULES if path.stem == "__init__"]


def imports(code: ast.AST) -> Iterator[str]:
    """Yield the dotted names of all imports: "kt_core.board.Board"."""
    for node in ast.walk(code):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)


def test_modules_import_others_in_order_of_pyproject(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert status == 0, capsys.readouterr().out


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

#: The modules of kt_core and web by name; a package is named like its folder.
OURS = {dotted(path).removesuffix(".__init__"): path for path in MODULES}


def our_imports(code: ast.AST) -> set[str]:
    """Return the names of our modules that are imported, also in functions and for annotations."""
    return {each if each in OURS else each.rpartition(".")[0] for each in imports(code)} & {*OURS}


def test_no_import_runs_in_a_circle() -> None:
    graph = {name: our_imports(tree(path)) for name, path in OURS.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_kt_core_uses_no_clock_no_files_and_no_global_random_numbers() -> None:
    for path in CORE:
        name, used = dotted(path), {*imports(tree(path))}
        if name not in OUTSIDE:
            assert not {each.split(".")[0] for each in used} & WORLD, name
            called = {node.id for node in ast.walk(tree(path)) if isinstance(node, ast.Name)}
            assert not called & {"open", "print", "input", "exec", "eval", "__import__"}, name
        # These two seed the random numbers of a program or a test, and restore the old state.
        seeds = name in {"kt_core.programs.environment", "kt_core.marking.session"}
        chance = set() if seeds else {each for each in used if each.split(".")[0] == "random"}
        assert chance <= {"random.Random"}, name


def test_only_modules_of_the_document_and_the_app_use_the_browser() -> None:
    for path in MODULES:
        used = {name.split(".")[0] for name in imports(tree(path))}
        name = dotted(path)
        assert "pyscript" not in used or name == "web.app", name
        is_pure = not name.startswith("web.page.") or name.endswith((".update", ".view"))
        assert not (is_pure and used & {"js", "pyodide", "asyncio"}), name


def test_an_init_module_contains_only_a_docstring() -> None:
    for path in INITS:
        assert ast.get_docstring(tree(path)), path
        assert len(tree(path).body) == 1 or dotted(path.parent) in FILLED_INITS, path


def test_a_start_imports_late_modules_only_as_modules() -> None:
    # A stand-in replaces a module; a name from it would be needed at once.
    for name in modules_of_a_start(program(ROOT)):
        body = tree(OURS[name]).body if name in OURS else []
        taken = [it.module for it in body if isinstance(it, ast.ImportFrom) and it.module in OURS]
        is_file = {each for each in taken if OURS[each].stem != "__init__"}
        assert not [each for each in is_file if is_late(each)], name


def test_an_import_inside_a_function_is_of_a_module_that_loads_late() -> None:
    # All others are at the top. web/page/late.py lists the folders that load late.
    started = (ROOT / "tests/snapshots/modules-of-a-start.txt").read_text().split()
    for name, path in OURS.items():
        functions = (each for each in ast.walk(tree(path)) if isinstance(each, FUNCTIONS))
        inner = {(name, imported) for each in functions for imported in our_imports(each)}
        assert not {imported for _, imported in inner} & {*started}, name


def test_the_page_imports_nothing_of_the_workers_at_its_start() -> None:
    # The part with these modules loads with the first run of a program.
    late = tuple(folder.replace("/", ".") for folder in LATE["programs"])
    pages = [path for path in MODULES if dotted(path).startswith("web.")]
    for path in pages:
        if path.stem not in ("worker", "server") and "make" not in path.parts:
            at_start = [it for it in tree(path).body if isinstance(it, ast.Import | ast.ImportFrom)]
            names = imports(ast.Module([*at_start], []))
            assert [name for name in names if name.startswith(late)] == [], path
