"""Tours that are their own image: exact on small boards, on large ones built of parts and mixed."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from random import Random

from kt_core.board import Square
from kt_core.events import Progress, first_path
from kt_core.leaper import KNIGHT
from kt_core.methods import exact
from kt_core.methods.exact import DEAD, Entry
from kt_core.methods.swaps.parts import Solving, carried, ringed
from kt_core.methods.swaps.wheel import SWEEPS, Wheel
from kt_core.symmetry import Image, Way, images, ways
from kt_core.tour import NoTour, Puzzle, Symmetry

SMALL_SQUARES = 100  # squares up to which every choice can be tried

Path = tuple[Square, ...]


def tour(
    puzzle: Puzzle, symmetry: Symmetry, seed: int | None, solving: Solving
) -> Generator[Progress, None, Path]:
    """Return a tour that is its own image, in slices; `NoTour` where there is none, and why.

    `solving` finds the tours and paths that large ones are built of. Where a large one cannot be
    built it is searched for, which may take ages.
    """
    possible = ways(puzzle, symmetry)
    if not all(way.carried or way.backwards for way in possible):  # then any tour will do
        return (yield from solving(puzzle)).path
    if len(puzzle.board) > SMALL_SQUARES:
        for way in possible:
            path = yield from _large(puzzle, way, seed, solving)
            if path:
                return path
    dead_ends: list[tuple[Image, NoTour]] = []
    for way in possible:
        try:
            found = yield from first_path(exact.tours(puzzle, seed, image=way.image))
            assert found  # else the search would say so
            return found
        except NoTour as no:
            dead_ends.append((way.image, no))
    raise _refuted(puzzle, symmetry, dead_ends)


def _refuted(
    puzzle: Puzzle, symmetry: Symmetry, dead_ends: Sequence[tuple[Image, NoTour]]
) -> NoTour:
    """Return why no image of the board is of a tour: a record for each that may be."""
    found = [(image.of, _record(no)) for image, no in dead_ends]
    every = [image.of for image in images(puzzle.board, symmetry)]
    records = [next((record for of, record in found if of == each), []) for each in every]
    _, no = dead_ends[0]
    return NoTour(no.reason, "search", no.witness, {"images": records})


def _record(no: NoTour) -> Sequence[Entry]:
    # Whatever a glance refutes, the rules of the record's replay refute at once.
    record: Sequence[Entry] = no.log.get("search", []) if no.proof == "search" else [DEAD]
    return record


def _large(
    puzzle: Puzzle, way: Way, seed: int | None, solving: Solving
) -> Generator[Progress, None, Path]:
    chance, board = Random(seed or 0), puzzle.board
    path: Path = ()
    paths: list[Path] = []
    if way.carried:
        path = yield from carried(puzzle, way.image, chance, solving)
        paths += [(*path, path[0])] if path else []
    elif puzzle.leaper == KNIGHT and not board.holes and (puzzle.start, puzzle.end) == (None, None):
        paths += yield from ringed(board, seed, solving, closed=puzzle.closed)
    if paths and (seed is not None or not path):
        wheel = Wheel(puzzle, way.image, paths, chance)
        mixed = yield from wheel.mixed(0 if seed is None else SWEEPS)
        path = mixed or path
    return _begun(puzzle, path)


def _begun(puzzle: Puzzle, path: Path) -> Path:
    """Return a closed path from where it is to begin."""
    if not puzzle.closed or not path:
        return path
    i = path.index(puzzle.board.squares[0] if puzzle.start is None else puzzle.start)
    return path[i:] + path[:i]
