"""Colors have enough contrast with the squares below them, in both themes."""

import re

import pytest

from kt_core.drawing.colors import COLORS, STOPS, at, light, stretch

THEMES = pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])


def luminance(color: str) -> float:
    """Return the relative luminance, as WCAG 2.2 defines it."""
    channels = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio, as WCAG 2.2 defines it."""
    dim, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dim + 0.05)


@THEMES
@pytest.mark.parametrize(
    ("name", "least"),
    [*((f"t{i}", 3) for i in range(STOPS + 1)), ("ink", 4.5), ("soft", 4.5), ("accent", 4.5)],
)
def test_the_path_stands_out_and_text_can_be_read(name: str, least: float, theme: int) -> None:
    for ground in ("square", "square-b", "surface"):
        assert contrast(COLORS[name][theme], COLORS[ground][theme]) >= least


@THEMES
@pytest.mark.parametrize("ground", ["square", "square-b", "surface"])
def test_the_graph_alone_stands_out_and_behind_a_path_can_be_seen(ground: str, theme: int) -> None:
    beneath = COLORS[ground][theme]
    assert contrast(COLORS["field"][theme], beneath) >= 3
    assert 2 <= contrast(COLORS["edge"][theme], beneath) < 3


def test_a_color_between_two_stops_has_enough_contrast() -> None:
    for i in range(101):
        assert min(contrast(at(i / 100), light(s)) for s in ("square", "square-b")) >= 3


@THEMES
def test_time_grows_lighter(theme: int) -> None:
    scale = [luminance(COLORS[f"t{i}"][theme]) for i in range(STOPS + 1)]
    assert scale == sorted(scale)


def test_the_scale_passes_through_its_stops() -> None:
    assert [at(i / STOPS) for i in range(STOPS + 1)] == [light(f"t{i}") for i in range(STOPS + 1)]


@pytest.mark.parametrize(
    ("time", "place"),
    [(0, (0, 0)), (0.1, (0, 50)), (0.2, (1, 0)), (0.5, (2, 50)), (0.999, (4, 100)), (1, (4, 100))],
)
def test_each_time_is_in_one_section_of_the_scale(time: float, place: tuple[int, int]) -> None:
    assert stretch(time) == place


def test_colors_are_written_in_six_digits() -> None:
    assert all(re.fullmatch("#[0-9a-f]{6}", color) for pair in COLORS.values() for color in pair)
