"""Variants: other numbers, carried by the record, refused in a sentence, never ignored."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablee import GAMES, Game, InvalidVariant, Record, find_game, parse_record
from tablee.core.chance import key_of
from tablee.core.fields import Field
from tablee.core.rules.numbers import PLACE, USUAL, Numbers, is_known, work_out
from tablee.core.rules.rulebook import LANGUAGES, either
from tablee.core.rules.variant import as_toml
from tablee.lab.variants import load_variant
from tests.cases import VARIANTS
from tests.effort import often
from tests.test_cli import refused, tablee

FOURMIS = find_game("fourmis")
WITH_SETTINGS = [game for game in GAMES.values() if game.fields.settings]
every_game = pytest.mark.parametrize("game", WITH_SETTINGS, ids=lambda game: game.name)


def some_value(field: Field, keys: tuple[str, ...], luck: random.Random) -> Any:
    low, high = int(field.low), int(field.high)  # type: ignore[arg-type]
    if field.values is not None:
        return luck.sample(sorted(field.values), luck.randint(5, len(field.values)))
    if keys:
        return {key: luck.randint(low, high) for key in luck.sample(keys, 2)}
    if field.columns[0].shape:
        return [luck.randint(low, high) for _ in range(field.columns[0].shape[0])]
    return luck.randint(low, high)


def some_variant(game: Game, players: int, luck: random.Random) -> dict[str, Any]:
    """Makes a variant that can be played; whatever cannot is refused in a sentence."""
    while True:
        chosen = luck.sample(sorted(game.fields.settings), luck.randint(1, 3))
        settings = {name: game.fields.settings[name] for name in chosen}
        made = {name: some_value(f, game.keys_of(f), luck) for name, f in settings.items()}
        try:
            game.check_options(players, {"variant": made})
        except InvalidVariant as refusal:
            assert str(refusal).endswith(".")
        else:
            return made


@every_game
@pytest.mark.parametrize("seed", range(often(6, 60)))
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


@every_game
def test_the_usual_numbers_are_no_variant(game: Game) -> None:
    state = game.deal(seed=1)
    assert game.variant_of(state.record) == ""
    assert "variant" not in state.options
    settings = game.settings
    usual = {
        name: state.record[field.columns[0].name].tolist()[: len(settings.keys[name]) or None]
        if field.columns[0].shape
        else int(state.record[field.columns[0].name])
        for name, field in settings.fields.items()
        if field.values is None
    }
    assert game.deal(seed=1, variant=usual) == state


@every_game
def test_every_setting_has_a_clause_and_a_name_in_every_language(game: Game) -> None:
    for name, field in game.settings.fields.items():
        assert field.clause in game.rulebook.clauses
        for key in game.settings.keys[name] or [""]:
            whole = f"{name}.{key}" if key else name
            for lang in LANGUAGES:
                assert game.setting_name(whole, lang) != whole, whole


def test_a_variant_is_in_every_text_and_says_what_differs() -> None:
    state = FOURMIS.deal(4, 1, variant={"goal": 5, "aphids": {"ladybird": -2}})
    assert state.options["variant"] == "goal:5,aphids.ladybird:-2"
    assert " variant=goal:5,aphids.ladybird:-2 " in str(state)
    assert state.view(0).as_dict()["options"]["variant"] == "goal:5,aphids.ladybird:-2"
    assert [str(told) for told in state.tell_deal()][:2] == [
        "Variant: Aphids that end the game: 5 (usually 15). (F12)",
        "Variant: Aphids for each ladybird: -2 (usually -1). (F68)",
    ]
    assert len(state.view(0).differences("de")) == 2


@every_game
def test_a_file_of_all_usual_numbers_is_no_variant(game: Game) -> None:
    usual = game.deal(seed=1)
    assert game.deal(seed=1, variant=game.read_variant(game.sample_variant())) == usual


@every_game
def test_a_line_can_be_written_as_a_file_again(game: Game) -> None:
    players, changes = VARIANTS[game.name]
    line = game.check_options(players, {"variant": changes})["variant"]
    again = game.check_options(players, {"variant": game.read_variant(as_toml(line))})
    assert again["variant"] == line


def test_a_variant_changes_the_match() -> None:
    short, usual = (FOURMIS.deal(4, 3, variant=v) for v in ({"goal": 3}, {}))
    while short.seat is not None:
        move = short.legal_moves()[0]
        short, usual = short.play(move), usual.play(move)
    assert usual.seat is not None
    assert max(short.scores) >= 3


@pytest.mark.parametrize(
    ("variant", "why"),
    [
        ({"goal": 0}, r"goal = 0: write a whole number from 1 to 200 \(F12\)"),
        ({"goal": "12"}, "goal = '12': write a whole number"),
        ({"goal": True}, "goal = True: write a whole number"),
        ({"gaol": 12}, "no setting 'gaol': did you mean 'goal'"),
        ({"wings": 2}, "no setting 'wings'; there are goal, team_rounds, ladybirds, aphids"),
        ({"ladybirds": 5}, "50 cards cannot be dealt evenly to 4 hands"),
        ({"aphids": 3}, "write aphids.plus = … instead"),
        ({"aphids": {"plu": 3}}, "aphids has no 'plu': did you mean 'plus'"),
        ({"aphids": [0, 0, 0, -1]}, "nobody would ever reach the goal"),
        ({"aphids": [-1, 9, 9, 0]}, "an objective brings 0 or more"),
        ("goal:12,goal:13", "goal appears twice"),
        ("goal 12", "write it as in goal:12"),
        ("goal:" + "1" * 500, "changes too much"),
        (12, "a variant is a line of text or a mapping, not 12"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(variant: Any, why: str) -> None:
    with pytest.raises(InvalidVariant, match=why):
        FOURMIS.deal(4, 1, variant=variant)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("goal = ", "this is no TOML"),
        ('game = "kraut"', "game = 'kraut': this variant is not for fourmis"),
        ("name = 3", "name = 3: write a short name in quotes"),
        ("gaol = 3", "did you mean 'goal'"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(InvalidVariant, match=why):
        FOURMIS.read_variant(text)
    assert FOURMIS.read_variant('game = "fourmis"\nname = "Short"\ngoal = 9') == {"goal": 9}


def test_a_constant_that_is_compiled_in_cannot_be_changed() -> None:
    """Once the pay table was set to other numbers, and nothing changed and nothing was said."""
    from tablee.games.fourmis import advice, material

    with pytest.raises(AttributeError, match="play a variant instead"):
        material.LADYBIRDS = 5
    with pytest.raises(ValueError, match="read-only"):
        advice.WEIGHTS[0] = 100


def test_the_ten_lines_for_designers_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (Path(__file__).parents[1] / "docs" / "make" / "variants.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("short.toml").write_text(blocks(text, "toml"), encoding="utf-8")
    lines = blocks(text, "sh").splitlines()
    assert len(lines) >= 4
    for line in lines:
        program, *words = line.split()
        assert program == "tablee"
        assert tablee(*words)
    code = blocks(text, "python")
    capsys.readouterr()
    exec(compile(code, "variants.md", "exec"), {})
    said = [line.split("# ")[1] for line in code.splitlines() if "print(" in line]
    assert capsys.readouterr().out.splitlines() == said


def blocks(text: str, kind: str) -> str:
    return "\n".join(re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL))


@every_game
def test_the_command_writes_a_file_that_can_be_played(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "usual.toml"
    path.write_text(tablee("variant", game.name), encoding="utf-8")
    assert load_variant(game, path)[1] == {"variant": game.read_variant(game.sample_variant())}


def test_bad_files_are_refused_in_a_sentence_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    assert "it cannot be read" in refused("simulate", "kraut", "--variant", str(path))
    path.write_text("cards.tomato = 0\ncards.salad = 0", encoding="utf-8")
    why = refused("arena", "kraut", "random", "--variant", str(path))
    assert "46 without the snails cannot fill the 60 beds" in why
    path.write_text("cards.tomatoe = 3", encoding="utf-8")
    assert "did you mean 'tomato'" in refused("play", "kraut", "--variant", str(path))


# Numbers in sentences


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


@every_game
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
            numbers = {int(n) for text in said for n in re.findall(r"\d+", text)}
            assert other in numbers, (name, place, lang, said)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_number_in_a_sentence_is_a_setting_and_usually_as_written(game: Game) -> None:
    known = game.settings.numbers(game.blank()[0])
    chosen = {"rulebook.toml": "who", "table.toml": "n", "pad.toml": "n", "lesson.toml": ""}
    for file, place in chosen.items():
        text = either((game.folder / file).read_text(encoding="utf-8"), place, 1)
        for wanted, usual, *_ in PLACE.findall(text):
            for one in wanted.split(","):
                assert is_known(one, known), (file, one)
            said = re.match(r"\+?(−?\d+)\b", usual)
            if said and "," not in wanted:
                assert said[1].replace("−", "-") == str(work_out(wanted, known)), (file, wanted)
        assert not re.search(r"\{[^{}]*\|", PLACE.sub("", text)), file


def test_numbers_are_filled_into_sentences() -> None:
    numbers = Numbers({"goal": 1, "worth": (2, -1), "n": 4}, {"goal": 15, "worth": (1, 0), "n": 4})
    for text, said in (
        ("{goal|15} of {n|four}", "1 of four"),
        ("{goal|15 aphids|# aphids|# aphid}", "1 aphid"),
        ("{goal+4*3/2|2}", "7"),
        ("{worth|1 and 0}", "2, −1"),
        ("{n,goal|usual|#1 and #2}", "4 and 1"),
        ("{hats|4} for {who}", "4 for {who}"),
        ("Points.{goal|| Here: #.}", "Points. Here: 1."),
    ):
        assert numbers.fill(text) == said
    assert USUAL.fill("{goal|15 aphids|# aphids|# aphid}") == "15 aphids"


def test_refusals_and_endings_say_the_numbers_of_their_table() -> None:
    state = FOURMIS.deal(4, 3, teams=True, variant={"team_rounds": 2, "goal": 30})
    while state.seat is not None:
        state = state.play(state.legal_moves()[0])
    refusal, outcome = state.why_not("2r", "en"), state.outcome()
    assert refusal is not None and "All 2 rounds have been played" in refusal.sentence
    assert outcome is not None and "doesn’t stop at 30 aphids" in outcome.reason.text["en"]
    kraut = find_game("kraut")
    alone, usual = (kraut.deal(3, 1, variant=v) for v in ({"animals": {"snail": 1}}, {}))
    book = kraut.rulebook.with_numbers(kraut.numbers_of(alone.record))
    refusal = book.refuse("K5", "en", garden=1, animal="snails")
    assert "has no more room for snails" in refusal.sentence
    assert kraut.words_of(usual.record) is kraut.words


def test_a_deck_with_cards_of_its_own_is_no_variant_of_a_table() -> None:
    game = find_game("escogriffe")
    deck = (game.folder / "deck.toml").read_text(encoding="utf-8")
    with pytest.raises(InvalidVariant, match=r"a deck with cards of its own.*how many there are"):
        game.read_variant(deck)
