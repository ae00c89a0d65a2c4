"""Dialogs offer the available actions, explain why others are missing, and escape markup."""

import re
from collections.abc import Iterator

import pytest

from kt_core import Board
from kt_core.solve import solve
from tests.shared.snapshots import assert_matches_snapshot
from tests.shared.states import after, opened, patch, patches, plain, reads
from web.files import dialog as load
from web.page.update import next_state, update
from web.page.view import view, whole_patches
from web.question.address import write
from web.question.reading import program_in
from web.share.export import KINDS
from web.share.lines import TITLES, Target, lines
from web.share.view import share
from web.state import intents
from web.state.state import Place, Save, State, outcome

HERE = Place("https://school.example/tours/index.html", one_file=False)


def shared(address: str = "#board=8x8", place: Place = HERE) -> str:
    return text_in("#share", after(opened(address), intents.OpenDialog("share", place)))


def text_in(dialog: str, state: State) -> str:
    """Return the HTML of a dialog: its frame and its visible regions."""
    shown = (look for look in patches(state, dialog).values() if not look.get("hidden"))
    return "".join(str(look.get("html", "")) for look in shown)


def disabled(state: State) -> set[str]:
    looks = patches(state, "#share [").items()
    return {region.removeprefix("#share ") for region, look in looks if look.get("disabled")}


def test_every_line_can_be_copied_and_every_file_saved() -> None:
    drawn = shared()
    assert re.findall(r'<option value="(\w+)"', drawn)[: len(TITLES) - 1] == list(TITLES)[1:]
    for name in TITLES:
        question, page = opened("#board=8x8").question, Target(HERE.location)
        copied = str(share.line_patch(question, page, name, work=False)["html"])
        assert f'name="copy" value="{name}"' in copied
        assert f'<textarea id="line-{name}"' in copied
    for kind in KINDS:
        assert f'name="{kind}">' in drawn
    assert [int(times) for times in re.findall(r'name="png" value="(\d)"', drawn)] == [1, 2, 4]


@pytest.mark.parametrize(
    ("address", "place", "note"),
    [
        ("#board=8x8", Place("file:///here/knights-tour.html"), share.ON_DISK),
        ("#board=8x8", Place("file:///here/knights-tour.html"), share.THIS_FILE),
        ("#board=8x8", Place(HERE.location, one_file=False, framed=True), share.FRAMED),
        ("#race=roth", HERE, share.RACE.format(title="Warnsdorff")),
        ("#step=0", HERE, "There is no tour yet: press Play, or choose another board."),
        ("#step=0", HERE, "Nothing has moved yet: press Play, or choose another board."),
    ],
)
def test_a_note_is_shown_only_where_it_applies(address: str, place: Place, note: str) -> None:
    assert note in shared(address, place)
    assert note not in shared()


@pytest.mark.parametrize("n", [6, 100])
def test_a_tour_too_long_for_a_link_is_sent_as_a_file(n: int) -> None:
    names = Board(n, n).names(solve(Board(n, n)).path)
    state = after(reads(opened(""), names), intents.UseReading("lab"))
    dialog = text_in("#share", after(state, intents.OpenDialog("share", HERE)))
    assert (share.GIVEN in dialog) == (n == 100)
    assert ("path=" in lines(state.question, HERE.location)["link"]) == (n == 6)


def test_an_open_dialog_follows_the_search() -> None:
    searching = after(opened("#board=5x5&step=0"), intents.OpenDialog("share", HERE))
    assert {"[name=csv]", "[name=json]", "[name=film]", "[name=gif]"} <= disabled(searching)
    assert "There is no tour yet" in text_in("#share", searching)
    found = after(searching, intents.Finish())
    assert not disabled(found)
    assert "There is no tour yet" not in text_in("#share", found)
    three = after(found, intents.Go(3))
    assert "step=3" in text_in("#share", three)
    assert text_in("#share", three) == text_in(
        "#share", after(three, intents.OpenDialog(""), intents.OpenDialog("share", HERE))
    )
    assert after(three, intents.OpenDialog("")).dialog is None


def test_the_frame_of_a_dialog_is_written_once() -> None:
    for name in ("share", "assign"):
        begun = after(opened("#board=5x5&step=0"), intents.OpenDialog(name, HERE))
        later = after(begun, intents.Finish(), intents.Go(3))
        assert view(begun)[f"#{name}"] == view(later)[f"#{name}"]


