"""The build reuses cached results only while none of their inputs has changed."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from web.make.archives import Archives
from web.make.runtime import snapshot
from web.make.scripts import Pyodide
from web.make.steps import Workshop


class Asked(Workshop):
    """A workshop that makes nothing and records the inputs of a cached result."""

    def result(self, name: str, inputs: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
        """Return all inputs, joined."""
        return b"\n".join(inputs)


@pytest.mark.parametrize("changed", range(2))
def test_what_is_kept_is_made_anew_when_an_input_has_changed(changed: int, tmp_path: Path) -> None:
    workshop = Workshop(Path(), Path(), tmp_path)
    inputs = [b"glue", b"archive"]
    assert workshop.result("snapshot.bin", inputs, lambda: b"old") == b"old"
    assert workshop.result("snapshot.bin", inputs, lambda: b"new") == b"old"
    inputs[changed] += b"!"
    assert workshop.result("snapshot.bin", inputs, lambda: b"new") == b"new"
    assert len(list(tmp_path.iterdir())) == 1  # the stale one is gone


def test_a_snapshot_depends_on_all_that_is_in_it() -> None:
    workshop = Asked(Path(), Path(), Path())
    zips = Archives(b"a library", b"a program")
    into = snapshot(workshop, Pyodide("a glue", b"a wasm"), zips, ["a.module"])
    for each in (b"a glue", b"a wasm", b"a library", b"a program", b'"a.module"'):
        assert each in into
