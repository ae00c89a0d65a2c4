"""The PyScript program, alone in importing pyscript: it connects the page's parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyscript import document, window
from pyscript.ffi import create_proxy

from web.fields import Fields
from web.hands import Hands
from web.lab import Lab
from web.page.sharing import Share
from web.question import lock
from web.replay import Replay
from web.squares import Squares

lab = Lab(document)
fields = Fields(lab, document, window)
replay = Replay(lab, document, window, moved=fields.write_address)
hands = Hands(replay, fields, document)
squares = Squares(fields, hands, document.getElementById("board"))
share = Share(lab, fields, replay, document, window)

#: Everything that a reader can do: where, what, and who answers.
INTENTS: tuple[tuple[str, str, Callable[[Any], None]], ...] = (
    ("question", "input", fields.on_input),
    ("question", "change", fields.on_change),
    ("question", "focusout", fields.on_leave_field),
    ("question", "click", fields.on_button),
    ("question", "keydown", fields.on_key),
    ("show", "click", fields.on_show),
    ("transport", "click", replay.on_button),
    ("transport", "input", replay.on_range),
    ("timeline", "pointermove", replay.on_past),
    ("timeline", "pointerleave", squares.on_leave),
    ("modes", "change", hands.on_mode),
    ("game", "click", hands.on_button),
    ("tabs", "click", replay.on_tab),
    ("tabs", "keydown", replay.on_tab_key),
    ("tools", "click", share.on_tools),
    ("share", "click", share.on_share),
    ("open", "click", share.on_open),
    ("open", "change", share.on_file),
    ("board", "click", squares.on_click),
    ("board", "keydown", squares.on_key),
    ("board", "pointerover", squares.on_point),
    ("board", "focusin", squares.on_point),
    ("board", "pointerleave", squares.on_leave),
    ("board", "focusout", squares.on_leave),
    ("board", "pointerdown", squares.on_take),
    ("board", "pointermove", squares.on_carry),
    ("board", "pointerup", squares.on_drop),
    ("board", "pointercancel", squares.on_drop),
)


def owned(handler: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return the handler, but for owning up to a fault of our own."""

    def handle(event: Any) -> None:
        try:
            handler(event)
        except Exception as fault:
            lab.own_up(fault)
            raise

    return handle


def unless_locked(key: str, handler: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return the handler, but for doing nothing while this key of the address is locked."""

    def handle(event: Any) -> None:
        if key not in lock.locked(lab.question):
            handler(event)

    return handle


async def main() -> None:
    """Open the address; say that Python is ready once the board is drawn and all is connected."""
    fields.on_address(None)
    if not lab.question.is_first:  # else what build.py drew is the answer, and it is there
        await lab.drawn.wait()
    if lab.fault:
        raise lab.fault
    for name, event, handler in INTENTS:
        document.getElementById(name).addEventListener(event, create_proxy(owned(handler)))
    for key, on_key in (("step", replay.on_key), ("", hands.on_key)):
        window.addEventListener("keydown", create_proxy(owned(unless_locked(key, on_key))))
    window.addEventListener("hashchange", create_proxy(fields.on_address))
    window.knightsTour.ready()
    if guest := getattr(window.knightsTour, "guest", None):  # the page is in a frame of another
        from web.host import Host

        Host(lab, fields, replay, guest).begin(create_proxy)
