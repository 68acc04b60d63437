"""What each clause of the book says, on positions of one line."""

from __future__ import annotations

import pytest

from tablee import State, find_game

GAME = find_game("ascenseur")
KEY = "key=00112233445566778899aabbccddeeff:0"
BIDDING = "turned=7h bids={bids} won=0,0,0 gone=- lead={lead} trick=- hands={hands} barred=0,0,0"
THREE = "Jc,3d,9s/Qc,5d,8s/2c,Kh,Ah"


def at(rest: str, round_: int = 3, phase: str = "play", **options: str) -> State:
    chosen = {"ride": "both", "last": "bound", "trump": "turned", "scoring": "exact"} | options
    head = " ".join(f"{name}={value}" for name, value in chosen.items())
    return GAME.parse_state(
        f"ascenseur players=3 {head} round={round_} phase={phase} points=0,0,0 {rest} {KEY}"
    )


def bidding(bids: str, lead: int = 0, hands: str = THREE, **options: str) -> State:
    return at(BIDDING.format(bids=bids, lead=lead, hands=hands), 3, "bid", **options)


def playing(trick: str, hands: str) -> State:
    return at(
        f"turned=7h bids=1,1,0 won=0,0,0 gone=- lead=1 trick={trick} hands={hands} barred=0,0,0"
    )


def moves(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def clause(state: State, move: str) -> str:
    refusal = state.why_not(move)
    assert refusal is not None
    assert all(state.why_not(move, lang) for lang in ("fr", "de"))
    return refusal.clause


def floors(**options: str) -> list[int]:
    """The number of cards of each round, from a whole match."""
    state, found = GAME.deal(3, seed=1, **options), list[int]()
    while state.seat is not None:
        if len(found) < int(state.record.rounds):
            found.append(len(state.as_dict()["table"]["hands"][0]))
        state = state.play(state.legal_moves()[0])
    return found


@pytest.mark.clause("A2")
def test_the_lift_goes_up_and_down_again_or_only_down() -> None:
    assert floors() == [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]
    assert floors(ride="down") == [7, 6, 5, 4, 3, 2, 1]
    assert floors(variant="top:2") == [1, 2, 1]


@pytest.mark.clause("A2")
def test_a_floor_that_the_pack_is_too_small_for_is_refused() -> None:
    with pytest.raises(ValueError, match="7 players can be dealt 7 cards each at most"):
        GAME.deal(7, variant="top:8")


@pytest.mark.clause("A3")
def test_the_ace_is_high_and_the_deal_passes_on() -> None:
    taken = playing("Kd,4d", "Ad,2s,9s/5c,6s/8c,Ts").play("Ad")
    assert taken.record.won[0] == 1
    assert [GAME.deal(3, seed=1).seat, bidding("-,-,-").seat] == [1, 0]


@pytest.mark.clause("A4")
def test_trumps_are_turned_up_or_follow_the_order() -> None:
    assert GAME.deal(3, seed=1).as_dict()["table"]["turned"]
    state, suits = GAME.deal(3, seed=1, trump="order"), list[str]()
    while state.seat is not None:
        trumps = GAME.rules.trumps(state.record)
        letter = GAME.rules.CARDS[int(trumps).bit_length() - 1][1] if trumps else "-"
        if len(suits) < int(state.record.rounds):
            suits.append(letter)
        state = state.play(state.legal_moves()[0])
    assert "".join(suits) == "cdhs-cdhs-cdh"


@pytest.mark.clause("A1", "A5")
def test_everyone_bids_in_turn_before_a_card_is_played() -> None:
    state = bidding("-,-,-")
    assert (state.seat, state.play("2").seat) == (0, 1)
    assert clause(state, "Jc") == "A5"


@pytest.mark.clause("A6")
def test_nobody_bids_more_than_there_are_cards() -> None:
    assert moves(bidding("-,-,-")) == {"0", "1", "2", "3"}
    assert clause(bidding("-,-,-"), "4") == "A6"


@pytest.mark.clause("A7")
def test_the_dealer_may_not_make_the_bids_even_unless_it_is_free() -> None:
    assert moves(bidding("1,1,-")) == {"0", "2", "3"}
    assert clause(bidding("1,1,-"), "1") == "A7"
    assert moves(bidding("1,1,-", last="free")) == {"0", "1", "2", "3"}
    assert moves(bidding("3,3,-")) == {"0", "1", "2", "3"}


@pytest.mark.clause("A9")
def test_after_the_bids_the_first_bidder_leads() -> None:
    state = bidding("1,1,-").play("0")
    assert state.seat == 0
    assert clause(state, "1") == "A9"


@pytest.mark.clause("A10")
def test_a_card_that_one_does_not_hold_is_refused() -> None:
    refusal = playing("Kd,4d", "Ac,2d,9s/5c,6s/8c,Ts").why_not("5c", "fr")
    assert refusal is not None
    assert str(refusal) == "Tu n’as pas le 5 de trèfle en main. (A10)"


@pytest.mark.clause("A11")
def test_whoever_has_the_suit_follows_and_others_play_anything() -> None:
    follows = playing("Kd,4d", "Ac,2d,3h/5c,6s/8c,Ts")
    assert moves(follows) == {"2d"}
    assert clause(follows, "3h") == "A11"
    assert moves(playing("Ks,4s", "Ac,2d,3h/5c,6c/8c,Tc")) == {"Ac", "2d", "3h"}


@pytest.mark.clause("A12")
def test_the_highest_trump_takes_the_trick_or_else_the_suit_led() -> None:
    assert playing("Ks,4s", "Qc,2d,3h/5c,6c/8c,Tc").play("3h").seat == 0
    assert playing("Ks,4s", "Qc,Ad,3c/5c,6c/8c,Tc").play("Ad").seat == 1


@pytest.mark.clause("A14", "A15")
@pytest.mark.parametrize(
    ("scoring", "points"),
    [("exact", (11, 0, 11)), ("each", (11, 1, 11)), ("fall", (11, -1, 11))],
)
def test_a_right_number_brings_ten_and_its_tricks(scoring: str, points: tuple[int, ...]) -> None:
    state = at(
        "turned=7h bids=1,0,1 won=0,1,1 gone=2c,3c,4c,5c,6c,8c lead=1 trick=Ks,4s hands=3h/-/-"
        " barred=0,0,0",
        scoring=scoring,
    )
    assert state.play("3h").scores == points


@pytest.mark.clause("A16")
def test_after_the_last_floor_the_highest_total_wins_and_a_tie_is_shared() -> None:
    state = at(
        "turned=7h bids=0,1,0 won=0,0,0 gone=- lead=1 trick=Ks,4s hands=3d/-/- barred=0,0,0",
        round_=13,
    )
    over = state.play("3d")
    outcome = over.outcome()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((10, 11, 10), (1,))
    assert clause(over, "3d") == "A16"
