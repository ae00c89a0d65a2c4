"""The page's address: the part after #, as key=value pairs, and the question that it asks.

No value is trusted: a wrong one is replaced by the default, and a sentence reports it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kt_core.language import N_, Sentence, choices, short, value_error
from web.question.change import with_example
from web.question.keys import KEYS, LOCKS, SETTINGS, Key, key_names, step_text
from web.question.question import (
    FIRST_STEP,
    Question,
    Settings,
    begin_of,
    first_square,
    ignored_key,
)

LETTERS_LAST_STEP = "8"  # last step of the chapter's search of six vertices
#: The keys of an address that asks its question and waits, if it has no others.
ASKS_FIRST = frozenset(("", "lang", "theme", "loading", "view", "at", "said"))
LONGEST_CHARACTERS = 80_000  # an address with more characters is not read
_Wrong = tuple[str, str]  # a key and the reason why its value is wrong, as a clause
OF_EXAMPLES = tuple(key for key in KEYS if key.example)
#: The keys that limit the reader, by their names.
STRICT = {key.name: key.stricter for key in KEYS if key.stricter}


def read(address: str) -> tuple[Question, list[str]]:
    """Return the question of an address, and a sentence for each value that was replaced.

    >>> question, faults = read("#board=5x5&ordering=wrnsdorff")
    >>> question.board, faults[0][:70]
    (Board(5, 5), "“ordering” in the address is ignored: 'wrnsdorff' is not among warnsdo")

    An address that names no search asks first: its search is at step 0.

    An address that is too long is not read at all, because a part of it would set another question.
    If it limits the reader, everything is locked.
    """
    if len(address) > LONGEST_CHARACTERS:
        limits = any(key in STRICT for key, _ in _pairs(address))
        held = Settings(lock=("all",) if limits else (), solutions=not limits)
        return Question(settings=held), [
            Sentence(
                "The address has {n:,} characters; {most:,} are the most",
                n=len(address),
                most=LONGEST_CHARACTERS,
            )
        ]
    values = _with_chapter_figure(keys_of(address))
    wrong = list[_Wrong]()
    question = _read(values, KEYS, wrong)
    faults = [*_doubled_keys(address), *_unknown_keys(values)]
    faults += (ignored_key(key, why) for key, why in wrong)
    if _asks_first(values, question):
        question = replace(question, step=0)
    faults += _overruled_keys(values, question)
    faults += _unlockable(values)
    return question, faults


def faultless(address: str) -> Question:
    """Return the question of an address; raise `ValueError` with its first fault, as a clause.

    >>> faultless("#hints=x")
    Traceback (most recent call last):
    ValueError: hints: 'x' is not a whole number of up to 15 digits
    """
    question, faults = read(address)
    _read(keys_of(address), KEYS, wrong := list[_Wrong]())
    for key, why in wrong:
        raise value_error("{key}: {wrong}", key=key, wrong=why)
    if faults:
        raise ValueError(faults[0].removesuffix("."))
    return question


def _with_chapter_figure(values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the keys; an old address of the graph of six vertices leads to the chapter's figure.

    >>> _with_chapter_figure({"tour": "letters", "step": "3", "lang": "zh"})
    {'lang': 'zh', 'view': 'search', 'at': 'search:0.3'}
    """
    if values.get("tour") != "letters":
        return values
    others = {key: value for key, value in values.items() if key in SETTINGS}
    step = values.get("step", "")
    last = len(step) > 1 or step > LETTERS_LAST_STEP
    place = {"at": f"search:0.{LETTERS_LAST_STEP if last else step}"} if step.isdecimal() else {}
    return {**others, "view": "search", **place}


def _read(values: Mapping[str, str], rows: Iterable[Key], wrong: list[_Wrong]) -> Question:
    """Return the question with these keys applied in order; wrong values are ignored."""
    question = Question()
    for key in rows:
        question = key.without(question)
        if key.name in values:
            try:
                question = key.read(question, values[key.name])
            except ValueError as why:
                # The error itself would keep its frames, and thus the list, in a cycle.
                reason = str(why) if values[key.name] else Sentence("it is empty")
                if key.closed:
                    question = key.read(question, key.closed)
                    reason = Sentence("{wrong}; it counts as {n}", wrong=reason, n=key.closed)
                wrong.append((key.name, reason))
    return question


