"""Dialogs offer the available actions, explain why others are missing, and escape markup."""

import re
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

from kt_core.board import Board
from kt_core.events import result_of
from kt_core.files.verdicts import Reading
from kt_core.solve import solve
from tests.shared.states import after, opened, patch
from web.files import dialog as load
from web.files import view as dialogs
from web.files.intents import (
    LoadIntoLab,
    PlayOn,
    ReadText,
    ReportReading,
    RunProgram,
    ShowReading,
    ShowTour,
    SolveBoard,
)
from web.files.reading import ProgramText, program_in, understood
from web.lab.intents import Finish, Go, Solve
from web.question.address import write
from web.share.export import KINDS
from web.share.lines import TITLES, lines
from web.share.view import share
from web.state.effects import Save
from web.state.intents import Export, OpenDialog, SetKeys
from web.state.state import Place, State, outcome
from web.update import update
from web.view import view, whole_patches

HERE = Place("https://school.example/tours/index.html", one_file=False)


def shared(address: str = "", place: Place = HERE) -> str:
    """Return the content of the dialog "Share" for an address."""
    return text_in("#share", after(opened(address), OpenDialog("share", place)))


def text_in(dialog: str, state: State) -> str:
    """Return the HTML of a dialog: its frame and its visible regions."""
    regions = whole_patches(state)
    inner = (region for region in regions if region == dialog or region.startswith(f"{dialog} "))
    shown = (regions[name] for name in inner if not regions[name].get("hidden"))
    return "".join(str(region.get("html", "")) for region in shown)


def disabled(state: State) -> set[str]:
    """Return the disabled buttons of the dialog "Share"."""
    regions = whole_patches(state)
    return {
        region.removeprefix("#share ") for region, look in regions.items() if look.get("disabled")
    } & {region.removeprefix("#share ") for region in regions if region.startswith("#share [")}


def test_every_line_can_be_copied_and_every_file_saved() -> None:
    drawn = shared()
    assert re.findall(r'<option value="(\w+)"', drawn)[: len(TITLES) - 1] == list(TITLES)[1:]
    for name in TITLES:
        copied = str(share.line_patch(opened("").question, HERE.location, name, work=False)["html"])
        assert f'name="copy" value="{name}"' in copied
        assert f'<textarea id="line-{name}"' in copied
    for kind in KINDS:
        assert f'name="{kind}">' in drawn
    assert [int(times) for times in re.findall(r'name="png" value="(\d)"', drawn)] == [1, 2, 4]


@pytest.mark.parametrize(
    ("address", "place", "note"),
    [
        ("", Place("file:///here/knights-tour.html"), share.ON_DISK),
        ("", Place("file:///here/knights-tour.html"), share.THIS_FILE),
        ("", Place(HERE.location, one_file=False, framed=True), share.FRAMED),
        ("#race=roth", HERE, share.RACE.format(title="Warnsdorff")),
        ("#step=0", HERE, "There is no tour yet: press Solve, or choose another board."),
        ("#step=0", HERE, "Nothing has moved yet: press Solve, or choose another board."),
    ],
)
def test_a_note_is_shown_only_where_it_applies(address: str, place: Place, note: str) -> None:
    assert note in shared(address, place)
    assert note not in shared()


def test_a_tour_too_long_for_a_link_is_sent_as_a_file() -> None:
    long = opened("", ShowTour(solve(opened("#board=100x100&step=0").question.board)))
    short = opened("", ShowTour(solve(opened("#board=6x6&step=0").question.board)))
    assert share.GIVEN in text_in("#share", after(long, OpenDialog("share", HERE)))
    assert share.GIVEN not in text_in("#share", after(short, OpenDialog("share", HERE)))
    assert "path=" in lines(short.question, HERE.location)["link"]


def test_an_open_dialog_follows_the_search() -> None:
    searching = after(opened("#board=5x5&step=0"), OpenDialog("share", HERE))
    assert {"[name=csv]", "[name=json]", "[name=film]", "[name=gif]"} <= disabled(searching)
    assert "There is no tour yet" in text_in("#share", searching)
    found = after(searching, Finish())
    assert not disabled(found)
    assert "There is no tour yet" not in text_in("#share", found)
    three = after(found, Go(3))
    assert "step=3" in text_in("#share", three)
    assert text_in("#share", three) == text_in(
        "#share", after(three, OpenDialog(""), OpenDialog("share", HERE))
    )
    assert after(three, OpenDialog("")).dialog is None


