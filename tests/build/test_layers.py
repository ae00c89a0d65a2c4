"""The plan of the house: a module imports from what stands above it here, so there is no circle."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from web.make.steps import ROOT

#: What a room is for, its package, and its modules in order.
ROOMS = (
    ("the board and its graph", "kt_core", "language board leaper graph"),
    ("questions and answers", "kt_core", "events path tour connectivity cycle"),
    (
        "why there is no tour",
        "kt_core.proofs",
        "parity degrees cuts rectangles deficiency separators",
    ),
    ("proofs, read", "kt_core.proofs", "tokens grammar definitions"),
    (
        "proofs, looked at",
        "kt_core.proofs",
        "one_trees replay frontier_check images separator_check deduction checks __init__",
    ),
    ("the door to the proofs", "kt_core", "theory"),
    ("a search, move by move", "kt_core", "orderings search"),
    ("symmetries of tours", "kt_core", "symmetry"),
    ("two-factors and their merging", "kt_core.methods.two_factors", "merge two_factor __init__"),
    (
        "exact search on edges",
        "kt_core.methods.exact",
        "edges search restarts one_trees __init__",
    ),
    (
        "frontier dynamic programming",
        "kt_core.methods.frontier",
        "columns strips vertex_order narrow __init__",
    ),
    ("tilings", "kt_core.methods", "tilings"),
    ("repair near holes", "kt_core.methods.repair", "edits holes __init__"),
    ("separators", "kt_core.methods.separators", "separation_pairs cut_vertices __init__"),
    (
        "double-edge swaps, and symmetric tours",
        "kt_core.methods.swaps",
        "edge_swaps mix symmetric_mixer symmetric __init__",
    ),
    (
        "uniform sampling",
        "kt_core.methods.uniform",
        "matching_counts sides matching_pairs draws __init__",
    ),
    ("the door to the methods", "kt_core", "count solve sample event_validator own"),
    ("text", "kt_core.files", "text path_parser notation reading refutation"),
    ("what is known of tours", "kt_core", "analysis gallery"),
    (
        "drawings",
        "kt_core.drawing",
        "colours curve shapes marks layers line wall analysis",
    ),
    ("films", "kt_core.drawing", "keyframes film"),
    ("the door to the drawings", "kt_core", "svg"),
    ("the command line", "kt_core.command", "streams sandbox claims commands options"),
    ("the doors for people", "kt_core", "__main__ __init__"),
    ("what is asked", "web.question", "question controls change packing"),
    ("its address", "web.question", "values keys address task demand"),
    (
        "what is done about it",
        "web.search",
        "outcome recording trace listing answer",
    ),
    ("ways to an answer", "web.search", "watch job own tours work"),
    ("what the reader does", "web.reader", "templates game account predict"),
    (
        "what is taught",
        "web.lesson",
        "words trials numbers figures book judge lesson",
    ),
    ("the one state", "web.state", "zoom effects state intents seen"),
    (
        "the one way to another",
        "web.state",
        "begin own fields steps deduction hand looks lessons credit update engine",
    ),
    (
        "what is drawn",
        "web.draw",
        "patch elements timeline tree ladder letters board blocks deduction",
    ),
    ("what leaves", "web.share", "lines picture export messages course"),
    (
        "what is said",
        "web.view",
        "counts examples words event modes",
    ),
    ("what is said of forced moves", "web.view", "deduction"),
    (
        "what is seen",
        "web.view",
        "code own panels dialogs share answer boards form transport",
    ),
    (
        "the figures of the chapter",
        "web.figure",
        "layout graph tours search growth rule registry",
    ),
    ("all that is seen", "web.view", "chapter table"),
    ("the document", "web.page", "pace garbage writer canvas address work page"),
    (
        "what a reader does there",
        "web.page",
        "gestures pointer input reading share effects dialogs editor own frame",
    ),
    ("the program", "web", "app"),
    ("set-up", "web.make", "steps setup browsers linters"),
    ("what is translated", "web.make", "vocabulary catalogues"),
    ("what is packed", "web.make", "library early patches workshop lean packing archives scripts"),
    ("how Python is packed", "web.make", "runtime"),
    (
        "how the page is packed",
        "web.make",
        "fill posters small gallery listings chapter wrap licences pages",
    ),
)
PLAN = [f"{package}.{name}" for _, package, names in ROOMS for name in names.split()]
MODULES = [*sorted(ROOT.glob("kt_core/**/*.py")), *sorted(ROOT.glob("web/**/*.py"))]
MODULES = [path for path in MODULES if path.parent.name != "standins"]
CORE = [path for path in MODULES if path.is_relative_to(ROOT / "kt_core")]
WORLD = {"os", "sys", "io", "pathlib", "time", "datetime", "threading", "asyncio", "socket"}
WORLD |= {"subprocess", "tempfile", "secrets", "uuid", "shutil", "urllib", "js", "pyodide"}
#: What may ask the world outside, also for what a reader has written, or typed.
OUTSIDE = {"kt_core.language", "kt_core.own", "kt_core.__main__"}
OUTSIDE |= {f"kt_core.command.{name}" for name in ("streams", "commands", "sandbox", "options")}
#: What these import is there only once it is asked for, so that a page starts without.
LATE = {
    "_repr_svg_",
    "random",
    "solving",
    "methods",
    "_plainer",
    "_searches",
    "_mixed",
    "_wish",
    "sample",
}
LATE |= {"count_tours", "check", "_catalogue"}


def dotted(path: Path) -> str:
    """Return a module's name: "kt_core.board"."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


