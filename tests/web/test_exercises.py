"""The ready-made exercises: each solution passes, each starter does not, in both languages."""

from __future__ import annotations

import ast

import pytest

from kt_core.language import text_of
from kt_core.marking.calls import reply_to
from kt_core.marking.session import MarkedTest, mark_test, score
from kt_core.marking.suite import read_tests
from web.chapter.book import section
from web.marking.exercises.book import OWN, SECTIONS, WrittenExercise, written_exercise

LANGUAGES = ("en", "zh")
every_exercise = pytest.mark.parametrize("name", [*SECTIONS, OWN])


def results(tests: str, source: str) -> list[MarkedTest]:
    """Return the results of a program."""
    suite = read_tests(tests)
    found = [mark_test(suite, test, lambda call: reply_to(source, call)) for test in suite.tests]
    return [each for each in found if isinstance(each, MarkedTest)]


def code_of(text: str) -> str:
    """Return the code of a text without docstrings and comments."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:]
    return ast.unparse(tree)


@every_exercise
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worked_solution_passes_every_test(name: str, language: str) -> None:
    exercise = written_exercise(name, language)
    found = results(exercise.tests, exercise.solution)
    assert not [(each.test.name, text_of(each.hint)) for each in found if not each.passed]


@every_exercise
def test_the_starter_runs_but_does_not_pass(name: str) -> None:
    exercise = written_exercise(name, "en")
    found = results(exercise.tests, exercise.starter)
    assert score(found) < 0.6
    assert not [each for each in found if each.kind == "unrun"]


@every_exercise
def test_both_languages_have_the_same_code(name: str) -> None:
    english, chinese = (written_exercise(name, language) for language in LANGUAGES)
    for part in ("starter", "tests", "solution"):
        assert code_of(getattr(english, part)) == code_of(getattr(chinese, part))


@every_exercise
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_test_has_a_sentence(name: str, language: str) -> None:
    exercise: WrittenExercise = written_exercise(name, language)
    suite = read_tests(exercise.tests)
    last = "。" if language == "zh" else "."
    assert all(test.sentence.endswith(last) for test in suite.tests)
    assert all(function in exercise.starter for function in suite.functions)


@pytest.mark.parametrize("name", SECTIONS)
def test_an_exercise_is_in_the_section_with_the_matching_listing(name: str) -> None:
    listings = {
        "legal_moves": "listing legal_moves",
        "graph": "listing knight_graph",
        "search": "listing tour",
        "warnsdorff": "listing fewest_first",
        "closed_tour": "figure proof",
    }
    assert f"```{listings[name]}" in section(SECTIONS[name], "en").body
