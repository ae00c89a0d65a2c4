"""A teacher's choices for a task, and the question that they make. Pure.

The choices are the texts of form fields. They make a question that sets a `Task`, and they can be
read back from such a question, so that a task can be changed after it is opened.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from kt_core.exercise import MOST_CHARACTERS, is_test
from kt_core.language import N_, Sentence, current_language
from kt_core.solve import solving
from kt_core.svg import is_large
from kt_core.tour import NoTour, Puzzle, Undecided
from web.chapter.book import has_question, lesson, section, sections_with_questions
from web.chapter.text import chapter_language
from web.question.change import in_mode, with_field, without_numbers
from web.question.keys import HELP, key_names
from web.question.question import (
    BUDGET,
    BY_RULE,
    EVERY,
    LONGEST_CODE,
    MOST_BYTES,
    OWN,
    Question,
    Settings,
    allowance,
    budget,
    packed_code,
    sentence,
    task_steps,
)
from web.question.task import Task
from web.question.templates import FIRST_TEXT
from web.search.predict import Prediction
from web.search.watch import WatchedSearch
from web.state.state import State

#: The kinds of task, in the order of the menu, with their titles.
WHATS: Mapping[str, str] = {
    "open": N_("Find an open tour"),
    "closed": N_("Find a closed tour"),
    "predict": N_("Predict the search"),
    "code": N_("Write a move ordering"),
    "program": N_("Write a program"),
    "section": N_("Answer a question of the chapter"),
    "watch": N_("Watch the search"),
}
PLAYED = ("open", "closed")
READING = ("program", "section")  # a student can open the exercises of the chapter
#: The choices of a lock, with their titles.
LOCKS: Mapping[str, str] = {
    "all": N_("The whole question"),
    "board,closed,mode": N_("The board and the kind of tour"),
    "mode": N_("Only the mode"),
}
ANY = ""  # any number of hints or of moves taken back; the language of the browser
NONE = "0"
#: The keys that the kind of task sets, or that hold the reader's work.
LEFT = key_names(lambda key: key.task or key.page or key.reader)
MOST_STEPS = 400  # limit for the counted steps of a search, so that a large board takes no longer
REMEMBERED = 20  # limit for cached results


@dataclass(frozen=True)
class Assignment:
    """The choices, by the names of their fields."""

    what: str = "open"
    section: str = ""  # one, perhaps with a question, or "all": "graph.degree"
    lock: str = "all"
    hints: str = ANY
    undos: str = ANY
    steps: str = "1000"  # limit for each start in a task to write code
    lang: str = ANY
    ask: str = ""  # the teacher's own description
    solutions: str = NONE  # "1": the chapter offers solutions; "0": it hides them
    exercise: str = "legal_moves"  # the exercise of a program; "": the teacher's own
    starter: str = ""  # "": the starter of the exercise, or the text in the editor
    tests: str = ""  # "": the tests of the exercise
    visits: str = str(BUDGET[0])  # limit for each call in a test
    seconds: str = str(BUDGET[1])

    @classmethod
    def of(cls, question: Question) -> Assignment:
        """Return the choices that made a task; for another question, the first choices.

        >>> from web.question.address import read
        >>> Assignment.of(read("#board=5x5&closed=1&mode=play&lock=mode&undos=0")[0]).undos
        '0'
        """
        task, settings = Task.of(question), question.settings
        what = what_of(task if task.is_set else Task(question))
        held = [name for name in settings.lock if name != HELP]
        if what == "watch" and not task.is_set:
            what = "closed" if question.puzzle.closed else "open"
        return cls(
            what=what,
            section=_section_text(question),
            lock=",".join(held) or cls.lock,
            hints=NONE if HELP in settings.lock else _text(settings.hints),
            undos=_text(settings.undos),
            steps=str(question.check or cls.steps),
            lang=settings.lang,
            ask=settings.ask,
            solutions=str(int(settings.solutions)) if what in READING and task.is_set else NONE,
            **_of_program(question),
        )

    def with_choices(self, chosen: Mapping[str, str]) -> Assignment:
        """Return the choices with these fields changed; unknown names are ignored."""
        known = {name: text for name, text in chosen.items() if name in vars(self)}
        return replace(self, **known)

    def question(self, base: Question, code: str = "") -> Question:
        """Return the question that sets this task, with the board and the view of `base`.

        `code` is the text with which the editor opens. `ValueError` if there is no such task.
        """
        plain = replace(base, settings=self._settings(base), check=0)
        if self.what == "section":
            view, _, chosen = self.section.partition(".")
            task = plain.with_settings(view=view, embed=True, questions=chosen)
            return Question(settings=task.settings)
        if why := why_no_task(made := self._of_lab(plain, code)):
            raise ValueError(why)
        return made

    def _of_lab(self, plain: Question, code: str) -> Question:
        """Return the question on a board, or of a program."""
        if self.what == "program":
            return self._of_program(without_numbers(plain), code)
        if self.what == "code":
            plain = without_numbers(plain)
            written = with_field(replace(plain, mode="watch", race=""), "ordering", OWN)
            return replace(written, code=code, check=task_steps(self.steps), step=None)
        if self.what == "watch":
            return _question_to_watch(_without_own(plain))
        return self._by_hand(_without_own(plain))

    def _of_program(self, plain: Question, code: str) -> Question:
        """Return the question of a task to write a program that passes tests."""
        starter, tests = self.program_texts(code)
        if why := why_no_tests(tests):
            raise ValueError(why)
        packs = all(packed_code(text) for text in (starter, tests) if text)
        if len(tests) > MOST_CHARACTERS or not packs:
            raise ValueError(
                Sentence(
                    "This is too long: the starter may have {starter:,} bytes, the tests {tests:,}"
                    " characters, and each {most:,} characters when compressed.",
                    starter=MOST_BYTES,
                    tests=MOST_CHARACTERS,
                    most=LONGEST_CODE,
                )
            )
        written = with_field(replace(plain, mode="watch", race="", symmetry=""), "ordering", OWN)
        limits = budget(f"{self.visits},{self.seconds}")
        return replace(written, code=starter, tests=tests, budget=limits, step=None)

    def program_texts(self, code: str) -> tuple[str, str]:
        """Return the starter and the tests; `code` is the text in the editor."""
        from web.chapter.content.listings import OWN, written_exercise

        language = chapter_language(self.lang or current_language())
        known = written_exercise(self.exercise or OWN, language)
        mine = "" if self.exercise else code
        return self.starter or mine or known.whole_starter, self.tests or known.tests

    def _by_hand(self, plain: Question) -> Question:
        """Return the question of a task to play or to predict."""
        if is_large(plain.board):
            raise ValueError(
                Sentence("A board so large can only be watched: choose a smaller one.")
            )
        if self.what == "predict":
            if plain.puzzle.start is None:
                raise ValueError(Sentence("A prediction needs the number 1, which is not given."))
            return in_mode(replace(plain, race=""), "predict")
        closed = "1" if self.what == "closed" else ""
        return in_mode(with_field(replace(plain, race=""), "closed", closed), "play")

    def _settings(self, base: Question) -> Settings:
        """Return the settings of a task of this kind."""
        plays, locks = self.what in PLAYED, () if self.what == "program" else ("all",)
        return replace(
            base.settings.without(LEFT),
            lang=self.lang,
            lock=self._locks() if plays else locks,
            hints=_number(self.hints) if plays and self.hints != NONE else None,
            undos=_number(self.undos) if plays else None,
            ask=sentence(self.ask),
            solutions=self.what not in READING or self.solutions != NONE,
        )

    def _locks(self) -> tuple[str, ...]:
        # Without hints, the button "Still possible?" is locked too.
        return (*self.lock.split(","), *([HELP] if self.hints == NONE else []))


def what_of(task: Task) -> str:
    """Return the kind of a task in `WHATS`."""
    played = "closed" if task.question.puzzle.closed else "open"
    return played if task.kind == "play" else task.kind


def _section_text(question: Question) -> str:
    """Return the section shown, or the first one with a question, and the questions of a task."""
    now = lesson(question)
    name = now.section if has_question(now.section) else sections_with_questions()[0]
    can_ask = now.questions in (EVERY, *section(name, "en").question_names)
    return f"{name}.{now.questions}" if can_ask else name


def _of_program(question: Question) -> dict[str, str]:
    """Return the choices of a task with tests; none for other questions."""
    if not question.tests:
        return {}
    visits, seconds = map(str, question.budget)
    texts = {"starter": question.code, "tests": question.tests}
    return {"exercise": "", "visits": visits, "seconds": seconds, **texts}


def assignment(state: State) -> Assignment:
    """Return the choices in the open dialog "Make a task"."""
    return Assignment.of(state.question).with_choices(state.chosen)


def task_question(state: State) -> Question:
    """Return the question that sets the task chosen in the dialog; `ValueError` if there is none.

    A task to write code begins with the text in the editor, unless that text is the solution.
    """
    question = assignment(state).question(state.question, editor_text(state))
    if question.check and _passes(state, question.check):
        raise ValueError(
            Sentence("This code passes already: change it, or the task is done at once.")
        )
    return question


def shared_question(state: State) -> Question:
    """Return the question that the open dialog shares: the task chosen there, or the visible one.

    `ValueError` if there is no such task.
    """
    if state.dialog and state.dialog.name == "assign":
        return task_question(state)
    hides = state.chosen.get("hide")
    return state.question.with_settings(solutions=False) if hides else state.question


def editor_text(state: State) -> str:
    """Return the text in the editor, "" if it has not changed."""
    return "" if state.programs.text == FIRST_TEXT else state.programs.text


def _passes(state: State, steps: int) -> bool:
    """Return True if the code in the editor found a tour from every start within the step limit."""
    tried = state.programs.tried
    found = all(each.why == "found" and each.visits <= steps for each in tried)
    return state.programs.whole and bool(tried) and found


def why_no_tests(text: str) -> str:
    """Return a sentence if a text has no tests, otherwise ""; the worker finds all other errors."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        return Sentence(
            "The tests are not Python: {error}, in line {line}.",
            error=getattr(error, "msg", str(error)),
            line=getattr(error, "lineno", 1) or 1,
        )
    if any(isinstance(each, ast.FunctionDef) and is_test(each) for each in tree.body):
        return ""
    return Sentence(
        "Write tests: functions such as def test_first(): assert is_tour(knights_tour(5), 5)"
    )


