"""The reader's own code runs in a worker, stops at once, and has no access to anything."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Frame, expect

from tests.shared.browser import DIST, DOCUMENTS, Ask, Guard, Place, Visit, ready
from tests.shared.reader import becomes, focused, press
from web.question.question import packed_code
from web.question.templates import TEMPLATES, TEXTBOOK, WARNSDORFF

#: Finds the function by which the job sends data to JavaScript, in the frames around the code.
SEND = """
import sys
frame, send = sys._getframe(), None
while frame and not send:
    send = next((v for v in frame.f_locals.values() if "Js" in type(v).__name__), None)
    frame = frame.f_back
"""
BOARD_PROGRAM = TEMPLATES["board-program"][1]
NO_SEARCH = "data could not be read"
#: Ways out of Python, and how each ends.
WAYS_OUT = {
    "import js": "ModuleNotFoundError",
    "import pyodide_js": "ModuleNotFoundError",
    "from pyodide.code import run_js": "ModuleNotFoundError",
    "import _pyodide_core": "ModuleNotFoundError",
    "import ctypes": "ModuleNotFoundError",
    "import socket; socket.socket().connect(('127.0.0.1', 80))": "OSError",
    "send.constructor('return self')()": "TypeError",
}
#: Prints how each of them ends.
TRIALS = f"""{SEND}
for way in {list(WAYS_OUT)!r}:
    try:
        exec(way)
        print(way, "leads out")
    except Exception as error:
        print(way, "ends in", type(error).__name__)
