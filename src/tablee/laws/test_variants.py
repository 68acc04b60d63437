"""The laws of variants: whatever a game lets one change is said, kept, refused in a sentence."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tablee import Game, InvalidVariant, Record, parse_record
from tablee.core.chance import key_of
from tablee.core.fields import Field
from tablee.core.rules.rulebook import LANGUAGES

SEEDS = range(60 if os.environ.get("TABLEE_NIGHT") == "1" else 6)


@pytest.fixture(autouse=True)
def _only_games_with_settings(game: Game) -> None:
    if not game.fields.settings:
        pytest.skip(f"{game.name} has no settings that a variant could change")


def some_value(field: Field, keys: tuple[str, ...], luck: random.Random) -> Any:
    low, high = int(field.low), int(field.high)  # type: ignore[arg-type]
    if field.values is not None:
        return luck.sample(
            sorted(field.values), luck.randint(min(5, len(field.values)), len(field.values))
        )
    if field.switch:
        return luck.random() < 0.5
    if keys:
        return {key: luck.randint(low, high) for key in luck.sample(keys, min(2, len(keys)))}
    if field.columns[0].shape:
        return [luck.randint(low, high) for _ in range(field.columns[0].shape[0])]
    return luck.randint(low, high)


def some_variant(game: Game, players: int, luck: random.Random) -> dict[str, Any]:
    """Makes a variant that can be played; whatever cannot is refused in a sentence."""
    while True:
        known = sorted(game.fields.settings)
        chosen = luck.sample(known, luck.randint(1, min(3, len(known))))
        settings = {name: game.fields.settings[name] for name in chosen}
        made = {name: some_value(f, game.keys_of(f), luck) for name, f in settings.items()}
        try:
            game.check_options(players, {"variant": made})
        except InvalidVariant as refusal:
            assert str(refusal).endswith(".")
        else:
            return made


@pytest.mark.parametrize("seed", SEEDS)
def test_random_variants_keep_the_laws(game: Game, seed: int) -> None:
    """Reading a position again demands that every card is there, and that the points can be."""
    luck = random.Random(seed)
    players = luck.choice(game.players)
    state = game.deal(players, seed, variant=some_variant(game, players, luck))
    key, record, moves = key_of(seed), state, []
    for ply in range(240):
        if state.seat is None:
            break
        if ply % 40 == 0:
            assert game.parse_state(str(state)) == state
            view = state.view(state.seat)
            assert game.parse_view(str(view)) == view
            assert game.parse_state(str(view.redeal(seed))).view(state.seat) == view
        moves.append(luck.choice(state.legal_moves()))
        state = state.play(moves[-1])
    assert game.parse_state(str(state)) == state
    kept = Record(game, players, key, record.options, moves=tuple(moves))
    assert parse_record(str(kept)).replay() == state


def test_every_setting_has_a_clause_and_a_name_in_every_language(game: Game) -> None:
    for name, field in game.settings.fields.items():
        assert field.clause in game.rulebook.clauses
        for key in game.settings.keys[name] or [""]:
            whole = f"{name}.{key}" if key else name
            for lang in LANGUAGES:
                assert game.setting_name(whole, lang) != whole, whole


def test_a_file_of_all_usual_numbers_is_no_variant(game: Game) -> None:
    usual = game.deal(seed=1)
    assert game.deal(seed=1, variant=game.read_variant(game.sample_variant())) == usual


def parts_of(game: Game) -> Iterator[tuple[str, int]]:
    """Every single number that a variant may change, with the place it has in its setting."""
    for name, field in game.settings.fields.items():
        shape = field.columns[0].shape
        for place in range(len(game.settings.keys[name]) or (shape[0] if shape else 1)):
            yield name, place


def changed(game: Game, name: str, place: int) -> tuple[Any, int]:
    """A record in which one number is another one, and that number."""
    field = game.settings.fields[name]
    record, column = game.blank()[0].copy(), field.columns[0]
    if field.switch:
        record[column.name] = 1 - record[column.name]
        return record, int(record[column.name])
    if field.values is not None:
        record[column.name] = 0b1011
        return record, 3
    other = next(n for n in (7, 13, 4) if n not in np.atleast_1d(record[column.name]))
    other = min(other, int(field.high))  # type: ignore[arg-type]
    if column.shape:
        record[column.name][place] = other
    else:
        record[column.name] = other
    return record, other


def test_the_rule_book_says_every_number_of_a_variant(game: Game) -> None:
    for name, place in parts_of(game):
        record, other = changed(game, name, place)
        book = game.rulebook.with_numbers(game.numbers_of(record))
        for lang in LANGUAGES:
            said = [
                new.text[lang]
                for old, new in zip(
                    game.rulebook.clauses.values(), book.clauses.values(), strict=True
                )
                if old.text[lang] != new.text[lang]
            ]
            assert said, f"no clause says what {name} changes"
            if game.fields.settings[name].switch:
                continue
            numbers = {int(n) for text in said for n in re.findall(r"\d+", text)}
            assert other in numbers, (name, place, lang, said)
