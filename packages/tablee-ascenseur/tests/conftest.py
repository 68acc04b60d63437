"""Tests of L'Ascenseur as an installed game; run with `pytest packages/tablee-ascenseur`."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the book that a test proves")
