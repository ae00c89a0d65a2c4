"""What keeps the hosted page for use without a network, and lets a phone install it.

The service worker, with the files of this version and their digests; the manifest; icons.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping

from kt_core.drawing import colours
from web.make.icons import icon

WORKER, MANIFEST = "sw.js", "manifest.webmanifest"
ICONS = {f"icon-{side}.png": side for side in (192, 512)}


def hosted_files(files: Mapping[str, str | bytes], worker: str) -> dict[str, str | bytes]:
    """Return what stands beside index.html on a host: `files`, which it names, are kept as well."""
    beside: dict[str, str | bytes] = {
        MANIFEST: manifest(),
        **{n: icon(s) for n, s in ICONS.items()},
    }
    return {**beside, WORKER: service_worker({**files, **beside}, worker)}


def service_worker(files: Mapping[str, str | bytes], worker: str) -> str:
    """Return the script of a worker that keeps these files: another one where any of them changes.

    >>> service_worker({"a.js": "1"}, "go()")[:47]
    'const FILES={"a.js":"sha256-a4ayc/80/OGda4BO/1o'
    """
    digests = json.dumps(
        {name: _digest(data) for name, data in files.items()}, separators=(",", ":")
    )
    version = hashlib.sha256((digests + worker).encode()).hexdigest()[:12]
    return f'const FILES={digests},VERSION="{version}";\n{worker}'


def manifest() -> str:
    """Return what a phone is told when the page is put among its programs."""
    told = {
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
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _digest(data: str | bytes) -> str:
    whole = data if isinstance(data, bytes) else data.encode()
    return f"sha256-{base64.b64encode(hashlib.sha256(whole).digest()).decode()}"
