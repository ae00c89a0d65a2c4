"""Stands in for Python's _colorize, whose themes cost a fifteenth of the start: no colours here."""


class Plain(str):
    """A colour, or a theme of colours: an empty string, whatever is asked of it."""

    __slots__ = ()

    def __getattr__(self, name: str) -> "Plain":
        """The same again: theme.traceback.filename is a colour as good as any."""
        return self


NoColors = ANSIColors = theme_no_color = Plain()


def can_colorize(*, file: object = None) -> bool:
    """Nothing here is a terminal."""
    return False


def get_theme(**_: object) -> Plain:
    """The theme without colours."""
    return theme_no_color


def get_colors(*_: object, **__: object) -> Plain:
    """The colours without colour."""
    return NoColors


def decolor(text: str) -> str:
    """The text, which has no colours."""
    return text
