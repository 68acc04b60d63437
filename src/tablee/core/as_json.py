"""JSON as bytes: by orjson where it is installed, else by Python's own module with equal bytes.

Python writes the exponents of floats below 0.0001 and from 1e16 on otherwise (1e-05 for 1e-5).
"""

from __future__ import annotations

import json
from typing import Any

try:
    import orjson
except ImportError:
    orjson = None  # type: ignore[assignment]

_write = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), default=lambda value: value.tolist()
).encode


def dumps(value: Any) -> bytes:
    """Write a value in as few bytes as possible; NumPy's numbers and arrays too."""
    if orjson is None:
        return plain_dumps(value)
    return orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY)


def plain_dumps(value: Any) -> bytes:
    """Write a value by Python alone."""
    return _write(value).encode()


def loads(text: bytes | str) -> Any:
    """Read a value; raise ValueError for what is no JSON."""
    return json.loads(text) if orjson is None else orjson.loads(text)
