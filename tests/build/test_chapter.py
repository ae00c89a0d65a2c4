"""The text of the chapter: numbers come from code, and both languages have the same content."""

import re
from html import unescape
from urllib.parse import unquote

import pytest

from kt_core.analysis import paths_from
from kt_core.board import Board
from kt_core.graph import knight_graph
from tests.shared.cases import ORACLES
from web.chapter.book import GivenAnswer, blocks, figure_at, file, listings_up_to, section
from web.chapter.content.judge import formula
from web.chapter.content.listings import SECTIONS, program, written_exercise
from web.chapter.content.numbers import TIMES, with_numbers
from web.chapter.figures.registry import figure
from web.chapter.text import LANGUAGES, sections
from web.chapter.text import prose as words_prose
from web.make.branches import branches_chart, branches_table
from web.make.chapter import (
    GRADES,
    exercises_of,
    gallery,
    listing,
    program_links,
)
from web.make.handout import answer_key, more_questions, stills
from web.question.address import read

FILES = [f"{language}/{name}.md" for language in LANGUAGES for name in (*sections(), "opening")]
ASKED = r"\{\{[^{}]*\}\}"
#: Places where digits are not numbers of the text: placeholders, code, heads of blocks, links,
#: names of squares, and formulas as answers.
NO_NUMBERS = (
    r"(?s)^```stores.*?^```",  # a table of code
    *(r"^\[\^\d+\]: .*(?:\n .*)*", r"\[\^\d+\]", r"\]\(~[^)]*\)"),
    *(ASKED, r"^```.*$", r"`[^`\n]+`", r"\]\(#[^)]*\)", r"^#board\S+ \|", r"\b[a-h][1-8]\b"),
    *(r"^[+-] (?:[^|]*[(/^*n][^|]*|8) \|", r"\(n − [12]\)"),
    *(r"\bA\d{6}\b", r"\d+°"),
)
YEAR = r"\b(1[0-9]{3}|20[0-9]{2})\b"
WORDS = r"\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred)\b"
WORDS += "|[三五六七八百万亿][个条步格种行列]"
#: Numbers that no placeholder provides.
ALLOWED = (
    *("powers of ten", "more than a thousand years", "many thousand times", "一千多年", "成千上万"),
    *("一百万个方格", "一百万个顶点", "两个半棋盘"),
)
FOUR = ("Four boards", "四个棋盘")  # the number of boards in the figure, see below
every_file = pytest.mark.parametrize("name", FILES)


def prose(name: str) -> str:
    """Return a file without numbers that do not belong to its prose."""
    text = file(name)
    for phrase in (*ALLOWED, *FOUR):
        text = text.replace(phrase, "")
    for pattern in NO_NUMBERS:
        text = re.sub(pattern, "", text, flags=re.MULTILINE)
    return re.sub(YEAR, "", text)


@pytest.mark.sample(6)
@every_file
def test_the_text_has_no_numbers_except_computed_ones_and_each_has_a_value(name: str) -> None:
    assert re.findall(r".{0,20}\d.{0,20}", prose(name)) == []
    assert re.findall(rf".{{0,20}}(?:{WORDS}).{{0,20}}", prose(name), re.IGNORECASE) == []
    language = name.partition("/")[0]
    told = re.sub(r"\{\{[^{}]*\$[^{}]*\}\}", "", with_numbers(file(name), language))  # drawn later
    assert not re.search(r"[{}]{2}", told)


@pytest.mark.parametrize("name", sections())
def test_both_languages_have_the_same_placeholders_and_blocks(name: str) -> None:
    texts = {language: file(f"{language}/{name}.md") for language in LANGUAGES}
    asked = {
        language: set(re.findall(ASKED, text.replace("a_board", "board")))
        for language, text in texts.items()
    }
    assert asked["en"] == asked["zh"]
    parts = {language: section(name, language) for language in LANGUAGES}
    for kind in ("figure", "question", "listing", "change", "program", "chart", "goals"):
        heads = {name: [head for head, _ in blocks(texts[name], kind)] for name in texts}
        assert heads["en"] == heads["zh"]
    en, zh = parts.values()
    assert [each.place for each in en.figures] == [each.place for each in zh.figures]


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("zh/")])
def test_chinese_is_written_with_chinese_punctuation(name: str) -> None:
    text = prose(name)
    chinese = "[\u4e00-\u9fff]"
    assert re.findall(rf"{chinese}[,;:?!()]|[,;:?!()]{chinese}", text) == []
    assert re.findall(rf"{chinese}[A-Za-z]|[A-Za-z]{chinese}", text) == []
    assert re.findall(rf"{chinese}{ASKED}|{ASKED}{chinese}", file(name)) == []
    assert not re.search(r"(?<![*`])\*[^*\s][^*]*\*(?!\*)", re.sub(r"`[^`]*`", "", text))  # italics


