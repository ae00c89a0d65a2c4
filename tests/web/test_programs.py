"""Whole programs in the page: the messages of the worker, and the view of the page."""

import json
from array import array
from dataclasses import replace
from functools import cache
from itertools import chain, count, pairwise
from typing import Any

import pytest

from kt_core.board import Board
from kt_core.events import Found, Visit
from kt_core.graph import knight_graph
from kt_core.language import Sentence
from kt_core.programs.run import FILE, run
from kt_core.tour import Puzzle
from web.lab.engine import TELL_SECONDS as REPORT_SECONDS
from web.lab.engine import Engine
from web.lab.view.transport import event
from web.page.update import next_state, update
from web.page.view import whole_patches
from web.programs import feed as messages
from web.programs import view
from web.programs.feed import Feed, MessageError, MoveTree, OwnSearch
from web.programs.job import EVIDENCE, GROWTH, MOVES, NOTES, Job, is_program
from web.programs.reports import (
    MOST_PRINTED,
    Begin,
    ProgramOutput,
    ProgramReport,
    begin_of,
    growth_of,
    printed_of,
    report_of,
    value_of,
)
from web.programs.update import job_of, runs
from web.programs.view import program
from web.programs.worker import FIRST_EVENTS, TELL_SECONDS, WatchedProgram, serve
from web.question.change import applies
from web.question.question import Question
from web.question.templates import FIRST_TEXT, TEMPLATES, WARNSDORFF
from web.search.recording import options
from web.state import intents
from web.state.intents import Intent, Pause, Resize
from web.state.state import Focus, State, outcome

BOARD_PROGRAM, GRAPH_PROGRAM, SEARCH = (
    TEMPLATES[name][1] for name in ("board-program", "graph-program", "search")
)
WRONG_OFFSET = BOARD_PROGRAM.replace("(-1, 2)]", "(2, 2)]")


def messages_of(code: str, **settings: Any) -> list[bytes]:
    """Return the messages of the worker about a program."""
    heard: list[bytes] = []
    job = Job(code, Board(8, 8), (0,), visits=settings.pop("visits", 20_000), **settings)
    serve(job.to_json(), heard.append)
    return heard


def texts(heard: list[bytes], key: str) -> list[Any]:
    """Return the values of one kind of message, in order."""
    fields = [messages.message(each) for each in heard if each.startswith(b"{")]
    return [each for each in fields if key in each]


def evidence(heard: list[bytes]) -> bytes:
    """Return the evidence from the messages."""
    return next(each[1:] for each in heard if each.startswith(EVIDENCE))


def report(heard: list[bytes]) -> ProgramReport:
    """Return the report from the messages, as judged by the page."""
    return report_of(evidence(heard))


def printed(heard: list[bytes]) -> ProgramOutput:
    """Return the output from the messages, as read by the page."""
    output = ProgramOutput()
    for each in texts(heard, "printed"):
        output = output.plus(*printed_of(each))
    return output


def feed_of(heard: list[bytes]) -> Feed:
    """Return the complete feed of the last board."""
    begin: Begin | None = None
    feed: Feed | None = None
    for data in heard:
        if data.startswith(b"{") and "board" in (fields := messages.message(data)):
            begin = begin_of(fields)
            feed = Feed(Question(puzzle=Puzzle(begin.board, begin.start)), begin.start)
        elif data.startswith(NOTES):
            assert feed
            feed.take_notes(data[1:])
        elif data.startswith(MOVES):
            assert feed
            assert list(feed.taking(data[1:])) is not None
    assert feed
    return feed


@pytest.mark.parametrize(
    ("text", "is_whole"),
    [
        (BOARD_PROGRAM, True),
        (WARNSDORFF, False),
        (SEARCH, False),
        ("def search(row, column, k):\n    pass\nsearch(0, 0, 1)\n", True),
        ("def order(moves):\n    return moves\nprint(order([1]))\n", True),
        ("order = sorted", False),
        ("def order(choices, onward, path, board:\n    pass", False),
        ("x = (", True),
        ("", True),
    ],
)
def test_a_text_is_a_program_unless_the_page_calls_its_function(text: str, is_whole: bool) -> None:
    assert is_program(text) is is_whole


