"""Fixtures: `ask` uses a running page, `visit` opens a new one; `guard` watches for faults.

`ask` is for everything that an address can set, and takes a tenth of a second. `visit` is for
starts, for places ("http", "sandbox"), and for tests that damage the page or change settings of the
browser.

A test runs in Chromium. `pytest.mark.every_engine` adds Firefox, for features in which engines
differ: the start in every place, pointer, keyboard, focus, canvas, layout, dialogs, clipboard,
frames and messages, policies, storage, errors of a loader. Everything decided in Python is the same
in each. A second engine runs such a test with its first value; with more, if the mark has a number.
`--browser firefox` runs every test in that browser.

WebKit has a separate file, test_webkit.py, and its own window, because Playwright cannot control
the machine's WebKit. It tests each of those features once: add a test there for a part of the page
that depends on the engine in a new way, and for every fault found in WebKit.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.shared.browser import (
    DIST,
    FIREFOX_PREFERENCES,
    POLICY_WATCH,
    Ask,
    Guard,
    Standing,
    Visit,
    leave,
    serving,
)
from tests.shared.reader import PATIENCE
from web.make import setup

# Chromium obeys only the last --disable-features, so this list repeats Playwright's. The first two
# features load a page for the address bar of each new window, which takes half as long as a start
# of Python.
FEATURES_OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "BlockOriginHeaderModificationOnRedirect"),
    *("DestroyProfileOnBrowserClose", "DialMediaRouteProvider", "GlobalMediaControls"),
    *("HttpsUpgrades", "LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "PaintHolding"),
    *("OptimizationHints", "ThirdPartyStoragePartitioning", "Translate"),
)
# Turns off what fails without a network or without a screen.
CHROMIUM_FLAGS = [
    *("--disable-gpu", "--disable-quic", "--disable-sync"),
    f"--disable-features={','.join(FEATURES_OFF)}",
]
# Chromium compiles WebAssembly a second time, to run it faster. A page that is used by one test
# closes before this saves any time.
CHROMIUM_COMPILES_ONCE = "--js-flags=--liftoff-only"


def pytest_configure() -> None:
    """Set longer timeouts."""
    expect.set_options(timeout=1000 * PATIENCE)  # Python takes long to start on a busy machine


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Run a test in Chromium, and also in Firefox if it is marked so."""
    option = metafunc.config.option
    named: list[str] = option.browser
    marked = metafunc.definition.get_closest_marker("every_engine")
    option.browser = named or (["chromium", "firefox"] if marked and option.all else ["chromium"])
    try:
        yield
    finally:
        option.browser = named


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run few values of a test in a second engine, and the tests with the chapter last.

    A page in which the chapter was opened is not used for other tests.
    """
    items.sort(key=of_the_chapter)  # does not change the order of the others
    if config.option.browser:
        return
    repeated, values = list[pytest.Item](), Counter[str]()
    for item in items:
        mark = item.get_closest_marker("every_engine")
        if mark and is_second(item):
            values[name := item.nodeid.partition("[")[0]] += 1
            repeated += [item] * (values[name] > sum(mark.args or (1,)))
    config.hook.pytest_deselected(items=repeated)
    items[:] = [item for item in items if item not in repeated]


def of_the_chapter(item: pytest.Item) -> bool:
    """Return True if a test leaves the shared page with the chapter in it."""
    is_ours = item.path.parent == Path(__file__).parent
    return is_ours and ("chapter" in item.nodeid or "view=" in item.nodeid)


def is_second(item: pytest.Item) -> bool:
    """Return True if a test runs in a browser other than Chromium."""
    return isinstance(item, pytest.Function) and item.callspec.params["browser_name"] != "chromium"


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, object], browser_name: str, request: pytest.FixtureRequest
) -> dict[str, object]:
    """Options to start the Chromium of the tests, or the machine's Firefox."""
    if browser_name == "chromium":
        options = setup.chromium(request.config.option.browser_path)
        arguments = [*CHROMIUM_FLAGS, CHROMIUM_COMPILES_ONCE]
        return browser_type_launch_args | options | {"args": arguments}
    path = setup.browser_program(browser_name)
    stock = {"channel": "moz-firefox", "executable_path": path} if path else {}
    preferences = {"firefox_user_prefs": FIREFOX_PREFERENCES, "env": setup.browser_environment()}
    return browser_type_launch_args | stock | preferences


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A profile without service workers; test_offline.py has its own."""
    return browser_context_args | {"service_workers": "block"}


@pytest.fixture
def guard() -> Iterator[Guard]:
    """The guard of the test's pages; `guard.allow(pattern)` allows a known fault."""
    guard = Guard()
    yield guard
    if verdict := guard.verdict():
        pytest.fail(f"The page did what it never does:\n{verdict}", pytrace=False)


@pytest.fixture
def context(guard: Guard, context: BrowserContext) -> Iterator[BrowserContext]:
    """A new browser profile, watched by the guard."""
    context.add_init_script(POLICY_WATCH)
    context.set_default_timeout(1000 * PATIENCE)
    with guard.watching(context):
        yield context


@pytest.fixture(scope="session")
def lasting(
    browser_name: str, launch_browser: Callable[..., Browser], request: pytest.FixtureRequest
) -> Iterator[Browser]:
    """A browser for long-lived pages: in Chromium a separate one, which compiles for speed."""
    if browser_name != "chromium":
        yield request.getfixturevalue("browser")
        return
    browser = launch_browser(args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def standing(lasting: Browser, browser_context_args: dict[str, Any]) -> Iterator[Standing]:
    """The page for `ask`, one in each browser."""
    standing = Standing(lasting, browser_context_args)
    yield standing
    standing.leave()


@pytest.fixture
def ask(standing: Standing, guard: Guard, request: pytest.FixtureRequest) -> Iterator[Ask]:
    """Open an address in the running page: `ask("board=5x5&step=0")`."""
    if standing.has("#chapter > *") and not of_the_chapter(request.node):
        standing.leave()  # other tests expect no boards except those of the lab
    with guard.watching(standing.context):
        yield standing.ask
    told = getattr(request.node, "rep_call", None)
    # No address can leave a task.
    if guard.complaints or told is None or told.failed or standing.has("html[data-task]"):
        standing.leave()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server of dist/, which outlives pages that are closed during their start."""
    with serving(DIST) as server:
        yield server


@pytest.fixture
def visit(page: Page) -> Iterator[Visit]:
    """Open a document: `visit("index.html", place="sandbox", state="board=6x6")`."""
    with ExitStack() as servers:
        yield Visit(page, servers)
        leave(page)