def test_the_numbers_are_those_of_the_oracles() -> None:
    graph, counts = ORACLES["knight_graph"]["8x8"], ORACLES["counts"]
    asked = {
        "directed_edges 8x8": f"{graph['directed_edges']}",
        "lines 8x8": f"{graph['undirected_edges']}",
        "matrix_entries 8x8": f"{graph['matrix_cells']:,}",
        "fill_percent 8x8": f"{graph['matrix_fill_percent_directed']}",
        "average_degree 8x8": "5.25",
        "average_degree 5x5": "3.84",
        "tree 8x8": "1.23 × 10⁴⁶",
        "tours 8x8 closed": f"{counts['quoted_not_recomputed']['closed_undirected_8x8']:,}",
        "tours 8x8 open": f"{counts['quoted_not_recomputed']['open_directed_8x8']:,}",
        "tours 6x6 closed": f"{counts['closed_undirected']['6x6']:,}",
        "open_tours 8x8": "17,893,605,526,431,808",
        "bound": "1.305 × 10³⁵",
        "successes 8x8 static-degree": "0",
        "successes 8x8 warnsdorff": "61",
        "successes 8x8 roth": "64",
        "narrow_without_closed": "1, 2, 4",
        "special_lengths": "4, 6, 8",
        "open_from": "5",
        "neighbors 5x5 12": "1, 3, 5, 9, 15, 19, 21, 23",
        # These were counted by programs that share no code with kt_core.
        "paths 5x5 b1": "1,829,421",
        "true_tree 5x5": "1,735,079",
        "tours_from 5x5 a1": "304",
        "rush 8x8 a1 most-moves": "33",
        "rush_end 8x8 a1 most-moves": "e1",
        "first_loss 8x8 a1 most-moves": "21",
        "lost 8x8 a1 most-moves": "31",
        "program_visits 5x5 as_listed": "5,010",
        "program_visits 5x5 fewest_first": "25",
        "program_visits 5x5 most_first": "97,300",
        "program_visits 8x8 fewest_first": "64",
        "complete_edges 8x8": "4,032",
        "geometric_sum 2 24": "33,554,431",
        "dark 7x7": "25",
        "light 7x7": "24",
    }
    for question, answer in asked.items():
        assert with_numbers("{{" + question + "}}", "en") == answer.replace(" × ", TIMES)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ("{{no_such 8x8}}", "'no_such'"),
        ("{{directed_edges}}", "cannot be answered"),
        ("{{degree 8x8 z9}}", "'z9' is not a square"),
        ("{{tours 5x6 round}}", "'round' is not a kind of tour"),
        ("{{label No such button}}", "no control is called No such button"),
        ("{{rule_next 5x5 a1,b2}}", "a1 to b2, is not a knight's move"),
    ],
)
def test_an_unknown_number_stops_the_build(wrong: str, named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(named)):
        with_numbers(wrong, "zh")


def test_the_tree_has_a_branch_for_each_path() -> None:
    heads, *rows = branches_table("3x4", "b1", "9")
    assert heads == ["Moves", "Paths", "Times as many"]
    paths = [int(row[1].replace(",", "")) for row in rows]
    assert paths[:3] == [1, 3, 4]  # first to a3, c3 and d2
    assert sum(paths) == paths_from(knight_graph(Board(3, 4)), 1)
    drawn = branches_chart("5x5", "a1", "3")
    assert drawn.count("<circle") == sum((1, 2, 10, 26))
    assert all(f">{n} paths</text>" in drawn for n in (2, 10, 26))


