"""A replacement for PyScript's package, of which the page uses only two names.

The submodules in the archive are PyScript's files.
"""

from pyscript.context import document, window

__all__ = ["document", "window"]
