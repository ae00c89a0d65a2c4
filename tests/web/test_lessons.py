"""The chapter as states: what is in view, dials, answers; and that addresses keep all of it."""

import pytest

from kt_core.analysis import paths_from
from kt_core.board import Board
from kt_core.graph import knight_graph
from tests.shared.snapshots import holds_to_what_was_kept
from tests.shared.states import after, opened
from web.draw.patch import whole_patch
from web.figure import growth
from web.lesson.book import section, sections
from web.lesson.lesson import lesson, share_right
from web.lesson.words import LANGUAGES
from web.question import address
from web.state.intents import Begin, Intent, Light, Navigate, Reply, Run, Set, Step, Try, Turn, View
from web.state.state import State
from web.state.update import update
from web.view.chapter import built
from web.view.table import whole_patches

FIRST = sections()[0]
FIGURES = [name for name in sections() if section(name, "en").figure]
EXERCISES = [name for name in sections() if section(name, "en").exercise]
both = pytest.mark.parametrize("language", LANGUAGES)
each_figure = pytest.mark.parametrize("name", FIGURES)
each_exercise = pytest.mark.parametrize("name", EXERCISES)


def link(state: State) -> str:
    return address.write(state.question)


def figure_looks(state: State, name: str, language: str) -> dict[str, object]:
    """Return what is seen of a section's figure."""
    here = f"#{name}-{language}"
    return {
        region: look for region, look in whole_patches(state).items() if region.startswith(here)
    }


def test_a_section_is_opened_by_its_address_and_the_lab_stays_as_it_is() -> None:
    state = opened("#board=6x6")
    there = update(state, View(FIRST))
    assert link(there) == f"#board=6x6&view={FIRST}"
    assert there.answer is state.answer
    assert whole_patches(there)[":root@view"]["data-view"] == FIRST
    back = update(there, View("lab"))
    assert link(back) == "#board=6x6"
    assert back.reading.left == FIRST
    assert whole_patches(back)["#back"]["hidden"] is True  # the chapter's tab leads there
    tried = update(there, Try(FIRST))
    assert whole_patches(tried)["#back"]["hidden"] is False
    assert whole_patches(update(tried, Begin("#")))["#back"]["hidden"] is True


def test_a_link_that_differs_in_what_is_read_alone_answers_nothing_anew() -> None:
    state = after(opened("#board=5x5"), Step(-1))
    there = update(state, Navigate(link(update(state, View(FIRST)))))
    assert there.generation == state.generation
    assert lesson(there.question).section == FIRST


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ("view=nowhere", "'nowhere' is not a section; there are lab, "),
        ("view=graph&at=graph:99", "'99' is more than this figure has"),
        ("at=graph:1.2", "'1.2' is not 1 numbers with dots between"),
        ("said=elsewhere:3", "'elsewhere' is not a section"),
    ],
)
def test_what_makes_no_sense_is_named_and_the_rest_is_shown(wrong: str, named: str) -> None:
    state = opened(f"#board=5x5&{wrong}")
    assert named in " ".join(state.faults)
    assert str(state.question.board) == "5x5"


def test_in_the_lab_no_figure_is_drawn() -> None:
    assert not any(region.startswith(f"#{FIRST}-") for region in whole_patches(opened("")))


@both
@each_figure
def test_a_figure_moves_and_says_so(name: str, language: str) -> None:
    figure = section(name, language).figure
    assert figure
    state = opened(f"#view={name}&lang={language}")
    before = {region: whole_patch(part.value()) for region, part in built(language).items()}
    assert not figure_looks(state, name, language)  # it stands as it was built
    for dial in figure.dials:
        turned = update(state, Turn(name, dial.name, "+1" if dial.first == 0 else "0"))
        now = figure_looks(turned, name, language)
        assert now[f"#{name}-{language}-said"] != before[f"#{name}-{language}-said"]
        assert {region for region in now if "drawing" in region and now[region] != before[region]}
        assert link(turned) != link(state)
        again = opened(link(turned))
        assert figure_looks(again, name, language) == now


def test_the_tree_has_a_branch_for_each_path() -> None:
    heads, *rows = growth.branches_table(("3x4", "b1", "9"), "en")
    assert heads == ["Moves", "Paths", "Times as many"]
    paths = [int(row[1].replace(",", "")) for row in rows]
    assert paths[:3] == [1, 3, 4]  # to a3, c3 and d2, and then on
    assert sum(paths) == paths_from(knight_graph(Board(3, 4)), 1)
    drawn = growth.branches_chart(("5x5", "a1", "3"), "en")
    assert drawn.count("<circle") == sum((1, 2, 10, 26))
    assert all(f">{n} paths</text>" in drawn for n in (2, 10, 26))


