"""The chapter as HTML in both languages: the Markdown of web/chapter/ with generated parts.

The page's own views draw the figures in their first state; in the page, Python hydrates them.
Listings are parts of the chapter's program. A gallery has pictures of tours, each a link that opens
it in the lab.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from math import ceil
from pathlib import Path
from urllib.parse import quote

from kt_core.drawing.layers import long_line
from kt_core.drawing.shapes import escape, stretches
from kt_core.language import N_, _, current_language, languages, speaking
from kt_core.tour import Tour
from web.chapter.book import (
    PlacedFigure,
    Section,
    blocks,
    file,
    listings_up_to,
    section,
    with_blocks,
)
from web.chapter.content.listings import (
    SECTIONS,
    WrittenExercise,
    changed_lines,
    program,
    written_exercise,
)
from web.chapter.content.numbers import with_numbers
from web.chapter.figures.figure import BET, Dial, Figure
from web.chapter.figures.layout import table, turn_button
from web.chapter.text import LANGUAGES, Values, sections, with_exponents
from web.chapter.view import built_regions, ident
from web.draw.patch import line_html, options_html, whole_patch
from web.make.branches import branches_chart, branches_table
from web.make.handout import answer_key, boards_to_draw_on, masthead, more_questions, stills
from web.make.posters import fill, state_of
from web.make.steps import ROOT, Workshop, own_texts
from web.question import address
from web.question.question import OWN, Question

#: A line break between two Chinese characters, which must not become a space.
_BREAK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef])\n *(?=[\u3000-\u9fff\uff00-\uffef*`\[<])")
_AFTER_MARK = re.compile(r"(?<=[\u3000-\u303f\uff00-\uffef])\n(?=[^\s-])(?!\d+\. )")


def _pages(workshop: Workshop, texts: Mapping[str, str]) -> Mapping[str, str]:
    """Return texts in Markdown as HTML, by name."""
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "texts.json"), Path(folder, "pages.json")
        before.write_text(json.dumps(texts), encoding="utf-8")
        words = (str(workshop.node_modules), str(before), str(after))
        workshop.run("Making HTML of the chapter", "markdown.mjs", *words)
        results: Mapping[str, str] = json.loads(after.read_bytes())
        return results


def cached_chapter(workshop: Workshop, modules: Mapping[str, bytes], style: str) -> str:
    """Return the chapter, from the cache if nothing that it depends on has changed.

    It depends on our modules and catalogs, its texts, the style, and the converter of Markdown;
    computing its numbers and pictures takes seconds.
    """
    files = [
        *own_texts(ROOT / "web" / "chapter"),
        workshop.node_modules / "marked" / "package.json",
    ]
    inputs = [*modules.values(), *(path.read_bytes() for path in files), style.encode()]
    result = workshop.result("chapter.html", inputs, lambda: chapter(workshop, style).encode())
    return result.decode()


def chapter(workshop: Workshop, style: str) -> str:
    """Return the chapter: its style, then the article in each language."""
    pages = _pages(workshop, dict(chain(*map(_texts, LANGUAGES))))
    articles = (_article(language, pages) for language in LANGUAGES)
    return "\n".join((f"<style>{style}{_one_section_rules()}</style>", *articles))


def _texts(language: str) -> list[tuple[str, str]]:
    """Return the opening, by its language, and the sections, in Markdown with generated parts."""
    with speaking(language):
        opening = _without_breaks(with_numbers(file(f"{language}/opening.md"), language))
        texts = [
            (f"{language}/{name}", _section_text(section(name, language))) for name in sections()
        ]
        return [(language, opening), *texts]


def _one_section_rules() -> str:
    """Return the CSS rules that show one section alone in an embed."""
    return "".join(
        f"[data-embed][data-view={name}] .lesson:not([data-section={name}]){{display:none}}"
        for name in sections()
    )


def _article(language: str, pages: Mapping[str, str]) -> str:
    with speaking(language):
        looks = {name: whole_patch(part) for name, part in built_regions(language).items()}
        return fill(_unfilled_article(language, pages), looks)


def _unfilled_article(language: str, pages: Mapping[str, str]) -> str:
    parts = [section(name, language) for name in sections()]
    items = "".join(
        f'<li><a href="#view={part.name}" data-to="{part.name}">{escape(part.title)}</a>'
        f"{_minutes(part)}</li>"
        for part in parts
    )
    label = escape(_("Sections"))
    named = f'id="contents-{language}" aria-label="{label}"'
    nav = f'<nav class="contents" {named}><ol>{items}</ol></nav>'
    texts = [with_marks(pages[f"{language}/{part.name}"], part.name) for part in parts]
    texts[-1] += answer_key(language)
    lessons = "".join(map(_lesson, parts, texts))
    failed = N_("The figures stay as they are: Python has not started in this browser.")
    note = f'<p class="unlive">{escape(_(failed))}</p>'
    return (
        f'<article class="wrap words" id="chapter-{language}" lang="{languages()[language]}">{nav}'
        f'<div class="lessons"><header class="opening">{masthead()}{pages[language]}{note}</header>'
        f"{lessons}</div>"
        "</article>"
    )


def _minutes(part: Section) -> str:
    """Return the minutes that a section takes, as HTML; "" if it has no goals."""
    minutes = "".join(head.partition(" ")[0] for head, _ in blocks(part.body, "goals"))
    time = _("{n} min", n=int(minutes)) if minutes else ""
    return f" <small>{time}</small>" if time else ""


def _lesson(part: Section, page: str) -> str:
    here = ident(part.name, part.language)
    title = f'<h2 id="{here}-title" tabindex="-1">{escape(part.title)}</h2>'
    return (
        f'<section class="lesson" id="{here}" data-section="{part.name}"'
        f' aria-labelledby="{here}-title">{title}{page}</section>'
    )


def _section_text(part: Section) -> str:
    """Return a section as HTML: its Markdown with the generated parts."""
    language, figures = part.language, {placed.head: placed for placed in part.figures}
    questions = iter([_question(part) + more_questions(part)])  # all are in the place of the first
    makers: dict[str, Callable[[str, str], str]] = {
        "figure": lambda head, _: _figure(figures[head], language),
        "question": lambda *_: next(questions, ""),
        "listing": lambda name, _: listing(name),
        "program": lambda name, _: program_links(name),
        "change": lambda name, _: listing(name) + program_links(name, change=name),
        "chart": lambda head, words: _chart(head.split(), with_numbers(words, language)),
        "goals": _goals,
        "summary": _summary,
        "tasks": lambda *_: exercises_of(part),
        "stores": stores_table,
        "gallery": lambda _, listed: gallery(with_numbers(listed, language)),
    }
    return _without_breaks(with_numbers(with_blocks(with_notes(part.body), makers), language))


def _chart(head: list[str], caption: str) -> str:
    kind, *words = head
    drawn = f"{branches_chart(*words)}{_numbers(branches_table(*words))}"
    caption = escape(" ".join(caption.split()))
    return f'<figure class="figure of-{kind}">{drawn}<figcaption>{caption}</figcaption></figure>\n'


def _goals(head: str, words: str) -> str:
    """Return the goals of a section, with its minutes."""
    whole, *short = map(int, head.split())
    time = _("About {n} minutes.", n=whole)
    if short and short != [whole]:
        time = _("About {n} minutes; {short} on the short path.", n=whole, short=short[0])
    return _aside("goals", f"**{time}** {words}")


def _summary(_head: str, words: str) -> str:
    title = _("Summary")
    return _aside("summary", f"### {title}\n\n{words}")


#: The grades of exercises, by the words that begin a line of a block `tasks`.
GRADES = {"try": N_("Try"), "write": N_("Write"), "explain": N_("Explain or prove")}


def exercises_of(part: Section) -> str:
    """Return the exercises of a section: one of each grade, then the ready-made ones."""
    graded = [
        _exercise(line) for _, lines in blocks(part.body, "tasks") for line in lines.splitlines()
    ]
    tested = [
        _tested_exercise(name, part) for name, place in SECTIONS.items() if place == part.name
    ]
    head = _("Exercises")
    return _aside("tasks", "\n".join((f"### {head}\n", *graded, *tested)))


def _exercise(line: str) -> str:
    grade, _colon, words = line.partition(": ")
    return _task(_(GRADES[grade]), words)


def _tested_exercise(name: str, part: Section) -> str:
    """Return a ready-made exercise: links that open it and save its texts, and how to check it."""
    exercise = written_exercise(name, part.language)
    links = " ".join(
        _saving_link(_(label), text, f"{name}{ending}.py")
        for label, text, ending in (
            (N_("Save the starter"), exercise.starter, ""),
            (N_("Save the tests"), exercise.tests, "_tests"),
            (N_("Save a solution"), exercise.solution, "_solution"),
        )
    )
    home = _(
        "At home, {command} checks a saved program, after `pip install .` in this project’s"
        " folder.",
        command=f"`knights-tour mark {name}.py --tests {name}_tests.py`",
    )
    words = (
        f'{exercise.instructions} <span class="screen">{_task_link(exercise, part)} {links}</span>'
        f" {home}"
    )
    return _task(_("Write, with tests"), words)


def _task_link(exercise: WrittenExercise, part: Section) -> str:
    """Return a link that opens an exercise in a new tab, since a task closes the chapter."""
    question = Question(ordering=OWN, code=exercise.whole_starter, tests=exercise.tests)
    task = question.with_settings(lang=part.language, solutions=False)
    label = escape(_("Write and check it in a new tab"))
    return f'<a href="{escape(address.write(task))}" target="_blank">{label}</a>'


def _task(grade: str, words: str) -> str:
    colon = "\uff1a" if current_language() == "zh" else ": "
    return f"- **{grade}**{colon}{words}"


def _saving_link(label: str, text: str, name: str) -> str:
    """Return a link that saves a text as a file."""
    data = f"data:text/x-python;charset=utf-8,{quote(text)}"
    return f'<a href="{data}" download="{name}">{escape(label)}</a>'


def _aside(name: str, words: str) -> str:
    """Return Markdown in an element with a class."""
    return f'<div class="{name}">\n\n{words.strip()}\n\n</div>\n'


_NOTE = re.compile(r"^\[\^(\d+)\]: (.*(?:\n .*)*)\n?", re.MULTILINE)


def with_notes(text: str) -> str:
    """Return a text with its footnotes in a list at the end; `ValueError` for a missing mark."""
    notes = {number: " ".join(note.split()) for number, note in _NOTE.findall(text)}
    text = _NOTE.sub("", text).rstrip() + "\n"
    if [*dict.fromkeys(re.findall(r"\[\^(\d+)\]", text))] != [*notes]:
        raise ValueError(f"the marks of notes and the notes are not the same: {[*notes]}")
    text = re.sub(r"\[\^(\d+)\]", r'<sup class="cited">\1</sup>', text)
    listed = "\n".join(f"{number}. {note}" for number, note in notes.items())
    title = _("Sources")
    return f'{text}\n<div class="notes"><h3>{title}</h3>\n\n{listed}\n\n</div>\n' if notes else text


#: A link that highlights something in a figure, with its mark, and a link to another section.
_LIGHT = re.compile(
    r'<a href="~(?:(\w+):)?([^"]*)">(.*?)</a>([.,;:?\u3001\u3002\uff0c\uff1a\uff1b\uff1f])?',
    re.DOTALL,
)
#: A title in a language other than that of the text.
_TONGUE = re.compile(r'<a href="lang:(\w+)">(.*?)</a>', re.DOTALL)
_SECTION = re.compile(r'<a href="#view=(\w+)">')


def with_marks(page: str, name: str) -> str:
    """Return the HTML of a section whose links to `~` highlight parts of its figures."""

    def mark(found: re.Match[str]) -> str:
        place = f"{name}_{found[1]}" if found[1] else name
        lights = f'data-light="" data-section="{place}" data-value="{found[2]}"'
        word = f'<button class="word" type="button" {lights}>{found[3]}</button>'
        return f'<span class="kept">{word}{found[4]}</span>' if found[4] else word

    page = _TONGUE.sub(r'<span lang="\1">\2</span>', _LIGHT.sub(mark, with_exponents(page)))
    return _SECTION.sub(r'<a href="#view=\1" data-to="\1">', page)


def _without_breaks(text: str) -> str:
    return _AFTER_MARK.sub("", _BREAK.sub("", text))


CHOICES = '<p class="destinations" data-part="choices"></p>'  # the buttons below the figure


def _figure(placed: PlacedFigure, language: str) -> str:
    """Return a figure as HTML, with what replaces it on paper, or is added there."""
    figure, place, here = placed.figure, placed.place, ident(placed.place, language)
    paper = stills(figure)
    boards = boards_to_draw_on() if figure.kind == "game" else ""
    measured = f'<p class="measured" id="{here}-measured" role="status"></p>'
    return (
        f'<figure class="figure of-{figure.kind}{" on-screen" if paper else ""}"'
        f' id="{here}-figure" data-section="{place}">'
        f'<div class="drawing" id="{here}-drawing" role="img"></div>'
        f"{CHOICES if figure.has_choices else ''}"
        f'<div class="dials">{_controls(figure, here)}</div><p class="said" id="{here}-said"></p>'
        f"{measured if figure.measures else ''}<figcaption>{_caption(placed)}</figcaption>"
        f'{_numbers(figure.table())}<p class="try"><a href="{escape(figure.link(figure.first))}"'
        f' data-try="{place}">{escape(_("Open in “Watch”"))}</a></p></figure>\n{paper}{boards}'
    )


def _controls(figure: Figure, here: str) -> str:
    """Return a figure's dials and buttons as HTML; `here` is the prefix of ids."""
    parts = [_dial(dial, figure.first) for dial in figure.dials if dial.label]
    if figure.player:
        parts.append(turn_button(figure.player, "-1", _("Back")))
        parts.append(turn_button(figure.player, "+1", _("Step")))
        if BET in figure.dials:
            parts.append(f'<div class="guess" id="{here}-guess" role="group"></div>')
        parts.append(_button("run"))
    parts.append(figure.buttons())
    if figure.is_counted:
        parts.append(_button("stop"))
    if figure.measures:
        parts.append(_button("measure"))
    return "".join(parts)


