"""The question's regions of the page: its controls, and the caption of an embed. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core import language
from kt_core.board import Board
from kt_core.drawing.shapes import escape
from kt_core.language import _, ngettext
from kt_core.orderings import ORDERINGS
from web.draw.patch import Lazy, Patches, attributes, text, typeset
from web.lab.update.fields import shows_options
from web.lab.view import words
from web.programs.templates import TEMPLATES
from web.question import address, change
from web.question.change import applies
from web.question.keys import HELP, key_names
from web.question.question import BEST, LONGEST_TEXT, MODES, OWN, SHOWABLE, Question, title_of
from web.question.task import Task, demand
from web.state.state import State

STEPPERS = ("rows-1", "rows+1", "columns-1", "columns+1")

#: Elements around one or two controls, hidden if these do not apply.
FIELDS = (
    "size",
    "closed",
    "start",
    "end",
    "holes",
    "ordering",
    "seed",
    "symmetry",
    "prune",
    "race",
    "famous",
)
OPTIONS = ("end", "holes", "seed", "symmetry", "prune", "race", "famous")
#: The control of a field if its name differs.
CONTROLS_OF = {"size": "rows"}
FRAME_KEYS = key_names(lambda key: key.page or key.embed)  # keys that apply only to the frame


def form(state: State) -> Patches:
    """Yield the controls of the question."""
    question = state.question
    task, disabled = state.task, state.task.disabled
    settings = question.settings
    panels = ",".join(question.embedded_panels if settings.embed else settings.panels)
    kind = task.kind if task.is_set else None
    looks: dict[str, str | bool | None] = {"data_asked": settings.theme or None}
    looks |= {"data_lock": bool(task.locked), "data_looks_locked": "show" in task.locked}
    looks |= {"data_present": settings.present}
    yield ":root", attributes(data_task=kind, data_panels=panels or None, **looks)
    yield "#task", attributes(html=_demand_html(task))
    yield "#question", attributes(data_ordering=question.ordering)
    for name, value in change.field_values(question).items():
        yield f"#question [name={name}]", _field(state, name, value, disabled=name in disabled)
    for name in STEPPERS:
        yield f"#question [name='{name}']", attributes(disabled=name in disabled)
    for name in FIELDS:
        locked = CONTROLS_OF.get(name, name) in disabled  # a locked control would only take up room
        yield f"#{name}-field", attributes(hidden=locked or not applies(question, name))
    yield "#no-example", text(_("Choose one to see it"))
    yield "#cut", attributes(aria_pressed=_switch(state.look.cutting), disabled="cut" in disabled)
    yield "#best", attributes(hidden=not _proposes_best(state), disabled="best" in disabled)
    yield "#solve", _solve_button(state, disabled="solve" in disabled)
    yield "#more", _disclosure(state)
    yield "#more@there", attributes(hidden=all(name in disabled for name in OPTIONS))
    yield "#options", attributes(hidden=not shows_options(state))
    yield "#hint", _note(state)


def _demand_html(task: Task) -> str:
    """Return the instructions of a task: the teacher's text, and generated sentences.

    Without a task its module is not loaded.
    """
    if not task.is_set:
        return ""
    own = escape(task.question.settings.ask)
    sentence = escape(typeset(language.text_of(demand(task))))
    return f'<span class="ask-own">{own}</span> {sentence}' if own else sentence


def parts(state: State) -> Patches:
    """Yield the visibility of each part of the page, and the state of its switches."""
    question, locked = state.question, state.task.locked
    for name in ("modes", "game", "inside"):
        part = "panels" if name == "inside" else name
        fixed = name == "modes" and "mode" in locked
        yield f"#{name}", attributes(hidden=fixed or not applies(question, part))
    yield "#transport", attributes(hidden=not applies(question, "steps"))
    for mode in MODES:
        yield (
            f"#modes [value={mode}]",
            attributes(checked=question.mode == mode, disabled="mode" in locked),
        )
    yield "#show", attributes(hidden=not applies(question, "layers"))
    yield "#large", attributes(hidden=applies(question, "graph"))
    for layer in SHOWABLE:
        yield (
            f"#show [name={layer}]",
            attributes(
                hidden=not applies(question, layer),
                aria_pressed=_switch(layer in question.show),
                disabled="show" in locked,
            ),
        )
    game = state.reader.game
    first, won = bool(game and len(game.path) == 1), bool(game and game.tour)
    spent = state.task.most_undos is not None and state.reader.undos >= state.task.most_undos
    yield "#game [name=undo]", attributes(disabled=first or spent)
    yield "#game [name=redo]", attributes(disabled=not state.reader.ahead)
    most, reader = state.task.most_hints, state.reader
    spent = most is not None and reader.hints >= most and reader.hinted is None
    for name, unavailable in (("advise", spent), ("judge", HELP in locked)):
        yield f"#game [name={name}]", attributes(disabled=won or unavailable)


def options(chosen: str) -> str:
    """Return the choices of the field "Move ordering"."""
    best, searches = _option(chosen, BEST, _("Best method")), escape(_("Searches to watch"))
    yours = _option(chosen, OWN, _(title_of(OWN)))
    return f'{best}<optgroup label="{searches}">{_orderings(chosen)}{yours}</optgroup>'


def rivals() -> str:
    """Return the choices of the field "Race against", with none selected."""
    nobody, yours = _option("-", "", _("No race")), _option("", OWN, _(title_of(OWN)))
    return f"{nobody}{_orderings('')}{yours}"


def templates() -> str:
    """Return the templates for the reader's own code."""
    return "".join(_option("", name, _(title)) for name, (title, _text) in TEMPLATES.items())


