"""Keeps what Pyodide compiles, for the texts that a start of the page runs each time.

They are compiled where the snapshot of Python's memory is taken, and not again in the page, where
the parser's code would have to be made ready first. `_pyodide/_base.py` ends with `keeping`.
"""

from collections.abc import Callable, Generator
from types import CodeType

Making = Generator[object, object, CodeType]  # gives a tree, takes it back changed, gives the code

_kept: dict[object, CodeType] = {}
keeps = True  # until snapshot.mjs says otherwise


def keeping(make: Callable[..., Making]) -> Callable[..., Making]:
    """Return what makes the code of a text, or has it from before; then the tree is None."""

    def kept(source: str, **how: object) -> Making:
        key = (source, *sorted(how.items()))
        if key in _kept:
            yield None
            return _kept[key]
        code = yield from make(source, **how)
        if keeps:
            _kept[key] = code
        return code

    return kept
