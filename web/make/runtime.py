"""The parts that Python in the page starts from, packed at build time.

Everything here is deterministic: equal inputs, equal bytes. What takes long is kept in the cache folder under a
hash of all that went into it, so that an unchanged build packs nothing again.
"""

import base64
import gzip
import hashlib
import io
import json
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent

# What a page can import. Pyodide brings 4 MB of bytecode; this is what Pyodide and PyScript themselves need to start,
# and what students meet in a course about algorithms. A name is a module or a package, whole.
LIBRARY = frozenset(
    # Pyodide, PyScript and what they import at their start
    "_pyodide pyodide pyscript __future__ _collections_abc _colorize _opcode_metadata _py_warnings _sitebuiltins "
    "_weakrefset annotationlib codecs codeop concurrent contextvars copyreg encodings fnmatch genericpath glob html "
    "importlib keyword locale logging ntpath opcode pathlib posixpath reprlib selectors shutil signal site socket stat "
    "subprocess tempfile threading token tokenize urllib ipaddress zipfile "
    # the language and its tools
    "abc ast contextlib copy dataclasses dis enum functools inspect io linecache operator os pprint struct textwrap "
    "timeit traceback types typing warnings weakref "
    # numbers, text and data
    "base64 bisect calendar collections colorsys csv datetime decimal fractions graphlib hashlib heapq json numbers "
    "pickle _compat_pickle queue random re sched secrets hmac statistics string _strptime difflib shlex _pylong "
    # asynchronous code
    "asyncio".split()
)

# Parts of those packages that a page has no use for: other platforms, sockets, other alphabets' encodings.
LEFT_OUT = (
    "asyncio/__main__",
    "asyncio/proactor_events",
    "asyncio/tools",
    "asyncio/windows_",
    "concurrent/futures/interpreter",
    "concurrent/futures/process",
    "concurrent/interpreters/",
    "html/parser",
    "importlib/metadata/",
    "importlib/resources/",
    "logging/config",
    "logging/handlers",
    "pyodide/_nodesock_transport",
    "pyodide/console",
    "urllib/error",
    "urllib/request",
    "urllib/response",
    "urllib/robotparser",
    "zipfile/__main__",
)
ENCODINGS = frozenset("__init__ aliases ascii cp1252 cp437 idna latin_1 utf_16 utf_32 utf_8 utf_8_sig".split())

NOTHING = "export default {};"

# PyScript's plugins and file formats that the page does not use, and a store that forgets: PyScript opens IndexedDB
# before it starts Python, which hangs or throws in a sandbox and in some browsers on file://. Nothing needs to stay.
REPLACED = {
    "@pyscript/core/src/plugins.js": NOTHING,
    "@pyscript/core/src/plugins/codemirror.js": NOTHING,
    "@pyscript/core/src/plugins/donkey.js": NOTHING,
    "@pyscript/core/src/stdlib/pyscript.js": NOTHING,  # its Python files are in our library, compiled
    "polyscript/esm/3rd-party/toml.js": NOTHING,
    "polyscript/esm/3rd-party/zip.js": NOTHING,
    "polyscript/esm/interpreter/pyodide_graph.js": NOTHING,
    "@webreflection/idb-map/index.js": (HERE / "forgetful_store.mjs").read_text(encoding="utf-8"),
}

# Each of these texts must be in its file exactly once; the build stops when it is not.
PATCHES = (
    {
        "file": "polyscript/esm/interpreters.js",
        "find": "import(/* webpackIgnore: true */url)",
        "replace": "globalThis.knightsTour.pyodide",
        "why": "PyScript takes the Pyodide that boot.js has already started, instead of importing one by address",
    },
    {
        "file": "@pyscript/core/src/types.js",
        "find": '    ["mpy", "micropython"],\n',
        "replace": "",
        "why": "one interpreter is enough",
    },
)


