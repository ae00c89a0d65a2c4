"""The question's regions of the page: its controls, and the caption of an embed. Pure."""

from __future__ import annotations

from dataclasses import replace

from kt_core import language
from kt_core.drawing.shapes import escape
from kt_core.language import _
from kt_core.orderings import ORDERINGS
from web.draw.patch import Lazy, Patches, attributes, options_html, text, typeset
from web.lab.view import words
from web.question import address, change
from web.question.change import applies
from web.question.keys import HELP, key_names
from web.question.question import BEST, LONGEST_TEXT, OWN, SHOWABLE, Question, title_of
from web.question.task import Task, demand
from web.question.templates import TEMPLATES
from web.state.state import State

#: Elements around one or two controls, hidden if these do not apply.
FIELDS = ("size", "closed", "start", "end", "ordering", "known")
OPTIONS = ("holes", "seed", "symmetry", "prune", "race")
#: The control of a field if its name differs.
CONTROLS_OF = {"size": "rows", "known": "famous"}
FRAME_KEYS = key_names(lambda key: key.page or key.embed)  # keys that apply only to the frame


def form(state: State) -> Patches:
    """Yield the question as a phrase, and its controls."""
    question, opened = state.question, state.form.opened
    task, disabled = state.task, state.task.disabled
    settings = question.settings
    panels = ",".join(question.embedded_panels if settings.embed else settings.panels)
    kind = task.kind if task.is_set else None
    looks: dict[str, str | bool | None] = {"data_asked": settings.theme or None}
    looks |= {"data_lock": bool(task.locked), "data_looks_locked": "show" in task.locked}
    looks |= {"data_present": settings.present, "data_ran": state.programs.run > 0}
    yield ":root", attributes(data_task=kind, data_panels=panels or None, **looks)
    yield "#task", attributes(html=_demand_html(task))
    yield "#lab@place", attributes(data_place=state.where, data_asking=opened)
    yield "#asked", Lazy(_asked_html, question.search_key, question.mode)
    yield "#asked@there", attributes(aria_expanded=str(opened).lower(), disabled=settings.present)
    yield "#question", attributes(hidden=not opened)
    for name, value in change.field_values(question).items():
        yield f"#question [name={name}]", _field(state, name, value, disabled=name in disabled)
    for names, shown in ((FIELDS, not state.look.more), (OPTIONS, state.look.more)):
        for name in names:
            locked = CONTROLS_OF.get(name, name) in disabled  # would only take up room
            hidden = locked or not shown or not applies(question, name)
            yield f"#{name}-field", attributes(hidden=hidden)
    yield "#no-example", text(_("Choose one to see it"))
    yield (
        "#cut",
        attributes(aria_pressed=str(state.look.cutting).lower(), disabled="cut" in disabled),
    )
    yield "#solve", _solve_button(state, disabled="solve" in disabled)
    other = _("Board, start, rule") if state.look.more else _("Holes, symmetry, race, look-ahead")
    yield "#more", text(other)
    yield "#more@there", attributes(hidden=all(name in disabled for name in OPTIONS))
    yield "#hint", _note(state)


def _asked_html(question: Question, mode: str) -> str:
    """Return the question as a phrase in which each word leads to its field."""
    phrase = words.asked(replace(question, mode=mode), _marked)
    return f"<span>{phrase}</span> <em>{escape(_('Change'))}</em>"


def _marked(field: str, word: str) -> str:
    return f'<u data-field="{field}">{escape(word)}</u>'


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
    for name in ("play", "own"):
        hidden = not applies(question, "modes") or (name == "play" and "mode" in locked)
        here = "page" if state.where == name else None
        yield f"#views [data-to={name}]", attributes(hidden=hidden, aria_current=here)
    for name, part in (("game", "game"), ("transport", "steps")):
        yield f"#{name}", attributes(hidden=not applies(question, part))
    for layer in SHOWABLE:
        yield (
            f"#show [name={layer}]",
            attributes(
                checked=layer in question.show,
                disabled="show" in locked or not applies(question, layer),
            ),
        )
    predicts = question.mode == "predict"
    unfit = "mode" in locked or not applies(question, "modes")
    yield "#show [name=predict]", attributes(checked=predicts, disabled=unfit)
    game = state.reader.game
    first, won = bool(game and len(game.path) == 1), bool(game and game.tour)
    spent = state.task.most_undos is not None and state.reader.undos >= state.task.most_undos
    yield "#game [name=undo]", attributes(disabled=(first and not state.ended_game) or spent)
    yield "#game [name=redo]", attributes(disabled=not state.reader.ahead)
    most, reader = state.task.most_hints, state.reader
    spent = most is not None and reader.hints >= most and reader.hinted is None
    for name, unavailable in (("advise", spent), ("judge", HELP in locked)):
        stuck = bool(game and game.stuck) and name == "advise"
        yield f"#game [name={name}]", attributes(disabled=won or stuck or unavailable)


def options(chosen: str) -> str:
    """Return the choices of the field "Move ordering"."""
    best, listed = options_html({BEST: _("Best method")}, chosen), options_html(_searches(), chosen)
    return f'{best}<optgroup label="{escape(_("Searches to watch"))}">{listed}</optgroup>'


def rivals() -> str:
    """Return the choices of the field "Race against", with none selected."""
    return options_html({"": _("No race"), **_searches()})


def templates() -> str:
    """Return the templates for the reader's own code."""
    return options_html({name: _(title) for name, (title, _text) in TEMPLATES.items()})


def _searches() -> dict[str, str]:
    """Return the titles of the orderings that can be watched, by name."""
    return {name: _(each.title) for name, each in ORDERINGS.items()} | {OWN: _(title_of(OWN))}


def _note(state: State) -> Lazy:
    """Return the note at the question: an error, or what the hole tool does."""
    wrong = [draft.wrong for draft in state.form.drafts.values() if draft.wrong]
    if state.notice or wrong:
        return attributes(
            html=escape(typeset(language.text_of(state.notice or wrong[-1]))), class_="rest wrong"
        )
    cutting = _(words.CUTTING) if state.look.cutting else ""
    return attributes(html=escape(cutting), class_="rest soft")


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
    title = _("Play this board") if state.question.mode == "play" else _("Solve")
    return attributes(html=title, name="solve", class_="solve", disabled=disabled, hidden=disabled)


def caption(state: State) -> Patches:
    """Yield the caption above the figure, for an embed."""
    question = state.question
    yield "#about", text(typeset(words.asked(question, lambda _field, word: word)))
    yield "#whole", attributes(href=page_link(question))


def page_link(question: Question) -> str:
    """Return the link to the same question on the whole page.

    >>> page_link(Question().with_settings(embed=True, lock=("start",)))
    '#lock=start'
    """
    settings = question.settings.without(FRAME_KEYS)
    return address.write(replace(question, settings=settings)) or "#"