def _dial(dial: Dial, first: Values) -> str:
    label = f"<span>{escape(_(dial.label))}</span>"
    if dial.choices:
        choices = enumerate(dial.choices)
        options = options_html({str(value): _(name) for value, name in choices})
        look = f'class="field" autocomplete="off" name="{dial.name}"'
        return f'<label class="dial">{label}<select {look}>{options}</select></label>'
    wide = dial.columns(first)
    rows = f' data-columns="{wide}"' if wide else ""
    return (
        f'<label class="dial" data-dial="{dial.name}">{label}'
        f'<input autocomplete="off" type="range" name="{dial.name}" min="0"{rows}></label>'
    )


def _button(name: str) -> str:
    return f'<button class="plain" type="button" name="{name}"></button>'


def _numbers(rows: list[list[str]]) -> str:
    """Return the numbers of a chart as a table that the reader can open; "" if there are none."""
    summary = escape(_("Numbers as a table"))
    opens = f'<details class="numbers-table"><summary>{summary}</summary><div class="wide">'
    return f"{opens}{table(rows)}</div></details>" if rows else ""


def _caption(placed: PlacedFigure) -> str:
    manual = f' <span class="manual">{escape(placed.manual)}</span>' if placed.manual else ""
    return escape(placed.caption) + manual


