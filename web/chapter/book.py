"""The chapter: its sections in both languages, and the reader's place, dials and answers in it.

Each language is a folder, and each section a Markdown file. The build replaces a fenced block by an
element: `figure`, `question`, `listing`, `change` (of a listing), `program` (links to all listings
so far), `stores` (a table), `chart`, `gallery`, or the `goals` with the minutes that a section
takes (and those of the short path), its `summary` and its `tasks`. Numbers are written in double
braces. The first figure of a section has the section's name; others have separate names, as in
"figure game 3x4 as game". A link to `~12` highlights the part of the figure with this value,
`~game:12` does so in the figure of that name, `~=2` previews the figure with its first dial at 2,
and `#view=graph` leads to a section. Sources are footnotes: `[^1]` in the text, and `[^1]: ` before
the source at the end.

The format of questions is described in `web/chapter/content/questions.py`.

Four keys of an address are about the chapter, and the question stores their texts. `view` names
the section, and `questions` those of its questions that a task asks. `at` has the values of its
dials ("graph:7"). `said` has the answers: "graph:17.degree:2" is the answer 2 to the question
"degree" with the values of seed 17, "graph:17.degree-:2" is a later answer to it, and "graph:2" is
a first answer to the question in the built page. Commas separate answers; the last one of a section
is to the visible question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeVar

from kt_core.language import current_language, value_error
from web.chapter.content import judge, listings, questions
from web.chapter.figures import registry
from web.chapter.text import LONGEST_CHARACTERS, Values, chapter_language, sections
from web.question.question import EVERY, Question, ignored_key, not_among

if TYPE_CHECKING:  # not loaded at startup
    from web.chapter.content.questions import Exercise
    from web.chapter.figures.figure import Figure


KINDS = (
    *("figure", "question", "listing", "change", "program", "stores", "chart", "gallery"),
    *("goals", "summary", "tasks"),
)
_FENCE = re.compile(rf"^```({'|'.join(KINDS)}) ?([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_TITLE = re.compile(r"\A# ([^\n]+)\n")
Written = tuple[str, str]  # the first line of a block, and its other lines


def file(name: str) -> str:
    """Return a text file of the chapter: "en/graph.md"."""
    return listings.late_text(f"chapter/{name}")


@dataclass(frozen=True)
class Section:
    """A section in one language: its title, its text, its figures, its questions."""

    name: str  # its name in addresses
    language: str
    title: str
    body: str  # Markdown below the title
    figures: tuple[PlacedFigure, ...]
    questions: tuple[Written, ...]  # the page shows them in turn

    @property
    def question_names(self) -> tuple[str, ...]:
        """The names of the questions in addresses."""
        return tuple(head.rpartition(" as ")[2] for head, _ in self.questions)

    def asked(self, given: GivenAnswer) -> str:
        """Return the name of the question to which an answer, perhaps an old one, belongs."""
        names = self.question_names
        if given.question in names:
            return given.question
        return names[given.seed % FORMER_QUESTIONS.get(self.name, 2) % len(names)]

    def exercise(self, given: GivenAnswer | None = None) -> Exercise:
        """Return the question to which an answer belongs, by default the first one."""
        given = given or UNANSWERED
        head, text = self.questions[self.question_names.index(self.asked(given))]
        return questions.drawn_exercise(head.rpartition(" as ")[0], text, self.language, given.seed)


@dataclass(frozen=True)
class PlacedFigure:
    """A figure at its place in a section."""

    head: str
    place: str  # its name in addresses: that of the section, perhaps with a suffix: "puzzle_game"
    caption: str  # a description of the figure
    manual: str  # its instructions, which are not printed

    @cached_property
    def figure(self) -> Figure:
        """The figure; `ValueError` if its words are wrong."""
        return registry.figure(self.head.partition(" as ")[0])


@cache
def section(name: str, language: str) -> Section:
    """Return a section; `ValueError` explains a fault of its file."""
    text = file(f"{language}/{name}.md")
    title = _TITLE.match(text)
    if not title:
        raise ValueError(f"web/chapter/{language}/{name}.md begins with no title, as in # Title")
    return Section(
        name=name,
        language=language,
        title=title[1],
        body=text[title.end() :],
        figures=tuple(_placed_figure(name, *each, language) for each in blocks(text, "figure")),
        questions=tuple(blocks(text, "question")),
    )


@cache
def places() -> tuple[str, ...]:
    """Return the names of all sections and figures, in their order."""
    return tuple(
        place
        for name in sections()
        for place in dict.fromkeys((name, *(each.place for each in section(name, "en").figures)))
    )


def figure_at(place: str) -> Figure | None:
    """Return the figure of this name, if there is one."""
    if place not in places():
        return None
    known = section(section_of(place), "en").figures
    return next((each.figure for each in known if each.place == place), None)


def section_of(place: str) -> str:
    """Return the name of the section that contains a figure."""
    return place.partition("_")[0]


def _placed_figure(section: str, head: str, words: str, language: str) -> PlacedFigure:
    shows, _, used = questions.with_known_numbers(words, language).partition("\n\n")
    own = head.partition(" as ")[2]
    place = f"{section}_{own}" if own else section
    caption, manual = (" ".join(each.split()) for each in (shows, used))
    return PlacedFigure(head, place, caption, manual)


def without_prose(text: str) -> str:
    r"""Return the title, figures and questions of a text, which are all that a page needs.

    >>> without_prose("# Title\n\nWords.\n\n```figure beyond\nIt.\n```\n")
    '# Title\n```figure beyond\nIt.\n```\n'
    """
    title = _TITLE.match(text)
    blocks = (found[0] for found in _FENCE.finditer(text) if found[1] in ("figure", "question"))
    return "".join(f"{part}\n" for part in (*([title[0].strip()] if title else []), *blocks))


def with_blocks(text: str, makers: Mapping[str, Callable[[str, str], str]]) -> str:
    """Return a text with its blocks replaced by elements.

    For each kind there is a function of the rest of a block's first line, and its other lines.
    """
    return _FENCE.sub(lambda found: makers[found[1]](found[2], found[3]), text)


def listings_up_to(place: str) -> tuple[str, ...]:
    """Return the names of all listings of the chapter before a block such as "program search"."""
    text = "".join(section(name, "en").body for name in sections())
    before, found, _ = text.partition(f"```{place}\n")
    if not found:
        raise ValueError(f"the chapter has no block {place!r}")
    return tuple(name for name, _ in blocks(before, "listing"))


def blocks(text: str, kind: str) -> Iterator[Written]:
    """Yield the blocks of one kind in a text, each as its first line and its content."""
    return ((found[2], found[3]) for found in _FENCE.finditer(text) if found[1] == kind)


# --- The reader's place, dials and answers --------------------------------------------------------

Value = TypeVar("Value")
LAB, CHAPTER = "lab", "chapter"  # views that are not a section
KEYS = ("view", "at", "said")  # keys of an address
#: Figures of earlier versions, by their names in addresses, and their names now.
MOVED = {"search_released": "rule_released", "search_waiting": "rule_waiting"}


@dataclass(frozen=True)
class GivenAnswer:
    """An answer to a question; the seed draws the question's values."""

    text: str = ""
    seed: int = 0
    question: str = ""  # its name; "" for the question that the seed chooses
    again: bool = False  # whether a wrong answer to the same question preceded it

    @classmethod
    def read(cls, written: str) -> GivenAnswer:
        """Parse an answer from its text in an address.

        >>> GivenAnswer.read("17.row-:2"), GivenAnswer.read("2") == GivenAnswer("2")
        (GivenAnswer(text='2', seed=17, question='row', again=True), True)
        """
        seed, name, again, text = _SEEDED.match(written).groups()  # type: ignore[union-attr]
        text = _unescape(text)[:LONGEST_CHARACTERS]
        return cls(text, int(seed or 0), name or "", again == "-")

    @property
    def address_text(self) -> str:
        """The text of the answer in an address."""
        text = _escape(self.text)
        plain = not (self.seed or self.question or self.again) and _SEEDED.match(text)
        if plain and plain["text"] == text:
            return text
        name = f".{self.question}" if self.question else ""
        return f"{self.seed}{name}{'-' if self.again else ''}:{text}"


