"""A task on paper: a worksheet for the student, and an answer key on a separate page. Pure.

A sheet is one HTML page, which any browser can print. The worksheet is made from the task, and the
key from an answer to the task's question. The work that `work` returns finds this answer first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from kt_core.drawing.shapes import escape
from kt_core.language import N_, Sentence, _, current_language, languages, speaking, text_of
from web.chapter.book import asked_exercises
from web.chapter.content.listings import late_text
from web.chapter.view import exercise_picture
from web.draw.patch import typeset
from web.lab.engine import work_for
from web.question.question import BEST, Question, Settings
from web.question.task import Task, goal
from web.question.templates import TEXTBOOK, WARNSDORFF
from web.search.answer import Answer
from web.search.predict import Prediction
from web.search.recording import NOTHING, Outcome, Trace
from web.share.export import File, Seen, picture, stem
from web.share.lines import BYTE_ORDER_MARK, slug, title

if TYPE_CHECKING:
    from web.lab.engine import Work

MOST_SLICES = 4000  # limit for the work on the key, in slices of STEPS_PER_REST steps
STEPS_PER_REST = 200
MOST_SQUARES = 400  # limit for a board on paper
MOST_BLANKS = 144  # squares of the largest board whose tour is listed by names
PREDICTED = 24  # number of moves to predict
OTHERS = N_("Any other tour is right as well: each move a knight’s move, each square once.")
CLOSED = N_(
    "Any other closed tour is right as well: each move a knight’s move, also that from the last"
    " square to the first, and each square once."
)
ALSO = N_("Any other tour with the given numbers is right as well.")
TIES = N_("Where moves leave equally few, each of them is right; the search takes the first one.")
PASSES = N_(
    "One ordering that often does it is Warnsdorff’s rule. Whether it does on this board, the page"
    " tells: “Try all starts”."
)
UNKNOWN = N_("No answer was found in the time that a sheet may take.")


def work(question: Question) -> Work:
    """Return the work that finds the answer for the key."""
    plain = replace(question, mode="watch", step=None, check=0, settings=Settings())
    return work_for(plain if question.mode == "predict" else replace(plain, ordering=BEST, race=""))


def sheet(question: Question, known: Answer, named: str = "") -> File:
    """Return the sheet of a task in the task's language; `known` is the answer for the key.

    `named` is its title, "" for the default.
    """
    with speaking(question.settings.lang or current_language()):
        named = named or title(question)
        text = "".join(_parts(question, known, typeset(named)))
    return File(f"{slug(named) or stem(question)}-sheet.html", "text/html", (text,))


def why_no_sheet(question: Question) -> str:
    """Return the reason why there is no sheet, as a sentence; "" if there is one."""
    if question.tests:
        return Sentence("A program is written at a computer, so there is no sheet.")
    if len(question.board) <= MOST_SQUARES:
        return ""
    return Sentence("A sheet is for boards of at most {n} squares.", n=MOST_SQUARES)


def _parts(question: Question, known: Answer, named: str) -> Iterator[str]:
    lang = languages()[current_language()]
    asks, key = _KINDS[Task.of(question).kind]
    yield f'{BYTE_ORDER_MARK}<!doctype html><html lang="{lang}"><meta charset="utf-8">'
    yield f"<title>{escape(named)}</title><style>{late_text('share/sheet.css')}</style>"
    yield f'<p class="who"><span>{_("Name")}</span><span>{_("Date")}</span></p>'
    yield f"<h1>{escape(named)}</h1>{_task_text(question)}"
    yield from asks(question, known)
    yield f'<section class="key"><h1>{escape(_("Key: {title}", title=named))}</h1>'
    yield from key(question, known)
    yield "</section></html>\n"


def _task_text(question: Question) -> str:
    own, task = question.settings.ask, Task.of(question)
    instruction = (
        _(_ON_PAPER[task.kind]) if task.kind in _ON_PAPER else typeset(text_of(goal(task)))
    )
    return (f'<p class="own">{escape(own)}</p>' if own else "") + f"<p>{escape(instruction)}</p>"


def _board(question: Question, outcome: Outcome = NOTHING, *, numbered: bool = False) -> str:
    layers = ("path", "numbers") if numbered else question.show
    seen = replace(question, show=layers, step=None, mode="watch", race="")
    return "".join(picture(Seen(seen, outcome), "light"))


def _blanks(first: str, others: int) -> str:
    return f"<ol><li>{escape(first)}</li>{'<li></li>' * others}</ol>"


def _play(question: Question, _known: Answer) -> Iterator[str]:
    yield _board(question)
    if len(question.board) <= MOST_BLANKS and not question.puzzle.given:
        yield _blanks(question.board.name(question.start), len(question.board) - 1)


def _tour(question: Question, known: Answer) -> Iterator[str]:
    tour, name = known.whole.tour, question.board.name
    if not tour:
        yield f"<p>{escape(text_of(known.whole.reason) or _(UNKNOWN))}</p>"
        return
    yield _board(question, Outcome(tour=tour, path=tour.path), numbered=True)
    listed = "".join(f"<li>{name(square)}</li>" for square in tour.path)
    also = CLOSED if question.puzzle.closed else OTHERS
    also = ALSO if question.puzzle.given else also
    yield f"<p>{_(also)}</p>" + (f"<ol>{listed}</ol>" if len(tour.path) <= MOST_BLANKS else "")


def _predict(question: Question, known: Answer) -> Iterator[str]:
    yield _board(question)
    count = len(list(_moves(known.traces[0]))) if known.traces else 0
    yield _blanks(question.board.name(question.start), count)


def _search(_question: Question, known: Answer) -> Iterator[str]:
    moves = _moves(known.traces[0]) if known.traces else ()
    yield f"<p>{_(TIES)}</p><ol>{''.join(f'<li>{escape(move)}</li>' for move in moves)}</ol>"


def _moves(trace: Trace) -> Iterator[str]:
    """Yield the first squares of the search, each with its ties: the start, then moves."""
    yield trace.name(trace.start)
    for step in islice(range(1, trace.length), PREDICTED):
        now, then = trace.at(step), trace.at(step + 1)
        prediction = Prediction(trace, now)
        goes = then.path[-1] if then.path else now.path[-1]
        others = [trace.name(square) for square in prediction.right if square != goes]
        back = len(then.path) < len(now.path)
        named = _("back to {square}", square=trace.name(goes)) if back else trace.name(goes)
        yield f"{named} ({', '.join(others)})" if others and not back else named


def _code(question: Question, _known: Answer) -> Iterator[str]:
    yield _board(question)
    yield f'<pre>{escape(question.code or TEXTBOOK)}</pre><div class="lines"></div>'


def _rule(_question: Question, _known: Answer) -> Iterator[str]:
    yield f"<p>{_(PASSES)}</p><pre>{escape(WARNSDORFF)}</pre>"


def _section(question: Question, _known: Answer) -> Iterator[str]:
    for exercise in asked_exercises(question):
        picture = exercise_picture(exercise)
        yield f"<p>{escape(exercise.asks)}</p>{picture}"
        choices = "".join(f"<li>{escape(choice)}</li>" for choice in exercise.choices)
        yield f'<ol class="choices">{choices}</ol>' if choices else '<div class="lines"></div>'


def _replies(question: Question, _known: Answer) -> Iterator[str]:
    for reply in (each for exercise in asked_exercises(question) for each in exercise.replies):
        if reply.right:
            yield f'<p class="own">{escape(reply.answer)}</p><p>{escape(reply.reason)}</p>'


_Part = Callable[[Question, Answer], Iterator[str]]
#: The exercise and the key, by the kind of task.
_KINDS: Mapping[str, tuple[_Part, _Part]] = {
    "play": (_play, _tour),
    "predict": (_predict, _search),
    "code": (_code, _rule),
    "section": (_section, _replies),
    "watch": (_play, _tour),
}
#: The instructions on paper, if they differ from those on the page.
_ON_PAPER: Mapping[str, str] = {
    "predict": N_(
        "Write down where Warnsdorff’s rule takes the knight, move by move: always to the square"
        " with the fewest onward moves."
    ),
    "code": N_("Write a move ordering with which the search finds a tour quickly."),
    "watch": N_("Find a tour."),
    "section": N_("Answer the question."),
}
