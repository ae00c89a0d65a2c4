"""For teachers: where the page's files go in each course system, and what is lost there. Pure."""

from __future__ import annotations

from kt_core.drawing.shapes import escaped

FIRST = (
    "Put the files of dist/ into one folder of your site. The element needs embed.js and the files"
    " beside it; a plain frame needs no script. Both are sandboxed: give the frame allow-scripts,"
    " and allow-downloads for its files. A site with a policy of its own must let frame-src have"
    " the folder, and script-src too for the element."
)
LOST = (
    "In a sandbox nothing is remembered between two visits, and a browser may refuse the clipboard:"
    " Copy then selects the text."
)
#: Course system: where the line goes. Those that tests/sites/ builds come first.
SYSTEMS: tuple[tuple[str, str], ...] = (
    ("A plain page", "The element's line, or the frame's, anywhere in the body."),
    ("MkDocs", "The folder in docs/, embed.js in extra_javascript, the element in the Markdown."),
    ("Sphinx", "The folder in _static/, the reStructuredText lines, or the element in raw:: html."),
    (
        "Jupyter Book",
        (
            "A frame to another host: version 1 loads every script of _static/ on every page,"
            " version 2 has the directive {iframe}."
        ),
    ),
    ("Runestone", "In raw:: html, with splice=1: the book then keeps state and completion."),
    (
        "Moodle",
        (
            "knights-tour.html as a File resource that is embedded; a frame in a Page only from the"
            " HTML view of its editor, and only for roles whose content is trusted."
        ),
    ),
    (
        "Canvas",
        (
            "A frame only: its editor removes scripts, and uploaded HTML runs none unless an"
            " administrator allows that. Keep the files on another https host."
        ),
    ),
    (
        "Blackboard",
        (
            "A frame only, for roles with trusted content; in Ultra courses a link or an HTML"
            " block. Keep the files on another https host."
        ),
    ),
    (
        "Brightspace",
        "A frame to another https host, by Insert Stuff; an uploaded HTML file as a topic.",
    ),
)
TESTED = 3  # of them are built and driven by the tests; the others go by what is known of them


def section() -> str:
    """Return the section of the dialog "Share"."""
    rows = "".join(f"<dt>{escaped(name)}</dt><dd>{escaped(how)}</dd>" for name, how in SYSTEMS)
    tested = ", ".join(name for name, _ in SYSTEMS[:TESTED])
    note = f"Tested: {tested}. The others by their documentation, not tried by us."
    return (
        f'<details class="teachers"><summary>For teachers: where a line goes</summary>'
        f"<p>{escaped(FIRST)}</p><dl>{rows}</dl><p>{escaped(LOST)} {escaped(note)}</p></details>"
    )
