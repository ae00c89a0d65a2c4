"""Run a program unchanged, watch its board, and stop it when its budget is used up.

The program runs in a separate module with separate builtins: as `__main__`, or as an import does,
followed by a call. The caller passes the clock, the input and a way to interrupt a loop without
hooks: a page and a terminal differ there.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import sys
import time
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from math import inf
from typing import Any

from kt_core.language import N_, Sentence
from kt_core.programs import standins
from kt_core.programs.changes import Changes
from kt_core.programs.environment import OurModules, OutputStream, environment, is_inner_call
from kt_core.programs.errors import ProgramError, error_of, lines_of, syntax_error
from kt_core.programs.evidence import STDIN
from kt_core.programs.followers import FOLLOWERS, Follower
from kt_core.programs.instrument import ON, SPIN, STOP, Site, instrument
from kt_core.programs.prepare import builtins_of_python2, parse_program
from kt_core.programs.recognize import Store, stores
from kt_core.programs.recording import Frame, FullPath, ProgramRecording, frame_of_board
from kt_core.programs.streams import families

#: Calls functions of the program; it gets the program's names, and a tick to call regularly.
Driver = Callable[[Mapping[str, Any], Callable[[], None]], None]

FILE = "<your program>"
RECORDING = ProgramRecording.number.__code__.co_filename  # code that an interrupt must not stop
SEEDED = N_("random starts with the seed {seed}, so another run with this seed is the same.")
MOST_CHARACTERS = 200_000  # limit for a program's text
MOST_LEARNING_SECONDS = 0.6
MOST_CHANGES = 40_000  # limit for the changes that are stored before the board is known
SILENT_SECONDS = 1.0  # time without a change after which the changes so far must suffice
MOST_MISSES = 30  # changes of other containers at a place before its hook is removed
ROOM = 200  # nested calls reserved for our own work during the run
MOST_FRAMES = 20
SPINS_PER_TICK = 2_000  # iterations of loops between two ticks


class Stop(BaseException):
    """The request to stop; instrumented programs do not swallow it."""


class InputNeeded(BaseException):
    """The program calls input(), and no answer is left."""


@dataclass
class RunSettings:
    """The limits and the inputs of a run."""

    visits: int = 300_000
    seconds: float = 10.0
    arguments: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()  # replies to input()
    seed: int | None = 1  # None: not seeded
    store: str = ""  # the key of the store to watch; "" for the likeliest
    deepest_calls: int = 20_000
    clock: Callable[[], float] = time.perf_counter
    ask: Callable[[OutputStream], str] | None = None  # replaces input() after the answers
    echo: Callable[[str], object] | None = None  # gets the beginning of the output at once
    guard: Callable[[Callable[[], None]], AbstractContextManager[None]] | None = None
    progress: Callable[[Run], None] | None = None  # called repeatedly during the run, or `call`
    driver: Driver | None = None  # calls a function of the program; no container is watched
    package: OurModules | None = field(default_factory=dict)  # importable; None: all
    module: str = "__main__"  # the program's `__name__`
    left_out: frozenset[int] = frozenset()  # lines whose statements at the left margin do not run
    #: Calls a function of the program after its import; output, board and budget begin again.
    call: Callable[[Mapping[str, Any]], None] | None = None


@dataclass
class Run:
    """A program and the record of its run."""

    source: str
    settings: RunSettings
    text: str = ""  # the program as it ran, in Python 3
    notes: list[Sentence] = field(default_factory=list)
    error: ProgramError | None = None
    ended: str = ""  # returned, exit, error, visits, seconds, input; "" while it runs
    exit: Any = None
    stopped_in: int = 0  # the line in which it was stopped
    margin: int = 0  # the line at the left margin that did not finish
    seconds: float = 0.0
    asked: list[tuple[str, str]] = field(default_factory=list)  # prompts and answers
    question: str = ""  # the prompt without an answer, or `STDIN`
    store: Store | None = None
    stores: list[Store] = field(default_factory=list)
    follower: Follower | None = None
    results: dict[int, Any] = field(default_factory=dict)  # site of the `return` -> the last result
    namespace: dict[str, Any] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)
    tree: ast.Module = field(default_factory=lambda: ast.Module([], []))  # empty: no Python
    recording: ProgramRecording = field(init=False)
    output: OutputStream = field(init=False)

    def frame(self, number: int) -> Frame | None:
        """Return the frame of board `number`."""
        sizes = {
            value
            for name, value in self.namespace.items()
            if type(value) is int and 3 <= value <= 200 and not name.startswith("__")
        }
        frame = frame_of_board(self.recording, number, sizes)
        is_top_down = self.store is None or self.store.is_top_down
        return frame and replace(frame, is_top_down=is_top_down)

    def frames(self) -> list[Frame]:
        """Return the boards, each size once, the last board first."""
        found: dict[Frame, None] = {}
        for number, board in reversed([*enumerate(self.recording.boards)]):
            if board.visits and len(found) < MOST_FRAMES and (frame := self.frame(number)):
                found[frame] = None
        return [*found]

    def full_path(self) -> FullPath | None:
        """Return the first path over all squares of the board; None if there was none."""
        boards = self.recording.boards
        board = max(boards, key=lambda each: each.deepest)
        frame = self.frame(boards.index(board))
        if frame is None or board.deepest < frame.total:
            return None
        path = self.recording.path_at(board.deepest_at)
        return FullPath(path, frame, board.deepest_visits, board.deepest_at)


def run(source: str, settings: RunSettings | None = None) -> Run:
    """Return the finished run of a program."""
    return Runner(source, settings or RunSettings()).run()


class Runner:
    """A runner for one run of a program."""

    def __init__(self, source: str, settings: RunSettings) -> None:
        self.result = result = Run(source, settings)
        self._settings = settings
        self._sites = result.sites
        self._flags: list[bool] = []
        self._began = settings.clock()
        self._set_limit = sys.setrecursionlimit
        self._stopping = ""
        self._progress = None if settings.call else settings.progress  # an import has none
        self._imports = standins.Imports(
            self._import,
            self._load_standin,
            result.notes,
            "kt_core" if settings.driver else settings.module,
        )
        self._module = types.ModuleType("builtins")
        self._builtins = vars(self._module)
        self._builtins |= vars(builtins)
        self._observe()

    def run(self) -> Run:
        """Run the program to its end, or to the end of its budget."""
        result = self.result
        code = self._code()
        if code is not None:
            self._began = self._settings.clock()
            module = types.ModuleType(self._settings.module)
            result.namespace = module.__dict__
            with environment(
                module,
                result.output,
                self._line,
                arguments=self._settings.arguments,
                seed=self._settings.seed,
                deepest_calls=self._settings.deepest_calls,
                package=self._settings.package,
            ):
                self._execute(code)
            result.seconds = self._settings.clock() - self._began
            self._settle()
        return result

    def stop(self, why: str) -> None:
        """Stop the program from a hook or from an interrupt."""
        self._stopping = self._stopping or why
        self._builtins[SPIN] = lambda: self.stop(why)
        raise Stop

    def _interrupt(self) -> None:
        """Stop the program, unless it is within the recording: then the next pulse stops it."""
        frame: types.FrameType | None = sys._getframe()  # noqa: SLF001 - a signal comes anywhere
        while frame and frame.f_code.co_filename != FILE:
            if frame.f_code.co_filename == RECORDING:
                return
            frame = frame.f_back
        self.stop("seconds")

    def _spins(self) -> Iterator[Iterable[None]]:
        while True:
            yield repeat(None, SPINS_PER_TICK)
            self._tick()

    # Preparing

    def _observe(self) -> None:
        """Begin to record the output and the changes of containers."""
        result = self.result
        result.recording = ProgramRecording(self._settings.visits, self._tick)
        result.output = OutputStream(self._tick, result.recording.note_output, self._settings.echo)
        result.store, result.stores, result.follower = None, [], None
        self._changes = Changes(self._learn, lambda: result.output.count, is_inner_call)
        self._learned = 0.0
        self._noticed = 0  # number of changes at the last tick
        self._noticed_at = 0.0  # time of the tick that noticed the last change
        self._misses: Counter[int] = Counter()
        self._flags[:] = [True] * len(self._sites)
        self._builtins |= self._changes.hooks()

    def _code(self) -> types.CodeType | None:
        result = self.result
        try:
            result.text, tree, notes = parse_program(result.source)
        except SyntaxError as error:
            result.ended, result.error = "error", syntax_error(error)
            return None
        result.notes += notes
        result.tree = ast.parse(result.text)
        left_out = self._settings.left_out
        tree.body = [each for each in tree.body if each.lineno not in left_out]
        instrument(tree, self._sites)
        self._flags += [True] * (len(self._sites) - len(self._flags))
        lines = result.text.splitlines(keepends=True)
        linecache.cache[FILE] = (len(result.text), None, lines, FILE)
        try:
            return compile(tree, FILE, "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError) as error:
            result.ended, result.error = "error", syntax_error(error)
            return None

    def _import(self, name: str, *arguments: Any) -> Any:
        if name == "builtins":
            return self._module
        seeded = Sentence(SEEDED, seed=self._settings.seed)
        if name == "random" and seeded not in self.result.notes:
            self.result.notes.append(seeded)
        return __import__(name, *arguments)

    def _load_standin(self, name: str, text: str) -> types.ModuleType:
        tree = ast.parse(text)
        if name != "numpy":  # changes of its arrays are recorded in the program
            tree = instrument(tree, self._sites, own=False)
        active = self.result.follower
        for site in range(len(self._flags), len(self._sites)):
            self._flags.append(active is None or active.is_on(site))
        module = types.ModuleType(name)
        module.__dict__["__builtins__"] = self._builtins
        exec(compile(tree, f"<{name}>", "exec", dont_inherit=True), module.__dict__)
        return module

    # Running

    def _execute(self, code: types.CodeType) -> None:
        result, settings = self.result, self._settings
        if settings.driver:
            self._give_up()
        self._builtins |= {ON: self._flags, STOP: (Stop, InputNeeded)}
        self._builtins[SPIN] = chain.from_iterable(self._spins()).__next__
        self._builtins |= builtins_of_python2(result.notes, self._input)
        self._builtins |= {
            "__import__": self._imports.load, "input": self._input, "exit": sys.exit,
            "quit": sys.exit,
        }  # fmt: skip
        result.namespace |= {"__builtins__": self._builtins, "__file__": "program.py"}
        try:
            with self._guard():
                exec(code, result.namespace)
                if settings.driver:
                    settings.driver(result.namespace, self._tick)
            if settings.call:
                self._observe()
                sys.stdout = sys.stderr = result.output
                self._began, self._progress = settings.clock(), settings.progress
                with self._guard():
                    settings.call(result.namespace)
            result.ended = self._stopping or "returned"
        except BaseException as error:  # noqa: BLE001 - the program may raise anything
            self._end(error)

    def _end(self, error: BaseException) -> None:
        """Record the exception that ended the program."""
        result = self.result
        result.margin, line = lines_of(error, FILE)
        match error:
            case Stop():
                result.ended, result.stopped_in = self._stopping, line
            case InputNeeded():
                result.ended = "input"
            case SystemExit():
                result.ended, result.exit = "exit", error.code
            case _:
                result.ended, result.error = "error", error_of(error, FILE)
                if self._stopping:
                    result.ended, result.error = self._stopping, None

    def _guard(self) -> AbstractContextManager[None]:
        guard = self._settings.guard
        return guard(self._interrupt) if guard else nullcontext()

    def _input(self, prompt: object = "") -> str:
        text = prompt if type(prompt) is str else str(prompt)
        self.result.output.write(text)
        return self._answer(text)

    def _line(self) -> str:
        """Return a line of standard input, which ends at an empty answer if it has no other end."""
        answer = self._answer(STDIN)
        if not answer and not self._settings.ask:
            raise EOFError
        return answer

    def _answer(self, text: str) -> str:
        result, settings = self.result, self._settings
        if len(result.asked) < len(settings.answers):
            answer = settings.answers[len(result.asked)]
        elif settings.ask:
            answer = settings.ask(result.output)
        else:
            result.question = text
            raise InputNeeded
        result.asked.append((text, answer))
        result.output.write(f"{answer}\n")
        return answer

    def _tick(self) -> None:
        """Stop if the budget is used up; report the progress of the run."""
        result, settings = self.result, self._settings
        result.seconds = settings.clock() - self._began
        if result.recording.visits >= settings.visits:
            self.stop("visits")
        if self._stopping or result.seconds > settings.seconds:
            self.stop("seconds")
        limit = sys.getrecursionlimit()
        self._set_limit(limit + ROOM)  # the program may have used up its nested calls
        try:
            self._learn_in_silence()
            if self._progress:
                self._progress(result)
        finally:
            self._set_limit(limit)

    # Learning which container is the board

    def _learn(self) -> None:
        began = self._settings.clock()
        if self._recognize():
            return
        self._learned += self._settings.clock() - began
        if self._learned > MOST_LEARNING_SECONDS or self._changes.limit >= MOST_CHANGES:
            self._changes.forget(MOST_CHANGES // 8)
            self._changes.limit = len(self._changes.log) + MOST_CHANGES // 2
            if self._learned > 3 * MOST_LEARNING_SECONDS:
                self._give_up()
        else:
            self._changes.limit *= 2
        self._tick()

    def _learn_in_silence(self) -> None:
        """Look for the board of a program that has stopped changing anything, as in a dead end."""
        seconds, count = self.result.seconds, len(self._changes.log)
        if self.result.store is not None or not count:
            return
        if count != self._noticed:
            self._noticed, self._noticed_at = count, seconds
        elif seconds - self._noticed_at > SILENT_SECONDS:
            self._noticed_at = inf  # only once for the same changes
            self._recognize()

    def _recognize(self, *, final: bool = False) -> bool:
        """Follow the container that looks most like a board; return False if none does."""
        changes = families(self._changes.log)
        if found := stores(changes, self._sites, final=final):
            self._follow(found)
        return bool(found)

    def _give_up(self) -> None:
        self._changes.finish()
        self._flags[:] = [False] * len(self._flags)

    def _follow(self, found: list[Store]) -> None:
        result, wanted = self.result, self._settings.store
        store = next((each for each in found if each.key == wanted), found[0])
        result.store, result.stores = store, found
        follower = FOLLOWERS[store.kind](store, result.recording, self._sites)
        result.follower = follower
        self._flags[:] = [follower.is_on(site) for site in range(len(self._sites))]
        before = self._changes.finish()
        self._changes.pass_on(follower.take, self._miss)
        self._builtins |= follower.fast(self._changes)
        follower.replay(*before)

    def _miss(self, site: int) -> None:
        """Switch off a hook after many changes of other containers, unless the store has it."""
        self._misses[site] += 1
        follower = self.result.follower
        if self._misses[site] > MOST_MISSES and follower and site not in follower.known:
            self._flags[site] = False

    def _settle(self) -> None:
        """Recognize the board of a program that ended early."""
        result = self.result
        result.results = self._changes.results
        if result.store is None and self._changes.log:
            self._stopping = ""
            self._began = self._settings.clock()
            try:
                self._recognize(final=True)
            except Stop:
                result.ended = self._stopping
        if self._progress:
            self._progress(result)
