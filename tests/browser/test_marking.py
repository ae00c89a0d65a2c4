"""A task with tests, opened by its link: checked, watched, stopped, and safe from its program."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Frame, expect

from tests.shared.browser import DOCUMENTS, Ask, Visit, ready
from tests.shared.reader import press
from web.chapter.content.listings import written_exercise
from web.question import address
from web.question.question import Question
from web.question.reading import task_file

EXERCISE = written_exercise("closed_tour", "en")
TASK = Question(ordering="own", code=EXERCISE.whole_starter, tests=EXERCISE.tests)
WRONG = EXERCISE.solution.replace("return path if", "return path[:7] + path[3:4] if")
ENDLESS = EXERCISE.solution.replace("    path", "    while columns == 7: pass\n    path", 1)


def task(visit: Visit, budget: tuple[int, int] = (20_000, 5)) -> Frame:
    """Return the page with the task, as a student finds it."""
    question = replace(TASK, budget=budget)
    page = ready(visit(DOCUMENTS[0], state=address.write(question).removeprefix("#")))
    expect(page.locator("#editor .cm-content")).to_contain_text("def closed_tour(rows, columns):")
    return page


def check(page: Frame, program: str) -> None:
    """Hand in a program, and wait for the results."""
    page.locator("#editor .cm-content").fill(program)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#own-check[name=check]")).to_be_visible(timeout=90_000)


def test_a_program_is_checked_corrected_and_passes(visit: Visit) -> None:
    page = task(visit)
    check(page, WRONG)
    expect(page.locator("#own-marked")).to_be_visible()
    expect(page.locator("#own-marked")).to_contain_text("0 of 4 tests passed. Score: 0 of 100.")
    failing = page.locator(".tests li[data-kind=failed]").first
    expect(failing).to_contain_text("closed_tour(6, 6) returned no tour: square")
    expect(failing.locator("svg.board")).to_be_visible()
    failing.get_by_role("button", name="Watch this call").click()
    expect(page.locator("#board svg")).to_have_attribute("data-board", "6x6")
    check(page, EXERCISE.solution + "\nprint(closed_tour(int(input()), 6))\n")
    expect(page.get_by_role("heading", name="All tests on this page passed.")).to_be_visible()
    expect(page.locator("#answer")).to_contain_text("Score: 100 of 100.")
    expect(page.locator("#own-marked")).to_be_hidden()


@pytest.mark.full
def test_an_endless_program_fails_only_its_own_calls_and_can_be_stopped(visit: Visit) -> None:
    page = task(visit, budget=(20_000, 3))
    check(page, ENDLESS)
    unfinished = page.locator(".tests li[data-kind=unfinished]")
    expect(unfinished.first).to_contain_text("did not finish within 3 s")
    expect(page.locator(".tests li[data-kind=passed]")).to_have_count(3)
    page.locator("#own-check").click()
    page.locator("#own-check[name=check-stop]").click()
    expect(page.locator("#own-marked")).to_contain_text("was stopped")


def test_a_locked_part_is_marked_and_neither_typing_nor_pasting_changes_it(visit: Visit) -> None:
    page = task(visit)
    editor, locked = page.locator("#editor .cm-content"), page.locator("#editor .locked-line")
    expect(locked).to_have_count(7)
    locked.first.click()
    page.page.keyboard.type("x")
    expect(page.locator("#own-marked")).to_contain_text("is locked, so nothing was changed")
    editor.fill("print('mine')")
    expect(editor).to_contain_text("STEPS = [(1, 2)")
    editor.fill(f"{EXERCISE.solution}\n# mine")
    expect(editor).to_contain_text("# mine")
    expect(locked).to_have_count(7)
    expect(page.locator("#own-marked")).to_be_hidden()


def test_a_task_begins_from_its_file(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "closed-tour.json").write_text(task_file(TASK))
    page = ask("board=5x5")
    press(page, "Load a tour or a board")
    page.get_by_label("Or choose a file").set_input_files(tmp_path / "closed-tour.json")
    page.get_by_role("button", name="Begin this task").click()
    expect(page.locator("#editor .cm-content")).to_contain_text("def closed_tour(rows, columns):")
    expect(page.locator("#own-tests li")).to_have_count(4)
    expect(page.locator("#task")).to_contain_text("passes the tests")
