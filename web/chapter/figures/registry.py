"""Every figure's drawing, by name, with the labels of its dials. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kt_core.drawing.shapes import escape
from kt_core.language import N_, _
from web.chapter.content import trials
from web.chapter.content.figures import Figure
from web.chapter.figures import (
    count,
    game,
    graph,
    growth,
    letters,
    proof,
    rule,
    search,
    tiles,
    time,
)
from web.chapter.figures.layout import Guess, turn_button
from web.chapter.text import Values, Words, prose
from web.draw.patch import Patches


@dataclass(frozen=True)
class FigureView:
    """The functions that draw and describe a figure, and the labels of its controls."""

    regions: Callable[[Words, Values, str], Patches]
    sentence: Callable[[Words, Values], str]
    dials: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # options of lists
    table: Callable[[Words], list[list[str]]] | None = None  # the numbers of a chart
    measurement: Callable[[Words, Values, int], str] | None = None  # describes a measurement
    measure_labels: tuple[str, str] = (N_("Measure it here"), N_("Stop"))  # when idle, busy
    buttons: Callable[[Words], str] | None = None  # HTML of buttons beside the dials
    guess: Guess | None = None  # the reader's guess before the figure plays
    follows: bool = False  # whether it shows the part under the pointer as if chosen
    counts: bool = False  # whether it needs counts that run in slices


STEPS = {"step": N_("Step number")}
VIEWS: Mapping[str, FigureView] = {
    "game": FigureView(
        game.regions,
        game.sentence,
        measurement=game.measurement,
        measure_labels=(N_("Still possible?"), N_("Looking …")),
        buttons=game.buttons,
    ),
    "tour": FigureView(tiles.tour_regions, tiles.tour_sentence, STEPS),
    "moves": FigureView(
        graph.moves_regions, graph.moves_sentence, {"square": N_("Square of the knight")}
    ),
    "count": FigureView(
        count.regions, count.sentence, {"square": N_("Square")}, buttons=count.buttons
    ),
    "matrix": FigureView(
        graph.matrix_regions,
        graph.matrix_sentence,
        {"square": N_("Square")},
        table=graph.matrix_table,
        follows=True,
    ),
    "search": FigureView(
        search.regions, search.sentence, {"graph": N_("Graph"), **STEPS}, guess=search.GUESS
    ),
    "compare": FigureView(
        letters.compare_regions, letters.compare_sentence, STEPS, guess=letters.GUESS
    ),
    "growth": FigureView(
        growth.regions,
        growth.sentence,
        {"side": N_("Side of the board")},
        table=growth.table,
        measurement=growth.measurement,
        measure_labels=(N_("Estimate it here"), N_("Stop")),
    ),
    "time": FigureView(
        time.regions,
        time.sentence,
        {"visits": N_("Visits")},
        table=time.table,
        guess=time.GUESS,
        counts=True,
    ),
    "rule": FigureView(
        rule.regions,
        rule.sentence,
        {
            "board": N_("Board"),
            "order": N_("Rule"),
            "seed": N_("Seed"),
            "start": N_("Start"),
            **STEPS,
        },
        choices={"board": rule.BOARD_NAMES, "order": rule.RULE_NAMES},
        guess=rule.GUESS,
        measurement=rule.measurement,
        measure_labels=(N_("Try every start"), N_("Stop")),
        counts=True,
    ),
    "proof": FigureView(
        proof.regions,
        proof.sentence,
        {"case": N_("Case"), **STEPS},
        choices={"case": proof.CASE_NAMES},
        buttons=lambda _: "",  # its choices are below the drawing
        guess=proof.GUESS,
        counts=True,
    ),
    "tiles": FigureView(
        tiles.regions,
        tiles.sentence,
        {"first": N_("Move on the left"), "second": N_("Move on the right"), **STEPS},
    ),
}
#: The measurements, by the name of the figure.
MEASURES = {**trials.MEASURES, "game": game.still_possible}
#: Static charts, each with its table of numbers.
CHARTS = {"branches": (growth.branches_chart, growth.branches_table)}


def controls(figure: Figure, here: str) -> str:
    """Return a figure's dials and buttons as HTML; `here` is the prefix of ids."""
    view = VIEWS[figure.kind]
    parts = [
        _choice(figure, place, view)
        if dial.name in view.choices
        else _slider(figure, place, _(view.dials[dial.name]))
        for place, dial in enumerate(figure.dials)
        if dial.name in view.dials
    ]
    if figure.player:
        parts += [
            _step(figure.player, "-1", N_("Back")),
            _step(figure.player, "+1", N_("Step")),
        ]
        if view.guess:
            parts.append(f'<div class="guess" id="{here}-guess" role="group"></div>')
        parts.append(_button("run"))
    if view.buttons:
        parts.append(view.buttons(figure.words))
    if view.counts:
        parts.append(_button("stop"))
    if view.measurement:
        parts.append(_button("measure"))
    return "".join(parts)


def _choice(figure: Figure, place: int, view: FigureView) -> str:
    dial = figure.dials[place]
    label = escape(_(view.dials[dial.name]))
    options = "".join(
        f'<option value="{value}"{" selected" if value == dial.first else ""}>'
        f"{escape(_(name))}</option>"
        for value, name in enumerate(view.choices[dial.name])
    )
    return (
        f'<label class="dial"><span>{label}</span>'
        f'<select class="field" autocomplete="off" name="{dial.name}">{options}</select></label>'
    )


def table(rows: list[list[str]]) -> str:
    """Return numbers as a table that the reader can open; the first row has the headings."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in rows[0])
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>'
        + "".join(f"<td>{prose(each)}</td>" for each in rest)
        + "</tr>"
        for first, *rest in rows[1:]
    )
    summary = escape(_("Numbers as a table"))
    return (
        f'<details class="numbers-table"><summary>{summary}</summary><div class="wide"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></details>"
    )


def static_chart(head: str) -> str:
    """Return a static chart and its numbers, in a figure that the caller closes.

    `ValueError` lists the known charts.
    """
    kind, *words = head.split()
    if kind not in CHARTS:
        raise ValueError(f"{kind!r} is no chart; there are {', '.join(CHARTS)}")
    draw, numbers = CHARTS[kind]
    rows = table(numbers(tuple(words)))
    return f'<figure class="figure of-{kind}">{draw(tuple(words))}{rows}'


def _slider(figure: Figure, place: int, label: str) -> str:
    dial = figure.dials[place]
    shown = f'name="{dial.name}" min="0" max="{dial.most(figure.first)}" value="{dial.first}"'
    wide = dial.columns(figure.first)
    rows = f' data-columns="{wide}"' if wide else ""
    return (
        f'<label class="dial" data-dial="{dial.name}"><span>{escape(label)}</span>'
        f'<input autocomplete="off" type="range" {shown}{rows}></label>'
    )


def _step(dial: str, by: str, name: str) -> str:
    return turn_button(dial, by, _(name))


def _button(name: str) -> str:
    return f'<button class="plain" type="button" name="{name}"></button>'
