"""A teacher's choices make a task, and an opened task gives the choices back."""

import re
from contextlib import nullcontext
from dataclasses import replace
from html import unescape

import pytest

from kt_core.language import current_language
from tests.shared.snapshots import assert_matches_snapshot
from tests.shared.states import after, opened, patch, patches, plain
from web.chapter.book import section
from web.page.view import whole_patches
from web.question import address
from web.question.question import Question
from web.question.task import Task
from web.question.templates import WARNSDORFF
from web.share import sheet
from web.share.assignment import WHATS, Assignment, task_question
from web.share.course import EDITIONS, Package
from web.state.intents import EditCode, OpenDialog, ToggleLayer
from web.state.state import Attempt, Place

LAB = (
    *("#board=5x5", "#tour=euler-6x6", "#mode=predict&board=3x4", "#view=graph"),
    "#view=rule&questions=degree",  # a question of another section
    *("#board=5x5&given=e1:1,e2:6,c3:9,d1:12", "#ordering=own&board=6x6"),
    *("#ordering=best&symmetry=mirror"),
    *("#race=roth&step=5", "#board=5x5&mode=play&lock=board,start&hints=3&splice=1&ask=Why"),
)
CHOICES = {"section": "graph", "steps": "200", "undos": "0", "ask": "<b>Why?</b>", "lang": "zh"}
PLACE = Place("https://school.example/tours/index.html", one_file=False)


def task_made(link: str, *wishes: OpenDialog, **chosen: str) -> Question:
    """Return the task that the dialog makes from an address and these choices."""
    state = after(opened(link), *wishes, OpenDialog("assign", PLACE))
    return task_question(after(state, OpenDialog("assign", chosen=tuple(chosen.items()))))


def dialog(link: str, **chosen: str) -> dict[str, dict[str, str | bool | None]]:
    """Return the regions of the dialog after these choices."""
    state = after(opened(link), OpenDialog("assign", PLACE))
    return patches(after(state, OpenDialog("assign", chosen=tuple(chosen.items()))), "#assign")


@pytest.mark.sample(60)
@pytest.mark.parametrize("what", WHATS)
@pytest.mark.parametrize("link", LAB)
def test_a_task_that_is_made_is_opened_and_changed_again(link: str, what: str) -> None:
    task = task_made(link, what=what, **CHOICES)
    again, faults = address.read(address.write(task))
    assert (again, faults) == (task, [])
    kinds = {"open": "play", "closed": "play"}
    assert Task.of(again).kind == kinds.get(what, what)
    known, told = Assignment.of(again), Assignment.of(again).question(again, again.code)
    assert (known.what, known.ask, known.lang) == (what, "<b>Why?</b>", "zh")
    assert told == task
    assert Package.of(task).question == replace(
        task, settings=task.settings.without({"embed", "loading", "present"})
    )


ONE_SQUARE = "1x1 1x2&holes=b1"
#: Boards of the page, by the choices in the dialog "Make a task".
BOARDS: dict[str, str] = {
    **dict.fromkeys(("", "hints=0", "undos=0", "lock=mode", "what=closed undos=1"), "6x6"),
    **dict.fromkeys(("what=section section=graph", "line=frame", "what=section line=link"), "6x6"),
    **dict.fromkeys(("what=code steps=0", f"ask={'x' * 300}"), "6x6"),
    "what=open": ONE_SQUARE,
    "what=closed": f"5x5 {ONE_SQUARE}",
    "what=watch": f"6x6 21x21 {ONE_SQUARE}",
    "what=code": f"5x5 3x4 4x4 3x7 6x6 5x6 8x8 6x6&closed=1 20x20 {ONE_SQUARE}",
    "what=predict": f"3x4 5x5 6x6 8x8 10x10 130x130 2x2 1x5 2x3 {ONE_SQUARE}",
}


def test_the_tasks_of_choices_match_their_snapshot() -> None:
    told = list[str]()
    for choices, boards in BOARDS.items():
        for board in boards.split():
            regions = dialog(f"#board={board}", **dict(each.split("=") for each in choices.split()))
            told.append(f"{board} {choices:.40}")
            told.append(f"  {plain(regions['#assign #assign-preview']['html'])}")
            told.append(f"  {plain(regions['#assign #assign-line']['html'])}")
            told += ["  wrong"] * bool(regions["#assign .maker"]["data-wrong"])
            told += ["  no sheet"] * bool(regions["#assign [name=sheet]"]["disabled"])
    assert_matches_snapshot("tasks-made", "\n".join(told), "txt")


def test_a_task_starts_with_the_code_in_the_editor_unless_it_is_a_solution() -> None:
    assert task_made("#board=6x6", what="code").code == ""
    state = after(
        opened("#board=6x6"), EditCode("def order(a, b, c, d): ..."), OpenDialog("assign", PLACE)
    )
    state = after(state, OpenDialog("assign", chosen=(("what", "code"),)))
    task = task_question(state)
    assert task.code == "def order(a, b, c, d): ..."
    assert WARNSDORFF not in str(patch(state, "#assign #assign-preview")["html"])


