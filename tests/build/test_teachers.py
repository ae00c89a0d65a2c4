"""The page and docs/ give teachers the same tested instructions."""

from web.make.steps import ROOT
from web.share.view import share


def test_every_system_stands_in_the_page_about_embedding_too() -> None:
    text = (ROOT / "docs/embedding.md").read_text("utf-8")
    for name, _ in share.SYSTEMS:
        assert f"| {name.lower()}" in text.lower()


def test_what_is_called_tested_is_a_site_under_tests() -> None:
    for name, _ in share.SYSTEMS[: share.TESTED]:
        assert (ROOT / "tests/sites" / name.split()[-1].lower().replace("page", "plain")).is_dir()
