"""The table of Kraut & Rüben: what lies where, what a press means, and what is said of points."""

from __future__ import annotations

import re
from random import Random

import pytest

from tablee.core.state.position import State
from tablee.games.kraut.material import PAYS
from tablee.house.render import render_table
from tablee.table.flights import flights
from tablee.table.kit import Gesture, Spot, Table, spots
from tablee.table.laying import lay as lay_out
from tablee.table.lights import press
from tablee.table.people import Person
from tablee.table.rendered import Rendered, Showing
from tests.games.kraut.tables import FULL, GAME, LAST, NAMES, boxed, play, table

ENDED = table(
    "TTSSSSSSdddd", "TTCCCCAASSSS", "AAAAAATTTCC.", taken="1:0,2:1,3:2", turn=2, drawn="d"
)


def people(state: State) -> list[Person]:
    return [Person(n, NAMES[n]) for n in range(state.players)]


def lay(state: State, seat: int | None = 0, lang: str = "en") -> Table:
    return lay_out(render_table.look_at(state.view(seat), lang, people(state)))


def show(
    state: State, seat: int | None = 0, lang: str = "en", held: str = "", asked: str = ""
) -> Rendered:
    return render_table.show(state.view(seat), Showing(people(state), lang, held, asked))


def spots_of(laid: Table) -> dict[str, Spot]:
    return {spot.id: spot for spot, _ in spots(laid.parts)}


def name(state: State, spot: str, lang: str = "en") -> str:
    return spots_of(lay(state, 0, lang))[spot].name