DOORS = [path for path in MODULES if path.stem == "__init__" and dotted(path) not in PLAN]
every_module = pytest.mark.parametrize("path", MODULES, ids=dotted)


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the dotted name of everything imported: "kt_core.board.Board"."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the package"
            yield from (f"{node.module}.{name.name}" for name in node.names)


@every_module
def test_a_module_imports_what_stands_above_it_in_the_plan(path: Path) -> None:
    above = {*PLAN[: PLAN.index(dotted(path))]} if dotted(path) in PLAN else set()
    above |= {name.removesuffix(".__init__") for name in above}
    tree = _without_drawing(path) if path in CORE else ast.parse(path.read_text("utf-8"))
    ours = [name for name in imports(tree) if name.startswith(("kt_core", "web"))]
    assert [name for name in ours if not {name, name.rpartition(".")[0]} & above] == []


def test_the_core_knows_no_clock_no_files_and_no_global_chance() -> None:
    for path in CORE:
        tree, name = ast.parse(path.read_text("utf-8")), dotted(path)
        used = {*imports(tree)}
        if name not in OUTSIDE:
            assert not {each.split(".")[0] for each in used} & WORLD, name
            called = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            assert not called & {"open", "print", "input", "exec", "eval", "__import__"}, name
        chance = {each for each in used if each.split(".")[0] == "random"}
        assert chance <= {"random.Random"}, name


def test_only_the_document_and_the_program_know_the_browser() -> None:
    for path in MODULES:
        used = {name.split(".")[0] for name in imports(ast.parse(path.read_text("utf-8")))}
        name = dotted(path)
        assert "pyscript" not in used or name == "web.app", name
        assert not used & {"js", "pyodide", "asyncio"} or name.startswith("web.page."), name


def test_every_module_is_in_the_plan_once() -> None:
    rooms = {*map(dotted, DOORS)} | {f"{package}.__init__" for _, package, _ in ROOMS}
    assert sorted({*map(dotted, MODULES)} - rooms) == sorted({*PLAN} - rooms)
    assert len(set(PLAN)) == len(PLAN)


@pytest.mark.parametrize("path", DOORS, ids=dotted)
def test_a_room_has_a_sentence_at_its_door_and_nothing_else(path: Path) -> None:
    door = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(door)
    assert len(door.body) == 1


@pytest.mark.parametrize("room", [*ROOT.glob("kt_core/methods/[a-z]*")], ids=lambda path: path.stem)
def test_a_solver_room_imports_those_rooms_that_its_door_names(room: Path) -> None:
    files = [*room.glob("*.py")] or [room]
    door = room / "__init__.py" if room.is_dir() else room
    sentence = ast.get_docstring(ast.parse(door.read_text("utf-8"))) or ""
    trees = [ast.parse(path.read_text("utf-8")) for path in files]
    ours = [name.split(".") for tree in trees for name in imports(tree)]
    rooms = {name[2] for name in ours if name[:2] == ["kt_core", "methods"]} - {room.stem}
    assert [name for name in rooms if f"`{name}`" not in sentence] == []


@every_module
def test_a_solver_room_is_opened_by_its_door_alone(path: Path) -> None:
    inner = {
        dotted(inside): dotted(inside.parent) for inside in ROOT.glob("kt_core/methods/*/*.py")
    }
    ours = imports(ast.parse(path.read_text("utf-8")))
    opened = {part for name in ours for part in (name, name.rpartition(".")[0]) if part in inner}
    assert [name for name in opened if not dotted(path).startswith(inner[name] + ".")] == []


def _without_drawing(path: Path) -> ast.Module:
    # A notebook's drawing, alone, stands below; no other function but LATE ones imports.
    class Cut(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef | None:
            assert not list(imports(node)) or node.name in LATE
            return None if node.name == "_repr_svg_" else node

    tree = Cut().visit(ast.parse(path.read_text("utf-8")))
    assert isinstance(tree, ast.Module)
    return tree
