"""A task with tests: its address, the check, its results, and its score."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from string import ascii_letters
from typing import Any

import pytest

from kt_core.language import text_of
from web.chapter.content.listings import SECTIONS, written_exercise
from web.page.update import next_state, update
from web.page.view import whole_patches
from web.programs.feed import MessageError, message
from web.programs.marking.view import summary
from web.programs.marking.worker import serve_marking
from web.programs.reports import ShownTest, plan_of, result_of, watchable_test
from web.programs.update import job_of as job_of_run
from web.programs.update import required_check
from web.programs.worker import serve
from web.question import address
from web.question.question import Question
from web.question.task import Task
from web.question.templates import changed_part, locked_lines
from web.share.assignment import Assignment
from web.state import intents
from web.state.begin import with_opened_question, with_task
from web.state.intents import EditCode, LoadTemplate, OpenDialog
from web.state.state import Playground, Record, State

EXERCISE = written_exercise("legal_moves", "en")
#: A text that does not compress.
NOISE = "#" + "".join(Random(1).choices(ascii_letters, k=60_000))
PLAN = (ShownTest("test_a", "A."), ShownTest("test_b", "B.", weight=3.0))
PASSED, FAILED = replace(PLAN[0], kind="passed"), replace(PLAN[1], kind="failed", hint="Look.")
BETTER = replace(PLAN[1], kind="passed")


def task() -> Question:
    """Return the question of a task with tests."""
    return Question(ordering="own", code=EXERCISE.starter, tests=EXERCISE.tests, budget=(20_000, 5))


def opened(question: Question) -> State:
    """Return the state in which a student finds a task."""
    return with_opened_question(with_task(State(), question), question, (), wanted=False)


def checking(*results: ShownTest) -> State:
    """Return the state during the first check, after these results."""
    state = next_state(opened(task()), intents.CheckProgram())
    return next_state(state, intents.CheckRuns(1, with_results(*results)))


def with_results(*results: ShownTest) -> tuple[ShownTest, ...]:
    """Return the tests, some with these results."""
    return (*({test.name: test for test in (*PLAN, *results)}.values()),)


def checked(*results: ShownTest) -> State:
    """Return the state after a check with these results."""
    return next_state(checking(*results), intents.CheckEnds(1, ""))


@pytest.mark.parametrize("exercise", SECTIONS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_teacher_makes_a_task_of_each_exercise(exercise: str, lang: str) -> None:
    made = Assignment(what="program", exercise=exercise, lang=lang, visits="20000", seconds="5")
    question = made.question(Question())
    known = written_exercise(exercise, lang)
    assert question.tests == known.tests
    assert question.code.endswith(f"{known.starter}\n")
    assert question.code.startswith("# ")
    assert max(map(len, question.code.splitlines())) <= 100
    again, faults = address.read(address.write(question))
    assert (again, faults) == (question, [])
    assert again.budget == (20_000, 5)
    assert Task.of(again).kind == "program"
    assert len(address.write(question)) < 2_500
    read = Assignment.of(again)
    assert (read.what, read.exercise, read.tests) == ("program", "", known.tests)
    assert (read.visits, read.seconds) == ("20000", "5")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"tests": "def test_(:"}, "not Python"),
        ({"tests": "x = 1"}, "Write tests"),
        ({"tests": "def test_a(): pass\n" + NOISE}, "too long"),
        ({"visits": "many"}, "no budget"),
    ],
)
def test_an_impossible_task_is_refused(change: Mapping[str, str], wrong: str) -> None:
    made = Assignment(what="program").with_choices(change)
    with pytest.raises(ValueError, match=wrong):
        made.question(Question())


def test_my_own_exercise_begins_with_the_text_in_the_editor_or_an_example() -> None:
    tests = "def test_a():\n    assert f() == 1\n"
    made = Assignment(what="program", exercise="", tests=tests).question(Question(), "def f(): ...")
    assert (made.code, made.tests) == ("def f(): ...", tests)
    made = Assignment(what="program", exercise="").question(Question())
    assert made.code.startswith("# Write knights_tour(n)")
    assert made.tests.count("def test_") == 2


def test_the_dialog_shows_the_texts_of_the_chosen_exercise() -> None:
    choices = (("what", "program"), ("exercise", "graph"), ("starter", "x"), ("exercise", "search"))
    state = next_state(State(), OpenDialog("assign"))
    for choice in choices:
        state = next_state(state, OpenDialog("assign", chosen=(choice,)))
    patches = whole_patches(state)
    search = written_exercise("search", "en")
    assert patches["#assign [name=starter]"]["value"] == search.whole_starter
    assert patches["#assign [name=tests]"]["value"] == search.tests
    assert patches["#assign .no-tests"]["hidden"]
    wrong = next_state(state, OpenDialog("assign", chosen=(("tests", "def test_(:"),)))
    patches = whole_patches(wrong)
    assert "in line 1" in str(patches["#assign .no-tests"]["html"])
    assert "in line 1" not in str(patches["#assign #assign-preview"]["html"])


def test_a_task_keeps_its_tests_and_its_program_and_without_one_nothing_is_checked() -> None:
    state = opened(task())
    other = address.read(address.write(task()).replace("tests=", "tests_="))[0]
    assert state.task.breach(state.question, other)
    assert next_state(state, LoadTemplate("warnsdorff")).programs.text == EXERCISE.starter
    assert required_check(next_state(State(), intents.CheckProgram())) is None


def test_the_score_is_the_weighted_share_and_never_decreases() -> None:
    state = checked(PASSED, FAILED)
    assert (state.earned.score, state.earned.done) == (0.25, False)
    again = next_state(state, intents.CheckProgram())
    again = next_state(again, intents.CheckRuns(2, PLAN))
    worse, effects = update(again, intents.CheckEnds(2, ""))
    assert worse.earned.score == 0.25
    assert all(isinstance(each, Record) for each in effects)


def test_all_tests_passed_completes_the_task() -> None:
    state = checked(PASSED, BETTER)
    assert (state.earned.score, state.earned.done) == (1.0, True)
    assert "All tests on this page passed." in summary(state.marking)


def test_a_stop_keeps_the_results_until_then() -> None:
    state = next_state(checking(), intents.CheckRuns(1, with_results(PASSED), "f(5)"))
    assert summary(state.marking) == ("1 of 2 tests are done …", "f(5) is running …")
    for run, place in ((0, "#own-marked"), (1, "#answer")):  # the words are visible after a run
        html = {
            name: str(patch.get("html", ""))
            for name, patch in whole_patches(
                replace(state, programs=replace(state.programs, run=run))
            ).items()
        }
        assert [name for name in html if "1 of 2 tests are done …" in html[name]] == [place]
    stopped = next_state(state, intents.StopCheck())
    assert required_check(stopped) is None
    assert stopped.earned.score == 0.25
    late = next_state(stopped, intents.CheckRuns(1, with_results(BETTER)))
    assert late.marking == stopped.marking


def test_a_result_of_an_earlier_check_is_dropped() -> None:
    state = checking(FAILED)
    assert next_state(state, intents.CheckRuns(0, with_results(BETTER))).marking == state.marking


def test_before_the_first_check_the_tests_are_listed_without_verdicts() -> None:
    html = str(whole_patches(opened(task()))["#own-tests"]["html"])
    assert "What your program must do" in html
    assert html.index("From a corner of 8 × 8") < html.index("On 3 × 3 a corner")
    assert html.count("<li>") == 5
    assert not {"data-kind", "progress"} & {*re.findall(r"[\w-]+", html)}


@pytest.mark.parametrize("tests", ["", "def test_(:", "def helper(): pass", "(" * 10_000])
def test_a_text_without_tests_lists_none(tests: str) -> None:
    question = replace(task(), tests=tests)
    assert whole_patches(opened(question))["#own-tests"] == {"html": "", "hidden": True}


def test_a_locked_part_stays_and_the_notice_disappears_with_the_next_change() -> None:
    state = opened(task())
    refused = next_state(state, EditCode(EXERCISE.starter.replace("(2, 1)", "(2, 2)")))
    assert refused.programs.text == EXERCISE.starter
    assert summary(refused.marking)[0] == (
        "The part that begins with STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1),"
        " (-2, 1), (-1, 2)] is locked, so nothing was changed."
    )
    mine = EXERCISE.starter.replace("moves = []", "moves = [1]")
    changed = next_state(refused, EditCode(mine))
    assert (changed.programs.text, summary(changed.marking)) == (mine, ())


def test_a_program_that_lacks_a_locked_part_can_be_edited() -> None:
    state = replace(opened(task()), programs=Playground(text="n = 8"))
    assert next_state(state, EditCode("n = 9")).programs.text == "n = 9"


@pytest.mark.parametrize(
    ("parts", "text", "lines"),
    [
        (["\na = 1\nb = 2"], "a = 1\nb = 2", [1, 2]),
        (["\na = 1\nb = 2"], "x\n\na = 1  \r\nb = 2\ny", [3, 4]),
        (["\na = 1\nb = 2"], "a = 1\nx\nb = 2", []),
        (["\na = 1\nb = 2"], "  a = 1\nb = 2", []),
        (["a = 1", "b = 1"], "b = 1\n\na = 1", [3, 1]),
        (["a = 1", "b = 1"], "b = 1", []),
    ],
)
def test_locked_parts_are_found_in_any_place(parts: list[str], text: str, lines: list[int]) -> None:
    starter = "".join(f"# --- locked ---\n{part}\n# --- end ---\n" for part in parts)
    assert locked_lines(starter, text) == lines


@pytest.mark.parametrize("around", ['"""\n{}\n"""', "if 0: \\\n{}", 'x = 1, """\n\n{}"""'])
def test_a_locked_part_counts_only_as_code(around: str) -> None:
    part = 'n = 1\ntext = """\nlast\n"""'
    starter = f"# --- locked ---\n{part}\n# --- end ---\n"
    assert not changed_part(starter, f'def f():\n    """Two\n    lines."""\n{part}\n')
    assert changed_part(starter, around.format(part)) == "n = 1"


def test_a_changed_locked_part_is_named_and_not_checked() -> None:
    text = EXERCISE.starter.replace("(2, 1)", "(2, 2)")
    saved = replace(opened(task()), programs=Playground(text=text))
    state = next_state(saved, intents.CheckProgram())
    assert required_check(state) is None
    assert "STEPS = [" in summary(state.marking)[0]
    restored = next_state(state, intents.RestoreStarter())
    assert restored.programs.text == EXERCISE.starter


def test_the_panel_shows_each_test_with_its_hint_as_text() -> None:
    sly = ShownTest("test_b", "<b>B</b>", "failed", hint="<script>")
    patches = whole_patches(checked(PASSED, sly))
    html = str(patches["#own-tests"]["html"])
    assert html.count("<li") == 2
    assert "not yet" in html
    assert "<script>" not in html


@pytest.mark.parametrize(
    "fields",
    [
        *({}, {"tests": []}, {"tests": [["a", "A", 0]]}, {"tests": [["a", "A"]]}),
        *({"tests": [["a", "A", 1], ["a", "A", 1]]}, {"tests": [["a", "A", True]] * 101}),
        {"tests": [[1, "A", 1]]},
    ],
)
def test_an_invalid_plan_is_refused(fields: Mapping[str, Any]) -> None:
    with pytest.raises(MessageError):
        plan_of(fields)


@pytest.mark.parametrize(
    "change",
    [
        *({"kind": "perfect"}, {"hint": 3}, {"call": 1}, {"right": [25]}, {"right": [1, 1]}),
        *({"shape": [0, 5]}, {"shape": "55"}, {"wrong": [99]}),
    ],
)
def test_an_invalid_result_is_refused(change: Mapping[str, Any]) -> None:
    squares = {"shape": [5, 5], "right": [0, 11], "wrong": [], "missing": [1]}
    right = {"kind": "failed", "hint": "Look.", "call": "f()", **squares}
    assert result_of(right, PLAN[0]).right == (0, 11)
    with pytest.raises(MessageError):
        result_of({**right, **change}, PLAN[0])


def served(job: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the messages of a job of the workers."""
    sent: list[bytes] = []
    serve_marking(job, sent.append, lambda: 0.0)
    yield from map(message, sent)


