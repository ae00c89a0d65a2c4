"""Snapshots of the sentences that a reader sees, scene by scene.

A scene is an address and the actions of the reader: a square's name chooses it, `@` points at it,
and the words of ACTS are buttons. The snapshot has the text of each region of the page.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape

import pytest

from kt_core.board import Board
from tests.shared.searches import letters
from tests.shared.snapshots import assert_matches_snapshot
from tests.shared.states import after, opened
from web.lab import intents as i
from web.lab.view.event import event, step_sentence
from web.state.intents import Intent
from web.state.state import State
from web.view import whole_patches

#: The regions of the scenes of a group that do not have the usual ones.
USUAL = ("answer", "event", "lane-0", "lane-1", "at", "of", "hint")
REGIONS = {
    "embeds": ("about",),
    "games": ("answer",),
    "predictions": ("answer",),
    "reasons": ("event",),
    "squares": ("square",),
    "tasks": ("task", "answer"),
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

SCENES = {
    "watched": """
        #
        #board=6x6&closed=1
        #board=1x1
        #step=12
        #start=c3&step=0
        #board=3x7&step=0
        #ordering=best
        #board=41x40&ordering=best&step=12
        #board=40x40
        #board=2x900
        #board=41x40&step=0
        #end=b1&step=0
        #holes=c3&step=0
        #holes=c3,c4&step=0
        #board=201x200&holes=c3,c4&end=b1&ordering=best&step=0
        #start=a1&end=c1
        #start=a1&end=c1 start-over
        #board=3x3
        #board=4x4
        #board=3x3&closed=1
        #board=5x5&start=b1
        #board=5x5&start=b1&ordering=best
        #board=5x5&closed=1&ordering=best
        #board=5x5&ordering=textbook&prune=0&step=21
        #board=5x5&ordering=textbook&prune=0&step=22
        #board=5x5&ordering=textbook&prune=0&step=40
        #board=3x4&start=b1&ordering=textbook&prune=0&step=0 end
        #step=1
    """,
    "lecture": """
        #board=5x5&ordering=textbook&step=3&present=1
        #board=5x5&ordering=textbook&present=1
        #board=6x6&ordering=best&step=4&present=1
        #board=5x5&mode=play&present=1
    """,
    "races": """
        #race=textbook
        #ordering=textbook&race=warnsdorff
        #race=most-moves
        #race=warnsdorff
        #board=3x3&race=textbook
        #board=5x5&start=b1&race=textbook
        #race=textbook&step=12
        #race=textbook&step=1
        #race=most-moves&step=0
        #race=roth&step=0
        #board=5x5&race=textbook&prune=0
        #board=5x5&race=textbook&prune=0&step=12
        #board=5x5&race=textbook&prune=0 end
        #board=5x5&race=textbook&prune=0 end back
        #board=5x5&ordering=textbook&race=roth&prune=0
    """,
    "embeds": """
        #embed=1
        #embed=1&board=6x7&closed=1&ordering=best
        #embed=1&board=5x5&holes=c3&end=e5&ordering=textbook
        #embed=1&race=textbook
        #embed=1&mode=play&start=c3
    """,
    "tasks": """
        #mode=play&lock=all
        #mode=play&lock=start
        #mode=play&lock=tour
        #mode=play&lock=closed,board
        #mode=play&closed=1&lock=all
        #mode=play&end=b1&lock=end
        #mode=play&hints=2
        #mode=play&hints=1&lock=start
        #mode=play&hints=0
        #mode=play&undos=0
        #mode=play&undos=1
        #mode=play&lock=hints
        #mode=play&lock=all,hints
        #mode=play&closed=1&start=c3&lock=all&hints=2
        #lock=start
        #lock=all
        #splice=1
        #mode=predict&splice=1
        #ordering=own&splice=1
        #view=graph&splice=1&embed=1
        #view=graph&splice=1
    """,
    "squares": """
        #board=4x5&holes=e4&step=0 @e4
        #board=4x5&step=7 @a1
        #board=4x5&step=7 @e4
        #board=4x5&step=7 @c2
        #board=4x5&step=7 @b4
        #board=4x5&step=0 @e4
        #board=4x5 @e4
        #board=4x5 @c4
        #board=5x6&closed=1 @b3
        #board=5x5&mode=predict&step=5 @b4
        #board=5x5&mode=play @b4
        #board=1x1&step=0 @a1
    """,
    "games": """
        #board=3x4&mode=play
        #board=3x4&mode=play b3
        #board=3x4&mode=play d1
        #board=3x4&mode=play b3 d3
        #board=3x4&mode=play b3 b3
        #board=3x4&mode=play b3 d2 b1
        #board=3x4&mode=play b3 d2 b1 a3 c2
        #board=3x4&mode=play c2 a3 b1 d2
        #board=3x4&mode=play c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3
        #board=3x4&mode=play&end=b1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3
        #board=3x3&holes=b2&closed=1&mode=play c2 a3 b1 c3 a2 c1 b3
        #board=3x4&mode=play hint
        #board=3x4&mode=play hint c2 judge hint
        #board=4x5&mode=play&end=d1 c2 judge
        #board=4x5&mode=play&end=d1 c2 judge hint
        #board=4x5&mode=play&end=d1 c2 judge undo hint
        #board=5x5&mode=play c2 b4 d3 b2 d1 judge
        #board=3x3&mode=play hint
        #board=3x3&start=b2&mode=play
        #board=3x3&start=b2&mode=play hint
        #board=5x5&closed=1&mode=play hint
        #board=5x5&start=b1&mode=play judge hint
        #board=5x6&closed=1&holes=b2,d3,f4,b5&mode=play judge hint
    """,
    "predictions": """
        #mode=predict
        #mode=predict&step=0
        #mode=predict start-over
        #mode=predict c2
        #mode=predict b3
        #mode=predict c2 b4
        #mode=predict a1
        #mode=predict h8
        #mode=predict&start=b2 d3
        #mode=predict&start=b2 d3 f2
        #mode=predict&start=b2 d3 f2 b2
        # predict
        #mode=play predict
    """,
    "reasons": """
        #board=6x3&holes=b2,b5&closed=1&ordering=best
        #board=6x3&holes=b2,b5&closed=1&ordering=best reasons
        #board=6x3&holes=b2,b5&closed=1&ordering=best reasons step
        #board=6x3&holes=b2,b5&closed=1&ordering=best reasons end
        #board=7x7&closed=1 reasons step
        #board=4x6&closed=1&ordering=best reasons step
        #board=4x6&closed=1&ordering=best reasons end
        #board=3x8&closed=1 reasons step
        #board=5x5&start=b1 reasons step
        #board=2x5&ordering=best reasons step
        #board=4x4 reasons step
    """,
}


@pytest.mark.parametrize("name", SCENES)
def test_the_sentences_of_scenes_match_their_snapshot(name: str) -> None:
    scenes = filter(str.strip, SCENES[name].split("\n"))
    lines = (
        line for scene in scenes for line in scene_texts(scene.strip(), REGIONS.get(name, USUAL))
    )
    assert_matches_snapshot(f"sentences-{name}", "\n".join(lines), "txt")


def scene_texts(scene: str, regions: Sequence[str]) -> Iterator[str]:
    """Yield a scene, then the text of each of these regions that is not empty."""
    address, *acts = scene.split()
    state = opened(address)
    for act in acts:
        state = after(state, intent(act, state))
    yield scene
    patches = whole_patches(state)
    for region in regions:
        look = patches[f"#{region}"]
        if text := plain(str(look["html"])) if not look.get("hidden") else "":
            yield f"  {region}: {text}"


def intent(act: str, state: State) -> Intent:
    """Return the intent of a word of a scene."""
    if act in ACTS:
        return ACTS[act]
    board = state.question.board
    square = Board(board.rows, board.columns).square(act.lstrip("@"))
    return i.PointAtSquare(square) if act.startswith("@") else i.Choose(square)


def plain(html: str) -> str:
    """Return the text of HTML, without drawings."""
    text = re.sub("<[^>]+>", " ", re.sub("<svg.*?</svg>", "", html, flags=re.DOTALL))
    return " ".join(unescape(text).split())


def test_the_sentences_about_six_letters_match_their_snapshot() -> None:
    trace = letters()
    told = [f"{step_sentence(trace, step)} / {event(trace, trace.at(step))}" for step in range(10)]
    told += [step_sentence(trace, step, tells_next=False) for step in (2, 3)]
    assert_matches_snapshot("sentences-letters", "\n".join(told), "txt")
