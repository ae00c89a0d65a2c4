"""A zip of files that are not packed: what stands before each of them, and behind all. Pure.

The files themselves are not read, so that megabytes need not pass through here. Nothing tells of
a machine or a time: equal files, equal bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

FIRST_DAY = 1 << 5 | 1  # 1 January 1980, as a zip writes it
UNIX, VERSION, UTF_8 = 3, 20, 1 << 11
READABLE = 0o100644 << 16  # by everyone, where files have rights


@dataclass(frozen=True)
class Entry:
    """A file: its name, its length in bytes, and its CRC-32."""

    name: str
    length: int
    check: int

    @property
    def head(self) -> bytes:
        """What stands before the file."""
        named = self.name.encode()
        return struct.pack("<4s", b"PK\x03\x04") + self._about(named) + named

    def listing(self, offset: int) -> bytes:
        """Return what the directory says of the file, whose head is at this byte."""
        named = self.name.encode()
        begin = struct.pack("<4sBB", b"PK\x01\x02", VERSION, UNIX)
        more = struct.pack("<3H2I", 0, 0, 0, READABLE, offset)
        return begin + self._about(named) + more + named

    def _about(self, named: bytes) -> bytes:
        sizes = self.check, self.length, self.length, len(named), 0
        return struct.pack("<5H3I2H", VERSION, UTF_8, 0, 0, FIRST_DAY, *sizes)


def heads(entries: Iterable[Entry]) -> Iterator[bytes]:
    """Yield what stands before each file, and at last what stands behind all of them."""
    at, listings = 0, list[bytes]()
    for entry in entries:
        listings.append(entry.listing(at))
        yield entry.head
        at += len(entry.head) + entry.length
    listed, n = b"".join(listings), len(listings)
    yield listed + struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, n, n, len(listed), at, 0)