def job_of(tests: str) -> dict[str, Any]:
    """Return the job that begins to check a program."""
    begin = {"done": [], "replies": [], "begins": True}
    return {"mark": "tests", "tests": tests, "budget": [20_000, 5], **begin}


def round_of(tests: str, source: str) -> dict[str, ShownTest]:
    """Return the results of a check whose workers are in this process."""
    done: dict[str, ShownTest] = {}
    replies: list[tuple[str, str]] = []
    plan: dict[str, ShownTest] = {}
    for _ in range(200):
        calls: list[str] = []
        rest = {"done": [*done], "replies": replies, "begins": not plan}
        for fields in served({**job_of(tests), **rest}):
            if "plan" in fields:
                plan = {test.name: test for test in plan_of(fields["plan"])}
            elif "result" in fields:
                found = fields["result"]
                done[found["name"]] = result_of(found, plan[found["name"]])
            elif "call" in fields:
                calls.append(fields["call"])
        if len(done) == len(plan):
            return done
        replies = []
        for call in calls:
            *_begins, reply = served({"mark": "call", "source": source, "call": call})
            replies.append((call, reply["reply"]))
    raise AssertionError("the check does not end")


def test_two_workers_check_a_program_in_rounds() -> None:
    assert all(it.kind == "passed" for it in round_of(EXERCISE.tests, EXERCISE.solution).values())
    found = round_of(EXERCISE.tests, EXERCISE.starter)
    assert found["test_corner"].kind == "failed"
    assert "legal_moves(0, 0, 8) returned []" in text_of(found["test_corner"].hint)


