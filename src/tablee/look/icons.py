"""Icons in pixels, for home screens that do not take a drawing; each carries its drawing's hash.

They are made by a browser (`tablee art --png`) and kept beside the drawings.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from pathlib import Path

from tablee.look.manifest import APP_ICON, FAVICON
from tablee.look.picture import photograph

ICONS = {
    "icon-192.png": (FAVICON, 192),
    "icon-512.png": (FAVICON, 512),
    "maskable-512.png": (APP_ICON, 512),
    "touch-180.png": (APP_ICON, 180),
}
"""The drawing and the size of each."""
_HEAD, _WORD = 33, b"Source\0"


def hash_of(drawing: Path) -> str:
    """Return the hash by which a picture knows its drawing."""
    return hashlib.sha256(drawing.read_bytes()).hexdigest()


def draw_icons(folder: Path, browser: str) -> list[Path]:
    """Write all icons in pixels."""
    for name, (drawing, size) in ICONS.items():
        picture = folder / name
        photograph(drawing, picture, size, size, browser, clear=True)
        picture.write_bytes(_stamped(picture.read_bytes(), hash_of(drawing)))
    return [folder / name for name in ICONS]


def _stamped(png: bytes, source: str) -> bytes:
    """Put a line of text into a picture, after its head."""
    body = b"tEXt" + _WORD + source.encode()
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:_HEAD] + chunk + png[_HEAD:]
