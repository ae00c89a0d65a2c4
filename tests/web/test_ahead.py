"""Early imports: each imports one module, and the first use of a part imports no further one."""

import json
import subprocess
import sys

import pytest

from web.make.steps import ROOT

STARTED = (ROOT / "tests/snapshots/modules-of-a-start.txt").read_text().split()
# This runs in a separate interpreter, because this one has all modules. It first imports those of a
# start, except modules that need a browser.
WALK = """
import json, sys
from importlib import import_module
from tests.shared.late import LateModules
from web.page.late import import_late, is_here

late = LateModules()
sys.meta_path.insert(0, late)
for name in %r:
    if not name.startswith("web.page.") or name.endswith((".update", ".view", ".pace")):
        import_module(name)
sys.meta_path.remove(late)
late.missing.clear()
from web.page.background import %s as MODULES
from web.state.intents import GiveAnswer, TurnDial, ShowSection
from web.state.intents import OpenDialog, Open
from web.state.state import State
from web.page.update import next_state

def new(work):
    before = {name for name in sys.modules if is_here(name)}
    work()
    names = {name for name in sys.modules if is_here(name)} - before
    return sorted(name for name in names if name.startswith(("kt_core.", "web.")))

def touch():
    state = next_state(State(), Open("", State().place))
%s
told = {name: new(lambda: import_late(name)) for name in MODULES}
told["touched"] = new(touch)
print(json.dumps(told))
"""
#: List of early imports -> the first use of its modules.
TOUCHES = {
    "CHAPTER": """
    from web.chapter.book import places, section_of
    from web.chapter.view import chapter

    for place in places():
        shown, turned = ShowSection(section_of(place)), TurnDial(place, "step", "+1")
        for intent in (shown, turned, GiveAnswer(place, "1")):
            state = next_state(state, intent)
        for _, part in chapter(state):
            part.value()
""",
    "SHARE": """
    from web.page.view import whole_patches

    whole_patches(next_state(state, OpenDialog("share")))
""",
    "LOAD": """
    from web.page.view import whole_patches

    whole_patches(next_state(state, OpenDialog("open")))
""",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("modules", TOUCHES)
def test_each_import_loads_one_module_and_the_first_use_loads_no_more(modules: str) -> None:
    words = [sys.executable, "-c", WALK % (STARTED, modules, TOUCHES[modules])]
    told = json.loads(subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout)
    assert told.pop("touched") == []
    packages = {name.rpartition(".")[0] for name in told}
    alone = {name: [each for each in new if each not in packages] for name, new in told.items()}
    assert alone == {name: [name] for name in told}