@pytest.mark.parametrize("name", SECTIONS)
def test_the_drawing_of_a_wrong_answer_shows_right_wrong_and_missing_squares(name: str) -> None:
    known = written_exercise(name, "en")
    wrong = known.solution.replace("c < n]", "c < n and (r, c) != (1, 2)] + [(row, col)]")
    wrong = wrong.replace("return path", "return path[:5] + [path[9]]")
    results = [each for each in round_of(known.tests, wrong).values() if each.board]
    full = next(each for each in results if each.right and each.wrong and each.missing)
    html = str(whole_patches(checked(replace(full, name="test_b")))["#own-tests"]["html"])
    assert re.findall(r"(\w+) squares<", html) == ["right", "wrong", "missing"]
    assert html.count('<path class="sign w') == 6  # three on the board, three in the legend


def test_a_hint_of_several_tests_is_shown_once() -> None:
    syntax = round_of(EXERCISE.tests, "def f(:")
    results = [
        replace(each, name=name)
        for each, name in zip(syntax.values(), ("test_a", "test_b"), strict=False)
    ]
    html = str(whole_patches(checked(*results))["#own-tests"]["html"])
    assert html.count("does not run: SyntaxError") == 1
    assert html.count("did not run") == 2


def test_an_invalid_reply_counts_as_no_result() -> None:
    tests = "def test_reply():\n    assert g() == 1\n"
    job = job_of(tests)
    (call,) = [fields["call"] for fields in served(job) if "call" in fields]
    forged = json.dumps({"kind": "passed"})
    results = [each for each in served({**job, "replies": [(call, forged)]}) if "result" in each]
    assert results[0]["result"]["kind"] == "unfinished"


def test_the_first_failing_call_can_be_watched_alone() -> None:
    source = "def f(n):\n    print('called with', n)\nf(1)\n"
    failing = round_of("def test_b():\n    assert f(2)\n", source)["test_b"]
    watching = next_state(checked(PASSED, failing), intents.WatchFailingCall())
    sent: list[bytes] = []
    serve(replace(job_of_run(watching), code=source).to_json(), sent.append)
    printed = "".join(message(each).get("printed", "") for each in sent if each[:1] == b"{")
    assert printed == "called with 2\n"
    serve(replace(job_of_run(watching), code="def f(n): ...").to_json(), sent.append)
    assert not any(b'"names": ["f"]' in each for each in sent)
    assert not watchable_test([replace(PLAN[0], kind="unrun", call=failing.call)])
