"""Two searches side by side: one question, two move orderings, one clock. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core.orderings import ordering
from web.question.question import Question
from web.search.record import Moment
from web.search.run import Outcome, Run

Runs = tuple[Run, ...]
SEEN = 2000  # steps; of more, some dozen are not to be seen on the timeline


class Race:
    """Both searches of a question that names a race, until one of them has an answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.runs: Runs = tuple(Run(lane) for lane in lanes(question))

    def advance(self, count: int) -> bool:
        """Let both searches go on by up to `count` events; return whether neither has ended."""
        # Step by step where that is seen, so that the winner's last step is the other's, too.
        stride = 1 if len(self.runs[0].record) < SEEN else count
        for _ in range(0, count, stride):
            going = [run.advance(stride) for run in self.runs]
            for run in self.runs:
                run.settle()
            if not all(going) or any(run.record.ended for run in self.runs):
                return False
        return True

    def outcome(self, milliseconds: int | None = None) -> Outcome:
        """Return where the first search stands, and what is to be said of both."""
        first = self.runs[0].outcome(milliseconds)
        return replace(first, told=told(self.runs, max(len(run.record) for run in self.runs)))

    def whole(self, milliseconds: int | None = None) -> Outcome:
        """Return the same: nothing is held back."""
        return self.outcome(milliseconds)


def lanes(question: Question) -> tuple[Question, Question]:
    """Return what each of the two is asked."""
    first = replace(question, race="")
    return first, replace(first, ordering=question.race)


def told(runs: Runs, step: int) -> tuple[str, str]:
    """Return how the race stands after `step` steps: a sentence, and what can be done now."""
    first, second = runs
    if not (step or first.reason or second.reason):
        return (
            f"{title(first.question)} against {_low(title(second.question))}: ready.",
            "One clock for both. Play runs them; Solve runs them until one has a tour.",
        )
    slow = any(run.record.more for run in runs) and any(run.record.ended for run in runs)
    return _verdict(runs, step), "Play lets the other go on." if slow else ""


def title(question: Question) -> str:
    """Return the name of a lane's move ordering."""
    return ordering(question.ordering).title


def caption(question: Question, moment: Moment) -> str:
    """Return what stands below a lane's board: "Warnsdorff: 12 of 64 squares, 0 dead ends"."""
    ends = "dead end" if moment.dead_ends == 1 else "dead ends"
    return (
        f"{title(question)}: {len(moment.path):,} of {len(question.board):,} squares,"
        f" {moment.dead_ends:,} {ends}"
    )


def _verdict(runs: Runs, step: int) -> str:
    first, second = runs
    times = [_found_at(run, step) for run in runs]
    if all(times):
        if times[0] == times[1]:
            return f"A draw: both have a tour after {_steps(times[0])}."
        winner, slow = (0, 1) if times[0] < times[1] else (1, 0)
        return (
            f"{title(runs[winner].question)} wins: a tour after {_steps(times[winner])};"
            f" {_low(title(runs[slow].question))} took {times[slow]:,}."
        )
    for run, other, time in ((first, second, times[0]), (second, first, times[1])):
        if time:
            then = other.record.at(min(time, len(other.record)))
            won = f"{title(run.question)} wins: a tour after {_steps(time)}."
            had = f"{len(then.path):,} of {len(run.graph):,} squares"
            return f"{won} {title(other.question)} then had {had}."
    if reason := first.reason or second.reason:
        return f"Nobody can win: there is no such tour. {reason}"
    return f"After {_steps(step)} of each neither has a tour."


def _found_at(run: Run, step: int) -> int:
    """Return the steps after which a search had its tour, 0 where it has none by then."""
    return len(run.record) if run.record.found and len(run.record) <= step else 0


def _steps(count: int) -> str:
    return f"{count:,} step{'' if count == 1 else 's'}"


def _low(name: str) -> str:
    """Return a title as it stands inside a sentence: a name keeps its capital letter."""
    return name if name.startswith(("Warnsdorff", "Roth", "Pohl")) else name[:1].lower() + name[1:]
