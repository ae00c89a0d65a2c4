"""The packed parts, as the two pages carry them, and the policy that lets nothing else run."""

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping

# Stands behind each block: hands it to boot.js while the browser still reads the next one.
AFTER_BLOCK = "knightsTour.block()"


# The function that takes a part, in the page and in a page around it: no name that others choose.
TAKER = "knights-tour"


def inert_blocks(parts: Mapping[str, str]) -> str:
    """Return the parts as elements of the one-file page, of a type that no browser runs."""
    block = '<script type="text/plain" data-part="{}">{}</script><script>{}</script>'
    return "\n".join(block.format(name, text, AFTER_BLOCK) for name, text in parts.items())


def script_files(parts: Mapping[str, str]) -> dict[str, str]:
    """Return the parts as classic scripts, by names that a host may cache for ever."""
    scripts = {name: f'self["{TAKER}"]("{name}","{text}")\n' for name, text in parts.items()}
    return {f"{name}-{short_hash(script)}.js": script for name, script in scripts.items()}


def file_lists(**files: Iterable[str]) -> str:
    """The elements that tell boot.js and poster.js which scripts to insert when they are needed."""
    element = '<script type="application/json" id="{}">{}</script>'
    return "\n".join(element.format(name, json.dumps(list(each))) for name, each in files.items())


def short_hash(text: str) -> str:
    """Twelve hexadecimal digits of the text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def policy(scripts: Iterable[str]) -> str:
    """The content security policy of a page with these inline scripts.

    'strict-dynamic' lets the boot script insert the payload's scripts and the runtime, from
    siblings and from blobs, wherever the page lives; nothing that it does not insert can run.
    Workers are allowed where a script makes one.
    """
    each = list(scripts)
    hashes = [
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for text in each
    ]
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(hashes)} 'strict-dynamic' 'wasm-unsafe-eval'",
            "style-src 'unsafe-inline'",
            "img-src data: blob:",
            *(["worker-src blob:"] if any("new Worker(" in text for text in each) else []),
            "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
