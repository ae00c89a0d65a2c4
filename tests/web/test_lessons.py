"""The states of the chapter: visible sections, dials and answers, all saved in addresses."""

import re
import subprocess
import sys

import pytest

from kt_core.drawing.shapes import escape
from tests.shared.snapshots import assert_matches_snapshot
from tests.shared.states import after, opened, patch
from web.chapter.book import GivenAnswer, figure_at, lesson, section, share_right
from web.chapter.content.questions import Exercise
from web.chapter.text import LANGUAGES, sections
from web.chapter.view import built_regions
from web.draw.patch import whole_patch
from web.make.steps import ROOT
from web.page.update import next_state, update
from web.page.view import whole_patches
from web.question import address
from web.question.question import Question
from web.share.assignment import Assignment
from web.share.course import Package
from web.state.intents import (
    AskAnother,
    GiveAnswer,
    Highlight,
    Navigate,
    Open,
    OpenPreset,
    RunFigure,
    SectionInView,
    SetKeys,
    ShowSection,
    TryInLab,
    TurnDial,
)
from web.state.state import Draw, State

FIRST = sections()[0]
FIGURES = [name for name in sections() if figure_at(name)]
EXERCISES = [name for name in sections() if section(name, "en").questions]
both = pytest.mark.parametrize("language", LANGUAGES)
each_figure = pytest.mark.parametrize("name", FIGURES)
each_exercise = pytest.mark.parametrize("name", EXERCISES)


def link(state: State) -> str:
    return address.write(state.question)


def figure_looks(state: State, name: str, language: str) -> dict[str, object]:
    """Return the visible content of a section's figure."""
    here = f"#{name}-{language}"
    return {name: look for name, look in whole_patches(state).items() if name.startswith(here)}


def test_a_section_is_opened_by_its_address_and_the_lab_is_unchanged() -> None:
    state = opened("#board=6x6")
    there = next_state(state, ShowSection(FIRST))
    assert link(there) == f"#board=6x6&view={FIRST}"
    assert there.search.answer is state.search.answer
    linked = next_state(state, Navigate(link(there)))
    assert linked.search.generation == state.search.generation
    assert patch(there, ":root@view")["data-view"] == FIRST
    back = next_state(there, ShowSection("lab"))
    assert link(back) == "#board=6x6"
    assert back.chapter.left == FIRST
    assert patch(back, "#back")["hidden"] is True  # the chapter's tab leads there
    tried = next_state(there, TryInLab(FIRST))
    assert patch(tried, "#back")["hidden"] is False
    assert patch(next_state(tried, OpenPreset("#")), "#back")["hidden"] is True


def test_in_the_lab_no_figure_is_drawn() -> None:
    assert not any(region.startswith(f"#{FIRST}-") for region in whole_patches(opened("")))


@both
@each_figure
def test_a_moved_figure_describes_its_step(name: str, language: str) -> None:
    figure = figure_at(name)
    assert figure
    state = opened(f"#view={name}&lang={language}")
    before = {region: whole_patch(part) for region, part in built_regions(language).items()}
    assert not figure_looks(state, name, language)  # it has its built-in state
    for dial in figure.dials:
        turned = next_state(state, TurnDial(name, dial.name, "+1" if dial.first == 0 else "0"))
        now = figure_looks(turned, name, language)
        assert not dial.label or {region for region in now if now[region] != before[region]}
        if dial.plays or len(figure.dials) == 1:
            assert now[f"#{name}-{language}-said"] != before[f"#{name}-{language}-said"]
            changed = {region for region in now if now[region] != before[region]}
            assert any("drawing" in region for region in changed)
        assert link(turned) != link(state)
        again = opened(link(turned))
        assert figure_looks(again, name, language) == now


