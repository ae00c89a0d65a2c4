"""What teachers are told in the page is what the README tells them, and what is tested."""

from web.make.steps import ROOT
from web.view import share


def test_every_system_stands_in_the_readme_too() -> None:
    section = (ROOT / "README.md").read_text("utf-8").split("## For teachers")[1].split("\n## ")[0]
    for name, _ in share.SYSTEMS:
        assert f"| {name.lower()}" in section.lower()


def test_what_is_called_tested_is_a_site_under_tests() -> None:
    for name, _ in share.SYSTEMS[: share.TESTED]:
        assert (ROOT / "tests/sites" / name.split()[-1].lower().replace("page", "plain")).is_dir()
