"""The ready-made exercises: a solution passes, a starter earns nothing, in both languages."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from kt_core.language import text_of
from kt_core.marking.calls import CallBudget, ProgramCall, reply_to
from kt_core.marking.session import MarkedTest, mark_test, score
from kt_core.marking.suite import read_tests
from kt_core.marking.values import ProgramFunction, decode
from tests.shared.mutants import mutants
from web.chapter.content.listings import OWN, SECTIONS, WrittenExercise, written_exercise
from web.chapter.text import LANGUAGES

every_exercise = pytest.mark.parametrize("name", [*SECTIONS, OWN])


def results(tests: str, source: str) -> Iterator[MarkedTest]:
    """Yield the results of a program."""
    suite = read_tests(tests)
    for test in suite.tests:
        found = mark_test(suite, test, lambda call: reply_to(source, call), BUDGET)
        assert isinstance(found, MarkedTest)
        yield found


BUDGET = CallBudget(visits=12_000, seconds=5.0)


def graphs() -> Iterator[tuple[dict[int, list[int]], list[int]]]:
    """Yield small graphs, each with a path."""
    chance = Random(1)
    for _ in range(60):
        size = chance.randint(2, 6)
        edges = {pair for pair in combinations(range(size), 2) if chance.random() < 0.5}
        graph = {a: [b for b in range(size) if {(a, b), (b, a)} & edges] for a in range(size)}
        yield graph, chance.sample(range(size), chance.randint(1, size - 1))


#: Calls that show the behavior of a solution: on many boards, or on many graphs.
CALLS: Mapping[str, list[tuple[Any, ...]]] = {
    "legal_moves": [
        ("legal_moves", row, col, n) for n in range(6) for row in range(n) for col in range(n)
    ],
    "graph": [("moves_graph", n) for n in range(7)],
    "search": [("search", graph, path[0]) for graph, path in graphs()],
    "warnsdorff": [
        call
        for graph, path in graphs()
        for call in (
            ("fewest_onward", graph, path, [each for each in graph if each not in path]),
            ("knights_tour", graph, path[0], ProgramFunction("fewest_onward", repr)),
        )
    ],
    "closed_tour": [("closed_tour", *board) for board in [(3, 3), (3, 4), (5, 6), (6, 5), (3, 10)]],
}


def behavior(name: str, source: str) -> list[Any]:
    """Return the kinds and values of a program's replies; the order of moves is free."""
    calls = [replace(ProgramCall.of(*it), budget=CallBudget(20_000, 60.0)) for it in CALLS[name]]
    found = [(reply.kind, decode(reply.value)) for reply in (reply_to(source, it) for it in calls)]
    match name:
        case "legal_moves":
            return [(kind, sorted(value)) for kind, value in found]
        case "graph":
            return [(kind, {k: sorted(v) for k, v in value.items()}) for kind, value in found]
    return found


def code_of(text: str) -> str:
    """Return the code of a text without docstrings and comments."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:]
    return ast.unparse(tree)


@every_exercise
def test_the_worked_solution_passes_every_test(name: str) -> None:
    exercise = written_exercise(name, "en")
    found = results(exercise.tests, exercise.solution)
    assert not [(each.test.name, text_of(each.hint)) for each in found if not each.passed]


@every_exercise
def test_a_starter_or_a_constant_earns_nothing(name: str) -> None:
    exercise = written_exercise(name, "en")
    functions = read_tests(exercise.tests).functions
    for value in ("None", "[]", "True"):
        source = "\n".join(f"def {each}(*_): return {value}" for each in functions)
        assert score(results(exercise.tests, source)) == 0
    found = [*results(exercise.tests, exercise.starter)]
    assert score(found) == 0
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


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", SECTIONS)
def test_a_program_with_one_error_fails_a_test_if_it_behaves_differently(name: str) -> None:
    exercise = written_exercise(name, "en")
    made = mutants(exercise.solution, read_tests(exercise.tests).functions)
    passing = [each for each in made if all(it.passed for it in results(exercise.tests, each))]
    assert len(made) > 2 * len(passing)
    right = behavior(name, exercise.solution)
    assert not [each for each in passing if behavior(name, each) != right]