@each_figure
def test_a_figure_matches_its_snapshot(name: str) -> None:
    looks = {region: whole_patch(part) for region, part in built_regions("en").items()}
    asks = ("-question", "-verdict", "-exercise")
    drawn = {
        region: look
        for region, look in looks.items()
        if region.startswith(f"#{name}-en")
        and not region.startswith(tuple(f"#{name}-en{it}" for it in asks))
    }
    told = [
        f"{region} {key}: {value}"
        for region, look in drawn.items()
        for key, value in look.items()
        if value is not None
    ]
    assert_matches_snapshot(f"figure-{name}", "\n".join(told), "html")


@each_figure
def test_a_dial_stays_within_its_limits(name: str) -> None:
    figure = figure_at(name)
    assert figure
    for dial in figure.dials:
        for text in ("9999999", "-1", "up", "down", "+1", "nonsense", "", "-5", "1e3"):
            values = figure.after_turn(figure.first, dial.name, text)
            assert figure.read(".".join(map(str, values))) == values
    assert figure.after_turn(figure.first, "no such dial", "1") == figure.first


SEEDS = range(12)


def as_typed(asked: Exercise, answer: str, place: int) -> str:
    """Return an answer as typed: one of several squares; the position of a choice."""
    if asked.kind == "choice":
        return str(place)
    return re.split("[,、]", answer)[0] if asked.kind == "square" else answer


def drawn(name: str, seed: int) -> GivenAnswer:
    """Return an unanswered question of a section."""
    names = section(name, "en").question_names
    return GivenAnswer(seed=seed, question=names[seed % len(names)])


@pytest.mark.sample(5)
@both
@each_exercise
def test_a_question_knows_right_likely_wrong_and_other_answers(name: str, language: str) -> None:
    for seed in SEEDS:
        asked = section(name, language).exercise(drawn(name, seed))
        state = opened(f"#view={name}&lang={language}&said={name}:{drawn(name, seed).address_text}")
        answers = set()
        for place, reply in enumerate(asked.replies, start=1):
            text = as_typed(asked, reply.answer, place)
            if text == "*" or text in answers:
                continue
            answers.add(text)
            answered = next_state(state, GiveAnswer(name, text))
            look = patch(answered, f"#{name}-{language}-verdict")
            assert look["data-right"] == ("yes" if reply.right else "no")
            assert escape(reply.reason) in str(look["html"])
            assert patch(opened(link(answered)), f"#{name}-{language}-verdict") == look
        nonsense = patch(next_state(state, GiveAnswer(name, "<b>?")), f"#{name}-{language}-verdict")
        assert nonsense["data-right"] is None
        assert "&lt;b&gt;?" in str(nonsense["html"])
        assert not patch(next_state(state, GiveAnswer(name, " ")), f"#{name}-{language}-verdict")[
            "html"
        ]


@each_exercise
def test_both_languages_draw_the_same_question(name: str) -> None:
    for seed in SEEDS:
        en, zh = (section(name, language).exercise(drawn(name, seed)) for language in LANGUAGES)
        assert (en.kind, en.details) == (zh.kind, zh.details)
        assert [reply.right for reply in en.replies] == [reply.right for reply in zh.replies]
        if en.kind != "choice":
            answers = [[re.sub("[,、] ?", "", r.answer) for r in each.replies] for each in (en, zh)]
            assert answers[0] == answers[1]


def wrong_and_right(name: str, given: GivenAnswer | None = None) -> tuple[str, str]:
    """Return a wrong and a right answer to a question."""
    asked = section(name, "en").exercise(given)
    known = {reply.right: (place, reply.answer) for place, reply in enumerate(asked.replies, 1)}
    wrong, right = (
        as_typed(asked, answer, place).replace("*", "7777")
        for place, answer in (known[False], known[True])
    )
    return wrong, right


@each_exercise
def test_another_question_differs_and_has_another_kind(name: str) -> None:
    state, kinds = opened(f"#view={name}"), section(name, "en").questions
    for chance in (0, 0, 5, 5, 999):
        before = lesson(state.question).answers.get(name, GivenAnswer())
        state = next_state(state, AskAnother(name, chance))
        after_ = lesson(state.question).answers[name]
        assert (after_.text, after_.seed != before.seed) == ("", True)
        assert (after_.question != before.question) == (len(kinds) > 1) or not before.seed
        assert whole_patches(opened(link(state))) == whole_patches(state)


