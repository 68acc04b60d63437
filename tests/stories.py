"""Tests that are coroutines."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any

PATIENCE = 150.0
"""Seconds after which a story hangs. A machine with much to do may compile a game meanwhile."""


def story(told: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Makes a test of a coroutine."""

    @functools.wraps(told)
    def test(*args: Any, **named: Any) -> None:
        asyncio.run(asyncio.wait_for(told(*args, **named), PATIENCE))

    return test
