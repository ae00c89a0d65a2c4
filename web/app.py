"""The PyScript program, which connects the parts of the page. Only this module imports pyscript."""

from functools import partial

from pyscript.context import document, window
from pyscript.ffi import create_proxy

from web.page.chapter import ChapterInput
from web.page.editor import Editor
from web.page.effects import do
from web.page.files import Dialogs
from web.page.input import Input
from web.page.page import Page


async def main() -> None:
    """Start the page; report an error that ends the start."""
    try:
        await start()
    except Exception as error:
        cause = window.Error.new(f"{type(error).__name__}: {error}")
        window.knightsTour.fail("python", cause)
        raise


async def start() -> None:
    """Open the address, connect the parts, and report that every control works."""
    page = Page(document, window)
    await page.begin()
    page.do = partial(do, page)
    for listener in (Input, Dialogs, ChapterInput, Editor):
        listener(page)
    page.follow()
    window.knightsTour.redraw = create_proxy(page.redraw)
    window.knightsTour.ready()
    if frame := getattr(window.knightsTour, "frame", None):  # the page is in a frame
        from web.page.frame import HostBridge

        HostBridge(page, frame)
    await page.load_all()
    await page.load_library()
