"""Explanation of a slow program: its depth so far, and the cost of a better move ordering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice

from kt_core.board import Board, Square
from kt_core.events import Found, Visit
from kt_core.graph import knight_graph
from kt_core.language import N_, Sentence
from kt_core.orderings import ordering
from kt_core.programs.recording import Frame, ProgramRecording
from kt_core.programs.squares import Pair
from kt_core.search import search

MOST_EVENTS = 20_000  # limit for the events of our search with fewest onward moves first
SquareEvent = tuple[Pair, bool]  # a square, and True if it is visited
COMPARED_EVENTS = 2_000  # events compared with a search in a known order of moves
LEAST_EVENTS = 100
DEEPEST = N_("The longest path so far has {deepest:,} of {total:,} squares.")
SOME = N_("The longest path so far has {deepest:,} squares.")
ALONGSIDE = N_(
    "A search from the same square with the fewest onward moves first finds a tour after {n:,}"
    " visits: it was run alongside."
)
FIRST_TOUR = N_(
    "In this order of moves the first tour comes after {n:,} visits: {share} % of them are done."
)
FAR = N_("In this order of moves the search goes on for more than {n:,} visits.")
NO_TOUR = N_(
    "In this order of moves the search ends after {n:,} visits without a tour: {share} % of them"
    " are done."
)
MOST = 30_000_000  # limit for the visits of a search in `KNOWN_ORDERS`


@dataclass(frozen=True)
class UnfinishedSearch:
    """The progress of an unfinished search."""

    visits: int
    deepest: int
    total: int  # squares of the board; 0 if that is not certain
    unchanged: int  # first squares of the path that have not changed for half of all visits
    since: int  # the visit since which they have not changed
    fewest_first: int  # visits of a search with fewest onward moves first; 0 if unknown
    needed: int = 0  # visits to the first tour: see `needed_visits`

    @property
    def sentences(self) -> list[Sentence]:
        """The progress in sentences."""
        return [*self._sentences()]

    def _sentences(self) -> Iterator[Sentence]:
        yield Sentence(DEEPEST if self.total else SOME, deepest=self.deepest, total=self.total)
        if self.unchanged:
            yield Sentence.plural(
                "Its first square has not changed since visit {since:,}.",
                "Its first {n:,} squares have not changed since visit {since:,}.",
                self.unchanged,
                since=self.since,
            )
        if self.needed > MOST:
            yield Sentence(FAR, n=MOST)
        elif abs(self.needed) > self.visits:
            template = FIRST_TOUR if self.needed > 0 else NO_TOUR
            share = f"{100 * self.visits / abs(self.needed):.3g}"
            yield Sentence(template, n=abs(self.needed), share=share)
        if self.fewest_first:
            yield Sentence(ALONGSIDE, n=self.fewest_first)


def progress(recording: ProgramRecording, frame: Frame) -> UnfinishedSearch:
    """Return the progress of a search that has used up its budget."""
    unchanged, since = recording.unchanged_beginning()
    is_certain = frame.is_known or frame.least == frame.total
    return UnfinishedSearch(
        recording.visits,
        recording.deepest,
        frame.total if is_certain else 0,
        unchanged,
        since,
        _fewest_first(recording, frame) if is_certain else 0,
        needed_visits(recording, frame),
    )


def _fewest_first(recording: ProgramRecording, frame: Frame) -> int:
    if not recording.path or frame.total > 10_000:
        return 0
    start = frame.square(recording.squares[recording.path[0]])
    return 0 if start is None else fewest_first(frame.board, start)


@lru_cache(maxsize=4)  # a running program is reported again and again
def fewest_first(board: Board, start: Square) -> int:
    """Return the visits to the first tour with fewest onward moves first; 0 if unknown."""
    graph = knight_graph(board)
    order = ordering("warnsdorff").make(board, 0)
    visits = 0
    for event in islice(search(graph, start, order=order), MOST_EVENTS):
        visits += isinstance(event, Visit)
        if isinstance(event, Found):
            return visits
    return 0


def needed_visits(recording: ProgramRecording, frame: Frame) -> int:
    """Return the visits to the first tour if the search tries its moves in a known order.

    The number is negative if such a search ends without a tour, greater than `MOST` if the search
    is longer than that, and 0 if it is unknown. The first events are compared, so nothing is
    guessed.
    """
    size = frame.rows
    is_plain = frame.columns == size and not frame.holes and len(recording.boards) == 1
    if not is_plain or size not in KNOWN_ORDERS[0].visits:
        return 0
    events = [*islice(_events(recording, frame), COMPARED_EVENTS)]
    if len(events) < LEAST_EVENTS:
        return 0
    found = {*_visits_in_known_orders(events, size)}
    return found.pop() if len(found) == 1 else 0


def _visits_in_known_orders(events: Sequence[SquareEvent], size: int) -> Iterator[int]:
    for turn in range(8):
        images = [(_image(square, size, turn), is_visit) for square, is_visit in events]
        row, column = images[0][0]
        for known in KNOWN_ORDERS:
            if _is_search(known.moves, size, images):
                yield known.visits[size][row * size + column] or MOST + 1


def _events(recording: ProgramRecording, frame: Frame) -> Iterator[SquareEvent]:
    """Yield the squares of the events, from (0, 0) on, and True for a visit."""
    top, left = frame.first
    for event in recording.events:
        row, column = recording.squares[abs(event) - 1]
        yield (row - top, column - left), event > 0


def _image(square: Pair, size: int, turn: int) -> Pair:
    """Return a square after one of the eight symmetries of the board."""
    row, column = square
    row = size - 1 - row if turn & 1 else row
    column = size - 1 - column if turn & 2 else column
    return (column, row) if turn & 4 else (row, column)


def _is_search(moves: Sequence[Pair], size: int, events: Sequence[SquareEvent]) -> bool:
    """Return True if these are the first events of a search that tries the moves in this order."""
    graph = _graph(moves, size)
    codes = ({s: (s, True) for s in graph}, {s: (s, False) for s in graph})
    expected: Iterator[object] = search(graph, events[0][0], events=codes)
    return all(event == other for event, other in zip(events, expected, strict=False))


@cache
def _graph(moves: Sequence[Pair], size: int) -> dict[Pair, tuple[Pair, ...]]:
    """Return the neighbors of each square in the order of the moves."""
    squares = [(row, column) for row in range(size) for column in range(size)]
    every = {(row, column): [(row + r, column + c) for r, c in moves] for row, column in squares}
    return {square: tuple(n for n in others if n in every) for square, others in every.items()}


@dataclass(frozen=True)
class KnownOrder:
    """An order of the eight moves, with the number of visits from each start.

    `visits` maps the side of a board to a number for each square, row by row: that of the visits
    up to the first tour. A negative number is that of a search without a tour; 0 means that the
    search takes more than `MOST` visits.
    """

    moves: tuple[Pair, ...]
    visits: dict[int, tuple[int, ...]]


#: Visits of a plain depth-first search on 5 x 5 and 6 x 6, for common orders of the moves, counted
#: by a program in C. Only one of the reflections and rotations of an order is listed, because the
#: numbers of the others are reflected and rotated in the same way.
KNOWN_ORDERS = (
    KnownOrder(  # around the square, starting with two right
        ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)),
        {
            5: (
                8840, -1829421, 23449, -1829421, 41, -1829421, 781420, -1028893, 51117,
                -1829421, 365421, -1028893, 9909, -1028893, 36214, -1829421, 60161, -1028893,
                86209, -1829421, 14009, -1829421, 178320, -1829421, 288,
            ),
            6: (
                248169, 0, 14020, 11499958, 0, 5422, 2617589, 1243052, 0, 0, 2254, 31042,
                19323867, 2780108, 2436915, 83112, 1185413, 94565, 0, 897231, 437475, 577655, 0,
                85716, 407664, 6130301, 1211559, 221175, 0, 1948216, 58692, 375294, 573726,
                7415227, 8039, 177048,
            ),
        },
    ),
    KnownOrder(  # around the square, starting with two down
        ((2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2)),
        {
            5: (
                13968, -1829421, 781815, -1829421, 41, -1829421, 364380, -1028893, 24570,
                -1829421, 58627, -1028893, 10278, -1028893, 50326, -1829421, 184184, -1028893,
                35959, -1829421, 14385, -1829421, 80251, -1829421, 329,
            ),
            6: (
                35650, 4240286, 17325837, 0, 0, 601020, 0, 3654200, 3492281, 834132, 20099,
                132814, 0, 39554, 0, 1455, 6806655, 2290844, 1149466, 0, 481778, 338675, 302608,
                72198, 0, 484672, 335715, 1079968, 0, 45488, 64511, 1356376, 174563, 0, 45847,
                120585,
            ),
        },
    ),
    KnownOrder(  # sorted, also by nested loops over -2, -1, 1, 2
        ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)),
        {
            5: (
                5010, -1829421, 50649, -1829421, 952, -1829421, 71517, -1028893, 217952,
                -1829421, 210393, -1028893, 35373, -1028893, 115431, -1829421, 39033, -1028893,
                315956, -1829421, 736, -1829421, 598484, -1829421, 47701,
            ),
            6: (
                183635, 133309, 308734, 9621563, 103717, 169373, 89687, 304994, 105959, 188351,
                89687, 304994, 5327294, 81952, 1359580, 454333, 0, 50027, 196356, 224801,
                674050, 823675, 0, 125634, 18790, 37322, 3852624, 2379727, 178358, 0, 2571,
                125619, 0, 4669975, 5183869, 101995,
            ),
        },
    ),
    KnownOrder(  # a textbook's order
        ((-1, -2), (-1, 2), (-2, -1), (-2, 1), (1, -2), (1, 2), (2, -1), (2, 1)),
        {
            5: (
                6216, -1829421, 13648, -1829421, 3441, -1829421, 61597, -1028893, 236168,
                -1829421, 499414, -1028893, 13648, -1028893, 404452, -1829421, 324485, -1028893,
                601408, -1829421, 75099, -1829421, 82578, -1829421, 74358,
            ),
            6: (
                15769337, 67560, 2775329, 1352713, 4884012, 95084, 67560, 677789, 0, 554558,
                67560, 677789, 554558, 0, 2775329, 1352713, 0, 0, 14020758, 20458458, 14348414,
                0, 6175841, 0, 90302, 20260994, 17333134, 0, 14738700, 23544455, 16754694, 0,
                5918684, 28637759, 0, 1173241,
            ),
        },
    ),
    KnownOrder(  # ordered by sign, two columns before two rows
        ((1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)),
        {
            5: (
                74301, -1829421, 43839, -1829421, 75042, -1829421, 521206, -1028893, 288093,
                -1829421, 691294, -1028893, 11077, -1028893, 786256, -1829421, 235111, -1028893,
                41814, -1829421, 3335, -1829421, 11077, -1829421, 6110,
            ),
            6: (
                2373110, 0, 28705044, 8683564, 0, 16299811, 22930936, 14702741, 0, 16861540,
                20230411, 87846, 0, 4453575, 0, 20486869, 20532804, 9976342, 0, 0, 1324494,
                2773850, 0, 584061, 13660286, 11792318, 859636, 0, 13660286, 11792318, 83999,
                2606710, 1324494, 2773850, 2277979, 15769344,
            ),
        },
    ),
    KnownOrder(  # ordered by sign, two rows before two columns
        ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)),
        {
            5: (
                72509, -1829421, 691294, -1829421, 3335, -1829421, 524071, -1028893, 235111,
                -1829421, 43839, -1028893, 11077, -1028893, 30230, -1829421, 288093, -1028893,
                22078, -1829421, 73276, -1829421, 778659, -1829421, 76497,
            ),
            6: (
                2511583, 22938222, 0, 0, 13798759, 15203, 0, 9438987, 2403177, 0, 1639200,
                468777, 28689828, 0, 0, 1291744, 2029720, 0, 8683481, 16277462, 18139179,
                3494341, 0, 7450404, 0, 20145332, 19180687, 0, 13798759, 0, 15735612, 83674,
                5098977, 608167, 1639200, 15153075,
            ),
        },
    ),
    KnownOrder(  # pairs with equal signs, by the sign of the row
        ((1, 2), (2, 1), (1, -2), (2, -1), (-1, 2), (-2, 1), (-1, -2), (-2, -1)),
        {
            5: (
                74343, -1829421, 101718, -1829421, 75085, -1829421, 593910, -1028893, 123081,
                -1829421, 325999, -1028893, 25542, -1028893, 499386, -1829421, 236168, -1028893,
                66193, -1829421, 3441, -1829421, 32788, -1829421, 6905,
            ),
            6: (
                73231, 0, 158545, 5444955, 42550, 0, 686016, 11463304, 0, 0, 0, 90302, 0,
                1224578, 365433, 13592959, 713305, 2825678, 0, 0, 9188816, 476360, 377590,
                554155, 22182, 449769, 554155, 0, 1504613, 1251305, 113062, 4966684, 909806,
                41898, 249850, 27665716,
            ),
        },
    ),
    KnownOrder(  # pairs with equal signs, by the sign of the column
        ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)),
        {
            5: (
                70716, -1829421, 101718, -1829421, 71475, -1829421, 725055, -1028893, 123081,
                -1829421, 325999, -1028893, 25542, -1028893, 484289, -1829421, 236168, -1028893,
                90770, -1829421, 182, -1829421, 70985, -1829421, 31693,
            ),
            6: (
                253102, 0, 1443197, 5094657, 57012, 0, 891238, 1323131, 0, 0, 656597, 83383,
                2230247, 284960, 1567269, 2469157, 1698198, 462539, 0, 3087164, 195098, 645358,
                19645646, 4785714, 78180, 81241, 1219046, 193899, 146134, 5643652, 11448,
                185374, 133375, 95873, 982861, 1219046,
            ),
        },
    ),
    KnownOrder(  # the order in a public collection of algorithms
        ((1, 2), (-1, 2), (1, -2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)),
        {
            5: (
                74301, -1829421, 43839, -1829421, 75042, -1829421, 524071, -1028893, 288093,
                -1829421, 691294, -1028893, 11077, -1028893, 786256, -1829421, 235111, -1028893,
                22078, -1829421, 3335, -1829421, 30230, -1829421, 77684,
            ),
            6: (
                2511583, 0, 28689828, 8683481, 0, 15709524, 22938222, 14702741, 0, 16250381,
                20145405, 83674, 0, 2242754, 0, 20486782, 19180687, 4883744, 0, 0, 1287496,
                3493792, 0, 584061, 13798759, 1639200, 2029720, 0, 13798759, 1639200, 15203,
                468777, 0, 7450404, 0, 15153075,
            ),
        },
    ),
    KnownOrder(  # pairs with equal column steps
        ((1, 2), (-1, 2), (2, 1), (-2, 1), (1, -2), (-1, -2), (2, -1), (-2, -1)),
        {
            5: (
                70659, -1829421, 82023, -1829421, 71418, -1829421, 524043, -1028893, 124788,
                -1829421, 612841, -1028893, 22971, -1028893, 771131, -1829421, 235111, -1028893,
                110627, -1829421, 182, -1829421, 68414, -1829421, 75387,
            ),
            6: (
                1553272, 0, 1312394, 7857786, 67342, 0, 4753621, 1300747, 0, 0, 656597, 83674,
                2173310, 545182, 8583880, 2375094, 598469, 1139237, 0, 2922814, 205754, 2806325,
                2375094, 4332108, 242487, 1619502, 1113694, 192573, 559777, 406111, 11448,
                185529, 363676, 7042692, 982867, 0,
            ),
        },
    ),
)  # fmt: skip
