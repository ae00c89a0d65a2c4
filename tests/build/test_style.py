"""Rules that no linter checks: lock files, old Pythons, style sheets, prose, and type names."""

import ast
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.shared.prose import faults, faults_in_documents, faults_in_scripts, sources, tree
from web.make.steps import ROOT


@pytest.mark.parametrize("name", ["package-lock.json", *map(str, ROOT.glob("requirements-*.txt"))])
def test_a_lock_file_names_no_host_and_no_path(name: str) -> None:
    text = (ROOT / name).read_text()
    assert not re.search(r"://|\bresolved\b|--(extra-)?index-url|--find-links|file:", text)


def test_build_py_can_be_read_by_an_old_python() -> None:
    ast.parse((ROOT / "build.py").read_text(), feature_version=(3, 7))


def test_no_has_selector_applies_to_an_element_around_the_board() -> None:
    # A browser rechecks the whole element after each change inside it.
    styles = ROOT / "web/style.css", ROOT / "web/chapter.css"
    style = "".join(path.read_text() for path in styles)
    subjects = re.findall(r"([^\s{},>:]*)[^\s{},>]*:has\(", style)
    assert ".seg" in subjects
    around = r"(:root|html|body|main|\.(lab|stage|boards|desk)|#\w+|\[data-[\w-]+\])?"
    assert not [name for name in subjects if re.fullmatch(around, name)]


#: The commit that introduced the rule about subjects.
BASE = "baddef9"


@pytest.mark.parametrize("folder", ["build.py", "docs", "kt_core", "tests", "web"])
def test_docstrings_and_comments_are_plain_and_clear(folder: str) -> None:
    assert not [*faults(folder)]


#: British spellings of words that the project uses in American spelling.
BRITISH = re.compile("colour|centre|neighbour|licence|catalogue|judgement|behaviour|grey", re.I)


#: The names of version 1.0.0 that the library and the changelog keep.
KEPT = re.compile(r"`Board\.colour`|\bcolour = color\b")


def test_documents_and_comments_in_scripts_are_plain_clear_and_american() -> None:
    assert not [*faults_in_documents(), *faults_in_scripts()]
    paths = *sources("kt_core"), *sources("web"), *ROOT.glob("*.md"), *ROOT.glob("docs/*.md")
    texts = ((path.name, KEPT.sub("", path.read_text("utf-8"))) for path in paths)
    assert [(name, word) for name, text in texts for word in BRITISH.findall(text)] == []


def test_no_type_name_is_defined_twice() -> None:
    files = defaultdict[str, list[str]](list)
    for path in (*sources("kt_core"), *sources("web")):
        if "standins" not in path.parts:  # these repeat the names of other packages
            for name in _types_in(tree(path)):
                files[name].append(str(path.relative_to(ROOT)))
    assert not {name: places for name, places in files.items() if len(places) > 1}


def _types_in(module: ast.Module) -> Iterator[str]:
    """Yield the public classes and type aliases of a module."""
    for node in module.body:
        match node:
            case ast.ClassDef(name=name):
                yield from [name] if not name.startswith("_") else []
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield from [name] if re.fullmatch("[A-Z][a-zA-Z]*[a-z][a-zA-Z]*", name) else []


def test_the_subject_of_a_commit_starts_with_its_area() -> None:
    log = ["git", "log", "--format=%s", f"{BASE}..HEAD"]
    done = subprocess.run(log, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("the commits since the rule are not here")
    subjects = done.stdout.splitlines()
    assert not [line for line in subjects if not re.match(r"[a-z][\w, -]*: \S", line)]