def test_a_program_is_watched_on_its_own_board() -> None:
    heard = board_messages()
    begins = texts(heard, "begin")
    watched = report(heard).found.stores[0].sentence
    assert [*map(begin_of, begins)] == [Begin(Board(5, 5), 20, watched)]
    feed = feed_of(heard)
    assert feed.found
    assert len(feed.lines) == feed.steps - 1  # all but the tour
    made = list(feed.events())
    assert made[0] == Visit(20)
    assert made[-1] == Found(feed.found)
    found = report(heard)
    assert (found.judged.kind, found.judged.path) == ("tour", feed.found)
    assert str(watched) == "Watching board, a board of 5 × 5 where -1 means empty"


def test_the_first_visits_follow_their_board_at_once() -> None:
    times = chain([0], count(200))  # units of 5 ms; the second reading is 1 s
    heard: list[tuple[float, bytes]] = []

    def clock() -> float:
        return next(times) / 200

    job = Job(FIRST_TEXT, Board(8, 8), (0,), visits=5_000)
    WatchedProgram(job, lambda data: heard.append((clock(), data)), clock).work()
    begun = next(time for time, data in heard if data.startswith(b'{"begin"'))
    many = next(time for time, data in heard if data[:1] == MOVES and len(data) > 2 * FIRST_EVENTS)
    assert many - begun < TELL_SECONDS


def test_every_step_has_its_line_and_what_was_printed_by_then() -> None:
    code = BOARD_PROGRAM.replace("        board[row][column] = number", "        print(number)\n"
                                 "        board[row][column] = number")  # fmt: skip
    heard = messages_of(code)
    feed = feed_of(heard)
    line = code[: code.index("board[row][column] = number")].count("\n") + 1
    assert feed.line_at(1) == line
    assert feed.line_at(0) == feed.line_at(10**6) == 0
    output = printed(heard)
    for data in heard:
        if data.startswith(GROWTH):
            output = output.with_growth(growth_of(data[1:]))
    moves = [*feed.events()]
    for step in (1, 2, 20, 300):
        visits = sum(isinstance(each, Visit) for each in moves[:step])
        assert output.by(step).count("\n") == visits, step


def test_a_report_says_that_the_board_stops_at_the_first_tour() -> None:
    code = """
ROWS, COLUMNS = 3, 4
board = [[0] * COLUMNS for _ in range(ROWS)]
def go(r, c, k):
    board[r][c] = k
    for a, b in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
        if 0 <= r + a < ROWS and 0 <= c + b < COLUMNS and board[r + a][c + b] == 0:
            go(r + a, c + b, k + 1)
    board[r][c] = 0
go(0, 0, 1)
"""
    state = watched(code)
    shown = outcome(state).steps
    more = run(code).recording.visits - (shown + 12) // 2
    sentence = f"The board shows the search up to its first tour. It went on for {more:,} more"
    assert sentence in answered(state)
    assert "The board shows" not in answered(watched(GRAPH_PROGRAM))


def test_events_end_before_the_first_illegal_move_which_the_board_marks() -> None:
    heard = messages_of(WRONG_OFFSET)
    feed = feed_of(heard)
    assert 0 < feed.steps < 1_000
    assert not feed.found
    list(feed.events())
    *_, last = feed.path
    assert feed.bad is not None
    assert feed.bad not in knight_graph(feed.puzzle.board)[last]
    found = report(heard)
    assert found.judged.kind != "tour"
    assert any("(2, 2) is one of the moves" in str(each) for each in found.judged.details)
    state = watched(WRONG_OFFSET)
    assert outcome(state).bad is not None
    assert "wrong-move" in str(whole_patches(state)["#board [data-layer=dead-end]"]["html"])


