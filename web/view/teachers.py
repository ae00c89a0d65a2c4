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
    (N_("A plain page"), N_("The element's line, or the frame's, anywhere in the body.")),
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
            "A frame to another host: version 1 loads every script of _static/ on every page,"
            " version 2 has the directive {iframe}."
        ),
    ),
    ("Runestone", N_("In raw:: html, with splice=1: the book then keeps state and completion.")),
    (
        "Moodle",
        N_(
            "knights-tour.html as a File resource that is embedded; a frame in a Page only from the"
            " HTML view of its editor, and only for roles whose content is trusted."
        ),
    ),
    (
        "Canvas",
        N_(
            "A frame only: its editor removes scripts, and uploaded HTML runs none unless an"
            " administrator allows that. Keep the files on another https host."
        ),
    ),
    (
        "Blackboard",
        N_(
            "A frame only, for roles with trusted content; in Ultra courses a link or an HTML"
            " block. Keep the files on another https host."
        ),
    ),
    (
        "Brightspace",
        N_("A frame to another https host, by Insert Stuff; an uploaded HTML file as a topic."),
    ),
)
TESTED = 3  # of them are built and driven by the tests; the others go by what is known of them


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
