"""Variants: other numbers, carried by the record, refused in a sentence, never ignored."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tablee import GAMES, Game, InvalidVariant, find_game
from tablee.core.rules.numbers import PLACE, USUAL, Numbers, is_known, work_out
from tablee.core.rules.rulebook import LANGUAGES, either
from tablee.core.rules.variant import as_toml
from tablee.lab.variants import load_variant
from tablee.laws.test_variants import *  # noqa: F403
from tests.cases import VARIANTS
from tests.test_cli import refused, tablee

FOURMIS = find_game("fourmis")
WITH_SETTINGS = [game for game in GAMES.values() if game.fields.settings]
every_game = pytest.mark.parametrize("game", WITH_SETTINGS, ids=lambda game: game.name)


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


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("fr", "il n’y a pas de réglage 'gaol'\u00a0: voulais-tu dire 'goal'\u00a0?"),
        ("en", "there is no setting 'gaol': did you mean 'goal'?"),
        ("de", "eine Einstellung 'gaol' gibt es nicht: Meintest du 'goal'?"),
    ],
)
def test_a_variant_is_refused_in_the_language_of_who_asks(lang: str, said: str) -> None:
    """On French and German pages, the reason was English."""
    with pytest.raises(InvalidVariant) as caught:
        FOURMIS.read_variant("gaol = 9")
    assert caught.value.to(lang) == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_refuse_their_variants_in_every_language(lang: str) -> None:
    for name, players, variant in (
        ("fourmis", 4, {"ladybirds": 5}),
        ("kraut", 5, {"contracts": ["TSCA"]}),
        ("escogriffe", 8, {"smallest": 9, "die": 6}),
    ):
        with pytest.raises(InvalidVariant) as caught:
            find_game(name).deal(players, 1, variant=variant)
        assert (caught.value.to(lang) == str(caught.value)) == (lang == "en")


def test_a_variant_for_other_rules_is_refused() -> None:
    with pytest.raises(InvalidVariant, match="version = 99: this variant was written for other"):
        FOURMIS.read_variant("version = 99\ngoal = 9")
    assert FOURMIS.read_variant(f"version = {FOURMIS.version}\ngoal = 9") == {"goal": 9}
