"""The oldest browsers in docs/start.md follow from the features that the page uses."""

import re
from typing import NamedTuple

import pytest

from tests.shared.browser import DIST
from tests.shared.parts import shipped
from web.make.steps import HERE, ROOT


class Versions(NamedTuple):
    """The first versions of Chromium, Firefox and Safari with a feature."""

    chromium: float
    firefox: float
    safari: float


#: The newest features that a start needs: where they occur, and since when browsers have them.
FEATURES = {
    "exceptions in WebAssembly": (r"\bExceptionHandling\b", Versions(95, 100, 15.2)),
    "reference types in WebAssembly": (r"\bReferenceTypes\b", Versions(96, 79, 15)),
    "64-bit integers of WebAssembly": (r"\bBigInt64Array\b", Versions(85, 78, 15)),
    "static blocks of classes": (r"\bstatic\s*\{", Versions(94, 93, 16.4)),
    "structuredClone": (r"\bstructuredClone\(", Versions(98, 94, 15.4)),
    "Object.hasOwn": (r"\bObject\.hasOwn\b", Versions(93, 92, 15.4)),
    "Array.prototype.at": (r"\.at\(-1\)", Versions(92, 90, 15.4)),
    "await outside functions": (r"^await |[;}]await ", Versions(89, 89, 15)),
    "logical assignment": (r"\?\?=", Versions(85, 79, 14)),
    "weak references": (r"\bWeakRef\b", Versions(84, 79, 14.1)),
}
#: Features of later browsers that no start uses.
NEWER = {
    "lookbehind": r"\(\?<[=!]",
    "private brand checks": r"#\w+ in ",
    "the flag v": r"unicodeSets",
    "findLast": r"\.findLast",
    "copying array methods": r"\.to(?:Sorted|Reversed|Spliced)\(",
    "Array.fromAsync": r"\bArray\.fromAsync",
    "Object.groupBy": r"\.groupBy\(",
    "AbortSignal.timeout": r"\bAbortSignal\.timeout",
    "iterator helpers": r"\bIterator\.(?:from|concat)",
}


@pytest.fixture(scope="module")
def source() -> str:
    """All that a start runs, and the features of WebAssembly that the build allows."""
    inline = re.findall(r"<script[^>]*>(.*?)</script>", (DIST / "index.html").read_text(), re.S)
    scripts = [shipped(name).decode() for name in ("pyodide", "pyscript")]
    lean = (HERE / "lean.mjs").read_text("utf-8")
    features = re.findall(r"setFeatures\((.*)\);", lean)
    return "\n".join([*features, *scripts, *inline])


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature_that_sets_a_limit_is_used(source: str, name: str) -> None:
    assert re.search(FEATURES[name][0], source, re.MULTILINE)


@pytest.mark.parametrize("name", NEWER)
def test_a_newer_feature_is_not_used(source: str, name: str) -> None:
    assert not re.search(NEWER[name], source)


def test_the_docs_name_the_oldest_browsers() -> None:
    oldest = Versions(*map(max, zip(*(versions for _, versions in FEATURES.values()), strict=True)))
    text = (ROOT / "docs/start.md").read_text("utf-8")
    named = f"Chromium {oldest.chromium:g}, Firefox {oldest.firefox:g} or Safari {oldest.safari:g}"
    assert named in text
