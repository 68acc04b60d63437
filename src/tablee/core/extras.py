"""What is installed beside the rules, and how to get what is missing."""

from __future__ import annotations

from importlib.util import find_spec

from tablee.core.errors import TableeError


class MissingExtra(TableeError, ImportError):
    """Something is asked for that needs a package which is not installed."""


def need(package: str, extra: str) -> None:
    """Raise MissingExtra, with what to install, if a package is not there."""
    if find_spec(package) is None:
        raise MissingExtra(
            f"this needs {package}, which is not installed: pip install 'tablee[{extra}]'."
        )
