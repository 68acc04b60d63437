"""What the game says: refusals, log and table in three languages."""

from __future__ import annotations

import pytest

from tests.games.escogriffe.tables import BLUE, FIVE, NAMES, YELLOW, table

READY = "hat redbust beltrg greenhem"


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        (
            "fr",
            "Ça ne s’accorde pas côté tête. Il faut\u202f: torse rouge. Sur la carte\u202f: rien.",
        ),
        (
            "en",
            "That doesn’t fit at the head end. Needed there: red chest. On the card: nothing.",
        ),
        (
            "de",
            "Das passt am Kopfende nicht. Gesucht: roter Rumpf. Auf der Karte: nichts.",
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
                "Ada prend le torse rouge.",
                "Ada défausse la tête à chapeau.",
            ],
        ),
        (
            "en",
            [
                "Ada takes the red chest.",
                "Ada discards the head with the hat.",
            ],
        ),
        (
            "de",
            [
                "Ada nimmt den roten Rumpf.",
                "Ada wirft den Kopf mit Hut ab.",
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
    assert [event.sentence for event in state.tell("draw", "en", NAMES)] == ["Ada draws a card."]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("fr", "Ada termine un grand escogriffe de 5 cartes et gagne la manche\u202f!"),
        ("en", "Ada completes a beanpole of 5 cards and wins the round!"),
        ("de", "Ada vollendet einen Lulatsch aus 5 Karten und gewinnt die Runde!"),
    ],
)
def test_the_end_of_a_round_is_told(lang: str, sentence: str) -> None:
    state = table("shoes", BLUE, YELLOW, figures=[READY])
    assert state.tell("lay-shoes-feet", lang, NAMES)[1].sentence == sentence


def test_each_way_of_laying_is_told() -> None:
    state = table("neck hat redbust", BLUE, YELLOW, figures=["neck neck"])
    assert [str(t) for t in state.tell("lay-hat-head", "en", NAMES)] == [
        "Ada adds the head with the hat at the head end. (E51)"
    ]
    begun = table(FIVE, BLUE, YELLOW).tell("lay-hat", "de", NAMES)
    assert [str(t) for t in begun] == ["Ada legt den Kopf mit Hut hin: ein neuer Lulatsch! (E51)"]


def test_the_table_is_drawn_for_a_seat() -> None:
    state = table("neck hat hat", BLUE, YELLOW, figures=["neck neck"], totals=[7, 0, 12])
    assert state.view(0).show("en", NAMES).splitlines() == [
        "Round 16 · target 5 · draw pile 93",
        "  Ada        points   7   hand  3   beanpole: neck neck",
        "  Bob        points   0   hand  5   beanpole: -",
        "  Cy         points  12   hand  5   beanpole: -",
        "  discard piles  1: greenlegs   2: redchest",
        "  your hand: hat hat neck",
    ]
