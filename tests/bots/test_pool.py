"""Worker processes: they decide the same, and their trouble is nobody else's."""

from __future__ import annotations

import logging

import pytest

from tablee import find_game
from tablee.bots import pool as pool_module
from tablee.bots.levels import find_bot
from tablee.bots.pool import Pool

VIEW = find_game("fourmis").deal(4, seed=1).view(0)


def test_a_pool_decides_as_the_bot_itself_would() -> None:
    with Pool() as pool:
        decisions = [pool.choose(bot, VIEW, seed=3) for bot in ("novice", "regular", "advice")]
        for bot, decision in zip(("novice", "regular", "advice"), decisions, strict=True):
            assert decision.result().move == find_bot(bot, VIEW.game, 3).choose(VIEW)
            assert decision.result().fallback is None


def test_trouble_falls_back_to_advice_and_the_next_decision_is_fine(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pool_module, "STARTING", 20.0)
    monkeypatch.setattr(pool_module, "GRACE", 2.0)
    advised = find_bot("advice", VIEW.game).choose(VIEW)
    with Pool() as pool, caplog.at_level(logging.WARNING):
        assert pool.choose("novice", VIEW).result().fallback is None
        for bot, why in (
            ("tests.bots.bad:Slow", "took longer"),
            ("tests.bots.bad:Dying", "died"),
            ("tests.bots.bad:Raising", "my head hurts"),
            ("tests.bots.bad:Cheating", "not allowed"),
            ("grandmaster", "there is no bot"),
        ):
            assert pool.choose("novice", VIEW).result().fallback is None
            decision = pool.choose(bot, VIEW, seconds=0.1).result()
            assert decision.move == advised
            assert why in str(decision.fallback)
            assert why in caplog.text
