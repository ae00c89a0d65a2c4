"""What each key of the address means, in words: a row here for each row of `web.question.keys`.

docs/address.md is made of both, by `reference`. No page needs these words, so none carries them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kt_core.orderings import ORDERINGS
from web.lesson.book import sections
from web.question.question import (
    BEST,
    LOADING,
    MODES,
    MOST_TASK_STEPS,
    NO_SYMMETRY,
    OWN,
    PANELS,
    SHOWABLE,
    SYMMETRIES,
    THEMES,
)
from web.question.values import LONGEST_ASK, MOST_ALLOWED


class Meaning(NamedTuple):
    """What one key means: its values, and what they do; its default where that needs words."""

    values: str
    text: str
    default: str = ""  # "": as an address would write it


def names(each: Iterable[str]) -> str:
    """Return names as code, with commas between them."""
    return ", ".join(f"`{name}`" for name in each)


SWITCH = names("01")
SQUARE = "a square, such as `c3`"
WRITTEN = "the page writes it"

#: The keys by what they are for, in the order in which they are told.
MEANINGS: Mapping[str, Mapping[str, Meaning]] = {
    "The question": {
        "board": Meaning("rows x columns, each 1 to 1000", "The board."),
        "holes": Meaning(
            "squares, as in `c3,d4`", "Squares that are cut out of the board.", "none"
        ),
        "start": Meaning(SQUARE, "Where the tour begins."),
        "end": Meaning(SQUARE, "Where an open tour ends.", "anywhere"),
        "closed": Meaning(
            SWITCH, "1 asks for a closed tour: its last square is a move from its first."
        ),
        "symmetry": Meaning(
            names((NO_SYMMETRY, *SYMMETRIES)),
            "The tour is its own image under this turn or mirror. It makes the ordering `best`.",
        ),
        "ordering": Meaning(
            names((*ORDERINGS, BEST, OWN)),
            "Which move the search tries first: see [the orderings](#the-move-orderings). `best` is"
            " whatever method `solve` picks; `own` is the reader’s code.",
        ),
        "seed": Meaning(
            "a whole number", "Chance, for `random` and `best`: the same seed, the same tour."
        ),
        "mix": Meaning(
            SWITCH,
            "Whether the `best` tour of a large board is mixed, with seed 0 too; else its tiles are"
            " seen.",
        ),
        "prune": Meaning(SWITCH, "Whether the search skips moves that strand a square."),
        "race": Meaning(
            f"a second ordering, or `{BEST}`", "It runs beside the first, step by step.", "none"
        ),
        "tour": Meaning(
            "a name, as in `jaenisch-1862`; or `letters`",
            "A tour of [the gallery](#the-gallery); or the textbook’s graph of six vertices.",
            "none",
        ),
        "path": Meaning(
            WRITTEN, "The moves of a tour that was opened, packed, up to 4 kB.", "none"
        ),
    },
    "The reader’s part": {
        "mode": Meaning(
            names(MODES),
            "The reader watches the search, predicts its next move, or moves the knight.",
        ),
        "code": Meaning(
            WRITTEN,
            "What `ordering=own` runs, compressed, up to 8 kB. It runs once the reader presses"
            " Run.",
            "none",
        ),
        "check": Meaning(
            f"steps, 1 to {MOST_TASK_STEPS:,}",
            "A task for that code: a tour from every start within so many steps each.",
            "none",
        ),
        "game": Meaning(
            WRITTEN,
            "How far the reader is. Of a game: its moves, packed, the hints, and the moves taken"
            " back. Of predictions: the step, how many were right, and of how many.",
            "none",
        ),
        "said": Meaning(
            "as in `graph:2`",
            "What the reader answered to the questions of the chapter.",
            "nothing",
        ),
    },
    "A task": {
        "lock": Meaning(
            "names of keys, or `all`; and `hints`",
            "What the reader may not change. `hints`: there are no hints, and no answer to “Still"
            " possible?”.",
            "none",
        ),
        "hints": Meaning(
            f"0 to {MOST_ALLOWED:,}",
            "The most hints that there may be, in all games of the task.",
            "any number",
        ),
        "undos": Meaning(
            f"0 to {MOST_ALLOWED:,}",
            "The most moves that may be taken back, in all games of the task.",
            "any number",
        ),
        "ask": Meaning(
            f"text, up to {LONGEST_ASK} characters",
            "A sentence of the teacher’s own, which is shown as it is.",
            "none",
        ),
    },
    "How it is seen": {
        "show": Meaning(f"any of {names(SHOWABLE)}, or `none`", "What is drawn on the board."),
        "step": Meaning(
            "a number from 0 on, or `end`",
            "How many events of the search are replayed, or reasons of a refutation.",
            "`end`; 1 in `predict`, 0 in `play`",
        ),
        "view": Meaning(
            f"`lab`, `chapter`, {names(sections())}",
            "The lab, all of the chapter, or one section of it.",
            "lab",
        ),
        "at": Meaning(
            "as in `graph:7,search:0.3`",
            "Where the dials of the chapter’s figures stand.",
            "as built",
        ),
        "lang": Meaning(names(("en", "zh")), "English or Chinese.", "the browser’s"),
        "theme": Meaning(
            names(THEMES),
            "`auto`: the element is as dark as what is behind it; a frame goes by the"
            " `color-scheme` of its page; else the reader’s system decides.",
            "auto",
        ),
        "present": Meaning(SWITCH, "1 shows the board alone, for a lecture.", "0"),
        "loading": Meaning(names(LOADING), "When Python starts.", "eager; lazy in an embed"),
    },
    "An embed": {
        "embed": Meaning(SWITCH, "1 leaves the board, the transport and the answer.", "0"),
        "panels": Meaning(
            f"any of {names(PANELS)}", "Panels beside the board of an embed.", "none"
        ),
        "splice": Meaning(SWITCH, "1 sends [SPLICE messages](messages.md#splice).", "0"),
    },
}