def _question(part: Section) -> str:
    """Return the empty element of a question; the state determines its content."""
    if not part.questions:
        return ""
    here = ident(part.name, part.language)
    return (
        f'<div class="exercise" id="{here}-exercise" role="group" aria-labelledby="{here}-asks">'
        f'<div id="{here}-question"></div>'
        f'<p class="verdict" id="{here}-verdict" role="status"></p>'
        f'<p class="another"><button class="plain" type="button" name="another"></button></p>'
        "</div>\n"
    )


def listing(name: str) -> str:
    """Return a listing or a change of one as HTML, with the lines marked that are new in it."""
    lines = "\n".join(
        f"<mark>{line_html(line)}</mark>" if is_new else line_html(line)
        for line, is_new in changed_lines(name)
    )
    return f'<pre class="listing"><code>{lines}</code></pre>\n'


def program_links(name: str, change: str = "") -> str:
    """Return links that open and download the program so far, perhaps with a change."""
    text = program(listings_up_to(f"{'change' if change else 'program'} {name}"), change)
    question, _faults = address.read(f"#board=5x5&ordering={OWN}&step=0")
    opened = escape(address.write(replace(question, code=text)))
    tab = _("Your program")
    opens = escape(_("Open this program under “{tab}”", tab=tab))
    saved = _saving_link(_("Save it"), text, f"knights_tour_{name}.py")
    return f'<p class="program"><a href="{opened}">{opens}</a> {saved}</p>\n'


