"""The page's Pyodide contains what the page needs, and its two files match."""

import json
import re
import subprocess
from pathlib import Path
from struct import unpack_from

from tests.shared.parts import late_data, shipped
from web.make.scripts import GLUE, WASM, Pyodide
from web.make.setup import Node
from web.make.steps import HERE, ROOT

PAGE = 4096  # bytes of the snapshot
NAMES = """
    const module = new WebAssembly.Module(require("fs").readFileSync(0));
    console.log(JSON.stringify(WebAssembly.Module.exports(module).map(({ name }) => name)));
"""


def exported(node: Node, wasm: bytes) -> set[str]:
    """Return the names that a module exports."""
    told = subprocess.run([node.node, "-e", NAMES], input=wasm, capture_output=True, check=True)
    return set(json.loads(told.stdout))


def test_every_export_used_by_the_glue_exists(node: Node, pyodide: Pyodide) -> None:
    taken = set(re.findall(r'\bwasmExports(?:\["|\.)(\w+)', pyodide.glue))
    left = exported(node, pyodide.wasm)
    # Used only with JavaScript's stack switching, which the page does not use.
    assert taken - left <= {"run_main_promising"}
    assert "PyObject_CallObject" in exported(
        node, (ROOT / "node_modules/pyodide" / WASM).read_bytes()
    )
    assert len(left) <= 270  # each of the 8,560 lengthens a start by some microseconds


def test_the_late_data_and_the_rest_of_the_module_are_the_whole(pyodide: Pyodide) -> None:
    gone = bytes(a for a, b in zip(pyodide.wasm, pyodide.first, strict=True) if a != b)
    assert gone == b"".join(data for _, data in late_data()).replace(b"\0", b"")
    assert shipped("data").startswith(pyodide.data)


def test_the_snapshot_has_no_page_whose_data_is_late() -> None:
    (snapshot,) = (ROOT / ".cache").glob("snapshot.bin-*")
    head, _, rest = snapshot.read_bytes().partition(b"\n")
    taken = rest[json.loads(head)["late"] :]
    (length,) = unpack_from("<I", taken)
    pages = json.loads(taken[4:length])["pages"]
    late = {at // PAGE for begin, data in late_data() for at in range(begin, begin + len(data))}
    assert len(late) > 250
    assert late.isdisjoint(pages)


def test_a_glue_that_is_built_in_another_way_stops_the_build(node: Node, tmp_path: Path) -> None:
    folder = tmp_path / "pyodide"
    folder.mkdir()
    real = ROOT / "node_modules/pyodide"
    (folder / WASM).symlink_to(real / WASM)
    text = (real / GLUE).read_text("utf-8")
    (folder / GLUE).write_text(re.sub(r"\bvar (?=(\w+,){1000})", "let ", text))
    command: list[str | Path] = [node.node, HERE / "lean.mjs", tmp_path, tmp_path / "out"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Pyodide's pyodide.asm.mjs is built in another way" in done.stderr
    assert not (tmp_path / "out").exists()
