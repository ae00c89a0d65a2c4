"""Stands in for PyScript's package: two names are all that the page takes of it.

Whoever asks for a submodule that is here gets PyScript's own.
"""

from pyscript.context import document, window

__all__ = ["document", "window"]
