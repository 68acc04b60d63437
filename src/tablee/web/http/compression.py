"""Event streams, compressed: each piece once for all who have read the same before it.

A piece is raw deflate that ends on a byte, so it is read as soon as it arrives. It may refer to the
last kilobytes that its readers were sent; those who were sent the same share the same bytes.
"""

from __future__ import annotations

import struct
import zlib
from functools import lru_cache

HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
LAST_BLOCK = b"\x03\x00"
LEVEL = 5
REACH = 16_384
"""Bytes that a piece may refer back to. A newcomer shares again after receiving this many."""


@lru_cache(256)
def deflate(before: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return a piece that follows what was sent before, and what the next one may refer to."""
    packer = zlib.compressobj(
        LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY, before
    )
    packed = packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)
    return packed, (before + text)[-REACH:]


class GzipStream:
    """One stream of bytes under `Content-Encoding: gzip`."""

    __slots__ = ("_before", "_check", "_size")

    def __init__(self) -> None:
        self._before = b""
        self._check = self._size = 0

    def write(self, text: bytes) -> bytes:
        """Return the next piece."""
        head = b"" if self._size else HEAD
        packed, self._before = deflate(self._before, text)
        self._check, self._size = zlib.crc32(text, self._check), self._size + len(text)
        return head + packed

    def end(self) -> bytes:
        """Return what ends the stream."""
        head = b"" if self._size else HEAD
        return head + LAST_BLOCK + struct.pack("<LL", self._check, self._size & 0xFFFFFFFF)
