"""Course packages in the format SCORM: tasks for Moodle, Canvas, Blackboard or Brightspace. Pure.

A package contains the page in one file and a launch page, made from this folder's files, that shows
it in a frame. The launch page's script reports the student's work to the course system, and
restores saved work. The zip stores its files without compression, because the page is compressed
already. It stores no machine and no time, so equal files give equal bytes.
"""

from __future__ import annotations

import json
import re
import struct
from binascii import crc32
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from kt_core.drawing.shapes import escape
from kt_core.language import N_, _, in_each_language
from web.chapter.book import CHAPTER, has_question, lesson
from web.chapter.content.listings import late_text
from web.question import address
from web.question.question import Question
from web.question.task import Task
from web.share.assignment import why_no_task
from web.share.lines import (
    BYTE_ORDER_MARK,
    PAGE,
    PAGE_KEYS,
    READER_KEYS,
    SANDBOX,
    known_title,
    slug,
    title,
)

NAME = "knights-tour-scorm"
LAUNCH, MANIFEST = "course.html", "imsmanifest.xml"
#: Edition of SCORM -> its version and an attribute's name in the manifest, and two schemas.
EDITIONS: Mapping[str, tuple[str, str, str, str]] = {
    "1.2": (
        "1.2",
        "scormtype",
        "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
        "http://www.adlnet.org/xsd/adlcp_rootv1p2",
    ),
    "2004": (
        "2004 4th Edition",
        "scormType",
        "http://www.imsglobal.org/xsd/imscp_v1p1",
        "http://www.adlnet.org/xsd/adlcp_v1p3",
    ),
}
#: Messages to the student from the launch page.
WORDS: Mapping[str, str] = {
    "missing": N_(
        "No course system answers, so nothing is recorded yet. Your work stays here: leave this"
        " window open, or go back to the course and open the task from there."
    ),
    "waiting": N_(
        "Waiting for the course system, half a minute at most: the task opens with the predictions"
        " that you have made before."
    ),
    "unread": N_(
        "The course system does not return your saved work yet, so nothing new is recorded. Your"
        " work stays here: leave this window open."
    ),
    "refused": N_(
        "The course system did not take your work just now. It stays here and is sent again:"
        " leave this window open."
    ),
    "ended": N_(
        "The session with the course system has ended. Your work stays here and is sent when the"
        " session is back: leave this window open."
    ),
    "restored": N_(
        "The course system answered late. Your saved work is shown again, in place of what you"
        " did before it answered."
    ),
    "other": N_(
        "The course system is now open for another student, so the task starts with that"
        " student’s work."
    ),
    "long": N_(
        "Your score is recorded. Your board is too large for the course system to save: when you"
        " come back, it starts over."
    ),
    "program": N_("Your program is too long for the course system: save it as a file."),
    "elsewhere": N_(
        "You have continued this task in another window, so your work here is not saved; your score"
        " is. To continue here, reload this page."
    ),
}
#: 1 January 1980, a system, a version and a flag in the format of zips. The page has no `zipfile`.
FIRST_DAY, UNIX, VERSION, UTF_8 = 1 << 5 | 1, 3, 20, 1 << 11
READABLE = 0o100644 << 16  # readable by everyone on systems with file permissions


@dataclass(frozen=True)
class Package:
    """A question that sets a task, and its title in the course system."""

    question: Question
    title: str

    @classmethod
    def read(cls, link: str, name: str = "") -> Package:
        """Return the task of an address; `ValueError` if it is wrong."""
        return cls.of(address.faultless(link), name)

    @classmethod
    def of(cls, question: Question, name: str = "") -> Package:
        """Return the task of a question, without the work done on it.

        `ValueError` if the task would be finished at its start.
        """
        if why := why_no_package(question):
            raise ValueError(why)
        gone = (*PAGE_KEYS, *READER_KEYS, "splice")
        plain = replace(question, settings=question.settings.without(gone))
        usual = title(plain).replace("\N{NO-BREAK SPACE}", " ")
        return cls(plain, known_title(name) if name else usual)

    @property
    def link(self) -> str:
        """The address of the task in the package; a section is shown alone."""
        is_chapter = self.question.settings.view == CHAPTER
        alone = not is_chapter and has_question(lesson(self.question).section)
        return PAGE + address.write(self.question.with_settings(embed=alone, splice=True))

    @property
    def identifier(self) -> str:
        """A unique name of the task."""
        return f"knights-tour-{sha256(f'{self.link} {self.title}'.encode()).hexdigest()[:12]}"


