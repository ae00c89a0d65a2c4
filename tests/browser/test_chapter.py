"""The chapter in a browser: readable before Python, interactive, and linked to the lab."""

import re

import pytest
from playwright.sync_api import expect

from tests.shared.browser import Ask, Visit, ready
from tests.shared.reader import findings, fits
from tests.shared.states import right_answer
from web.chapter.text import LANGUAGES, sections


def test_the_chapter_is_shown_before_python_and_does_not_change_then(visit: Visit) -> None:
    page = visit("index.html", state="view=graph&loading=click")
    drawing, said = page.locator("#graph-en-drawing"), page.locator("#graph-en-said")
    expect(drawing.locator("svg").first).to_be_visible()
    expect(said).to_contain_text("8 moves")
    expect(page.locator("#board")).to_be_hidden()
    before = drawing.inner_html()
    page.locator(".brand").click()
    ready(page)
    assert drawing.inner_html() == before


@pytest.mark.sample(1)
@pytest.mark.parametrize("languages", [("en", "zh"), ("zh", "en")])
def test_sections_out_of_sight_are_filled_one_by_one(visit: Visit, languages: list[str]) -> None:
    page = visit("index.html", state=f"lang={languages[0]}&loading=click")
    at_once, later = page.evaluate("""async () => {
      await knightsTour.chapter();
      knightsTour.lessons("matrix");
      const filled = [...document.querySelectorAll(".lesson:not(:empty)")].map(({ id }) => id);
      const later = [];
      await new Promise((resolve) => {
        const watch = new MutationObserver((records) => {
          later.push(records.map(({ target }) => target.id));
          if (!document.querySelector(".lesson[hidden]")) resolve();
        });
        watch.observe(document.body, { subtree: true, attributeFilter: ["hidden"] });
      });
      return [filled, later];
    }""")
    there = [f"{name}-{language}" for language in languages for name in sections()]
    shown = f"matrix-{languages[0]}"
    assert at_once == [shown]
    assert later == [[ident] for ident in there if ident != shown]
    assert page.locator(".lesson:empty").count() == 0


@pytest.mark.sample(1)
@pytest.mark.every_engine
@pytest.mark.parametrize("state", ["view=search", "tour=letters&step=4"])
def test_a_page_opened_by_a_link_stays_at_its_section(visit: Visit, state: str) -> None:
    page = ready(visit("index.html", state=state))
    expect(page.locator(".lesson").last).to_be_attached()
    expect(page.locator(".lesson[hidden]")).to_have_count(0)  # all sections are above and below it
    expect(page.locator("#search-en-title")).to_be_in_viewport()
    expect(page.locator("html")).to_have_attribute("data-view", "search")


@pytest.mark.every_engine
def test_a_figure_and_a_question_respond(ask: Ask) -> None:
    page = ask("view=graph")
    page.locator("#graph-en-drawing circle[data-value='7']").click(force=True)
    expect(page.locator("#graph-en-said")).to_contain_text("From square 7 (c2) there are 6 moves")
    page.locator("#graph-en [name=square]").focus()
    page.page.keyboard.press("ArrowUp")
    expect(page.locator("#graph-en-said")).to_contain_text("From square 12 (c3)")
    field, verdict = page.locator("#graph-en [name=reply]"), page.locator("#graph-en-verdict")
    for answer, right in (("99", "no"), (right_answer("graph"), "yes")):
        field.fill(answer)
        field.press("Enter")
        expect(verdict).to_have_attribute("data-right", right)
    page.wait_for_url(f"**view=graph&said=graph:0-:{right_answer('graph')}")
    asked = page.locator("#graph-en-asks").inner_text()
    page.get_by_role("button", name="Another question").and_(
        page.locator("#graph-en-exercise button")
    ).click()
    expect(page.locator("#graph-en-asks")).not_to_have_text(asked)
    expect(verdict).to_be_empty()
    expect(field).to_have_value("")
    page.locator("#proof-en [type=radio][value='2']").check()
    expect(page.locator("#proof-en-verdict")).to_have_attribute("data-right", "yes")
    page.locator("#rule-en [data-reply]").first.click()
    expect(page.locator("#rule-en-verdict")).to_have_attribute("data-right", re.compile("yes|no"))


