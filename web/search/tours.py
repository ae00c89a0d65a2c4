"""Tours that no watched search finds: of a method, the gallery, or the reader. Pure."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from kt_core.board import Square
from kt_core.events import Event, Found, Progress, Visit
from kt_core.gallery import GALLERY
from kt_core.graph import knight_graph
from kt_core.methods.mix import mixing
from kt_core.orderings import textbook
from kt_core.solve import solving
from kt_core.tour import NoTour, Tour, Undecided
from web.question.change import by_best
from web.question.question import BEST, Question
from web.search.answer import Answer
from web.search.recording import NOTHING, Outcome, Recording, Trace, checking, deduction_of

MIXED_SQUARES = 12 * 12  # larger boards are mixed even without a seed
GRADUAL_SQUARES = 200 * 200  # mixing larger boards takes long, so the plain tour is shown first
PROVING = "proof"  # the method in the reports of `solve` while it checks a tour of another method


class TourSearch:
    """The construction of a tour: `work` yields `Progress` and returns the tour.

    If it also yields tours, each is complete, and a better mixed one follows.
    """

    hopeless = False  # there is no search to shorten

    def __init__(self, question: Question, work: Generator[Progress | Tour, None, Tour]) -> None:
        self.question = question
        self._work: Generator[Progress | Tour, None, Tour | None] = work
        self._outcome = NOTHING
        self._trace: Trace | None = None
        self.ended = False

    @property
    def recordings(self) -> tuple[Recording, ...]:
        """The recorded steps, once there is a tour."""
        return (self._trace.recording,) if self._trace else ()

    def advance(self, count: int, until: int | None = None) -> bool:
        """Run one slice; its length depends on the work, not on `count`."""
        try:
            event = next(self._work)
        except StopIteration as done:
            if done.value:
                self._store_tour(done.value)
        except NoTour as no:
            self._outcome = replace(self._outcome, reason=no.reason, witness=no.witness)
            self._work = self._check_refutation(no.with_traceback(None))
            return True
        except Undecided as open_question:
            self._outcome = replace(self._outcome, undecided=open_question.reason)
        else:
            self._store_tour(event) if isinstance(event, Tour) else self._store_progress(event)
            return True
        self.ended = True
        return False

    def settle(self) -> None:
        """Do nothing: a finished tour is already checked."""

    def answer(self, milliseconds: int | None = None) -> Answer:
        """Return the answer so far."""
        outcome = self._outcome
        if milliseconds is not None:
            outcome = self._outcome = replace(outcome, milliseconds=milliseconds)
        if outcome.tour and self.question.can_be_watched and not self._trace:
            self._trace = _trace(self.question, outcome.tour, outcome)
        return Answer((self._trace,) if self._trace else (), outcome)

    @property
    def offer(self) -> Outcome:
        """The tour or the refutation, once the work has ended; `NOTHING` until then."""
        known = self._outcome if self.ended else NOTHING
        return known if known.tour or known.reason else NOTHING

    def _check_refutation(self, no: NoTour) -> Generator[Progress | Tour, None, None]:
        puzzle = self.question.puzzle
        if (yield from checking(no, no.puzzle or puzzle)):  # `no.puzzle` includes the symmetry
            inferences = deduction_of(puzzle, no)
            self._outcome = replace(self._outcome, checked=True, inferences=inferences)

    def _store_tour(self, tour: Tour) -> None:
        self._outcome = replace(self._outcome, tour=tour, path=tour.path)

    def _store_progress(self, progress: Progress) -> None:
        method = progress.method if progress.method != PROVING else self._outcome.method
        self._outcome = replace(self._outcome, method=method, progress=progress)


def tour_search(question: Question) -> TourSearch:
    """Return the work of the tour that a question shows, or else of `solve`.

    Seed 0 leaves the choice of the tour to the method. The tour of a large board is mixed even
    then; otherwise the tiles of its construction would be visible.
    """
    if question.is_shown:
        return TourSearch(question, _shown_tour(question))
    is_plain = not question.mix and not question.seed
    if len(question.board) >= GRADUAL_SQUARES and not question.symmetry and not is_plain:
        return TourSearch(question, _mix_gradually(question))
    plain = None if is_plain or len(question.board) < MIXED_SQUARES else 0
    return TourSearch(
        question,
        solving(question.puzzle, question.seed or plain, symmetry=question.symmetry or None),
    )


def _shown_tour(question: Question) -> Generator[Progress, None, Tour]:
    if question.famous:
        return GALLERY[question.famous].tour
    # The squares of a question may be wrong.
    return (yield from Tour.proving(question.board, question.opened, question.puzzle.closed))


def _mix_gradually(question: Question) -> Generator[Progress | Tour, None, Tour]:
    puzzle = question.puzzle
    plain = yield from solving(puzzle)
    yield plain
    path = yield from mixing(puzzle, plain.path, question.seed)
    return (yield from Tour.proving(puzzle.board, path, puzzle.closed))


def _trace(question: Question, tour: Tour, end: Outcome) -> Trace:
    """Return a tour as the trace of a search without backtracks."""
    graph = knight_graph(question.board)
    path: list[Square] = []
    recording = Recording(graph, _visits(tour.path, path), path)
    recording.pull(len(tour.path) + 1)
    steps = replace(end, steps=len(recording), method=end.method)
    return Trace(
        recording=recording,
        graph=graph,
        start=tour.path[0],
        order=textbook,
        length=len(recording),
        end=steps,
        name=question.board.name,
        ordering=BEST,
        board=question.board,
    )


def _visits(squares: Sequence[Square], path: list[Square]) -> Iterator[Event]:
    for square in squares:
        path.append(square)
        yield Visit(square)
    yield Found(tuple(path))


def search_beside(question: Question) -> TourSearch | None:
    """Return the best method for this question; None if it cannot run beside its search."""
    if question.mode != "watch" or question.is_shown or question.ordering == BEST:
        return None
    return tour_search(by_best(question))
