"""The dialog "Share" as a string: lines to copy, where teachers put them, and files. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kt_core.drawing.shapes import escape
from kt_core.drawing.wall import PALETTES, WIDTHS
from kt_core.language import N_, _, paragraph, text_of
from web.draw.patch import Lazy, Patch, Patches, attributes, text
from web.question import address
from web.question.question import BEST, Question, title_of
from web.share import export, films, lines
from web.share.picture import Seen, size
from web.state.state import Dialog, Place, State
from web.view.counts import clauses, enumeration
from web.view.dialogs import header, line_field, row, select

TIMES = (1, 2, 4)  # sizes of a picture in pixels
#: A kind of file: what its button says.
BUTTONS: Mapping[str, str] = {
    "svg": N_("SVG"),
    "film": N_("Animated SVG"),
    "strip": N_("Stills, SVG"),
    "csv": N_("CSV"),
    "json": N_("JSON"),
}
ON_DISK = N_(
    "This page is a file on a disk, so the link opens on this computer alone. The other lines"
    " expect knights-tour.html, or embed.js with it, beside your own page."
)
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
LICENCES = N_(
    "Made with Pyodide (MPL-2.0), CPython (PSF-2.0), PyScript (Apache-2.0) and what they contain;"
    " this page itself: MIT."
)
SAID = '<p class="said" id="share-said" aria-live="polite"></p>'
SAVE_LICENCES = '<button class="plain" type="button" name="licences">LICENSES.txt</button>'
COURSE = "".join(
    f'<button class="plain" type="button" name="course" value="{edition}">SCORM {edition}</button>'
    for edition in ("1.2", "2004")
)
COURSES = N_(
    "What is seen here as a package that Moodle, Canvas, Blackboard and Brightspace take as an"
    " upload: score, completion and time are recorded, and a student who comes back goes on. 9 MB."
)
MAKE = N_("Make a task …")
MADE = N_(
    "What a student is to do with this board, as a link, a line, a course package, or a sheet."
)
LECTURE = N_(
    "With a step’s words below it. Space plays, arrows step, D goes to the next dead end, G shows"
    " the graph, N the numbers; Escape leaves."
)
FIRST = "element"  # of the lines for another page
#: What is to be known of a line, by its name.
NOTES: Mapping[str, str] = {
    "element": N_(
        "As high as its figure, as dark as your page. It needs embed.js and the files beside it."
    ),
    "frame": N_(
        "Needs no script, sees nothing of your page: change theme=light and height by hand."
    ),
    "markdown": N_("Opens the whole page, where no figure can stand."),
    "rst": N_("The element for Sphinx. It needs embed.js and the files beside it."),
}
#: What the reader has done, which a link may tell too.
WORK: Mapping[str, str] = {
    "said": N_("my answers"),
    "play": N_("my game"),
    "predict": N_("my predictions"),
}
WIDTH_NAMES: Mapping[str, str] = {"thin": N_("Thin"), "medium": N_("Medium"), "thick": N_("Thick")}
WALL_BUTTONS: Mapping[str, str] = {"svg": N_("SVG"), "film": N_("Animated SVG")}  # and the pixels
FILM = ("pixels", "rate", "length")
#: What may be chosen of a film: its title, what there is, and what is usual.
CHOICES: tuple[tuple[str, str, Mapping[str, str], str], ...] = (
    ("pixels", N_("Pixels"), {str(each): str(each) for each in films.PIXELS}, "480"),
    ("rate", N_("Steps a second"), {str(each): str(each) for each in films.RATES}, "10"),
    (
        "length",
        N_("Steps"),
        {each: each if each != films.WHOLE else N_("All") for each in films.LENGTHS},
        films.WHOLE,
    ),
)
TEACHERS_FIRST = N_(
    "Put the files of dist/ into one folder of your site. The element needs embed.js and the files"
    " beside it; a plain frame needs no script. Both are sandboxed: give the frame allow-scripts,"
    " and allow-downloads for its files. A site with a policy of its own must let frame-src have"
    " the folder, and script-src too for the element."
)
TEACHERS_LOST = N_(
    "In a sandbox nothing is remembered between two visits, and a browser may refuse the clipboard:"
    " Copy then selects the text."
)
#: Course system: where the line goes. Those that tests/sites/ builds come first.
SYSTEMS: tuple[tuple[str, str], ...] = (
    (N_("A plain page"), N_("The element’s line, or the frame’s, anywhere in the body.")),
    (
        "MkDocs",
        N_("The folder in docs/, embed.js in extra_javascript, the element in the Markdown."),
    ),
    (
        "Sphinx",
        N_("The folder in _static/, the reStructuredText lines, or the element in raw:: html."),
    ),
    (
        "Jupyter Book",
        N_(
            "Version 1: the folder in files/, which html_static_path names, embed.js in"
            " html_js_files, the element in the Markdown. Version 2, not tried by us: the directive"
            " {iframe}."
        ),
    ),
    ("Quarto", N_("The folder in resources of the project, both lines in a block {=html}.")),
    ("Runestone", N_("In raw:: html, with splice=1: the book then keeps state and completion.")),
    (
        "Open edX",
        N_("The course package: in Studio, Advanced, SCORM, and upload it."),
    ),
    (
        "Moodle",
        N_(
            "The course package, from Make a task above: Add an activity, SCORM package, drop the"
            " file there, Save. Or knights-tour.html as a File resource that is embedded."
        ),
    ),
    (
        "Canvas",
        N_(
            "The course package: SCORM in the course’s navigation, Upload, then as an assignment or"
            " a page. Where an administrator has not switched SCORM on, a frame."
        ),
    ),
    (
        "Blackboard",
        N_(
            "The course package: the plus of Course Content, Create, SCORM package, Upload; in"
            " Original courses Build Content, Content Package. Or a frame, for trusted roles."
        ),
    ),
    (
        "Brightspace",
        N_(
            "The course package: in a module of Content, Upload/Create, New SCORM Object. Or a"
            " frame to another https host, by Insert Stuff."
        ),
    ),
)
TESTED = 4  # of them are built and driven by the tests; the others go by what is known of them


def dialog(dialog: Dialog) -> Patches:
    """Return the dialog "Share", about what a state shows, and its lines as they are chosen."""
    chosen = dict(dialog.chosen)
    work = bool(chosen.get("work"))
    yield "#share", Lazy(whole, dialog.about)
    yield "#share #share-said", text(text_of(dialog.message))
    film = tuple(chosen.get(name, "") for name in FILM)
    yield "#share #share-film", Lazy(film_patch, dialog.about, film)
    yield "#share [name=stop]", attributes(hidden=not dialog.share)
    yield "#share #share-link", Lazy(line_patch, dialog.about, "link", work)
    yield "#share #share-line", Lazy(line_patch, dialog.about, chosen.get("line", FIRST), work)


def whole(about: State) -> Patch:
    """Return what stands in the dialog, but for the lines."""
    return {"html": share(Seen.of(about), about.place)}


def share(seen: Seen, place: Place) -> str:
    """Return the dialog "Share", for a page that stands in this place."""
    location, one_file, framed = place.location, place.one_file, place.framed
    aside = [_(FRAMED)] * framed + [race(seen.question)] * seen.question.is_race
    notes = [_(ON_DISK)] * location.startswith("file:") + [_(GIVEN)] * _is_too_long(seen.question)
    rows = (
        row(_("Picture"), [_file("svg", seen), *(_png(seen, times) for times in TIMES)]),
        row(_("Wall"), wall_row(seen)),
        row(_("Film"), film_row(seen), export.why_no_file("film", seen)),
        row(_("Tour"), [_file("csv", seen), _file("json", seen)], export.why_no_file("json", seen)),
        row(_("Course"), [COURSE], _(COURSES)),
        row(_("Page"), [], *_page(location, one_file=one_file, framed=framed)),
        row(_("Licences"), [SAVE_LICENCES] * one_file, *_licences(place)),
    )
    return (
        f"{header('share', _('Share'), SAID)}"
        f'{_notes(notes)}<div class="copied" id="share-link"></div>{_work(seen.question)}{_task()}'
        f'{_chooser()}<div class="copied" id="share-line"></div>{for_teachers()}'
        f'<div class="to-screen">{_lecture(seen, location)}<p class="soft">{_(LECTURE)}</p></div>'
        f"<h3>{_('Files')}</h3>{''.join(rows)}{_notes(aside)}"
    )


def line_patch(about: State, name: str, work: bool) -> Patch:  # noqa: FBT001
    """Return a line to be copied; with `work` a link tells what the reader has done."""
    made = lines.lines(about.question, about.place.location, work=work)[name]
    title, is_link = _(lines.TITLES[name]), name == "link"
    head = f'<label class="head" for="line-{name}">{title}</label>' if is_link else ""
    note = "" if is_link else f'<p class="soft">{_(NOTES[name])}</p>'
    look = 'rows="1" wrap="off"' if is_link else f'rows="4" aria-label="{title}"'
    return {"html": f"{head}{line_field(name, title, made, look)}{note}"}


def race(question: Question) -> str:
    """Return which of two searches is in which file."""
    best = question.ordering == BEST
    title = _("the best method") if best else _(title_of(question.ordering))
    return _(RACE, title=title)


def _is_too_long(question: Question) -> bool:
    return bool(question.given) and "path" not in address.non_default_keys(question)


def _work(question: Question) -> str:
    """Return the switch for a link that tells what the reader has done, if that is anything."""
    settings = question.settings
    done = ["said"] * bool(settings.said) + [question.mode] * bool(settings.game)
    if not done:
        return ""
    said = _("Include {what}", what=enumeration(_(WORK[each]) for each in done))
    return f'<label class="check"><input type="checkbox" name="work"><span>{said}</span></label>'


def _task() -> str:
    """Return the button to the dialog in which a teacher makes a task of what is seen."""
    button = f'<button class="plain" type="button" name="assign">{_(MAKE)}</button>'
    return f'<div class="to-task">{button}<p class="soft">{_(MADE)}</p></div>'


def _chooser() -> str:
    titles = {name: title for name, title in lines.TITLES.items() if name != "link"}
    return select("line", _("For another page"), titles, FIRST)


def _file(kind: str, seen: Seen) -> str:
    off = " disabled" if export.why_no_file(kind, seen) else ""
    return f'<button class="plain" type="button" name="{kind}"{off}>{_(BUTTONS[kind])}</button>'


def _png(seen: Seen, times: int) -> str:
    across, down = size(seen.question, times)
    pixels = _("{across:,} x {down:,} pixels", across=across, down=down)
    name = _("PNG {times}x", times=times)
    label = clauses(name, pixels)
    return (
        f'<button class="plain" type="button" name="png" value="{times}" aria-label="{label}"'
        f' title="{pixels}">{name}</button>'
    )


def _lecture(seen: Seen, location: str) -> str:
    link = lines.page_of(location)  # whole, since a mere "#..." is taken for a place on this page
    link += address.write(seen.question.with_settings(present=True))
    return f'<a class="plain" href="{escape(link)}">{_("Full-screen board")}</a>'


def _page(location: str, *, one_file: bool, framed: bool) -> tuple[str, ...]:
    if one_file and not location.startswith(("http://", "https://")):
        return (_(THIS_FILE),)
    page = lines.page_of(location).partition("?")[0]
    beside = page if one_file else page.rpartition("/")[0] + "/" + lines.PAGE
    if framed:  # a frame that is kept apart may neither save a file by its address nor leave
        return (_("The whole page is one file: {file}", file=escape(beside)),)
    link = f'<a href="{escape(beside)}" download="{lines.PAGE}">{lines.PAGE}</a>'
    return (_("This page as one file: {file}", file=link),)


def _licences(place: Place) -> tuple[str, ...]:
    if place.one_file:
        return (_(LICENCES),)
    file = lines.page_of(place.location).partition("?")[0].rpartition("/")[0] + "/LICENSES.txt"
    if place.framed:
        return (_(LICENCES), _("All texts: {file}", file=escape(file)))
    link = f'<a href="{escape(file)}" download>LICENSES.txt</a>'
    return (_(LICENCES), _("All texts: {file}", file=link))


def _notes(notes: Iterable[str]) -> str:
    return "".join(f'<p class="soft">{note}</p>' for note in notes)


def wall_row(seen: Seen) -> list[str]:
    """Return what may be chosen of it, and a button for each file."""
    off = " disabled" if export.why_no_wall(seen) else ""
    widths = {name: WIDTH_NAMES[name] for name in WIDTHS}
    files = {kind: _(title) for kind, title in WALL_BUTTONS.items()}
    files |= {str(side): _("PNG {side:,}", side=side) for side in export.WALL_PIXELS}
    return [
        '<div class="chosen">',
        select("palette", _("Colours"), PALETTES, export.WALL["palette"]),
        select("width", _("Line"), widths, export.WALL["width"]),
        f'<label class="check"><input type="checkbox" name="ground" checked> {_("Board")}</label>',
        "</div>",
        *(_button(kind, said, off) for kind, said in files.items()),
    ]


def film_row(seen: Seen) -> list[str]:
    """Return what may be chosen of a film, what will come of it, and a button for each kind."""
    off = " disabled" if films.why_no_film(seen) else ""
    stop = f'<button class="plain" type="button" name="stop" hidden>{_("Stop")}</button>'
    chosen = (select(name, _(title), options, usual) for name, title, options, usual in CHOICES)
    return [
        '<div class="chosen">',
        *chosen,
        "</div>",
        *(
            f'<button class="plain" type="button" name="{kind}"{off}>{said}</button>'
            for kind, said in films.KINDS.items()
        ),
        *(_file("film", seen), _file("strip", seen), stop),
        '<p class="soft" id="share-film"></p>',
    ]


def film_patch(about: State, chosen: tuple[str, ...]) -> Patch:
    """Return what will come of a film."""
    fields = {name: value for name, value in zip(FILM, chosen, strict=True) if value}
    return {"html": escape(films.summary(Seen.of(about), fields))}


def _button(kind: str, said: str, off: str) -> str:
    label = clauses(_("Wall"), said)  # other files are called the same
    return (
        f'<button class="plain" type="button" name="wall" value="{kind}" aria-label="{label}"{off}>'
        f"{said}</button>"
    )


def for_teachers() -> str:
    """Return the section of the dialog "Share"."""
    rows = "".join(f"<dt>{escape(_(name))}</dt><dd>{escape(_(how))}</dd>" for name, how in SYSTEMS)
    tested = enumeration(_(name) for name, how in SYSTEMS[:TESTED])
    note = _("Tested: {tested}. The others by their documentation, not tried by us.", tested=tested)
    last = text_of(paragraph((_(TEACHERS_LOST), note)))
    return (
        f'<details class="teachers"><summary>{_("For teachers: where a line goes")}</summary>'
        f"<p>{escape(_(TEACHERS_FIRST))}</p><dl>{rows}</dl><p>{escape(last)}</p></details>"
    )
