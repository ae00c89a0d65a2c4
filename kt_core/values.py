"""Values as they come from outside: cut where they are shown, refused where they are wrong."""

from __future__ import annotations

from kt_core.language import Sentence


def seed_of(seed: object) -> int | None:
    """Return a seed as it is; `ValueError` where it is neither a whole number nor None."""
    if seed is None or type(seed) is int:
        return seed
    raise ValueError(
        Sentence("{seed} is not a seed; give a whole number, such as 7", seed=short(seed))
    )


def short(value: object) -> str:
    """Return how a value is written, cut where it is long, for a sentence that names it."""
    text = repr(value[:41] if isinstance(value, str | list) else value)
    return text if len(text) <= 42 else text[:41] + "…"
