"""Handlers for the question, the controls and the dialogs: addresses, fields, layers. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kt_core.board import LONGEST_SIDE
from kt_core.language import Sentence, conjunction, whole
from web.chapter.book import Lesson, faults_of, lesson, with_lesson
from web.chapter.update import with_drawn_question
from web.lab.update.steps import solve
from web.question import address
from web.question.change import field_values, with_field, with_layer
from web.question.keys import key_names
from web.question.question import Question
from web.question.task import DEFINING, VIEW
from web.search import game
from web.state import intents
from web.state.begin import (
    with_entry,
    with_form_closed,
    with_opened_question,
    with_question,
    with_task,
)
from web.state.intents import handlers
from web.state.state import (
    Copy,
    Dialog,
    Draft,
    Focus,
    Push,
    ReportFaults,
    Save,
    Scroll,
    ScrollToBoard,
    Solving,
    State,
)

READER_KEYS = key_names(lambda key: key.reader)
STOP = "stop"  # the kind of file that ends the film being made
FILM_FIRST = Sentence("The film is still being made: wait for it, or press Stop.")


def open_address(state: State, intent: intents.Open) -> State:
    """Show the question of an address, and start its task."""
    question, faults = _question_of(intent.address)
    here = with_task(_at_address(state, intent), question)
    after = with_opened_question(here, question, faults, wanted=False)
    return with_drawn_question(after, lesson(question).section)


def navigate(state: State, intent: intents.Navigate) -> State:
    """Show the question of an address; a task's keys and the work on the same puzzle remain."""
    question, faults = _question_of(intent.address)
    here = _at_address(state, intent)
    if state.task.is_set:
        question = state.task.with_task_keys(question)
        mine = state.question.settings
        game = mine.game if question.puzzle == state.question.puzzle else ""
        question = question.with_settings(game=game, said=mine.said)
        if question.mode == "predict":  # an address must not reveal unpredicted steps
            step = min(1 if question.step is None else question.step, max(state.search.reached, 1))
            question = replace(question, step=step)
    else:
        here = with_task(here, question)
    if section := lesson(question).section:
        here = here.then(Scroll(section))
    if _is_view_of(question, state) and not faults:
        return replace(here, question=question)
    if question.mode == "play":
        here = replace(here, waiting=None)
    return with_opened_question(here, question, faults, wanted=False)


def _at_address(state: State, opened: intents.Open | intents.Navigate) -> State:
    """Return the state without a form or a dialog, at the place of the page."""
    place = opened.place or state.place
    return replace(with_form_closed(state), place=place, dialog=None)


def open_preset(state: State, intent: intents.OpenPreset) -> State:
    """Show a preset question in the present layers and language."""
    question, _ = address.read(intent.address)
    settings = state.question.with_settings(game="").settings
    reading = replace(state.chapter, tries=False)
    before = with_form_closed(replace(state, chapter=reading))
    after = with_opened_question(before, replace(question, settings=settings), (), wanted=False)
    if intent.plays and isinstance(after.search.doing, Solving):
        after = after.with_work(replace(after.search.doing, plays=True))
    shown = after.then(ScrollToBoard(), Push())
    return shown.then(Focus("#asked")) if state.form.opened else shown  # the menu is hidden now


def accept_typing(state: State, intent: intents.Type) -> State:
    """Apply a field's text while it is being typed; `enter` reports an invalid one."""
    old = state.form.drafts.get(intent.field)
    drafts = {**state.form.drafts, intent.field: Draft(intent.text, old.wrong if old else "")}
    try:
        question = with_field(state.question, intent.field, intent.text)
    except ValueError:
        return state.with_form(drafts=drafts)
    after = with_question(state, question, {**drafts, intent.field: Draft(intent.text)})
    return with_entry(state, after, intent.field)


def enter(state: State, intent: intents.Enter) -> State:
    """Apply a field's entered value; an invalid field keeps its text and shows the reason."""
    field, text = intent.field, intent.text
    drafts = {name: draft for name, draft in state.form.drafts.items() if name != field}
    if field not in state.form.drafts and text == _shown_text(state, field):
        return state
    try:
        question = with_field(state.question, field, text)
    except ValueError as wrong:
        return state.with_form(drafts={**drafts, field: Draft(text, whole(str(wrong)))})
    after = with_question(state, question, drafts)
    if field != "famous":
        return with_entry(state, after, field)
    return with_form_closed(after).then(ScrollToBoard(), Push(), Focus("#asked"))


def submit(state: State, intent: intents.Submit) -> State:
    """Apply a field's entered value, and solve if it is valid."""
    entered = enter(state, intent)
    draft = entered.form.drafts.get(intent.field)
    if draft and draft.wrong:
        return entered
    return solve(entered, intents.Solve(from_host=True))  # runs no code of the reader


def resize(state: State, intent: intents.Resize) -> State:
    """Lengthen or shorten a side of the board, within the limits."""
    length = getattr(state.question.board, intent.side) + intent.by
    within = str(min(max(length, 1), LONGEST_SIDE))
    return enter(state, intents.Enter(intent.side, within))


def toggle_layer(state: State, intent: intents.ToggleLayer) -> State:
    """Toggle a layer; a running search continues."""
    return replace(state, question=with_layer(state.question, intent.layer))


def show_form(state: State, intent: intents.ShowForm) -> State:
    """Show the controls of the question, with the focus on a field, or hide them."""
    if state.form.opened:
        return with_form_closed(state).then(Focus("#asked"))
    field = intent.field or "rows"
    after = state.with_form(opened=True).with_look(more=field == "holes")
    return after.then(Focus(f"#question [name={field}]"))


