"""The parts that Python in the page starts from, packed at build time.

Everything here is deterministic: equal inputs, equal bytes. What takes long is kept in the cache
folder under a hash of all that went into it, so that an unchanged build packs nothing again.
"""

import base64
import gzip
import hashlib
import io
import json
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from web.make.library import STAND_INS, is_wanted
from web.make.patches import PYODIDE_PATCHES, PYSCRIPT_PATCHES, REPLACED
from web.make.posters import groups
from web.make.steps import run, write

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Workshop:
    """Where the build finds its tools and keeps what took long."""

    node: Path
    node_modules: Path
    cache: Path

    def kept(self, name: str, inputs: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
        """Return what `make` returns; from the cache when all that goes into it is as last time."""
        digest = hashlib.sha256()
        for data in [name.encode(), *own_sources(), *inputs]:
            digest.update(len(data).to_bytes(8, "big") + data)
        path = self.cache / f"{name}-{digest.hexdigest()[:20]}"
        if not path.exists():
            made = make()
            for old in self.cache.glob(f"{name}-*"):
                old.unlink()
            write(path, made)
        return path.read_bytes()

    def run(self, purpose: str, script: str, *arguments: str) -> None:
        """Run one of this folder's scripts with Node; `SetupError` with what it said."""
        run(purpose, [self.node, HERE / script, *arguments])


def own_sources() -> list[bytes]:
    """The files of this folder, which every kept result depends on."""
    return [path.read_bytes() for path in sorted(HERE.iterdir()) if path.suffix in {".py", ".mjs"}]


def payload(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the parts that boot.js asks for, name to base64 of gzip; `files`: our own."""
    parts = {
        "wasm": (workshop.node_modules / "pyodide/pyodide.asm.wasm").read_bytes(),
        "library": standard_library(workshop),
        "program": own_modules(workshop, files),
        "pyodide": pyodide_script(workshop).encode(),
        "pyscript": pyscript_bundle(workshop).encode(),
    }
    return {name: packed(workshop, name, data) for name, data in parts.items()}


def posters(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the packed posters, which depend on our own modules and catalogues alone."""
    inputs = [*files.values()]
    made = workshop.kept("posters.json", inputs, lambda: json.dumps(groups()).encode())
    return {name: packed(workshop, name, text.encode()) for name, text in json.loads(made).items()}


def packed(workshop: Workshop, name: str, data: bytes) -> str:
    """The part as boot.js unpacks it. Gzip's own checksum tells a damaged part from a whole one."""
    return workshop.kept(
        f"{name}.gz.b64", [data], lambda: base64.b64encode(gzip.compress(data, 9, mtime=0))
    ).decode()


def standard_library(workshop: Workshop) -> bytes:
    """Return a zip of .pyc: Python's library, Pyodide's and PyScript's packages, trimmed."""
    original = (workshop.node_modules / "pyodide/python_stdlib.zip").read_bytes()
    sources = {name: text for name, text in zip_members(original).items() if is_wanted(name)}
    for name in STAND_INS:
        sources[name] = (HERE / "standins" / Path(name).name).read_bytes()
    sources |= pyscript_package(workshop)
    return compiled(workshop, "library.zip", sources, prefix="/lib/python314.zip", optimize=2)


def own_modules(workshop: Workshop, files: Mapping[str, bytes]) -> bytes:
    """Return our modules compiled, and their sources, for inspect.getsource and tracebacks."""
    sources = {name: text for name, text in files.items() if name.endswith(".py")}
    code = compiled(workshop, "program.zip", sources, prefix="/lib/program.zip", optimize=0)
    return zip_of(zip_members(code) | dict(files))


def pyscript_package(workshop: Workshop) -> dict[str, bytes]:
    """Return PyScript's own Python files, which it would otherwise write out at every start."""
    folder = workshop.node_modules / "@pyscript/core/src/stdlib"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.glob("pyscript/**/*.py"))
    }


def compiled(
    workshop: Workshop, name: str, sources: Mapping[str, bytes], *, prefix: str, optimize: int
) -> bytes:
    """A zip of the .pyc files of all sources, made by the very Pyodide that will run them."""
    archive = zip_of(sources)
    pyodide = workshop.node_modules / "pyodide"
    inputs = [archive, (pyodide / "package.json").read_bytes(), prefix.encode(), bytes([optimize])]

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            before, after = Path(folder, "sources.zip"), Path(folder, "code.zip")
            before.write_bytes(archive)
            workshop.run(
                f"Compiling {name.removesuffix('.zip')}",
                "compile.mjs",
                str(pyodide),
                str(before),
                str(after),
                prefix,
                str(optimize),
            )
            return zip_of(zip_members(after.read_bytes()))

    return workshop.kept(name, inputs, make)


def pyodide_script(workshop: Workshop) -> str:
    """Pyodide's loader and its WebAssembly glue as one classic script."""
    return bundled(workshop, "pyodide", "iife", {}, PYODIDE_PATCHES)


def pyscript_bundle(workshop: Workshop) -> str:
    """PyScript as one module script (its core awaits at the top level), patched."""
    return bundled(workshop, "pyscript", "esm", REPLACED, PYSCRIPT_PATCHES)


def bundled(
    workshop: Workshop,
    name: str,
    form: str,
    replaced: Mapping[str, str],
    patches: Iterable[Mapping[str, str]],
) -> str:
    """What esbuild makes of NAME.entry.mjs; `form` is esbuild's name of the output format."""
    changes = json.dumps({"replace": replaced, "patch": list(patches)})
    packages = ["pyodide", "esbuild", "@pyscript/core", "polyscript"]
    inputs = [
        (workshop.node_modules / package / "package.json").read_bytes() for package in packages
    ]

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            asked, out = Path(folder, "changes.json"), Path(folder, "bundle.js")
            asked.write_text(changes, encoding="utf-8")
            entry = str(HERE / f"{name}.entry.mjs")
            workshop.run(
                f"Bundling {name}",
                "bundle.mjs",
                str(workshop.node_modules),
                entry,
                form,
                str(asked),
                str(out),
            )
            return out.read_bytes()

    return workshop.kept(f"{name}.js", [changes.encode(), *inputs], make).decode()


def zip_members(archive: bytes) -> dict[str, bytes]:
    """The files in a zip, by name."""
    with zipfile.ZipFile(io.BytesIO(archive)) as members:
        return {name: members.read(name) for name in members.namelist() if not name.endswith("/")}


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """Return a sorted zip with one fixed date, uncompressed: gzip packs the whole better."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return made.getvalue()
