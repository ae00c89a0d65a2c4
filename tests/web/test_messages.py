"""Messages between an embed and its host page: read, refused, and written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import Board, Tour, solve
from kt_core.files.text import tour_json
from web.question import address, messages
from web.question.address import query, with_keys
from web.question.messages import LONGEST_CHARACTERS, RESTORE, Message, read

HEAD = {"source": "knights-tour", "v": 1}
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)


def message_text(**more: object) -> str:
    return json.dumps({**HEAD, **more})


def test_every_type_is_read() -> None:
    for kind in messages.TYPES:
        assert read(message_text(type=kind)) == Message(kind)


def test_a_score_message_has_whether_the_task_was_passed() -> None:
    told = [json.loads(messages.score_message(found, 64, 1000)) for found in (63, 64)]
    assert [each["passed"] for each in told] == [False, True]
    counts = {"found": 63, "starts": 64, "steps": 1000}
    assert told[0] == {**HEAD, "type": "score", **counts, "passed": False}


def test_values_become_the_text_of_an_address() -> None:
    message = read(
        message_text(type="set", board="6x6", closed=True, prune=False, seed=7.0, step=0)
    )
    assert message
    assert message.keys == {"board": "6x6", "closed": "1", "prune": "0", "seed": "7", "step": "0"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "sched$7",
        "[]",
        '"set"',
        "[" * LONGEST_CHARACTERS,
        json.dumps({"subject": RESTORE, "state": "[" * 15_000}),
        json.dumps({"subject": RESTORE, "state": '{"a":' * 2_900}),
        "1" * 5000,
        json.dumps({"source": "knights-tour", "type": "play"}),
        json.dumps({"source": "other", "v": 1, "type": "play"}),
        message_text(),
        message_text(type=["set"]),
        message_text(type="__proto__"),
        message_text(type="set", board=None),
        message_text(type="set", board=["6x6"]),
        message_text(type="set", board="6x6", step=float("nan")),
        message_text(type="set", holes="a1," * LONGEST_CHARACTERS),
    ],
    ids=lambda text: text[:60],
)
def test_text_of_another_form_is_no_message(text: str) -> None:
    assert read(text) is None


@given(JUNK, st.sampled_from([None, "source", "subject", "type"]))
def test_no_received_message_raises_an_error(junk: object, key: str | None) -> None:
    for thing in (
        junk,
        {**HEAD, "type": "set", "board": junk},
        {"subject": RESTORE, "state": junk},
    ):
        message = read(json.dumps({key: thing} if key else thing))
        if message:
            address.read(with_keys(address.read("#board=5x5&step=3")[0], message.keys))


@given(st.text(max_size=60))
def test_no_received_text_raises_an_error(text: str) -> None:
    assert read(text) is None
    question, _ = address.read("#board=5x5&lock=board")
    for key in messages.SETTABLE:
        address.read(with_keys(question, {key: text}))


def test_unknown_keys_are_left_out_and_markup_and_surrogates_are_wrong_values() -> None:
    message = read(
        message_text(type="set", __proto__="x", constructor="y", embed=0, loading="eager")
    )
    assert message == Message("set")
    message = read(message_text(type="set", board="<img src=x onerror=alert(1)>", lang="<b>"))
    assert message
    link = with_keys(address.read("")[0], message.keys)
    assert "<" not in link
    assert "is not a board" in address.read(link)[1][0]
    message = read(message_text(type="set", board="6x6", lang="\ud83d", holes="\udfff"))
    assert message
    link = with_keys(address.read("#board=8x8")[0], message.keys)
    assert link == "#board=6x6&holes=%3F&lang=%3F"
    assert query({"lang": "\ud83d"}) == "#lang=%3F"


def test_a_state_message_restores_the_question() -> None:
    question, _ = address.read("#board=5x6&holes=c3&start=b2&closed=1&show=none&step=4")
    keys = address.keys(question)
    assert json.loads(messages.message("state", **keys)) == {**HEAD, "type": "state", **keys}
    elsewhere, _ = address.read("#board=7x7&end=g7")
    assert address.read(with_keys(elsewhere, keys)) == (question, [])


@pytest.mark.parametrize(
    "tour", [solve(Board(5, 5, ("c3",)), start="b1"), solve(Board(30, 30), closed=True)]
)
def test_a_tour_is_sent_as_its_json(tour: Tour) -> None:
    told = json.loads("".join(messages.found_message(tour, hints=2, undos=7, seconds=3.14159)))
    effort = {"by": "page", "hints": 2, "undos": 7, "seconds": 3.1}
    assert told == {**HEAD, "type": "found", "tour": json.loads(tour_json(tour)), **effort}


def test_a_course_book_returns_the_recorded_work_or_nothing() -> None:
    work = {"board": "5x5", "start": "c3", "solved": True, "other": 1}
    for state in (work, json.dumps(work)):
        text = json.dumps({"subject": RESTORE, "message_id": "7", "state": state})
        assert read(text) == Message(RESTORE, {"board": "5x5", "start": "c3"}, score=1.0)
    state = {"board": [], "start": "c3", "score": 0.5, "done": True}
    found = read(json.dumps({"subject": RESTORE, "state": state}))
    assert found == Message(RESTORE, {"start": "c3"}, score=0.5, done=True)
    for other in ("null", '""', '"[]"', "7", '"{"', '{"board": []}'):
        assert read(f'{{"subject": "{RESTORE}", "state": {other}}}') is None


def test_an_error_message_has_a_sentence_and_a_report_the_form_of_splice() -> None:
    told = json.loads(messages.message("error", text='"5" is not a board </script>'))
    assert told == {**HEAD, "type": "error", "text": '"5" is not a board </script>'}
    assert json.loads(messages.message("ready")) == {**HEAD, "type": "ready"}
    told = json.loads(messages.splice("reportScoreAndState", "a-1", score=1.0, state={}))
    subject = {"subject": "SPLICE.reportScoreAndState", "message_id": "a-1"}
    assert told == {**subject, "score": 1.0, "state": {}}