@each_figure
def test_a_figure_is_drawn_as_was_kept(name: str) -> None:
    looks = {region: part.value() for region, part in built("en").items()}
    drawn = {region: look for region, look in looks.items() if region.startswith(f"#{name}-en")}
    told = [
        f"{region} {key}: {value}"
        for region, look in drawn.items()
        for key, value in whole_patch(look).items()
        if value is not None
    ]
    holds_to_what_was_kept(f"figure-{name}", "\n".join(told), "html")


@each_figure
def test_a_dial_never_leaves_its_ends(name: str) -> None:
    figure = section(name, "en").figure
    assert figure
    for dial in figure.dials:
        for text in ("9999999", "-1", "up", "down", "+1", "nonsense", "", "-5", "1e3"):
            values = figure.turned(figure.first, dial.name, text)
            assert figure.held(values) == values
            assert figure.read(".".join(map(str, values))) == values
    assert figure.turned(figure.first, "no such dial", "1") == figure.first


@both
@each_exercise
def test_a_question_knows_right_likely_wrong_and_nonsense(name: str, language: str) -> None:
    asked = section(name, language).exercise
    assert asked
    state = opened(f"#view={name}&lang={language}")
    for place, reply in enumerate(asked.replies, start=1):
        text = str(place) if asked.kind == "choice" else reply.answer.split(", ")[0]
        if text == "*":
            continue
        answered = update(state, Reply(name, text))
        look = whole_patches(answered)[f"#{name}-{language}-verdict"]
        assert look["data-right"] == ("yes" if reply.right else "no")
        assert reply.reason.replace("'", "&apos;") in str(look["html"])
        assert whole_patches(opened(link(answered)))[f"#{name}-{language}-verdict"] == look
    nonsense = whole_patches(update(state, Reply(name, "<b>?")))[f"#{name}-{language}-verdict"]
    assert nonsense["data-right"] is None
    assert "&lt;b&gt;?" in str(nonsense["html"])
    assert not whole_patches(update(state, Reply(name, " ")))[f"#{name}-{language}-verdict"]["html"]


@pytest.mark.parametrize(
    ("link", "share"),
    [
        ("view=graph", 0),
        ("view=graph&said=graph:8", 0),
        ("view=graph&said=graph:2", 1 / len(EXERCISES)),
        ("view=graph&said=graph:2&embed=1", 1),
        ("view=puzzle&said=graph:2&embed=1", 0),
        ("view=chapter&said=graph:2", 1 / len(EXERCISES)),
        ("said=graph:2", 1 / len(EXERCISES)),
    ],
)
def test_a_course_book_hears_how_much_is_right(link: str, share: float) -> None:
    question = opened(f"#{link}").question
    assert share_right(question, question) == pytest.approx(share)


@each_figure
def test_the_lab_shows_the_same_and_leads_back(name: str) -> None:
    figure = section(name, "en").figure
    assert figure
    state = after(opened(f"#view={name}&theme=dark"), Try(name))
    assert lesson(state.question).section == ""
    assert not state.faults
    assert state.question.settings.theme == "dark"
    assert lesson(update(state, View(state.reading.left)).question).section == name


@pytest.mark.parametrize("name", [*FIGURES, "nowhere"])
def test_a_figure_goes_on_by_itself_to_its_end_and_begins_again(name: str) -> None:
    state = update(opened(f"#view={FIRST}"), Run(name))
    figure = section(name, "en").figure if name in FIGURES else None
    if not figure or not figure.player:
        assert not state.reading.runs
        return
    for _ in range(10_000):
        if not state.reading.runs:
            break
        state = update(state, Turn(name, figure.player, "+1"))
    assert figure.at_end(lesson(state.question).at.get(name, figure.first))
    assert update(state, Run(name)).reading.runs == name
    assert not update(update(state, Run(name)), View("lab")).reading.runs


@pytest.mark.parametrize(
    "stray",
    [
        *(Turn("nowhere", "square", "1"), Reply("nowhere", "1"), Try("nowhere"), View("nowhere")),
        *(Light("nowhere", "1"), Set({"view": "nowhere"})),
    ],
)
def test_what_names_no_section_does_no_harm(stray: Intent) -> None:
    state = update(opened(""), stray)
    assert lesson(state.question).section == ""
    assert whole_patches(state)["#board > svg"] == whole_patches(opened(""))["#board > svg"]


def test_an_answer_with_a_comma_comes_back_from_its_address() -> None:
    state = update(opened(f"#view={FIRST}"), Reply(FIRST, "1,000 ~ 2,5"))
    assert lesson(opened(link(state)).question).said == {FIRST: "1,000 ~ 2,5"}