@pytest.mark.sample(20)
@pytest.mark.parametrize("link", LAB)
@pytest.mark.parametrize("what", WHATS)
def test_one_choice_makes_the_task_of_the_preview_and_it_is_not_done(link: str, what: str) -> None:
    regions = dialog(link, what=what)
    copied = unescape(str(regions["#assign #assign-line"]["html"]))
    made = copied[copied.index("#") : copied.index("</textarea>")]
    student = opened(made)
    assert student.task.kind == {"open": "play", "closed": "play"}.get(what, what)
    demanded = patch(student, "#task")["html"]
    assert f'<p class="asked">{demanded}</p>' in str(regions["#assign #assign-preview"]["html"])
    acts = [] if what == "code" else [ToggleLayer("names")]
    assert not opened(f"{made}&splice=1", *acts).earned.done


@pytest.mark.sample(20)
@pytest.mark.parametrize("link", ["", *LAB])
@pytest.mark.parametrize("name", ["share", "assign"])
def test_each_field_of_a_dialog_shows_the_value_that_is_used(link: str, name: str) -> None:
    regions = whole_patches(after(opened(link), OpenDialog(name, PLACE)))
    fields = re.findall(
        r'<select class="field" name="(\w+)">(.*?)</select>', str(regions[f"#{name}"]["html"])
    )
    assert fields
    for field, options in fields:
        value = str(regions[f"#{name} [name={field}]"]["value"])
        assert f'<option value="{value}"' in options


def _sheet(link: str, **chosen: str) -> str:
    task = task_made(link, **chosen)
    work = sheet.work(task)
    while work.advance(sheet.STEPS_PER_REST):
        pass
    return "".join(sheet.sheet(task, work.answer()).parts)


def test_a_program_is_not_written_on_paper() -> None:
    assert "at a computer" in sheet.why_no_sheet(task_made("#board=3x4", what="program"))


@pytest.mark.parametrize("what", [what for what in WHATS if what != "program"])
def test_a_sheet_has_questions_on_one_page_and_answers_on_the_next(what: str) -> None:
    page = _sheet("#board=3x4", what=what, section="graph", ask="<b>Why?</b>", lang="en")
    asks, key = page.split('<section class="key">')
    assert "&lt;b&gt;Why?" in asks
    assert "<b>" not in page
    right = next(each.answer for each in section("graph", "en").exercise().replies if each.right)
    tells = {"open": "<li>d1</li>", "predict": "<li>b3</li>", "code": "sorted("}
    tells["section"] = f">{right}<"
    for words in (tells[what],) if what in tells else ():
        assert words in key
        assert words not in asks
    if what == "closed":
        assert "There is no closed tour" in key or "closed" in key


def test_a_sheet_is_in_its_own_language_and_the_page_in_its_own() -> None:
    file = sheet.sheet(task_made("#board=3x4", lang="zh"), sheet.work(Question()).answer())
    text = "".join(file.parts)
    assert '<html lang="zh-Hans">' in text
    assert "姓名" in text
    assert current_language() == "en"


NO_MOVE = ("#board=1x1&mode=play", "#board=1x1", "#board=2x2&mode=predict")


@pytest.mark.parametrize("link", [*NO_MOVE, "#board=5x5&mode=play", "#view=graph", "#board=3x4"])
def test_share_offers_a_course_package_unless_its_task_has_no_move(link: str) -> None:
    state, refused = opened(link), link in NO_MOVE
    seen = patches(after(state, OpenDialog("share", PLACE)), "#share ")
    buttons = {seen[f'#share [name=course][value="{each}"]']["disabled"] for each in EDITIONS}
    assert buttons == {refused}
    note = seen["#share #share-course"]
    assert (note["hidden"], "choose" in str(note["html"])) == (not refused, refused)
    with pytest.raises(ValueError, match="choose") if refused else nullcontext():
        Package.of(state.question)


def test_code_that_already_passes_makes_no_task() -> None:
    state = after(opened("#board=6x6&ordering=own&check=1000"), OpenDialog("assign", PLACE))
    for steps, passes in (("1000", True), ("200", False)):
        own = replace(state.programs, whole=True, tried=(Attempt(0, "found", 900),))
        chosen = after(
            replace(state, programs=own), OpenDialog("assign", chosen=(("steps", steps),))
        )
        if passes:
            with pytest.raises(ValueError, match="This code passes already"):
                task_question(chosen)
        else:
            assert task_question(chosen).check == 200


def test_the_sheet_of_a_puzzle_has_its_numbers_and_its_solution_on_the_next_page() -> None:
    page = _sheet("#board=5x5&given=e1:1,e2:6,c3:9,d1:12", what="open")
    asks, key = page.split('<section class="key">')
    assert "Find the tour with the given numbers." in asks
    assert asks.count('class="given"') == key.count('class="given"') == 1
    assert "<li>e1</li><li>d3</li><li>b4</li><li>a2</li>" in key
    assert 'class="piece"' not in asks
    assert "<li></li>" not in asks  # the numbers are written into the squares
