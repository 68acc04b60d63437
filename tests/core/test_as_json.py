"""Python alone writes the same JSON as orjson, of all that the house says."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from tablee.core import as_json
from tablee.core.game import Game
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.live import sentences, views
from tablee.look import manifest


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_python_alone_writes_the_same_bytes_of_a_match(game: Game, lang: str) -> None:
    state, luck = game.deal(seed=3), random.Random(3)
    names = [f'Zoë "{seat}"\t\x1b' for seat in range(state.players)]
    facts = [sentences.describe(game, lang), manifest.manifest(lang)]
    for ply in range(40):
        if state.seat is None:
            break
        seats = (None, *range(state.players))
        facts += [views.whole_view(state, seat, ply, lang, names) for seat in seats]
        state = state.play(luck.choice(state.legal_moves()))
    assert len(facts) > 20
    for one in facts:
        written = as_json.dumps(one)
        assert as_json.plain_dumps(one) == written
        assert json.loads(written) == as_json.loads(written)


def test_python_alone_writes_numbers_of_numpy_and_floats() -> None:
    facts = {"n": np.int16(3), "yes": np.True_, "all": np.arange(3), "f": [0.5, 1 / 3, 12.0]}
    assert as_json.plain_dumps(facts) == as_json.dumps(facts)


def test_the_house_writes_json_without_orjson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(as_json, "orjson", None)
    assert as_json.dumps({"a": "é"}) == '{"a":"é"}'.encode()
    assert as_json.loads(b'{"a": 1}') == {"a": 1}
    with pytest.raises(ValueError, match="Expecting"):
        as_json.loads(b"{")
