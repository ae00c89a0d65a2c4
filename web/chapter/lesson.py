"""The chapter's keys of an address: the visible section, the dials turned, and the answers. Pure.

`view` names the section. `at` has the values of its dials ("graph:7"). `said` has the answers to
its questions: "graph:17:2" is the answer 2 to the question of seed 17, "graph:17-:2" is a later
answer to it, and "graph:2" is a first answer to the question in the built page. Commas separate
sections. The question stores all three texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TypeVar

from kt_core.language import Sentence, choices, short
from web.chapter.book import LONGEST_CHARACTERS, figure_at, places, section, sections
from web.question.question import Question

Value = TypeVar("Value")
Values = tuple[int, ...]
LAB, CHAPTER = "lab", "chapter"  # views that are not a section
KEYS = ("view", "at", "said")


@dataclass(frozen=True)
class GivenAnswer:
    """An answer to the question of a seed."""

    text: str = ""
    seed: int = 0
    again: bool = False  # whether a wrong answer to the same question preceded it

    @classmethod
    def read(cls, written: str) -> GivenAnswer:
        """Parse an answer from its text in an address.

        >>> GivenAnswer.read("17-:2"), GivenAnswer.read("2") == GivenAnswer("2")
        (GivenAnswer(text='2', seed=17, again=True), True)
        """
        seed, again, text = _SEEDED.match(written).groups()  # type: ignore[union-attr]
        return cls(_unescape(text)[:LONGEST_CHARACTERS], int(seed or 0), again == "-")

    @property
    def address_text(self) -> str:
        """The text of the answer in an address."""
        text = _escape(self.text)
        plain = not (self.seed or self.again) and _SEEDED.match(text)
        if plain and plain["text"] == text:
            return text
        return f"{self.seed}{'-' if self.again else ''}:{text}"


#: A text without a seed is an answer to the question in the built page.
_SEEDED = re.compile(r"(?:(\d{1,9})(-?):)?(?P<text>.*)", re.DOTALL)
UNANSWERED = GivenAnswer()


@dataclass(frozen=True)
class Lesson:
    """The visible section, and the reader's work in the chapter."""

    section: str = ""  # "": the page shows the lab
    at: Mapping[str, Values] = field(default_factory=dict)  # figures with changed values
    answers: Mapping[str, GivenAnswer] = field(default_factory=dict)


def lesson(question: Question) -> Lesson:
    """Return the chapter's part of a question, without invalid values."""
    return _read(_texts(question))[0]


def keys(question: Question) -> dict[str, str]:
    """Return the chapter's keys of an address that are not empty."""
    return {key: text for key, text in zip(KEYS, _texts(question), strict=True) if text}


def has_new_right_answer(before: Question, after: Question) -> bool:
    """Return True if a new answer is right, and no wrong one to the same question preceded it."""
    was, now = lesson(before).answers, lesson(after).answers
    return any(was.get(name) != given and _counts(name, given) for name, given in now.items())


def sections_with_questions() -> tuple[str, ...]:
    """Return the sections that ask a question."""
    return tuple(filter(has_question, sections()))


def has_question(name: str) -> bool:
    """Return True if a section with this name exists and has a question."""
    return name in sections() and bool(section(name, "en").questions)


def share_right(task: Question, question: Question) -> float:
    """Return the share, 0 to 1, of a task's questions that are answered right.

    A section embedded alone has only its own question; otherwise all sections count. An answer
    counts only if no earlier answer to the same question was wrong: trying one choice after the
    other earns nothing. Another question of the section can earn it again.
    """
    here, replies = lesson(task).section, lesson(question).answers
    alone = task.settings.embed and has_question(here)
    names = (here,) if alone else sections_with_questions()
    return sum(name in replies and _counts(name, replies[name]) for name in names) / len(names)


def is_right(name: str, given: GivenAnswer) -> bool | None:
    """Return True if an answer is right; None if it is missing or cannot be judged."""
    if not (given.text and has_question(name)):
        return None
    from web.chapter.content.judge import verdict  # not loaded at startup

    return verdict(section(name, "en").exercise(given.seed), given.text, "en").right


def faults_of(question: Question) -> tuple[str, ...]:
    """Return a sentence for each invalid value."""
    return _read(_texts(question))[1]


def with_lesson(question: Question, lesson: Lesson) -> Question:
    """Return the question with this state of the chapter."""
    at = ",".join(f"{name}:{_dial_text(values)}" for name, values in lesson.at.items())
    said = ",".join(f"{name}:{each.address_text}" for name, each in lesson.answers.items())
    return question.with_settings(view=lesson.section, at=at, said=said)


def _texts(question: Question) -> tuple[str, str, str]:
    return question.settings.view, question.settings.at, question.settings.said


@cache
def _read(texts: tuple[str, ...]) -> tuple[Lesson, tuple[str, ...]]:
    view, at, said = texts
    if not any(texts) or texts == (LAB, "", ""):
        return Lesson(), ()
    wrong: list[tuple[str, str]] = []
    if view not in ("", LAB, CHAPTER, *sections()):
        wrong.append(("view", _no_section(view, (LAB, CHAPTER, *sections()))))
    visible_section = view if view in sections() else sections()[0] if view == CHAPTER else ""
    falls = "In the address, {key} falls back to its default: {wrong}."
    read = Lesson(visible_section, dict(_dials(at, wrong)), dict(_answers(said, wrong)))
    return read, tuple(Sentence(falls, key=key, wrong=why) for key, why in wrong)


def _counts(name: str, given: GivenAnswer) -> bool:
    return not given.again and is_right(name, given) is True


def _no_section(name: str, known: tuple[str, ...]) -> str:
    return Sentence(
        "{name} is not a section; there are {known}", name=short(name), known=choices(known)
    )


def _dials(text: str, wrong: list[tuple[str, str]]) -> Iterator[tuple[str, Values]]:
    def read(name: str, values: str) -> Values:
        figure = figure_at(name)
        if not figure:
            raise ValueError(f"{name} has no figure")
        return figure.read(values)

    yield from _pairs("at", text, read, wrong)


def _answers(text: str, wrong: list[tuple[str, str]]) -> Iterator[tuple[str, GivenAnswer]]:
    yield from _pairs("said", text, lambda _, answer: GivenAnswer.read(answer), wrong)


def _pairs(
    key: str, text: str, read: Callable[[str, str], Value], wrong: list[tuple[str, str]]
) -> Iterator[tuple[str, Value]]:
    for pair in text.split(",") if text else ():
        name, _, value = pair.partition(":")
        if name not in places():
            wrong.append((key, _no_section(name, sections())))
            continue
        try:
            yield name, read(name, value)
        except ValueError as why:
            wrong.append((key, str(why)))


def _dial_text(values: Values) -> str:
    return ".".join(map(str, values))


def _escape(text: str) -> str:
    # A comma separates answers, so an answer must not contain one.
    return text.replace("~", "~0").replace(",", "~1")


def _unescape(text: str) -> str:
    return text.replace("~1", ",").replace("~0", "~")