def test_trying_all_choices_earns_nothing() -> None:
    name = next(n for n in EXERCISES if section(n, "en").exercise().kind == "choice")
    asked = section(name, "en").exercise()
    right = next(str(i) for i, reply in enumerate(asked.replies, 1) if reply.right)
    state = opened(f"#view={name}&embed=1&splice=1&said={name}:0:")
    in_turn = [str(i) for i in range(1, len(asked.replies) + 1) if str(i) != right]
    ticked = after(state, *(GiveAnswer(name, text) for text in (*in_turn, right)))
    assert lesson(ticked.question).answers[name].text == right
    assert ticked.earned.score == 0
    assert after(state, GiveAnswer(name, right)).earned.score == 1


def test_a_wrong_answer_leaves_another_question_as_a_new_chance() -> None:
    state = opened("#view=graph&embed=1&splice=1")
    wrong, _ = wrong_and_right("graph")
    erred = after(
        state, GiveAnswer("graph", wrong), GiveAnswer("graph", ""), AskAnother("graph", 3)
    )
    given = lesson(erred.question).answers["graph"]
    assert given.seed
    right = after(erred, GiveAnswer("graph", wrong_and_right("graph", given)[1]))
    assert right.earned.score == 1


def test_a_task_does_not_allow_changing_the_question() -> None:
    state = after(opened("#view=graph&embed=1&splice=1"), AskAnother("graph", 6))
    assert lesson(state.question).answers["graph"].seed == 7  # the seed drawn at the start
    assert after(state, AskAnother("graph", 8)).question == state.question
    assert patch(state, "#graph-en-exercise [name=another]")["hidden"] is True


def test_an_old_address_opens_the_same_question_and_a_new_one_names_it() -> None:
    part = section("matrix", "en")
    assert [part.asked(GivenAnswer.read(f"{seed}:")) for seed in (3, 4, 17)] == [
        "store", "entries", "row",
    ]  # fmt: skip
    assert part.asked(GivenAnswer.read("17.store:")) == "store"


@pytest.mark.parametrize("name", ["number", "all"])
def test_a_teacher_chooses_the_questions_of_a_section(name: str) -> None:
    made = Assignment(what="section", section=f"graph.{name}").question(Question())
    assert Assignment.of(made).section == f"graph.{name}"
    state = opened(Package.of(made).link)
    state, first = _drawn(state, 7)
    assert (first.question, first.seed) == ("number" if name == "number" else "degree", 8)
    right = after(state, GiveAnswer("graph", wrong_and_right("graph", first)[1]))
    assert right.earned.score == (1 if name == "number" else 0.5)
    assert patch(right, "#graph-en-exercise [name=another]")["hidden"] is (name == "number")
    if name == "all":
        state, second = _drawn(right, 8)
        assert second.question == "number"
        wrong, answer = wrong_and_right("graph", second)
        assert after(state, GiveAnswer("graph", answer)).earned.score == 1
        erred = after(state, GiveAnswer("graph", wrong), GiveAnswer("graph", answer))
        assert erred.earned.score == 0.5
        assert opened(link(erred)).question == erred.question
        assert after(erred, AskAnother("graph", 3)).question == erred.question


def _drawn(state: State, chance: int) -> tuple[State, GivenAnswer]:
    asked = after(state, AskAnother("graph", chance))
    return asked, lesson(asked.question).answers["graph"]


def test_solutions_are_hidden_and_a_task_locks_them() -> None:
    made = Assignment(what="program").question(Question())
    state = opened(address.write(made))
    assert patch(state, ":root@solutions")["data-without-solutions"] is True
    other = next_state(state, Open(f"{address.write(made)}&solutions=1"))
    assert not other.question.settings.solutions
    assert not opened("#view=graph&solutions=no").question.settings.solutions
    assert patch(opened("#view=graph"), ":root@solutions")["data-without-solutions"] is False


