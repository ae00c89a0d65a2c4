"""The hosted page opens without its server, and no bad update damages it."""

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, BinaryIO

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.shared.browser import DIST, Guard, Handler, Server, ready
from tests.shared.reader import PATIENCE
from web.make.pages import WORKER, service_worker

CONTROLLED = """() => new Promise((resolve) => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) resolve();
  serviceWorker.oncontrollerchange = resolve;
})"""
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const { installing, waiting } = registration;
  if (!installing) return waiting ? waiting.state : "redundant";  // it is gone again already
  return new Promise((resolve) => {
    const ended = () => ["installed", "redundant"].includes(installing.state);
    const told = () => ended() && resolve(installing.state);
    installing.onstatechange = told;
    told();
  });
}"""
GIVEN_UP = """async () => {
  while ((await caches.keys()).length) await new Promise(setTimeout);
}"""
ASKED_ONCE_MORE = """() => new Promise((resolve) => {
  Object.assign(new Image(), { onload: resolve, onerror: resolve, src: "icon-192.png" });
})"""
VERSIONS = "async () => (await caches.keys()).length"
TAKEN_OVER = """async (scope) => {
  const { waiting, active } = await navigator.serviceWorker.getRegistration(scope);
  const next = waiting || active;
  return new Promise((resolve) => {
    const told = () => next.state === "activated" && resolve(next.state);
    next.onstatechange = told;
    told();
  });
}"""


@dataclass
class Site:
    """A folder on a server, and the faults of its files: name -> kind."""

    folder: Path
    faults: dict[str, str] = field(default_factory=dict)
    has_validators: bool = True  # whether responses say when a file was changed
    sent: Counter[str] = field(default_factory=Counter)  # bytes of each file
    host: str = ""
    server: Server | None = None

    @property
    def address(self) -> str:
        """The address of the page's folder on the host."""
        return f"{self.host}/{self.folder.name}"

    def begin(self) -> None:
        """Start serving, on the same port as before."""
        port = int(self.host.rpartition(":")[2] or 0)
        site = self

        class Faulty(Handler):
            @property
            def file(self) -> str:
                name = self.path.removeprefix(f"/{site.folder.name}/").partition("?")[0]
                return name or "index.html"

            def do_GET(self) -> None:  # noqa: N802 - the library's name
                del self.headers["If-Modified-Since"]  # versions may have the same second
                fault = site.faults.get(self.file)
                return site.answer(self, fault) if fault else super().do_GET()

            def send_header(self, keyword: str, value: str) -> None:
                if site.has_validators or keyword != "Last-Modified":
                    super().send_header(keyword, value)

            def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:  # type: ignore[override]
                data = source.read()
                site.sent[self.file] += len(data)
                outputfile.write(data)

        self.server = Server(("127.0.0.1", port), partial(Faulty, directory=self.folder.parent))
        self.host = f"http://127.0.0.1:{self.server.server_port}"
        Thread(
            target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()

    def end(self) -> None:
        """Stop serving."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
        self.server = None

    def answer(self, to: Handler, fault: str) -> None:
        """Respond with a fault."""
        whole = Path(to.translate_path(to.path)).read_bytes()
        body = b"<!doctype html>Not here" if fault in ("HTML", "500") else whole
        to.send_response({"500": 500, "missing": 404}.get(fault, 200))
        to.send_header("content-type", "text/html" if fault == "HTML" else "text/javascript")
        to.send_header("content-length", str(len(body) if fault != "truncated" else len(body) // 2))
        to.end_headers()
        to.wfile.write(body[: len(body) // 2] if fault in ("truncated", "interrupted") else body)
        to.close_connection = True

    def publish(self, version: str) -> None:
        """Publish another version of the page."""
        page = (DIST / "index.html").read_text()
        (self.folder / "index.html").write_text(
            page.replace("<html ", f'<html data-version="{version}" ', 1)
        )
        script = (DIST / WORKER).read_text().partition("\n")[2]
        names = [path.name for path in self.folder.glob("*-????????????.js")]
        names += ["index.html", "manifest.webmanifest", "icon-192.png", "icon-512.png"]
        files = {name: (self.folder / name).read_bytes() for name in names}
        (self.folder / WORKER).write_text(service_worker(files, script))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Serve a copy of dist/, its first version."""
    folder = tmp_path / "page"
    folder.mkdir()
    for path in DIST.iterdir():
        if path.name not in ("knights-tour.html", "knights-tour-scorm.zip"):
            shutil.copy(path, folder)
    site = Site(folder)
    site.publish("1")
    site.begin()
    yield site
    site.end()


@pytest.fixture
def page(browser: Browser, guard: Guard, site: Site) -> Iterator[Page]:
    """Return a page of a profile that may cache it; logged errors of a closed server are allowed.

    `site` is served until the end, because a page that is ready still requests its worker.
    """
    guard.allow("Failed to load resource|Failed to fetch|net::ERR|service ?worker|ServiceWorker")
    with browser.new_context(service_workers="allow") as context, guard.watching(context):
        context.set_default_timeout(1000 * PATIENCE)
        yield context.new_page()


def cached_page(page: Page, site: Site, state: str = "") -> Page:
    """Open the page, and wait until it is cached."""
    page.goto(f"{site.address}/{state}")
    ready(page.main_frame)
    outcome(page, CONTROLLED)
    return page


def outcome(page: Page, script: str, argument: object = None) -> Any:
    """Return the result of a script within the usual timeout; `evaluate` has none."""
    late = f"new Promise((resolve) => setTimeout(resolve, {1000 * PATIENCE}, 'too late'))"
    return page.evaluate(f"(argument) => Promise.race([({script})(argument), {late}])", argument)


def version(page: Page) -> str | None:
    """Return the version of the page that is shown after its start."""
    return ready(page.main_frame).locator("html").get_attribute("data-version")


@pytest.mark.every_engine
def test_a_page_that_was_open_once_opens_without_its_server(page: Page, site: Site) -> None:
    cached_page(page, site)
    site.end()
    page.reload()
    ready(page.main_frame)
    page.goto("about:blank")
    page.goto(f"{site.address}/index.html#board=5x5&step=0")
    expect(ready(page.main_frame).locator("#board svg")).to_have_attribute("data-board", "5x5")
    page.get_by_role("link", name="Chapter").click()
    expect(page.locator("#chapter .lesson").first).to_be_visible()


@pytest.mark.full
@pytest.mark.every_engine
@pytest.mark.parametrize("name", ["", "index.html"])
def test_a_first_visit_to_a_host_without_validators_downloads_nothing_twice(
    page: Page, site: Site, name: str
) -> None:
    site.has_validators = False
    cached_page(page, site, name)
    sizes = {file: (site.folder / file).stat().st_size for file in site.sent}
    assert site.sent == sizes
    assert {"index.html", "manifest.webmanifest", "icon-192.png"} < {*site.sent}


@pytest.mark.every_engine
def test_an_update_is_installed_completely_or_not_at_all(
    page: Page, site: Site, browser_name: str, *, thorough: bool
) -> None:
    cached_page(page, site)
    script = site.folder / "editor-0123456789ab.js"  # a file that the first version lacks
    script.write_text("self['knights-tour']('other', '')\n" * 999)
    site.publish("2")
    # Engines differ in how they report a broken connection; the page itself reads the answers.
    broken, answered = ("truncated", "interrupted"), ("missing", "HTML", "500")
    faults = (*broken, *answered) if browser_name == "chromium" else broken
    for fault in faults if thorough else faults[1:3]:
        site.faults = dict.fromkeys((script.name, "index.html"), fault)
        assert outcome(page, UPDATED) == "redundant", fault
        assert page.evaluate(VERSIONS) == 1
    site.end()
    page.reload()
    assert version(page) == "1"
    site.faults = {}
    site.begin()
    assert outcome(page, UPDATED) == "installed"
    page.reload()
    seen = page.locator("html").get_attribute("data-version")
    assert seen == "1"  # a page of version 1 is still open
    # Otherwise it stays open in the back-forward cache.
    page.evaluate("() => { onunload = () => {}; }")
    # Stay in the same window, because closing a window ends its workers.
    page.goto(f"{site.host}/blank")
    assert outcome(page, TAKEN_OVER, f"{site.address}/") == "activated"
    site.end()
    page.goto(f"{site.address}/")
    assert version(page) == "2"
    assert page.evaluate(VERSIONS) == 1


@pytest.mark.full
def test_a_first_visit_that_cannot_be_cached_starts_normally(page: Page, site: Site) -> None:
    site.faults = {"icon-512.png": "500"}
    page.goto(f"{site.address}/")
    ready(page.main_frame)
    told = "() => knightsTour.kept.then(() => navigator.serviceWorker.getRegistrations())"
    assert page.evaluate(f"{told}.then((all) => all.filter((each) => each.active).length)") == 0
    site.faults = {}
    page.reload()
    outcome(page, CONTROLLED)


@pytest.mark.full
def test_a_damaged_cache_is_discarded(page: Page, site: Site, guard: Guard) -> None:
    guard.allow("[Uu]nexpected (token|end)|SyntaxError|literal")
    cached_page(page, site)
    page.evaluate("""async () => {
      const cache = await caches.open((await caches.keys())[0]);
      const [snapshot] = (await cache.keys()).filter(({ url }) => url.includes("snapshot-"));
      const headers = { "content-type": "text/javascript" };
      await cache.put(snapshot, new Response('self["knights-tour"]("snap', { headers }));
    }""")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-python", "failed")
    expect(page.get_by_role("alert").first).to_contain_text("damaged")
    outcome(page, GIVEN_UP)
    page.evaluate(ASKED_ONCE_MORE)  # its old worker still answers this page
    assert page.evaluate(VERSIONS) == 0
    page.reload()
    assert version(page) == "1"


@pytest.mark.full
@pytest.mark.parametrize("sandbox", ["", 'sandbox="allow-scripts allow-same-origin"'])
def test_nothing_is_cached_in_a_frame(page: Page, site: Site, sandbox: str) -> None:
    page.add_init_script("""
      globalThis.asked = 0;
      if (navigator.serviceWorker) navigator.serviceWorker.register = async () => { asked += 1; };
    """)
    page.goto(f"{site.host}/blank")
    page.set_content(f'<iframe src="{site.address}/index.html#embed=1&loading=eager" {sandbox}>')
    frame = page.frames[-1]
    ready(frame)
    asked = "() => knightsTour.kept.then(() => new Promise(setTimeout)).then(() => asked)"
    assert frame.evaluate(asked) == 0
    page.goto(f"{site.address}/index.html")
    assert ready(page.main_frame).evaluate(asked) == 1


@pytest.mark.full
def test_a_phone_can_install_it(page: Page, site: Site) -> None:
    cached_page(page, site)
    session = page.context.new_cdp_session(page)
    told = session.send("Page.getAppManifest")
    assert not told["errors"]
    assert told["url"].endswith("/manifest.webmanifest")
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in found if error["errorId"] != "in-incognito"] == []
