"""Lines to copy: each shows the page's question, wherever the page is hosted."""

import re
from html.parser import HTMLParser

import pytest

from web.question.address import read
from web.share.lines import TITLES, lines, page_of

HERE = "https://school.example/tours/index.html"
ASKED = "board=5x6&holes=c3&closed=1&ordering=roth&show=path,names"


class Tags(HTMLParser):
    """Reads the elements of a line with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element."""
        self.found.append((tag, dict(attrs)))


def lines_for(asked: str = ASKED, location: str = HERE) -> dict[str, str]:
    """Return the lines for an address."""
    return lines(read(f"#{asked}")[0], f"{location}#{asked}")


def frame(line: str) -> dict[str, str | None]:
    """Return the attributes of the frame in a line, its only element."""
    *_around, (tag, attributes) = Tags(line).found
    assert tag == "iframe"
    return attributes


def test_there_is_a_line_for_every_title() -> None:
    assert set(lines_for()) == set(TITLES)


def test_the_link_is_the_address_of_the_view() -> None:
    assert lines_for()["link"] == f"{HERE}#{ASKED}"
    assert lines_for("")["link"] == HERE
    assert lines_for("embed=1&loading=click&lock=board")["link"] == f"{HERE}#lock=board"


def test_the_frame_shows_the_board_alone_in_a_sandbox() -> None:
    found = frame(lines_for()["frame"])
    assert found["src"] == f"{HERE}#theme=light&{ASKED}&embed=1"  # it cannot see the host page
    assert (
        found["sandbox"]
        == "allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"
    )
    assert found["title"] == "Closed knight’s tour, 5x6"
    assert frame(lines_for("")["frame"])["src"] == f"{HERE}#theme=light&board=8x8&embed=1"
    dark = frame(lines_for("theme=dark")["frame"])["src"]
    assert dark == f"{HERE}#theme=dark&board=8x8&embed=1"


def test_a_section_is_linked_by_its_title_without_answers() -> None:
    found = frame(lines_for("view=rule&said=rule:c5")["frame"])
    assert found["title"] == "Warnsdorff’s rule"
    assert found["src"] == f"{HERE}#theme=light&board=8x8&view=rule&embed=1"


def test_the_element_has_the_keys_as_attributes() -> None:
    script, (tag, attributes) = Tags(lines_for()["element"]).found
    assert script == ("script", {"async": None, "src": "https://school.example/tours/embed.js"})
    assert tag == "knights-tour"
    assert attributes == dict(pair.split("=") for pair in ASKED.split("&"))
    assert '<knights-tour board="8x8"></knights-tour>' in lines_for("")["element"]


def test_a_famous_tour_is_linked_by_its_name() -> None:
    assert (
        '<knights-tour tour="euler-5x5"></knights-tour>' in lines_for("tour=euler-5x5")["element"]
    )


def test_markdown_and_restructuredtext_have_their_own_syntax() -> None:
    line = lines_for("", "https://school.example/a(b)/")["markdown"]
    assert line == "[Knight’s tour, 8x8](https://school.example/a%28b%29/)"
    assert lines_for()["rst"] == f".. raw:: html\n\n   {lines_for()['element']}"


@pytest.mark.parametrize("location", ["about:srcdoc", "blob:null/1-2", "data:text/html,x", ""])
def test_a_page_without_an_address_is_linked_by_its_file(location: str) -> None:
    assert page_of(location) == "knights-tour.html"
    assert lines_for("board=3x4", location)["link"] == "knights-tour.html#board=3x4"
    assert 'src="embed.js"' in lines_for("", location)["element"]


def test_on_a_disk_the_lines_name_files_beside_the_page_that_embeds() -> None:
    on_disk = lines_for("", "file:///somewhere/index.html")
    assert frame(on_disk["frame"])["src"] == "knights-tour.html#theme=light&board=8x8&embed=1"
    assert on_disk["link"] == "file:///somewhere/index.html"


@pytest.mark.parametrize("evil", ['"><script>alert(1)</script>', "'&amp;<b>", "a b\n\n\x00"])
def test_nothing_in_an_address_becomes_markup(evil: str) -> None:
    every = lines_for(f"view={evil.replace('&', '%26')}", f"https://school.example/?{evil}")
    assert "view" in (frame(every["frame"])["src"] or "")
    tags = [tag for tag, _ in Tags(every["element"]).found]
    assert tags == ["script", "knights-tour"]
    assert not re.search(r"[<>\"]", every["markdown"].partition("#")[2])
