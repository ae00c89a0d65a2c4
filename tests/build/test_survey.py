"""The survey of docs/surveys.md: its file, and its answers with a worker killed."""

import json
import logging
import os
import runpy
import signal
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from web.make.steps import ROOT


def recipe() -> SimpleNamespace:
    """Return the functions of docs/survey.py, which are sent to the workers by value."""
    return SimpleNamespace(**runpy.run_path(str(ROOT / "docs/survey.py")))


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Return a client with two workers."""
    if not find_spec("distributed"):
        pytest.skip("surveys need Dask: .venv/bin/pip install -r requirements-survey.txt")
    connect: Any = import_module("distributed").Client  # has no types
    workers = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with connect(**workers, silence_logs=logging.CRITICAL) as client:
        client.run(recipe().answers, 34)  # imports kt_core
        yield client


LINE = '[{}, {{"a1 b1 ": "undecided"}}]'


@pytest.mark.parametrize(
    "content",
    [
        *("{0}\n{1}\n", "{0}\r\n{1}\r\n", "\ufeff{0}\n{1}\n", "{0}\n{0}\n\n\n{1}\n{0}\n"),
        *("{0}\n{1}", '{0}\n{1}\n[2, {{"a1 b1', '[2, {{"a1\n{0}\n5\nnull\n[3]\n{1}\n'),
    ],
)
def test_saved_answers_survive_and_cut_lines_are_ignored(content: str, tmp_path: Path) -> None:
    survey, file = recipe(), tmp_path / "survey.jsonl"
    before = content.format(LINE.format(0), LINE.format(1)).encode()
    file.write_bytes(before)
    assert survey.saved(file) == {0, 1}
    with survey.opened(file) as out:
        out.write(LINE.format(7).encode() + b"\n")
    assert file.read_bytes().startswith(before)
    assert survey.saved(file) == {0, 1, 7}
    with survey.opened(file):
        pass
    assert survey.saved(file) == {0, 1, 7}


def test_two_surveys_do_not_write_to_one_file(tmp_path: Path) -> None:
    survey, file = recipe(), tmp_path / "survey.jsonl"
    assert survey.saved(file) == set()
    with (
        survey.opened(file),
        pytest.raises(SystemExit, match="another survey is writing to"),
        survey.opened(file),
    ):
        pass
    with survey.opened(file):  # once the other has ended
        pass


def test_a_survey_is_whole_after_a_cut_file_and_killed_worker(client: Any, tmp_path: Path) -> None:
    survey, file = recipe(), tmp_path / "survey.jsonl"
    for number, _ in enumerate(survey.survey(client, file), start=1):
        if number == 2:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        if number == 5:
            break
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) == 5
    file.write_text("".join(lines)[:-99])  # an ended process may leave this
    assert len([*survey.survey(client, file)]) == 31
    kept = file.read_text().splitlines(keepends=True)
    assert kept[:4] == lines[:4]
    del kept[4]  # this line was cut off
    by_first = {json.loads(line)[0]: line for line in kept}
    assert len(kept) == len(by_first) == 35
    told = {key: json.loads(text) for line in kept for key, text in json.loads(line)[1].items()}
    assert len(told) == 630 * 35
    assert told["a1 c1 "]["proof"] == "parity"
    assert told["a1 b1 c1"]["path"][0] == "c1"
    for first in (0, 20, 34):
        assert by_first[first] == survey.answers(first)
