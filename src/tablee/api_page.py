"""The page of the public names, made from their docstrings: `python -m tablee.api_page`."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

MODULES = ("tablee", "tablee.batch", "tablee.bots", "tablee.lab.simulate")
"""The modules whose names are promised."""
_HEAD = """# The public names

Made from the docstrings by `python -m tablee.api_page`; a test holds it to them. What is not
here may change without notice.
"""


def page() -> str:
    """Return the whole page."""
    return "\n".join([_HEAD, *(part for module in MODULES for part in _section(module))])


def _section(name: str) -> Iterator[str]:
    module = import_module(name)
    yield f"## `{name}`\n\n{_first(module)}\n"
    for word in _names(module):
        yield from _entry(word, getattr(module, word))


def _names(module: Any) -> list[str]:
    """Return the names that a module promises: `__all__`, or what it defines itself."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    own = [n for n, v in vars(module).items() if getattr(v, "__module__", "") == module.__name__]
    return [name for name in own if not name.startswith("_") and name[0].isalpha()]


def _entry(name: str, value: Any) -> Iterator[str]:
    if not callable(value):
        return
    yield f"### `{name}{_signature(value)}`\n\n{_first(value)}\n"
    if inspect.isclass(value) and not issubclass(value, Exception):
        yield "".join(f"- `{said}`: {_first(part)}\n" for said, part in _parts(value))


def _parts(kind: type) -> Iterator[tuple[str, Any]]:
    for name, part in inspect.getmembers(kind):
        plain = part.fget if isinstance(part, property) else getattr(part, "func", part)
        ours = getattr(plain, "__module__", "") or ""
        if name.startswith("_") or not ours.startswith("tablee") or not _first(plain):
            continue
        yield f".{name}{'' if plain is not part else _signature(part)}", plain


def _signature(value: Any) -> str:
    """Return the names of what is given, without types, which the source has."""
    if inspect.isclass(value) and issubclass(value, Exception):
        return ""
    try:
        given = inspect.signature(value).parameters.values()
    except ValueError:
        return "(…)"
    shown = [_given(one) for one in given if one.name != "self"]
    return f"({', '.join(shown)})"


def _given(one: inspect.Parameter) -> str:
    star = "*" * (one.kind == one.VAR_POSITIONAL) + "**" * (one.kind == one.VAR_KEYWORD)
    usual = one.default
    shown = isinstance(usual, str | int | float | bool | None)
    default = "" if usual is one.empty else f"={usual!r}" if shown else "=…"
    return f"{star}{one.name}{default}"


def _first(value: Any) -> str:
    """Return the first paragraph of a docstring, on one line."""
    told = inspect.getdoc(value) or ""
    return re.sub(r"\s+", " ", told.partition("\n\n")[0])


if __name__ == "__main__":
    sys.stdout.write(page())
