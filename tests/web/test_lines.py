"""Lines to copy: each shows the page's question, wherever the page is hosted."""

import re

import pytest

from kt_core.language import text_of
from tests.shared.snapshots import assert_matches_snapshot
from tests.shared.states import after, opened
from web.page.view import whole_patches
from web.question.address import read
from web.share.lines import lines, page_of, target
from web.state.intents import OpenDialog, ReportProgress
from web.state.state import Place

HERE = "https://school.example/tours/index.html"
#: Questions, and the addresses of the page that shows them.
SHARED = (
    ("board=5x6&holes=c3&closed=1&ordering=roth&show=path,names", HERE),
    *(("", HERE), ("theme=dark", HERE), ("embed=1&loading=click&lock=board", HERE)),
    *(("view=rule&said=rule:c5", HERE), ("tour=euler-5x5", HERE)),
    *(("", "https://school.example/a(b)/"), ("", "file:///somewhere/index.html")),
    ("board=3x4", "about:srcdoc"),
)


@pytest.mark.parametrize(
    ("where", "page"),
    [
        ("https://school.example", "https://school.example/knights-tour.html"),
        (" https://school.example/a/#x", "https://school.example/a/knights-tour.html"),
        ("http://localhost:8000/a/tour.html", "http://localhost:8000/a/tour.html"),
        *((wrong, "") for wrong in ("school.example", "file:///a.html", "https://a b/", "//a/")),
        *(
            (wrong, "")
            for wrong in ('https://a/"><b>', "javascript:1", "https:///", "https://u@a/")
        ),
    ],
)
def test_a_teacher_says_where_the_page_will_be(where: str, page: str) -> None:
    disk = Place("file:///home/knights-tour.html")
    state = after(opened("#board=5x6"), OpenDialog("share", disk))
    to = target(after(state, OpenDialog("share", chosen=(("where", where), ("title", "A [task]")))))
    wrong = after(state, OpenDialog("share", chosen=(("where", "school.example"),)))
    refused = after(wrong, ReportProgress(target(wrong).fault))
    regions = whole_patches(after(refused, OpenDialog("share", chosen=(("where", where),))))
    assert not regions["#share #share-said"]["html"]
    assert regions["#share .target"]["hidden"] == regions["#share .on-disk"]["hidden"] == bool(page)
    if not page:
        assert "is no address of a page" in text_of(to.fault)
        return
    there = after(state, OpenDialog("share", chosen=(("where", where),)), OpenDialog("assign"))
    assert target(there).location == page
    told = lines(state.question, to.location, named=to.title)
    assert told["link"] == f"{page}#board=5x6"
    assert told["markdown"] == f"[A \\[task\\]]({page}#board=5x6)"
    assert 'title="A [task]"' in told["frame"]
    assert f'src="{page.rpartition("/")[0]}/embed.js"' in told["element"]


def elements(line: str) -> list[str]:
    """Return the names of the elements in a line; a quoted < must be escaped."""
    return re.findall(r"<([a-z][\w-]*)", line)


def lines_for(asked: str, location: str = HERE) -> dict[str, str]:
    return lines(read(f"#{asked}")[0], f"{location}#{asked}")


def test_the_lines_match_their_snapshot() -> None:
    told = [
        f"#{asked} at {location}\n"
        + "\n".join(f"  {name}: {line}" for name, line in lines_for(asked, location).items())
        for asked, location in SHARED
    ]
    assert_matches_snapshot("lines-to-copy", "\n".join(told), "txt")


@pytest.mark.parametrize("location", ["about:srcdoc", "blob:null/1-2", "data:text/html,x", ""])
def test_a_page_without_an_address_is_linked_by_its_file(location: str) -> None:
    assert page_of(location) == "knights-tour.html"


@pytest.mark.parametrize("evil", ['"><script>alert(1)</script>', "'&amp;<b>", "a b\n\n\x00"])
def test_nothing_in_an_address_becomes_markup(evil: str) -> None:
    question = read(f"#view={evil.replace('&', '%26')}")[0]
    every = lines(question, f"https://school.example/?{evil}", named=evil)
    assert elements(every["frame"]) == ["iframe"]
    assert re.search(r' title="[^"<>]*" width=', every["frame"])
    assert re.search(r' src="[^"]*view', every["frame"])  # no quote ends it too early
    assert elements(every["element"]) == ["script", "knights-tour"]
    assert not re.search(r"[<>\"]", every["markdown"].partition("#")[2])