def text(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", html).split())


# Gestures


def test_a_turn_with_a_mole_offers_the_supply_and_the_mole() -> None:
    assert lay(table("TS", phase="mole")).gestures == [
        Gesture("draw", "stock", "draw"),
        Gesture("mole-1-1", "own-mole-0", "bed-1-1"),
        Gesture("mole-1-2", "own-mole-0", "bed-1-2"),
    ]


def test_the_drawn_card_goes_to_a_bed() -> None:
    laid = lay(table("Td", "c", drawn="s"))
    (gesture,) = laid.gestures
    assert (gesture.move, gesture.place) == ("1-1", "bed-1-1")
    assert spots_of(laid)[gesture.thing].name == "snail: the card drawn"


def test_a_usual_turn_is_two_presses() -> None:
    asked = lay(table("T", phase="mole"))
    assert press(asked, "stock") == press(asked, "draw") == ("play", "draw")
    assert press(lay(table("T", drawn="S")), "bed-2-5") == ("play", "2-5")


def test_the_mole_is_taken_in_hand_and_put_on_a_vegetable() -> None:
    laid = lay(table("TS", phase="mole"))
    assert press(laid, "own-mole-0") == ("hold", "own-mole-0")
    assert press(laid, "bed-1-2", "own-mole-0") == ("play", "mole-1-2")


def test_a_garden_is_offered_with_its_points_before_it_is_taken() -> None:
    laid = lay(table("TTSS", "T", taken="2:1", phase="take", contracts="TSCA/TCAS/TASC"))
    assert [gesture.move for gesture in laid.gestures] == ["take-1", "take-3", "take-4", "wait"]
    offer = laid.gestures[0].offer
    assert (
        offer
        == "Take garden 1? It is worth 8 points to you. It alone will count for you, to the end."
    )
    assert press(laid, "sign-1") == ("hold", "sign-1")
    assert press(laid, "sign-1", "sign-1") == ("play", "take-1")
    assert press(laid, "wait") == ("play", "wait")


def test_an_offer_has_two_answers_in_one_place() -> None:
    bubble = show(table("TTSS", phase="take"), held="sign-1").parts["bubble"]
    assert text(bubble).endswith("to the end. Yes, do it No")


@pytest.mark.parametrize(
    ("garden", "taken", "style", "said"),
    [
        ("TTSSC", "-", "by-itself", "You can still claim a garden."),
        ("TTSSCA", "-", "", "You plant your flag only once."),
        ("TTSSCA", "1:1", "by-itself", "You can still claim a garden."),
    ],
)
def test_a_question_is_asked_once_a_free_garden_is_half_full(
    garden: str, taken: str, style: str, said: str
) -> None:
    laid = lay(table(garden, "ATSC", taken=taken, phase="take"))
    assert (spots_of(laid)["wait"].style, laid.voice.lead) == (style, said)
    assert "sign-2" in [
        gesture.thing for gesture in laid.gestures
    ]  # it may be pressed, asked or not


def test_whether_one_is_asked_tells_nothing_of_a_contract() -> None:
    for gardens in (["TTSSC"], ["TTTSSC"], ["AAAAAA"]):
        asked = {
            spots_of(lay(table(*gardens, phase="take", contracts=own)))["wait"].style
            for own in ("TSCA/TCAS/STAC", "ACST/TCAS/STAC", "TASC/TCAS/STAC")
        }
        assert len(asked) == 1


def test_others_are_told_only_what_may_or_must_be() -> None:
    assert lay(table("T", phase="take"), 1).voice.lead == "Ada can still claim a garden."
    must = table("T", FULL, FULL, FULL, taken="1:1", phase="take")
    assert lay(must, 1).voice.lead == "Ada must claim a garden."


def test_at_two_a_garden_does_not_count_alone() -> None:
    laid = lay(table("TTSSCA", players=2, phase="take"))
    assert laid.voice.lead == "Once planted, a flag stays."
    assert "alone" not in laid.gestures[0].offer


def test_who_must_take_a_garden_is_told_so() -> None:
    laid = lay(table("T", FULL, FULL, FULL, taken="1:1", phase="take"))
    assert laid.voice.lead == "Choose a garden!"
    assert "wait" not in spots_of(laid)


def test_what_is_held_lights_its_places() -> None:
    lights = show(table("TS", phase="mole"), held="own-mole-0").lights
    assert lights.here == {"bed-1-1": "mole-1-1", "bed-1-2": "mole-1-2"}


# Refusals


@pytest.mark.parametrize(
    ("state", "spot", "clause"),
    [
        (table("T", drawn="S"), "bed-1-1", "K43"),
        (table(LAST, taken="1:1", drawn="S"), "bed-1-12", "K7"),
        (table(FULL, drawn="S"), "bed-1-1", "K9"),
        (table("Tc", drawn="s"), "bed-1-2", "K3"),
        (table("T", drawn="s"), "bed-2-1", "K6"),
        (table("T+sS+sA", "T", drawn="s"), "bed-1-3", "K5"),
        (table("T", phase="mole"), "bed-1-2", "K45"),
        (table("Tc", phase="mole"), "bed-1-2", "K3"),
        (table("T", drawn="S"), "stock", "K2"),
        (table("T", drawn="S"), "own-mole-0", "K2"),
        (table("T", drawn="S"), "sign-2", "K2"),
        (table("TS", taken="1:1", phase="take"), "sign-1", "K54"),
        (table("T", phase="take"), "bed-1-2", "K55"),
    ],
)
def test_what_cannot_be_done_says_its_clause(state: State, spot: str, clause: str) -> None:
    assert show(state).lights.why[spot][1] == clause


def test_every_bed_takes_the_card_or_says_why_not() -> None:
    state, luck = GAME.deal(4, 7), Random(7)
    while state.seat is not None:
        shown = show(state, state.seat)
        goals = {gesture.place for gesture in shown.table.gestures}
        beds = {spot for spot in shown.spots if spot.startswith("bed-")}
        assert beds == (beds & goals) | (beds & shown.lights.why.keys())
        state = state.play(luck.choice(state.legal_moves()))


def test_a_sign_answers_when_it_is_asked() -> None:
    bubble = show(table("T", drawn="S"), asked="sign-2").parts["bubble"]
    assert "First plant the lettuce" in bubble


# What is said


@pytest.mark.parametrize(
    ("garden", "drawn", "said", "gain"),
    [
        ("TT", "S", "At home it brings 4 points.", "+4"),
        ("TTS", "T", "At home it costs 1 point.", "−1"),
        ("T", "A", "At home it costs 2 points.", "−2"),
        ("TT", "d", "At home it changes nothing.", "0"),
    ],
)
def test_the_drawn_card_is_told_with_what_it_brings_at_home(
    garden: str, drawn: str, said: str, gain: str
) -> None:
    state = table(garden, taken="1:0", drawn=drawn, contracts="TSCA/TCAS/TASC")
    shown = show(state)
    assert shown.table.voice.more == said
    assert text(shown.parts["tag-1"]).endswith(f" {gain} with the card drawn")
    assert not text(shown.parts["drawn"])  # one number says it


@pytest.mark.parametrize(
    ("players", "taken", "seat", "told"),
    [
        (3, "-", 0, [1, 2, 3, 4]),
        (3, "1:0,2:1", 0, [1]),  # only at home, once there is one
        (3, "2:1", 0, [1, 3, 4]),  # a garden with an owner is lost
        (2, "1:0,2:1", 0, [1, 3, 4, 5]),  # at two one seeks a second
        (2, "1:0,3:0,2:1", 0, [1, 3]),
        (3, "-", 1, []),  # nor to those who wait
    ],
)
def test_what_a_card_brings_is_told_in_ones_garden_or_where_one_could_be(
    players: int, taken: str, seat: int, told: list[int]
) -> None:
    state = table("TT", "TS", "S", players=players, taken=taken, drawn="S")
    parts = show(state, seat).parts
    tags = [n for n in range(1, 7) if "with the card drawn" in parts.get(f"tag-{n}", "")]
    assert tags == told


def test_a_gain_lies_on_the_first_empty_bed() -> None:
    tag = show(table("TSC", taken="1:0", drawn="T", contracts="TSCA/TCAS/TASC")).parts["tag-1"]
    assert tag.partition('class="gains"')[2].count("<i></i>") == 3


def test_guests_stand_behind_their_gardens_or_in_a_gap() -> None:
    state = table("T", "S", "C", taken="3:1,1:2", drawn="S")
    html = show(state).html
    stands = re.findall(r'id="seat-(\d)" class="guest s\d( gone)? n(\d+)"', html)
    assert [(seat, place) for seat, _, place in stands] == [("0", "1"), ("1", "4"), ("2", "0")]


def test_a_gain_is_what_the_rules_count() -> None:
    for seed in range(4):
        state, luck = GAME.deal(4, seed), Random(seed)
        while state.seat is not None:
            seat, move = state.seat, luck.choice(state.legal_moves())
            after = state.play(move)
            tag = f"tag-{str(move)[0]}" if str(move)[0] in "12345" else ""
            worth, gain = points(show(state, seat).parts[tag]) if tag else (0, 0)
            if gain:
                assert points(show(after, seat).parts[tag])[0] == worth + gain
            state = after


def points(tag: str) -> tuple[int, int]:
    """What a tag says: what a garden is worth, and what the drawn card adds."""
    found = [int(n.replace("−", "-")) for n in re.findall(r">([+−]?\d+)<", tag)]
    return found[0], sum(found[1:])


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("fr", "Jardin 1, case 2 : salade sous un escargot"),
        ("de", "Garten 1, Beet 2: Salat unter einer Schnecke"),
    ],
)
def test_a_bed_says_what_lies_there(lang: str, said: str) -> None:
    assert name(table("TS+s"), "bed-1-2", lang) == said


