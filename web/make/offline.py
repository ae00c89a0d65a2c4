"""The files that keep the hosted page for offline use, and those with which a phone installs it.

They are the service worker, with the digests of all files of this version, the manifest and the
icons.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping

from kt_core.drawing import colours
from web.make.steps import ROOT

WORKER, MANIFEST = "sw.js", "manifest.webmanifest"
ICONS = {f"icon-{side}.png": side for side in (192, 512)}


def hosted_files(files: Mapping[str, str | bytes], worker: str) -> dict[str, str | bytes]:
    """Return the files beside index.html on a host; the worker also caches `files`."""
    beside: dict[str, str | bytes] = {
        MANIFEST: manifest(),
        **{name: (ROOT / "web/icons" / name).read_bytes() for name in ICONS},
    }
    return {**beside, WORKER: service_worker({**files, **beside}, worker)}


def service_worker(files: Mapping[str, str | bytes], worker: str) -> str:
    """Return the script of a worker that caches these files; it changes with any of them.

    >>> service_worker({"a.js": "1"}, "go()")[:47]
    'const FILES={"a.js":"sha256-a4ayc/80/OGda4BO/1o'
    """
    digests = json.dumps(
        {name: _digest(data) for name, data in files.items()}, separators=(",", ":")
    )
    version = hashlib.sha256((digests + worker).encode()).hexdigest()[:12]
    return f'const FILES={digests},VERSION="{version}";\n{worker}'


def manifest() -> str:
    """Return the manifest, with which a phone installs the page."""
    values = {
        "name": "Knight’s Tour",
        "id": "index.html",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": colours.light("paper"),
        "theme_color": colours.light("paper"),
        "icons": [
            {"src": name, "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
            for name, side in ICONS.items()
            for purpose in ("any", "maskable")
        ],
    }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _digest(data: str | bytes) -> str:
    whole = data if isinstance(data, bytes) else data.encode()
    return f"sha256-{base64.b64encode(hashlib.sha256(whole).digest()).decode()}"
