"""What is imported ahead: each module brings itself alone, and a touch of a figure no other."""

import json
import subprocess
import sys

from web.make.steps import ROOT

STARTED = (ROOT / "tests/snapshots/modules-of-a-start.txt").read_text().split()
# In an interpreter of its own, since this one has all: first what a page starts with.
WALK = """
import json, sys
from importlib import import_module
for name in %r:
    if not name.startswith("web.page."):  # which need a browser
        import_module(name)
from web.page.ahead import MODULES

def new(work):
    before = set(sys.modules)
    work()
    names = set(sys.modules) - before
    return sorted(name for name in names if name.startswith(("kt_core.", "web.")))

told = {name: new(lambda: import_module(name)) for name in MODULES}
from web.lesson.book import places, section_of
from web.question import address
from web.state.intents import Open, Reply, Turn, View
from web.state.state import State
from web.state.update import update
from web.view.chapter import chapter

def touch():
    state = update(State(), Open("", State().place))
    for place in places():
        for intent in (View(section_of(place)), Turn(place, "step", "+1"), Reply(place, "1")):
            state = update(state, intent)
        for _, part in chapter(state):
            part.value()

told["touched"] = new(touch)
print(json.dumps(told))
"""


def test_each_module_brings_itself_alone_and_a_touch_no_other() -> None:
    words = [sys.executable, "-c", WALK % (STARTED,)]
    told = json.loads(subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout)
    assert told.pop("touched") == []
    packages = {name.rpartition(".")[0] for name in told}
    alone = {name: [each for each in new if each not in packages] for name, new in told.items()}
    assert alone == {name: [name] for name in told}
