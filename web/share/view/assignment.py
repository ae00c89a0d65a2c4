"""The dialog "Make a task" as HTML: the choices, and a preview of the task. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kt_core.drawing.shapes import LARGE_AREA, escape, number
from kt_core.language import (
    N_,
    Sentence,
    _,
    current_language,
    languages,
    own_name,
    paragraph,
    speaking,
    text_of,
)
from kt_core.theory import refute
from kt_core.tour import NoTour
from web.chapter.book import (
    GivenAnswer,
    Section,
    asked_exercises,
    lesson,
    section,
    sections_with_questions,
)
from web.chapter.content.listings import SECTIONS, written_exercise
from web.chapter.text import chapter_language
from web.draw.dialog import header, line_field, row, select, text_field
from web.draw.patch import Lazy, Patch, Patches, attributes, patch_of, text
from web.lab.view.answer import answer
from web.lab.view.form import form
from web.question.change import in_mode
from web.question.question import EVERY, LONGEST_ASK, Question
from web.question.templates import TEXTBOOK
from web.share import lines, sheet
from web.share.assignment import (
    LOCKS,
    PLAYED,
    READING,
    WHATS,
    Assignment,
    assignment,
    blind_share,
    editor_text,
    hopeless_starts,
    task_question,
    why_no_tests,
)
from web.share.export import Seen, picture
from web.share.lines import Target, target
from web.share.view.share import button, course_buttons, target_fields, target_regions
from web.state.begin import with_opened_question, with_task
from web.state.state import Place, State

SAID = '<p class="said" id="assign-said" aria-live="polite"></p>'
#: Name of a list of choices -> its title, and its options with their titles.
LISTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "steps": (N_("Steps for each start, at most"), {n: n for n in ("200", "1000", "5000")}),
    "lock": (N_("Locked for the student"), LOCKS),
    "hints": (N_("Hints"), {"": N_("Any number"), "0": N_("None"), **{n: n for n in "1235"}}),
    "undos": (
        N_("Undo"),
        {"": N_("Allowed"), "0": N_("Not allowed"), **{n: n for n in ("1", "3", "10")}},
    ),
    "solutions": (
        N_("Solutions of the chapter’s exercises"),
        {"0": N_("Hidden"), "1": N_("Offered")},
    ),
}
#: Choice -> the kinds of task that need it.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "section": ("section",),
    "steps": ("code",),
    **dict.fromkeys(("program", "file"), ("program",)),
    "solutions": READING,
    **dict.fromkeys(("lock", "hints", "undos"), PLAYED),
}
ROWS: Mapping[str, str] = {
    "element": N_("HTML"),
    "frame": N_("HTML, a frame"),
    "markdown": "Markdown",
    "rst": "reStructuredText",
}
TEXTS = ("ask", "starter", "tests")  # fields whose value is not simply the choice
MOST_ASKS = 60  # characters of a question in a list
FIRST = "link"  # the line selected at first
COORDINATE_SHARE = 0.035  # height of ranks and files, as a share of the board's side
WEAK = 0.7  # share of right guesses from which a prediction is too easy
REFUTED_SQUARES = 400  # larger boards are not tested for a tour
COURSES = N_(
    "To be uploaded to Moodle, Canvas, Blackboard, Brightspace or Open edX. The score is kept"
    " there."
)
#: Characters with a special meaning in an address or in an attribute.
_IN_AN_ADDRESS = str.maketrans({sign: f"%{ord(sign):02X}" for sign in '%#"<>&'})
SAFE_LINK = 2_000  # characters of a link
WINDOWS_LINK = 2_048  # INTERNET_MAX_URL_LENGTH in ShellExecuteEx, by Microsoft's notes on Teams
MOODLE_LINK = 3_000  # it redirects: by default, nginx has 4,096 bytes for all headers
TASK_FILE = N_(
    "For a task too long for a link. Students open the page, press Load, and choose or drop the"
    " file. No score is recorded."
)
TESTS_HELP = N_(
    "A test is a function test_… with assert. Its docstring is the sentence that the student sees."
    " is_tour(value, 5, closed=True) reads every notation; @weight(2) counts twice. Lines between"
    " # --- locked --- and # --- end --- cannot be changed."
)
VISITS_HELP = N_(
    "Visits are counted while a program searches a board that the page recognizes. The seconds"
    " limit every call."
)
CODED = N_("Begins with this code")
UNTESTED = N_("First mend the tests: the sentence below them names the error.")


def dialog(state: State) -> Patches:
    """Yield the regions of the dialog: its fields, the preview and the line to copy."""
    assert state.dialog
    chosen = assignment(state)
    to = target(state)
    yield "#assign", Lazy(whole, Assignment.of(state.question), state.place)
    yield from target_regions(state)
    yield "#assign #assign-said", text(text_of(state.dialog.message))
    for name, value in vars(chosen).items():
        if name not in TEXTS:
            yield f"#assign [name={name}]", attributes(value=value)
    for name, whats in FIELDS.items():
        yield f"#assign [data-of={name}]", attributes(hidden=chosen.what not in whats)
    no_tests = ""
    if chosen.what == "program":
        starter, tests = chosen.program_texts(editor_text(state))
        no_tests = text_of(why_no_tests(tests))
        yield "#assign [name=starter]", attributes(value=starter)
        yield "#assign [name=tests]", attributes(value=tests)
        yield "#assign .no-tests", attributes(html=escape(no_tests), hidden=not no_tests)
    try:
        task, wrong = task_question(state), ""
    except ValueError as why:
        task, wrong = state.question, _(UNTESTED) if no_tests else text_of(str(why))
    line = state.chosen.get("line", FIRST)
    yield "#assign #assign-preview", Lazy(preview, task, state.place, wrong)
    yield "#assign #assign-line", Lazy(line_patch, task, to, line)
    link = lines.lines(task, to.location)["link"]
    yield "#assign #assign-length", text("" if wrong else text_of(length(len(link))))
    yield "#assign .maker", attributes(data_wrong=bool(wrong))
    # A complete address, because "#..." alone would refer to this page.
    here = lines.lines(task, state.place.location)["link"]
    yield "#assign [name=try]", attributes(href=here)
    yield "#assign [name=sheet]", attributes(disabled=bool(sheet.why_no_sheet(task)))


def whole(begins: Assignment, place: Place) -> Patch:
    """Return the content of the dialog with its first choices."""
    fields = "".join(_fields(begins)) + target_fields(place)
    return {
        "html": f"{header('assign', _('Make a task'), SAID)}"
        f'<div class="maker"><div class="choosing">{fields}{_main_buttons()}</div>'
        f'<section aria-label="{_("What the student sees")}">'
        f'<span class="head" aria-hidden="true">{_("What the student sees")}</span>'
        '<div class="preview" id="assign-preview"></div></section></div>'
        '<div id="assign-out"><div class="copied" id="assign-line"></div>'
        f'<p class="soft" id="assign-length"></p>{_other_forms()}</div>'
    }


def _fields(begins: Assignment) -> Iterator[str]:
    """Yield the fields; a field for some kinds of task is hidden for the others."""
    yield select("what", _("The student should"), WHATS, begins.what)
    here = chapter_language(current_language())
    titles = dict(
        choice for name in sections_with_questions() for choice in _questions(section(name, here))
    )
    for name, (title, options) in {"section": (N_("Question"), titles), **LISTS}.items():
        value = getattr(begins, name)
        unlisted = N_("As it is") if name == "lock" else value  # the value of a link
        listed = {**options, value: options.get(value, unlisted)}
        yield f'<div data-of="{name}" hidden>{select(name, _(title), listed, value)}</div>'
    yield f'<div data-of="program" hidden>{"".join(_program_fields(begins))}</div>'
    tongues = {"": N_("The reader’s own")} | {key: own_name(key) for key in languages()}
    yield select("lang", _("Language"), tongues, begins.lang)
    yield text_field("ask", _("Your instructions (optional)"), begins.ask, LONGEST_ASK)


def _questions(part: Section) -> Iterator[tuple[str, str]]:
    """Yield the choices of a section: one of its questions at random, all, and each of them."""
    yield part.name, _("{section}: one question at random", section=part.title)
    yield f"{part.name}.{EVERY}", _("{section}: all questions", section=part.title)
    for name in part.question_names:
        asks = part.exercise(GivenAnswer(question=name)).asks
        yield f"{part.name}.{name}", f"{part.title}: {asks[:MOST_ASKS]} …"


def _program_fields(begins: Assignment) -> Iterator[str]:
    """Yield the fields of a task to write a program."""
    here = chapter_language(current_language())
    titles = {name: written_exercise(name, here).title for name in SECTIONS}
    yield select("exercise", _("Exercise"), {**titles, "": N_("My own")}, begins.exercise)
    for name, title in (("starter", _("Starter code")), ("tests", _("Tests"))):
        yield (
            f'<label>{title}<textarea class="field" name="{name}" rows="8" spellcheck="false"'
            ' autocomplete="off" autocapitalize="off"></textarea></label>'
        )
    yield '<p class="wrong no-tests" hidden></p>'
    yield f'<p class="soft">{_(TESTS_HELP)}</p>'
    limits = (
        f'<label>{title}<input class="field num" name="{name}" inputmode="numeric"'
        f' autocomplete="off" value="{escape(value)}"></label>'
        for name, title, value in (
            ("visits", _("Visits for each call"), begins.visits),
            ("seconds", _("Seconds for each call"), begins.seconds),
        )
    )
    yield f'<div class="limits">{"".join(limits)}</div><p class="soft">{_(VISITS_HELP)}</p>'


def _main_buttons() -> str:
    """Return the two main buttons: copy the link, and open the task as a student."""
    return (
        '<div class="act"><button class="solve" type="button" name="line" value="link">'
        f"{_('Copy the link')}</button>"
        f'<a class="plain" name="try" target="_blank">{_("Open it as a student")}</a></div>'
    )


def _other_forms() -> str:
    """Return the buttons for all other forms of the task."""
    copies = (button("line", _(title), name) for name, title in ROWS.items())
    paper = [button("sheet", _("Worksheet and answer key"), "")]
    files = row(_("File"), [button("task", _("Task file"), "")], _(TASK_FILE))
    rows = (
        row(_("Page"), copies),
        row(_("Paper"), paper),
        row(_("Course"), course_buttons(), _(COURSES)),
        f'<div data-of="file" hidden>{files}</div>',
    )
    return "".join(rows)


def length(characters: int) -> str:
    """Return the length of a link, and the systems that do not accept it, in sentences.

    >>> text_of(length(900))
    'The link has 900 characters. Up to 2,000 are safe in most systems.'
    """
    size = Sentence("The link has {n:,} characters.", n=characters)
    if characters <= SAFE_LINK:
        safe = Sentence("Up to {most:,} are safe in most systems.", most=SAFE_LINK)
        return paragraph((size, safe))
    windows = Sentence(
        "Programs on Windows, such as Teams, open links of at most {most:,}.", most=WINDOWS_LINK
    )
    moodle = Sentence("Moodle’s resource URL can fail above {most:,}.", most=MOODLE_LINK)
    others = Sentence("There, use the HTML, the course package or the task file.")
    return paragraph((size, windows, moodle if characters > MOODLE_LINK else "", others))


def line_patch(question: Question, target: Target, name: str) -> Patch:
    """Return the field with a line to copy."""
    line = lines.lines(question, target.location, named=target.title)[name]
    title = _(lines.TITLES[name])
    return {"html": line_field(name, title, line, f'rows="2" aria-label="{title}"')}


def preview(task: Question, place: Place, wrong: str) -> Patch:
    """Return the student's first view of the task; or `wrong`, the reason for having none."""
    if wrong:
        return {"html": f'<p class="wrong">{escape(wrong)}</p>'}
    first = _first_state(task, place)
    with speaking(first.language):
        return {"html": "".join(_preview(first)), "lang": languages()[first.language]}


