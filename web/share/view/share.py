"""The dialog "Share" as HTML: lines to copy, where teachers paste them, and files. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from kt_core.drawing.shapes import escape
from kt_core.language import N_, _, current_language, paragraph, text_of
from web.chapter.content.listings import late_text
from web.chapter.text import chapter_language
from web.draw.dialog import header, line_field, row, select, text_field
from web.draw.patch import Lazy, Patch, Patches, attributes, text
from web.question import address
from web.question.counts import clauses, enumeration
from web.question.question import Question, title_of
from web.share import export, lines
from web.share.assignment import shared_question
from web.share.course import EDITIONS, why_no_package
from web.share.export import Seen, size
from web.share.lines import Target, target
from web.state.state import Place, State

TIMES = (1, 2, 4)  # sizes of a PNG, as multiples
ON_DISK = N_(
    "This page is a file on a disk, so the link opens on this computer alone, and the other lines"
    " expect knights-tour.html, or embed.js with it, beside your own page. If you put the page on"
    " the web, write its address above."
)
EXAMPLE = "https://school.example/tours/"
GIVEN = N_(
    "The tour that you opened is too long for a link, which opens its board alone: save it as JSON"
    " and send the file along."
)
RACE = N_(
    "Of a race, the pictures show both boards; the film, the CSV and the JSON hold the first:"
    " {title}."
)
FRAMED = N_("If nothing arrives, the site that shows this page forbids downloads.")
THIS_FILE = N_(
    "This page is one file already: to pass it on, copy knights-tour.html from its folder."
)
SAID = '<p class="said" id="share-said" aria-live="polite"></p>'
COURSES = N_(
    "What is seen here as a package that Moodle, Canvas, Blackboard and Brightspace take as an"
    " upload: score, completion and time are recorded, and a student who comes back goes on. 9 MB."
)
MAKE = N_("Make a task …")
MADE = N_(
    "What a student is to do with this board, as a link, embed code, a course package or a"
    " worksheet."
)
LECTURE = N_(
    "With a step’s words below it. Space plays, arrows step, D goes to the next dead end, G shows"
    " the graph, N the numbers; Escape leaves."
)
FIRST = "element"  # the line selected at first
#: A note about each line, by its name.
NOTES: Mapping[str, str] = {
    "element": N_(
        "Fits its content and follows your page’s light or dark theme. It needs embed.js and the"
        " files beside it."
    ),
    "frame": N_(
        "Needs no script, sees nothing of your page: change theme=light and height by hand."
    ),
    "markdown": N_("Opens the whole page, where no figure can stand."),
    "rst": N_("The element for Sphinx. It needs embed.js and the files beside it."),
}
#: The reader's work that a link can include, by its key.
WORK: Mapping[str, str] = {
    "said": N_("my answers"),
    "play": N_("my game"),
    "predict": N_("my predictions"),
}
#: A field of a film -> its title, and its choices.
FILM: Mapping[str, tuple[str, tuple[int, ...]]] = {
    "pixels": (N_("Pixels"), export.PIXELS),
    "rate": (N_("Steps a second"), export.RATES),
    "length": (N_("Steps"), export.LENGTHS),
}
#: The fields with a list of choices, each with its default.
SELECTS = {"line": FIRST, **{name: str(usual) for name, usual in vars(export.Film()).items()}}
SWITCH = (
    '<label class="check" id="share-{0}" hidden><input type="checkbox" name="{0}">'
    "<span>{1}</span></label>"
)
TESTED = 4  # the tests build this many systems of teachers.*.txt, the first ones


def dialog(state: State) -> Patches:
    """Yield the regions of the dialog "Share": its frame, and those that depend on the state."""
    keys = address.non_default_keys(state.question)
    is_too_long = bool(state.question.opened) and "path" not in keys
    yield "#share", Lazy(frame, state.place)
    yield "#share #share-said", text(text_of(state.dialog.message) if state.dialog else "")
    yield "#share #share-notes", Lazy(_notes, (_(GIVEN),) * is_too_long)
    yield from target_regions(state)
    yield from _lines(state)
    link = lines.page_of(state.place.location)  # complete, because "#..." alone refers to this page
    link += address.write(state.question.with_settings(present=True))
    yield "#share #share-lecture", attributes(href=link)
    yield from _files(Seen.of(state))
    for name, usual in SELECTS.items():
        yield f"#share [name={name}]", attributes(value=state.chosen.get(name, usual))
    film = {name: value for name, value in state.chosen.items() if name in FILM}
    yield "#share #share-film", Lazy(film_patch, Seen.of(state), film)
    yield "#share [name=stop]", attributes(hidden=not (state.dialog and state.dialog.share))


def _lines(state: State) -> Patches:
    """Yield the two lines, and the switch that adds the reader's work to the link."""
    question, work = shared_question(state), bool(state.chosen.get("work"))
    done, reads = _work(question), bool(state.question.settings.view)
    yield "#share #share-hide", attributes(hidden=not (reads and state.question.settings.solutions))
    yield "#share [name=hide]", attributes(checked=bool(state.chosen.get("hide")))
    yield "#share #share-work", attributes(hidden=not done)
    yield "#share #share-work span", text(_("Include {what}", what=done))
    yield "#share [name=work]", attributes(checked=work)
    for region, name in (("link", "link"), ("line", state.chosen.get("line", FIRST))):
        yield f"#share #share-{region}", Lazy(line_patch, question, target(state), name, work)


