"""The message after a failed start names the cause, for each missing or forbidden feature."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from tests.shared.browser import DIST, DOCUMENTS, Guard, Visit, failed, ready

OLD, MEMORY, FORBIDDEN = "perhaps because it is too old", "not enough memory", "forbids what Python"
STOPPED = "Python stopped while it was starting."
#: What a browser lacks or does, and the sentence that names it.
CAUSES = {
    "URL.createObjectURL = () => { throw new Error('no') }": FORBIDDEN,
    "WebAssembly.compile = () => { throw new Error('no') }": FORBIDDEN,
    "delete window.WebAssembly": "WebAssembly is switched off",
    "delete window.WeakRef": OLD,
    "delete Array.prototype.at": OLD,
    "WebAssembly.compile = () => Promise.reject(new Error('no'))": FORBIDDEN,
    "WebAssembly.compile = () => Promise.reject(new RangeError('Out of memory'))": MEMORY,
    "WebAssembly.Memory = function () { throw new RangeError('could not allocate'); }": MEMORY,
    "WebAssembly.instantiate = async () => { throw new RangeError('Out of memory'); }": MEMORY,
    # A page of the snapshot has 1,024 words.
    "const { set } = Uint32Array.prototype; Uint32Array.prototype.set = function (words, at) {"
    " if (words.length === 1024) throw new Error('no'); set.call(this, words, at); }": STOPPED,
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
OUTCOME = "html[data-python=ready] #about, html[data-python=failed] #fault:visible"
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


def begin(page: Page, change: str) -> None:
    """Open the page with a change."""
    page.goto(f"{(DIST / 'index.html').as_uri()}?{quote(change)}", wait_until="domcontentloaded")


def opened(page: Page, change: str) -> str:
    """Open the page with a change; return "ready", or the sentence of a failed start.

    An error shows the sentence at once; if the start succeeds all the same, the sentence goes. So
    one look tells which it is.
    """
    begin(page, change)
    told = page.locator(OUTCOME).first.text_content() or ""
    return "ready" if told.startswith("An open tour") else told


@pytest.mark.full
@pytest.mark.long
def test_a_start_without_one_of_its_globals_is_ready_or_says_why(page: Page, guard: Guard) -> None:
    guard.allow("")
    page.add_init_script(CHANGED)
    assert opened(page, USED) == "ready"
    used: dict[str, bool] = dict(page.evaluate("[...usedGlobals]"))
    optional = {*OPTIONAL.split()}
    assert used.keys() >= {"MutationObserver", "WebAssembly", "clearTimeout", "history", *optional}
    begin(page, "".join(REMOVED.format(name=name) for name in optional))
    expect(page.locator("html")).to_have_attribute("data-python", "ready")
    needed = used.keys() - {*LANGUAGE.split()} - optional - WINDOW
    removed = dict.fromkeys(needed, (REMOVED, OLD))
    barred = {name: (BARRED, FORBIDDEN) for name, has_getter in used.items() if has_getter}
    wrong = {}
    for name, (change, sentence) in (*removed.items(), *barred.items()):
        told = opened(page, change.format(name=name))
        is_named = sentence in told or (name == "WebAssembly" and "switched off" in told)
        if told != "ready" and not is_named:
            wrong[name, sentence] = told
    assert not wrong


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
@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_page_is_read_as_utf_8_if_its_host_names_another_charset(
    visit: Visit, page: Page, document: str
) -> None:
    page.route("**/*", in_latin_1)
    frame = ready(visit(document, place="http", state="board=5x5&step=0"))
    assert frame.evaluate("document.characterSet") == "UTF-8"
    expect(frame.get_by_role("heading", name="Knight’s Tour")).to_be_visible()
