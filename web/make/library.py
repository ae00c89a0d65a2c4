"""Which modules of Python the page carries: the one place to add one or to leave one out."""

# What the page can import: Pyodide brings 4 MB of bytecode, this is less than half of it. A name is
# a module, or a package whole. Leaving ssl, bz2, lzma and compression out also spares their import:
# asyncio and zipfile do without.
LIBRARY_BY_REASON = {
    "Pyodide and PyScript, and what they import at their start": """
        _pyodide pyodide pyscript __future__ _collections_abc _opcode_metadata _py_warnings
        _sitebuiltins _weakrefset annotationlib asyncio codecs codeop concurrent contextvars
        copyreg encodings fnmatch genericpath glob html importlib ipaddress keyword locale
        logging ntpath opcode pathlib posixpath reprlib selectors shutil signal site socket
        stat subprocess tempfile threading token tokenize urllib zipfile""",
    "the language and its tools, as students meet them": """
        abc ast contextlib copy dataclasses dis enum functools inspect io linecache operator
        os pprint struct textwrap timeit traceback types typing warnings weakref""",
    "numbers, text and data in a course about algorithms": """
        _compat_pickle _pylong _strptime base64 bisect calendar collections colorsys csv
        datetime decimal difflib fractions gettext graphlib hashlib heapq hmac json numbers pickle
        queue random re sched secrets shlex statistics string""",
}
LIBRARY = frozenset(" ".join(LIBRARY_BY_REASON.values()).split())

# Parts of those packages that a page has no use for: other platforms, sockets, rare encodings.
LEFT_OUT = (
    "asyncio/__main__",
    "asyncio/proactor_events",
    "asyncio/tools",
    "asyncio/windows_",
    "concurrent/futures/interpreter",
    "concurrent/futures/process",
    "concurrent/interpreters/",
    "html/parser",
    "importlib/_bootstrap",  # which is frozen into Python
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
ENCODINGS = (
    "__init__",
    "aliases",
    "ascii",
    "cp1252",
    "cp437",
    "idna",
    "latin_1",
    "utf_16",
    "utf_32",
    "utf_8",
    "utf_8_sig",
)

# Imported at every start for what the page never does: standins/ has shorter ones, and one of ours.
STAND_INS = ("_colorize.py", "pyodide/_package_loader.py", "_pyodide/_kept.py")
#: Of PyScript's package, beside a stand-in for its front door, which would import all of it.
PYSCRIPT = ("context", "ffi", "util")


def is_wanted(name: str) -> bool:
    """Return whether the page's library keeps this member of Python's."""
    module = name.removesuffix(".py")
    if module == name or name.startswith(LEFT_OUT):
        return False
    top, _, rest = module.partition("/")
    return top in LIBRARY and (top != "encodings" or rest in ENCODINGS)