def _files(seen: Seen) -> Patches:
    """Yield the availability of each file, and the reason if there is none."""
    for kind in export.KINDS:
        yield f"#share [name={kind}]", _availability(export.why_no_file(kind, seen))
    yield "#share [name=gif]", _availability(export.why_no_film(seen))
    no_package = why_no_package(seen.question)
    for edition in EDITIONS:
        yield f'#share [name=course][value="{edition}"]', _availability(no_package)
    yield "#share #share-course", _note(no_package)
    for times in TIMES:
        across, down = size(seen.question, times)
        pixels = _("{across:,} x {down:,} pixels", across=across, down=down)
        label = clauses(_("PNG {times}x", times=times), pixels)
        yield f'#share [name=png][value="{times}"]', attributes(title=pixels, aria_label=label)
    yield "#share #share-tour", _note(export.why_no_file("json", seen))
    is_race, order = seen.question.is_race, seen.question.ordering
    yield "#share #share-race", _note(_(RACE, title=_(title_of(order))) if is_race else "")


def _availability(why_not: str) -> Lazy:
    return attributes(disabled=bool(why_not))


def _note(sentence: str) -> Lazy:
    return attributes(html=escape(text_of(sentence)), hidden=not sentence)


def target_fields(place: Place) -> str:
    """Return the fields of the title and, on a page on a disk, of the address of the page."""
    fields = text_field("title", _("Title (optional)"), "", lines.LONGEST_TITLE)
    if place.location.startswith("file:"):
        title = _("Where will the page be? (optional)")
        fields += text_field("where", title, "", lines.LONGEST_PAGE, EXAMPLE)
        fields += f'<p class="soft on-disk">{_(ON_DISK)}</p>'
    return fields + '<p class="wrong target" hidden></p>'


def target_regions(state: State) -> Patches:
    """Yield the address of the page, the note while there is none, and why a text is refused."""
    if not state.dialog:
        return
    form, to = f"#{state.dialog.name}", target(state)
    if state.place.location.startswith("file:"):
        yield f"{form} [name=where]", attributes(value=state.chosen.get("where", ""))
        yield f"{form} .on-disk", attributes(hidden=not to.location.startswith("file:"))
    yield f"{form} .target", attributes(html=escape(text_of(to.fault)), hidden=not to.fault)


def frame(place: Place) -> Patch:
    """Return the parts of the dialog that do not depend on the question."""
    note = '<p class="soft" id="share-{}" hidden></p>'
    pictures = (button("png", _("PNG {times}x", times=times), times) for times in TIMES)
    rows = (
        row(_("Picture"), [_file("svg"), *pictures]),
        row(_("Animation"), film_row()),
        row(_("Tour"), [*map(_file, export.TOURS), note.format("tour")]),
        row(_("Course"), [*course_buttons(), note.format("course")], _(COURSES)),
        row(_("Page"), [], *_page(place)),
    )
    task = f'<div class="to-task">{button("assign", _(MAKE))}<p class="soft">{_(MADE)}</p></div>'
    titles = {name: title for name, title in lines.TITLES.items() if name != "link"}
    lecture = f'<a class="plain" id="share-lecture">{_("Full-screen board")}</a>'
    hides = _("Hide the solutions of the exercises")
    html = (
        f"{header('share', _('Share'), SAID)}"
        '<div id="share-notes"></div><div class="copied" id="share-link"></div>'
        f"{SWITCH.format('work', '')}{SWITCH.format('hide', hides)}{target_fields(place)}"
        f"{task}{select('line', _('Embed'), titles, FIRST)}"
        f'<div class="copied" id="share-line"></div>{for_teachers()}'
        f'<div class="to-screen">{lecture}<p class="soft">{_(LECTURE)}</p></div>'
        f"<h3>{_('Files')}</h3>{''.join(rows)}{_notes([_(FRAMED)] * place.framed)}"
        f"{note.format('race')}"
    )
    return {"html": html}