def test_a_garden_says_whose_it_is_and_what_it_is_worth() -> None:
    state = table("TTSS", "T", taken="1:0,2:1", contracts="TSCA/TCAS/TASC", drawn="C")
    assert name(state, "sign-1") == "Garden 1, Ada’s: 4 of 12 beds filled"
    assert name(state, "sign-2") == "Garden 2, Bob’s: 1 of 12 beds filled"
    assert name(state, "sign-3") == "Garden 3, unclaimed: 0 of 12 beds filled"
    parts = show(state).parts
    assert text(parts["tag-1"]) == "8 points here on your contract +3 with the card drawn"
    assert text(parts["tag-2"]) == "0 points here on your contract"
    assert not text(show(state, None).parts["tag-1"])


def test_gardens_have_numbers_and_persons_have_faces() -> None:
    state = table("TTSS", "T", taken="1:0,2:1", drawn="C")
    flag = spots_of(lay(state))["flag-2"]
    assert flag.came == "seat-1"
    html = show(state).html
    assert 'id="face-1"' not in html and 'href="#face-1"' in html
    assert re.findall('class="number">([^<]*)', html) == ["1", "2", "3", "4"]


def test_the_last_bed_of_a_garden_shows_for_whom_it_is_kept() -> None:
    garden = show(table(LAST, LAST, taken="1:1", drawn="C")).parts["garden-1"]
    assert re.search('id="bed-1-12".*?token s1 kept', garden)
    assert "kept" not in show(table(LAST, LAST, taken="1:1", drawn="C")).parts["garden-2"]


def test_the_contract_asks_how_many_of_its_main_vegetable() -> None:
    state = table("T", contracts="TSCA/TCAS/TASC")
    said = show(state).parts["contract"]
    assert "How many tomatoes in the garden? Two is best." in text(said)
    assert max(range(len(PAYS)), key=lambda mains: PAYS[mains]) == 2
    other = show(table("T", contracts="ACST/TCAS/TASC"), lang="fr").parts["contract"]
    assert "Combien d’asperges au jardin ?" in text(other)


def test_the_column_of_ones_garden_is_lit_on_the_contract() -> None:
    state = table("TTTS", "T", taken="1:0", contracts="TSCA/TCAS/TASC")
    said = show(state).parts["contract"]
    lit = re.findall('<td class="own">(?:<em.*?</em>)?([^<]*)', said)
    assert lit == ["3", "3", "2"]
    assert '<td class="g2"><em class="label g2">garden 2</em>1</td>' in said
    assert "own" not in show(state, 1).parts["contract"]


