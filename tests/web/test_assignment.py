"""A teacher's choices make a task, and an opened task gives the choices back."""

import re
from dataclasses import replace
from html import unescape

import pytest

from tests.shared.states import after, opened, patch
from web.chapter.book import section
from web.course.package import EDITIONS, Package, WrongTask
from web.files.update import task_question
from web.lab.intents import Choose, ToggleLayer
from web.programs.intents import EditCode
from web.programs.templates import WARNSDORFF
from web.question import address
from web.question.question import Question
from web.question.task import Task, demand
from web.share import sheet
from web.share.assignment import WHATS, Assignment
from web.state.intents import OpenDialog
from web.state.state import Attempt, Place
from web.view import whole_patches

LAB = (
    *("#board=5x5", "#tour=euler-6x6", "#mode=predict&board=3x4", "#view=graph"),
    *("#ordering=own&board=6x6", "#ordering=best&symmetry=mirror"),
    *("#race=roth&step=5", "#board=5x5&mode=play&lock=board,start&hints=3&splice=1&ask=Why"),
)
CHOICES = {"section": "graph", "steps": "200", "undos": "0", "ask": "<b>Why?</b>", "lang": "zh"}
PLACE = Place("https://school.example/tours/index.html", one_file=False)


def task_made(link: str, *wishes: OpenDialog, **chosen: str) -> Question:
    """Return the task that the dialog makes from an address and these choices."""
    state = after(opened(link), *wishes, OpenDialog("assign", PLACE))
    return task_question(after(state, OpenDialog("assign", chosen=tuple(chosen.items()))))


def dialog(link: str, **chosen: str) -> dict[str, dict[str, str | bool | None]]:
    """Return the regions of the page with the dialog open."""
    state = after(opened(link), OpenDialog("assign", PLACE))
    return whole_patches(after(state, OpenDialog("assign", chosen=tuple(chosen.items()))))


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


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({}, "Find an open tour from a1."),
        ({"hints": "0"}, "Find an open tour from a1. Without hints."),
        ({"lock": "mode"}, "Find a tour. Your part cannot be changed."),
        (
            {"what": "closed", "undos": "1"},
            ("Find a closed tour from a1. At most 1 move may be taken back."),
        ),
        ({"what": "section", "section": "graph"}, "Answer the question of this section."),
    ],
)
def test_the_choices_determine_the_task(chosen: dict[str, str], words: str) -> None:
    task = task_made("#board=6x6", **chosen)
    assert demand(Task.of(task)) == words
    assert Assignment.of(task).with_choices(chosen) == Assignment.of(task)


def test_a_task_starts_with_the_code_in_the_editor_unless_it_is_a_solution() -> None:
    assert task_made("#board=6x6", what="code").code == ""
    state = after(
        opened("#board=6x6"), EditCode("def order(a, b, c, d): ..."), OpenDialog("assign", PLACE)
    )
    state = after(state, OpenDialog("assign", chosen=(("what", "code"),)))
    assert state.dialog
    task = task_question(state)
    assert task.code == "def order(a, b, c, d): ..."
    assert WARNSDORFF not in str(patch(state, "#assign #assign-preview")["html"])


def test_a_task_has_no_work_of_a_student() -> None:
    state = after(
        opened("#board=5x5&mode=play&said=graph:2"), Choose(7), OpenDialog("assign", PLACE)
    )
    assert state.dialog
    settings = task_question(state).settings
    assert (settings.game, settings.said) == ("", "")


@pytest.mark.parametrize("what", WHATS)
def test_the_preview_shows_the_students_view_without_markup(what: str) -> None:
    regions = dialog("#board=3x4", what=what, **CHOICES | {"lang": "en"})
    shown = str(regions["#assign #assign-preview"]["html"])
    task = task_made("#board=3x4", what=what, **CHOICES | {"lang": "en"})
    there = whole_patches(opened(address.write(task)))
    assert f'<p class="asked">{there["#task"]["html"]}</p>' in shown
    assert "&lt;b&gt;Why?" in shown
    assert ("<img" in shown) == (what not in {"section", "program"})
    if what in ("open", "closed", "predict"):
        assert str(there["#answer"]["html"]) in shown


def test_a_preview_names_the_buttons_of_the_task() -> None:
    for chosen, gone in (({"undos": "0"}, "Undo"), ({"hints": "0"}, "Hint")):
        shown = str(dialog("#board=5x5", **chosen)["#assign #assign-preview"]["html"])
        assert f"<span>{gone}</span>" not in shown
        assert "<span>New game</span>" in shown


@pytest.mark.parametrize(
    ("link", "chosen", "words"),
    [
        ("#board=5x5", {"what": "closed"}, "No such tour exists"),
        ("#board=130x130", {"what": "predict"}, "can only be watched"),
        ("#board=6x6", {"what": "code", "steps": "0"}, "is no number of steps"),
        ("#board=6x6", {"ask": "x" * 300}, "300 characters"),
    ],
)
def test_an_impossible_task_is_reported(link: str, chosen: dict[str, str], words: str) -> None:
    assert words in str(dialog(link, **chosen)["#assign #assign-preview"]["html"])


def test_each_choice_is_shown_where_it_applies_and_a_link_keeps_its_own() -> None:
    regions = dialog("#board=5x5&mode=play&lock=board,start&hints=7&splice=1")
    html = str(regions["#assign"]["html"])
    assert re.search('value="board,start" selected', html)
    assert re.search('value="7" selected', html)
    assert not regions["#assign [data-of=hints]"]["hidden"]
    assert regions["#assign [data-of=steps]"]["hidden"]
    shown = dialog("#board=5x5", what="code")
    assert shown["#assign [data-of=hints]"]["hidden"]


