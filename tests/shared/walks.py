"""Random sequences of intents on small boards, as of a hurried reader."""

from collections.abc import Iterator
from random import Random

from kt_core.orderings import ORDERINGS
from web.question.address import query
from web.question.question import BEST, MODES, PANELS, SHOWABLE
from web.state import intents
from web.state.state import Place

ADDRESSES = (
    *("", "#board=5x5", "#board=5x5&step=0", "#board=3x4&step=9", "#board=5x5&closed=1"),
    *("#board=5x6&holes=a1,c3&show=path,degrees", "#board=4x4", "#board=5x5&mode=play"),
    *("#board=4x4&closed=1", "#board=4x4&closed=1&ordering=best&step=2"),
    *("#board=5x5&mode=predict", "#tour=euler-6x6&step=7", "#start=z9&seed=x"),
    *("#board=5x5&ordering=textbook&prune=0&step=300", "#board=5x5&race=most-moves"),
    *("#board=6x6&ordering=best", "#board=5x5&mode=play&lock=all", "#board=3x4&path=junk"),
    *("#board=5x5&start=c3&lock=start,board", "#board=5x5&mode=predict&lock=all&embed=1"),
    *("#board=5x5&mode=play&hints=1&lock=hints", "#board=3x4&mode=play&game=A2E,1,2&present=1"),
    *("#board=41x3&step=0", "#board=800x2&step=0", "#board=1x1", "#tour=letters&board=1x5&end=t20"),
)
TEXTS = ("", "a1", "b2", "e5", "z9", "<b>", "1", "3", "5", "6", "0", "999999", "c3 d4")
SETS = ({"board": "5x5"}, {"closed": "1"}, {"start": "q"}, {"mode": "play"}, {"lock": ""})


def walk(seed: int, length: int) -> Iterator[intents.Intent]:
    """Yield intents: an address, then possible actions of a reader."""
    chance = Random(seed)
    place = Place("file:///knights-tour.html")
    yield intents.Open(chance.choice(ADDRESSES), place)
    for _ in range(length):
        yield some(chance)


def by_reader(chance: Random) -> intents.Intent:
    """Return a possible action of a reader, not of a host page or a course, which may set keys."""
    found = some(chance)
    others = isinstance(found, intents.Open | intents.SetKeys | intents.RestoreWork)
    around = isinstance(found, intents.Wish) and found.from_host
    return by_reader(chance) if others or around else found


def some(chance: Random) -> intents.Intent:
    """Return a possible action of a reader, a host page or a course."""
    pick = chance.choice
    fields = ("rows", "columns", "start", "end", "holes", "seed")
    ways = (
        lambda: intents.Open(pick(ADDRESSES)),
        lambda: intents.Navigate(pick(ADDRESSES)),
        lambda: intents.OpenPreset(pick(ADDRESSES), pick((True, False))),
        lambda: intents.Type(pick(fields), pick(TEXTS)),
        lambda: intents.Enter(pick(fields), pick(TEXTS)),
        lambda: intents.Submit(pick(("start", "rows", "seed")), pick(TEXTS)),
        lambda: intents.Enter("ordering", pick((*ORDERINGS, BEST))),
        lambda: intents.Enter("race", pick(("", *ORDERINGS))),
        lambda: intents.Enter("famous", pick(("", "euler-6x6"))),
        lambda: intents.Enter(pick(("closed", "prune")), pick(("", "1"))),
        lambda: intents.Resize(pick(("rows", "columns")), pick((1, -1, -10))),
        lambda: intents.ToggleLayer(pick(SHOWABLE)),
        intents.Solve,
        intents.ShowOffer,
        lambda: intents.ShowInferences(pick((True, True, False))),
        lambda: intents.Choose(chance.randrange(36), hole=chance.random() < 0.2),
        lambda: intents.Choose(chance.randrange(36)),
        lambda: intents.SetLook("cutting", chance.random() < 0.5),
        lambda: intents.PointAtSquare(pick((None, 0, 7, 11))),
        lambda: intents.MoveCursor(chance.randrange(9), pick((0, 1, -1)), pick((0, 1, -1))),
        lambda: intents.Enlarge(pick((0, 0.5, 1.5, 3)), chance.random(), chance.random()),
        lambda: intents.Pan(chance.uniform(-1, 1), chance.uniform(-1, 1)),
        lambda: intents.Go(pick((0, 1, 5, 10_000))),
        lambda: intents.StepBy(pick((1, 1, -1))),
        intents.Finish,
        lambda: intents.Jump(pick((1, 1, -1))),
        intents.PlaySteps,
        intents.Pause,
        lambda: intents.SetLook("speed", chance.randrange(10)),
        lambda: intents.SetLook("panel", pick(PANELS)),
        lambda: intents.ShowPlace(pick(("watch", "play", "own"))),
        lambda: intents.ShowForm(pick(("", "closed", "holes"))),
        lambda: intents.SetLook("recursive", pick((True, False))),
        lambda: intents.Present(pick((True, False))),
        lambda: intents.SetMode(pick(MODES)),
        lambda: pick(
            (intents.Undo(), intents.StartAgain(), intents.JudgeGame(advises=pick((True, False))))
        ),
        lambda: intents.OpenDialog(pick(("share", "open", ""))),
        lambda: intents.ReportProgress("Something was said."),
        lambda: intents.ReadText(pick((0, 1)), pick((9, 9_000_000))),
        lambda: intents.SetKeys(pick(SETS)),
        lambda: intents.RestoreWork(pick(SETS), chance.random()),
        lambda: intents.Navigate(query(pick(SETS))),
        lambda: pick((intents.Solve(from_host=True), intents.StepBy(1, from_host=True))),
    )
    return pick(ways)()
