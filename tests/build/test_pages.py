"""The two pages that build.py writes: reproducible, small, and closed to the network."""

import ast
import gzip
import json
import re
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from build import dist_files
from tests.shared.browser import DIST
from tests.shared.parts import scripts, shipped, within
from tests.shared.snapshots import assert_matches_snapshot
from web.make.archives import LATE, in_parts, module_name, snapshot_modules
from web.make.pages import WEB, document, policy, program
from web.make.runtime import pack
from web.make.scripts import LICENSES, PACKAGES, UNPACK
from web.make.steps import ROOT, Workshop
from web.page.late import PARTS, part_of


@pytest.mark.long
def test_the_modules_of_a_start_match_their_snapshot() -> None:
    modules = snapshot_modules(program(ROOT))
    assert_matches_snapshot("modules-of-a-start", "\n".join(modules), "txt")


def test_bytecode_beside_our_modules_is_not_part_of_the_page(tmp_path: Path) -> None:
    names = {"kt_core/gallery.txt", "web/chapter/contents.txt", "web/share/adapter.js"}
    for name in (*names, "web/chapter/figures/__pycache__/rule.cpython-311.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert {*program(tmp_path)} == names


@pytest.mark.long
def test_the_snapshot_has_every_module_that_the_page_imports() -> None:
    files = {path: text for path, text in program(ROOT).items() if path.endswith(".py")}
    ours = {path.removesuffix(".py").replace("/", "."): text for path, text in files.items()}
    (kept,) = (ROOT / ".cache").glob("snapshot.bin-*")
    with kept.open("rb") as file:
        there = {
            path.rpartition("python314.zip/")[2] for path in json.loads(file.readline())["origins"]
        }
    workers = {module_name(path) for path in in_parts(program(ROOT))["programs"]}
    reached, ahead = set[str](), ["web.app"]
    while ahead:
        name = ahead.pop()
        if name in reached or name in BROUGHT or name in workers:
            continue
        reached.add(name)
        if text := ours.get(name, ours.get(f"{name}.__init__")):
            ahead += everything_imported(text)
        elif name.startswith(("web.", "kt_core.")):
            continue  # a name in a module
        elif (spec := find_spec(name)) and str(spec.origin).endswith(".py"):
            path = name.replace(".", "/")
            assert {f"{path}.pyc", f"{path}/__init__.pyc"} & there, f"{name} is not in the snapshot"
    assert "web.share.course" in reached  # imported when its dialog is opened


#: Modules of Pyodide and PyScript, and one that another module of Python creates.
BROUGHT = {"pyodide.ffi", "pyscript.context", "pyscript.ffi", "collections.abc"}


def everything_imported(text: bytes) -> Iterator[str]:
    """Yield all imports of a module, early and late, with names that may be modules."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            if node.module.startswith(("web", "kt_core")):
                yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.full
def test_two_builds_are_equal_to_the_byte(new_workshop: Workshop) -> None:
    # Everything is rebuilt except packed pieces, which take minutes, and the posters, which
    # test_posters.py checks.
    for pattern in ("*.zst.text-*", "posters.json-*"):
        for kept in (ROOT / ".cache").glob(pattern):
            shutil.copy(kept, new_workshop.cache)
    again = dist_files(new_workshop, program(ROOT))
    assert {path.name for path in DIST.iterdir()} == set(again)
    for name, data in again.items():
        assert (DIST / name).read_bytes() == (data if isinstance(data, bytes) else data.encode())


def test_a_piece_is_packed_to_the_same_bytes_again(new_workshop: Workshop) -> None:
    (script,) = DIST.glob("worker-*.js")
    again = pack(new_workshop, {"it": shipped("worker")})
    assert script.read_text().endswith(f',"{again["it"]}")\n')


def test_each_late_module_is_in_its_part_and_no_module_of_a_start() -> None:
    parts = in_parts(program(ROOT))
    folders = {path.rpartition("/")[0] for name in LATE for path in parts[name]}
    assert folders >= {"web/chapter/figures", "web/chapter/zh", "kt_core/programs"}
    late = {module_name(path) for name in LATE for path in parts[name]}
    assert not late & {*snapshot_modules(program(ROOT))}
    for name in PARTS:
        for path in parts[name]:
            assert part_of(module_name(path)) == name


BEFORE_READY = ("wasm", "snapshot", "pyodide", "pyscript")


def test_what_http_sends_before_the_page_is_ready_and_later_does_not_grow() -> None:
    # tests/browser/test_late.py checks that a start requests nothing else.
    files = [DIST / "index.html", *(path for name in BEFORE_READY for path in scripts(name))]
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in files) <= 3_886_000
    sent = [path for path in DIST.iterdir() if not path.name.startswith(("posters", "knights"))]
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in sent) <= 5_784_000
    assert (DIST / "embed.js").stat().st_size <= 4850


def test_every_part_is_named_with_its_license_and_the_texts_are_in_both_pages() -> None:
    text = (DIST / LICENSES).read_text()
    titles = ("Mozilla Public License Version 2.0", "PYTHON SOFTWARE FOUNDATION", "Apache License")
    for each in ("Knight's Tour: MIT", "CPython", *titles):  # test_supply.py has the packages
        assert each in text
    lock = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    unused = {"@codemirror/autocomplete", "@codemirror/streamparser", "crelt"}
    tools = unused | {
        *("binaryen", "esbuild", "@esbuild", "marked", "scorm-again", "@types/emscripten", "ws"),
    }
    names = {name.rpartition("node_modules/")[2] for name in lock if name}
    ours = {name for name in names if name not in tools and not name.startswith("@esbuild/")}
    assert ours == {*PACKAGES}
    assert within(LICENSES).decode() == text


def test_the_files_of_dist_match_their_snapshot_and_one_is_below_8_2_megabytes() -> None:
    assert (DIST / "knights-tour.html").stat().st_size < 8_200_000
    file_name = re.compile(r"((wasm|snapshot)(?=-\d)|.*)(-\d+)?-[0-9a-f]{12}\.js")
    names = {file_name.sub(r"\1", path.name) for path in DIST.iterdir()}
    assert_matches_snapshot("files-of-dist", "\n".join(sorted(names)), "txt")


def test_the_page_contains_no_address_except_that_of_svg() -> None:
    page = (DIST / "index.html").read_text()
    addresses = set(re.findall(r"[a-z]+://[^\s\"'`<>)]*", page.replace("file://", "")))
    assert {address for address in addresses if "www.w3.org/2000/svg" not in address} == {
        "https://runtime.invalid/"
    }


def test_every_script_of_the_page_is_in_its_policy() -> None:

    def source(name: str) -> str:
        folder = WEB / "js" if name.endswith(".js") else WEB
        return "decoder()" if name == UNPACK else (folder / name).read_text("utf-8")

    page = document(source)
    (rules,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    scripts = re.findall(r"<script(?: nomodule| id=.runtime.)?>(.*?)</script>", page, flags=re.S)
    assert len(scripts) == 14
    hashes = policy(scripts).split("'strict-dynamic'")[0].removeprefix("default-src 'none'; ")
    assert set(hashes.split()) <= set(rules.split())
    for rule in ("default-src 'none'", "connect-src 'none'", "base-uri 'none'"):
        assert rule in rules
    assert "unsafe-eval'" not in rules.replace("'wasm-unsafe-eval'", "")


def test_what_runs_in_the_page_is_kt_core_and_web() -> None:
    modules = program(ROOT)
    assert {name.split("/")[0] for name in modules} == {"kt_core", "web"}
    assert modules["web/app.py"] == (WEB / "app.py").read_bytes()
    assert b"- 8 | " in modules["web/chapter/en/graph.md"]  # an answer computed by kt_core
    texts = [text for name, text in modules.items() if name.endswith(".md")]
    assert not any(re.search(rb"\{\{[^{}$]*\}\}", text) for text in texts)  # drawings are allowed