STROKES = 45  # sections of the line, each with a separate color


def gallery(listed: str) -> str:
    """Return pictures as HTML for lines "ADDRESS | caption"; `ValueError` names a wrong line.

    Each picture shows the tour that the address shows in the lab.
    """
    items = (_item(*map(str.strip, line.partition("|")[::2])) for line in listed.splitlines())
    return f'<ul class="gallery">{"".join(items)}</ul>\n'


def _item(link: str, words: str) -> str:
    for fault in address.read(link)[1]:
        raise ValueError(f"{link!r} in a gallery: {fault}")
    state = state_of(link)
    tour = state.search.answer.whole.tour if state else None
    if not tour:
        raise ValueError(f"{link!r} in a gallery shows no tour at once")
    wide = ' class="wide"' if tour.board.columns >= 2 * tour.board.rows else ""
    return (
        f'<li{wide}><a href="{escape(link)}">{"".join(_picture(tour))}'
        f"<span>{escape(words)}</span></a></li>"
    )


def _picture(tour: Tour) -> Iterator[str]:
    board, length = tour.board, len(tour.path)
    yield (
        '<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true"'
        f' viewBox="0 0 {board.columns} {board.rows}">'
    )
    if board.holes:
        yield f'<path class="hole" d="{"".join(stretches(board, sorted(board.holes)))}"/>'
    moves = ceil(length / STROKES)
    yield from long_line(board, tour.path, closed=tour.closed, of=length, moves=moves)
    yield "</svg>"


def stores_table(summary: str, listed: str) -> str:
    """Return ways to store a graph as HTML, from lines "name | code | code | code".

    The first line has the heads: of the names, and of the code. For squares `a` and `b`, the code
    stores a move from `a` to `b`, lists the squares one move from `a`, and tests whether `b` is
    one of them.
    """
    heads, *stores = (line.split(" | ") for line in listed.splitlines())
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    codes = ((name, "\n".join(map(line_html, code))) for name, *code in stores)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td><pre>{code}</pre></td></tr>'
        for name, code in codes
    )
    return (
        f'<details class="stores"><summary>{escape(summary)}</summary>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>\n"
    )
