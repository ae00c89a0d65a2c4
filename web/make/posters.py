"""Posters: finished views of the page for many addresses, to show before Python starts.

A poster has the content of the regions that differ from those of the built page. Before Python
runs, scripts do not interpret an address; they only look up its poster. `fill` writes looks into
the HTML in the same way as js/show.js.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from kt_core.board import Board
from kt_core.drawing.shapes import LARGE_AREA, escape
from kt_core.language import ENGLISH, N_, _, in_each_language, languages
from kt_core.tour import Puzzle
from web.draw.patch import outer, selector, words_html
from web.lab.engine import AGREE_STEPS, EVENTS_PER_LOOK, work_for
from web.make.steps import Workshop
from web.page.update import next_state
from web.page.view import whole_patches
from web.question import address
from web.question.question import Question
from web.state import intents
from web.state.intents import SearchReport
from web.state.state import Place, State

Looks = Mapping[str, Mapping[str, "str | bool | None"]]

SIDES = range(3, 13)
LONG_STEPS = 20_000  # limit for the search on a poster
GRAPH = "#board [data-layer=graph]"  # small boards draw it even if hidden; posters leave it out
WAITING = N_("This board is drawn as soon as Python has started.")


def state_of(link: str) -> State | None:
    """Return the state in which the page answers a link; None if that takes a long search.

    A hopeless search stops at the same step as in the page.
    """
    state = next_state(State(), intents.Open(link))
    work = work_for(state.question)
    waits = state.question.step == 0
    while not (waits and work.recordings) and work.advance(EVENTS_PER_LOOK):
        length = work.answer().length
        if work.hopeless and length >= AGREE_STEPS:
            break
        if length >= LONG_STEPS and not work.hopeless:
            return None
    return next_state(state, SearchReport(state.search.generation, work.answer(), done=True))


def posters(workshop: Workshop, files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the texts of the posters, which depend only on our modules and catalogs."""
    packed = workshop.result(
        "posters.json", [*files.values()], lambda: json.dumps(groups()).encode()
    )
    texts: dict[str, str] = json.loads(packed)
    return texts


def groups() -> dict[str, str]:
    """Return all posters as JSON, in groups small enough to unpack for a single poster.

    The JSON of a group is {key: [link, [[selector, look], ...], {language: looks}]}. A language has
    only the looks that differ from English. A board whose search takes long has no poster.
    js/poster.js computes the keys.
    """
    grouped: dict[str, dict[str, object]] = defaultdict(dict)
    own = whole_patches(first())
    for question in questions():
        link = address.write(question)
        if not (state := state_of(link)):
            continue
        looks = looks_by_language(state)
        english = looks.pop(ENGLISH)
        others = {key: [*_changes(each, english).items()] for key, each in looks.items()}
        entry = [link, [*_changes(english, own).items()], others]
        grouped[group(question.board.rows)][key(question)] = entry
    return {name: _json(posters) for name, posters in grouped.items()}


def group(rows: int) -> str:
    """Return the name of the group of boards with `rows` rows; pairs of rows compress well.

    >>> group(5), group(6)
    ('posters-6', 'posters-6')
    """
    return f"posters-{rows + rows % 2}"


def first_looks(language: str) -> list[object]:
    """Return the regions of the first page that differ from English in a language."""
    state = first()
    return [*_changes(whole_patches(_in_language(state, language)), whole_patches(state)).items()]


def index() -> str:
    """Return the data about all posters that js/poster.js needs, as JSON."""
    side = "|".join(map(str, SIDES))
    keys = f"^board=({side})x({side})(&closed=1)?$"  # keys with a poster; the rows give its group
    asks = address.keys(Question()) | {"board": ""}  # used by every poster
    sizes = {"large": LARGE_AREA}
    plain = sorted(address.ASKS_FIRST)
    return _json({"keys": keys, "asks": asks, "plain": plain, "waiting": _waiting_looks(), **sizes})


def questions() -> Iterator[Question]:
    """Yield the questions that have posters."""
    for closed in (False, True):
        for board in (Board(rows, columns) for rows in SIDES for columns in SIDES):
            yield Question(puzzle=Puzzle(board, 0, None, closed))


def key(question: Question) -> str:
    """Return the key of a poster: the minimal keys of the address for this question, sorted.

    >>> key(Question())
    'board=8x8'
    """
    keys = {"board": str(question.board)} | address.non_default_keys(question)
    return "&".join(sorted(f"{key}={value}" for key, value in keys.items()))


def looks_by_language(state: State) -> dict[str, Looks]:
    """Return the view of a state in each language."""
    return {key: whole_patches(_in_language(state, key)) for key in languages()}


def _in_language(state: State, language: str) -> State:
    """Return the state in a browser with this language."""
    return replace(state, place=Place(language=language))


def first() -> State:
    """Return the state with which the page opens."""
    state = state_of("")
    assert state
    return state


def _waiting_looks() -> dict[str, list[object]]:
    """Return the looks of a page whose question has no answer yet, by language."""
    gone = ("#about", "#answer", "#actions", "#rail", "#at", "#of", "#panel", "#hint")
    return {
        language: [
            [name, {"html": words_html(sentence, "") if name == "#answer" else ""}] for name in gone
        ]
        for language, sentence in in_each_language(lambda: _(WAITING)).items()
    }


