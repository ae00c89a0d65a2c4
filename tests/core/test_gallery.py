"""Every tour of the gallery is checked and has the properties that its name claims."""

import re

import pytest

from kt_core.analysis import kind
from kt_core.gallery import GALLERY, Famous
from kt_core.language import package_file
from tests.shared.cases import ORACLES, path_of

PRINTED = [key for key in GALLERY if key not in ("bergholt-6x9", "suli-6x7")]
every_tour = pytest.mark.parametrize("famous", GALLERY.values(), ids=GALLERY)


@every_tour
def test_a_famous_tour_is_proven_and_matches_its_name(famous: Famous) -> None:
    tour = famous.tour
    assert tour.board == famous.board
    assert tour.closed >= ("closed" in famous.name)
    assert bool(famous.symmetry) >= ("symmetr" in famous.name or "mirror" in famous.name)
    assert famous.semi_magic == ("semi-magic" in famous.name)


@pytest.mark.parametrize(
    ("famous", "printed"),
    list(zip((GALLERY[key] for key in PRINTED), ORACLES["gallery"], strict=True)),
    ids=PRINTED,
)
def test_a_famous_tour_equals_its_oracle(famous: Famous, printed: dict[str, object]) -> None:
    grid = printed["grid"]
    assert isinstance(grid, list)
    assert list(famous.tour.path) == path_of(grid)
    assert (famous.tour.closed, list(famous.symmetry), famous.semi_magic) == (
        printed["closed"],
        printed["symmetry"],
        printed["semi_magic"],
    )
    year = re.search(r"\b1[78]\d\d\b", str(printed["name"]))
    assert famous.year == (int(year[0]) if year else None)


@every_tour
def test_the_distance_of_a_square_to_its_image_decides_the_kind(famous: Famous) -> None:
    tour = famous.tour
    steps = {square: step for step, square in enumerate(tour.path)}
    last = len(tour.path) - 1  # last square and last step: there are no holes
    apart = {abs(steps[square] - steps[last - square]) for square in steps}
    sums = {(steps[square] + steps[last - square]) % (last + 1) for square in steps}
    assert (kind(tour) == "Eulerian" or "rot90" in famous.symmetry) == (
        tour.closed and apart == {(last + 1) // 2}
    )
    assert (kind(tour) == "Bergholtian") == (tour.closed and len(sums) == 1)
    assert (kind(tour) == "Sulian") == ("mirror up-down" in famous.symmetry)
    assert bool(kind(tour)) == (tour.closed and len(famous.symmetry) == 1)


def test_keys_name_one_diagram_each_which_is_built_on_demand() -> None:
    known = package_file("gallery.txt").decode().split("\n\n")
    assert list(GALLERY) == [diagram.split()[0] for diagram in known]
    assert all(re.fullmatch("[a-z0-9-]+", key) for key in GALLERY)
    assert len({famous.name for famous in GALLERY.values()}) == len(GALLERY)
    famous = Famous("de-moivre", "de Moivre", None, "")
    assert "tour" not in vars(famous)
    assert famous.tour is famous.tour