def test_the_line_that_is_copied_is_the_one_that_was_chosen() -> None:
    link = dialog("#board=5x5", what="section", section="graph")["#assign #assign-line"]
    assert "index.html#view=graph&amp;embed=1&amp;lock=all</textarea>" in str(link["html"])
    frame = dialog("#board=5x5", line="frame")["#assign #assign-line"]
    assert "&lt;iframe src=" in str(frame["html"])


@pytest.mark.parametrize("link", LAB)
@pytest.mark.parametrize("what", WHATS)
def test_one_choice_makes_the_task_that_the_preview_shows(link: str, what: str) -> None:
    state = after(opened(link), OpenDialog("assign", PLACE))
    state = after(state, OpenDialog("assign", chosen=(("what", what),)))
    regions = whole_patches(state)
    copied = unescape(str(regions["#assign #assign-line"]["html"]))
    student = opened(copied[copied.index("#") : copied.index("</textarea>")])
    assert student.task.kind == {"open": "play", "closed": "play"}.get(what, what)
    demanded = patch(student, "#task")["html"]
    assert f'<p class="asked">{demanded}</p>' in str(regions["#assign #assign-preview"]["html"])


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
    parts = iter(
        sheet.sheet(task_made("#board=3x4", lang="zh"), sheet.work(Question()).answer()).parts
    )
    assert '<html lang="zh-Hans">' in next(parts)
    assert dialog("#board=3x4")["#assign [data-of=hints]"]["hidden"] is False
    assert "姓名" in "".join(parts)


def test_no_sheet_has_a_board_that_fills_it() -> None:
    assert sheet.why_no_sheet(opened("#board=21x21").question)
    assert dialog("#board=21x21", what="watch")["#assign [name=sheet]"]["disabled"]


@pytest.mark.parametrize("what", ["open", "closed", "predict", "code", "watch"])
@pytest.mark.parametrize("board", ["1x1", "1x2&holes=b1"])
def test_a_board_of_one_square_makes_no_task(board: str, what: str) -> None:
    with pytest.raises(ValueError, match="A board of one square is a tour already"):
        task_made(f"#board={board}", what=what)
    assert dialog(f"#board={board}", what=what)["#assign .maker"]["data-wrong"]


@pytest.mark.parametrize("board", ["2x2", "1x5", "2x3"])
def test_a_search_without_a_move_makes_no_prediction(board: str) -> None:
    with pytest.raises(ValueError, match="no move to predict here"):
        task_made(f"#board={board}", what="predict")


@pytest.mark.parametrize("link", ["#board=1x1&mode=play", "#board=1x1", "#board=2x2&mode=predict"])
def test_share_offers_no_course_package_of_a_task_without_a_move(link: str) -> None:
    seen = whole_patches(after(opened(link), OpenDialog("share", PLACE)))
    buttons = [seen[f'#share [name=course][value="{each}"]']["disabled"] for each in EDITIONS]
    assert buttons == [True, True]
    assert "choose" in str(seen["#share #share-course"]["html"])
    with pytest.raises(WrongTask, match="choose"):
        Package.of(opened(link).question)


@pytest.mark.parametrize("link", ["#board=5x5&mode=play", "#view=graph", "#board=3x4"])
def test_share_offers_a_course_package_of_any_other_question(link: str) -> None:
    seen = whole_patches(after(opened(link), OpenDialog("share", PLACE)))
    assert not any(seen[f'#share [name=course][value="{each}"]']["disabled"] for each in EDITIONS)
    assert seen["#share #share-course"]["hidden"]


@pytest.mark.parametrize(
    ("board", "count", "total"), [("5x5", 12, 25), ("3x4", 6, 12), ("4x4", 16, 16), ("3x7", 11, 21)]
)
def test_code_that_cannot_pass_from_every_start_has_a_warning(
    board: str, count: int, total: int
) -> None:
    preview = str(dialog(f"#board={board}", what="code")["#assign #assign-preview"]["html"])
    assert f"There is no tour from {count} of the {total} squares" in preview


@pytest.mark.parametrize("board", ["6x6", "5x6", "8x8", "6x6&closed=1", "20x20"])
def test_code_that_can_pass_has_none(board: str) -> None:
    preview = str(dialog(f"#board={board}", what="code")["#assign #assign-preview"]["html"])
    assert "There is no tour" not in preview


@pytest.mark.parametrize("link", LAB)
@pytest.mark.parametrize("what", WHATS)
def test_no_task_that_is_made_is_done_before_the_first_act(link: str, what: str) -> None:
    task = task_made(link, what=what)
    first = opened(address.write(task.with_settings(splice=True)))
    acted = after(first, ToggleLayer("names")) if what != "code" else first
    assert not acted.earned.done
    assert acted.task.kind != "watch" or what == "watch"


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


@pytest.mark.parametrize(
    ("link", "share"), [("3x4", 100), ("5x5", 83), ("6x6", 71), ("8x8", 0), ("10x10", 0)]
)
def test_a_prediction_that_blind_guesses_would_pass_has_a_warning(link: str, share: int) -> None:
    shown = str(dialog(f"#board={link}", what="predict")["#assign #assign-preview"]["html"])
    warning = f"Blind guesses would score {share} of 100 here. On the 8x8 board from a1 they score"
    assert (warning in shown) == (share > 0)
    assert ("Blind guesses" in shown) == (share > 0)
