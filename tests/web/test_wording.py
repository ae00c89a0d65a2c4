"""Snapshots of the sentences that a reader sees, scene by scene.

A scene is an address and the actions of the reader: a square's name chooses it, `@` points at it,
and the words of ACTS are buttons. The snapshot lists the scenes, each followed by the text of some
regions of the page. To add a scene, write its line into the snapshot and refresh it.
"""

from collections.abc import Iterator, Mapping, Sequence

import pytest

from kt_core.board import Board
from tests.shared.searches import letters
from tests.shared.snapshots import SNAPSHOTS, assert_matches_snapshot
from tests.shared.states import opened, plain
from web.lab import intents as i
from web.lab.view.transport import event, step_sentence
from web.question.address import read
from web.state.intents import Intent
from web.view import whole_patches

USUAL = ("answer", "lane-0", "lane-1", "at", "of", "hint")
#: The regions in each snapshot.
REGIONS: Mapping[str, Sequence[str]] = {
    "watched": USUAL,
    "lecture": USUAL,
    "races": USUAL,
    "embeds": ("about",),
    "tasks": ("task", "answer"),
    "squares": ("square",),
    "games": ("answer",),
    "predictions": ("answer",),
    "reasons": ("answer",),
}
ACTS: Mapping[str, Intent] = {
    "again": i.StartAgain(),
    "back": i.StepBy(-1),
    "end": i.Finish(),
    "hint": i.GiveHint(),
    "judge": i.JudgeGame(),
    "predict": i.SetMode("predict"),
    "reasons": i.ShowInferences(on=True),
    "solve": i.Solve(),
    "start-over": i.Go(0),
    "step": i.StepBy(1),
    "undo": i.Undo(),
}


@pytest.mark.parametrize("name", REGIONS)
def test_the_sentences_of_scenes_match_their_snapshot(name: str) -> None:
    known = (SNAPSHOTS / f"sentences-{name}.txt").read_text("utf-8").splitlines()
    scenes = [line for line in known if not line.startswith("  ")]
    lines = (line for scene in scenes for line in scene_texts(scene, REGIONS[name]))
    assert_matches_snapshot(f"sentences-{name}", "\n".join(lines), "txt")


def scene_texts(scene: str, regions: Sequence[str]) -> Iterator[str]:
    """Yield a scene, then the text of each of these regions that is not empty."""
    address, *acts = scene.split()
    board = read(address)[0].board
    state = opened(address, *(intent(act, board) for act in acts))
    yield scene
    patches = whole_patches(state)
    for region in regions:
        look = patches[f"#{region}"]
        if text := plain(look["html"]) if not look.get("hidden") else "":
            yield f"  {region}: {text}"


def intent(act: str, board: Board) -> Intent:
    """Return the intent of a word of a scene."""
    if act in ACTS:
        return ACTS[act]
    square = Board(board.rows, board.columns).square(act.lstrip("@"))
    return i.PointAtSquare(square) if act.startswith("@") else i.Choose(square)


def test_the_sentences_about_six_letters_match_their_snapshot() -> None:
    trace = letters()
    told = [f"{step_sentence(trace, step)} / {event(trace, trace.at(step))}" for step in range(10)]
    told += [step_sentence(trace, step, tells_next=False) for step in (2, 3)]
    assert_matches_snapshot("sentences-letters", "\n".join(told), "txt")
