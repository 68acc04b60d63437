"""The command line, as a newcomer meets it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tablee import GAMES, find_game, parse_record
from tablee.cli import app
from tablee.core.record import commitment_of
from tablee.table.posed.lesson import lesson_of

HERE = Path(__file__).parent
HOUSE_DECK = str(find_game("escogriffe").folder / "deck.toml")


def tablee(*words: str, typed: str = "") -> str:
    """Runs a command in this process and gets what it prints."""
    result = CliRunner().invoke(app, words, input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*words: str) -> str:
    """Runs a command that must be refused, in a process of its own; gets the sentence."""
    done = subprocess.run(
        [sys.executable, "-m", "tablee", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    return done.stderr


def test_games_lists_every_game_with_its_options() -> None:
    printed = tablee("games")
    for game in GAMES.values():
        assert game.name in printed


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["fr", "en", "de"])
def test_rules_prints_every_clause(name: str, lang: str) -> None:
    printed = tablee("rules", name, "--lang", lang)
    for clause in GAMES[name].rulebook.clauses.values():
        assert clause.id in printed
        assert clause.text[lang].split()[0] in printed


@pytest.mark.parametrize("name", GAMES)
def test_simulate_gives_one_line_of_json(name: str) -> None:
    facts = json.loads(tablee("simulate", name, "--games", "50", "--json", "--seed", "3"))
    assert facts["games"] == 50
    assert facts["decisions"] > 50
    assert facts["decisions_per_second"] == pytest.approx(facts["decisions"] / facts["seconds"])
    assert sum(facts["win_shares"]) == pytest.approx(1)
    assert len(facts["mean_points"]) == facts["players"] == GAMES[name].players[-1]


def test_simulate_prints_a_table_of_seats() -> None:
    printed = tablee(
        "simulate", "fourmis", "--players", "2", "--games", "20", "--option", "beat=previous"
    )
    assert "20 games of fourmis" in printed
    assert "decisions a" in printed


def test_simulate_lets_bots_play_and_says_how_sure_the_shares_are() -> None:
    words = ("simulate", "kraut", "--players", "3", "--games", "25", "--bot", "regular")
    facts = json.loads(tablee(*words, "--json"))
    assert facts["bot"] == "regular"
    assert sum(facts["win_shares"]) == pytest.approx(1)
    for share, (low, high) in zip(facts["win_shares"], facts["win_intervals"], strict=True):
        assert 0 <= low < share < high <= 1
    assert min(facts["mean_points"]) > 5  # at random it is about six in all
    assert "95 %" in tablee(*words)


def test_an_unknown_bot_is_refused_in_a_sentence() -> None:
    assert "there is no bot 'wizard'" in refused("simulate", "kraut", "--bot", "wizard")


def test_two_processes_play_the_very_same_games_as_one() -> None:
    one, two = (
        json.loads(tablee("simulate", "fourmis", "--games", "5000", "--json", "--processes", n))
        for n in "12"
    )
    for fact in ("games", "decisions", "longest", "win_shares", "mean_points"):
        assert one[fact] == two[fact]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "fourmis", "--players", "9"], "fourmis is for 2 to 4 players, not 9"),
        (["simulate", "fourmis", "--option", "beat"], "option 'beat': write name=value"),
        (["simulate", "fourmis", "--option", "beat=low"], "choose highest or previous"),
        (["simulate", "fourmis", "--games", "0"], "at least one game"),
        (["simulate", "fourmis", "--device", "gpu"], "device 'gpu': choose cpu or cuda"),
        (["simulate", "fourmis", "--device", "cuda", "--bot", "novice"], "bots think on 'cpu'"),
        (["simulate", "fourmis", "--device", "cuda", "--processes", "2"], "is one card"),
        (["simulate", "fourmis", "--games", "many"], "Invalid value for '--games'"),
        (["simulate", "fourmis", "--deck", "x.toml"], "x.toml: it cannot be read"),
        (["simulate", "fourmis", "--deck", HOUSE_DECK], "it takes no deck file"),
        (
            ["rules", "fourmis", "--lang", "la"],
            "language 'la' is not spoken here: choose fr, en, de",
        ),
        (["replay", "nowhere.record"], "nowhere.record cannot be read"),
        (["play", "fourmis", "--players", "1"], "2 to 4 players"),
        (["dance"], "dance"),
    ],
)
def test_bad_input_gets_one_clear_sentence_and_exit_code_2(words: list[str], sentence: str) -> None:
    assert sentence in " ".join(refused(*words).split())


@pytest.mark.parametrize("command", ["replay", "review"])
def test_a_file_that_is_no_text_is_told_plainly(tmp_path: Path, command: str) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(bytes(range(256)))
    told = " ".join(refused(command, str(picture)).split())
    assert "is no text: a record begins with the line 'tablee record 1'." in told


def test_replay_tells_a_golden_game(tmp_path: Path) -> None:
    path = next((HERE / "games" / "fourmis" / "golden").glob("*.record"))
    printed = tablee("replay", str(path), "--lang", "de")
    assert "Runde 2!" in printed
    assert "Die Partie ist zu Ende." in printed
    last = tablee("replay", str(path), "--position").strip()
    assert last == str(parse_record(path.read_text(encoding="utf-8")).replay())
    broken = tmp_path / "broken.record"
    broken.write_text("nonsense")
    assert "begins with the line" in refused("replay", str(broken))


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_can_be_watched_and_saved(name: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.record"
    printed = tablee("play", name, "--watch", "--seed", "1", "--save", str(saved), "--lang", "fr")
    outcome = parse_record(saved.read_text(encoding="utf-8")).replay().outcome()
    assert outcome is not None
    assert len(printed.splitlines()) > 50


def test_a_person_plays_is_told_why_not_and_may_leave() -> None:
    printed = tablee("play", "fourmis", "--seed", "7", "--name", "Zoë", typed="7x\nNp\n2j\nq\n")
    assert "“7x” isn’t a move" in printed
    assert "You can’t play the purple ninja: that card isn’t in your hand. (F39)" in printed
    assert "Zoë plays the yellow 2." in printed
    assert printed.rstrip().endswith("back to this point.")


def test_what_cannot_be_read_is_said_in_the_language_of_the_table() -> None:
    printed = tablee("play", "kraut", "--seed", "7", "--lang", "fr", typed="B13\nq\n")
    assert "B13\u202f» n’est pas un coup" in printed


def test_no_keyboard_is_a_person_who_leaves() -> None:
    assert "Stopped here" in tablee("play", "fourmis", "--seed", "7")


def test_verify_checks_key_and_moves(tmp_path: Path) -> None:
    path = next((HERE / "games" / "fourmis" / "golden").glob("*.record"))
    record = parse_record(path.read_text(encoding="utf-8"))
    shown = commitment_of(record.key)
    assert "nothing was promised" in tablee("verify", str(path))
    printed = tablee("verify", str(path), "--commitment", shown)
    assert "as promised" in printed
    assert f"{len(record.moves)} moves, all by the rules; won by seat" in printed
    false = tmp_path / "false.record"
    false.write_text(str(replace(record, commitment="0" * 64)), encoding="utf-8")
    assert "not the cards that were promised" in refused("verify", str(false))


def test_serve_says_what_cannot_be_served(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)]
    assert "several workers need a database" in refused("serve", *data, "--workers", "2")
    assert "is not known" in refused("serve", "--database", "mysql://x")
    assert "cannot be had" in refused("serve", *data, "--host", "192.0.2.1")


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_lesson_is_learnt_in_the_terminal(name: str) -> None:
    steps = lesson_of(GAMES[name]).steps
    asked = "?\n" * sum(len(step.expect) for step in steps)
    told = tablee("learn", name, "--lang", "de", typed=asked)
    for step in steps:
        assert step.say["de"].replace("*", "") in told
        assert step.done["de"].replace("*", "") in told
    assert f"tablee play {name}" in told


def test_what_is_not_the_lessons_is_answered_and_one_may_go_back_or_leave() -> None:
    told = tablee("learn", "fourmis", typed="3r\nnonsense\ns\nb\ns\ns\n4v\nq\n")
    assert "Too small to beat the 4" in told and "isn’t a move" in told
    assert (
        told.count(f"1/{len(lesson_of(GAMES['fourmis']).steps)}") == 2
        and "Allowed, but easy to beat" in told
    )
    assert "The lesson stops here" in told
    assert "you are Alix" in told and "You play the blue 6." in told


def test_train_keeps_a_checkpoint_and_a_network_in_bytes(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'tablee[learn]'")
    small = ["games=16", "steps=4", "batch=32", "width=8", "blocks=1"]
    words = [word for pair in small for word in ("--setting", pair)]
    files = tmp_path / "whole.pt", tmp_path / "small.npz"
    told = tablee(
        *("train", "fourmis", "--seconds", "1", *words),
        *("--out", str(files[0]), "--ship", str(files[1])),
    )
    assert "decisions and" in told and all(file.stat().st_size > 0 for file in files)
    assert "width of a checkpoint cannot be changed" in refused(
        *("train", "fourmis", "--resume", str(files[0]), "--out", str(files[0])),
        *("--setting", "width=9"),
    )
    assert "write NAME=NUMBER" in refused("train", "fourmis", "--out", "x", "--setting", "wide=9")
