"""A replacement for _colorize, without colors: Python's own takes a fifteenth of a start.

It has what `traceback` uses; no other module of the page has colors.
"""


class Plain(str):
    """A color or a theme: an empty string whose attributes are empty strings too."""

    __slots__ = ()

    def __getattr__(self, name: str) -> "Plain":
        """Return this value, so that names like theme.traceback.filename exist."""
        return self


def can_colorize(*, file: object = None) -> bool:
    """Return False: the page has no terminal."""
    return False


def get_theme(**_: object) -> Plain:
    """Return a theme without colors."""
    return Plain()
