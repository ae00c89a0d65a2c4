"""Where the build finds its tools, and keeps what took long.

What is kept stands in the cache folder under a hash of all that went into it, so that an unchanged
build makes nothing again.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from web.make.steps import run, write

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Workshop:
    """The folders that the build works with."""

    node: Path
    node_modules: Path
    cache: Path

    def result(self, name: str, inputs: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
        """Return what `make` returns; from the cache when all that goes into it is as last time."""
        return self.results({name: inputs}, lambda _: {name: make()})[name]

    def results(
        self,
        inputs: Mapping[str, Iterable[bytes]],
        make: Callable[[list[str]], Mapping[str, bytes]],
    ) -> dict[str, bytes]:
        """Return what `make` returns for these names; it is asked once, for what is not kept."""
        paths = {name: self._place(name, each) for name, each in inputs.items()}
        missing = [name for name, path in paths.items() if not path.exists()]
        for name, made in make(missing).items() if missing else ():
            for old in self.cache.glob(f"{name}-*"):
                old.unlink()
            write(paths[name], made)
        return {name: path.read_bytes() for name, path in paths.items()}

    def _place(self, name: str, inputs: Iterable[bytes]) -> Path:
        digest = hashlib.sha256()
        for data in [name.encode(), *own_sources(), *inputs]:
            digest.update(len(data).to_bytes(8, "big") + data)
        return self.cache / f"{name}-{digest.hexdigest()[:20]}"

    def run(self, purpose: str, script: str, *arguments: str) -> None:
        """Run one of this folder's scripts with Node; `SetupError` with what it said."""
        run(purpose, [self.node, HERE / script, *arguments])


def own_sources() -> list[bytes]:
    """The files of this folder, which every kept result depends on."""
    return [path.read_bytes() for path in sorted(HERE.iterdir()) if path.suffix in {".py", ".mjs"}]
