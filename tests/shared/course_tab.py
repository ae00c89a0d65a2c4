"""Browser tabs with course packages, simulated in Node.js with a simulated clock."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from web.make.setup import ready_node

SCRIPT = Path(__file__).with_suffix(".cjs")


class Tabs:
    """A Node.js process that evaluates JavaScript with the names of course_tab.cjs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def __call__(self, script: str, **names: object) -> Any:
        """Return the value of a script; `names` are constants that it may use."""
        given = "".join(f"const {name} = {json.dumps(value)};" for name, value in names.items())
        text = f"{{{given}{script}}}" if given else script
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(text) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer.get("value")


@contextmanager
def tabs() -> Iterator[Tabs]:
    """Start Node.js, and end it after the test."""
    command: list[str | Path] = [ready_node().node, SCRIPT]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Tabs(process)
        process.terminate()