"""
#: Hostile code above an ordering, and the answer.
ATTEMPTS = {
    "a text": (f"{SEND}\nsend('x')", "JsException"),
    "what is no message": (f"{SEND}\nsend(b'x')\nwhile True: pass", NO_SEARCH),
    "the page's own": (f"{SEND}\nsend(b'{{\"ready\": true}}')\nwhile True: pass", NO_SEARCH),
    "a flood": (f'{SEND}\nwhile True: send(b\'{{"printed": "", "count": 1}}\')', NO_SEARCH),
    "1 MB": (f"{SEND}\nwhile True: send(b'x' * 1_000_000)", NO_SEARCH),
    "100 MB": (f"{SEND}\nsend(b'x' * 100_000_000)\nwhile True: pass", NO_SEARCH),
    "what is nested deeply": (f"{SEND}\nsend(b'[' * 200_000)\nwhile True: pass", NO_SEARCH),
    "all memory": ("a = []\nwhile True: a.append(bytearray(10_000_000))", "MemoryError"),
    "a cycle": ("a = []\na.append(a)\norder = lambda *_: a", "not among the choices"),
    "half a character": ("order = lambda *_: [chr(0xd800)]", "not among the choices"),
}
#: Code that reports a wrong tour, because it replaces or bypasses the checks in the worker.
FORGERIES = {
    "a replaced check": "from kt_core.own_search import EventValidator\n"
    "EventValidator.find = lambda self, path: None\n"
    "EventValidator.take = lambda self, event: None\nfrom kt_core.events import Found, Visit\n"
    "def search(graph, start, ends):\n    yield Visit(start)\n    yield Found((start,))\n",
    "a number": f"{SEND}\nsend(b'%' + b'\\xff' * 4)\nwhile True: pass\n",
    "evidence": f"{SEND}\nsend(b'!{{}}')\nwhile True: pass\n",
    "an end": f"{SEND}\nsend(b'%' + bytes(8))\nsend(b'{{\"end\": \"found\"}}')\nwhile True: pass\n",
}
ATTEMPTS |= {name: (code, "Not settled") for name, code in FORGERIES.items()}
#: Code that ends or breaks its Python, and the answer; limits of the browser end the first three.
ENDINGS = {
    "abort": ("import os\nos.abort()", "your code has made Python break off"),
    "stack": ("a = []\nfor _ in range(10**5): a = [a]\nrepr(a)", "the stack of this browser"),
    "memory": ("a = []\nwhile True: a = (a, bytes(999_999))", "memory"),
    "exit": ("import os\nos._exit(3)", "your code has ended Python itself"),
    "end": ("raise SystemExit", "your code has ended Python itself"),
    "all builtins": ("import builtins\nvars(builtins).clear()", "NameError"),
}
#: Every name that would lead out of a worker.
WAYS = (
    "fetch XMLHttpRequest WebSocket EventSource importScripts Worker postMessage indexedDB caches"
)
WAYS += " BroadcastChannel navigator location Blob URL WebTransport close"


def link(code: str, more: str = "board=5x5") -> str:
    return f"{more}&ordering=own&code={packed_code(code)}"


def shows(page: Frame, selector: str, text: str) -> None:
    """Expect an element to be visible with a text."""
    expect(page.locator(selector)).to_be_visible()
    expect(page.locator(selector)).to_contain_text(text)


def run(page: Frame) -> None:
    expect(page.locator("#editor .cm-content")).to_be_visible()
    page.locator("#own-run[name=execute]").click()


@pytest.mark.full
@pytest.mark.parametrize(
    ("document", "place"),
    [(DOCUMENTS[0], "http"), (DOCUMENTS[1], "file"), (DOCUMENTS[0], "sandbox")],
)
def test_a_program_runs_and_its_board_is_shown(visit: Visit, document: str, place: Place) -> None:
    page = ready(visit(document, place=place, state=link(BOARD_PROGRAM, "board=8x8")))
    run(page)
    expect(page.locator("#answer")).to_contain_text("found an open tour of 5 × 5. Checked.")
    shows(page, "#own-watch", "Watching board, a board of 5 × 5 where -1 means empty.")
    expect(page.locator("#at")).to_contain_text("of 25 squares")
    shows(page, "#own-log", "What was printed")
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.locator("#editor .current-line")).to_have_text(
        "        board[row][column] = number"
    )
    expect(page.locator("#own-log")).not_to_contain_text("24")


#: Programs that no hook stops, and their answers.
HOSTILE: dict[str, tuple[str, str | re.Pattern[str]]] = {
    "swallows all": (
        "while True:\n    try:\n        pass\n    except: pass\n",
        re.compile("its time|Stopped after"),
    ),
    "a flood": ("while True:\n    print('x' * 1_000)\n", "Stopped after"),
    "deep": (
        "import sys\nsys.setrecursionlimit(10 ** 7)\ndef f(): return f()\nf()\n",
        re.compile("RecursionError|Stopped after"),
    ),
}


@pytest.mark.full
@pytest.mark.parametrize("name", HOSTILE)
def test_no_program_kills_the_page(ask: Ask, name: str) -> None:
    code, answer = HOSTILE[name]
    page = ask(link(code))
    page.locator("#own-seconds").fill("1")
    run(page)
    expect(page.locator("#own-run")).to_have_text("Run")
    expect(page.locator("#answer")).to_contain_text(answer)
    page.locator("#own-template").select_option("graph-program")
    page.locator("#own-seconds").fill("10")
    run(page)
    expect(page.locator("#answer")).to_contain_text("Checked.")


def test_a_call_is_proposed_edited_and_run_by_keyboard(ask: Ask) -> None:
    page = ask(link(BOARD_PROGRAM[: BOARD_PROGRAM.index("for line in solve")]))
    run(page)
    call = page.get_by_role("textbox", name="Call to add")
    expect(call).to_have_value("print(solve(5))")
    call.fill("print(solve(6))")
    call.press("Enter")
    expect(page.locator("#at")).to_contain_text("of 36 squares")
    expect(page.locator("#editor")).to_contain_text("print(solve(6))")


def test_a_player_answers_by_keyboard_and_sees_the_end_of_the_output(ask: Ask) -> None:
    game = "print('x\\n' * 99)\n[input('Move? ') for _ in range(4)]\n"
    page = ask(link(game))
    run(page)
    for text in ("5 5", "1 1", "2 3"):
        answer = page.get_by_role("textbox", name="Move?")
        focused(answer) if text != "5 5" else answer.focus()
        page.page.keyboard.insert_text(text)
        page.page.keyboard.press("Enter")
        shows(page, "#own-log", f"Move? {text}")
    expect(page.locator("#answer")).to_contain_text("You have visited 2 of 25 squares of 5 × 5.")
    at_end = "(log) => log.scrollTop + log.clientHeight >= log.scrollHeight - 1"
    assert page.locator("#own-log pre").evaluate(at_end)


def test_the_help_names_the_function_and_leaves_its_words_in_english(ask: Ask) -> None:
    page = ask(link(WARNSDORFF, "board=5x5&lang=zh"))
    expect(page.locator("#own-help")).to_be_visible()
    expect(page.locator("#own-help code").nth(1)).to_have_text("choices")
    expect(page.locator("#own-help-search")).to_be_hidden()
    page.locator("#own-template").select_option("search")
    expect(page.locator("#own-help-search")).to_be_visible()
    expect(page.locator("#own-help")).to_be_hidden()


def test_a_pasted_program_is_run_from_the_dialog_or_goes_into_the_editor(ask: Ask) -> None:
    page = ask("board=5x5&step=3")
    paste = """(target, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        const options = { clipboardData, bubbles: true, cancelable: true };
        target.dispatchEvent(new ClipboardEvent("paste", options));
    }"""
    page.locator("body").evaluate(paste, BOARD_PROGRAM)
    shows(page, "#open-said", "A Python program of")
    page.get_by_role("button", name="Run this program").click()
    expect(page.locator("#open")).to_be_hidden()
    expect(page.locator("#answer")).to_contain_text("found an open tour of 5 × 5. Checked.")
    page.locator("#editor .cm-content").press("ControlOrMeta+a")
    # The editor replaces the target of this event.
    page.locator("#editor .cm-line span").last.evaluate(paste, "print('pasted')\n")
    run(page)
    shows(page, "#own-log", "pasted")


@pytest.mark.every_engine
def test_a_changed_ordering_runs_like_any_other(visit: Visit) -> None:
    page = ready(visit(state="board=5x5&race=warnsdorff"))
    assert page.evaluate("typeof knightsTour.editor") == "undefined"
    press(page, "Your program")
    editor = page.locator("#editor .cm-content")
    editor.click()
    editor.press("ControlOrMeta+a")
    page.page.keyboard.insert_text(TEXTBOOK.replace("choices\n", "choices[::-1]\n"))
    editor.press("ControlOrMeta+Enter")
    expect(page.locator("#answer")).to_contain_text("Warnsdorff wins")
    expect(page.locator("#lane-0")).to_contain_text("Your code")
    editor.press("Escape")
    editor.press("Tab")
    focused(page.locator("#own-steps"))
    page.locator("#own-steps").fill("300")
    page.get_by_role("button", name="Try all starts").click()
    expect(page.locator("#own-said")).to_contain_text("of 25 starts tried")
    expect(page.locator("#own-map title")).to_have_count(25)


def test_an_endless_loop_is_stopped_and_the_next_run_follows(ask: Ask) -> None:
    page = ask(link("10 ** 10 ** 9\n"))
    run(page)
    page.locator("#own-run[name=halt]").click()
    expect(page.locator("#own-run")).to_have_text("Run")
    page.locator("#own-template").select_option("warnsdorff")
    run(page)
    expect(page.locator("#answer")).to_contain_text("Open tour found")


def test_code_from_a_link_runs_only_when_run_is_pressed_and_its_error_is_marked(ask: Ask) -> None:
    page = ask(link("def order(choices, onward, path, board):\n    return 1 / 0\n"))
    expect(page.locator("#own-came")).to_contain_text("came with the link")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    run(page)
    expect(page.locator("#own-trace")).to_contain_text("ZeroDivisionError: division by zero")
    expect(page.locator("#editor .wrong-line")).to_have_text("    return 1 / 0")
    expect(page.locator("#own-came")).to_be_hidden()


#: Modules of Python that the page itself gets late, or never.
LATE = """
import runpy, unicodedata, zipfile
print(unicodedata.name('♞'), runpy.__name__, zipfile.__name__)
"""


def test_a_program_may_import_what_the_page_gets_late(ask: Ask) -> None:
    page = ask(link(f"{LATE}\n{WARNSDORFF}"))
    run(page)
    shows(page, "#own-log", "BLACK CHESS KNIGHT runpy zipfile")


@pytest.mark.every_engine
def test_code_cannot_leave_python(ask: Ask) -> None:
    page = ask(link(f"{TRIALS}\n{WARNSDORFF}"))
    run(page)
    for way, error in WAYS_OUT.items():
        expect(page.locator("#own-log")).to_contain_text(f"{way} ends in {error}")
    assert page.evaluate("knightsTour.bench.warm()") == ""


def runs_in_vain(page: Frame, said: str) -> None:
    """Run the code, and expect this sentence and no tour."""
    run(page)
    expect(page.locator("#own-said")).to_contain_text(said, ignore_case=True)
    expect(page.locator("#answer")).not_to_contain_text("found")
    expect(page.locator("#own-run")).to_have_text("Run")


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ATTEMPTS)
def test_hostile_code_is_refused(ask: Ask, name: str) -> None:
    code, said = ATTEMPTS[name]
    runs_in_vain(ask(link(f"{WARNSDORFF}\n{code}\n")), said)


def test_after_hostile_code_a_new_worker_runs_that_reaches_nothing(ask: Ask) -> None:
    page = ask(link(f"{WARNSDORFF}\n{SEND}\nsend(b'x')\n"))
    runs_in_vain(page, NO_SEARCH)
    assert page.evaluate("knightsTour.bench.warm()") == ""
    becomes(page, lambda: len(page.page.workers), 1)
    for worker in page.page.workers:  # the one in reserve
        names = worker.evaluate("(names) => names.filter((name) => self[name])", WAYS.split())
        assert names == []
    page.evaluate("(state) => { location.hash = state }", "board=5x5&ordering=textbook&step=0")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#at")).to_contain_text(re.compile(r"^[1-9]"))
    page.evaluate("(state) => { location.hash = state }", link(WARNSDORFF))
    expect(page.locator("#editor")).to_contain_text("onward")
    run(page)
    expect(page.locator("#answer")).to_contain_text("Open tour found")


@pytest.mark.sample(1)
@pytest.mark.every_engine(3)
@pytest.mark.parametrize("name", ENDINGS)
def test_the_reason_why_python_ended_is_shown(ask: Ask, name: str) -> None:
    code, said = ENDINGS[name]
    runs_in_vain(ask(link(f"{WARNSDORFF}\n{code}\n")), said)


@pytest.mark.full
def test_the_tab_says_that_no_worker_can_start(visit: Visit, tmp_path: Path, guard: Guard) -> None:
    text = (DIST / "knights-tour.html").read_text(encoding="utf-8")
    assert text.count("worker-src blob:") == 1
    text = text.replace("worker-src blob:", "worker-src 'none'")
    (tmp_path / "knights-tour.html").write_text(text, encoding="utf-8")
    guard.allow("worker")
    page = ready(visit("knights-tour.html", folder=tmp_path, state="board=5x5"))
    press(page, "Your program")
    expect(page.locator("#own-barred")).to_contain_text("--ordering-file")
    expect(page.locator("#own-run")).to_be_disabled()
    page.get_by_role("link", name="Watch").click()
    press(page, "Solve")
    expect(page.locator("#answer")).to_contain_text("Open tour found")


@pytest.mark.every_engine
def test_every_key_is_typed_into_the_editor_and_does_nothing_else(ask: Ask) -> None:
    page = ask("board=5x5&step=3")
    press(page, "Your program")
    text = page.locator(".cm-content")
    text.click()
    page.page.keyboard.press("ControlOrMeta+a")
    page.page.keyboard.type("def odd and D ? + - = 0")
    expect(text).to_have_text("def odd and D ? + - = 0")
    expect(page.locator("#help")).to_be_hidden()
    expect(page.locator("#at")).to_have_text("3 of 25 squares")