def test_the_frame_of_a_dialog_is_written_once() -> None:
    for name in ("share", "assign"):
        begun = after(opened("#board=5x5&step=0"), OpenDialog(name, HERE))
        assert view(begun)[f"#{name}"] == view(after(begun, Finish(), Go(3)))[f"#{name}"]


def looks(state: State, *chosen: dict[str, str]) -> dict[str, str]:
    """Return the two lines of the dialog "Share" after some choices."""
    for each in chosen:
        state = after(state, OpenDialog("share", chosen=tuple(each.items())))
    regions = whole_patches(state)
    return {name: str(regions[f"#share #share-{name}"]["html"]) for name in ("link", "line")}


def test_the_lines_are_those_that_were_chosen_and_a_dialog_opens_with_the_first() -> None:
    asked = after(opened("#board=5x5"), OpenDialog("share", HERE))
    assert "&lt;knights-tour board=" in looks(asked)["line"]
    assert "&lt;iframe src=" in looks(asked, {"line": "frame"})["line"]
    assert looks(asked, {"line": "frame"}, {"line": "element"}) == looks(asked)
    again = after(
        asked,
        OpenDialog("share", chosen=(("line", "rst"),)),
        OpenDialog(""),
        OpenDialog("share", HERE),
    )
    assert looks(again) == looks(asked)


@pytest.mark.parametrize(
    ("address", "work", "said"),
    [
        ("#view=puzzle&said=puzzle:36", "said=puzzle:36", "my answers"),
        ("#board=3x4&mode=play&game=A2E,0,1", "game=A2E,0,1", "my game"),
        ("#board=5x5&mode=predict&step=3&game=3,1,2", "game=3,1,2", "my predictions"),
    ],
)
def test_a_link_includes_the_readers_work_only_on_request(
    address: str, work: str, said: str
) -> None:
    asked = after(opened(address), OpenDialog("share", HERE))
    assert f"Include {said}" in shared(address)
    none = whole_patches(after(opened(address.replace(work, "")), OpenDialog("share", HERE)))
    assert none["#share #share-work"]["hidden"]
    for line in ("element", "frame", "markdown"):
        plain, whole = looks(asked, {"line": line}), looks(asked, {"line": line}, {"work": "1"})
        assert work not in plain["link"] + plain["line"]
        assert work in whole["link"]
        assert (work in whole["line"]) == (line == "markdown")
    assert looks(asked, {"work": "1"}, {"work": ""}) == looks(asked)


def test_messages_are_shown_only_in_the_open_dialog() -> None:
    state = opened("")
    assert after(state, ReportReading("Copied.")) == state
    told = after(state, OpenDialog("open"), ReportReading("Copied.")).dialog
    assert told
    assert told.message == "Copied."
    assert 'name="pasted"' in str(load.opening()["html"])


def state_with_text(address: str, text: str, **options: object) -> State:
    """Return the state after a text was read in the dialog "Load"."""
    found = result_of(understood(text, opened(address).question.board, options, 1000))
    begun = (OpenDialog("open"), ReadText(1, len(text), options))
    return after(opened(address), *begun, ShowReading(found))


def buttons(state: State) -> list[str]:
    """Return the visible buttons of the dialog "Load" that use what was read."""
    regions = whole_patches(state)
    return [
        name for name in ("lab", "on", "solve") if not regions[f"#open [name={name}]"]["hidden"]
    ]


def verdict(state: State) -> str:
    """Return the sentence of the dialog "Load", with plain signs."""
    html = str(patch(state, "#open #open-said")["html"])
    return unescape(html).replace("\u2009×\u2009", "x").replace("’", "'")


WAZIR = '{"v":1,"rows":3,"columns":4,"holes":[],"closed":false,"leaper":[0,1],"path":["a1","b1"]}'
FOUR = '{"v":1,"rows":3,"columns":4,"holes":[],"closed":true,"path":["a1","c2","a3","b1"]}'
TOUR = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3"