def _unknown_keys(values: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each unknown key, with a known key that it resembles."""
    known = {*(key.name for key in KEYS), "host"}  # embed.js passes `host` to its frame
    for key in (key for key in values if key and key not in known):
        meant = next((other for other in sorted(known) if _are_similar(key, other)), "")
        text = N_("In the address, {key} is no key, so it changes nothing.")
        if meant:
            text = N_("In the address, {key} is no key; perhaps {meant} was meant.")
        yield Sentence(text, key=short(key), meant=meant)


def _overruled_keys(values: Mapping[str, str], question: Question) -> Iterator[str]:
    """Yield a sentence for each key that contradicts the example in the address."""
    if question.famous:
        requested, actual = keys(_read(values, OF_EXAMPLES, [])), keys(question)
        for key in (row.name for row in OF_EXAMPLES):
            if key in values and requested[key] != actual[key]:
                yield Sentence(
                    "In the address, {key} changes nothing: {name} has its own.",
                    key=key,
                    name=question.famous,
                )
    elif "given" in values and "start" in values:
        square, wanted = question.start, _read(values, OF_EXAMPLES[:3], []).start
        if square != wanted:
            yield Sentence(
                "In the address, start contradicts the given numbers; it is {square} here.",
                square=question.board.name(square),
            )


def _are_similar(key: str, other: str) -> bool:
    """Return True if two words differ by at most one inserted, deleted or changed letter.

    `difflib` compares better, but it is not loaded at startup.
    """
    mine, its = Counter(key.lower()), Counter(other)
    return max((mine - its).total(), (its - mine).total()) <= (len(other) > 2)


def keys(question: Question) -> dict[str, str]:
    """Return the value of each key for a question, including default values."""
    return {key.name: key.write(question) for key in KEYS if not key.setting}


def non_default_keys(question: Question) -> dict[str, str]:
    """Return the keys of an address whose values differ from the defaults."""
    board = question.board
    default = keys(Question())
    default |= {"start": board.name(first_square(board)), "path": ""}
    if question.puzzle.given:  # it says the start and the end, and perhaps the ordering
        asked = question.puzzle
        begin = begin_of(asked) if asked.start is None else asked.start
        default |= {"start": board.name(begin), "end": keys(question)["end"]}
    default["step"] = step_text(FIRST_STEP[question.mode])
    values = keys(question)
    if question.famous:
        default |= {key.name: values[key.name] for key in OF_EXAMPLES}
        default["show"] = ",".join(with_example(Question(), question.famous).show)
    if question.opened and not values["path"]:  # too long for an address
        default |= {key: values[key] for key in ("start", "closed", "step")}
    return {key: text for key, text in values.items() if text != default[key]}


def write(question: Question) -> str:
    """Return the address of a question, without default values.

    >>> write(read("#closed=1&board=6x6&start=a1")[0])
    '#board=6x6&closed=1'
    >>> write(read("")[0]), write(Question())
    ('', '#board=8x8')
    """
    asked, kept = non_default_keys(question), settings(question)
    if _asks_first(kept, question) and asked in ({}, {"step": "0"}):
        asked = {} if asked else {"board": str(question.board)}
    return query(asked | kept)


def _asks_first(keys: Iterable[str], question: Question) -> bool:
    """Return True if these keys name no search, or only show the chapter."""
    allowed = {"", *SETTINGS} if question.settings.view else ASKS_FIRST
    return set(keys) <= allowed


def settings(question: Question) -> dict[str, str]:
    """Return the keys of the settings that differ from their defaults.

    >>> settings(read("#embed=1&lock=board,start&hints=0&splice=0")[0])
    {'embed': '1', 'lock': 'board,start', 'hints': '0'}
    """
    texts = {key.name: key.write(question) for key in KEYS if key.setting}
    return {name: text for name, text in texts.items() if text}


def with_keys(question: Question, keys: Mapping[str, str]) -> str:
    """Return the address that asks `question` with these keys changed; "" sets one to its default.

    A new board and a tour of the gallery reset the other keys. A new question is answered at once,
    unless this one waits at its first step.

    >>> with_keys(read("#board=5x5&start=c3&step=7")[0], {"closed": "1"})
    '#board=5x5&start=c3&closed=1'
    """
    gone = _overruled_by(question, keys)
    before = replace(question, famous="", opened=()) if "tour" in gone else question
    values = {**non_default_keys(before), **settings(question)}
    values = {key: text for key, text in values.items() if key not in gone} | dict(keys)
    values = {key: text for key, text in values.items() if text}
    kept = tuple((key, values.pop(key)) for key in SETTINGS if key in values)
    return query(values | dict(kept))


def _overruled_by(question: Question, keys: Mapping[str, str]) -> set[str]:
    """Return the keys of a question that no longer hold once these are set."""
    if key_names(lambda key: key.asks).isdisjoint(keys):
        return set()
    gone = {"tour", "path", "game"} | ({"step"} if question.step != 0 else set())
    if "board" in keys:
        gone |= {"holes", "start", "end", "given"}
    if keys.get("tour"):
        gone |= {"board", "holes", "start", "end", "closed", "given"}
    if keys.get("closed") == "1":
        gone.add("end")
    if keys.get("end"):
        gone.add("closed")
    return gone


def _unlockable(values: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each name in a lock that cannot be locked."""
    names = values.get("lock", "").split(",")
    if (wrong := [name for name in names if name not in LOCKS]) and names != [""]:
        yield Sentence(
            "In the address, lock names {wrong}, which cannot be locked, so all is locked;"
            " there are {names}.",
            wrong=short(",".join(wrong)),
            names=choices(LOCKS),
        )


def keys_of(address: str) -> dict[str, str]:
    """Return the value of each key in an address, unchecked.

    If a key occurs twice, the first value counts, as in the scripts of the page; if the key limits
    the reader, the stricter value counts.

    >>> keys_of("#board=5x5&holes=a1%2Cb2&board=6x6&lock=board&lock=start")
    {'board': '5x5', 'holes': 'a1,b2', 'lock': 'board,start'}
    """
    values = dict[str, str]()
    for key, value in _pairs(address):
        stricter = STRICT.get(key)
        if key not in values:
            values[key] = value
        elif stricter:
            values[key] = stricter(values[key], value)
    return values


def _pairs(address: str) -> Iterator[tuple[str, str]]:
    """Yield each key of an address with its value."""
    for part in address.removeprefix("#").split("&"):
        key, _, value = part.partition("=")
        yield _unquote(key), _unquote(value)


def _doubled_keys(address: str) -> Iterator[str]:
    """Yield a sentence for each key that occurs more than once."""
    for key, count in Counter(key for key, _ in _pairs(address)).items():
        text = N_("In the address, {key} occurs more than once; the first counts.")
        if key in STRICT:
            text = N_("In the address, {key} occurs more than once; the stricter one counts.")
        if key and count > 1:
            yield Sentence(text, key=short(key))


def query(values: Mapping[str, str]) -> str:
    """Return the address that has these keys."""
    pairs = [f"{key}={_quote(value)}" for key, value in values.items()]
    return "#" + "&".join(pairs) if pairs else ""


def _unquote(text: str) -> str:
    # urllib is not used: importing it takes a fiftieth of the time until the page is ready.
    plain = re.sub(
        rb"%([0-9A-Fa-f]{2})",
        lambda found: bytes.fromhex(found[1].decode()),
        text.encode("utf-8", "replace"),
    )
    return plain.decode("utf-8", "replace")


def _quote(value: str) -> str:
    def escape(found: re.Match[str]) -> str:
        return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))

    return re.sub(r"[^\w.,:-]", escape, value)