def test_a_game_is_played_by_mouse_and_by_keyboard(ask: Ask) -> None:
    page = ask("view=puzzle")
    said, here = page.locator("#puzzle_game-en-said"), "#puzzle_game-en-figure"
    page.locator(f"{here} rect[data-value='11']").click()
    expect(said).to_contain_text("From b3 there are 5 moves")
    page.locator(f"{here} [data-part=choices] button").first.press("Enter")
    expect(said).to_contain_text("From c1")
    page.page.keyboard.press("Enter")  # the first move is under the keys again
    expect(said).to_contain_text("4 of 25")
    page.get_by_role("button", name="Still possible?").and_(page.locator(f"{here} button")).click()
    expect(page.locator("#puzzle_game-en-measured")).to_contain_text("still exists")
    page.locator(f"{here} button[data-value='-1']").click()
    expect(page.locator("#puzzle_game-en-measured")).to_be_empty()


def test_a_word_highlights_its_figure_when_pointed_at_or_focused(ask: Ask) -> None:
    page = ask("view=matrix")
    word, said = page.locator("#matrix-en .word").first, page.locator("#matrix-en-said")
    word.hover()
    expect(said).to_contain_text("square 0 (a1)")
    page.locator("#views").hover()
    expect(said).to_contain_text("square 27 (d4)")
    word.focus()
    expect(said).to_contain_text("square 0 (a1)")
    page.locator("#matrix-en-figure [name=square]").focus()
    expect(said).to_contain_text("square 27 (d4)")
    word.hover()
    page.locator("#views").hover()
    expect(said).to_contain_text("square 27 (d4)")


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["search", "puzzle_game", "rule_waiting", "puzzle", "tiles"])
def test_on_a_phone_a_board_and_its_controls_are_visible_together(ask: Ask, name: str) -> None:
    page = ask(f"view={name.partition('_')[0]}")
    for size in ((390, 844), (360, 640), (640, 360), (844, 390)):
        page.page.set_viewport_size({"width": size[0], "height": size[1]})
        page.locator(f"#{name}-en-drawing svg").first.evaluate("it => it.scrollIntoView()")
        for part in (f"#{name}-en-drawing svg", f"#{name}-en-figure .dials"):
            expect(page.locator(part).first).to_be_in_viewport(ratio=0.98)


def test_a_changed_address_leads_to_its_section_in_an_open_page(ask: Ask) -> None:
    page = ask("view=graph")
    for name in ("gallery", "rule"):
        page.evaluate(f"location.hash = 'view={name}'")
        expect(page.locator(f"#{name}-en-title")).to_be_in_viewport()
    expect(page.locator("html")).to_have_attribute("data-view", "rule")
    page.page.go_back()
    expect(page.locator("#gallery-en-title")).to_be_in_viewport()


def test_the_address_names_the_visible_section_in_each_language(ask: Ask) -> None:
    for language in LANGUAGES:  # the same page; its chapter loads with the first language
        page = ask(f"view=search&lang={language}")
        page.locator(f"#puzzle-{language}-title").evaluate("(title) => title.scrollIntoView()")
        expect(page.locator("html")).to_have_attribute("data-view", "puzzle")


@pytest.mark.full
def test_a_figure_out_of_sight_stops_even_during_a_search(visit: Visit) -> None:
    page = ready(visit(state="board=5x5"))
    page.evaluate("location.hash = 'board=24x24&view=search'")
    expect(page.locator("#search-en-title")).to_be_in_viewport()
    play = page.locator("#search-en-figure [name=run]")
    page.locator("#search-en-guess .word").click()
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    page.locator("#puzzle-en-title").scroll_into_view_if_needed()
    expect(play).to_have_attribute("aria-pressed", "false")


