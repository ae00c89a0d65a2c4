"""Posters: pages as Python will show them, made at build time, for what Python has not started yet.

A poster travels finished: the looks of those regions that differ from the page's own. Nothing of an
address is understood before Python runs, but whether there is a poster of just that.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kt_core.board import Board
from kt_core.language import ENGLISH, N_, _, languages, speaking
from kt_core.tour import Puzzle
from web.draw.patch import outer
from web.make.fill import Looks, fill
from web.make.workshop import Workshop
from web.question import address
from web.question.question import BEST, Question
from web.search.work import work_for
from web.state import intents
from web.state.engine import AGREE_STEPS, HANDFUL_EVENTS
from web.state.state import Place, State
from web.state.update import update
from web.view import words
from web.view.table import seen

SIDES = range(3, 13)
LONG_STEPS = 20_000  # of a search: the poster of a longer one shows the best method's answer
GRAPH = "#board [data-layer=graph]"  # drawn on a small board, and not seen: too much to travel
LONG = N_(
    "By the best method; the search of Warnsdorff’s rule, which Solve runs, is a long one here."
)
WAITING = N_("This board is drawn as soon as Python has started.")


@dataclass(frozen=True)
class Poster:
    """How the page looks for one address; `whole` where Python will show the same."""

    link: str  # the address, as the page writes it
    looks: Looks
    whole: bool = True


def state_of(link: str) -> State | None:
    """Return the state in which the page answers a link; None where that takes a long search.

    A hopeless search is left where the page leaves it.
    """
    state = update(State(), intents.Open(link))
    work = work_for(state.question)
    while work.advance(HANDFUL_EVENTS):
        length = work.answer().length
        if work.hopeless and length >= AGREE_STEPS:
            break
        if length >= LONG_STEPS and not work.hopeless:
            return None
    return update(state, intents.Report(state.generation, work.answer(), done=True))


def posters(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the texts of the posters, which depend on our own modules and catalogues alone."""
    told = workshop.result("posters.json", [*files.values()], lambda: json.dumps(groups()).encode())
    texts: dict[str, str] = json.loads(told)
    return texts


def groups() -> dict[str, str]:
    """Return all posters as JSON, in groups that are small enough to be unpacked for one of them.

    By the group's name: {key: [link, whole, [[selector, look], ...], {language: looks}]}, where a
    language has what it says otherwise than English; see js/poster.js for keys.
    """
    grouped: dict[str, dict[str, object]] = defaultdict(dict)
    own = seen(first())
    for question in questions():
        posters = posters_of(question)
        english = posters.pop(ENGLISH)
        looks = [*_differing(english.looks, own).items()]
        others = {
            language: [*_differing(poster.looks, english.looks).items()]
            for language, poster in posters.items()
        }
        told = [english.link, english.whole, looks, others]
        grouped[f"posters-{question.board.rows}"][key(question)] = told
    return {name: _json(posters) for name, posters in grouped.items()}


def first_looks(language: str) -> list[object]:
    """Return the looks of the first page that are others in another language than English."""
    state = first()
    return [*_differing(seen(_in(state, language)), seen(state)).items()]


def index() -> str:
    """Return what js/poster.js needs to know of all of them, as JSON."""
    side = "|".join(map(str, SIDES))
    keys = f"^board=({side})x({side})(&closed=1)?$"  # of each poster; its rows are its group's
    asks = address.keys(Question()) | {"board": ""}  # which every poster names
    return _json({"keys": keys, "asks": asks, "waiting": _waiting()})


def questions() -> Iterator[Question]:
    """Yield the questions that have posters."""
    for closed in (False, True):
        for board in (Board(rows, columns) for rows in SIDES for columns in SIDES):
            yield Question(puzzle=Puzzle(board, 0, None, closed))


def key(question: Question) -> str:
    """Return the name of a poster: the keys of the address that ask just that, sorted.

    >>> key(Question())
    'board=8x8'
    """
    said = {"board": str(question.board)} | address.non_default_keys(question)
    return "&".join(sorted(f"{key}={value}" for key, value in said.items()))


def posters_of(question: Question) -> dict[str, Poster]:
    """Return how the page answers a question, in each language; English is the first."""
    link = address.write(question)
    state = state_of(link)
    if state:
        return {key: Poster(link, seen(_in(state, key))) for key in languages()}
    best = state_of(address.write(replace(question, ordering=BEST)))
    assert best
    return {key: _of_long_search(question, best, key) for key in languages()}


def _of_long_search(question: Question, best: State, language: str) -> Poster:
    with speaking(language):
        said = {"html": words.sentences_html((*_verdict(best), _(LONG)))}
    drawn = seen(_in(best, language))
    boards = {name: look for name, look in drawn.items() if name.startswith("#board")}
    waits = update(State(), intents.Open(address.write(replace(question, step=0))))
    looks: Looks = {**seen(_in(waits, language)), **boards, "#answer": said}
    return Poster(address.write(question), looks, whole=False)


def _in(state: State, language: str) -> State:
    """Return a state as it is where the browser speaks this language."""
    return replace(state, place=Place(language=language))


def _verdict(state: State) -> tuple[str, ...]:
    outcome = state.answer.whole
    told = words.verdict(state.question, outcome)
    return (told[0], outcome.reason)


def first() -> State:
    """Return the state that the page opens with."""
    state = state_of("")
    assert state
    return state


def _waiting() -> dict[str, list[object]]:
    """Return the looks of a page whose question nothing is known about, by language."""
    gone = ("#about", "#answer", "#rail", "#at", "#of", "#event", "#panel", "#hint")
    waiting: dict[str, list[object]] = {}
    for language in languages():
        with speaking(language):
            said = _(WAITING)
        waiting[language] = [[name, {"html": said if name == "#answer" else ""}] for name in gone]
    return waiting


def _differing(looks: Looks, own: Looks) -> dict[str, Mapping[str, object]]:
    """Return the looks that are not the page's own; what lies in another region stands in it."""
    without = {name: look for name, look in looks.items() if name != GRAPH}
    if looks["#board"] != own["#board"]:
        inner = {name: look for name, look in without.items() if outer(name) == "#board"}
        board = fill(f'<div id="board">{looks["#board"]["html"]}</div>', inner)
        whole = {"html": board.removeprefix('<div id="board">').removesuffix("</div>")}
        without = {name: look for name, look in without.items() if name not in inner}
        without["#board"] = whole
    other = {name for name, look in without.items() if look != own.get(name)}
    anew = {name for name in other if "html" in without[name]}  # with all that lies in them
    return {name: without[name] for name in without if name in other or outer(name) in anew}


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
