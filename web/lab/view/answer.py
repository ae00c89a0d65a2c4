"""The words of the page: a headline, a sentence and at most three actions for every state. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from kt_core import language
from kt_core.board import Board, Square
from kt_core.drawing.shapes import escape
from kt_core.language import N_, _, ngettext
from web.draw.patch import Lazy, Patches, attributes, time_color, typeset
from web.lab.view import deduction, modes, words
from web.lab.view.blocks import PAINTED_SQUARES
from web.lab.view.examples import Suggestion, proposals
from web.lab.view.transport import chapter_topic, dead_end_at, event, step_words
from web.programs import view as own
from web.programs.marking import view as marking
from web.programs.update import waits
from web.question import address
from web.question.change import applies
from web.question.counts import steps
from web.question.question import BY_RULE, Question
from web.search.answer import at_end, inferences, position, rate, verdict
from web.search.recording import Outcome, Trace
from web.state.begin import offer
from web.state.state import State, has_fixed_start, outcome

NUMBERED_SQUARES = 400  # length of the longest path that is listed as numbered items
READ_RATE = 8  # steps per second up to which the sentence about each step can be read
MOST_ACTIONS = 3
OF_EMBED = ("stop", "reveal", "deduce", "anew")  # the actions that an embed has


@dataclass(frozen=True)
class ActionButton:
    """A button below the words; a link if it has an address."""

    name: str
    title: str
    value: str = ""
    address: str = ""
    pressed: bool | None = None

    def html(self, look: str) -> str:
        """Return the element; the first action has the look "main"."""
        title = escape(typeset(self.title))
        if self.address:
            return f'<a class="text" href="{escape(self.address)}">{title}</a>'
        value = f' value="{escape(self.value)}"' if self.value else ""
        on = "" if self.pressed is None else f' aria-pressed="{str(self.pressed).lower()}"'
        return (
            f'<button class="{look}" type="button" name="{self.name}"{value}{on}>{title}</button>'
        )


def answer(state: State) -> Patches:
    """Yield the words, the flag on the board, and the moves."""
    yield "#answer", _answer(state)
    looks = {"aria_busy": "true" if state.searching else "false"}
    # During playback the words change with each step, so they are not read aloud.
    looks["aria_live"] = "off" if state.playing else "polite"
    yield "#answer@busy", attributes(**looks)
    shown = sorted(islice(actions(state), MOST_ACTIONS), key=lambda action: bool(action.address))
    yield "#actions", Lazy(_actions_html, tuple(shown))
    flag, kind = _flag(state)
    yield "#flag", attributes(html=escape(flag), hidden=not flag, class_=f"flag {kind}")
    path, board = copied_path(state), state.question.board
    yield "#menu [name=copy-moves]", attributes(disabled=len(path) < 2)
    listed = {} if applies(state.question, "panels") or not path else outcome(state).pieces
    yield "#move-list", Lazy(_list, board, listed)
    yield "#moves-copied", Lazy(_no_text, path)


# --- Headline and sentence ------------------------------------------------------------------------


def _answer(state: State) -> Lazy:
    said = _words_of_work(state)
    if said:
        return said
    question, known = state.question, state.search.answer
    result = verdict(question, known)
    if state.search.inference is not None:
        return Lazy(deduction.answer_html, state, words.verdict(question, result)[0])
    sentences = *(_search_words(state, result) or words.verdict(question, result)), _start(state)
    legend = words.legend(question.search_key, outcome(state).witness)
    return Lazy(words.sentences_html, sentences, state.form.faults, result.reason, legend)


def _words_of_work(state: State) -> Lazy | None:
    """Return the words about an error, a program, a running search or a game."""
    known, faults = state.search.answer, state.form.faults
    if state.mistake:
        why = state.mistake
        made = _("The page made a mistake ({mistake}). Reload it to go on.", mistake=why)
        return Lazy(words.sentences_html, (made,))
    if state.tells_check and (said := marking.summary(state.marking)):
        return Lazy(words.sentences_html, (said[0], " ".join(said[1:])))
    is_own = state.tab == "own" or state.programs.run
    if is_own and (own.answers(state) or waits(state)):
        return own.answer(state)
    reason, instead = "", _sentences_in_place(state)
    if state.searching:
        offered = _(words.OFFERS[bool(known.offer.tour)][0]) if offer(state) else ""
        instead, reason = (words.work_in_progress(known.whole), offered), known.whole.reason
    return Lazy(words.sentences_html, instead, faults, reason) if instead else None


def _start(state: State) -> str:
    """Return the start of the search for a puzzle without the number 1, as a sentence, or ""."""
    question, known = state.question, state.search.answer
    if question.finds_start and known.traces:
        start = question.board.name(known.traces[0].start)
        return _(
            "1 is not given; the search begins on {start}, where a solution starts.", start=start
        )
    if question.finds_start and known.whole.undecided:
        return _("1 is not given, and no solution is known, so no search can begin.")
    return ""


def _search_words(state: State, result: Outcome) -> tuple[str, ...]:
    """Return the words at a step of a search; () where its result says more."""
    question, known, trace = state.question, state.search.answer, state.search.answer.longest
    step, ended = position(question, known), at_end(question, known)
    is_known = bool(result.reason or result.judged)
    if not (step or is_known or result.undecided):
        return words.question_words(question)
    settled = (is_known and not step) or (ended and (is_known or result.tour))
    # Of a search on a large board only the number of steps is known.
    others = trace or state.searching or result.method or result.whole or result.undecided
    is_counted = ended and result.steps > 0 and not others
    if settled or not (is_counted or (trace and trace.lists_moves)):
        return ()
    if ended:
        head = _("No tour after {steps}; nothing is proven.", steps=steps(step))
        return head, words.method_sentence(question)
    assert trace
    if state.playing:
        return _playing_words(state, trace, result)
    if state.search.stopped:
        stopped = _("Stopped after {steps}: no tour yet.", steps=steps(step))
        return stopped, _("Press Play to continue.")
    head, sentence = step_words(trace, trace.at(step))
    return head, sentence or words.method_sentence(question)


def _playing_words(state: State, trace: Trace, result: Outcome) -> tuple[str, str]:
    """Return a headline that stays while the search plays; if it is slow, also the event."""
    moment = trace.at(position(state.question, state.search.answer))
    is_slow = (rate(state.look.speed, state.question) or READ_RATE + 1) <= READ_RATE
    found = state.search.answer.whole.tour
    head = _("Replaying the search: no tour yet.") if found else _("Searching: no tour yet.")
    head = words.verdict(state.question, result)[0] if result.reason else head
    tells = is_slow and not moment.found
    return head, event(trace, moment) if tells else words.method_sentence(state.question)


def _sentences_in_place(state: State) -> tuple[str, ...]:
    """Return the sentences in a game, a prediction or a race."""
    question, reader = state.question, state.reader
    if question.mode == "watch" and len(state.search.answer.traces) < 2:
        return ()
    if question.mode == "watch":
        known = state.search.answer
        step, reason = position(question, known), known.whole.reason
        return (*modes.race_status(known.traces, step, reason), _start(state))
    if reader.game:
        fixed, stuck = has_fixed_start(state), dead_end_at(state) is not None
        status = modes.game_status(reader.game, hint_count=reader.hints, fixed=fixed, stuck=stuck)
        if state.ended_game and state.ended_game.reader.game:
            status = status[0], modes.ended_game_sentence(state.ended_game.reader.game)
        news = status[: not reader.game.legal]  # it stays; the remark says why
        return (*news, *reader.remark) if reader.remark else status
    # The end is no secret, unless the reader has to predict the steps.
    ended = state.search.answer.ended and at_end(question, state.search.answer)
    path = outcome(state).path
    prompt = modes.prediction_question(question.board.name(path[-1] if path else question.start))
    if not reader.remark:
        return () if ended else prompt
    score = modes.prediction_score(reader.right, reader.guesses)
    if ended:
        return *reader.remark, score
    return prompt[0], language.text_of(language.paragraph((*reader.remark, score)))


# --- Actions --------------------------------------------------------------------------------------


def _actions_html(shown: tuple[ActionButton, ...]) -> str:
    looks = ("stop" if shown and shown[0].name == "stop" else "main", "second", "second")
    return "".join(each.html(look) for each, look in zip(shown, looks, strict=False))


def actions(state: State) -> Iterator[ActionButton]:
    """Yield the actions of the reader, the main one first."""
    for action in _actions(state):
        if action.name in OF_EMBED or not state.question.settings.embed:
            yield action


def _actions(state: State) -> Iterator[ActionButton]:
    if state.mistake or state.where == "own":
        return
    if state.searching:
        yield ActionButton("stop", _("Stop"))
    if offer(state):
        yield ActionButton("reveal", _(words.OFFERS[bool(state.search.answer.offer.tour)][1]))
    if not state.searching:
        yield from _actions_at_rest(state)


def _actions_at_rest(state: State) -> Iterator[ActionButton]:
    if _is_deducible(state):
        yield ActionButton("deduce", _(words.DEDUCED), pressed=state.search.inference is not None)
    if state.reader.game:
        yield from _actions_of_game(state)
    elif state.question.mode == "watch" and "step" not in state.task.locked:
        yield from _actions_of_search(state)
    for each in proposals(state):
        yield _opening(each)


def _opening(suggestion: Suggestion) -> ActionButton:
    name = "preset-plays" if suggestion.plays else "preset"
    return ActionButton(name, _(suggestion.title), suggestion.address or "#")


def _actions_of_game(state: State) -> Iterator[ActionButton]:
    game, reader = state.reader.game, state.reader
    if not game or len(game.path) == 1:
        return
    lost = game.lost_part(reader.lost)
    if len(lost) > 1:
        back = game.board.name(lost[-2])
        yield ActionButton("back-to", _("Back to {square}", square=back), back)
    yield ActionButton("anew", _("New game"))
    if dead_end_at(state) is not None and not state.task.is_set:
        plain = replace(state.question, mode="watch", step=0)
        yield _opening(Suggestion(N_("Watch the rule"), address.write(plain), plays=True))


def _actions_of_search(state: State) -> Iterator[ActionButton]:
    question, known = state.question, state.search.answer
    result = verdict(question, known)
    is_known = known.whole.tour or known.whole.reason
    if words.proposal(question) and not (is_known or "ordering" in state.task.disabled):
        yield ActionButton("best", _("Use the best method"))
    if result.loaded:
        yield ActionButton("open", _("Load…"))
        yield ActionButton("solve", _("Solve this board"))
    elif not position(question, known) and not result.reason:
        yield from _actions_of_question(state)
    elif result.reason and known.grows:
        yield ActionButton("play", _("See the search fail"))
    else:
        yield from _actions_at_step(state, result)


def _actions_of_question(state: State) -> Iterator[ActionButton]:
    yield ActionButton("play", _("Watch it try"))
    if address.non_default_keys(state.question).keys() != {"step"}:
        yield ActionButton("solve", _("Solve"))
    if not state.task.is_set:
        yield ActionButton("to-play", _("Play yourself"))
        yield _to_chapter(state.question, "graph", N_("Read why it works"))


def _actions_at_step(state: State, result: Outcome) -> Iterator[ActionButton]:
    question, known, trace = state.question, state.search.answer, state.search.answer.longest
    step = position(question, known)
    if not trace or not (step < known.length or known.grows):
        return
    yield ActionButton("skip", _("Skip ahead"))
    topic = None if state.hurries else chapter_topic(trace, trace.at(step))
    if state.task.is_set or question.is_race:
        return
    if topic:
        yield _to_chapter(question, *topic)
    if not (question.ordering in BY_RULE or question.is_own or result.reason):
        other = replace(question, ordering="warnsdorff", step=0)
        yield _opening(Suggestion(N_("Try Warnsdorff’s rule"), address.write(other), plays=True))


def _to_chapter(question: Question, section: str, title: str) -> ActionButton:
    return ActionButton("", _(title), address=address.write(question.with_settings(view=section)))


def _is_deducible(state: State) -> bool:
    """Return True if the reader can step through the inferences of the answer."""
    if state.searching or "step" in state.task.locked:
        return False
    return bool(inferences(state.question, state.search.answer))


# --- The flag, and the moves ----------------------------------------------------------------------


def _flag(state: State) -> tuple[str, str]:
    """Return the news at the board, and its kind: "wrong" or "good"."""
    question, game, seen = state.question, state.reader.game, outcome(state)
    name = question.board.name
    here = None if state.hurries or question.is_race else dead_end_at(state)
    if game and here is not None:
        left = len(game.board) - len(game.number_of)
        return ngettext(
            "Stuck on {square}, {n:,} square left",
            "Stuck on {square}, {n:,} squares left",
            left,
            square=name(here),
        ), "wrong"
    if seen.bad is not None:
        return _("Wrong move to {square}", square=name(seen.bad)), "wrong"
    if seen.tour and (game or question.settings.present):
        return _("Tour complete"), "good"
    return (_("Dead end on {square}", square=name(here)), "wrong") if here is not None else ("", "")


def copied_path(state: State) -> tuple[Square, ...]:
    """Return the path played or predicted so far, or a finished tour; empty if it is too long."""
    seen = outcome(state)
    moving = state.question.mode != "watch"
    path = seen.path if moving else seen.tour.path if seen.tour else ()
    return tuple(path) if len(path) <= PAINTED_SQUARES else ()


def _list(board: Board, pieces: Mapping[int, Sequence[Square]]) -> str:
    """Return the squares of a path in a list; of its pieces, each in a list with its numbers."""
    path = next(iter(pieces.values()), ())
    if len(path) > NUMBERED_SQUARES:
        return escape(board.names(path))
    lists = []
    for first in sorted(pieces) if path else ():
        start = f' style="counter-reset:move {first - 1}"' if first > 1 else ""
        items = "".join(_items(board, pieces[first], first - 1, path[-1]))
        lists.append(f"<ol{start}>{items}</ol>")
    return "".join(lists)


def _items(board: Board, path: Sequence[Square], before: int, knight: Square) -> Iterator[str]:
    """Yield an item for each square, with the color that it has on the board."""
    for place, square in enumerate(path, before):
        look, _color = time_color(place / max(len(board) - 1, 1))
        here = ' aria-current="step"' if square == knight else ""
        yield f"<li {look}{here}>{escape(board.name(square))}</li>"


def _no_text(_path: tuple[Square, ...]) -> str:
    """Return no text, which clears the confirmation that another path was copied."""
    return ""
