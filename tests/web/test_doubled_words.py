"""No sentence repeats a word next to a value, and no sentence says "1 things"."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from kt_core.language import languages
from tests.shared.snapshots import SNAPSHOTS
from tests.shared.states import after, opened, words
from web.make.catalogs import LOCALE
from web.state import intents
from web.state.intents import Intent, OpenDialog

#: Chinese words that repeat a sign, and a place where two words meet that share one.
REPEATED = ("往往", "一步一步", "一步步", "两两", "层层", "最多多少", "棋盘上行不行")
DOUBLED = {"en": r"\b([A-Za-z]+)[ -]\1\b", "zh": r"([\u3400-\u9fff]{1,4}) ?\1"}
WIDE = "\uff0c\uff1b\uff1a\u3002\uff01\uff1f\u3001"  # commas and stops of Chinese
PUNCTUATION = rf"([,;.!?{WIDE}]) ?\1(?!\.)|[,;:{WIDE}] ?[.;,\u3002]"
ONE = r"(?<![\w.,/:]) ?\b1 (?:more )?(?:squares|moves|steps|hints|holes|vertices|dead ends|edges)\b"
ACTS: tuple[tuple[Intent, ...], ...] = (
    (),
    (intents.StepBy(1),),
    (intents.Solve(), intents.SetLook("speed", 0)),
    (intents.PointAtSquare(1),),
    (OpenDialog("share"),),
)
GAME = (intents.Choose(6), intents.JudgeGame(advises=True), intents.Undo(), intents.StartAgain())
BOARDS = ("1x1", "1x2", "1x2&holes=b1", "3x4", "3x4&closed=1", "5x5&step=1", "5x5&ordering=best")
MODES = ("", "&mode=predict", "&mode=play", "&mode=play&hints=1&undos=1&lock=all", "&race=roth")


def doubled(text: str, language: str) -> list[str]:
    """Return each doubled word of a text, with the text."""
    plain = re.sub("|".join(REPEATED), "", text) if language == "zh" else text
    return [f"{each[0]}: {text}" for each in re.finditer(DOUBLED[language], plain)]


@pytest.mark.parametrize("language", list(languages()))
def test_no_sentence_doubles_a_word(language: str) -> None:
    with Path(LOCALE, "zh_Hans.po").open("rb") as file:
        forms = [each.id if language == "en" else each.string for each in read_po(file)]
    texts = {text for each in forms for text in ([each] if isinstance(each, str) else each or ())}
    if language == "en":
        shown = "".join(path.read_text("utf-8") for path in SNAPSHOTS.glob("sentences-*.txt"))
        texts |= {line for line in shown.splitlines() if line.startswith("  ")}  # no scenes
    assert len(texts) > 1000
    assert sorted(each for text in texts for each in doubled(text, language)) == []


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", list(languages()))
@pytest.mark.parametrize("board", BOARDS)
def test_no_word_on_the_page_is_doubled(board: str, language: str) -> None:
    texts = set()
    for mode in MODES:
        state = opened(f"#board={board}{mode}&lang={language}")
        for acts in (*ACTS, GAME, *((each,) for each in GAME)):
            texts |= set(words(after(state, *acts)))
    assert sorted(each for text in texts for each in doubled(text, language)) == []
    assert sorted(text for text in texts if re.search(f"{ONE}|{PUNCTUATION}", text)) == []