@pytest.mark.parametrize("link", ["#view=graph&embed=1&splice=1", "#view=chapter&splice=1"])
def test_a_task_draws_its_question_at_random(link: str) -> None:
    state, effects = update(State(), Open(link))
    assert Draw(lesson(state.question).section) in effects
    assert Draw("matrix") in update(opened("#view=chapter&splice=1"), SectionInView("matrix"))[1]
    assert not any(isinstance(e, Draw) for e in update(State(), Open("#view=graph"))[1])


@pytest.mark.parametrize(
    ("link", "share"),
    [
        ("view=graph", 0),
        ("view=graph&said=graph:99", 0),
        ("view=graph&said=graph:RIGHT", 1 / len(EXERCISES)),
        ("view=graph&said=graph:0-:RIGHT", 0),
        ("view=graph&said=graph:RIGHT&embed=1", 1),
        ("view=puzzle&said=graph:RIGHT&embed=1", 0),
        ("view=chapter&said=graph:RIGHT", 1 / len(EXERCISES)),
        ("said=graph:RIGHT", 1 / len(EXERCISES)),
    ],
)
def test_a_course_book_receives_the_share_of_right_answers(link: str, share: float) -> None:
    link = link.replace("RIGHT", wrong_and_right("graph")[1])
    question = opened(f"#{link}").question
    assert share_right(question, question) == pytest.approx(share)


@each_figure
def test_the_lab_opens_the_figure_and_links_back(name: str) -> None:
    figure = figure_at(name)
    assert figure
    before = opened(f"#view={name}&theme=dark")
    state = after(before, TryInLab(name))
    if not figure.link(figure.first):  # a graph of letters
        assert state == before
        return
    assert lesson(state.question).section == ""
    assert not state.form.faults
    assert state.question.settings.theme == "dark"
    assert lesson(next_state(state, ShowSection(state.chapter.left)).question).section == name


@pytest.mark.parametrize("name", [*FIGURES, "nowhere"])
def test_a_figure_plays_to_its_end_and_restarts(name: str) -> None:
    state = next_state(opened(f"#view={FIRST}"), RunFigure(name))
    figure = figure_at(name)
    if not figure or not figure.player:
        assert not state.chapter.runs
        return
    for _ in range(10_000):
        if not state.chapter.runs:
            break
        state = next_state(state, TurnDial(name, figure.player, "+1"))
    assert figure.at_end(lesson(state.question).at.get(name, figure.first))
    assert next_state(state, RunFigure(name)).chapter.runs == name
    assert not next_state(next_state(state, RunFigure(name)), ShowSection("lab")).chapter.runs


def test_an_unknown_section_does_no_harm() -> None:
    where = "nowhere"
    strays = (TurnDial(where, "square", "1"), GiveAnswer(where, "1"), TryInLab(where))
    state = after(opened(""), *strays, ShowSection(where), Highlight(where, "1"))
    assert (state.question, lesson(state.question).section) == (opened("").question, "")
    assert lesson(next_state(state, SetKeys({"view": where})).question).section == ""


def test_an_answer_with_a_comma_survives_its_address() -> None:
    state = next_state(opened(f"#view={FIRST}"), GiveAnswer(FIRST, "1,000 ~ 2,5"))
    assert lesson(opened(link(state)).question).answers == {FIRST: GivenAnswer("1,000 ~ 2,5")}


def test_a_section_opens_without_the_late_part_of_lessons() -> None:
    opens = """
import sys
from tests.shared.late import LateModules
late = LateModules()
late.missing.remove("more")
sys.meta_path.insert(0, late)
from web.state.intents import Open
from web.state.state import State
from web.make.steps import ROOT
from web.page.update import next_state, update
from web.page.view import view
for name in ("puzzle", "chapter"):
    dict(view(next_state(State(), Open(f"#view={name}"))))
"""
    subprocess.run([sys.executable, "-c", opens], cwd=ROOT, check=True)
