"""What the game says: refusals, log and table in three languages."""

from __future__ import annotations

import pytest

from tests.games.escogriffe.tables import BLUE, FIVE, GAME, NAMES, YELLOW, table

READY = "hat redbust beltrg greenhem"


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        (
            "fr",
            "Impossible de poser les bottes côté tête. Raccord ouvert à ce bout\u202f: torse, rouge"
            "\u202f; raccord de la carte\u202f: aucun.",
        ),
        (
            "en",
            "You cannot lay the boots at the head end."
            " Open joint there: chest, red; joint on the card: none.",
        ),
        (
            "de",
            "Diese Karte kannst du am Kopfende nicht anlegen: die Stiefel."
            " Offener Anschluss dort: Rumpf, rot; Anschluss der Karte: keiner.",
        ),
    ],
)
def test_a_joint_that_does_not_fit_is_explained(lang: str, sentence: str) -> None:
    state = table("boots neck neck neck", BLUE, YELLOW, figures=["beltrg"])
    refusal = state.why_not("lay-boots-head", lang)
    assert refusal is not None
    assert refusal.sentence == sentence


@pytest.mark.parametrize(
    ("lang", "sentences"),
    [
        (
            "fr",
            [
                "Ada prend le torse rouge sur la défausse 2.",
                "Ada met la tête à chapeau sur la défausse 2.",
            ],
        ),
        (
            "en",
            [
                "Ada takes the red chest from discard pile 2.",
                "Ada discards the head with the hat on pile 2.",
            ],
        ),
        (
            "de",
            [
                "Ada nimmt den roten Rumpf von Ablagestapel 2.",
                "Ada legt den Kopf mit Hut auf Ablagestapel 2 ab.",
            ],
        ),
    ],
)
def test_a_turn_is_told(lang: str, sentences: list[str]) -> None:
    state = table(FIVE, BLUE, YELLOW)
    told = state.tell("take-2", lang, NAMES) + state.play("take-2").tell("drop-hat-2", lang, NAMES)
    assert [event.sentence for event in told] == sentences
    assert [event.clause for event in told] == ["E49", "E7"]


def test_what_is_drawn_from_the_stock_is_not_told() -> None:
    state = table(FIVE, BLUE, YELLOW)
    assert [event.sentence for event in state.tell("draw", "en", NAMES)] == [
        "Ada draws from the stock."
    ]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("fr", "Ada termine un grand escogriffe de 5 cartes et gagne la manche\u202f!"),
        ("en", "Ada completes a figure of 5 cards and wins the round!"),
        ("de", "Ada vollendet einen Lulatsch aus 5 Karten und gewinnt die Runde!"),
    ],
)
def test_the_end_of_a_round_is_told(lang: str, sentence: str) -> None:
    state = table("shoes", BLUE, YELLOW, figures=[READY])
    assert state.tell("lay-shoes-feet", lang, NAMES)[1].sentence == sentence


def test_each_way_of_laying_is_told() -> None:
    state = table("neck hat redbust", BLUE, YELLOW, figures=["neck neck"])
    assert [str(t) for t in state.tell("lay-hat-head", "en", NAMES)] == [
        "Ada lays the head with the hat at the head end. (E51)"
    ]
    begun = table(FIVE, BLUE, YELLOW).tell("lay-hat", "de", NAMES)
    assert [str(t) for t in begun] == [
        "Ada legt den Kopf mit Hut und beginnt einen Lulatsch. (E51)"
    ]


def test_the_table_is_drawn_for_a_seat() -> None:
    state = table("neck hat hat", BLUE, YELLOW, figures=["neck neck"], totals=[7, 0, 12])
    assert GAME.show(state.view(0), "en", NAMES).splitlines() == [
        "Round 1 — target 5, stock 93",
        "  Ada        points   7   hand  3   figure: neck neck",
        "  Bob        points   0   hand  5   figure: -",
        "  Cy         points  12   hand  5   figure: -",
        "  discard piles  1: greenlegs   2: redchest",
        "  your hand: hat hat neck",
    ]
