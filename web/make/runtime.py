"""The parts that Python in the page starts from, packed at build time.

Everything here is deterministic: equal inputs, equal bytes. What takes long is kept in the cache
folder under a hash of all that went into it, so that an unchanged build packs nothing again.
"""

import io
import json
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from web.make.early import imported
from web.make.library import STAND_INS, is_wanted
from web.make.patches import PYODIDE_PATCHES, PYSCRIPT_PATCHES, REPLACED, ZSTD_PATCHES
from web.make.streams import packed, packed_texts
from web.make.workshop import HERE, Workshop

#: In the order in which the page asks for them.
PARTS = ("wasm", "picture", "pyodide", "pyscript", "library")
EDITOR = ("@codemirror/view", "@codemirror/state", "@codemirror/commands", "@codemirror/language")
#: Where the archives are in the page.
PROGRAM, STDLIB = "/lib/program.zip", "/lib/python314.zip"
HEADER_BYTES = 30  # of a file in a zip, before its name
LISTED = "kt_core/search.py"  # the source that the page reads


def payload(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the parts that boot.js asks for, name to base64; `files`: our own."""
    library, program = standard_library(workshop), own_modules(workshop, files)
    glue = pyodide_script(workshop).encode()
    parts = python(workshop, glue, library, program, imported(files))
    scripts = {"pyodide": glue.decode(), "pyscript": pyscript_bundle(workshop)}
    parts |= packed_texts(workshop, scripts)
    return {name: parts[name] for name in PARTS}


def python(
    workshop: Workshop, glue: bytes, library: bytes, program: bytes, modules: list[str]
) -> dict[str, str]:
    """Return the parts that are one stream: with the picture, neither archive has what is in it."""
    made = picture(workshop, glue, library, program, modules)
    told, _, taken = made.partition(b"\n")
    origins = json.loads(told)
    wasm = (workshop.node_modules / "pyodide/pyodide.asm.wasm").read_bytes()
    rest = [
        without(archive, origins, at) for archive, at in ((program, PROGRAM), (library, STDLIB))
    ]
    pieces = packed(workshop, "python", wasm, taken + rest[0], rest[1])
    return dict(zip(("wasm", "picture", "library"), pieces, strict=True))


def without(archive: bytes, origins: Iterable[str], place: str) -> bytes:
    """Return an archive that has nothing but zeros in these files of it.

    The importers in the picture know where each file begins, so all must stay where it is.
    """
    blank = bytearray(archive)
    names = {origin.removeprefix(f"{place}/") for origin in origins if origin.startswith(place)}
    with zipfile.ZipFile(io.BytesIO(archive)) as members:
        for member in members.infolist():
            if member.filename in names:
                begin = member.header_offset + HEADER_BYTES + len(member.filename.encode())
                blank[begin : begin + member.file_size] = bytes(member.file_size)
    return bytes(blank)


def standard_library(workshop: Workshop) -> bytes:
    """Return a zip of .pyc: Python's library, Pyodide's and PyScript's packages, trimmed."""
    original = (workshop.node_modules / "pyodide/python_stdlib.zip").read_bytes()
    sources = {name: text for name, text in zip_members(original).items() if is_wanted(name)}
    for name in STAND_INS:
        sources[name] = (HERE / "standins" / Path(name).name).read_bytes()
    return compiled(workshop, "library.zip", sources, prefix=STDLIB, optimize={"": 2})


def own_modules(workshop: Workshop, files: Mapping[str, bytes]) -> bytes:
    """Return our modules compiled, the source that the page lists, and other files."""
    sources = {name: text for name, text in files.items() if name.endswith(".py")}
    others = {name: data for name, data in files.items() if name not in sources or name == LISTED}
    sources |= pyscript_package(workshop)
    # What kt_core says of itself is there for those who ask for help; of the page nobody does.
    levels = {"kt_core/": 0, "": 2}
    code = compiled(workshop, "program.zip", sources, prefix=PROGRAM, optimize=levels)
    return zip_of(zip_members(code) | others)


def pyscript_package(workshop: Workshop) -> dict[str, bytes]:
    """Return PyScript's own Python files, which it would otherwise write out at every start."""
    folder = workshop.node_modules / "@pyscript/core/src/stdlib"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.glob("pyscript/**/*.py"))
    }


def compiled(
    workshop: Workshop,
    name: str,
    sources: Mapping[str, bytes],
    *,
    prefix: str,
    optimize: Mapping[str, int],
) -> bytes:
    """A zip of the .pyc files of all sources, made by the very Pyodide that will run them.

    `optimize` has Python's level for the names that begin so; the first that fits counts.
    """
    archive, levels = zip_of(sources), json.dumps(optimize)
    pyodide = workshop.node_modules / "pyodide"
    version = (pyodide / "package.json").read_bytes()
    inputs = [archive, version, prefix.encode(), levels.encode()]

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
                levels,
            )
            return zip_of(zip_members(after.read_bytes()))

    return workshop.kept(name, inputs, make)


def picture(
    workshop: Workshop, glue: bytes, library: bytes, program: bytes, modules: list[str]
) -> bytes:
    """Python's memory with these modules imported, where it differs from a fresh module's.

    Before it stands a line that tells, as JSON, where each module in it has come from.
    """
    pyodide = workshop.node_modules / "pyodide"
    brought = {"glue.js": glue, "library.zip": library, "program.zip": program}
    brought["modules.json"] = json.dumps(modules).encode()
    inputs = [*brought.values(), (pyodide / "package.json").read_bytes()]

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            for name, data in brought.items():
                Path(folder, name).write_bytes(data)
            given = [str(Path(folder, name)) for name in brought]
            out = Path(folder, "picture")
            words = ("picture.mjs", str(pyodide), *given, str(out))
            workshop.run("Taking the picture of Python's memory", *words)
            return out.read_bytes()

    return workshop.kept("picture.bin", inputs, make)


def pyodide_script(workshop: Workshop) -> str:
    """Pyodide's loader and its WebAssembly glue as one classic script."""
    return bundled(workshop, "pyodide", "iife", {}, PYODIDE_PATCHES)


def pyscript_bundle(workshop: Workshop) -> str:
    """PyScript as one module script (its core awaits at the top level), patched."""
    return bundled(workshop, "pyscript", "esm", REPLACED, PYSCRIPT_PATCHES)


def own_texts(workshop: Workshop, worker: str) -> dict[str, str]:
    """Return what only a reader's own code needs: the editor, and the script of its worker."""
    return {"editor": bundled(workshop, "editor", "iife", {}, ()), "worker": worker}


def unpacker(workshop: Workshop) -> str:
    """The decoder of what `packed` makes, as a classic script that stands in the page."""
    return bundled(workshop, "unpack", "iife", {}, ZSTD_PATCHES)


def bundled(
    workshop: Workshop,
    name: str,
    form: str,
    replaced: Mapping[str, str],
    patches: Iterable[Mapping[str, str]],
) -> str:
    """What esbuild makes of NAME.entry.mjs; `form` is esbuild's name of the output format."""
    changes = json.dumps({"replace": replaced, "patch": list(patches)})
    packages = ["pyodide", "esbuild", "@pyscript/core", "polyscript", "zstddec", *EDITOR]
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
