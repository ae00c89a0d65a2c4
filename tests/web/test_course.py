"""Course packages: manifest, launch page, size, and invalid tasks."""

import io
import json
import re
import zipfile
from xml.etree import ElementTree as ET

import pytest

from tests.shared.states import after, opened
from web.question.question import Question
from web.share.assignment import Assignment
from web.share.course import (
    EDITIONS,
    LAUNCH,
    MANIFEST,
    WORDS,
    Package,
    archive,
    file_name,
    launch,
    manifest,
    with_slots,
    zip_of,
)
from web.share.lines import LONGEST_TITLE, PAGE
from web.state.intents import Choose

TASK = Package.read("board=5x5&mode=play&lock=all", "A tour of 5x5")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("title", ["A tour of 5x5", "<b> & \"quotes\" 'too'", "骑士巡游"])
def test_a_manifest_names_the_task_and_every_file(edition: str, title: str) -> None:
    _, kind, packing, running = EDITIONS[edition]
    task = Package.read("board=5x5", title)
    root = ET.fromstring(manifest(task, edition))
    names = {"p": packing}
    assert [each.text for each in root.iterfind(".//p:title", names)] == [title, title]
    (resource,) = root.iterfind(".//p:resource", names)
    assert resource.get("href") == LAUNCH
    assert resource.get(f"{{{running}}}{kind}") == "sco"
    listed = {each.get("href") for each in resource.iterfind("p:file", names)}
    assert listed == {LAUNCH, PAGE}
    item = root.find(".//p:item", names)
    assert item is not None
    assert item.get("identifierref") == resource.get("identifier")


def test_the_launch_page_opens_the_page_with_the_task() -> None:
    found = re.search(r'id="task">(.*?)</script>', launch(TASK, "1.2"), re.DOTALL)
    assert found
    told = json.loads(found[1])
    assert told["page"] == "knights-tour.html#board=5x5&mode=play&lock=all&splice=1"
    assert {*told["words"]} == {"en", "zh"}
    for words in told["words"].values():
        assert {*words} == {*WORDS}
    assert told["words"]["en"] != told["words"]["zh"]


def test_a_task_has_no_work_of_a_reader() -> None:
    state = after(opened("#board=5x5&mode=play&loading=lazy&embed=1&lang=zh"), Choose(11))
    played = Package.of(state.question)
    assert played.link == f"{PAGE}#board=5x5&mode=play&lang=zh&splice=1"
    assert played.title
    task = Package.read("view=graph&said=graph:2&at=graph:7")
    assert task.title == "From board to graph"
    assert task.link == f"{PAGE}#view=graph&at=graph:7&embed=1&splice=1"
    assert Package.read("view=chapter").link == f"{PAGE}#view=chapter&splice=1"


@pytest.mark.parametrize(
    ("link", "title", "why"),
    [
        ("board=5x", "", "board: '5x' is not a board"),
        ("bord=5x5", "", "'bord' is no key; perhaps board was meant"),
        ("hints=many", "", "hints: 'many' is not a whole number"),
        ("end=b2&board=5x5&closed=1", "", "end: "),
        ("", "\x07", "a line of text cannot hold the character U+0007"),
        ("", "a" * (LONGEST_TITLE + 1), "this line has 201 characters; 200 are the most"),
    ],
)
def test_a_wrong_task_is_refused_in_a_sentence(link: str, title: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        Package.read(link, title)


def test_other_tasks_have_other_names() -> None:
    names = {Package.read(*each).identifier for each in [("",), ("board=5x5",), ("", "T")]}
    assert len(names) == 3
    assert file_name(TASK) == "knights-tour-scorm-a-tour-of-5x5.zip"
    assert re.fullmatch(r"knights-tour-scorm-\w{12}\.zip", file_name(Package.read("", "骑士")))


def test_equal_packages_have_equal_bytes() -> None:
    made = archive(TASK, b"")
    assert made == zip_of(dict(reversed(list(_read(made).items()))))
    assert {*_read(made)} == {LAUNCH, MANIFEST, PAGE}


def _read(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.mark.parametrize(
    ("assignment", "name"),
    [
        (Assignment(what="program", exercise="graph"), "write-a-program-the-graph-as-a-dict"),
        (Assignment(what="closed"), "find-a-closed-tour-8x8"),
        (Assignment(what="predict"), "predict-the-search-8x8"),
    ],
)
def test_the_file_of_a_package_names_its_task(assignment: Assignment, name: str) -> None:
    package = Package.of(assignment.question(Question()))
    assert file_name(package) == f"knights-tour-scorm-{name}.zip"


@pytest.mark.parametrize("template", ["<p></p>", "<!-- answer --><!-- question -->"])
def test_a_slot_without_a_text_and_a_text_without_a_slot_are_refused(template: str) -> None:
    with pytest.raises(LookupError, match="the texts "):
        with_slots(template, {"answer": "42"})