def test_the_words_at_the_steps_are_about_the_printed_board_which_is_drawn() -> None:
    kept = BOARD_PROGRAM.replace("[column] = -1", "[column] == -1")
    code = kept.replace("return board if go(0, 0, 0) else None", "go(0, 0, 0)\n    return board")
    state = watched(code)
    shown, looks = outcome(state), whole_patches(state)
    assert shown.judged
    assert looks["#at"]["html"] == f"{len(shown.path)} of 25 squares"
    assert looks["#of"]["html"] == state.question.board.name(shown.path[-1])
    assert looks["#flag"]["hidden"]
    assert "dead-end" not in str(looks["#board [data-layer=dead-end]"]["html"])


def test_answers_and_arguments_reach_the_program() -> None:
    code = "import sys\nprint(sys.argv[1], input('size? '))"
    heard = messages_of(code, arguments=("x",), answers=("7",))
    assert printed(heard).text == "size? 7\nx 7\n"
    assert report(heard).found.question is None


def test_the_output_arrives_while_the_program_runs_and_is_bounded() -> None:
    times, heard = iter(range(10**9)), list[bytes]()
    source = "for number in range(100_000):\n    print(number)\n"
    job = Job(source, Board(8, 8), (0,), visits=20_000, seconds=60)
    serve(job.to_json(), heard.append, lambda: next(times) / 3_000)
    parts = texts(heard, "printed")
    assert max(map(len, heard)) < 1 << 18
    assert parts[0]["printed"].startswith("0\n1\n2\n")
    whole = printed(heard)
    assert (len(whole.text), whole.count) == (MOST_PRINTED, 588_890)
    assert len(texts(heard, "printed")) <= 20


def test_a_slow_program_is_explained_while_it_runs() -> None:
    times = iter(range(10**9))
    heard: list[bytes] = []
    job = Job(FIRST_TEXT, Board(8, 8), (0,), visits=6_000, seconds=1e9)
    serve(job.to_json(), heard.append, lambda: next(times) / 10)
    details = [value_of("sentences", each["details"]) for each in texts(heard, "details")]
    assert details
    assert "longest path" in str(details[0][0])
    assert report(heard).found.ended == "visits"


def watched(code: str) -> State:
    """Return the state after a program was watched to its end."""
    engine, state = Engine(has_worker=True), started(code)
    for data in messages_of(code, visits=1_000):
        if data.startswith(NOTES):
            engine.feed.take_notes(data[1:])  # type: ignore[union-attr]
        elif data.startswith(MOVES):
            list(engine.feed.taking(data[1:]))  # type: ignore[union-attr]
        elif data.startswith(EVIDENCE):
            found = report_of(data[1:])
            engine.feed.end_with(found.judged)  # type: ignore[union-attr]
            state = next_state(state, intents.ProgramEnds(1, found))
        elif data.startswith(b"{") and "begin" in (fields := messages.message(data)):
            state = next_state(state, intents.ProgramBegins(1, begin_of(fields)))
            engine.waits(state)
    while state.search.doing:  # a slice may end without news
        if news := engine.go_on(state):
            state = next_state(state, news)
    return state


