"""Places where browser tests open the page: from disk, on a server, in a sandboxed frame."""

import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal, Protocol
from urllib.parse import unquote

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Frame,
    Page,
    Request,
    ViewportSize,
    WebError,
    expect,
)

from tests.shared.reader import PATIENCE, Where
from web.make.steps import ROOT

DIST = ROOT / "dist"
DOCUMENTS = ("index.html", "knights-tour.html")
Place = Literal["file", "http", "sandbox"]
PLACES: tuple[Place, ...] = ("file", "http", "sandbox")

# Automation relaxes Firefox's rules for file addresses, with which tests could pass falsely.
FIREFOX_PREFERENCES = {
    "remote.prefs.recommended": False,
    "security.fileuri.strict_origin_policy": True,
    "focusmanager.testmode": True,  # a page has the focus even in a background window
    "browser.download.alwaysOpenPanel": False,  # this panel would take the page's focus and keys
    "browser.download.panel.shown": True,  # the panel opens once for new users
    "javascript.options.wasm_optimizingjit": False,  # useless for a page that lives for one test
    "dom.ipc.processPrelaunch.enabled": False,  # useless too: no process is reused
    "dom.ipc.keepProcessesAlive.web": 4,
    "dom.ipc.keepProcessesAlive.file": 4,
    "layout.frame_rate": 20,  # animations are slow without a graphics card
}

# The page reports this itself, because not every browser's console shows blocked requests.
POLICY_WATCH = """
addEventListener("securitypolicyviolation",
    event => console.error(`policy stopped ${event.blockedURI} (${event.violatedDirective})`))
"""


class Ask(Protocol):
    """Sends another question to the running page; returns its frame once the question is drawn."""

    def __call__(self, state: str = "") -> Frame:
        """Ask the question; `state` is the part of the address after #."""


class Handler(SimpleHTTPRequestHandler):
    """Serves one folder without logging; /blank is the HTML of its query, or an empty page."""

    def do_GET(self) -> None:
        """Respond with a file, or with the page at /blank."""
        if self.path == "/favicon.ico":  # browsers request it if a page names no other icon
            self.send_response(204)
            self.end_headers()
            return None
        path, _, text = self.path.partition("?")
        if path != "/blank":
            return super().do_GET()
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(unquote(text).encode() or b'<!DOCTYPE html><link rel=icon href="data:,">')
        return None

    def log_message(self, *args: object) -> None:
        """Log nothing, because the report of the test is enough."""


class Server(ThreadingHTTPServer):
    """A server with a longer queue of connections; a page requests all its parts at once."""

    request_queue_size = 64


@contextmanager
def serving(folder: Path, handler: type[Handler] = Handler) -> Iterator[str]:
    """Serve a folder on a free loopback port; yield the address, without a slash at its end."""
    with Server(("127.0.0.1", 0), partial(handler, directory=folder)) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def leave(page: Page) -> None:
    """Leave the page before its server ends, as it may still load parts that no test waits for."""
    with suppress(Error):  # the page may be closed
        page.goto("about:blank")


def visited(page: Page, place: Place, document: Path, server: str, state: str) -> Frame:
    """Open a document in one of the three places; return the frame that contains it."""
    ending = f"#{state}" if state else ""
    if place == "file":
        page.goto(document.as_uri() + ending)
        return page.main_frame
    if place == "http":
        page.goto(f"{server}/{document.name}{ending}")
        return page.main_frame
    return framed(page, server, f"{server}/{document.name}{ending}")


class Visit:
    """Opens a document of dist/ (or of another folder) and returns the frame that contains it."""

    def __init__(self, page: Page, servers: ExitStack) -> None:
        self._page, self._servers = page, servers

    def __call__(
        self,
        document: str = "index.html",
        *,
        place: Place = "file",
        state: str = "",
        folder: Path = DIST,
    ) -> Frame:
        """Open the document; `state` is the part of the address after #."""
        server = "" if place == "file" else self._servers.enter_context(serving(folder))
        return visited(self._page, place, folder / document, server, state)


def framed(page: Page, server: str, address: str, sandbox: str = "allow-scripts") -> Frame:
    """Open an address in a sandboxed frame, on a page of the same server; return that frame."""
    page.goto(f"{server}/blank")
    with page.expect_event("frameattached") as attached:
        page.set_content(
            f'<iframe sandbox="{sandbox}" src="{address}"'
            ' style="border: 0; width: 100%; height: 100vh"></iframe>'
        )
    frame: Frame = attached.value
    frame.wait_for_url(address)
    return frame


def started(frame: Where) -> Where:
    """Return the frame when Python runs in it and every control works."""
    expect(frame.locator("html")).to_have_attribute("data-python", "ready")
    return frame


def ready(frame: Frame) -> Frame:
    """Return the frame when the parts that load after the start have arrived, too."""
    expect(started(frame).locator("html")).to_have_attribute("data-parts", "here")
    return frame


def failed(page: Frame, sentence: str) -> None:
    """Expect the page after a failed start: the board, and a message."""
    expect(page.locator("html")).to_have_attribute("data-python", "failed")
    expect(page.locator("#fault")).to_contain_text(sentence)
    expect(page.locator("#fault")).to_be_in_viewport()
    expect(page.locator("svg[data-board='8x8']")).to_be_visible()


