"""Scripts and style sheets as they are shipped: as small as esbuild makes them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from web.make.scripts import unpacker
from web.make.workshop import Workshop
from web.question.keys import KEYS

WEB = Path(__file__).parents[1]
EMBED = "embed.js"
UNPACK = "unpack.js"
#: What stands in a script for a list of keys.
LISTS = {
    "settable": [key.name for key in KEYS if key.settable],
    "attributes": [key.name for key in KEYS if key.attribute],
    "switches": [key.name for key in KEYS if key.attribute and key.switch],
}
OLD = "es2017"  # so that an older browser reads as far as the sentence that tells what is missing


def small(workshop: Workshop) -> dict[str, str]:
    """Return the files of web/ without what only their readers need, and the decoder of parts."""
    files = {file.name: file for file in (*sorted((WEB / "js").iterdir()), WEB / "style.css")}
    targets = {name: "es2022" if name == EMBED else OLD for name in files}
    version = (workshop.node_modules / "esbuild/package.json").read_bytes()

    def make(missing: list[str]) -> dict[str, bytes]:
        with tempfile.TemporaryDirectory() as out:
            words = [word for name in missing for word in (targets[name], str(files[name]))]
            told = f"Making {len(missing)} scripts and styles small"
            workshop.run(told, "minify.mjs", str(workshop.node_modules), out, *words)
            return {name: Path(out, name).read_bytes() for name in missing}

    inputs = {
        name: (file.read_bytes(), version, targets[name].encode()) for name, file in files.items()
    }
    texts = {
        name: _with_key_lists(data.decode())
        for name, data in workshop.results(inputs, make).items()
    }
    return texts | {UNPACK: unpacker(workshop).replace("</script", "<\\/script").strip()}


def _with_key_lists(script: str) -> str:
    """Return a script with the keys of the address that it lists, as `keys.py` has them.

    >>> "board" in _listed("{settable}").split()
    True
    """
    for mark, names in LISTS.items():
        script = script.replace(f"{{{mark}}}", " ".join(names))
    return script