@dataclass(frozen=True)
class Workshop:
    """Where the build finds its tools and keeps what took long."""

    node: Path
    node_modules: Path
    cache: Path

    def kept(self, name: str, inputs: Iterable[bytes], make: Callable[[], bytes]) -> bytes:
        """What `make` returns; from the cache when the inputs and this folder's files are the same as last time."""
        digest = hashlib.sha256()
        for data in [name.encode(), *own_sources(), *inputs]:
            digest.update(len(data).to_bytes(8, "big") + data)
        path = self.cache / f"{name}-{digest.hexdigest()[:20]}"
        if not path.exists():
            self.cache.mkdir(parents=True, exist_ok=True)
            half = path.with_suffix(".half")
            half.write_bytes(make())
            half.replace(path)
        return path.read_bytes()

    def run(self, script: str, *arguments: str) -> None:
        """Runs one of this folder's scripts with Node; raises SystemExit with what it said when it fails."""
        command = [str(self.node), str(HERE / script), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{script} failed.\n{done.stderr.strip()}")


def own_sources() -> list[bytes]:
    """The files of this folder, which every kept result depends on."""
    return [path.read_bytes() for path in sorted(HERE.iterdir()) if path.suffix in {".py", ".mjs"}]


def payload(workshop: Workshop, files: Mapping[str, str]) -> dict[str, str]:
    """The parts that boot.js asks for, by name: gzipped, in base64. `files` are our own modules, path to source."""
    parts = {
        "wasm": (workshop.node_modules / "pyodide/pyodide.asm.wasm").read_bytes(),
        "library": standard_library(workshop),
        "program": own_modules(workshop, files),
        "pyodide": pyodide_script(workshop).encode(),
        "pyscript": pyscript_bundle(workshop).encode(),
    }
    return {name: packed(workshop, name, data) for name, data in parts.items()}


def packed(workshop: Workshop, name: str, data: bytes) -> str:
    """The part as boot.js unpacks it. Gzip's own checksum tells a damaged part from a whole one."""
    return workshop.kept(f"{name}.gz.b64", [data], lambda: base64.b64encode(gzip.compress(data, 9, mtime=0))).decode()


def standard_library(workshop: Workshop) -> bytes:
    """Python's library, Pyodide's and PyScript's packages, trimmed and compiled: a zip of .pyc without sources."""
    original = (workshop.node_modules / "pyodide/python_stdlib.zip").read_bytes()
    sources = {name: text for name, text in zip_members(original).items() if is_wanted(name)}
    sources |= pyscript_package(workshop) | {"_colorize.py": (HERE / "_colorize.py").read_bytes()}
    return compiled(workshop, "library.zip", sources, prefix="/lib/python314.zip", optimize=2)


def own_modules(workshop: Workshop, files: Mapping[str, str]) -> bytes:
    """Our modules compiled, their sources beside them: inspect.getsource and tracebacks work in the page."""
    sources = {name: text.encode() for name, text in files.items()}
    code = compiled(workshop, "program.zip", sources, prefix="/lib/program.zip", optimize=0)
    return zip_of(zip_members(code) | sources)


def is_wanted(name: str) -> bool:
    """Does the page's library keep this member of Python's?"""
    module = name.removesuffix(".py")
    if module == name or name.startswith(LEFT_OUT):
        return False
    top, _, rest = module.partition("/")
    return top in LIBRARY and (top != "encodings" or rest in ENCODINGS)


def pyscript_package(workshop: Workshop) -> dict[str, bytes]:
    """PyScript's own Python files, which it would otherwise write into the file system at every start."""
    folder = workshop.node_modules / "@pyscript/core/src/stdlib"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.glob("pyscript/**/*.py"))}


