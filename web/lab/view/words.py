"""Sentences about a question and its outcome. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from kt_core import language
from kt_core.board import Square
from kt_core.drawing import marks
from kt_core.drawing.shapes import LARGE_AREA, escape
from kt_core.events import Progress
from kt_core.graph import knight_graph
from kt_core.language import N_, _, ngettext, pgettext
from kt_core.tour import Tour
from web.draw.patch import curly_text, typeset, words_html
from web.lab.view.examples import famous_tour_sentences
from web.question.counts import (
    clauses,
    dead_ends,
    enumeration,
    kind_of,
    squares,
    steps,
)
from web.question.question import BEST, OWN, Question, rule_of, title_of
from web.search.recording import NOTHING, Outcome

SYMMETRY_TITLES = {
    "half-turn": N_("Half-turn"),
    "quarter-turn": N_("Quarter-turn"),
    "mirror": N_("Mirror"),
}
NO_SEARCH = N_(
    "The best method makes its tour at once, without a search that could be watched. For the code,"
    " the stack and the tree choose another move ordering."
)
OWN_CODE = N_("The code that runs is yours: “Your program” shows it, with the line of this step.")
NOTHING_SEARCHED = N_("Nothing was searched: the reason above is the whole proof.")
TOO_DEEP = N_(
    "Recursion is for boards of up to 100 squares: each visit is a call inside a call, and Python’s"
    " stack is far shorter than a large board. The search that runs keeps its own stack: take the"
    " tick from Recursive to see it."
)
#: The offer beside a long search, and its button: for a tour, or for a refutation.
OFFERS = {
    True: (N_("A tour exists."), N_("Show the tour")),
    False: (N_("There is no tour."), N_("Show why there is none")),
}
DEDUCED = N_("Step through the reasons")
CHECKED = N_("A second, independent program has checked this proof.")
CUTTING = N_("Choose a square to cut it out, or to put it back.")
#: Titles of orderings for the phrase "by …"; the others use their usual title.
TITLES = {
    BEST: N_("the best method"),
    OWN: N_("your code"),
    "warnsdorff": N_("Warnsdorff’s rule"),
    "textbook": N_("the textbook order"),
}
LISTED_SQUARES = 6  # the squares of larger witnesses are counted, not listed by name

#: A method's key in `Progress` -> its present activity, and its part in the answer.
METHODS: Mapping[str, tuple[str, str]] = {
    "tiles": (
        N_("Building from tiles"),
        N_("built from tiles, small tours that are joined into one"),
    ),
    "factor": (
        N_("Joining rings"),
        N_("by two-factors: rings through all squares, joined into one"),
    ),
    "mix": (N_("Shuffling"), N_("built from small tours, then shuffled")),
    "orbits": (
        N_("Searching exactly"),
        N_("by exact search: a move is taken with its images, or not"),
    ),
    "exact": (N_("Searching exactly"), N_("by exact search: moves that are forced come first")),
    "consistency": (
        N_("Searching"),
        N_("by search: the square or number with the fewest choices first"),
    ),
    "search": (N_("Searching"), N_("by search: fewest onward moves first, no square stranded")),
    "joints": (
        N_("Taking the board apart"),
        N_("by parts: the board hangs together by a square or two, and each part has a path"),
    ),
    "theory": (N_("Looking for a proof"), N_("by what is known of such boards")),
    "proof": (N_("Checking the tour"), N_("checked square by square")),
    "check": (N_("Checking the proof"), N_("by a proof")),
}


def sentences_html(
    sentences: Sequence[str], faults: Iterable[str] = (), reason: str = "", legend: str = ""
) -> str:
    """Return a headline, a sentence, and the notes below them, as HTML."""
    head, *said = sentences
    beside, *notes = [each for each in said if each] or [""]
    small = "".join(f"<small>{_html(note)}</small>" for note in notes)
    # A fault quotes the text of an address, such as 8x8, so it is not typeset as 8 × 8.
    small += "".join(f"<small>{escape(curly_text(language.text_of(it)))}</small>" for it in faults)
    why = f"<p>{_html(reason)}</p>" if reason else ""
    return words_html(_html(head), _html(beside), why + legend + small)


def _html(sentence: str) -> str:
    return escape(typeset(language.text_of(sentence)))


def legend(question: Question, witness: Mapping[str, Sequence[Square]]) -> str:
    """Return the named sets of squares that show why there is no tour, each with its sign."""
    listed = "".join(
        f"<li>{marks.key(sign)}<span>{escape(_clause(question, name, witness[name]))}</span></li>"
        for name, sign in marks.signs(witness).items()
    )
    return f'<ul class="legend">{listed}</ul>' if listed else ""


def _clause(question: Question, name: str, squares: Sequence[Square]) -> str:
    """Return a named set of squares: "taken away: c3, d4"."""
    return _(
        "{name}: {squares}", name=language.text_of(name), squares=_squares_text(question, squares)
    )


def work_in_progress(outcome: Outcome) -> str:
    """Return the answer while work is under way."""
    if outcome.progress:
        return _("{doing} …", doing=_activity(outcome.progress))
    ends = dead_ends(outcome.dead_ends)
    return _("Searching: {steps}, {dead_ends} so far.", steps=steps(outcome.steps), dead_ends=ends)


def proposal(question: Question) -> str:
    """Return the reason to propose the best method, "With an end given"; "" if there is none."""
    if question.ordering == BEST or question.is_shown:
        return ""
    if len(question.board) > LARGE_AREA:
        return N_("On so large a board")
    if question.puzzle.end is not None:
        return N_("With an end given")
    return N_("Around holes") if question.board.holes else ""


def method_sentence(question: Question, outcome: Outcome = NOTHING) -> str:
    """Return the method of the search or of the answer, as a sentence."""
    if question.ordering == BEST:
        method = METHODS.get(outcome.method, ("", outcome.method))[1]
        return (
            _("Best method: {method}.", method=_(method))
            if method
            else _("The best method for this board is chosen.")
        )
    sentence = N_("{title}: {rule}.")
    if question.prune:
        sentence = N_("{title}: {rule}; skips moves that put a square out of reach.")
    return _(sentence, title=_(title_of(question.ordering)), rule=_(rule_of(question.ordering)))


def question_words(question: Question) -> tuple[str, str]:
    """Return the question as a headline, and the knight's first moves as a sentence."""
    board, end, start = question.board, question.puzzle.end, question.board.name(question.start)
    if question.puzzle.given:
        return _("Is there a tour with these numbers?"), _(
            "The knight is on each of these squares at the step that its number says."
        )
    head = _("Can a knight visit every square exactly once?")
    if question.puzzle.closed:
        head = _("Can a knight visit every square once and return?")
    elif end is not None:
        ends = {"start": start, "end": board.name(end)}
        head = _("Can a knight go from {start} to {end} by every square?", **ends)
    if why := proposal(question):
        return head, _("{why}, the best method is surer.", why=_(why))
    to = [board.name(square) for square in knight_graph(board)[question.start]]
    if not to:
        return head, _("From {start} no move is possible.", start=start)
    squares = language.text_of(language.conjunction(to, N_("{one} or {other}")))
    return head, _(
        "A knight moves two squares one way and one across. From {start} it can go to {squares},"
        " then on to a new square each time.",
        start=start,
        squares=squares,
    )


