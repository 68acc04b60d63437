"""The table of Fourmis: what the host says, what lies open, and who stands where."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from tablee import State
from tablee.core.state.position import View
from tablee.games.fourmis.notation import CARD_TEXTS
from tablee.house.render.render_table import look_at, show
from tablee.table.flights import flights
from tablee.table.kit import Spot, Table, spots
from tablee.table.laying import lay
from tablee.table.people import Person
from tablee.table.rendered import Rendered, Showing
from tests.cases import Case, cases_of
from tests.games.fourmis.tables import GAME, NAMES, table

CASES = pytest.mark.parametrize("case", list(cases_of(GAME)), ids=str)


def people(view: View) -> list[Person]:
    return [Person(seat, NAMES[seat], bot=seat == 1) for seat in range(view.players)]


def laid(state: State, me: int | None = 0) -> Table:
    view = state.view(me)
    return lay(look_at(view, "en", people(view)))


def shown(state: State, me: int | None = 0) -> Rendered:
    view = state.view(me)
    return show(view, Showing(people(view), "en"))


def spots_of(state: State, me: int | None = 0) -> dict[str, Spot]:
    return {spot.id: spot for spot, _ in spots(laid(state, me).parts)}


def label(state: State, name: str, me: int = 0) -> str:
    found = re.search(rf'id="{name}"[^>]* aria-label="([^"]*)"', shown(state, me).html)
    assert found is not None
    return found[1]


def moments(case: Case, seed: int, plies: int = 10_000) -> Iterator[State]:
    """Plays at random, and stops at every moment that a screen shows."""
    state, luck = case.deal(seed), random.Random(seed)
    yield state
    for _ in range(plies):
        if state.seat is None:
            return
        frames = state.frames(luck.choice(state.legal_moves()))
        yield from (frame.state for frame in frames)
        state = frames[-1].state


def said(state: State, me: int = 0) -> str:
    voice = laid(state, me).voice
    return f"{voice.lead} {voice.more}"


@CASES
def test_what_may_not_be_played_says_its_clause(case: Case) -> None:
    refused = 0
    for state in moments(case, 5, 40):
        if state.seat is None:
            continue
        page = shown(state, state.seat)
        held = {name: spot for name, (spot, _) in page.spots.items() if spot.trial}
        assert page.lights.why.keys() == held.keys() - page.lights.may
        for name, (sentence, clause) in page.lights.why.items():
            refusal = state.why_not(held[name].trial)
            assert refusal is not None
            assert (refusal.sentence, refusal.clause) == (sentence, clause)
            refused += 1
    assert refused


@CASES
def test_only_cards_that_a_seat_sees_have_an_id(case: Case) -> None:
    for state in list(moments(case, 7, 60))[::7]:
        for me in [None, *range(state.players)]:
            record = state.record
            seen = {f"c-{CARD_TEXTS[card]}" for card in record.trick[: record.played]}
            if me is not None:
                hand = int(record.hands[me])
                seen |= {f"c-{CARD_TEXTS[card]}" for card in range(45) if hand >> card & 1}
            ants = {name for name in spots_of(state, me) if re.fullmatch("c-[^L]+", name)}
            assert ants == {name for name in seen if "L" not in name}


@pytest.mark.parametrize(
    ("hand", "trick", "told"),
    [
        ("2r 3r", "-", "Your turn! Lead the trick with any card you like."),
        ("2r Nr", "Nb", "Your turn! Ninja calls for ninja: play yours!"),
        ("Nr Nv", "Nb", "Your turn! Ninja calls for ninja: play one of yours!"),
        ("2r 8r", "7b", "Your turn! Beat the 7!"),
        ("Qr 8r", "7b", "Your turn! Beat the 7, or play a queen."),
        ("L 8r", "7b", "Your turn! Beat the 7, or play a ladybird."),
        ("2r 3r", "7b", "Your turn! You can’t beat the 7: discard any card."),
        ("2r 3r", "Qb", "Your turn! Nothing to beat yet: play whatever you like."),
    ],
)
def test_the_host_says_what_binds_you(hand: str, trick: str, told: str) -> None:
    others = ("4j 5j", "4p 5p") if trick == "-" else ("4j 5j", "4p")
    lead = 0 if trick == "-" else 2
    assert said(table(hand, *others, trick=trick, lead=lead, rest=1)) == told


def test_the_host_says_whom_we_wait_for() -> None:
    state = table("2r 3r", "4j 5j", "4p 5p", lead=1)
    assert said(state) == "Bob leads the trick."
    assert said(state.play("5j")) == "Cy has to beat the 5 if possible."
    assert said(table("2r 3r", "Nj 5j", "4p 5p", lead=1).play("Nj")) == (
        "Cy has to follow with a ninja if possible."
    )


def test_a_full_trick_says_who_takes_it_and_goes_there() -> None:
    state = table("2r 3r", "4j 5j", "4p", trick="8p", lead=2).play("3r")
    full, after = [frame.state for frame in state.frames("5j")]
    assert said(full) == "Cy wins the trick. The 8 is the strongest card."
    assert said(full, 2) == "The trick is yours! You lead the next one."
    flown = {one.id: one.target for one in flights(shown(full), shown(after))}
    assert flown == {"c-8p": "won-2", "c-3r": "won-2", "c-5j": "won-2"}


def test_a_queen_says_how_her_force_comes_about() -> None:
    state = table("2r 3r", "Qp 5j", "4p", trick="6p", lead=2).play("3r")
    full = state.frames("Qp")[0].state
    assert said(full).startswith("A queen is worth one more than her sister.")
    assert said(full).endswith(" 6 + 1 = 7: Bob wins the trick.")
    html = shown(full).html
    assert "6 + 1 = 7" in html
    assert re.findall(r'class="card-of s(\d) sister"', html) == ["2"]
    assert html.count('class="badge') == 1
    assert said(full, 1).endswith("the trick is yours!")


def test_nobody_takes_a_trick_of_ladybirds() -> None:
    full = table("L 3r", "L 4r", "5r", trick="L", lead=2).play("L").frames("L")[0].state
    assert said(full) == "Nothing but ladybirds! Nobody wins the trick."
    assert not [spot for spot in spots_of(full).values() if spot.goes]


def test_won_soldiers_stay_face_down_until_they_are_counted() -> None:
    won = ("2r 3r Qr", "L 4r 5r", "-")
    state = table("2j", "3j", "4j", won=won, rest=2, plus="r")
    assert label(state, "won-0", 2) == "Won: Red queen, 2 cards face down"
    assert label(state, "won-1", 2) == "Won: Ladybird, 2 cards face down"
    swarm = table("2j", "3j", "4j", won=("-", "L L 4r", "-"), rest=2)
    assert label(swarm, "won-1", 2) == "Won: 2 ladybirds, 1 card face down"
    assert "tally" not in shown(state, 2).html
    scored = state.play("2j").play("3j").frames("4j")[-2].state
    counted = re.findall(r'aria-label="(Ada: [^"]*)"', shown(scored, 2).html)
    assert counted[0] == "Ada: 3" and counted[-1] == "Ada: 1"


def test_what_i_have_won_is_counted_for_me_alone() -> None:
    state = table("2j", "3j", "4j", won=("2r 3r Qr", "L 4r 5r", "-"), rest=2, plus="r", minus="v")
    mine = re.sub(r"<[^>]*>", " ", shown(state, 0).parts["mine"]).split()
    assert mine == ["3", "0", "1", "0"]
    assert "mine" not in shown(state, None).parts


def test_the_strongest_card_holds_the_trick() -> None:
    state = table("2r 3r", "4j 5j", "7r", trick="8p", lead=2).play("3r")
    assert spots_of(state)["c-8p"].name.endswith(" soldier, strength 8; winning so far")
    assert "winning" not in spots_of(state)["c-3r"].name


def test_ladybirds_in_one_hand_lie_on_one_another() -> None:
    state = table("L L 3r", "4j 5j 6j", "4p 5p 6p")
    assert [g.thing for g in laid(state).gestures if g.move == "L"] == ["c-L2"]
    assert spots_of(state)["c-L2"].name == "Ladybird (2 in hand)"
    after = spots_of(state.play("L"))
    assert {name for name in after if name.startswith("c-")} == {"c-3r", "c-L1", "c-L-of-0"}
    assert after["c-L1"].name == "Ladybird"
    assert after["c-L-of-0"].came == "fan-0 hand"


def test_the_ghost_changes_sides_from_round_to_round() -> None:
    found = set()
    for state in moments(Case(GAME, 2, ()), 10):
        found.add((int(state.record.rounds) % 2, laid(state).style.split()[-1]))
    assert found == {(1, "ghost-after-1"), (0, "ghost-after-0")}


def test_partners_bear_the_same_sign() -> None:
    html = shown(GAME.deal(4, 1, teams="yes"), 1).html
    assert html.count("#f-team-0") == html.count("#f-team-1") == 3  # two plates and the stalk
    assert "f-team" not in shown(GAME.deal(4, 1), 1).html


def test_the_race_says_when_it_ends() -> None:
    assert "15 aphids end the game" in shown(GAME.deal(4, 1)).html
    assert "4 rounds, then we count" in shown(GAME.deal(4, 1, teams="yes")).html


@pytest.mark.parametrize("aphids", [(0, 0, 0, 0), (3, 3, 4, 14), (1, 2, 3, 4), (14, 14, 14, 0)])
def test_everyone_has_a_place_in_the_race(aphids: tuple[int, ...]) -> None:
    race = shown(table("2r", "3r", "4r", "5r", aphids=aphids)).parts["race"]
    assert sorted(re.findall(r'id="climber-(\d)"', race)) == ["0", "1", "2", "3"]
    assert set(re.findall(r'"climber n(\d+) ', race)) == {str(4 * n) for n in set(aphids)}


def test_the_stalk_grows_with_whoever_climbs_beyond_the_goal() -> None:
    over = list(moments(Case(GAME, 2, ()), 11))[-1]
    race = shown(over).parts["race"]
    assert re.findall(r'"climber n(\d+) ', race)[-1] == "60"
    assert int(re.findall(r"<b>(\d+)</b>", race)[0]) >= 15
    assert "h-crown" in shown(over).html


def test_a_counted_round_lies_on_the_plate_by_rank() -> None:
    state = table("2j", "3j", "4j", won=("Qr 2r 3r", "-", "-"), rest=2).play("2j").play("3j")
    counted = state.frames("4j")[-2]
    html = shown(counted.state).html.partition('id="result"')[2]
    ranked = [int(seat) for seat in re.findall(r'<li class="s(\d)">', html)]
    scores = [counted.state.scores[seat] for seat in ranked]
    assert len(ranked) == 3 and scores == sorted(scores, reverse=True)
    assert 'id="onward"' in html
    assert said(counted.state).startswith("Two goals for Cy, one for you, one for Bob. Round 1")


def test_the_status_tells_round_and_trick() -> None:
    told = [laid(state).status for state in moments(Case(GAME, 3, ()), 12)]
    assert told[0] == "Round 1 · first trick of 16"
    assert "Round 1 · trick 2 of 16" in told
    assert "Round 1 · trick 16 of 16" in told
    assert "Round 1 · counting" in told
    assert told[-1] == "The game is over"


def test_objectives_and_race_explain_themselves() -> None:
    parts = shown(GAME.deal(4, seed=1)).parts
    for zone in ("objectives", "race"):
        assert 'class="about"' in parts[zone] and 'class="told"' in parts[zone]
