"""Refusals, the log and the drawn table, in three languages."""

from __future__ import annotations

import pytest

from tablee.core.rules.rulebook import LANGUAGES
from tests.games.kraut.tables import FULL, GAME, LAST, NAMES, play, table, told


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        (
            "fr",
            "La dernière case du jardin 1 est gardée pour qui le possède\u202f:"
            " plante ailleurs. (K7)",
        ),
        ("en", "The last bed of garden 1 is kept for its owner: plant somewhere else. (K7)"),
        (
            "de",
            "Das letzte Beet in Garten 1 darf nur füllen, wem der Garten gehört:"
            " Pflanz woanders. (K7)",
        ),
    ],
)
def test_a_refusal_names_the_case_at_hand(lang: str, sentence: str) -> None:
    assert str(table(LAST, taken="1:1", drawn="d").why_not("1-12", lang)) == sentence


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("fr", "Pose d’abord l’asperge que tu viens de piocher. (K2)"),
        ("en", "First plant the asparagus you’ve just drawn. (K2)"),
        ("de", "Erst muss der Spargel auf ein Beet: Diese Karte hast du gerade gezogen. (K2)"),
    ],
)
def test_a_refusal_names_the_card(lang: str, sentence: str) -> None:
    assert str(table("T", drawn="A").why_not("wait", lang)) == sentence


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        ("fr", ["Ada lâche sa taupe dans le jardin 1\u202f: adieu la salade\u202f! (K45)"]),
        ("en", ["Ada sends the mole into garden 1: goodbye, the lettuce! (K45)"]),
        ("de", ["Ada schickt in Garten 1 den Maulwurf auf den Salat! (K45)"]),
    ],
)
def test_the_mole_is_told(lang: str, sentences: list[str]) -> None:
    assert told(table("TS", phase="mole"), "mole-1-2", lang) == sentences


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "fr",
            [
                "Ada ne prend pas encore de jardin. (K55)",
                "Bob pioche un pissenlit. (K42)",
            ],
        ),
        ("en", ["Ada takes no garden yet. (K55)", "Bob draws a dandelion. (K42)"]),
        ("de", ["Ada nimmt noch keinen Garten. (K55)", "Bob zieht einen Löwenzahn. (K42)"]),
    ],
)
def test_a_drawn_card_is_told(lang: str, sentences: list[str]) -> None:
    assert told(table("c", phase="take", stock="d"), "wait", lang) == sentences


def test_the_scoring_of_a_single_game_is_told() -> None:
    state = table(
        "TTSSSSSSdddd", "TTCCCCAASSSS", "AAAAAATTTCC.", taken="1:0,2:1,3:2", turn=2, drawn="d"
    )
    assert told(state, "3-12")[2:] == [
        "Cy never played the mole: too late! (K14)",
        "Ada reveals a contract: main tomato, top scorer lettuce,"
        " low scorer carrot, minus asparagus. (K20)",
        "Garden 1 brings Ada 24. (K56)",
        "Bob reveals a contract: main tomato, top scorer carrot,"
        " low scorer asparagus, minus lettuce. (K20)",
        "Garden 2 brings Bob 14. (K56)",
        "Cy reveals a contract: main tomato, top scorer asparagus,"
        " low scorer lettuce, minus carrot. (K20)",
        "Garden 3 brings Cy 14. (K56)",
        "It’s over. Well done, Ada! (K15)",
    ]


def test_the_scoring_of_a_game_within_a_match_is_told_with_cup_and_totals() -> None:
    state = table(FULL, FULL, LAST, taken="3:2,1:0,2:1", turn=2, drawn="d", match="three")
    lines = told(state, "3-12", "de")
    assert "Cy hat den Pokal: +3. (K76)" in lines
    assert f"Cy: +{play(state, '3-12').scores[2]} in dieser Partie, " in " ".join(lines)
    assert lines[-2].startswith(
        "Partie 2: Es wird gemischt, und es gibt neue Aufträge. Bob fängt an."
    )
    assert lines[-1].startswith("Bob zieht ")


def test_a_tie_is_told_with_its_clause() -> None:
    state = table(
        "ccTTTTTTSSSS", "ccTTTTTTCCCC", "AAAAACCCCCC.", taken="2:1,1:0,3:2", turn=2, drawn="d"
    )
    assert told(state, "3-12")[-2:] == [
        "A tie! Bob wins: first flag planted. (K16)",
        "It’s over. Well done, Bob! (K15)",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_is_drawn_for_a_terminal(lang: str) -> None:
    state = table("T.S+s", "cdA+m", taken="2:1", drawn="C")
    drawn = state.view(0).show(lang, NAMES)
    assert "2 Bob" in drawn
    assert "T   .   S+s ." in drawn
    assert GAME.rulebook.names["kind"]["C"][lang] in drawn
    assert GAME.rulebook.names["kind"]["A"][lang] in drawn.splitlines()[-1]
    spectator = state.view(None).show(lang, NAMES)
    assert len(spectator.splitlines()) == len(drawn.splitlines()) - 1


def test_a_plan_counts_the_main_vegetables_of_ones_garden() -> None:
    for garden, said in (
        ("T", "Aim for 2 of your main vegetable in garden 1: 1 to go."),
        ("TT", "2 of your main vegetable in garden 1: keep it that way."),
        ("TTT", "Aim for 2 of your main vegetable in garden 1: 1 too many."),
    ):
        state = table(garden, "S" * (3 - len(garden)), taken="1:0")
        assert GAME.words.plan(state.view(0).record, "en") == said


def test_whoever_has_no_garden_hears_which_free_one_pays_best() -> None:
    def plan(*gardens: str, taken: str = "-") -> str:
        return GAME.words.plan(table(*gardens, taken=taken).view(0).record, "en")

    best = "For your contract, garden 1 is the richest of the free ones: 4 so far."
    assert plan("TTS", "TS") == best
    assert plan("TTS", "TTS") == plan("A", "d") == ""
    assert plan("TTS", "TS", taken="1:1") == best.replace("1", "2").replace("4", "3")