def why_no_package(question: Question) -> str:
    """Return a sentence if a question makes no course package, otherwise ""."""
    return "" if lesson(question).section else why_no_task(question)


def archive(package: Package, page: bytes, edition: str = "1.2") -> bytes:
    """Return the package of a task as a zip; `page` is the page in one file."""
    texts = {LAUNCH: launch(package, edition), MANIFEST: manifest(package, edition)}
    return zip_of({name: text.encode() for name, text in texts.items()} | {PAGE: page})


def launch(package: Package, edition: str) -> str:
    """Return the HTML page that connects the task with the course system."""
    lang = package.question.settings.lang
    task = {
        "id": package.identifier,
        "edition": edition,
        "page": package.link,
        "lang": lang,
        "once": Task.of(package.question.with_settings(splice=True)).kind == "predict",
        "words": in_each_language(lambda: {name: _(text) for name, text in WORDS.items()}),
    }
    slots = {
        "lang": lang or "en",
        "title": escape(package.title),
        "sandbox": SANDBOX,
        "task": json.dumps(task, ensure_ascii=False).replace("<", "\\u003c"),
        "systems": late_text("share/systems.js").strip(),
        "adapter": late_text("share/adapter.js").strip(),
    }
    return BYTE_ORDER_MARK + with_slots(late_text(f"share/{LAUNCH}"), slots)


def with_slots(template: str, slots: Mapping[str, str]) -> str:
    """Return a template with each `<!-- name -->` replaced by its text; each must occur.

    >>> with_slots("<p><!-- answer --></p>", {"answer": "42"})
    '<p>42</p>'
    """
    if (names := {*re.findall(r"<!-- (\w+) -->", template)}) != {*slots}:
        raise LookupError(f"the slots are {sorted(names)}, and the texts {sorted(slots)}")
    return re.sub(r"<!-- (\w+) -->", lambda slot: slots[slot[1]], template)


def manifest(package: Package, edition: str) -> str:
    """Return the manifest, which lists the contents of the package."""
    version, kind, packing, running = EDITIONS[edition]
    title = f"<title>{escape(package.title)}</title>"
    listed = "".join(f'<file href="{name}"/>' for name in (LAUNCH, PAGE))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<manifest identifier="{package.identifier}" version="1.0" xmlns="{packing}"'
        f' xmlns:adlcp="{running}">\n'
        f"<metadata><schema>ADL SCORM</schema><schemaversion>{version}</schemaversion></metadata>\n"
        f'<organizations default="course"><organization identifier="course">{title}'
        f'<item identifier="task" identifierref="page">{title}</item>'
        "</organization></organizations>\n"
        '<resources><resource identifier="page" type="webcontent"'
        f' adlcp:{kind}="sco" href="{LAUNCH}">{listed}</resource></resources>\n'
        "</manifest>\n"
    )


def zip_of(contents: Mapping[str, bytes]) -> bytes:
    """Return a zip of these files, in the order of their names, each with the date 1980-01-01."""
    parts, listing, at = list[bytes](), b"", 0
    for name, data in sorted(contents.items()):
        named = name.encode()
        sizes = crc32(data), len(data), len(data), len(named), 0
        about = struct.pack("<5H3I2H", VERSION, UTF_8, 0, 0, FIRST_DAY, *sizes)
        place = struct.pack("<3H2I", 0, 0, 0, READABLE, at)
        listing += struct.pack("<4sBB", b"PK\1\2", VERSION, UNIX) + about + place + named
        parts += b"PK\3\4" + about + named, data
        at += sum(map(len, parts[-2:]))
    n = len(contents)
    end = struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, n, n, len(listing), at, 0)
    return b"".join((*parts, listing, end))


def file_name(package: Package) -> str:
    """Return the file name of a package: "knights-tour-scorm-a-tour-of-5x5.zip"."""
    return f"{NAME}-{slug(package.title) or package.identifier[-12:]}.zip"