def set_keys(state: State, intent: intents.SetKeys) -> State:
    """Change keys of the address, and the same keys of the task.

    The host page sets the task, so locks do not apply to it. In a task, a message does not change
    the keys in `READER_KEYS`, which only the reader changes.
    """
    present = state.task.question if state.task.is_set else state.question
    keys = {key: text for key, text in intent.keys.items() if key not in READER_KEYS}
    task, _ = _question_of(address.with_keys(present, keys))
    after = with_task(state, task)
    if not after.task.is_set:
        return _with_keys(after, intent.keys)
    if refused := READER_KEYS & intent.keys.keys():
        sentence = Sentence(
            "In a task the reader alone sets {keys}.", keys=conjunction(sorted(refused))
        )
        after = after.then(ReportFaults((sentence,)))
    return _with_keys(after, keys)


def restore_work(state: State, intent: intents.RestoreWork) -> State:
    """Restore the work that a course stored, except locked keys and keys of the task."""
    fixed = state.task.locked | DEFINING - {VIEW} | {"step", "present"}
    score = min(max(intent.score, 0.0), 1.0) if state.task.scores else 0.0
    score = max(state.earned.score, score)
    done = state.earned.done or intent.done or score == 1
    earned = replace(state.earned, score=score, done=done)
    keys = {key: text for key, text in intent.keys.items() if key not in fixed}
    return _with_keys(replace(state, earned=earned), keys)


def _with_keys(state: State, keys: Mapping[str, str]) -> State:
    """Return the state with these keys; if only the view changes, the answer remains."""
    now = state.question
    question, faults = _question_of(address.with_keys(now, keys))
    state = state.then(ReportFaults(faults)) if faults else state
    resumes = question.settings.game != now.settings.game
    same = replace(now, show=question.show, settings=question.settings) == question
    if same and not resumes:
        return replace(state.with_form(faults=faults), question=question)
    return with_opened_question(state, question, faults, wanted=True)


def _question_of(text: str) -> tuple[Question, tuple[str, ...]]:
    """Return the valid part of an address's question, and a sentence for each fault."""
    question, faults = address.read(text)
    wrong = faults_of(question)
    if wrong:
        question = with_lesson(question, lesson(question))
    if question.settings.game and (lost := game.faults(question)):
        question, wrong = question.with_settings(game=""), (*wrong, *lost)
    return question, (*faults, *wrong)


def _is_view_of(question: Question, state: State) -> bool:
    """Return True if only the view of the chapter changes, so that nothing has to be solved."""
    now, none = state.question, Lesson()
    same = with_lesson(question, none) == with_lesson(now, none)
    return same and lesson(question) != lesson(now)


def _shown_text(state: State, field: str) -> str:
    value = field_values(state.question)[field]
    return value if isinstance(value, str) else "1" if value else ""


def set_language(state: State, intent: intents.SetLanguage) -> State:
    """Set the language; the sentences of a state are stored without a language."""
    return replace(state, question=state.question.with_settings(lang=intent.language))


def present(state: State, intent: intents.Present) -> State:
    """Enter or leave the full-screen board."""
    inside = "#board [tabindex='0']" if state.question.mode == "play" else "#play"
    here = Focus(inside if intent.on else "#menu summary")
    after = state.with_look(pointed=None).then(here)
    return replace(after, question=state.question.with_settings(present=intent.on))


def report_error(state: State, intent: intents.ReportError) -> State:
    """Report an internal error in the answer area, and stop the work."""
    mistake = f"{type(intent.fault).__name__}: {intent.fault}"
    return replace(state.with_work(None), mistake=mistake, dialog=None)


def set_look(state: State, intent: intents.SetLook) -> State:
    """Change a field of `Look`."""
    return state.with_look(**{intent.name: intent.value})


# --- Handlers that all dialogs share --------------------------------------------------------------


def change_dialog(state: State, intent: intents.OpenDialog) -> State:
    """Open a dialog, choose something in it, or close it."""
    dialog = state.dialog
    if dialog and intent.chosen:
        fresh = [*intent.chosen]
        if any(name == "exercise" for name, _ in fresh):  # another exercise brings its texts
            fresh += [("starter", ""), ("tests", "")]
        message = dialog.message if makes_film(dialog) else ""  # it was about the earlier choices
        return replace(
            state, dialog=replace(dialog, chosen=(*dialog.chosen, *fresh), message=message)
        )
    new = Dialog(intent.dialog) if intent.dialog else None
    if dialog and new:  # "Make a task" keeps the address from "Share"
        new = replace(new, chosen=tuple(each for each in dialog.chosen if each[0] == "where"))
    after = replace(state, dialog=new, place=intent.place or state.place)
    return after.then(Save(STOP)) if dialog and makes_film(dialog) else after


def show_progress(state: State, intent: intents.ReportProgress) -> State:
    """Show a sentence in the open dialog, with the share of the text that has been read."""
    if not state.dialog:
        return state
    message, dialog = intent.sentence, state.dialog
    if intent.share is not None:
        return replace(state, dialog=replace(dialog, message=message, share=intent.share))
    share = dialog.share if makes_film(dialog) else 0.0
    return replace(state, dialog=replace(dialog, message=message, text=0, share=share))


def copy_line(state: State, intent: intents.CopyLine) -> State:
    """Copy a line of the open dialog."""
    return state.then(Copy(intent.line))


def save_file(state: State, intent: intents.Export) -> State:
    """Save a file, unless a film is being made."""
    dialog = state.dialog
    if dialog and makes_film(dialog) and intent.kind != STOP:
        return replace(state, dialog=replace(dialog, message=FILM_FIRST))
    return state.then(Save(intent.kind, intent.value))


def makes_film(dialog: Dialog) -> bool:
    """Return True if a film is being made in a dialog, and no text is being read."""
    return dialog.share > 0 and not dialog.text


HANDLERS = handlers(globals())
