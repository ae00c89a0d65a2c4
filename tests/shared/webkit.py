"""The machine's WebKit, controlled by WebDriver, since Playwright supports only its own builds.

`driven` starts WebKitGTK, on a virtual screen if there is no other, and ends all processes that it
started. `Window` has the actions of a test, and waits for their results.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.shared.browser import AT_REST, DIST, NOTHING, POLICY_WATCH
from tests.shared.reader import PATIENCE
from web.make.setup import browser_environment, browser_program

SIZE = (1280, 900)  # pixels of the screen, which the window fills
LOOKS = 0.03  # seconds between two checks while waiting
# Ends a program when its parent process is killed and so cannot end it.
WITH_ITS_PARENT = ("setpriv", "--pdeathsig", "KILL", "--")
# WebDriver has no init scripts, so the earliest errors are not recorded; but a page with such an
# error does not start.
WATCH = """if (!self.complaints) {
  complaints = [];
  const { error } = console;
  console.error = (...said) => {
    complaints.push(`console: ${said.join(" ")}`);
    error.apply(console, said);
  };
  addEventListener("error", ({ message }) => complaints.push(`page error: ${message}`));
  addEventListener("unhandledrejection", ({ reason }) => complaints.push(`rejection: ${reason}`));
  %s
}"""
TEXT = "(document.querySelector(arguments[0]) ?? {}).textContent ?? ''"
IN_SIGHT = "arguments[0].scrollIntoView({ block: 'nearest', inline: 'nearest' })"


@contextmanager
def driven() -> Iterator["Window"]:
    """Start WebKit with a new profile, and remove both afterwards."""
    with TemporaryDirectory() as home, screen() as display:
        service = _Service(shutil.which(WITH_ITS_PARENT[0]), env=_environment(home, display))
        service.popen_kw["process_group"] = 0
        service.start()
        try:
            address = ClientConfig(service.service_url)
            reached = RemoteConnection(ignore_proxy=True, client_config=address)
            with WebDriver(reached, options=Options()) as driver:
                yield Window(driver, Path(home))
        finally:
            group = service.process.pid
            service.stop()
            with suppress(ProcessLookupError):  # no process is left
                os.killpg(group, signal.SIGKILL)


@contextmanager
def screen() -> Iterator[str]:
    """Yield the name of the screen, or of a virtual one."""
    if display := os.environ.get("DISPLAY"):
        yield display
        return
    reading, writing = os.pipe()
    sides = f"{SIZE[0]}x{SIZE[1]}x24"
    command = [*WITH_ITS_PARENT, "Xvfb", "-displayfd", f"{writing}", "-screen", "0", sides]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with server, os.fdopen(reading, encoding="ascii") as told:
        try:
            yield f":{int(told.readline())}"
        finally:
            server.terminate()


def _environment(home: str, display: str) -> dict[str, str]:
    """Return an environment that does not depend on the user who runs the tests."""
    others = {
        name: value for name, value in browser_environment().items() if not name.startswith("XDG_")
    }
    ours = {"HOME": home, "XDG_RUNTIME_DIR": home, "DISPLAY": display, "GDK_BACKEND": "x11"}
    alone = {"GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1"}  # otherwise both would need D-Bus
    # A page is too short-lived for an optimizing compilation to be worthwhile.
    once = dict.fromkeys(("JSC_useOMGJIT", "JSC_useFTLJIT"), "0")
    # A page takes these settings for the reader's.
    return others | ours | alone | once | {"LC_ALL": "en_US.UTF-8"}


class _Service(Service):
    def command_line_args(self) -> list[str]:
        return [*WITH_ITS_PARENT[1:], str(browser_program("webkit")), *super().command_line_args()]


class Window:
    """The only window of a browser: actions, and waiting for results.

    An element is named by a CSS selector; the first match counts. `Standing` explains `ask`.
    """

    def __init__(self, driver: WebDriver, downloads: Path) -> None:
        self.driver, self._downloads = driver, downloads
        self._heard: list[str] = []
        self.resize(SIZE[0])

    def resize(self, width: int) -> None:
        """Set the width of the window in pixels; WebKit's minimum is 447."""
        self.driver.set_window_rect(0, 0, width, SIZE[1])

    def open(self, address: str) -> None:
        """Open an address in a new document, and listen to it."""
        self._heard = self.complaints()
        self.driver.get("about:blank")  # navigating to the same page would not leave it
        self.driver.get(address)
        self.run(WATCH % POLICY_WATCH)

    def enter(self, frame: str) -> None:
        """Switch to a frame, and listen to it."""
        self.driver.switch_to.frame(self.find(frame))
        self.run(WATCH % POLICY_WATCH)

    def leave(self) -> None:
        """Switch to the outermost page."""
        self._heard += self.value("self.complaints?.splice(0) ?? []")
        self.driver.switch_to.default_content()

    def complaints(self) -> list[str]:
        """Return the faults of all documents opened since the last call."""
        self.leave()
        self.leave()
        heard, self._heard = self._heard, []
        return heard

    def ready(self) -> None:
        """Wait until Python runs in the page and every control works."""
        self.becomes("document.documentElement.dataset.python", "ready")

    def ask(self, state: str = "") -> None:
        """Restore everything in a running page, and ask it a question."""
        if not self.value("self.isStanding && !document.documentElement.dataset.task"):
            self.open(f"{(DIST / 'knights-tour.html').as_uri()}#{NOTHING}")
            self.ready()
            self.run("self.isStanding = true")
        board = "document.querySelector('#board svg').dataset.board"
        self.run(f"({AT_REST})(arguments[0])", NOTHING)
        self.becomes(board, "2x1")
        self.run("location.hash = arguments[0]", state)
        self.until(f"{board} !== '2x1'")

    def find(self, selector: str) -> WebElement:
        """Return an element once it exists."""
        look = partial(self.value, "document.querySelector(arguments[0])", selector)
        element: WebElement = self._await(selector, look, lambda seen: seen is not None, "there")
        return element

    def attribute(self, selector: str, name: str) -> str:
        """Return an attribute of an element once it exists."""
        script = "document.querySelector(arguments[0])?.getAttribute(arguments[1])"
        look = partial(self.value, script, selector, name)
        return str(self._await(selector, look, lambda seen: seen is not None, f"there with {name}"))

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of an element, on the topmost element there."""
        try:
            self._click(self.find(selector))
        except StaleElementReferenceException:  # the element was replaced at that moment
            self._click(self.find(selector))

    def _click(self, element: WebElement) -> None:
        self.run(IN_SIGHT, element)
        ActionChains(self.driver, duration=0).move_to_element(element).click().perform()

    def drag(self, selector: str, to: str) -> None:
        """Drag from the middle of one element to that of another."""
        chain = ActionChains(self.driver, duration=50)  # milliseconds of each way
        chain.drag_and_drop(self.find(selector), self.find(to)).perform()

    def press(self, *keys: str) -> None:
        """Press keys, one after another, in the focused element."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def fill(self, selector: str, text: str, end: str = Keys.TAB) -> None:
        """Replace the text of a field, and press a last key."""
        self.click(selector)  # the driver's own method finds no field in a sandboxed frame
        chain = ActionChains(self.driver, duration=0)
        chain.key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL)
        chain.send_keys(text, end).perform()

    def turn(self, selector: str, pixels: int) -> None:
        """Turn the wheel over the middle of an element; negative pixels scroll up."""
        place = ScrollOrigin.from_element(self.find(selector))
        ActionChains(self.driver).scroll_from_origin(place, 0, pixels).perform()

    def run(self, script: str, *given: object) -> None:
        """Run a script with these `arguments`."""
        self.driver.execute_script(script, *given)

    def value(self, script: str, *given: object) -> Any:
        """Return the value of an expression."""
        return self.driver.execute_script(f"return {script}", *given)

    def until(self, script: str, *given: object) -> None:
        """Wait until an expression is true."""
        self.becomes(f"!!({script})", True, *given)

    def becomes(self, script: str, wanted: object, *given: object) -> None:
        """Wait until an expression has this value."""
        what = " ".join(map(str, (script, *given)))
        look = partial(self.value, script, *given)
        self._await(what, look, lambda seen: seen == wanted, f"{wanted!r}")

    def holds(self, selector: str, text: str) -> None:
        """Wait until a field has this text."""
        self.becomes("document.querySelector(arguments[0]).value", text, selector)

    def says(self, selector: str, words: str) -> None:
        """Wait until the text of an element contains these words."""
        look = partial(self.value, TEXT, selector)
        self._await(selector, look, lambda seen: words in seen, f"text with {words!r}")

    def looks(self) -> str:
        """Return a picture of the window, once two in a row are equal."""
        take, before = self.driver.get_screenshot_as_base64, ""
        while (now := take()) != before:
            before = now
        return before

    def changes(self, before: str) -> None:
        """Wait until the window looks different."""
        take = self.driver.get_screenshot_as_base64
        self._await("the window", take, lambda seen: seen != before, "changed")

    def saved(self, name: str, end: bytes) -> bytes:
        """Return the file of this name that the page has saved, once it has these last bytes."""
        path = self._downloads / name  # the browser makes it empty, then writes into it

        def look() -> bytes:
            return path.read_bytes() if path.exists() else b""

        return bytes(self._await(name, look, lambda seen: seen.endswith(end), f"to end in {end!r}"))

    def _await(
        self, what: str, look: Callable[[], Any], is_so: Callable[[Any], bool], wanted: str
    ) -> Any:
        seen = None

        def looked(_: WebDriver) -> bool:
            nonlocal seen
            seen = look()
            return is_so(seen)

        try:
            WebDriverWait(self.driver, PATIENCE, LOOKS).until(looked)
        except TimeoutException:
            raise AssertionError(f"{what} was to be {wanted}, but is {seen!r}") from None
        return seen