def looks(state: State, *chosen: dict[str, str]) -> dict[str, str]:
    """Return the two lines of the dialog "Share" after some choices."""
    for each in chosen:
        state = after(state, intents.OpenDialog("share", chosen=tuple(each.items())))
    regions = whole_patches(state)
    return {name: str(regions[f"#share #share-{name}"]["html"]) for name in ("link", "line")}


def test_the_lines_are_those_that_were_chosen_and_a_dialog_opens_with_the_first() -> None:
    asked = after(opened("#board=5x5"), intents.OpenDialog("share", HERE))
    assert "&lt;knights-tour board=" in looks(asked)["line"]
    assert "&lt;iframe src=" in looks(asked, {"line": "frame"})["line"]
    assert looks(asked, {"line": "frame"}, {"line": "element"}) == looks(asked)
    other = after(asked, intents.OpenDialog("share", chosen=(("line", "rst"),)))
    again = after(other, intents.OpenDialog(""), intents.OpenDialog("share", HERE))
    assert looks(again) == looks(asked)


@pytest.mark.parametrize(
    ("address", "work", "said"),
    [
        ("#view=puzzle&said=puzzle:36", "said=puzzle:36", "my answers"),
        ("#board=3x4&mode=play&game=A2E,0,1", "game=A2E,0,1", "my game"),
        ("#board=5x5&mode=predict&step=3&game=3,1,2", "game=3,1,2", "my predictions"),
    ],
)
def test_a_link_has_the_readers_work_only_on_request(address: str, work: str, said: str) -> None:
    asked = after(opened(address), intents.OpenDialog("share", HERE))
    assert f"Include {said}" in shared(address)
    without = opened(address.replace(work, ""))
    none = whole_patches(after(without, intents.OpenDialog("share", HERE)))
    assert none["#share #share-work"]["hidden"]
    for line in ("element", "frame", "markdown"):
        plain, whole = looks(asked, {"line": line}), looks(asked, {"line": line}, {"work": "1"})
        assert work not in plain["link"] + plain["line"]
        assert work in whole["link"]
        assert (work in whole["line"]) == (line == "markdown")
    assert looks(asked, {"work": "1"}, {"work": ""}) == looks(asked)