def test_a_program_that_falls_silent_has_all_its_steps_on_the_board() -> None:
    now = 0.0
    board, engine = Board(8, 8), Engine(lambda: now, has_worker=True)
    first, *others = (2 * board.square(name) for name in ("a8", "b6", "c8"))
    state = next_state(started(), intents.ProgramBegins(1, Begin(board, first // 2)))
    engine.waits(state)

    def send(*codes: int) -> State:
        assert engine.feed
        list(engine.feed.taking(array("H", codes).tobytes()))
        report = engine.go_on(state)
        return next_state(state, report) if report else state

    state = send(first)
    assert state.search.answer.length == 1  # reported at once
    assert engine.seconds_to_report(state) is None
    state = send(*others)
    assert state.search.answer.length == 1  # too soon for another report
    assert engine.seconds_to_report(state) == REPORT_SECONDS
    now = REPORT_SECONDS
    assert engine.seconds_to_report(state) == 0
    state = next_state(state, engine.go_on(state) or intents.StopProgram())
    assert state.search.answer.length == 3
    assert engine.seconds_to_report(state) is None


def test_only_moves_that_were_made_are_known_of_a_program() -> None:
    feed = feed_of(messages_of(BOARD_PROGRAM, visits=200))
    question = Question(puzzle=feed.puzzle, ordering="own", prune=False)
    search = OwnSearch(question, feed)
    feed.finish("steps")
    while search.advance(64):
        pass
    trace = search.trace()
    assert not trace.lists_moves
    states = [trace.at(step) for step in range(1, trace.length)]
    for before, after in pairwise(states):
        seen = options(trace, before)
        assert not seen.skipped
        if len(after.path) > len(before.path):
            assert after.path[-1] in seen.listed
    sentences = [event(trace, state) for state in states]
    assert not any("untried" in each or "no tour" in each for each in sentences)


def test_the_tree_of_moves_merges_a_move_that_is_made_again() -> None:
    tree = MoveTree()
    for square in (0, 10, 4):
        tree.visit(square)
    tree.leave()
    tree.visit(4)
    tree.leave()
    tree.visit(25)
    assert tree.moves((0, 10)) == [4, 25]
    assert tree.moves((0,)) == [10]
    assert tree.moves((0, 17)) == []


@cache
def board_messages() -> list[bytes]:
    """Return the messages about the program with a board."""
    return messages_of(BOARD_PROGRAM)


def changed(**fields: Any) -> bytes:
    """Return the evidence of that program with other fields."""
    return json.dumps(json.loads(evidence(board_messages())) | fields).encode()


CLAIM = {"one": "Your program found a closed tour. Checked.", "many": "", "values": {}}


def test_only_sentences_of_ours_are_taken_from_a_worker() -> None:
    found = report_of(changed(reasons=[CLAIM], notes=[CLAIM], causes=[CLAIM], sentence=CLAIM))
    assert "closed tour" not in str(found)
    with pytest.raises(MessageError):
        report_of(changed(error=CLAIM))
    assert not value_of("sentences", [CLAIM])


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"[" * 200_000, b"\xff", changed(printed=5)),
        changed(returned=[["", [[1 << 60, 0.5]], 0]]),
        changed(frames=[[0, 5, [0, 0], True, True, 0]]),
        *(changed(frames=[[10**6, 5, [0, 0], True, True, 0]]), changed(walked=[[0, "a"]])),
        *(changed(visits=-1), changed(stores=[["k", "matrix", "board", 1, CLAIM]])),
    ],
)
def test_evidence_that_cannot_be_read_is_refused(data: bytes) -> None:
    with pytest.raises(MessageError):
        report_of(data)


@pytest.mark.parametrize("board", [[0, 5], [99, 99], [5], "5x5", [5, "5"]])
def test_messages_that_cannot_be_read_are_refused(board: object) -> None:
    with pytest.raises(MessageError):
        begin_of({"board": board, "begin": 0})
    feed = Feed(Question(puzzle=Puzzle(Board(5, 5), 0)), 0)
    for take in (lambda data: list(feed.taking(data)), feed.take_notes, growth_of):
        with pytest.raises(MessageError):
            take(b"abc")
    with pytest.raises(MessageError):
        growth_of(array("I", [5, 1, 4, 2]).tobytes())


@pytest.mark.parametrize(
    "fields",
    [
        {"returned": [[[[-5, 0], [-4, 2], [-3, 4], [-2, 6], [-1, 8]], 0]]},
        {"returned": [[[99, 98, 0, 1, 2, 3, 4, 5, 6, 7], 0]]},
        {
            "frames": [[1000, 1000, [0, 0], True, True, 0]],
            "printed": "(0, 0) (1, 2) (2, 4) (3, 6) (4, 8)",
        },
        {"walked": [[0, 99], [1, 1]], "start": [99, 99]},
    ],
)
def test_evidence_of_any_squares_can_be_shown(fields: dict[str, Any]) -> None:
    blank = {"printed": "", "returned": []}
    found = report_of(changed(**(blank | fields)))
    assert found.judged.kind not in ("tour", "many")
    whole_patches(next_state(started(), intents.ProgramEnds(1, found)))


