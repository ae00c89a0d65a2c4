"""Every figure's drawing by its name, and what can be turned in it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kt_core.drawing.shapes import escaped
from kt_core.language import N_
from web.figure import beyond, branches, growth, kinds, matrix, moves, rule, search, success, tour
from web.figure.parts import Patches
from web.lesson.figures import Figure, Values
from web.lesson.words import told

Words = tuple[str, ...]


@dataclass(frozen=True)
class Drawn:
    """What draws a figure, what says it, and the names of its dials for those who turn them."""

    regions: Callable[[Words, Values, str, str], Patches]
    said: Callable[[Words, Values, str], str]
    dials: Mapping[str, str] = field(default_factory=dict)
    table: Callable[[Words, str], list[list[str]]] | None = None  # the numbers of a chart
    measured: Callable[[Values, int, str], str] | None = None  # what was measured here


STEPS = {"step": N_("Step")}
DRAWN: Mapping[str, Drawn] = {
    "tour": Drawn(tour.regions, tour.said, STEPS),
    "moves": Drawn(moves.regions, moves.said, {"square": N_("Square of the knight")}),
    "matrix": Drawn(matrix.regions, matrix.said, {"square": N_("Square")}, table=matrix.table),
    "search": Drawn(search.regions, search.said, {"graph": N_("Graph"), **STEPS}),
    "growth": Drawn(
        growth.regions,
        growth.said,
        {"side": N_("Side of the board")},
        table=growth.table,
        measured=growth.measured,
    ),
    "rule": Drawn(rule.regions, rule.said, STEPS, measured=rule.measured),
    "beyond": Drawn(beyond.regions, beyond.said, {"which": N_("Which")}),
    "kinds": Drawn(kinds.regions, kinds.said, {"which": N_("Kind"), "turn": N_("Turn")}),
}
#: Charts that stand still, each with its numbers.
CHARTS = {
    "branches": (branches.drawn, branches.table),
    "success": (success.drawn, success.table),
}


def controls(figure: Figure, language: str) -> str:
    """Return the controls of a figure as HTML: a slider for each dial, and buttons."""
    drawn = DRAWN[figure.kind]
    parts = [
        _slider(figure, place, told(language, name))
        for place, name in enumerate(drawn.dials.values())
    ]
    if figure.player:
        parts += [
            _step("-1", N_("Back"), language),
            _step("+1", N_("Step"), language),
            _button("run"),
        ]
    if drawn.measured:
        parts.append(_button("measure"))
    return "".join(parts)


def table(rows: list[list[str]], language: str) -> str:
    """Return numbers as a table, the first row its heads, to be opened on demand."""
    head = "".join(f'<th scope="col">{escaped(each)}</th>' for each in rows[0])
    body = "".join(
        f'<tr><th scope="row">{escaped(first)}</th>'
        + "".join(f"<td>{escaped(each)}</td>" for each in rest)
        + "</tr>"
        for first, *rest in rows[1:]
    )
    summary = escaped(told(language, "Numbers as a table"))
    return (
        f'<details class="numbers-table"><summary>{summary}</summary><div class="wide"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></details>"
    )


def still(head: str, language: str) -> str:
    """Return a chart that stands still, with its numbers; `ValueError` lists those there are."""
    kind, *words = head.split()
    if kind not in CHARTS:
        raise ValueError(f"{kind!r} is no chart; there are {', '.join(CHARTS)}")
    drawn, numbers = CHARTS[kind]
    rows = table(numbers(tuple(words), language), language)
    return f'<figure class="figure of-{kind}">{drawn(tuple(words), language)}{rows}'


def _slider(figure: Figure, place: int, label: str) -> str:
    dial = figure.dials[place]
    shown = f'name="{dial.name}" min="0" max="{dial.most(figure.first)}" value="{dial.first}"'
    rows = f' data-columns="{dial.columns}"' if dial.columns else ""
    return (
        f'<label class="dial"><span>{escaped(label)}</span>'
        f'<input autocomplete="off" type="range" {shown}{rows}></label>'
    )


def _step(by: str, name: str, language: str) -> str:
    turns = f'data-turn="step" data-value="{by}"'
    return f'<button class="plain" type="button" {turns}>{escaped(told(language, name))}</button>'


def _button(name: str) -> str:
    return f'<button class="plain" type="button" name="{name}"></button>'
