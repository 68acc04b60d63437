"""Refusals, the log and the drawn table, in three languages."""

from __future__ import annotations

import pytest

from tablee.core.rulebook import LANGUAGES
from tests.games.kraut.tables import FULL, GAME, LAST, NAMES, play, table, told


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("fr", "La dernière case libre du jardin A est réservée à qui le possède. (K7)"),
        ("en", "The last free bed of garden A is reserved for its owner. (K7)"),
        ("de", "Das letzte freie Beet im Garten A ist für den reserviert, dem er gehört. (K7)"),
    ],
)
def test_a_refusal_names_the_case_at_hand(lang: str, sentence: str) -> None:
    assert str(table(LAST, taken="A1", drawn="d").why_not("A12", lang)) == sentence


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("fr", "Place d’abord l’asperge que tu viens de piocher. (K2)"),
        ("en", "First place the asparagus you have just drawn. (K2)"),
        ("de", "Erst muss der Spargel auf ein Beet: Diese Karte hast du gerade gezogen. (K2)"),
    ],
)
def test_a_refusal_names_the_card(lang: str, sentence: str) -> None:
    assert str(table("T", drawn="A").why_not("wait", lang)) == sentence


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        ("fr", ["Ada joue sa taupe et recouvre la salade en A2. (K45)"]),
        ("en", ["Ada plays the mole and covers the salad on A2. (K45)"]),
        ("de", ["Ada spielt den Maulwurf und deckt den Salat auf A2 zu. (K45)"]),
    ],
)
def test_the_mole_is_told(lang: str, sentences: list[str]) -> None:
    assert told(table("TS", phase="mole"), "mole-A2", lang) == sentences


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "fr",
            [
                "Ada ne prend pas encore de jardin. (K55)",
                "Bob pioche le pissenlit. (K42)",
            ],
        ),
        ("en", ["Ada takes no garden yet. (K55)", "Bob draws the dandelion. (K42)"]),
        ("de", ["Ada nimmt noch keinen Garten. (K55)", "Bob zieht den Löwenzahn. (K42)"]),
    ],
)
def test_a_drawn_card_is_told(lang: str, sentences: list[str]) -> None:
    assert told(table("c", phase="take", stock="d"), "wait", lang) == sentences


def test_the_scoring_of_a_single_game_is_told() -> None:
    state = table(
        "TTSSSSSSdddd", "TTCCCCAASSSS", "AAAAAATTTCC.", taken="A0,B1,C2", turn=2, drawn="d"
    )
    assert told(state, "C12")[2:] == [
        "Cy never played the mole: it is lost. (K14)",
        "Ada shows the contract: main tomato, high salad, low carrot, negative asparagus. (K20)",
        "Ada, garden A: 24. (K56)",
        "Bob shows the contract: main tomato, high carrot, low asparagus, negative salad. (K20)",
        "Bob, garden B: 14. (K56)",
        "Cy shows the contract: main tomato, high asparagus, low salad, negative carrot. (K20)",
        "Cy, garden C: 14. (K56)",
        "It is over. Victory: Ada. (K15)",
    ]


def test_the_scoring_of_a_game_within_a_match_is_told_with_cup_and_totals() -> None:
    state = table(FULL, FULL, LAST, taken="C2,A0,B1", turn=2, drawn="d", match="three")
    lines = told(state, "C12", "de")
    assert "Cy hat den Pokal: +3. (K76)" in lines
    assert f"Cy: {play(state, 'C12').scores[2]} in dieser Partie, " in " ".join(lines)
    assert lines[-2].startswith(
        "Partie 2: Es wird gemischt, und es gibt neue Aufträge. Bob fängt an."
    )
    assert lines[-1].startswith("Bob zieht ")


def test_a_tie_is_told_with_its_clause() -> None:
    state = table(
        "ccTTTTTTSSSS", "ccTTTTTTCCCC", "AAAAACCCCCC.", taken="B1,A0,C2", turn=2, drawn="d"
    )
    assert told(state, "C12")[-2:] == [
        "A tie: Bob took a garden earlier. (K16)",
        "It is over. Victory: Bob. (K15)",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_is_drawn_for_a_terminal(lang: str) -> None:
    state = table("T.S+s", "cdA+m", taken="B1", drawn="C")
    drawn = GAME.show(state.view(0), lang, NAMES)
    assert "B Bob" in drawn
    assert "T   .   S+s ." in drawn
    assert GAME.rulebook.names["kind"]["C"][lang] in drawn
    assert GAME.rulebook.names["kind"]["A"][lang] in drawn.splitlines()[-1]
    spectator = GAME.show(state.view(None), lang, NAMES)
    assert len(spectator.splitlines()) == len(drawn.splitlines()) - 1