def test_a_player_is_followed_and_the_focus_returns_to_the_answer() -> None:
    code = "[input('move? ') for _ in range(4)]\nprint('the end')"
    state = started(code)
    for answer in ("3 4", "1 1", "2 3"):
        state = next_state(state, intents.ProgramEnds(1, report(messages_of(code))))
        state = next_state(state, intents.AnswerInput(answer))
    asked = report(messages_of(code, answers=("3 4", "1 1", "2 3")))
    state, effects = update(state, intents.ProgramEnds(4, asked))
    assert (state.question.board, outcome(state).path) == (Board(4, 3), (0, 7))
    assert "You have visited 2 of 12 squares" in answered(state)
    assert Focus("#own-answer") in effects


def test_the_editor_stays_beside_a_large_board() -> None:
    question = Question(puzzle=Puzzle(Board(50, 50), 0), ordering="own")
    assert applies(question, "panels")
    assert not applies(replace(question, ordering="warnsdorff"), "panels")


def started(text: str = BOARD_PROGRAM, address: State | None = None) -> State:
    """Return the state just after a program was started."""
    state = address or State()
    return next_state(next_state(state, intents.EditCode(text)), intents.RunCode())


def ended(code: str) -> State:
    """Return the state after a program has ended."""
    return next_state(started(code), intents.ProgramEnds(1, report(messages_of(code))))


def test_run_starts_a_program_whose_board_the_page_then_takes_over() -> None:
    state = started()
    assert runs(state) == ("program", 1)
    assert job_of(state).visits == 300_000
    state = next_state(state, intents.ProgramBegins(1, Begin(Board(5, 5), 20)))
    assert (state.question.board, state.question.start) == (Board(5, 5), 20)
    assert runs(state) == ("program", 1)
    assert state.question.code == BOARD_PROGRAM
    ended = next_state(state, intents.ProgramEnds(1, report(board_messages())))
    assert runs(ended) is None
    assert ended.programs.report


def test_a_proposed_call_is_added_and_run() -> None:
    code = "def tour(n):\n    return n\n"
    state = ended(code)
    called, effects = update(state, intents.AddCall("print(tour(6))\n"))
    assert Focus("#own-run") in effects  # the control with the call is gone
    assert called.programs.text == f"{code}\nprint(tour(6))\n"
    assert runs(called) == ("program", 2)
    assert next_state(state, intents.AddCall(" ")) == state


def test_an_answer_runs_the_program_again_and_earlier_reports_are_ignored() -> None:
    state = next_state(started(), intents.RunCode())
    assert next_state(state, intents.ProgramBegins(1, Begin(Board(5, 5), 20))) == state
    assert next_state(state, intents.ProgramEnds(1, report(messages_of("print(1)")))) == state
    code = "a = input('size? ')\nb = input('start? ')"
    state = next_state(ended(code), intents.AnswerInput("7"))
    assert job_of(state).answers == ("7",)
    again = next_state(state, intents.RunCode())
    assert job_of(again).answers == ()


def test_the_output_shown_is_that_of_the_step() -> None:
    output = ProgramOutput("a\nb\n", 4).with_growth([(1, 0), (2, 2)]).with_growth([(4, 2), (5, 4)])
    assert output.growth == ((1, 0), (2, 2), (5, 4))
    assert [output.by(step) for step in (1, 2, 4, 5, None)] == [
        *("", "a\n", "a\n", "a\nb\n", "a\nb\n"),
    ]


def test_the_tab_shows_what_is_watched_and_what_can_be_done_next() -> None:
    state = ended(BOARD_PROGRAM)
    shown = {name: lazy.value() for name, lazy in program(state, runs=False)}
    assert shown["#own@kind"] == {"data-program": "true", "data-function": "", "data-uses": ""}
    assert "Watching board" in str(shown["#own-watch"])
    assert "Watch row, column instead" in str(shown["#own-watch"])
    assert FILE not in str(shown)


def answered(state: State) -> str:
    """Return the answer of a program as HTML."""
    return str(view.answer(state).value())


