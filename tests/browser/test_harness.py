"""The harness of the browser tests: the guard sees every fault, file addresses are strict."""

from pathlib import Path

import pytest
from playwright.sync_api import Frame, Page

from tests.shared.browser import Guard, Visit

pytestmark = pytest.mark.every_engine

STRICT = """() => document.head.insertAdjacentHTML("beforeend",
    `<meta http-equiv="content-security-policy" content="img-src 'none'">`)"""
IMAGE = "() => { new Image().src = 'data:image/gif;base64,R0lGODlhAQABAA==' }"
NEIGHBOR = "() => fetch('neighbor.html').then(() => 'was read', () => 'was refused')"
FAULTS = {
    "page error": ("weberror", "() => { setTimeout(() => { throw new Error('a fault') }) }"),
    "console": ("console", "() => console.error('a fault')"),
    "request": ("request", "() => { fetch('http://127.0.0.2:47111/').catch(() => 0) }"),
}


@pytest.fixture
def plain(visit: Visit, tmp_path: Path) -> Frame:
    """A page that does nothing, with a neighboring file, opened from disk."""
    for name in ("plain.html", "neighbor.html"):
        (tmp_path / name).write_text('<!DOCTYPE html><link rel="icon" href="data:,">')
    return visit("plain.html", folder=tmp_path)


def test_the_guard_sees_a_fault(plain: Frame, guard: Guard, page: Page) -> None:
    for kind, (event, fault) in FAULTS.items():
        with page.context.expect_event(event):
            plain.evaluate(fault)
        assert f"\n{kind}" in f"\n{guard.verdict()}"
    guard.allow("fault|127.0.0.2|net::")


def test_the_guard_sees_what_a_policy_stops(plain: Frame, guard: Guard, page: Page) -> None:
    guard.allow("file:|net::")
    assert plain.evaluate(NEIGHBOR) == "was refused"  # a file may not read another
    plain.evaluate(STRICT)
    with page.expect_console_message(lambda message: message.text.startswith("policy")):
        plain.evaluate(IMAGE)
    assert "policy stopped data" in guard.verdict()
    guard.allow("policy|Policy|img-src")