def asked(question: Question, mark: Callable[[str, str], str]) -> str:
    """Return the question as a phrase: "An open tour of 8 × 8 from a1, by Warnsdorff’s rule".

    `mark` marks a word with the name of its field.
    """
    board, end = question.board, question.puzzle.end
    closed = question.puzzle.closed
    places = {
        "kind": mark("closed", _("closed") if closed else _("open")),
        "board": mark("rows", f"{board.rows} × {board.columns}"),
        "start": mark("start", board.name(question.start)),
    }
    tour = _("A {kind} tour of {board} from {start}", **places)
    if question.puzzle.start is None:
        tour = _("A puzzle on {board}, {kind}", **places)
    elif not closed and end is not None:
        places["end"] = mark("end", board.name(end))
        tour = _("An {kind} tour of {board} from {start} to {end}", **places)
    elif not closed:
        tour = _("An {kind} tour of {board} from {start}", **places)
    by = _method_clause(question, mark)
    more = [mark("holes", each) for each in options(question)]
    return clauses(*filter(None, (tour, by, *more)))


def _method_clause(question: Question, mark: Callable[[str, str], str]) -> str:
    """Return the method of a question: "by Warnsdorff"; "" for a tour that is shown."""
    if question.is_shown:
        return ""
    if question.mode == "play":
        return _("by {method}", method=_("you"))
    name = question.ordering
    title = _(TITLES[name]) if name in TITLES else _("“{title}”", title=_(title_of(name)))
    return _("by {method}", method=mark("ordering", title))


