"""JSON in slices is what `json.loads` makes of it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kt_core import objects
from kt_core.events import drained
from kt_core.objects import value_of

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,  # of a hundred, most time goes by in making them up
)


@given(VALUES, st.sampled_from([None, 0, 3]), st.integers(1, 30))
def test_a_value_is_read_back(value: Any, indent: int | None, handful: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objects, "HANDFUL_CHARACTERS", handful)
        assert drained(value_of(json.dumps(value, indent=indent))) == value


@given(st.text('{}[]":,.-+|019abtruefalsn \\\n', max_size=40), st.integers(1, 9))
def test_what_is_no_json_is_refused_where_it_is_wrong(text: str, handful: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(objects, "HANDFUL_CHARACTERS", handful)
        try:
            wanted = json.loads(text)
        except ValueError:
            with pytest.raises(ValueError, match="."):
                drained(value_of(text))
        else:
            assert repr(drained(value_of(text))) == repr(wanted)


def test_a_long_list_comes_in_slices() -> None:
    names = ["a1"] * 100_000
    assert len(list(value_of(json.dumps({"path": names})))) >= 20
    assert drained(value_of(json.dumps({"path": names}))) == {"path": names}
