"""Commands that run in this process: their exit status and both outputs."""

import io
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from kt_core.__main__ import main


class Done(NamedTuple):
    """A command that has ended."""

    status: int
    out: str
    err: str


def run(command: str | Sequence[str]) -> Done:
    """Run a command, whose words are separated by spaces, and return its end."""
    words = command.split() if isinstance(command, str) else command
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        status = main(words)
    return Done(status, out.getvalue(), err.getvalue())


def answer(command: str) -> str:
    """Return the output of a command that must succeed."""
    done = run(command)
    assert (done.status, done.err) == (0, "")
    return done.out.removesuffix("\n")