def _first_state(question: Question, place: Place) -> State:
    """Return the state in which a student finds the task."""
    fresh = with_task(State(place=place), question)
    return with_opened_question(fresh, question, (), wanted=False)


def _preview(first: State) -> Iterator[str]:
    question, kind = first.question, first.task.kind
    yield f'<p class="asked">{_html(dict(form(first)), "#task")}</p>'
    if kind == "section":
        yield from _exercise(question)
        return
    if len(question.board) <= LARGE_AREA and kind != "program":
        picture = _small_picture(first).translate(_IN_AN_ADDRESS)
        yield f'<img alt="" src="data:image/svg+xml,{picture}">'
    if kind in ("play", "predict"):
        yield f'<div class="answer">{_html(dict(answer(first)), "#answer")}</div>'
    if kind == "play":
        yield f'<p class="chips">{"".join(_game_buttons(first))}</p>'
    if kind == "program":
        yield f"<p>{_(CODED)}</p><pre>{escape(question.code)}</pre>"
    elif kind == "code":
        yield f"<p>{_(CODED)}</p><pre>{escape(question.code or TEXTBOOK)}</pre>"
        yield _cannot_pass(question)
    else:
        yield _hopeless(question)
    if kind == "predict":
        yield _guessing_warning(question)


def _small_picture(first: State) -> str:
    """Return the picture of a state with coordinates that can be read at the preview's size."""
    board = first.question.board
    size = number(COORDINATE_SHARE * max(board.rows, board.columns))
    style = f"<style>.ranks,.files{{font-size:{size}px}}</style>"
    head, end, layers = "".join(picture(Seen.of(first))).partition(">")
    return f"{head}{end}{style}{layers}"


