"""Every button of the dialogs "Share" and "Make a task" copies or saves what it promises."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Frame, Locator, expect

from tests.shared.browser import Ask
from tests.shared.reader import becomes, press

# An unpatched Firefox forbids pages to read the clipboard, and reports no download from memory.
pytestmark = pytest.mark.only_browser("chromium")

COPIES = ("line", "copy")  # names of the buttons that copy; all others save a file
ELSEWHERE = ("close", "stop", "assign")


@pytest.fixture
def clipboard(ask: Ask) -> Iterator[Ask]:
    """Yield `ask`, for a page whose clipboard can be read."""
    page = ask()
    context = page.page.context
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield ask
    context.clear_permissions()


def selector(button: Locator) -> str:
    """Return a selector of a button by its name and value."""
    name, value = (button.get_attribute(each) or "" for each in ("name", "value"))
    return f"button[name={name}]" + (f'[value="{value}"]' if value else "")


def buttons(dialog: Locator) -> list[str]:
    """Return the selectors of all buttons that copy or save."""
    seen = [each for each in dialog.get_by_role("button").all() if each.is_enabled()]
    found = [selector(each) for each in seen if each.get_attribute("name") not in ELSEWHERE]
    return [each for each in found if each != "button[name=]"]


def copied(page: Frame) -> str:
    """Return the text in the clipboard."""
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def lines(dialog: Locator) -> list[str]:
    """Return the lines that a dialog shows."""
    return [each.input_value() for each in dialog.locator("textarea").all()]


def pressed(page: Frame, dialog: Locator, button: str) -> None:
    """Press a button, and expect a line in the clipboard or a file that is not empty."""
    message = dialog.locator(".said").first
    if button.startswith(tuple(f"button[name={name}]" for name in COPIES)):
        page.evaluate("navigator.clipboard.writeText('nothing')")
        dialog.locator(button).first.click()
        expect(message).to_have_text("Copied.")
        becomes(page, lambda: copied(page) in lines(dialog), True)
        return
    with page.page.expect_download() as download:
        dialog.locator(button).click()
    assert download.value.path().stat().st_size > 100, button
    expect(message).to_contain_text(download.value.suggested_filename)


def test_each_button_of_share_copies_or_saves(clipboard: Ask) -> None:
    page = clipboard("board=5x5")
    press(page, "Share")
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog).to_be_visible()
    found = buttons(dialog)
    assert len(found) >= 10
    for button in found:
        pressed(page, dialog, button)


#: tests/web/test_assignment.py makes the line, package and sheet of each kind of task. A sheet of
#: paper is saved for all kinds but one.
@pytest.mark.sample(1)
@pytest.mark.parametrize("what", ["predict", "program"])
def test_each_button_of_a_task_copies_or_saves(clipboard: Ask, what: str) -> None:
    page = clipboard("board=6x6&step=0")
    press(page, "Share")
    press(page, "Make a task …")
    dialog = page.get_by_role("dialog", name="Make a task")
    dialog.get_by_label("The student should").select_option(what)
    found = buttons(dialog)
    assert len(found) >= 7
    for button in found:
        pressed(page, dialog, button)