@pytest.mark.parametrize(
    ("address", "text", "link", "far"),
    [
        ("", "a1 b3 c5", "#mode=play&game=", "3 of 64 squares visited; you can play on from here."),
        ("#board=5x5&closed=1", "b3 c5", "#board=5x5&start=b3&closed=1&mode=play&game=", "2 of 25"),
        ("#board=3x3", "a1 b3 c5", "#board=5x3&mode=play&game=", "3 of 15"),
        ("#holes=b3", "a1 b3 c5", "#board=5x3&mode=play&game=", "3 of 15"),
        ("#end=h1", FOUR, "#board=3x4&closed=1&mode=play&game=", "4 of 12"),
        ("#race=roth&lang=zh", "a1 c2", "#mode=play&lang=zh&game=", "2"),
    ],
)
def test_a_path_that_ends_early_is_played_on(address: str, text: str, link: str, far: str) -> None:
    offered = state_with_text(address, text)
    assert far in verdict(offered)
    button = patch(offered, "#open [name=on]")
    names = re.findall(r"[a-h][1-8]\b", text)
    assert names[-1] in str(button["html"])
    assert not button["hidden"]
    played = after(offered, PlayOn())
    assert write(played.question).startswith(link)
    assert played.dialog is None
    game = played.reader.game
    assert game
    assert game.board.names(game.path) == " ".join(names)
    again = after(offered, ReadText(9, 4))
    assert buttons(again) == []
    assert after(again, PlayOn()).question == again.question


def test_squares_that_are_all_of_a_board_with_holes_are_a_tour_of_it() -> None:
    state = state_with_text("#board=3x3&holes=b2&closed=1", "a1 c2 a3 b1 c3 a2 c1 b3")
    assert verdict(state) == "A closed tour of 3x3 without b2: 8 moves."
    assert after(state, LoadIntoLab()).question.given


@pytest.mark.parametrize(
    ("address", "text", "why"),
    [
        ("#board=8x8&mode=play&lock=all", "a1 b3 c5", "another tour cannot be shown here"),
        ("#lock=board", "a1 b3 c5", "another tour cannot be shown here"),
        ("#mode=play&hints=2", "a1 b3 c5", "another tour cannot be shown here"),
        ("#mode=watch&lock=mode", "a1 b3 c5", "your part cannot be changed here"),
        ("#lock=board", TOUR, "the board cannot be changed here"),
        (
            "#lock=board",
            "8x8 c3 d4",
            "This board asks for another question, and the holes cannot be",
        ),
        ("#mode=play&lock=mode", "a1 b3 b4", "your part cannot be changed here"),
        ("", WAZIR, "the page shows the knight’s"),
    ],
)
def test_a_text_that_breaks_the_task_is_refused_with_a_reason(
    address: str, text: str, why: str
) -> None:
    state = state_with_text(address, text)
    assert buttons(state) == []
    assert why in unescape(str(patch(state, "#open #open-why")["html"]))
    for wish in (LoadIntoLab(), PlayOn(), SolveBoard()):
        assert after(state, wish).question == opened(address).question


def test_a_tour_is_shown_only_when_the_reader_asks_for_it() -> None:
    state = state_with_text("", TOUR)
    assert verdict(state) == "An open tour of 3x4: 11 moves."
    assert "Read as names of squares." in text_in("#open", state)
    assert buttons(state) == ["lab"]
    assert not state.question.given
    loaded = after(state, LoadIntoLab())
    assert loaded.dialog is None
    assert loaded.question.board.names(loaded.question.given) == TOUR


def test_a_wrong_tour_shows_its_right_part_and_marks_the_wrong_move() -> None:
    state = state_with_text("", "a1 b3 b4 c6")
    why = "Step 3, b3 to b4, is not a knight's move."
    assert verdict(state) == why
    assert buttons(state) == ["lab", "on"]
    assert 'class="wrong-move"' in str(patch(state, "#open #open-board")["html"])
    loaded = after(state, LoadIntoLab())
    seen = outcome(loaded)
    assert loaded.question.board.names(seen.path) == "a1 b3"
    assert loaded.search.answer.whole.tour is None
    regions = whole_patches(loaded)
    assert "is not a knight’s move" in str(regions["#answer"]["html"])
    assert regions["#at"]["html"] == "2 of 64 squares"
    assert regions["#of"]["html"] == "b3"
    assert "The board shows the 2 squares before it." in str(regions["#answer"]["html"])
    assert 'class="wrong-move"' in str(regions["#board [data-layer=dead-end]"]["html"])
    assert after(loaded, Solve()).search.answer.ended


