"""Parts of the program that load late: imports fail until a part has arrived, then succeed."""

import sys
from collections.abc import Coroutine
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import web
from web.page.late import PARTS, PartMissing, Parts, import_late, is_here, part_of


class Scripts:
    """Replaces js/late.js: every part arrives."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []

    async def mount(self, name: str) -> None:
        """Record a request that the page does not announce."""
        self.calls.append(("mount", name))

    async def mountForReader(self, name: str) -> None:  # noqa: N802 - the name in JavaScript
        """Record a request that the page announces."""
        self.calls.append(("mountForReader", name))


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Scripts:
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    return Scripts()


def finish(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that never waits; the event loop may be that of a browser."""
    with pytest.raises(StopIteration):
        work.send(None)


def parts(scripts: Scripts) -> tuple[Parts, Any]:
    """Return the parts of a page, and the attributes of its root."""
    look = SimpleNamespace()
    document = SimpleNamespace(documentElement=SimpleNamespace(dataset=look))
    return Parts(SimpleNamespace(knightsTour=scripts, document=document)), look


def test_a_stand_in_names_its_part_until_that_is_here_and_is_then_the_module(
    scripts: Scripts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    late, look = parts(scripts)
    names = {"web.nowhere": "more", "web.share.nowhere": "lessons"}
    stand_ins = {name: import_module(name) for name in names}
    for name, part in names.items():
        monkeypatch.delitem(sys.modules, name, raising=False)
        sys.modules[name] = stand_ins[name]
        assert not hasattr(stand_ins[name], "__file__")
        assert not is_here(name)
        with pytest.raises(PartMissing, match=part):
            _ = stand_ins[name].value
    finish(late.load("lessons"))
    invalidate_caches()
    with pytest.raises(ModuleNotFoundError):
        _ = stand_ins["web.share.nowhere"].value
    with pytest.raises(PartMissing):
        import_late("web.nowhere")
    assert not hasattr(look, "parts")
    finish(late.load_quietly("more"))
    (tmp_path / "nowhere.py").write_text("value = 'found'\n")
    monkeypatch.setattr("web.__path__", [*web.__path__, str(tmp_path)])
    assert stand_ins["web.nowhere"].value == "found"
    assert is_here("web.nowhere")
    assert look.parts == "here"
    assert scripts.calls == [("mountForReader", "lessons"), ("mount", "more")]


def test_a_part_is_loaded_once_and_modules_of_others_are_none(scripts: Scripts) -> None:
    parts(scripts)
    with pytest.raises(ModuleNotFoundError):
        import_module("nowhere")
    late, _ = parts(scripts)
    for _again in range(2):
        for part in PARTS:
            finish(late.load(part))
    assert len(scripts.calls) == len(PARTS)


def test_text_files_of_late_folders_are_in_their_part() -> None:
    assert part_of("web.chapter.en.graph") == "lessons"
