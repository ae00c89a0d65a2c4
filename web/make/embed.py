"""dist/embed.js: the custom element for other sites' pages, as small as it gets."""

from __future__ import annotations

import tempfile
from pathlib import Path

from web.make.runtime import Workshop

SOURCE = Path(__file__).parents[1] / "embed.js"


def embed_script(workshop: Workshop) -> dict[str, str]:
    """Return the file of dist/ that other pages load, name -> text."""
    source = SOURCE.read_bytes()
    version = (workshop.node_modules / "esbuild/package.json").read_bytes()

    def make() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "embed.js")
            modules = str(workshop.node_modules)
            workshop.run("Making embed.js small", "minify.mjs", modules, str(SOURCE), str(out))
            return out.read_bytes()

    return {"embed.js": workshop.kept("embed.js", [source, version], make).decode()}