WAZIR = '{"v":1,"rows":3,"columns":4,"holes":[],"closed":false,"leaper":[0,1],"path":["a1","b1"]}'
FOUR = '{"v":1,"rows":3,"columns":4,"holes":[],"closed":true,"path":["a1","c2","a3","b1"]}'
TOUR = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"
ZEROS = "1 6 3\n4 0 8\n7 2 5"
PROGRAM = "def order(moves):\n    return moves\n\n\nprint(order([1]))\n"
NOTEBOOK = (
    '{"cells": [{"cell_type": "markdown", "source": ["# A tour"]},'
    ' {"cell_type": "code", "source": ["import math\\n", "n = 5"]},'
    ' {"cell_type": "code", "source": "print(n)"}]}'
)
HASKELL = "module Main where\nimport Maybe\nmain :: IO ()\nmain = print [(1,2)]"
LETTER = "  xxx   \n  x xx  \n xxxxxxx\nxxx  x x\nx x  xxx\nsxxxxxx \n  xx x  \n   xxx  "
PUZZLE = ".. .. .. .. ..\n.. .. .. .. ..\n.. ..  9 .. ..\n.. .. .. ..  6\n.. .. .. 12  1"
#: Texts for the dialog "Load", by the address of the page that reads them.
TEXTS: dict[str, tuple[str, ...]] = {
    "": (
        *(TOUR, "a1 b3 c5", "a1 b3 b4 c6", WAZIR, ZEROS, "6 9 . 11\n. 2 5 8\n. 7 10 3\n1 4 . ."),
        *("[(0, 0), (1, 2), (2, 4), (4, 3)]", "[(0, 0), (1, 2), (2, 4), (4, 3), (4, 4)]"),
        *("0 10 20 35", "0 7 14"),  # the second makes no moves on 8x8
        *(PROGRAM, "print 'a1 b3'", NOTEBOOK, "for (x, y) in moves:\n  pass"),
        *("for example:\na1 b3 c5 d7", "a1 b3\nwhile we wait", "1 2\n3 4"),  # no programs
        *("import 3", "{", "", " \n", "https://example.org/#board=6x6", HASKELL, "hello, world"),
        *('{"knights-tour-task": 2}', ".. 12 .. 3\n7 .. .. ..\n.. .. 1 ..", f"8x8\n{TOUR}"),
    ),
    "#board=5x5&closed=1": ("b3 c5",),
    "#board=3x3": ("a1 b3 c5",),
    "#board=3x4": ("a1 b3 b4", "a1 b3 d4 c6"),
    "#board=3x3&holes=b2&closed=1": ("a1 c2 a3 b1 c3 a2 c1 b3",),
    "#holes=b3": ("a1 b3 c5",),
    "#end=h1": (FOUR,),
    "#race=roth&lang=zh": ("a1 c2",),
    "#race=roth": (
        *(LETTER, "1 0 0\n0 0 0\n0 0 0\n0 0 0", "1 1 1 1\n1 0 1 1\n1 1 1 1"),
        *("8x8 c3 d5", "6x5"),
    ),
    "#board=8x8&seed=3": (
        *(PUZZLE, "1 .. 3\n.. .. ..\n.. .. ..", f"{'.. ' * 6}\n" * 4 + "1 .. .. .. .. 18"),
    ),
    "#ordering=own": ('{"v":1,"rows":6,"columns":6,"closed":true,"given":{"c3":5,"d4":17}}',),
    "#board=5x5&lock=board": (
        *(PUZZLE, '{"v":1,"rows":4,"columns":4,"leaper":[0,1],"given":{"a1":1,"d4":7}}'),
    ),
    "#lock=all": (PROGRAM,),
    "#lock=board": ("a1 b3 c5", TOUR, "8x8 c3 d4"),
    "#board=8x8&mode=play&lock=all": ("a1 b3 c5",),
    "#mode=play&hints=2": ("a1 b3 c5",),
    "#mode=play&lock=mode": ("a1 b3 b4",),
    "#mode=watch&lock=mode": ("a1 b3 c5",),
}
#: The buttons of the dialog "Load", in its order.
BUTTONS = {name: intents.UseReading(name) for name in ("lab", "run", "on", "solve")}


def buttons(state: State) -> dict[str, str]:
    """Return the label of each visible button of the dialog "Load"."""
    looks = patches(state, "#open [name=")
    shown = {name: looks[f"#open [name={name}]"] for name in BUTTONS}
    return {name: str(look["html"]) for name, look in shown.items() if not look["hidden"]}


def offered(state: State) -> Iterator[str]:
    """Yield the sentences of the dialog "Load", then each button with the state to which it leads.

    A hidden button does nothing. While another text is read, every button is hidden.
    """
    looks = patches(state, "#open #open-")
    for region in ("as", "said", "why", "ask"):
        if text := plain(looks[f"#open #open-{region}"]["html"]):
            yield f"  {region}: {text}"
    shown = buttons(state)
    for name, wish in BUTTONS.items():
        then = next_state(state, wish)
        assert (then.dialog is None) == (name in shown)
        if name in shown:
            game, asked = then.reader.game, then.question
            path = game.path if game else asked.opened or outcome(then).path
            told = asked.board.names(path) or ("searching" if then.search.doing else "")
            lab, own = f"{write(asked) or '#'} ({told})", f"{then.tab}: {then.programs.text!r}"
            yield f"  [{shown[name]}] {own if then.programs.active else lab}"
        else:
            assert then.question == state.question
    reading = after(state, intents.ReadText(9, 4))
    assert buttons(reading) == {}
    assert reading.dialog
    assert not reading.dialog.asked


def answered(state: State, text: str) -> Iterator[str]:
    """Yield each answer to the question about a text, with what it offers then."""
    asked = state.dialog and state.dialog.asked
    for label, options in asked.choices if asked else ():
        then = reads(state, text, **options)
        looks = patches(then, "#open [name=choice-").values()
        yield f"  {label} (pressed: {', '.join(str(look['aria-pressed']) for look in looks)})"
        yield from offered(then)


def test_texts_and_the_offers_for_them_match_their_snapshot() -> None:
    told = list[str]()
    for address, texts in TEXTS.items():
        page = opened(address, intents.OpenDialog("open"))
        for text in texts:
            told.append(f"{address or '#'} {text!r}")
            try:
                state = reads(page, text)
            except ValueError as wrong:
                told.append(f"  refused: {wrong}")
                continue
            told += [*offered(state), *answered(state, text)]
    assert_matches_snapshot("texts-to-load", "\n".join(told), "txt")


