"""Fields accept text in any script, and refuse characters that disguise text."""

import pytest

from tests.shared.states import opened
from web.question import address
from web.question.question import Question
from web.share.lines import known_title
from web.state.intents import Enter, SetRun

PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
ACCEPTED = {
    "ideographic spaces": "　找一条巡游　再解释",
    "a no-break space": "Trouvez un tour\xa0!",
    "a Persian joiner": PERSIAN,
    "a narrow space": "1\u202f000 cases",
    "joined emoji": "👩\u200d🏫 Find it ♞\ufe0f",
    "emoji newer than Python": "\U0001fadf",
    "a soft hyphen": "Springer\xadproblem",
    "marks of direction": "سؤال\u200f: \u2067abc\u2069",
    "combining marks": "Tru\u031b\u01a1\u0300ng nga\u0302\u0300n",
    "letters of a private use area": "\ue000",
}
REFUSED = ["a\0b", "a\tb", "a\nb", "a\x7f", "a\x85b", "a\u2028b", "a\u202eb", "a\u202db", "a\ud800"]


def wide(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) for sign in text)


@pytest.mark.parametrize("text", ACCEPTED.values(), ids=ACCEPTED)
def test_a_sentence_in_any_script_is_a_task_and_a_title(text: str) -> None:
    question, faults = address.read(address.write(Question().with_settings(ask=text)))
    assert faults == []
    assert question.settings.ask == text.strip()
    assert known_title(text) == text.strip()


@pytest.mark.parametrize("text", REFUSED)
def test_a_forbidden_character_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"U\+") as wrong:
        known_title(text)
    code = next(f"U+{ord(c):04X}" for c in text if c not in "ab")
    assert str(wrong.value) == f"a line of text cannot hold the character {code}; leave it out"


def test_an_address_with_a_direction_override_is_named_as_wrong() -> None:
    question, faults = address.read("#ask=abc%E2%80%AEdef")
    assert question.settings.ask == ""
    assert "U+202E" in faults[0]


@pytest.mark.parametrize("text", ["", " \u3000\xa0", "\u200b\ufeff", "\u200d"])
def test_a_title_without_a_visible_character_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no title"):
        known_title(text)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        *(("start", wide("b3"), "b3"), ("start", "\u3000b3\u200b", "b3"), ("end", "\xa0c2", "c2")),
        *(("holes", wide("c3,d4"), "c3,d4"), ("holes", "c3、d4", "c3,d4")),
        *(("rows", wide("6"), "6"), ("columns", "\u200e7", "7"), ("seed", wide("42"), "42")),
    ],
)
def test_squares_and_numbers_may_be_typed_in_wide_signs(field: str, text: str, value: str) -> None:
    wide, plain = opened("", Enter(field, text)), opened("", Enter(field, value))
    assert wide.question == plain.question != opened("").question
    assert not wide.form.drafts


def test_limits_of_a_run_may_be_typed_in_wide_signs() -> None:
    assert opened("", SetRun("steps", "\u3000" + wide("900"))).programs.steps == 900
