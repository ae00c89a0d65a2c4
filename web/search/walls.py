"""What is done in a worker before a reader's code runs: no import leads to JavaScript any more.

JavaScript's own ways out are closed in worker.js; this is so that an import says what is the case.
"""

import sys

#: Modules that lead to JavaScript; those that are in use already go on without their names.
LEADING_OUT = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "pyscript", "polyscript")


def close() -> None:
    """Take the modules away."""
    there = [name for name in sys.modules if name.partition(".")[0] in LEADING_OUT]
    for name in (*there, *LEADING_OUT):
        sys.modules[name] = None  # type: ignore[assignment]
    sys.meta_path[:] = [each for each in sys.meta_path if "Js" not in type(each).__name__]