#: A text without a seed is an answer to the question in the built page.
_SEEDED = re.compile(r"(?:(\d{1,9})(?:\.([a-z]{1,20}))?(-?):)?(?P<text>.*)", re.DOTALL)
#: The number of questions among which the seed of an old address chooses, if it is not 2.
FORMER_QUESTIONS = {"puzzle": 3, "matrix": 3, "search": 3}
UNANSWERED = GivenAnswer()


@dataclass(frozen=True)
class Lesson:
    """The visible section, and the reader's work in the chapter."""

    section: str = ""  # "": the page shows the lab
    questions: str = ""  # the name of a question in a task, or "all"; "": one at random
    at: Mapping[str, Values] = field(default_factory=dict)  # figures with changed values
    answers: Mapping[str, GivenAnswer] = field(default_factory=dict)
    #: Section -> the answers to its questions before the visible one, in a task with all of them.
    earlier: Mapping[str, tuple[GivenAnswer, ...]] = field(default_factory=dict)

    def given(self, name: str) -> tuple[GivenAnswer, ...]:
        """Return the answers in a section, the last one of the visible question."""
        return (*self.earlier.get(name, ()), self.answers.get(name, UNANSWERED))

    def open_questions(self, name: str) -> tuple[str, ...]:
        """Return the names of the questions of a section that have no answer."""
        part = section(name, "en")
        asked = {part.asked(given) for given in self.given(name) if given.text}
        return tuple(each for each in part.question_names if each not in asked)


