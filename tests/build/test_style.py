"""What no linter knows of: lock files that any machine can follow, and who can read build.py."""

import ast
import re

import pytest

from web.make.steps import ROOT


@pytest.mark.parametrize("name", ["package-lock.json", *map(str, ROOT.glob("requirements-*.txt"))])
def test_a_lock_file_names_no_host_and_no_path(name: str) -> None:
    text = (ROOT / name).read_text()
    assert not re.search(r"://|\bresolved\b|--(extra-)?index-url|--find-links|file:", text)


def test_every_npm_package_is_locked_with_its_hash() -> None:
    lock = (ROOT / "package-lock.json").read_text()
    assert lock.count('"node_modules/') == lock.count('"integrity": "sha512-')


def test_build_py_can_be_read_by_an_old_python() -> None:
    ast.parse((ROOT / "build.py").read_text(), feature_version=(3, 7))


def test_no_rule_asks_what_the_page_around_the_board_holds() -> None:
    # With each change in such an element, a browser looks at all that is in it once more.
    styles = ROOT / "web/style.css", ROOT / "web/chapter.css"
    style = "".join(path.read_text() for path in styles)
    subjects = re.findall(r"([^\s{},>:]*)[^\s{},>]*:has\(", style)
    assert ".stepper" in subjects
    around = r"(:root|html|body|main|\.(lab|stage|boards|desk)|#\w+|\[data-[\w-]+\])?"
    assert not [name for name in subjects if re.fullmatch(around, name)]