def compiled(workshop: Workshop, name: str, sources: Mapping[str, bytes], *, prefix: str, optimize: int) -> bytes:
    """A zip of the .pyc files of all sources, made by the very Pyodide that will run them."""
    archive = zip_of(sources)
    pyodide = workshop.node_modules / "pyodide"
    inputs = [archive, (pyodide / "package.json").read_bytes(), prefix.encode(), bytes([optimize])]

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            before, after = Path(folder, "sources.zip"), Path(folder, "code.zip")
            before.write_bytes(archive)
            workshop.run("compile.mjs", str(pyodide), str(before), str(after), prefix, str(optimize))
            return zip_of(zip_members(after.read_bytes()))

    return workshop.kept(name, inputs, make)


def pyodide_script(workshop: Workshop) -> str:
    """Pyodide's loader and its WebAssembly glue as one classic script."""
    return bundled(workshop, "pyodide", "iife", {}, ())


def pyscript_bundle(workshop: Workshop) -> str:
    """PyScript as one module script (its core awaits at the top level), patched."""
    return bundled(workshop, "pyscript", "esm", REPLACED, PATCHES)


def bundled(
    workshop: Workshop, name: str, form: str, replaced: Mapping[str, str], patches: Iterable[Mapping[str, str]]
) -> str:
    """What esbuild makes of NAME.entry.mjs; `form` is esbuild's name of the output format."""
    changes = json.dumps({"replace": replaced, "patch": list(patches)})
    packages = ["pyodide", "esbuild", "@pyscript/core", "polyscript"]
    inputs = [(workshop.node_modules / package / "package.json").read_bytes() for package in packages]

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            asked, out = Path(folder, "changes.json"), Path(folder, "bundle.js")
            asked.write_text(changes, encoding="utf-8")
            entry = str(HERE / f"{name}.entry.mjs")
            workshop.run("bundle.mjs", str(workshop.node_modules), entry, form, str(asked), str(out))
            return out.read_bytes()

    return workshop.kept(f"{name}.js", [changes.encode(), *inputs], make).decode()


def zip_members(archive: bytes) -> dict[str, bytes]:
    """The files in a zip, by name."""
    with zipfile.ZipFile(io.BytesIO(archive)) as members:
        return {name: members.read(name) for name in members.namelist() if not name.endswith("/")}


def zip_of(files: Mapping[str, bytes]) -> bytes:
    """An uncompressed zip, sorted, with one fixed date: the payload is gzipped as a whole, which packs better."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return made.getvalue()


# Stands behind each block: hands it to boot.js while the browser still reads the next one.
AFTER_BLOCK = "knightsTour.block()"


def inert_blocks(parts: Mapping[str, str]) -> str:
    """The parts as elements of the one-file page; a browser runs no script of a type that it does not know."""
    block = '<script type="text/plain" data-part="{}">{}</script><script>{}</script>'
    return "\n".join(block.format(name, text, AFTER_BLOCK) for name, text in parts.items())


def script_files(parts: Mapping[str, str]) -> dict[str, str]:
    """The parts as classic scripts, by a file name with a hash of the content, so that a host may cache them for ever."""
    scripts = {name: f'knightsTour.part("{name}","{text}")\n' for name, text in parts.items()}
    return {f"{name}-{short_hash(script)}.js": script for name, script in scripts.items()}


def part_links(files: Iterable[str]) -> str:
    """The element that tells boot.js which scripts to insert when Python is asked to start."""
    return f'<script type="application/json" id="payload">{json.dumps(list(files))}</script>'


def short_hash(text: str) -> str:
    """Twelve hexadecimal digits of the text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def policy(scripts: Iterable[str]) -> str:
    """The content security policy of a page with these inline scripts.

    'strict-dynamic' lets the boot script insert the payload's scripts and the runtime, from siblings and from blobs,
    wherever the page lives; nothing that the boot script does not insert can run.
    """
    hashes = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in scripts]
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(hashes)} 'strict-dynamic' 'wasm-unsafe-eval'",
            "style-src 'unsafe-inline'",
            "img-src data: blob:",
            "worker-src blob:",
            "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