def test_a_stopped_program_keeps_its_steps_and_says_why_it_is_slow() -> None:
    state = next_state(started(), intents.ProgramBegins(1, Begin(Board(5, 5), 20)))
    details = (Sentence("Its first 38 squares have not changed."),)
    state = next_state(state, intents.ProgramRuns(1, ProgramOutput("x", 1), details))
    stopped = next_state(state, intents.StopProgram())
    assert runs(stopped) is None
    assert not stopped.programs.active
    assert stopped.programs.output == ProgramOutput("x", 1)
    assert "Stopped after 0 visits." in answered(stopped)
    assert "Its first 38 squares" in answered(stopped)
    assert "#view=growth" in answered(stopped)


@pytest.mark.parametrize("wish", [intents.StopProgram(), Pause(), Resize("rows", 1)])
def test_a_program_stops_when_its_search_is_left(wish: Intent) -> None:
    state = next_state(started(), intents.ProgramBegins(1, Begin(Board(5, 5), 20)))
    after = next_state(state, wish)
    assert runs(after) is None
    assert not after.programs.active
    assert next_state(started(), Pause()).programs.active  # there is no search to pause
    stopped = next_state(started(), intents.StopProgram())  # no board so far
    assert runs(stopped) is None
    assert "Stopped" in answered(stopped)


def test_a_result_without_a_watched_board_is_shown_with_its_wrong_move() -> None:
    code = "print('a1 b3 c5 d7 f8 h7 g5 h3 g1 e2 e5')"
    state = ended(code)
    found, seen = state.programs.report, outcome(state)
    assert found
    assert found.judged.kind == "wrong"
    assert (seen.path, seen.bad) == (found.judged.path, found.judged.bad)
    assert found.judged.bad is not None
    assert "Not a tour" in answered(state)


def test_the_seed_of_random_is_the_readers() -> None:
    state = next_state(started("import random"), intents.SetRun("seed", "7"))
    assert job_of(state).seed == 7
    code = "import random\nprint(random.random())"
    outputs = [printed(messages_of(code, seed=seed)).text for seed in (7, 7, 8)]
    assert outputs[0] == outputs[1] != outputs[2]
    kind = dict(program(started(code), runs=False))["#own@kind"].value()
    assert kind == {"data-program": "true", "data-function": "", "data-uses": "random"}


@pytest.mark.parametrize(
    ("text", "function"), [(SEARCH, "search"), (WARNSDORFF, "order"), (BOARD_PROGRAM, "")]
)
def test_the_tab_explains_the_function(text: str, function: str) -> None:
    state = next_state(State(), intents.EditCode(text))
    kind = dict(program(state, runs=False))["#own@kind"].value()
    assert kind["data-function"] == function


def test_a_function_that_runs_after_a_program_has_its_own_answer() -> None:
    stopped = next_state(started(), intents.StopProgram())
    state = next_state(next_state(stopped, intents.EditCode(WARNSDORFF)), intents.RunCode())
    found = intents.RunReport(state.programs.generation, why="found")
    assert view.answers(stopped)
    assert not view.answers(next_state(state, found))


@pytest.mark.parametrize(
    ("codes", "steps", "bad"),
    [
        ([0, 2], 1, 1),
        ([0, 0], 1, 0),
        ([0, 22, 0], 2, 0),
        ([0, 1, 0], 2, None),
        ([0, 22, 1], 2, None),
        ([0, 0xFFFF, 22], 1, None),
        ([0, 9_998], 1, None),
        ([1], 0, None),
        ([2, 0], 0, None),
    ],
)
def test_moves_count_up_to_an_illegal_one(codes: list[int], steps: int, bad: int | None) -> None:
    feed = Feed(Question(puzzle=Puzzle(Board(5, 5), 0)), 0)
    list(feed.taking(array("H", codes).tobytes()))
    assert (feed.steps, feed.bad) == (steps, bad)


def test_a_tour_has_the_size_of_its_search() -> None:
    state = watched(GRAPH_PROGRAM)
    assert "found an open tour of 8" in answered(state)
    assert "64 visits, no dead end." in answered(state)