def test_a_board_with_zeros_is_certified_only_after_the_question_is_answered() -> None:
    text = "1 6 3\n4 0 8\n7 2 5"
    asked = state_with_text("", text)
    assert buttons(asked) == []
    assert "8 of 9 squares visited" in verdict(asked)
    assert asked.dialog
    assert asked.dialog.asked
    assert "Not visited, or holes?" in str(patch(asked, "#open #open-ask")["html"])
    answered = asked
    for number, (expected, sentence) in enumerate(
        ((["on", "solve"], "8 of 9"), (["lab"], "A closed tour of 3x3 without b2"))
    ):
        _label, options = asked.dialog.asked.choices[number]
        found = result_of(understood(text, Board(8, 8), options, 1000))
        answered = after(asked, ReadText(2, len(text), options), ShowReading(found))
        assert buttons(answered) == expected
        assert sentence in verdict(answered)
        pressed = [
            patch(answered, f"#open [name=choice-{each}]")["aria-pressed"] for each in (0, 1)
        ]
        assert pressed.index("true") == number
        assert pressed.count("true") == 1
    another = after(answered, ReadText(3, 8))
    assert another.dialog
    assert not another.dialog.asked


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("[(0, 0), (1, 2), (2, 4), (4, 3)]", "(0, 0) is a8."),
        ("[(0, 0), (1, 2), (2, 4), (4, 3), (4, 4)]", "(0, 0) is a8."),
        ("0 10 20 35", "row by row on 8x8; 0 is a1."),
        ("0 7 14", "row by row on 5x3; 0 is a1."),  # no moves on 8x8
    ],
)
def test_pairs_and_numbers_are_read_on_the_board_of_the_page(text: str, read_as: str) -> None:
    state = state_with_text("", text)
    found = state.dialog and state.dialog.found
    assert isinstance(found, Reading)
    assert found.read_as.endswith(read_as)
    path = "a8 c7 e6 d4" if "(" in text else "a1 c2 e3 d5"
    assert str(found.board) == "5x3" or found.board.names(found.path) == path


def test_a_path_that_leaves_the_board_of_the_page_is_read_on_its_own() -> None:
    wrong = state_with_text("#board=3x4", "a1 b3 b4")
    assert "Step 3, b3 to b4, is not a knight's move" in verdict(wrong)
    assert "4 of 24 squares visited" in verdict(state_with_text("#board=3x4", "a1 b3 d4 c6"))


def test_dots_are_certified_as_holes_only_after_the_question_is_answered() -> None:
    dead_end = "6 9 . 11\n. 2 5 8\n. 7 10 3\n1 4 . ."
    asked = state_with_text("", dead_end)
    assert asked.dialog
    assert asked.dialog.asked, verdict(asked)
    assert buttons(asked) == []
    assert "11 of 16 squares visited" in verdict(asked)


@pytest.mark.parametrize(
    ("text", "board", "start"),
    [
        (
            "  xxx   \n  x xx  \n xxxxxxx\nxxx  x x\nx x  xxx\nsxxxxxx \n  xx x  \n   xxx  ",
            "8x8",
            "a3",
        ),
        ("1 0 0\n0 0 0\n0 0 0\n0 0 0", "4x3", "a4"),
        ("1 1 1 1\n1 0 1 1\n1 1 1 1", "3x4", "a1"),
        ("8x8 c3 d5", "8x8", "a1"),
        ("6x5", "6x5", "a1"),
    ],
)
def test_a_drawn_board_is_loaded_as_a_question(text: str, board: str, start: str) -> None:
    state = state_with_text("#race=roth", text)
    assert buttons(state) == ["solve"]
    assert verdict(state).startswith(f"A board: {board}")
    solving = update(state, SolveBoard())[0]
    assert str(solving.question.board) == board
    assert solving.question.board.name(solving.question.start) == start
    assert solving.search.doing
    assert not solving.question.race


def test_an_unreadable_text_is_refused_with_the_accepted_forms() -> None:
    with pytest.raises(ValueError, match="squares such as a1 b3 c5, pairs such as"):
        result_of(understood("hello, world", Board(8, 8), {}, 1000))


def test_a_game_that_was_offered_before_a_lock_is_refused() -> None:
    offered = state_with_text("", "a1 b3 c5")
    locked = after(offered, SetKeys({"lock": "board"}), PlayOn())
    assert locked.reader.game is None
    assert "another tour cannot be shown here" in str(patch(locked, "#open #open-why")["html"])


def test_nothing_of_an_address_is_markup() -> None:
    evil = '"><script>alert(1)</script>'
    drawn = shared(f"#lang={evil}", Place(f"https://school.example/?{evil}", one_file=False))
    assert "<script>alert" not in drawn


def test_a_size_that_is_too_large_is_reported_in_numbers() -> None:
    dialog = after(opened(""), ReadText(1, 9_000_000)).dialog
    assert dialog
    assert dialog.message.startswith("This text has 9,000,000 characters; 8,000,000")
    assert not dialog.text
    assert "10 x 20,000 pixels" in dialogs.too_large(10, 20_000)