def test_a_picture_of_the_gallery_is_the_tour_that_its_link_shows() -> None:
    linked = []
    for language in LANGUAGES:
        [(_, listed)] = blocks(section("gallery", language).body, "gallery")
        made = gallery(listed)
        links = [unescape(link) for link in re.findall(r'href="([^"]+)"', made)]
        assert links == [line.partition(" | ")[0] for line in listed.splitlines()]
        for link, drawn in zip(links, re.findall(r"<svg.*?</svg>", made), strict=True):
            lines = re.findall(r' d="M[^"ql]*([^"]*)"', drawn)
            bends = sum(line.count("q") + line.count("l") for line in lines)
            assert bends == len(read(link)[0].board) + 1  # one a square, and half a move to the end
        linked.append(links)
    assert linked[0] == linked[1]


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("#board=3x3", "'#board=3x3' in a gallery shows no tour at once"),
        ("#board=400x400&ordering=best&seed=1", "shows no tour at once"),  # too long for a poster
        ("#board=30y30", "in the address is ignored"),
    ],
)
def test_a_gallery_has_no_picture_without_a_tour(link: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        gallery(f"{link} | words")


@pytest.mark.parametrize("name", [name for name in sections() if name != "glossary"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_section_has_goals_summary_and_exercises_of_each_grade(name: str, language: str) -> None:
    body = section(name, language).body
    [(_, goal)] = blocks(body, "goals")
    assert goal.startswith({"en": "After this section you can ", "zh": "学完本节"}[language])
    [(_, summary)] = blocks(body, "summary")
    assert len(re.findall(r"[.。](?=\s|$|[^\s\d])", summary.strip())) == 3
    [(_, exercises)] = blocks(body, "tasks")
    assert [line.partition(": ")[0] for line in exercises.splitlines()] == [*GRADES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_chapter_takes_at_most_150_minutes_and_the_short_path_45(language: str) -> None:
    bodies = (section(name, language).body for name in sections())
    heads = [head.split() for body in bodies for head, _ in blocks(body, "goals")]
    assert sum(int(minutes) for minutes, *_ in heads) <= 150
    assert sum(int(short) for _, *rest in heads for short in rest) == 45


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_section_has_its_exercises_with_their_texts_and_a_command(language: str) -> None:
    for name, place in SECTIONS.items():
        exercise = written_exercise(name, language)
        made = exercises_of(section(place, language))
        for text, file_name in (
            (exercise.starter, f"{name}.py"),
            (exercise.tests, f"{name}_tests.py"),
            (exercise.solution, f"{name}_solution.py"),
        ):
            [link] = re.findall(rf'href="([^"]+)" download="{file_name}"', made)
            assert unquote(link.partition(",")[2]) == text
        assert exercise.instructions in made
        assert f"`knights-tour mark {name}.py --tests {name}_tests.py`" in made


def test_the_glossary_has_the_same_terms_in_both_languages_in_order() -> None:
    terms = {
        "en": re.findall(r"^- \*\*([^*]+)\*\*", file("en/glossary.md"), re.MULTILINE),
        "zh": re.findall(
            r"^- \*\*[^*]+\*\*[^\w]([^\uff09]+)", file("zh/glossary.md"), re.MULTILINE
        ),
    }
    assert terms["en"] == terms["zh"]
    assert terms["en"] == sorted(terms["en"], key=str.lower)
    new = "knight’s tour, open tour, tie, root, level, tile, base case, branching factor"
    assert {*new.split(", ")} <= {*terms["en"]}


def test_listings_mark_their_new_lines_and_programs_can_be_opened_and_saved() -> None:
    assert "<mark>    <b>for</b> end <b>in</b> ordering(square):</mark>" in listing("tour_in_order")
    assert "<mark>" not in listing("tour")
    made = program_links("rule")
    opened, saved = (unescape(link) for link in re.findall(r'href="([^"]+)"', made))
    text = program(listings_up_to("program rule"))
    assert read(opened)[0].code == text
    assert unquote(saved.partition(",")[2]) == text
    assert 'download="knights_tour_rule.py"' in made


def test_the_formula_of_the_answer_is_that_of_the_graph() -> None:
    asked = section("growth", "en").exercise()
    read = formula(next(reply.answer for reply in asked.replies if reply.right), "n")
    for n in range(2, 20):
        degree = with_numbers("{{average_degree " + f"{n}x{n}" + "}}", "en")
        assert f"{float(read(n)):.4g}" == degree


def test_the_page_has_every_section_whole_in_both_languages(chapter_page: str) -> None:
    made = chapter_page
    for language in LANGUAGES:
        for name in sections():
            assert f'id="{name}-{language}"' in made
            for placed in section(name, language).figures:
                assert f'id="{placed.place}-{language}-drawing"' in made
    notes = [each.count("<li>") for each in re.findall(r'<div class="notes">.*?</div>', made, re.S)]
    assert notes == 2 * notes[: len(notes) // len(LANGUAGES)]  # a list in each language
    assert "{{" not in made
    assert "```" not in made
    ids = re.findall(r' id="([^"]+)"', made)
    assert len(set(ids)) == len(ids)
    assert '<g data-layer="moves"></g>' not in made  # nothing that follows the dials is left out


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_paper_figures_show_their_subject_and_all_questions_are_asked(language: str) -> None:
    for name in sections():
        part = section(name, language)
        asked = more_questions(part)
        assert asked.count('class="asks"') == max(len(part.questions) - 1, 0)
        for placed in part.figures:
            drawn = stills(placed.figure)
            assert bool(drawn) == (placed.figure.kind not in PRINTED_AS_THEY_BEGIN)
            assert '<g data-layer="' not in drawn
    tour = figure_at("puzzle")
    assert tour
    *_, last = re.findall(r"<svg.*?</svg>", stills(tour), re.DOTALL)
    assert ">64</text>" in last  # the last square of Euler's tour
    key = answer_key(language)
    for name in sections():
        part = section(name, language)
        for seed, question in enumerate(part.question_names[1:], start=1):
            exercise = part.exercise(GivenAnswer(seed=seed, question=question))
            right = next(reply.reason for reply in exercise.replies if reply.right)
            assert f"<br>{words_prose(right)}</li>" in key


def test_on_paper_the_rule_finds_a_tour_and_its_reverse_gets_stuck() -> None:
    printed = stills(figure("rule 8 warnsdorff 0"))
    assert "A tour: all 64 squares, without ever going back." in printed
    assert "Stuck on e1 after 33 of 64 squares." in printed  # result of the reversed rule


#: Kinds of figures whose first state is a picture for paper.
PRINTED_AS_THEY_BEGIN = ("game", "moves", "count", "matrix", "growth")