def _orderings(chosen: str) -> str:
    return "".join(_option(chosen, name, _(each.title)) for name, each in ORDERINGS.items())


def _option(which: str, name: str, title: str) -> str:
    chosen = " selected" if name == which else ""
    return f'<option value="{name}"{chosen}>{escape(title)}</option>'


def _note(state: State) -> Lazy:
    """Return the note below the question: an error, a proposal, or the hidden settings."""
    wrong = [draft.wrong for draft in state.form.drafts.values() if draft.wrong]
    if state.notice or wrong:
        return attributes(
            html=escape(typeset(language.text_of(state.notice or wrong[-1]))), class_="rest wrong"
        )
    if state.look.cutting:
        return attributes(html=escape(_(words.CUTTING)), class_="rest soft")
    hidden = "" if shows_options(state) else words.options(state.question)
    surer = words.proposal_sentence(state.question) if _proposes_best(state) else ""
    return attributes(html=escape(surer or hidden), class_="rest soft")


def _proposes_best(state: State) -> bool:
    """Return True if the best method is proposed: if it is surer, and no answer is known yet."""
    known = state.search.answer.whole
    return bool(words.proposal(state.question)) and not (known.tour or known.reason)


def _field(state: State, name: str, value: str | bool, *, disabled: bool) -> Lazy:  # noqa: FBT001
    draft = state.form.drafts.get(name)
    invalid = "true" if draft and draft.wrong else None
    if isinstance(value, bool):
        return attributes(checked=value, disabled=disabled)
    sides = {"aria-valuenow": value} if name in ("rows", "columns") else {}
    text = draft.text if draft else value
    if len(text) > LONGEST_TEXT:  # megabytes that are already in the field are not written again
        return attributes(aria_invalid=invalid, disabled=disabled)
    return attributes(value=text, aria_invalid=invalid, disabled=disabled, **sides)


def _solve_button(state: State, *, disabled: bool) -> Lazy:
    """Return Solve or Stop, the same button, so that the focus stays on it."""
    if state.searching:
        return attributes(
            html=_("Stop"), name="stop", class_="solve stop", disabled=False, hidden=False
        )
    return attributes(
        html=_("Solve"), name="solve", class_="solve", disabled=disabled, hidden=disabled
    )


def _disclosure(state: State) -> Lazy:
    """Return the button that shows the rest of the question."""
    return attributes(aria_expanded=_switch(shows_options(state)))


def _switch(on: bool) -> str:  # noqa: FBT001
    return "true" if on else "false"


def caption(state: State) -> Patches:
    """Yield the caption above the figure, for an embed."""
    question = state.question
    yield "#about", text(typeset(summary(question)))
    yield "#whole", attributes(href=page_link(question))


def summary(question: Question) -> str:
    """Return the question in one line: "Open tour on 8 × 8 from a1 · Warnsdorff"."""
    board, puzzle = question.board, question.puzzle
    places = {"board": _board(board), "start": board.name(question.start)}
    if puzzle.closed:
        tour = _("Closed tour on {board} from {start}", **places)
    elif puzzle.end is None:
        tour = _("Open tour on {board} from {start}", **places)
    else:
        end = board.name(puzzle.end)
        tour = _("Open tour on {board} from {start} to {end}", **places, end=end)
    method = _method(question)
    return f"{tour}\u00a0· {method}" if method else tour


def page_link(question: Question) -> str:
    """Return the link to the same question on the whole page.

    >>> page_link(Question().with_settings(embed=True, lock=("start",)))
    '#lock=start'
    """
    settings = question.settings.without(FRAME_KEYS)
    return address.write(replace(question, settings=settings)) or "#"


def _method(question: Question) -> str:
    if question.is_shown or question.mode == "play":
        return ""
    first = _title(question.ordering)
    if question.is_race:
        return _("{one} against {other}", one=first, other=_title(question.race))
    return first


def _board(board: Board) -> str:
    sides = {"rows": board.rows, "columns": board.columns}
    if board.holes:
        return ngettext(
            "{rows} × {columns}, {n:,} hole",
            "{rows} × {columns}, {n:,} holes",
            len(board.holes),
            **sides,
        )
    return _("{rows} × {columns}", **sides)


def _title(name: str) -> str:
    return _("Best method") if name == BEST else _(title_of(name))
