"""A cache of the code that Pyodide compiles, for the texts that every start of the page runs.

The texts are compiled before the snapshot of memory is taken. The page does not compile them again,
which would initialize the parser. `keeping` is called at the end of `_pyodide/_base.py`.
"""

from collections.abc import Callable, Generator
from types import CodeType

Making = Generator[object, object, CodeType]  # yields a tree, receives it, yields code

_kept: dict[object, CodeType] = {}
keeps = True  # snapshot.mjs sets it to False


def keeping(make: Callable[..., Making]) -> Callable[..., Making]:
    """Wrap a compiling generator with the cache; for cached code the tree is None."""

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