def _html(regions: Mapping[str, Lazy], name: str) -> str:
    return str(patch_of(regions[name])["html"])


def _game_buttons(first: State) -> Iterator[str]:
    task, helps = first.task, first.task.most_hints != 0
    labels = {
        N_("Undo"): task.most_undos != 0,
        N_("Redo"): task.most_undos != 0,
        N_("Hint"): helps,
        N_("Still possible?"): helps,
        N_("New game"): True,
    }
    yield from (f"<span>{_(label)}</span>" for label, is_there in labels.items() if is_there)


def _exercise(question: Question) -> Iterator[str]:
    yield f"<h3>{escape(lines.title(question))}</h3>"
    if not lesson(question).questions:
        yield f'<p class="soft">{_("One of these questions, at random:")}</p>'
    for exercise in asked_exercises(question):
        choices = "".join(f"<li>{escape(choice)}</li>" for choice in exercise.choices)
        yield f"<p>{escape(exercise.asks)}</p>"
        yield f"<ul>{choices}</ul>" if choices else ""


def _guessing_warning(question: Question) -> str:
    """Return a warning if guesses without a rule would earn a good score."""
    best = blind_share(question)
    if best < WEAK:
        return ""
    usual = blind_share(in_mode(Question(), "predict"))
    warning = _(
        "Blind guesses would score {n} of 100 here. On the 8x8 board from a1 they score {usual}.",
        n=round(100 * best),
        usual=round(100 * usual),
    )
    return f'<p class="wrong">{escape(warning)}</p>'


def _cannot_pass(question: Question) -> str:
    """Return a warning if there is no tour from some of the squares on which code is tried."""
    count = hopeless_starts(question.puzzle)
    if not count:
        return ""
    warning = _(
        "There is no tour from {count} of the {total} squares, so no code can pass. Choose another"
        " board.",
        count=count,
        total=len(question.board),
    )
    return f'<p class="wrong">{escape(warning)}</p>'


def _hopeless(question: Question) -> str:
    """Return a warning if a short argument shows that no such tour exists, otherwise ""."""
    if len(question.board) > REFUTED_SQUARES or question.is_shown:
        return ""
    try:
        refute(question.puzzle)
    except NoTour as no:
        nobody = _("No such tour exists, so nobody can find it.")
        return f'<p class="wrong">{nobody} {escape(text_of(no.reason))}</p>'
    return ""