def line_patch(question: Question, target: Target, name: str, work: bool) -> Patch:  # noqa: FBT001
    """Return a line to be copied; with `work` a link includes the reader's game or answers."""
    line = lines.lines(question, target.location, work=work, named=target.title)[name]
    title, is_link = _(lines.TITLES[name]), name == "link"
    head = f'<label class="head" for="line-{name}">{title}</label>' if is_link else ""
    note = "" if is_link else f'<p class="soft">{_(NOTES[name])}</p>'
    look = 'rows="1" wrap="off"' if is_link else f'rows="4" aria-label="{title}"'
    return {"html": f"{head}{line_field(name, title, line, look)}{note}"}


def _work(question: Question) -> str:
    """Return the reader's work that a link can include: "my answers"; "" for none."""
    settings = question.settings
    done = ["said"] * bool(settings.said) + [question.mode] * bool(settings.game)
    return enumeration(_(WORK[each]) for each in done)


def _file(kind: str) -> str:
    return button(kind, _(export.KINDS[kind][0]))


def course_buttons() -> list[str]:
    """Return a button for each edition of a course package."""
    return [button("course", f"SCORM {edition}", edition) for edition in EDITIONS]


def button(name: str, label: str, value: object = None) -> str:
    """Return a button of the dialog."""
    attribute = "" if value is None else f' value="{value}"'
    return f'<button class="plain" type="button" name="{name}"{attribute}>{label}</button>'


def _page(place: Place) -> tuple[str, ...]:
    location, one_file = place.location, place.one_file
    if one_file and not location.startswith(("http://", "https://")):
        return (_(THIS_FILE),)
    page = lines.page_of(location).partition("?")[0]
    beside = page if one_file else page.rpartition("/")[0] + "/" + lines.PAGE
    if place.framed:  # a sandboxed frame may neither download a file nor open another page
        return (_("The whole page is one file: {file}", file=escape(beside)),)
    link = f'<a href="{escape(beside)}" download="{lines.PAGE}">{lines.PAGE}</a>'
    return (_("This page as one file: {file}", file=link),)


def _notes(notes: Iterable[str]) -> str:
    return "".join(f'<p class="soft">{note}</p>' for note in notes)


def film_row() -> list[str]:
    """Return the choices for a film, a button for each kind, and room for its size."""
    return [
        '<div class="chosen">',
        *(
            select(name, _(title), {str(n): str(n) if n else N_("All") for n in of}, SELECTS[name])
            for name, (title, of) in FILM.items()
        ),
        "</div>",
        button("gif", "GIF"),
        _file("film"),
        button("stop", _("Stop")),
        '<p class="soft" id="share-film"></p>',
    ]


def film_patch(seen: Seen, chosen: Mapping[str, str]) -> Patch:
    """Return the size of a film with these choices, or the reason why there is none."""
    summary, why = export.film_summary(seen, chosen), text_of(export.why_no_file("film", seen))
    return {"html": escape(text_of(paragraph(dict.fromkeys(filter(None, (summary, why))))))}


def teachers_text(language: str) -> tuple[str, dict[str, str], str]:
    """Return the first text for teachers, the place of the line in each system, the last text."""
    first, systems, last = late_text(f"share/teachers.{language}.txt").strip().split("\n\n")
    return first, dict(line.split(": ", 1) for line in systems.splitlines()), last


def for_teachers() -> str:
    """Return the section for teachers in the dialog "Share"."""
    first, systems, last = teachers_text(chapter_language(current_language()))
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(place)}</dd>" for name, place in systems.items()
    )
    tested = enumeration(islice(systems, TESTED))
    note = _("Tested: {tested}. The others by their documentation, not tried by us.", tested=tested)
    return (
        f'<details class="teachers"><summary>{_("For teachers: where to paste the code")}</summary>'
        f"<p>{escape(first)}</p><dl>{rows}</dl><p>{escape(text_of(paragraph((last, note))))}</p>"
        "</details>"
    )