def why_no_task(question: Question) -> str:
    """Return a sentence if a task would be done before the first move, otherwise "".

    >>> from web.question.address import read
    >>> why_no_task(read("#board=1x1&mode=play")[0])
    'A board of one square is a tour already: choose a larger one.'
    """
    if len(question.board) == 1:
        return Sentence("A board of one square is a tour already: choose a larger one.")
    if question.mode == "predict" and not blind_guesses(question.search_key):
        return Sentence("The search has no move to predict here: choose another board or start.")
    return ""


def _without_own(question: Question) -> Question:
    """Return the question with a built-in move ordering instead of the reader's own."""
    known = question.ordering in BY_RULE or not question.is_own
    return question if known else with_field(replace(question, code=""), "ordering", "warnsdorff")


def _question_to_watch(question: Question) -> Question:
    """Return the question of a task to watch, from the step shown or from the first.

    If the end of the search were shown, the task would be done at once.
    """
    watched = question if question.mode == "watch" else in_mode(question, "watch")
    return replace(watched, step=watched.step or 0)


def _number(text: str) -> int | None:
    return allowance(text) if text else None


def _text(number: int | None) -> str:
    return ANY if number is None else str(number)


def blind_share(question: Question) -> float:
    """Return the largest share of right guesses of a strategy that knows no rule.

    It takes the first reachable square, the last one, or one at random. The share is 1 if there is
    nothing to guess.
    """
    guesses = blind_guesses(question.search_key)
    return max(map(sum, zip(*guesses, strict=True))) / len(guesses) if guesses else 1.0