def test_a_wrong_tour_shows_its_right_part_and_marks_the_wrong_move() -> None:
    state = reads(opened("#board=8x8", intents.OpenDialog("open")), "a1 b3 b4 c6")
    assert 'class="wrong-move"' in str(patch(state, "#open #open-board")["html"])
    loaded = after(state, intents.UseReading("lab"))
    seen = outcome(loaded)
    assert loaded.question.board.names(seen.path) == "a1 b3"
    assert loaded.search.answer.whole.tour is None
    regions = whole_patches(loaded)
    assert "is not a knight’s move" in str(regions["#answer"]["html"])
    assert regions["#at"]["html"] == "2 of 64 squares"
    assert regions["#of"]["html"] == "b3"
    assert "The board shows the 2 squares before it." in str(regions["#answer"]["html"])
    assert 'class="wrong-move"' in str(regions["#board [data-layer=dead-end]"]["html"])
    assert plain(regions["#actions"]["html"]) == "Load… Solve this board"
    assert after(loaded, intents.Solve()).search.answer.ended


def test_a_game_that_was_offered_before_a_lock_is_refused() -> None:
    offered = reads(opened("#board=8x8", intents.OpenDialog("open")), "a1 b3 c5")
    locked = after(offered, intents.SetKeys({"lock": "board"}), intents.UseReading("on"))
    assert locked.reader.game is None
    assert "another tour cannot be shown here" in str(patch(locked, "#open #open-why")["html"])


def test_nothing_of_an_address_is_markup() -> None:
    evil = '"><script>alert(1)</script>'
    drawn = shared(f"#lang={evil}", Place(f"https://school.example/?{evil}", one_file=False))
    assert "<script>alert" not in drawn


def test_messages_are_shown_only_in_the_open_dialog_also_of_a_size_too_large() -> None:
    state = opened("#board=8x8")
    assert after(state, intents.ReportProgress("Copied.")) == state
    told = after(state, intents.OpenDialog("open"), intents.ReportProgress("Copied.")).dialog
    assert told
    assert told.message == "Copied."
    assert 'name="pasted"' in str(load.opening()["html"])
    dialog = after(opened("#board=8x8"), intents.ReadText(1, 9_000_000)).dialog
    assert dialog
    assert dialog.message.startswith("A text of 9,000,000 characters is too long")
    assert not dialog.text


MAKING = intents.ReportProgress("Making the film: 10 %.", 0.1)


@pytest.mark.parametrize("kind", ["gif", "webm", "png", "svg", "wall", "course", "sheet"])
def test_no_file_is_saved_while_a_film_is_made_and_the_dialog_says_so(kind: str) -> None:
    state = after(opened("#board=5x5"), intents.OpenDialog("share"), MAKING)
    refused, effects = update(state, intents.Export(kind))
    assert effects == ()
    assert refused.dialog
    assert refused.dialog.message == "The film is still being made: wait for it, or press Stop."
    assert refused.dialog.share == 0.1
    assert update(refused, intents.Export("stop"))[1] == (Save("stop"),)


@pytest.mark.parametrize("dialog", ["", "assign"])
def test_closing_a_dialog_ends_its_film(dialog: str) -> None:
    state = after(opened("#board=5x5"), intents.OpenDialog("share"), MAKING)
    assert update(state, intents.OpenDialog(dialog))[1] == (Save("stop"),)
    ended = after(state, intents.ReportProgress("Saved as a.gif.", 0.0))
    assert update(ended, intents.Export("gif"))[1] == (Save("gif"),)
    assert update(ended, intents.OpenDialog(dialog))[1] == ()


def test_copying_a_line_does_not_disturb_a_film_and_is_checked_at_once() -> None:
    state = after(
        opened("#board=5x5"), intents.OpenDialog("share"), MAKING, intents.ReportProgress("Copied.")
    )
    assert state.dialog
    assert (state.dialog.message, state.dialog.share) == ("Copied.", 0.1)
    assert program_in("for a" + " in" * 30_000) is None
    assert program_in("def " + "a" * 90_000) is None
    assert program_in("print(1)" * 100_000) is None
