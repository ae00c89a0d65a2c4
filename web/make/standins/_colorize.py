"""A replacement for _colorize, without colors: Python's own takes a fifteenth of a start."""


class Plain(str):
    """A color or a theme: an empty string whose attributes are empty strings too."""

    __slots__ = ()

    def __getattr__(self, name: str) -> "Plain":
        """Return this value, so that names like theme.traceback.filename exist."""
        return self


NoColors = ANSIColors = theme_no_color = Plain()


def can_colorize(*, file: object = None) -> bool:
    """Return False: the page has no terminal."""
    return False


def get_theme(**_: object) -> Plain:
    """Return a theme without colors."""
    return theme_no_color


def get_colors(*_: object, **__: object) -> Plain:
    """Return the names of colors; each is an empty string."""
    return NoColors


def decolor(text: str) -> str:
    """Return the text, which has no colors."""
    return text