def test_a_section_is_embedded_alone(visit: Visit) -> None:
    page = visit(state="view=rule&embed=1&loading=click")
    expect(page.locator("#rule-en")).to_be_visible()
    for hidden in ("#graph-en", "#contents-en", "#views"):
        expect(page.locator(hidden)).to_be_hidden()


@pytest.mark.only_browser("chromium")
def test_the_printed_chapter_is_a_handout_with_an_answer_key(visit: Visit) -> None:
    page = visit(place="http", state="view=graph&said=graph:2&loading=click")  # an old address
    code = page.locator("#chapter-en .qr svg")
    expect(code).to_have_count(1)
    page.page.emulate_media(media="print")
    expect(code).to_be_visible()
    expect(page.locator("#chapter-en .address")).to_contain_text("index.html#view=")
    expect(page.locator("#graph-en-asks")).to_be_visible()
    expect(page.locator("#search-en-figure + .strip svg")).to_have_count(8)
    drawn = ("#search-en .question-board svg", "#chapter-en .numbers-table table")
    # Captions refer to the tables.
    assert page.locator(", ".join(drawn)).evaluate_all(
        "all => all.every(it => it.checkVisibility())"
    )
    for seen in ("#graph-en-drawing svg", "#graph-en figcaption", "#chapter-en .boards svg"):
        expect(page.locator(seen).first).to_be_visible()
    hides = (".dials", ".manual", ".entry .field")
    for hidden in ("#contents-en", "#graph-en-verdict", *(f"#graph-en {it}" for it in hides)):
        expect(page.locator(hidden)).to_be_hidden()
    assert all(text.strip() for text in page.locator("#chapter-en .answers li").all_inner_texts())
    page.page.set_viewport_size({"width": 600, "height": 800})
    widths = "all => all.filter(it => it.scrollWidth !== it.clientWidth).length"
    assert page.locator("[lang=en] .listing").evaluate_all(widths) == 0
    page.page.emulate_media(media="screen")
    expect(page.locator("#chapter-en .paper").first).to_be_hidden()


@pytest.mark.full
@pytest.mark.parametrize("state", ["view=rule", "view=rule&lang=zh&theme=dark"])
def test_axe_finds_no_fault_and_nothing_overflows(ask: Ask, state: str) -> None:
    frame = ask(state)
    assert findings(frame) == []
    for width in (320, 360, 768, 1280):
        fits(frame, width)


@pytest.mark.full
def test_a_search_is_counted_in_slices_and_can_be_stopped(ask: Ask) -> None:
    page = ask("view=growth")
    here, said = page.locator("#growth_time-en-figure"), page.locator("#growth_time-en-said")
    play, guess = here.locator("[name=run]"), here.locator(".guess")
    expect(play).to_be_hidden()
    guess.get_by_role("button", name="Yes").press("Enter")
    expect(guess).to_contain_text("Your guess: Yes.")
    expect(play).to_be_focused()
    play.press("Enter")
    expect(said).to_contain_text("squares of the path were never changed")
    here.locator("[name=stop]").click()
    expect(here.locator("[name=stop]")).to_be_hidden()
    stopped = said.inner_text()
    here.locator("[name=visits]").press("Home")
    expect(said).to_contain_text("Nothing is searched yet")
    here.locator("[name=visits]").press("ArrowRight")
    expect(said).to_contain_text("10,000 visits")
    assert stopped.startswith(tuple("123456789"))


@pytest.mark.full
@pytest.mark.every_engine
def test_the_knight_is_dragged_to_another_start(ask: Ask) -> None:
    page = ask("view=rule")
    squares = page.locator("#rule-en-drawing [data-turn=start]")
    squares.nth(0).scroll_into_view_if_needed()
    squares.nth(1).click()
    expect(page.locator("#rule-en-said")).to_contain_text("now on b1")
    mouse = page.page.mouse
    for place in (1, 10, 19):
        box = squares.nth(place).bounding_box()
        assert box
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if place == 1:
            mouse.down()
    mouse.up()
    expect(page.locator("#rule-en-said")).to_contain_text("now on d3")
