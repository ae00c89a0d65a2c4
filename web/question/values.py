"""What one value of an address may be: each read, or refused with a sentence."""

from kt_core.language import Sentence, choices, languages
from web.question.question import MOST_TASK_STEPS, SHOWABLE, integer, short

MOST_ALLOWED = 1000  # hints, or moves taken back, in a task
LONGEST_ASK = 240  # characters of a sentence of the teacher's own


def switch(text: str) -> bool:
    """Return whether a switch is on: "0" or "1"."""
    if text not in ("0", "1"):
        raise ValueError(Sentence("{text} is not a switch; write 0 or 1", text=short(text)))
    return text == "1"


def layers(text: str) -> tuple[str, ...]:
    """Return the layers that are named, in the order in which they are listed; "none" for none."""
    asked = [] if text in ("", "none") else text.split(",")
    for layer in asked:
        if layer not in SHOWABLE:
            raise ValueError(
                Sentence(
                    "{name} cannot be shown; there are {known}",
                    name=short(layer),
                    known=choices(SHOWABLE),
                )
            )
    return tuple(layer for layer in SHOWABLE if layer in asked)


def step_of(text: str) -> int | None:
    """Return how many events are replayed; None for "end"."""
    if text == "end":
        return None
    if (step := integer(text)) < 0:
        raise ValueError(
            Sentence("{step} is not a step; write a number from 0 on, or end", step=step)
        )
    return step


def task_steps(text: str) -> int:
    """Return how many steps a task allows for each start; 0: it is none."""
    if not text:
        return 0
    if not 1 <= (steps := integer(text)) <= MOST_TASK_STEPS:
        raise ValueError(
            Sentence(
                "{n} is no number of steps; write one from 1 to {most:,}",
                n=steps,
                most=MOST_TASK_STEPS,
            )
        )
    return steps


def one_of(known: tuple[str, ...], text: str) -> str:
    """Return a name, if it is known."""
    if text not in known:
        raise ValueError(
            Sentence("{name} is not among {known}", name=short(text), known=choices(known))
        )
    return text


def among(known: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return the names that a text lists with commas, if all of them are known."""
    return tuple(one_of(known, name) for name in text.split(","))


def language(text: str) -> str:
    """Return a language's key for its tag (RFC 5646): zh-Hans, zh_CN and ZH are zh, en-GB is en."""
    known = tuple(languages())  # asked when it is needed: a build imports this before it makes them
    key = text.replace("_", "-").partition("-")[0].lower()
    return key if key in known else one_of(known, text)


def allowance(text: str) -> int:
    """Return how many hints a task allows, or how many moves that are taken back."""
    if not 0 <= (most := integer(text)) <= MOST_ALLOWED:
        raise ValueError(Sentence("{n} is not from 0 to {most}", n=short(text), most=MOST_ALLOWED))
    return most


def sentence(text: str) -> str:
    """Return a line of text, which is shown as it is: no markup."""
    if not text.isprintable():
        raise ValueError(Sentence("{text} is no line of text", text=short(text)))
    if len(text) > LONGEST_ASK:
        raise ValueError(
            Sentence(
                "this sentence has {n:,} characters; {most:,} are the most",
                n=len(text),
                most=LONGEST_ASK,
            )
        )
    return text.strip()
