"""Scripts and style sheets as they are shipped: as small as esbuild makes them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from web.make.scripts import unpacker
from web.make.workshop import Workshop

WEB = Path(__file__).parents[1]
EMBED = "embed.js"
UNPACK = "unpack.js"
OLD = "es2017"  # so that an older browser reads as far as the sentence that tells what is missing


def small(workshop: Workshop, name: str) -> str:
    """Return a file of web/ without what only its readers need, or the decoder of the parts."""
    if name == UNPACK:
        return unpacker(workshop).replace("</script", "<\\/script").strip()
    source = WEB / ("js" if name.endswith(".js") else "") / name
    version = (workshop.node_modules / "esbuild/package.json").read_bytes()
    target = "es2022" if name == EMBED else OLD

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, name)
            modules = str(workshop.node_modules)
            words = ("minify.mjs", modules, target, str(source), str(out))
            workshop.run(f"Making {name} small", *words)
            return out.read_bytes()

    return workshop.kept(name, [source.read_bytes(), version, target.encode()], make).decode()