def _changes(looks: Looks, own: Looks) -> dict[str, Mapping[str, object]]:
    """Return the looks that differ from the page's own, without those inside other regions."""
    without = {name: look for name, look in looks.items() if name != GRAPH}
    if looks["#board"] != own["#board"]:
        inner = {name: look for name, look in without.items() if outer(name) == "#board"}
        board = fill(f'<div id="board">{looks["#board"]["html"]}</div>', inner)
        look_of_board = {"html": board.removeprefix('<div id="board">').removesuffix("</div>")}
        without = {name: look for name, look in without.items() if name not in inner}
        without["#board"] = look_of_board
    other = {name for name, look in without.items() if look != own.get(name)}
    # New HTML replaces the regions inside it, too.
    replaced = {name for name in other if "html" in without[name]}
    return {name: without[name] for name in without if name in other or outer(name) in replaced}


def _json(value: object) -> str:
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.replace("</", r"<\/")  # "</script>" would end the script


#: Patterns that find a step of a selector in a start tag: #id, [name=x], or an element's name.
_STEP = re.compile(r"#(?P<id>[\w-]+)|\[(?P<key>[\w-]+)='?(?P<value>[^'\]]+)'?\]|(?P<tag>[\w]+)")


def fill(page: str, looks: Looks) -> str:
    """Return a page with these looks in its regions; `ValueError` for a missing region.

    >>> fill('<p id="at" hidden></p>', {"#at": {"html": "step 1", "hidden": False}})
    '<p id="at">step 1</p>'
    >>> fill('<b> id="at"</b><p id="at"></p>', {"#at": {"html": "2"}})  # not in the text
    '<b> id="at"</b><p id="at">2</p>'
    """
    for region, look in looks.items():
        page = _fill_region(page, region, look)
    return page


def _fill_region(page: str, region: str, look: Mapping[str, str | bool | None]) -> str:
    begin, end = _tag(page, region)
    tag, inner = page[begin:end], look.get("html")
    name = re.match(r"<(\w+)", tag)
    assert name
    attributes = {key: value for key, value in look.items() if key not in ("html", "open", "cells")}
    if name[1] == "select":
        chosen = attributes.pop("value")
        close = page.index("</select>", end)
        choices = page[end:close].replace(" selected", "")
        choices = choices.replace(f'value="{chosen}"', f'value="{chosen}" selected', 1)
        page = page[:end] + choices + page[close:]
    if inner is not None:
        page = page[:end] + str(inner) + page[_close(page, end, name[1]) :]
    if "cells" in look:
        close = _close(page, end, name[1])
        page = page[:end] + _with_cell_names(page[end:close], str(look["cells"])) + page[close:]
    return page[:begin] + _with_attributes(tag, attributes) + page[end:]


def _with_cell_names(board: str, names: str) -> str:
    """Return a board whose cells have these names, joined by |."""
    names_left = iter(names.split("|"))
    cell = re.compile(r'(role="gridcell"[^>]*? aria-label=")[^"]*')
    return cell.sub(lambda found: found[1] + escape(next(names_left)), board)


def _tag(page: str, region: str) -> tuple[int, int]:
    """Return the range of the start tag of a region."""
    begin = end = 0
    for step in selector(region).replace(":root", "html").replace(">", " ").split():
        place = _start_tag(page, step, end)
        if not place:
            raise ValueError(f"web/index.html has no place for the region {region}")
        begin, end = place
    return begin, end


def _start_tag(page: str, step: str, after: int) -> tuple[int, int] | None:
    """Return the range of the first start tag, after a position, that matches a selector step."""
    found = _STEP.fullmatch(step)
    assert found, f"{step} is a selector that the build does not know"
    if found["tag"]:
        tag = re.compile(rf"<{found['tag']}\b[^>]*>").search(page, after)
        return tag and tag.span()
    key, value = ("id", found["id"]) if found["id"] else (found["key"], found["value"])
    # In a text, the next sign of a tag would be <.
    rest = re.compile(rf' {key}="{re.escape(value)}"[^<>]*>').search(page, after)
    return rest and (page.rfind("<", after, rest.start()), rest.end())


def _close(page: str, begin: int, name: str) -> int:
    """Return the position of the end tag of an element whose content begins here."""
    depth = 1
    for tag in re.compile(rf"<(/?){name}\b[^>]*?(/?)>").finditer(page, begin):
        if not tag[2]:
            depth += -1 if tag[1] else 1
        if not depth:
            return tag.start()
    raise ValueError(f"web/index.html has a {name} element without an end")


def _with_attributes(tag: str, attributes: Mapping[str, str | bool | None]) -> str:
    for key, value in attributes.items():
        tag = re.sub(rf'\s{key}(="[^"]*")?(?=[\s/>])', "", tag, count=1)
        if value is not None and value is not False:
            attribute = f" {key}" if value is True else f' {key}="{escape(value)}"'
            tag = re.sub(r"(/?>)$", lambda end, attribute=attribute: attribute + end[1], tag)  # type: ignore[misc]
    return tag