def test_another_sees_only_the_back_of_a_contract() -> None:
    one = table("T", contracts="TSCA/TCAS/TASC")
    two = table("T", contracts="ACST/TCAS/STAC")
    for seat in (None, 1):
        assert show(one, seat).html == show(two, seat).html
    assert show(one, 0).html != show(two, 0).html
    assert "k-contract-back" in show(one, None).parts["contract"]


def test_cards_in_the_box_come_from_the_supply() -> None:
    found = spots_of(lay(boxed(table("T"), "ssd")))
    gone = [spot for spot in found if spot.startswith("box-")]
    assert sorted(gone) == ["box-dandelion-1", "box-snail-1", "box-snail-2"]
    assert found["box-snail-2"].came == "stock"


def test_the_cup_stands_by_who_took_the_first_garden_of_three_games() -> None:
    state = table("T", "S", taken="2:1,1:0", match="three", drawn="S")
    parts = show(state).parts
    assert ["k-cup" in parts[f"seat-{n}"] for n in range(3)] == [False, True, False]
    assert "k-cup" not in show(table("T", "S", taken="2:1,1:0", drawn="S")).html


# Motion


def flown(before: State, after: State, seat: int | None = None) -> dict[str, str]:
    return {one.id: one.source for one in flights(show(before, seat), show(after, seat))}


def test_a_card_flies_from_the_supply_to_its_bed() -> None:
    asked = table("T", phase="mole")
    drawn = asked.play("draw")
    assert list(flown(asked, drawn).values()) == ["stock"]
    planted = drawn.play(drawn.legal_moves()[-1])
    assert list(flown(drawn, planted).values()) == ["drawn"]


def test_a_mole_flies_from_whoever_had_it() -> None:
    state = table("TS", phase="mole", turn=1)
    flight = flown(state, state.play("mole-1-2"))
    assert flight == {"cover-1-2": "own-mole-1 mole-1"}


def test_a_flag_flies_from_its_owner() -> None:
    state = table("TS", phase="take", turn=1)
    assert flown(state, state.play("take-3"))["flag-3"] == "seat-1"


# Ends


def test_between_two_games_the_table_is_shown_as_it_was_left() -> None:
    state = table(FULL, FULL, LAST, taken="3:2,1:0,2:1", turn=2, drawn="d", match="three")
    frame, _ = state.frames("3-12")
    for seat in (None, 0, 1, 2):
        shown = show(frame.state, seat)
        assert shown.table.voice.lead == "Game 1 is over."
        assert "In the lead" in shown.table.voice.more
        assert not shown.table.gestures
        assert "card-3-12" in shown.spots
        assert 'class="account first g3"' in shown.parts["contract"]
        assert "k-contract-back" not in shown.html
        assert "<b>+9</b></div>" in shown.parts["ranks"]  # what this game has brought
        assert 'class="winner s' in shown.parts["stage"] and "crown" not in shown.parts["ranks"]
        assert shown.table.lamp == "garden-3"


def test_the_end_ranks_everyone_beside_the_gardens() -> None:
    state = play(ENDED, "3-12")
    for seat in (None, 0, 1, 2):
        shown = show(state, seat)
        ranks = re.findall(r'<i class="nth">(\d).*?class="total">([^<]*)', shown.parts["ranks"])
        assert ranks == [("1", "24"), ("2", "14"), ("3", "14")]
        assert 'class="winner s0"' in shown.parts["stage"] and "won0" in shown.style
        assert shown.parts["ranks"].count('class="crown') == 1 and "k-cup" not in shown.html
        assert shown.table.lamp == "garden-1"
    assert lay(state, 0).voice.lead == "You won!"
    assert lay(state, 1).voice.lead == "Well done, Ada!"
    assert lay(state, 1).voice.more == "You were 10 points short."


def test_the_end_counts_each_garden_bed_by_bed() -> None:
    parts = show(play(ENDED, "3-12"), None).parts
    assert re.findall('class="badge[^>]*>([^<]*)', parts["garden-1"]) == ["1", "2", *["+4"] * 6]
    assert re.findall('class="badge loss[^>]*>([^<]*)', parts["garden-2"]) == ["−2"] * 4
    assert [text(parts[f"tag-{n}"])[:2] for n in (1, 2, 3)] == ["24", "14", "14"]
    assert not text(parts["tag-4"])


def test_the_account_of_each_garden_says_how_its_points_came() -> None:
    account = show(play(ENDED, "3-12"), None).parts["contract"]
    assert text(account).count("This garden brings") == 3
    assert "6 × 4 24 This garden brings 24" in text(account)
    assert "4 × 4 16 2 × 3 6 4 × −2 −8 This garden brings 14" in text(account)
    assert account.count('class="label own"') == 3