#: Runs code in the page's Python, and returns the value of its last line.
PYTHON = """async (code) => {
  const python = await (await knightsTour.pyodide).loadPyodide({});  // which runs already
  const value = await python.runPythonAsync(code);
  return value?.toJs ? value.toJs() : value;
}"""


def end_python(frame: Frame) -> None:
    """End Python as after an error of the browser: Pyodide reports that it cannot continue."""
    death = PYTHON.replace("await python.runPythonAsync", "python.runPython")  # the error is here
    with suppress(Error):
        frame.evaluate(death, "import os; os._exit(1)")


VIEWPORT: ViewportSize = {"width": 1280, "height": 720}
# The question between two tests, used after everything else has been restored.
NOTHING = "board=2x1&step=0"
AT_REST = """(nothing) => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  for (const taken of document.querySelectorAll("#cut[aria-pressed=true]")) taken.click();
  for (const menu of document.querySelectorAll("details[open]")) menu.open = false;
  for (const [name, value] of [["speed", "3"], ["panel", "code"]]) {
    const choice = document.querySelector(`[name=${name}]`);
    if (![...choice.options].some((option) => option.value === value)) continue;
    choice.value = value;
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  }
  delete document.documentElement.dataset.theme;
  try {
    localStorage.clear();
  } catch {}  // a sandbox has none
  document.activeElement.blur();
  scrollTo(0, 0);
  location.hash = nothing;
}"""


class Standing:
    """One page per browser, which starts only once: a new question needs only a new address.

    Before the next question, everything that an address does not set is restored: dialogs, the
    current tool, menus, panel, speed, theme, focus, mouse and viewport. Tests of keys that are read
    only at the start (`embed`, `loading`), of scripts that replace something in the page, and of
    settings of the browser need a separate page: `visit`.
    """

    def __init__(self, browser: Browser, how: Mapping[str, Any]) -> None:
        self._browser, self._how = browser, how
        self._context: BrowserContext | None = None

    @property
    def context(self) -> BrowserContext:
        """The profile of the page; a new one if there is none, or its page was damaged."""
        if self._context is None:
            self._context = self._browser.new_context(**{**self._how, "viewport": VIEWPORT})
            self._context.add_init_script(POLICY_WATCH)
            self._context.set_default_timeout(1000 * PATIENCE)
        return self._context

    @property
    def page(self) -> Page:
        """The started page."""
        if not self.context.pages:
            page = self.context.new_page()
            ready(visited(page, "file", DIST / "knights-tour.html", "", NOTHING))
        return self.context.pages[0]

    def has(self, selector: str) -> bool:
        """Return True if the page is open and has such an element."""
        pages = self._context.pages if self._context else []
        return any(page.locator(selector).count() for page in pages)

    def ask(self, state: str = "") -> Frame:
        """Restore everything, and ask a question."""
        page = self.page
        page.bring_to_front()  # otherwise Firefox does not focus it after another test's window
        page.mouse.move(0, 0)
        if page.viewport_size != VIEWPORT:
            page.set_viewport_size(VIEWPORT)
        board = page.locator("#board svg")
        page.evaluate(AT_REST, NOTHING)
        expect(board).to_have_attribute("data-board", "2x1")
        page.evaluate("(state) => { location.hash = state }", state)
        expect(board.and_(page.locator(":not([data-board='2x1'])"))).to_be_attached()
        page.wait_for_function("document.hasFocus()")  # otherwise the keys go to another window
        return page.main_frame

    def leave(self) -> None:
        """Close the page, so that the next one has a new profile."""
        if self._context:
            self._context.close()
        self._context = None


class Guard:
    """Records the faults of a page: errors, and requests to other hosts.

    A test that causes a fault names it: `guard.allow("wasm")`, a regular expression.
    """

    OWN = ("file:", "data:", "blob:", "about:", "http://127.0.0.1:")

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.allowed: list[str] = []

    def allow(self, pattern: str) -> None:
        """Allow complaints that match the pattern in this test."""
        self.allowed.append(pattern)

    @contextmanager
    def watching(self, context: BrowserContext) -> Iterator[None]:
        """Listen to every page of a context, until all its messages have arrived."""
        context.on("weberror", self.on_error)
        context.on("console", self.on_console)
        context.on("request", self.on_request)
        yield
        context.cookies()  # this round trip ends after all earlier messages have arrived
        context.remove_listener("weberror", self.on_error)
        context.remove_listener("console", self.on_console)
        context.remove_listener("request", self.on_request)

    def on_error(self, error: WebError) -> None:
        """Record an uncaught exception."""
        self.complaints.append(f"page error: {error.error}")

    def on_console(self, message: ConsoleMessage) -> None:
        """Record an error that the page or the browser wrote to the console."""
        if message.type == "error":
            self.complaints.append(f"console: {message.text}")

    def on_request(self, request: Request) -> None:
        """Record a request to the network."""
        if not request.url.startswith(self.OWN):
            self.complaints.append(f"request: {request.url}")

    def verdict(self) -> str:
        """Return the complaints that no pattern allows, one per line."""
        return "\n".join(said for said in self.complaints if not self._allows(said))

    def _allows(self, complaint: str) -> bool:
        return any(re.search(pattern, complaint) for pattern in self.allowed)
