"""The message after a failed start names the cause, for each missing or forbidden feature."""

from collections.abc import Callable
from contextlib import closing
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from tests.shared.browser import DIST, DOCUMENTS, FIREFOX_PREFERENCES, Guard, Visit, failed, ready

OLD, MEMORY, FORBIDDEN = "perhaps because it is too old", "not enough memory", "forbids what Python"
#: What a browser lacks or does, and the sentence that names it.
MEMORY_LACKS = "WebAssembly.Memory = function () { throw new RangeError('could not allocate'); }"
CAUSES = {
    "delete window.WebAssembly": "WebAssembly is switched off",
    "delete window.WeakRef": OLD,
    "delete Array.prototype.at": OLD,
    "WebAssembly.compile = () => Promise.reject(new RangeError('Out of memory'))": MEMORY,
    MEMORY_LACKS: MEMORY,
    "WebAssembly.instantiate = async () => { throw new RangeError('Out of memory'); }": MEMORY,
    "WebAssembly.compile = () => Promise.reject(new Error('no'))": FORBIDDEN,
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("script", CAUSES)
def test_a_failure_names_its_cause(visit: Visit, page: Page, guard: Guard, script: str) -> None:
    guard.allow("")
    page.add_init_script(script)
    failed(visit(), CAUSES[script])


# Records which globals a start uses, before it is ready, and whether each has a getter.
USED = """(() => {
  const used = new Map();
  for (const name of Object.getOwnPropertyNames(window)) {
    const { configurable, get, set, value } = Object.getOwnPropertyDescriptor(window, name);
    let current = value;
    const taken = () => {
      if (document.documentElement?.dataset.python !== "ready") used.set(name, !!get);
      return get ? get.call(window) : current;
    };
    const put = (value) => (set ? set.call(window, value) : (current = value));
    if (configurable) Object.defineProperty(window, name, { configurable, get: taken, set: put });
  }
  window.usedGlobals = used;
})()"""
REMOVED = "delete window[{name!r}];"
BARRED = """(() => {{
  const error = new DOMException("no", "SecurityError");
  Object.defineProperty(window, {name!r}, {{ get() {{ throw error; }} }});
}})();"""
OUTCOME = "html[data-python=ready], html[data-python=failed] #fault:visible"
LONGEST_MS = 5000  # limit for naming the cause
SLOWER = 4  # the limit on a busy machine, relative to a successful start

# The page may lack any global name, so the clock stores the functions that it needs.
CLOCK = """(() => {
  const now = performance.now.bind(performance);
  const watch = new MutationObserver(() => {
    const root = document.documentElement;
    if (!root || !["ready", "failed"].includes(root.dataset.python)) return;
    watch.disconnect();
    root.setAttribute("data-ended-after", now());
  });
  watch.observe(document, { attributes: true, attributeFilter: ["data-python"], subtree: true });
})();"""
# One tab runs all cases, so that its process starts only once.
CHANGED = "eval(decodeURIComponent(location.search.slice(1)));"
#: The names of ECMAScript 2017, which every browser with WebAssembly has.
LANGUAGE = (
    "Array ArrayBuffer DataView Date Error EvalError Float32Array Float64Array Function "
    "Int16Array Int32Array Int8Array JSON Map Math Number Object Promise Proxy RangeError "
    "ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array "
    "Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet isNaN parseInt"
)
#: The name of the window, which exists in every browser: without it, a script from a file cannot
#: add its part.
WINDOW = {"self"}
#: The names that no start needs.
OPTIONAL = (
    "AbortSignal CSS DOMException HTMLElement ImageData MessageChannel ResizeObserver "
    "customElements fetch localStorage matchMedia parent prompt"
)


def opened(page: Page, change: str) -> float:
    """Open the page with a change; return the milliseconds until it was ready or failed."""
    address = f"{(DIST / 'index.html').as_uri()}?{quote(change)}"
    page.goto(address, wait_until="commit")
    page.locator("html[data-ended-after]").wait_for(state="attached")
    page.wait_for_load_state("domcontentloaded")  # earlier, the page has no place for a sentence
    return float(page.locator("html").get_attribute("data-ended-after") or "nan")


@pytest.mark.full
@pytest.mark.long
def test_a_start_without_one_of_its_globals_is_ready_or_names_the_cause(
    page: Page, guard: Guard
) -> None:
    guard.allow("")
    page.add_init_script(CLOCK + CHANGED)
    longest = max(LONGEST_MS, SLOWER * opened(page, USED))
    used: dict[str, bool] = dict(page.evaluate("[...usedGlobals]"))
    optional = {*OPTIONAL.split()}
    assert used.keys() >= {"MutationObserver", "WebAssembly", "clearTimeout", "history", *optional}
    opened(page, "".join(REMOVED.format(name=name) for name in optional))
    expect(page.locator("html")).to_have_attribute("data-python", "ready")
    needed = used.keys() - {*LANGUAGE.split()} - optional - WINDOW
    removed = dict.fromkeys(needed, (REMOVED, OLD))
    barred = {name: (BARRED, FORBIDDEN) for name, has_getter in used.items() if has_getter}
    wrong = {}
    for name, (change, sentence) in (*removed.items(), *barred.items()):
        spent = opened(page, change.format(name=name))
        page.locator(OUTCOME).first.wait_for(state="attached")
        told = page.locator("#fault").text_content() or ""
        has_failed = page.locator("html[data-python=failed]").count()
        is_named = sentence in told or (name == "WebAssembly" and "switched off" in told)
        if spent > longest or (has_failed and not is_named):
            wrong[name, sentence] = f"after {spent} ms: {told}"
    assert not wrong


@pytest.mark.every_engine
def test_the_page_starts_without_broadcast_channels(visit: Visit, page: Page) -> None:
    page.add_init_script("delete window.BroadcastChannel")
    ready(visit())


# What Chromium does if it blocks all cookies: a test cannot choose this setting in a profile.
BLOCKED = """for (const name of ["BroadcastChannel", "localStorage", "indexedDB"]) {
  const get = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
  Object.defineProperty(window, name, { get });
}"""


@pytest.mark.full
@pytest.mark.every_engine
def test_the_page_starts_in_a_browser_that_blocks_all_cookies(
    launch_browser: Callable[..., Browser], browser_name: str, server: str, guard: Guard
) -> None:
    guard.allow("ServiceWorker|Storage access is restricted")  # Firefox logs this
    is_firefox = browser_name == "firefox"
    preferences = FIREFOX_PREFERENCES | {"network.cookie.cookieBehavior": 2}
    how = {"firefox_user_prefs": preferences} if is_firefox else {}
    with closing(launch_browser(**how)) as browser, browser.new_context() as context:
        page = context.new_page()
        if not is_firefox:
            page.add_init_script(BLOCKED)
        with guard.watching(context):
            for address in (f"{server}/index.html", (DIST / "knights-tour.html").as_uri()):
                page.goto(address)
                with pytest.raises(Error, match="insecure"):
                    page.evaluate("void new BroadcastChannel('test')")
                ready(page.main_frame)


def test_a_script_of_another_content_type_leads_to_the_page_in_one_file(
    visit: Visit, page: Page, guard: Guard
) -> None:
    guard.allow("MIME|Failed to load")
    headers = {"content-type": "text/plain", "x-content-type-options": "nosniff"}
    page.route("**/snapshot-*.js", lambda route: route.fulfill(body="1", headers=headers))
    failed(visit("index.html", place="http"), "wrong content type")
    expect(page.locator("#fault")).to_contain_text("Use knights-tour.html")


def test_the_page_in_one_file_loads_while_pyscript_changes_current_script(
    visit: Visit, page: Page
) -> None:
    # PyScript changes it while the program runs, which may begin before the page is parsed.
    page.add_init_script("""Object.defineProperty(Document.prototype, "currentScript", {
      get: () => document.getElementById("program") || document.scripts[0]
    })""")
    frame = ready(visit("knights-tour.html"))
    expect(frame.locator("script[data-part]")).to_have_count(0)
    frame.locator("#menu summary").click()
    with page.expect_popup() as opened:  # no file lies beside this page
        frame.get_by_role("link", name="Licenses").click()
    expect(opened.value.locator("body")).to_contain_text("Mozilla Public License")


def in_latin_1(route: Route) -> None:
    """Respond with a wrong charset."""
    answer = route.fetch()
    kind = answer.headers["content-type"].partition(";")[0]
    headers = answer.headers | {"content-type": f"{kind}; charset=iso-8859-1"}
    route.fulfill(response=answer, headers=headers)


@pytest.mark.sample(1)
@pytest.mark.every_engine
@pytest.mark.parametrize(
    "document", [DOCUMENTS[0], pytest.param(DOCUMENTS[1], marks=pytest.mark.one_engine)]
)
def test_a_page_is_read_as_utf_8_if_its_host_names_another_charset(
    visit: Visit, page: Page, document: str
) -> None:
    page.route("**/*", in_latin_1)
    frame = ready(visit(document, place="http", state="board=5x5&step=0"))
    assert frame.evaluate("document.characterSet") == "UTF-8"
    expect(frame.get_by_role("heading", name="Knight’s Tour")).to_be_visible()
