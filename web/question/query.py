"""The part of an address after #: key=value pairs, with what cannot stand in it escaped."""

import re
from collections.abc import Mapping


def parted(address: str) -> dict[str, str]:
    """Return what an address says, key by key; nothing of it is trusted yet.

    >>> parted("#board=5x5&holes=a1%2Cb2")
    {'board': '5x5', 'holes': 'a1,b2'}
    """
    pairs = (part.partition("=") for part in address.removeprefix("#").split("&"))
    return {_unquoted(key): _unquoted(value) for key, _, value in pairs}


def joined(values: Mapping[str, str]) -> str:
    """Return the address that has these keys."""
    pairs = [f"{key}={_quoted(value)}" for key, value in values.items()]
    return "#" + "&".join(pairs) if pairs else ""


def _unquoted(text: str) -> str:
    # Not urllib's: with what it imports, that is a fiftieth of the time until the page is ready.
    plain = re.sub(
        rb"%([0-9A-Fa-f]{2})",
        lambda found: bytes.fromhex(found[1].decode()),
        text.encode("utf-8", "replace"),
    )
    return plain.decode("utf-8", "replace")


def _quoted(value: str) -> str:
    def escape(found: re.Match[str]) -> str:
        return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))

    return re.sub(r"[^\w.,:-]", escape, value)
