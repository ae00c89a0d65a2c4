"""Snapshots of the sentences that a reader sees, scene by scene.

A scene is an address and the actions of the reader: a square's name chooses it, `@` points at it,
a number is a step, `rows=6` fills in a field, an address is that of a preset, `answer:graph:2` is a
click elsewhere, and the words of ACTS are buttons. The snapshot lists the scenes, each followed by
the text of some regions of the page, by the score and by the page's address. To add a scene, write
its line into the snapshot and refresh it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest

from kt_core.board import Board
from tests.shared.searches import letters
from tests.shared.snapshots import SNAPSHOTS, assert_matches_snapshot
from tests.shared.states import opened, plain
from web.lab.view.transport import event
from web.page.view import whole_patches
from web.question.address import read, write
from web.state import intents as i

USUAL = ("answer", "lane-0", "lane-1", "at", "of", "hint")
ACTED = ("asked", *USUAL, "actions")
#: The regions in each snapshot.
REGIONS: Mapping[str, Sequence[str]] = {
    "watched": ACTED,
    "lecture": USUAL,
    "races": USUAL,
    "embeds": ("about",),
    "tasks": ("task", "answer"),
    "squares": ("square",),
    "games": ("answer", "move-list", "actions", "link"),
    "predictions": ("answer", "move-list", "actions"),
    "steps": ("answer", "at", "of", "actions", "link"),
    "scores": ("hint", "at", "score", "link"),
    "refusals": ("hint", "at", "move-list", "link"),
    "reasons": ("answer",),
}
ACTS: Mapping[str, i.Intent] = {
    "again": i.StartAgain(),
    "back": i.StepBy(-1),
    "best": i.Submit("ordering", "best"),
    "close": i.ShowInferences(on=False),
    "end": i.Finish(),
    "hint": i.JudgeGame(advises=True),
    "graph": i.ToggleLayer("graph"),
    "judge": i.JudgeGame(),
    "jump": i.Jump(1),
    "jump-back": i.Jump(-1),
    "larger": i.Resize("rows", 1),
    "play": i.SetMode("play"),
    "predict": i.SetMode("predict"),
    "reasons": i.ShowInferences(on=True),
    "redo": i.Redo(),
    "run": i.PlaySteps(),
    "skip": i.Skip(),
    "smaller": i.Resize("rows", -1),
    "solve": i.Solve(),
    "start-over": i.Go(0),
    "step": i.StepBy(1),
    "try-all": i.TryAll(),
    "undo": i.Undo(),
    "watch": i.SetMode("watch"),
}
#: Acts outside the lab, by the word before their colon.
ELSEWHERE: Mapping[str, Callable[[str], i.Intent]] = {
    "answer": lambda text: i.GiveAnswer(*text.split(":", 1)),
    "goto": i.Navigate,
    "show": i.ShowSection,
    "template": i.LoadTemplate,
    "try": lambda text: i.TryInLab(*text.split(":", 1)),
}


@pytest.mark.sample(4)
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
    link, done = re.sub("code=[^&]+", "code=…", write(state.question)), ", done" * state.earned.done
    lines = {"link": link, "score": f"{state.earned.score:g}{done}"}
    for region in regions:
        if region in lines:
            yield f"  {region}: {lines[region]}"
            continue
        look = patches[f"#{region}"]
        if text := plain(look["html"]) if not look.get("hidden") else "":
            yield f"  {region}: {re.sub(', [0-9,]+ ms', '', text)}"


def intent(act: str, board: Board) -> i.Intent:
    """Return the intent of a word of a scene."""
    if act in ACTS:
        return ACTS[act]
    word, colon, text = act.partition(":")
    if colon and word in ELSEWHERE:
        return ELSEWHERE[word](text)
    if act.isdecimal():
        return i.Go(int(act))
    if act.startswith("#"):
        return i.OpenPreset(act)
    if "=" in act:
        return i.Enter(*act.split("="))
    square = Board(board.rows, board.columns).square(act.lstrip("@"))
    return i.PointAtSquare(square) if act.startswith("@") else i.Choose(square)


def test_the_sentences_about_six_letters_match_their_snapshot() -> None:
    trace = letters()
    told = [event(trace, trace.at(step)) for step in range(10)]
    assert_matches_snapshot("sentences-letters", "\n".join(told), "txt")
