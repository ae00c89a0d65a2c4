"""What is said of every file before a test runs: its form, its habits, its types."""

import subprocess
from pathlib import Path

from web.make.steps import ROOT, say

LINTERS = {
    "ruff check": ("ruff", "check", "--quiet"),
    "ruff format": ("ruff", "format", "--check", "--quiet"),
    "mypy": ("mypy", "--no-error-summary"),
}


def are_content(python: Path, folder: Path = ROOT) -> bool:
    """Ask one linter after the other, a line each; the first that objects has the last word."""
    for name, command in LINTERS.items():
        told = subprocess.run(
            [python, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
        )
        say(f"{name}: {'has something to say' if told.returncode else 'nothing to say'}")
        if told.returncode:
            say((told.stdout + told.stderr).rstrip())
            return False
    return True
