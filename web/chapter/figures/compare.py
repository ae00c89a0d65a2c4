"""Two searches of the graph of letters side by side, after the same number of steps. Pure.

White and gray have the same meaning in all searches: not found yet, and found.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from kt_core.drawing.shapes import escape
from kt_core.graph import LETTERS, Graph
from kt_core.language import N_
from kt_core.search import search
from web.chapter.book import Words, count_text, translation
from web.chapter.figures import letters
from web.chapter.figures.layout import DRAWING, Guess, paragraph, slider, with_title
from web.chapter.lesson import Values
from web.draw.patch import Lazy, Patches

Vertices = tuple[str, ...]


@dataclass(frozen=True)
class Moment:
    """A search after a step."""

    order: Vertices  # the vertices visited so far, except those freed by backtracking
    held: Vertices  # the vertices on the stack or in the queue
    now: str
    gray: frozenset[str]


def backtracking(graph: Graph[str], start: str) -> Iterator[Moment]:
    """Yield each step of a search that frees a vertex when it backtracks."""
    path = dict[Any, Any]()
    for _event in search(graph, start, path=path):
        held = tuple(path)
        yield Moment(held, held, held[-1], frozenset(held))
        if len(held) == len(graph):
            return


def traversal(graph: Graph[str], start: str) -> Iterator[Moment]:
    """Yield each step of a depth-first traversal, which visits each vertex only once."""
    order, stack = [start], [start]
    while stack:
        yield Moment(tuple(order), tuple(stack), stack[-1], frozenset(order))
        end = next((each for each in graph[stack[-1]] if each not in order), None)
        if end is None:
            stack.pop()
        else:
            order.append(end)
            stack.append(end)


def breadth_first(graph: Graph[str], start: str) -> Iterator[Moment]:
    """Yield each step of a breadth-first search; every step visits a vertex."""
    queue, order, gray = deque([start]), list[str](), {start}
    while queue:
        order.append(queue.popleft())
        new = [end for end in graph[order[-1]] if end not in gray]
        queue += new
        gray |= {*new}
        yield Moment(tuple(order), tuple(queue), order[-1], frozenset(gray))


@dataclass(frozen=True)
class ComparedSearch:
    """A search: its moments, its name, the name of its stack or queue, and its description."""

    moments: Callable[[Graph[str], str], Iterator[Moment]]
    name: str
    title: str
    holds: str
    description: str


KINDS: Mapping[str, ComparedSearch] = {
    "backtracking": ComparedSearch(
        backtracking,
        N_("Backtracking"),
        N_("Backtracking: a vertex that is left turns white"),
        N_("Stack"),
        N_("Backtracking has the path {order}."),
    ),
    "traversal": ComparedSearch(
        traversal,
        N_("Depth-first traversal"),
        N_("Depth-first traversal: a vertex stays gray"),
        N_("Stack"),
        N_("Depth-first traversal has visited {order}."),
    ),
    "breadth-first": ComparedSearch(
        breadth_first,
        N_("Breadth-first search"),
        N_("Breadth-first search: a vertex stays gray"),
        N_("Queue"),
        N_("Breadth-first search has visited {order}."),
    ),
}


@cache
def moments(words: Words) -> tuple[tuple[Moment, ...], ...]:
    """Return the moments of two searches, one pair for each position of the dial.

    Beside a breadth-first search, which never backtracks, every step is a visit.
    """
    both = [tuple(KINDS[kind].moments(LETTERS, "A")) for kind in words]
    if "breadth-first" in words:
        both = [_visits(each) for each in both]
    return tuple(zip(*both, strict=False))


def _visits(all_moments: tuple[Moment, ...]) -> tuple[Moment, ...]:
    first = {len(moment.order): moment for moment in reversed(all_moments)}
    return tuple(first[n] for n in sorted(first))


def regions(words: Words, values: Values, lit: str, language: str) -> Patches:
    """Yield both searches after the same number of steps."""
    yield DRAWING, Lazy(_both, words, values[0], language)
    yield " [name=step]", slider(values[0], sentence(words, values, language))


def sentence(words: Words, values: Values, language: str) -> str:
    """Describe both searches in a sentence each."""
    sentences = (
        translation(language, KINDS[kind].description, order=" ".join(moment.order))
        for kind, moment in zip(words, moments(words)[values[0]], strict=True)
    )
    return paragraph(language, *sentences)


def _both(words: Words, step: int, language: str) -> Iterator[str]:
    yield '<div class="pair">'
    for kind, moment in zip(words, moments(words)[step], strict=True):
        title = translation(language, KINDS[kind].title)
        yield with_title(title, _picture(moment, title, language)).removesuffix("</div>")
        holds = escape(translation(language, KINDS[kind].holds))
        count = count_text(language, len(moment.held))
        chips = "".join(f"<li>{vertex}</li>" for vertex in moment.held)
        yield (
            f'<p class="holds"><span>{holds} ({count})</span></p>'
            f'<ul class="chips">{chips or "<li>–</li>"}</ul></div>'
        )
    yield "</div>"


def _picture(moment: Moment, title: str, language: str) -> str:
    steps = {
        vertex: translation(language, "step {n}", n=step)
        for step, vertex in enumerate(moment.order, start=1)
    }
    waits = {vertex: translation(language, N_("waits")) for vertex in moment.gray}
    layers = (
        letters.ground(),
        letters.edges(LETTERS),
        letters.described_vertices(waits | steps, moment.now),
        map(letters.ring, moment.held),
    )
    return letters.svg_of(map("".join, layers), title)


def _asks(words: Words, values: Values, language: str) -> str:
    text = N_("Which search visits D first?")
    if "backtracking" in words:
        text = N_("Which search visits C twice?")
    return translation(language, text)


def _right(words: Words, values: Values) -> int:
    """Return the search that visits D first, or C twice, once the figure shows it."""
    pairs = moments(words)[: values[0] + 1]
    orders = [[pair[place].order for pair in pairs] for place in (0, 1)]
    if "backtracking" in words:
        return int(len(pairs) == len(moments(words)))
    arrivals = [sum("D" not in order for order in each) for each in orders]
    return 1 + arrivals.index(min(arrivals)) if min(arrivals) < len(pairs) else 0


def _names(words: Words, values: Values) -> tuple[str, str]:
    return KINDS[words[0]].name, KINDS[words[1]].name


GUESS = Guess(_asks, _right, _names)