def lesson(question: Question) -> Lesson:
    """Return the chapter's part of a question, without invalid values."""
    return _read(_texts(question))[0]


def keys(question: Question) -> dict[str, str]:
    """Return the chapter's keys of an address that are not empty."""
    return {key: text for key in KEYS if (text := getattr(question.settings, key))}


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


def asked_exercises(question: Question) -> Iterator[Exercise]:
    """Yield the questions of a section that a task may ask, each with its first values."""
    now = lesson(question)
    part, chosen = section(now.section, chapter_language(current_language())), now.questions
    names = (chosen,) if chosen in part.question_names else part.question_names
    return (part.exercise(GivenAnswer(question=name)) for name in names)


def share_right(task: Question, question: Question) -> float:
    """Return the share, 0 to 1, of a task's questions that are answered right.

    A section embedded alone has only its own question; otherwise all sections count. An answer
    counts only if no earlier answer to the same question was wrong: trying one choice after the
    other earns nothing. Another question of the section can earn it again, unless the task asks
    all of them.
    """
    here, now = lesson(task).section, lesson(question)
    alone = task.settings.embed and has_question(here)
    names = (here,) if alone else sections_with_questions()
    return sum(_share(name, now, lesson(task).questions) for name in names) / len(names)


def _share(name: str, now: Lesson, questions: str) -> float:
    """Return the share of right answers in a section; of "all" its questions, or of the last."""
    if questions != EVERY:
        return _counts(name, now.given(name)[-1])
    part = section(name, "en")
    first = {part.asked(given): given for given in reversed(now.given(name)) if given.text}
    right = sum(_counts(name, given) for given in first.values())
    return right / len(part.question_names)


def is_right(name: str, given: GivenAnswer) -> bool | None:
    """Return True if an answer is right; None if it is missing or cannot be judged."""
    if not (given.text and has_question(name)):
        return None
    return judge.verdict(section(name, "en").exercise(given), given.text).right


def faults_of(question: Question) -> tuple[str, ...]:
    """Return a sentence for each invalid value."""
    return _read(_texts(question))[1]


def with_lesson(question: Question, lesson: Lesson) -> Question:
    """Return the question with this state of the chapter."""
    at = ",".join(f"{name}:{'.'.join(map(str, values))}" for name, values in lesson.at.items())
    said = ",".join(
        f"{name}:{each.address_text}" for name in lesson.answers for each in lesson.given(name)
    )
    return question.with_settings(view=lesson.section, at=at, said=said)


def _texts(question: Question) -> tuple[str, ...]:
    return tuple(getattr(question.settings, key) for key in (*KEYS, "questions"))


@cache
def _read(texts: tuple[str, ...]) -> tuple[Lesson, tuple[str, ...]]:
    view, at, said, questions = texts
    if not any(texts) or texts == (LAB, "", "", ""):
        return Lesson(), ()
    wrong: list[tuple[str, str]] = []
    if view not in ("", LAB, CHAPTER, *sections()):
        wrong.append(("view", str(not_among((LAB, CHAPTER, *sections()), view))))
    visible_section = view if view in sections() else sections()[0] if view == CHAPTER else ""
    answers, earlier = dict[str, GivenAnswer](), dict[str, tuple[GivenAnswer, ...]]()
    dials = dict(_pairs("at", at, _dial_values, wrong))
    for name, given in _pairs("said", said, lambda _, text: GivenAnswer.read(text), wrong):
        if name in answers:
            earlier[name] = (*earlier.get(name, ()), answers[name])
        answers[name] = given
    if questions not in ("", EVERY) and questions not in (names := _question_names()):
        wrong.append(("questions", str(not_among(("any", EVERY, *names), questions))))
        questions = ""
    read = Lesson(visible_section, questions, dials, answers, earlier)
    return read, tuple(ignored_key(key, why) for key, why in wrong)


@cache
def _question_names() -> tuple[str, ...]:
    return tuple(each for name in sections() for each in section(name, "en").question_names)


def _counts(name: str, given: GivenAnswer) -> bool:
    return not given.again and is_right(name, given) is True


def _dial_values(name: str, text: str) -> Values:
    figure = figure_at(name)
    if not figure:
        raise value_error("{text} has no figure", text=name)
    return figure.read(text)


def _pairs(
    key: str, text: str, read: Callable[[str, str], Value], wrong: list[tuple[str, str]]
) -> Iterator[tuple[str, Value]]:
    for pair in text.split(",") if text else ():
        name, _, value = pair.partition(":")
        name = MOVED.get(name, name)
        if name not in places():
            wrong.append((key, str(not_among(sections(), name))))
            continue
        try:
            yield name, read(name, value)
        except ValueError as why:
            wrong.append((key, str(why)))


def _escape(text: str) -> str:
    # A comma separates answers, so an answer must not contain one.
    return text.replace("~", "~0").replace(",", "~1")


def _unescape(text: str) -> str:
    return text.replace("~1", ",").replace("~0", "~")