@lru_cache(REMEMBERED)
def blind_guesses(question: Question) -> tuple[tuple[float, float, float], ...]:
    """Return the scores of these strategies for each guess in the first steps of a search."""
    search, guesses = WatchedSearch(question), list[tuple[float, float, float]]()
    if not search.recordings:
        return ()
    search.recordings[0].pull(MOST_STEPS)
    trace = search.answer().traces[0]
    for moment in map(trace.at, range(1, trace.length + 1)):
        if moment.found or not moment.path:
            break
        known = Prediction(trace, moment)
        if known.right:
            moves, right = sorted(known.options.onward), known.right
            guesses.append((moves[0] in right, moves[-1] in right, len(right) / len(moves)))
    return tuple(guesses)


MOST_SQUARES = 100  # all starts are tested on boards of at most this size
SLICES = 5  # limit of slices for each start; almost every answer takes one


@lru_cache(REMEMBERED)
def hopeless_starts(puzzle: Puzzle) -> int:
    """Return the number of starts provably without a tour; 0 for boards with too many squares.

    The end is fixed, except in the search that starts on it, which may end anywhere.

    >>> from kt_core import Board
    >>> hopeless_starts(Puzzle(Board(5, 5)))
    12
    """
    if len(puzzle.board) > MOST_SQUARES:
        return 0
    return sum(_is_hopeless(_from(puzzle, start)) for start in puzzle.board)


def _from(puzzle: Puzzle, start: int) -> Puzzle:
    end = None if puzzle.end == start else puzzle.end
    return replace(puzzle, start=start, end=end, symmetry=None)


def _is_hopeless(puzzle: Puzzle) -> bool:
    try:
        with suppress(Undecided):
            for _slice in solving(puzzle, budget=SLICES):
                pass
    except NoTour:
        return True
    return False