def options(question: Question) -> list[str]:
    """Return the rarer settings of the question: "3 holes", "seed 4"."""
    board, parts = question.board, []
    if given := question.puzzle.given:
        parts.append(ngettext("{n:,} given number", "{n:,} given numbers", len(given)))
    if board.holes:
        parts.append(ngettext("{n:,} hole", "{n:,} holes", len(board.holes)))
    if question.seed:
        parts.append(_("seed {n}", n=question.seed))
    if question.symmetry:
        parts.append(_(SYMMETRY_TITLES[question.symmetry]).lower())
    if question.race:
        parts.append(_("race against {title}", title=_(title_of(question.race))))
    if not question.prune:
        parts.append(_("no look-ahead"))
    return parts


def _undecided_sentence(outcome: Outcome) -> str:
    if outcome.judged:
        return language.text_of(outcome.judged)
    why = language.text_of(outcome.undecided).rstrip(".。")
    return _("Not settled: {why}.", why=why)


def _right_part(count: int) -> str:
    return ngettext(
        "The board shows the {n:,} square before it.",
        "The board shows the {n:,} squares before it.",
        count,
    )


def verdict(question: Question, outcome: Outcome) -> tuple[str, ...]:
    """Return the result in a sentence, and its method."""
    if outcome.tour:
        return _tour_sentences(question, outcome, outcome.tour)
    if outcome.reason:
        return _no_tour_sentence(question), _(CHECKED) if outcome.checked else ""
    if outcome.judged or outcome.undecided:
        beside = (
            _right_part(len(outcome.path)) if outcome.loaded else method_sentence(question, outcome)
        )
        return _undecided_sentence(outcome), beside
    if outcome.steps:
        progress = _progress_sentence(question, outcome)
        return progress, "" if question.is_shown else method_sentence(question, outcome)
    if outcome.progress:
        return _("Stopped: no tour yet. {doing}.", doing=_activity(outcome.progress)), ""
    return question_words(question)


def _activity(progress: Progress) -> str:
    doing = _(METHODS.get(progress.method, (progress.method, ""))[0])
    if progress.share is None:
        return doing
    return _("{doing}: {share:.0f}%", doing=doing, share=100 * progress.share)


def _tour_sentences(question: Question, outcome: Outcome, tour: Tour) -> tuple[str, ...]:
    if question.famous:
        return famous_tour_sentences(question.famous)
    if question.opened:
        return _opened_tour(tour)
    parts = [squares(len(tour.path))]
    if not outcome.method:
        parts.append(dead_ends(outcome.dead_ends))
    if outcome.milliseconds is not None:
        parts.append(_("{n:,} ms", n=outcome.milliseconds))
    found = N_("Closed tour found: {what}.") if tour.closed else N_("Open tour found: {what}.")
    return _(found, what=clauses(*parts)), method_sentence(question, outcome)


def _opened_tour(tour: Tour) -> tuple[str, str]:
    checked = _("Checked: it visits every square once, by knight’s moves alone.")
    return _("Your tour: {kind}.", kind=kind_of(tour)), checked


def _progress_sentence(question: Question, outcome: Outcome) -> str:
    # The step is not described here: it is beside the controls, and would be read aloud twice.
    if question.is_shown or outcome.method or (outcome.whole and not question.can_be_watched):
        return _("On the way along the tour.")
    return _("Searching: no tour yet.")


def _no_tour_sentence(question: Question) -> str:
    board, end, start = question.board, question.puzzle.end, question.board.name(question.start)
    if question.puzzle.given:
        return _("There is no tour with the given numbers.")
    if question.puzzle.closed:
        return _("There is no closed tour.")
    if end is None:
        return _("There is no open tour from {start}.", start=start)
    return _("There is no open tour from {start} to {end}.", start=start, end=board.name(end))


def _squares_text(question: Question, squares: Sequence[Square]) -> str:
    if len(squares) > LISTED_SQUARES:
        return _("{n:,} squares", n=len(squares))
    return enumeration(map(question.board.name, squares)) or pgettext("squares", "none")
