"""How long counts take where a board is narrow, but not straight: `-m tests.benchmarks.narrow`."""

from collections.abc import Iterator
from time import process_time

from kt_core import Board, Undecided
from kt_core.count import counting
from kt_core.tour import Puzzle
from tests.benchmarks.kinds import Places, rectangle

LIMIT = 10.0  # seconds


def shapes() -> Iterator[tuple[str, Places]]:
    """Yield diagonals, stairs and rings, by name."""
    for length in (12, 40, 150, 600):
        yield f"diagonal 4x{length}", {(r, r + d) for r in range(length) for d in range(4)}
    for steps in (3, 8):
        places = Places()
        for i in range(0, 8 * steps, 8):
            places |= rectangle(i, i, 3, 11) | rectangle(i, i + 8, 11, 3)
        yield f"stairs 3x8, {steps} of them", places
    for side in (20, 60):
        yield f"ring 2x{side}", rectangle(0, 0, side, side) - rectangle(2, 2, side - 4, side - 4)


def counted(board: Board) -> str:
    """Return how many open tours there are, in as many letters as fit, and the seconds."""
    begun, work = process_time(), counting(Puzzle(board), 1 << 30)
    told = "given up"
    try:
        while process_time() - begun < LIMIT:
            next(work)
    except StopIteration as done:
        told = f"{done.value:,}" if done.value < 1e12 else f"{len(str(done.value))} digits"
    except Undecided:
        told = "refused"
    return f"{told}, {process_time() - begun:.2f} s"


def main() -> None:
    """Print a line for each board."""
    for name, places in shapes():
        rows, columns = (1 + max(place[i] for place in places) for i in (0, 1))
        holes = [s for s in range(rows * columns) if divmod(s, columns) not in places]
        board = Board(rows, columns, holes)
        print(f"{name}, {len(board)} squares: {counted(board)}")


if __name__ == "__main__":
    main()
