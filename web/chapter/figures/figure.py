"""What all figures share: dials, whose values are whole numbers from 0, and their controls. Pure.

A subclass of `Figure` is a kind of figure: its dials, its drawing, its sentence, its address in the
lab, and what it asks or measures. An address joins the values of the dials with dots; after them,
some figures have the squares that the reader has chosen.

The name of a region is appended to the figure's selector: "-drawing" is the drawing, "-drawing
[data-layer=moves]" a layer in it, " [name=square]" a control beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kt_core.board import Board, Square
from kt_core.drawing.shapes import escape
from kt_core.language import N_, _, short, value_error
from web.chapter.figures.layout import turn_button
from web.chapter.text import Values, is_count, prose, sentences_text
from web.draw.patch import Lazy, Patches, attributes

STEPS = {"+1": 1, "-1": -1}
SKIPPED = 3  # the reader made no guess; guesses are 1 and 2


@dataclass(frozen=True)
class Dial:
    """A control of a figure: a list if it has choices, else a slider.

    Its largest value, and the board whose squares it selects, may depend on the dials before it.
    """

    name: str
    label: str = ""  # "": it has no control; buttons or the drawing turn it
    end: int | Callable[[Values], int] = 0  # the largest value of a dial without choices or board
    first: int = 0
    choices: tuple[str, ...] = ()
    board: Board | Callable[[Values], Board] | None = None
    plays: bool = False  # whether it can be played
    resets: bool = False  # whether turning it resets the dial that plays, and the chosen squares
    text: Callable[[Values], str] | None = None  # describes a slider; None: the figure's sentence

    def board_at(self, values: Values) -> Board | None:
        """Return the board whose squares it selects; None if it selects none."""
        return self.board(values) if callable(self.board) else self.board

    def most(self, values: Values) -> int:
        """Return the largest value."""
        if board := self.board_at(values):
            return len(board) - 1
        if self.choices:
            return len(self.choices) - 1
        return self.end(values) if callable(self.end) else self.end

    def columns(self, values: Values) -> int:
        """Return the columns of the board whose squares it selects; 0 if it selects none."""
        board = self.board_at(values)
        return board.columns if board else 0


BET = Dial("bet", end=SKIPPED)  # the reader's guess before the search runs


class Figure:
    """A figure; Markdown files name its kind, and the words of which it is made."""

    kind = ""
    dials: tuple[Dial, ...] = ()
    first_squares: Values = ()  # the chosen squares before the reader chooses others
    follows = False  # whether it shows the part under the pointer as if chosen
    has_choices = False  # whether there are buttons below the drawing
    is_counted = False  # whether it needs counts, which run in slices
    measures: tuple[str, str] | None = None  # the label of the button that measures: idle, busy

    def link(self, values: Values) -> str:
        """Return the address of the lab that shows the same, or ""."""
        return ""

    def regions(self, values: Values, lit: str) -> Patches:
        """Yield the drawing and what else depends on the values; `lit` is the highlighted part."""
        raise NotImplementedError

    def sentence(self, values: Values) -> str:
        """Describe what the figure shows."""
        raise NotImplementedError

    def fits(self, values: Values, chosen: list[Square], square: Square) -> bool:
        """Return True if a square can be chosen after others."""
        return False

    def counts(self, values: Values) -> Values | None:
        """Return the request for a count whose progress limits the dial that plays, if any."""
        return None

    def count(self, request: Values) -> Iterator[Values]:
        """Yield the progress of a count, as a tuple of one number."""
        raise NotImplementedError

    def measure(self, values: Values) -> Iterator[Values]:
        """Yield the results so far of a measurement in this browser."""
        raise NotImplementedError

    def result_sentence(self, found: Values, milliseconds: int) -> str:
        """Describe a result of the measurement."""
        raise NotImplementedError

    def table(self) -> list[list[str]]:
        """Return the numbers of a chart; the first row has the headings."""
        return []

    def buttons(self) -> str:
        """Return the HTML of buttons beside the dials."""
        return ""

    def asks(self, values: Values) -> str:
        """Return the question whose answer the reader guesses before the figure plays."""
        raise NotImplementedError

    def answers(self, values: Values) -> tuple[str, str]:
        """Return the two answers to guess."""
        return N_("Yes"), N_("No")

    def right(self, values: Values) -> int:
        """Return the number of the right answer; 0 until it is known."""
        raise NotImplementedError

    @property
    def first(self) -> Values:
        """The first values."""
        return (*(dial.first for dial in self.dials), *self.first_squares)

    @property
    def player(self) -> str:
        """The name of the dial that can be played; "" if there is none."""
        return next((dial.name for dial in self.dials if dial.plays), "")

    def read(self, text: str) -> Values:
        """Parse the values from an address; `ValueError` for any other text.

        The address may be of an earlier version, in which the figure had fewer dials.
        """
        parts = text.split(".")
        parts += [str(dial.first) for dial in self.dials[len(parts) :]]
        values = tuple(map(int, parts)) if all(map(is_count, parts)) else ()
        if not values or self.within_ends(values) != values:
            known = ".".join(map(str, self.first))
            template = N_("{text} is no state of this figure; {known} is one")
            raise value_error(template, text=short(text), known=known)
        return values

    def after_turn(self, values: Values, name: str, text: str) -> Values:
        """Return the values after one dial is turned; an invalid text changes nothing.

        "+1" and "-1" are a step; "up" and "down" are a row of the board.
        """
        place = next((i for i, dial in enumerate(self.dials) if dial.name == name), None)
        if place is None:
            return values
        dial, wide = self.dials[place], self.dials[place].columns(values)
        ways = {**STEPS, "up": wide, "down": -wide}
        if not (text in ways or is_count(text)):
            return values
        value = values[place] + ways[text] if text in ways else int(text)
        if text in ("up", "down") and not 0 <= value <= dial.most(values):
            return values
        turned = [*values[:place], value, *values[place + 1 :]]
        if dial.resets:
            del turned[len(self.dials) :]
            for later, other in enumerate(self.dials):
                if other.plays or (other.name == "bet" and turned[later] != SKIPPED):
                    turned[later] = 0
        return self.within_ends(tuple(turned))

    def within_ends(self, values: Values) -> Values:
        """Return the values within the ranges of the dials, and the squares before a wrong one."""
        within = values
        for place, (dial, value) in enumerate(zip(self.dials, values, strict=False)):
            limited = min(max(value, 0), dial.most(within))
            within = (*within[:place], limited, *within[place + 1 :])
        dials, chosen = within[: len(self.dials)], list[Square]()
        for square in within[len(self.dials) :]:
            if square in chosen or not self.fits(dials, chosen, square):
                break
            chosen.append(square)
        return (*dials, *(chosen or self.first_squares))

    def at_end(self, values: Values) -> bool:
        """Return True if the dial that plays is at its end."""
        pairs = zip(self.dials, values, strict=False)
        return all(value >= dial.most(values) for dial, value in pairs if dial.plays)

    def within(self, values: Values, counted: Values) -> Values:
        """Return the values, limited to those counted; `counted` is a request and its progress."""
        request = self.counts(values)
        if request is None:
            return values
        progress = counted[-1] if counted and counted[:-1] == request else 0
        pairs = zip(self.dials, values, strict=False)
        limited = (min(value, progress) if dial.plays else value for dial, value in pairs)
        return (*limited, *values[len(self.dials) :])

    def preview(self, values: Values, lit: str) -> Values:
        """Return the values that a highlighted part previews: "=2", or "2" if it follows."""
        word = lit.removeprefix("=")
        previews = (self.follows or word != lit) and word.isdigit()
        return self.within_ends((int(word), *values[1:])) if previews else values

    def value_of(self, name: str, values: Values) -> int:
        """Return the value of a dial."""
        return values[[dial.name for dial in self.dials].index(name)]

    def patches(self, values: Values, shown: Values, lit: str) -> Patches:
        """Yield the drawing, the sentence, the dials and the guess; `shown` may be a preview."""
        yield from self.regions(shown, lit)
        yield "-said", Lazy(_sentence_html, self, shown)
        yield "-drawing@label", Lazy(_label, self, shown)
        for place, dial in enumerate(self.dials):
            if dial.label:
                yield f" [name={dial.name}]", Lazy(_turned, self, place, shown)
        if BET in self.dials:  # the button "Play" is hidden until the reader has guessed
            bet = self.value_of("bet", values)
            right = self.right(values) if bet not in (0, SKIPPED) else 0
            yield "-guess", Lazy(_guess, self.asks(values), self.answers(values), bet, right)
            yield " [name=run]@hidden", attributes(hidden=not bet)


def step_dial(end: int | Callable[[Values], int], first: int = 0) -> Dial:
    """Return the dial that plays the steps of a figure."""
    return Dial("step", N_("Step number"), end, first, plays=True)


def _sentence_html(figure: Figure, values: Values) -> str:
    return prose(figure.sentence(values))


def _label(figure: Figure, values: Values) -> Mapping[str, str]:
    return {"aria-label": figure.sentence(values)}


def _turned(figure: Figure, place: int, values: Values) -> Mapping[str, str]:
    """Return the patch of a dial's control."""
    dial, value = figure.dials[place], str(values[place])
    if dial.choices:
        return {"value": value}
    described = (dial.text or figure.sentence)(values)
    return {"max": str(dial.most(values)), "value": value, "aria-valuetext": described}


def _guess(asks: str, answers: tuple[str, str], bet: int, right: int) -> dict[str, object]:
    names = [_(each) for each in answers]
    if bet in (0, SKIPPED):
        skip = turn_button("bet", str(SKIPPED), _("Just play"), "word")
        buttons = "".join(turn_button("bet", str(n), name) for n, name in enumerate(names, start=1))
        html = f"<span>{escape(asks)}</span>{buttons}{skip}"
        return {"html": html, "hidden": bet == SKIPPED}
    sentence = _("Your guess: {answer}.", answer=escape(names[bet - 1]))
    if right:
        verdict = _("It was right.") if bet == right else _("It was wrong.")
        sentence = sentences_text(sentence, verdict)
    return {"html": f"<span>{escape(asks)} {sentence}</span>", "hidden": False}
