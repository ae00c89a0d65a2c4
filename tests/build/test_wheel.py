"""`pip install .` installs kt_core and the command knights-tour, and nothing else."""

import os
import re
import subprocess
import sys
import venv
from pathlib import Path
from textwrap import dedent
from zipfile import ZipFile

import pytest

from web.chapter.content.listings import written_exercise
from web.make.steps import ROOT


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    once = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}  # nothing here is imported twice
    return subprocess.run(command, cwd=cwd, env=once, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of its sources, without the network."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for path in (*ROOT.glob("kt_core/**/*.py"), *(ROOT / name for name in NEEDED)):
        copy = source / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    pip = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index")
    done = run(*pip, "--wheel-dir", out, source, cwd=out)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


NEEDED = ("pyproject.toml", "README.md", "LICENSE", "kt_core/gallery.txt")


def installed(wheel: Path, place: Path) -> Path:
    """Install a wheel in a new environment; return the folder of its commands."""
    venv.create(place / "venv")
    folder = place / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (sys.executable, "-m", "pip", "--python", folder / "python")  # there is none in it
    install = run(*pip, "install", "--no-index", "--no-compile", wheel, cwd=place)
    assert install.returncode == 0, install.stderr
    return folder


def test_the_wheel_is_the_package_alone_answers_and_grades(wheel: Path, tmp_path: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as packed:
        tops = {name.split("/")[0] for name in packed.namelist()}
    assert tops == {"kt_core", f"{'-'.join(wheel.name.split('-')[:2])}.dist-info"}
    folder = installed(wheel, tmp_path)
    asked = run(folder / "knights-tour", "exists", "3x8", "--closed", cwd=tmp_path)
    assert (asked.returncode, asked.stdout) == (1, "")
    assert "A closed tour makes two moves at every square" in asked.stderr
    usage = run(folder / "knights-tour", "--help", cwd=tmp_path).stdout
    assert usage.startswith("usage: knights-tour ")
    code = "from kt_core import Board, gallery, solve; famous = gallery.GALLERY['euler-5x5']"
    code += "; print(solve(Board(5, 5)).moves, famous.tour.moves)"
    assert run(folder / "python", "-c", code, cwd=tmp_path).stdout == "24 24\n"
    # The ten minutes of teaching end with the grades of their page.
    command = folder / "knights-tour"
    lesson = (ROOT / "docs" / "teaching.md").read_text("utf-8")
    (tmp_path / "homework").mkdir()
    files = re.findall(r"`(homework/\w+\.py)`\n\n +```python\n(.*?)\n +```", lesson, re.DOTALL)
    for name, program in files:
        (tmp_path / name).write_text(dedent(program), "utf-8")
    (tmp_path / "tests.py").write_text(written_exercise("legal_moves", "en").tests, "utf-8")
    typed = re.findall(r"```text\n( +(?:pip|knights-tour) .*?)\n +```", lesson, re.DOTALL)
    install, *lines = "\n".join(map(dedent, typed)).splitlines()
    assert install == "pip install ."
    graded = run(command, *lines[0].split()[1:], cwd=tmp_path)
    assert graded.stdout.splitlines() == lines[1:]
