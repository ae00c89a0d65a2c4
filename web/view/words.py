"""What the page says: a question and its outcome in, sentences out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kt_core.board import Square
from kt_core.drawing import marks
from kt_core.drawing.shapes import escaped
from kt_core.events import Progress
from kt_core.graph import directed_edges, fill_percent, knight_graph
from kt_core.orderings import ordering
from kt_core.tour import Tour
from web.question.question import BEST, Question
from web.search.outcome import NOTHING, Outcome
from web.search.record import Moment

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
HINT = "or drag the knight to another start"
NO_SEARCH = (
    "The best method makes its tour at once, without a search that could be watched. For the code,"
    " the stack and the tree choose another move ordering."
)
SHOWN = (
    "This tour is shown as it is, without a search that could be watched. For the code, the stack"
    " and the tree press Solve."
)
TOO_DEEP = (
    "Recursion is for boards of up to 100 squares: each visit is a call inside a call, and Python's"
    " stack is far shorter than a large board. The search that runs keeps its own stack: take the"
    " tick from Recursive to see it."
)
#: What is offered beside a search that lasts, and on its button: where there is a tour, or none.
OFFERS = {True: ("A tour exists.", "Show it"), False: ("There is no tour.", "Why?")}
HOPELESS = "Play or Step shows how the search fails all the same."
CUTTING = "Click a square to cut it out, or to put it back."
WATCHABLE_SQUARES = 40 * 40  # squares up to which a search can be watched with hope
LISTED_SQUARES = 6  # squares of a witness that are named; of more, the number is said

#: A method's key in `Progress`: what it is doing, and how its answer came about.
METHODS: Mapping[str, tuple[str, str]] = {
    "tiles": ("Building from tiles", "built from tiles, small tours that are joined into one"),
    "chains": ("Building from tiles", "built from tiles, small paths that are joined into one"),
    "strips": ("Building column by column", "built along the strip, column by column"),
    "factor": ("Joining rings", "by two-factors: rings through all squares, joined into one"),
    "mix": (
        "Mixing",
        "built, then mixed: moves change places all over the board, and rings are joined into one",
    ),
    "orbits": ("Searching exactly", "by exact search: a move is taken with its images, or not"),
    "exact": ("Searching exactly", "by exact search: moves that are forced come first"),
    "search": (
        "Searching",
        "by search: fewest onward moves first, no square stranded",
    ),
    "theory": ("Looking for a proof", "by what is known of such boards"),
    "proof": ("Checking the tour", "checked square by square"),
}


def answer(question: Question, outcome: Outcome = NOTHING, faults: Iterable[str] = ()) -> str:
    """Return the answer in words; below it, why or how it came about, and faults of the address."""
    told = _sentences(question, outcome)
    return said(told, faults, outcome.reason, legend(question, outcome.witness))


def said(
    told: Sequence[str], faults: Iterable[str] = (), reason: str = "", legend: str = ""
) -> str:
    """Return a sentence, what explains it, and notes below, as the answer shows them."""
    verdict, *notes = (*told, *faults)
    why = f"<span>{escaped(reason)}</span>" if reason else ""
    small = "".join(f"<small>{escaped(note)}</small>" for note in notes if note)
    return escaped(verdict) + why + legend + small


def legend(question: Question, witness: Mapping[str, Sequence[Square]]) -> str:
    """Return the named sets of squares that show why there is no tour, each with its sign."""
    listed = "".join(
        f"<li>{marks.key(sign)}"
        f"<span>{escaped(name)}: {_members(question, witness[name])}</span></li>"
        for name, sign in marks.signs(witness).items()
    )
    return f'<ul class="legend">{listed}</ul>' if listed else ""


def reached(question: Question, moment: Moment) -> str:
    """Return how far the path is: "37 of 64 squares"."""
    if question.is_letters:
        return f"{len(moment.path)} of 6 vertices"
    return f"{len(moment.path):,} of {len(question.board):,} squares"


def at_work(outcome: Outcome) -> str:
    """Return the answer while the work goes on."""
    if outcome.progress:
        return f"{_doing(outcome.progress)} …"
    return f"Searching: {outcome.steps:,} steps, {counted(outcome.dead_ends, 'dead end')} so far."


def apology(mistake: str) -> str:
    """Return what to say where the page itself is at fault."""
    return f"The page made a mistake ({mistake}). Reload it to go on."


def facts(question: Question) -> str:
    """Return what the knight graph of this board is, in one sentence."""
    if question.is_letters:
        from web.view import letters  # which a page starts without

        return letters.facts()
    board, edges = question.board, directed_edges(question.board)
    return (
        f"The knight graph of this board: {len(board):,} vertices;"
        f" {edges:,} directed edges, that is {edges // 2:,} lines,"
        f" {_percent(fill_percent(board))} of the {len(board):,} x {len(board):,} matrix."
    )


def hint(question: Question) -> str:
    """Return what to say beside Solve."""
    if question.is_letters:
        return "or Step, vertex by vertex"
    return f"{why}, the best method is surer." if (why := proposal(question)) else HINT


def leaving(question: Question) -> str:
    """Return what the first of the examples says, which is none."""
    return "Back to the chessboard" if question.is_letters else "Choose one to see it"


def proposal(question: Question) -> str:
    """Return why the best method is proposed, "" where it is not: "With an end given"."""
    if question.ordering == BEST or question.is_shown:
        return ""
    if len(question.board) > WATCHABLE_SQUARES:
        return "On so large a board"
    if question.puzzle.end is not None:
        return "With an end given"
    return "Around holes" if question.board.holes else ""


def how(question: Question, outcome: Outcome = NOTHING) -> str:
    """Return by which method the answer is looked for, or came about."""
    if question.ordering == BEST:
        method = METHODS.get(outcome.method, ("", outcome.method))[1]
        return f"Best method: {method}." if method else "the best method for it."
    rule = ordering(question.ordering)
    skipped = "; moves that strand a square are skipped" if question.prune else ""
    return f"{rule.title}: {rule.rule}{skipped}."


def rule(question: Question) -> str:
    """Return what the chosen move ordering does, as a line below its name."""
    if question.is_letters:
        return ""
    if question.ordering == BEST:
        return "Whatever method is surest: tiles, strips, exact search, proofs."
    said = ordering(question.ordering).rule
    return f"{said[:1].upper()}{said[1:]}."


def _sentences(question: Question, outcome: Outcome) -> tuple[str, ...]:
    if question.is_letters:
        from web.view import letters  # which a page starts without

        return letters.progress(outcome)
    return verdict(question, outcome)


def verdict(question: Question, outcome: Outcome) -> tuple[str, ...]:
    """Return what is known, in a sentence, and how it is looked for, or came about."""
    if outcome.tour:
        return _found(question, outcome, outcome.tour)
    if outcome.reason:
        return (f"There is no {'closed tour' if question.puzzle.closed else _kind(question)}.",)
    if outcome.undecided:
        return f"Not settled: {outcome.undecided.rstrip('.')}.", how(question, outcome)
    if outcome.steps:
        return _half_way(question, outcome), "" if question.is_shown else how(question, outcome)
    if outcome.progress:
        return f"Stopped: no tour yet. {_doing(outcome.progress)}.", ""
    return _ready(question), f"Solve looks for {_an(_kind(question))} by {how(question, outcome)}"


def _doing(progress: Progress) -> str:
    doing = METHODS.get(progress.method, (progress.method, ""))[0]
    return doing if progress.share is None else f"{doing}: {100 * progress.share:.0f} %"


def _found(question: Question, outcome: Outcome, tour: Tour) -> tuple[str, ...]:
    if question.famous:
        from web.view.examples import about  # with the gallery, which a page starts without

        return about(question.famous)
    if question.given:
        return _given(tour)
    time = "" if outcome.milliseconds is None else f", {outcome.milliseconds:,} ms"
    kind = "Closed" if tour.closed else "Open"
    ends = "" if outcome.method else f", {counted(outcome.dead_ends, 'dead end')}"
    verdict = f"{kind} tour found: {counted(tour.moves, 'move')}{ends}{time}."
    return verdict, how(question, outcome)


def _given(tour: Tour) -> tuple[str, str]:
    kind = "a closed" if tour.closed else "an open"
    verdict = f"Your tour: {kind} tour of {tour.moves:,} move{'' if tour.moves == 1 else 's'}."
    return verdict, "Checked: it visits every square once, by knight’s moves alone."


def _half_way(question: Question, outcome: Outcome) -> str:
    # Where it stands is said beside the steps: what is said twice is heard twice.
    if question.is_shown or outcome.method or (outcome.whole and not question.can_be_watched):
        return "On the way along the tour."
    return "No tour yet: the search is under way."


def _ready(question: Question) -> str:
    board, start = question.board, question.start
    exits = len(knight_graph(board)[start])
    return f"The knight stands on {board.name(start)}, with {counted(exits, 'move')}."


def _kind(question: Question) -> str:
    board, end = question.board, question.puzzle.end
    to = "" if end is None else f" to {board.name(end)}"
    kind = "closed" if question.puzzle.closed else "open"
    return f"{kind} tour from {board.name(question.start)}{to}"


def _members(question: Question, squares: Sequence[Square]) -> str:
    if len(squares) > LISTED_SQUARES:
        return f"{len(squares):,} squares"
    return ", ".join(map(question.board.name, squares)) or "none"


def _an(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def counted(count: int, noun: str) -> str:
    """Return a number of things as it stands in a sentence: "two moves", "no dead end"."""
    number = NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"
    return f"{number} {noun}{'' if count == 1 else 's'}" if count else f"no {noun}"


def _percent(value: float) -> str:
    return f"{value:.1f} %" if value >= 0.05 or not value else f"{value:.2g} %"
