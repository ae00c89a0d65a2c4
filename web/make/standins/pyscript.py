"""A replacement for PyScript's package, of which the page uses only two names.

Its submodules in the archive are PyScript's own.
"""

from pyscript.context import document, window

__all__ = ["document", "window"]
