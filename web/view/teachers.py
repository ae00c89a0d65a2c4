"""For teachers: where the page's files go in each course system, and what is lost there. Pure."""

from __future__ import annotations

from kt_core.drawing.shapes import escaped
from kt_core.language import N_, _, joined, said
from web.view.counts import enumerated

FIRST = N_(
    "Put the files of dist/ into one folder of your site. The element needs embed.js and the files"
    " beside it; a plain frame needs no script. Both are sandboxed: give the frame allow-scripts,"
    " and allow-downloads for its files. A site with a policy of its own must let frame-src have"
    " the folder, and script-src too for the element."
)
LOST = N_(
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
        "Moodle",
        N_(
            "The course package, from Course below: Add an activity, SCORM package, drop the file"
            " there, Save. Or knights-tour.html as a File resource that is embedded."
        ),
    ),
    (
        "Canvas",
        N_(
            "The course package: SCORM in the course's navigation, Upload, then as an assignment or"
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


def section() -> str:
    """Return the section of the dialog "Share"."""
    rows = "".join(
        f"<dt>{escaped(_(name))}</dt><dd>{escaped(_(how))}</dd>" for name, how in SYSTEMS
    )
    tested = enumerated(_(name) for name, how in SYSTEMS[:TESTED])
    note = _("Tested: {tested}. The others by their documentation, not tried by us.", tested=tested)
    last = said(joined((_(LOST), note)))
    return (
        f'<details class="teachers"><summary>{_("For teachers: where a line goes")}</summary>'
        f"<p>{escaped(_(FIRST))}</p><dl>{rows}</dl><p>{escaped(last)}</p></details>"
    )