@pytest.mark.parametrize("name", ["share", "open"])
def test_headings_follow_each_other_in_the_page_and_in_each_dialog(name: str) -> None:
    text = (Path(dialogs.__file__).parents[1] / "index.html").read_text("utf-8")
    inner = shared() if name == "share" else str(load.opening()["html"])
    for levels in (re.findall(r"<h(\d)", text), ["1", *re.findall(r"<h(\d)", inner)]):
        assert levels[0] == "1"
        steps = [int(after) - int(before) for before, after in pairwise(levels)]
        assert all(step <= 1 for step in steps), levels


MAKING = ReportReading("Making the film: 10 %.", 0.1)


@pytest.mark.parametrize("kind", ["gif", "webm", "png", "svg", "wall", "course", "sheet"])
def test_no_file_is_saved_while_a_film_is_made_and_the_dialog_says_so(kind: str) -> None:
    state = after(opened("#board=5x5"), OpenDialog("share"), MAKING)
    refused, effects = update(state, Export(kind))
    assert effects == ()
    assert refused.dialog
    assert refused.dialog.message == "The film is still being made: wait for it, or press Stop."
    assert refused.dialog.share == 0.1
    assert update(refused, Export("stop"))[1] == (Save("stop"),)


def test_copying_a_line_does_not_disturb_a_film() -> None:
    state = after(opened("#board=5x5"), OpenDialog("share"), MAKING, ReportReading("Copied."))
    assert state.dialog
    assert (state.dialog.message, state.dialog.share) == ("Copied.", 0.1)


@pytest.mark.parametrize("dialog", ["", "assign"])
def test_closing_a_dialog_ends_its_film(dialog: str) -> None:
    state = after(opened("#board=5x5"), OpenDialog("share"), MAKING)
    assert update(state, OpenDialog(dialog))[1] == (Save("stop"),)
    ended = after(state, ReportReading("Saved as a.gif.", 0.0))
    assert update(ended, Export("gif"))[1] == (Save("gif"),)
    assert update(ended, OpenDialog(dialog))[1] == ()


PROGRAM = "def order(moves):\n    return moves\n\n\nprint(order([1]))\n"
NOTEBOOK = (
    '{"cells": [{"cell_type": "markdown", "source": ["# A tour"]},'
    ' {"cell_type": "code", "source": ["import math\\n", "n = 5"]},'
    ' {"cell_type": "code", "source": "print(n)"}]}'
)


@pytest.mark.parametrize(
    ("text", "program"),
    [
        (PROGRAM, PROGRAM),
        ("print 'a1 b3'", "print 'a1 b3'"),
        (NOTEBOOK, "import math\nn = 5\n\nprint(n)"),
        ("for (x, y) in moves:\n  pass", "for (x, y) in moves:\n  pass"),
    ],
)
def test_a_program_is_offered_to_be_run(text: str, program: str) -> None:
    found = result_of(understood(text, Board(8, 8), {}, 100_000))
    assert isinstance(found, ProgramText)
    assert found.text == program
    state = after(opened(""), OpenDialog("open"), ReadText(1, len(text)), ShowReading(found))
    html = text_in("#open", state)
    assert "Run this program" in html
    assert "Load into the lab" not in html
    ran = after(state, RunProgram())
    assert ran.programs.text == program
    assert (ran.programs.active, ran.tab, ran.dialog) == (True, "own", None)


def test_a_locked_task_runs_no_program() -> None:
    found = ProgramText(PROGRAM)
    locked = after(opened("lock=all"), OpenDialog("open"), ReadText(1, 9), ShowReading(found))
    assert "Run this program" not in text_in("#open", locked)
    assert not after(locked, RunProgram()).programs.active


HASKELL = "module Main where\nimport Maybe\nmain :: IO ()\nmain = print [(1,2)]"


@pytest.mark.parametrize(
    "text",
    ["for example:\na1 b3 c5 d7", "a1 b3\nwhile we wait", "1 2\n3 4", "import 3", "{", "", HASKELL],
)
def test_a_text_without_statements_is_no_program(text: str) -> None:
    assert program_in(text) is None


def test_a_long_line_is_checked_at_once() -> None:
    assert program_in("for a" + " in" * 30_000) is None
    assert program_in("def " + "a" * 90_000) is None
    assert program_in("print(1)" * 100_000) is None
