"""Python's collector of garbage, which waits until nobody does.

Counting references frees what the page lets go of, and no walk leaves circles: a test holds that.
Left to itself the collector of Python 3.14 looks at once at all that hangs together, which took 60
ms in the midst of a search of a million squares.
"""

import gc

MANY, MOST = 10_000, 50_000  # new objects; Pyodide looks through the latter in 25 ms


def wait() -> None:
    """Let the collector do nothing by itself."""
    gc.disable()


def tidy() -> None:
    """Look through what is new, if it is much; nobody looks again at what stays, nor at too much.

    That is not lost: it goes when its last user does.
    """
    made = gc.get_count()[0]
    if made > MANY:
        if made <= MOST:
            gc.collect()
        gc.freeze()
