"""The table of Le Grand Escogriffe: gestures, refusals, secrecy, motion, and what is seen."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tablee import State
from tablee.bots.levels import find_bot
from tablee.core.state.position import View
from tablee.games.escogriffe.material import house_deck
from tablee.games.escogriffe.notation import figure_of, of_seat, pile_of
from tablee.house.render import render_table
from tablee.table.flights import Flight, flights
from tablee.table.kit import Spot, Table
from tablee.table.people import Person
from tablee.table.rendered import Rendered, Showing
from tests.games.escogriffe.tables import BLUE, GAME, YELLOW, table

NAMES = ["Ada", "Björn", "Chloé", "Dédé", "Élise", "Fatou", "Gül", "Hugo"]
LANGUAGES = ("fr", "en", "de")
_ID = re.compile(r' id="([^"]*)"')


def show(view: View, lang: str = "fr", inline: bool = True) -> Rendered:
    people = [Person(seat, NAMES[seat], bot=seat == 2) for seat in range(view.players)]
    return render_table.show(view, Showing(people, lang, inline=inline))


def lay(view: View, lang: str = "fr") -> Table:
    return show(view, lang).table


def spots(view: View, lang: str = "fr") -> dict[str, Spot]:
    return {name: spot for name, (spot, _) in show(view, lang).spots.items()}


def html(view: View, lang: str = "fr") -> str:
    return show(view, lang).html


def drawn(view: View) -> list[str]:
    """The drawings on a table; its host is one of the heads."""
    page = show(view)
    table = page.html.replace(page.parts["ribbon"], "")
    return re.findall(r"#e-(?:cut-)?([a-z]+(?:-\d)?)\"", table)


def viewers(state: State) -> list[View]:
    return [state.view(seat) for seat in (None, *range(state.players))]


def walk(players: int, points: str, seed: int, every: int = 1) -> Iterator[State]:
    """Plays a whole match at random, and stops at some of its states."""
    luck, state, ply = random.Random(seed), GAME.deal(players, seed, points=points), 0
    while state.seat is not None and ply < 1_500:
        if ply % every == 0:
            yield state
        state, ply = state.play(luck.choice(state.legal_moves())), ply + 1
    yield state


def moments(seed: int = 1, players: int = 4, points: str = "30") -> list[list[State]]:
    """Plays a whole match sensibly; gets all moments after each move."""
    state, bot, found = GAME.deal(players, seed, points=points), find_bot("advice", GAME, seed), []
    while state.seat is not None:
        frames = state.frames(bot.choose(state.view(state.seat)))
        found.append([frame.state for frame in frames])
        state = found[-1][-1]
    return found


def flown(before: State, after: State, seat: int | None = None) -> list[Flight]:
    return flights(*[show(state.view(seat), inline=False) for state in (before, after)])


# Gestures


def test_a_card_goes_from_the_hand_to_an_end_or_to_a_pile() -> None:
    state = GAME.deal(3, 1)
    begin = {gesture.move: gesture for gesture in lay(state.view(0)).gestures}
    assert (begin["draw"].thing, begin["draw"].place) == ("stock", "stock")
    assert (begin["take-2"].thing, begin["take-2"].place) == ("pile-2", "pile-2")
    assert {g.place for g in begin.values() if g.thing.startswith("c0-")} == {"start"}
    drop = lay(state.play("draw").view(0)).gestures
    assert {gesture.place for gesture in drop} == {"pile-1", "pile-2"}
    assert all(gesture.thing.startswith("c0-") for gesture in drop)


def test_where_all_may_be_played_the_place_is_lit_and_the_hand_lies_quietly() -> None:
    state = GAME.deal(3, 1)
    lights = show(state.view(0)).lights
    assert not lights.glow and set(lights.here) == {"start"}
    dropping = show(state.play("draw").view(0)).lights
    assert not dropping.glow and set(dropping.here) == {"pile-1", "pile-2"}


def test_a_free_end_is_a_place_and_a_closed_one_is_none() -> None:
    ends = {"hat": {"at-feet"}, "shoes": {"at-head"}, "neck": {"at-head", "at-feet"}}
    for code, free in ends.items():
        state = next(
            s
            for seed in range(200)
            if f"lay-{code}" in map(str, (s := GAME.deal(3, seed)).legal_moves())
        )
        laid = state.play(f"lay-{code}")
        assert spots(laid.view(0)).keys() & {"start", "at-head", "at-feet"} == free
        assert not spots(laid.view(1)).keys() & {"at-head", "at-feet"}


# Refusals


@pytest.mark.parametrize("players", range(3, 9))
def test_what_cannot_be_used_says_why_with_its_clause(players: int) -> None:
    for state in walk(players, "50", players + 20, every=37):
        if state.seat is None:
            continue
        shown = show(state.view(state.seat))
        for sentence, clause in shown.lights.why.values():
            assert sentence and clause in GAME.rulebook.clauses
        cards = {name for name in shown.spots if re.match(r"c\d-", name)}
        assert {"stock", *cards} <= shown.lights.why.keys() | shown.lights.may


def test_a_pile_that_was_emptied_must_be_filled_again() -> None:
    state = GAME.deal(3, 1).play("take-1")
    lights = show(state.view(0)).lights
    assert set(lights.here) == {"pile-1"} and lights.why["pile-2"][1] == "E7"


def test_a_card_that_does_not_join_says_so() -> None:
    for state in walk(4, "50", 3, every=1):
        if state.seat is not None:
            whys = show(state.view(state.seat)).lights.why.values()
            if any(clause == "E53" for _, clause in whys):
                return
    pytest.fail("no card was refused by E53")


# Secrecy


@pytest.mark.parametrize("players", [3, 5, 8])
def test_equal_views_give_equal_pages(players: int) -> None:
    for seed, state in enumerate(walk(players, "30", players, every=31)):
        for view in viewers(state):
            other = view.redeal(seed).view(view.viewer)
            assert html(view) == html(other)


@pytest.mark.parametrize("players", [3, 5, 8])
def test_the_page_shows_one_s_own_hand_and_what_lies_open_only(players: int) -> None:
    for state in walk(players, "30", players + 5, every=29):
        for view in viewers(state):
            shown = Counter(look.partition("-")[0] for look in drawn(view))
            record, seats = state.record, range(players)
            open_cards = [kind for seat in seats for kind in figure_of(record, seat)]
            open_cards += [
                pile_of(record, p)[-1] for p in range(2 + (players > 5)) if pile_of(record, p)
            ]
            if view.viewer is not None:
                counts = of_seat(record.hands, view.viewer)
                open_cards += [kind for kind, n in enumerate(counts) for _ in range(n)]
            codes = Counter(house_deck().kinds[kind].code for kind in open_cards)
            cards = {code: n for code, n in shown.items() if code in house_deck().numbers}
            assert cards == codes


def test_the_back_of_the_stock_is_the_same_whatever_comes_next() -> None:
    state = GAME.deal(4, 5)
    for seed in range(6):
        other = state.view(1).redeal(seed)
        assert show(other.view(None)).parts["piles"] == show(state.view(None)).parts["piles"]


# The wall


def rows(state: State, seat: int) -> list[str]:
    """The cells of a figure from the line down: a card, a gap, or a free end."""
    part = show(state.view(None)).parts[f"stand-{seat}"]
    return re.findall(r'<li class="cell ([^"]*)"', part)


def test_feet_stand_on_the_floor_and_a_head_hangs_on_the_line() -> None:
    hands = ["redchest redchest neck", "bluechest bluechest neck", "neck neck neck"]
    state = table(*hands, figures=["greenhem shoes", "hat neck", "redbust redchest"])
    assert rows(state, 0) == ["gap", "gap", "gap end up", "card across", "card across"]
    assert rows(state, 1) == ["card upright", "card across", "gap end down", "gap", "gap"]
    assert rows(state, 2) == ["gap", "gap end up", *["card upright"] * 2, "gap end down"]


def test_a_card_has_its_ground_in_a_hand_and_is_cut_out_on_the_wall() -> None:
    state = table("neck redchest beltrg", BLUE, YELLOW, figures=["hat redbust"])
    parts = show(state.view(0)).parts
    assert re.findall(r"#e-(\w+)-", parts["stand-0"]) == ["cut", "cut", "end"]
    assert "#e-cut-" not in parts["hand"] + parts["piles"]


def test_the_others_stand_clockwise_and_oneself_last() -> None:
    state = GAME.deal(4, 1)
    order = {None: "0123", 0: "1230", 2: "3012"}
    for seat, stands in order.items():
        assert "".join(re.findall(r' id="stand-(\d)"', html(state.view(seat)))) == stands


def test_only_what_is_far_can_be_brought_near() -> None:
    parts = show(GAME.deal(3, 1).view(1)).parts
    assert ["closer" in parts[f"stand-{seat}"] for seat in range(3)] == [True, False, True]


def test_the_gap_is_what_is_missing() -> None:
    for state in walk(5, "30", 4, every=17):
        for seat in range(5):
            cells = rows(state, seat)
            assert len(cells) == state.record.target
            assert sum(cell.startswith("card") for cell in cells) == state.record.sizes[seat]


def test_one_card_left_is_told_to_all() -> None:
    figures = ["hat redbust beltrg greenhem"]
    state = table("neck", "neck " * 4 + "boots", "bluechest " * 5, figures=figures)
    for view in (state.view(1), state.view(None)):
        assert "Plus qu’une carte" in show(view).parts["stand-0"]
        assert "guest s0 alert" in html(view)
        assert "Ada" in lay(view).voice.more


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_die_is_shown_with_its_sum(lang: str) -> None:
    state = GAME.deal(4, 2)
    target = int(state.record.target)
    die = show(state.view(1), lang).parts["die"]
    assert f"{target - 4} + 4 = {target}" in die and f"e-die-{target - 4}" in die


# What is said


def test_equal_cards_lie_together_and_each_copy_has_its_number() -> None:
    for seed in range(100):
        state = GAME.deal(3, seed)
        counts = of_seat(state.record.hands, 0)
        if max(counts) < 3:
            continue
        kind = counts.index(max(counts))
        code = house_deck().kinds[kind].code
        page = show(state.view(0)).parts["hand"]
        assert [f' id="x0-{code}-{n + 1}"' in page for n in range(4)] == [
            n < counts[kind] for n in range(4)
        ]
        assert page.count(f' id="c0-{code}"') == 1
        return
    pytest.fail("nobody was dealt three equal cards")


def test_the_hand_goes_from_heads_to_feet() -> None:
    for seed in range(20):
        hand = re.findall(r' id="c2-([a-z]+)"', show(GAME.deal(4, seed).view(2)).parts["hand"])
        order = [house_deck().numbers[code] for code in hand]
        assert order == sorted(order)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_figures_and_cards_are_sentences(lang: str) -> None:
    words = {
        "fr": "bout libre côté pieds",
        "en": "open end at the feet",
        "de": "offenes Ende unten",
    }
    state = next(
        s for seed in range(99) if "lay-hat" in map(str, (s := GAME.deal(3, seed)).legal_moves())
    ).play("lay-hat")
    stand = show(state.view(0), lang).parts["stand-0"]
    assert stand.count(words[lang]) == 1 and "Ada" in stand
    joints = {"fr": "en bas", "en": "bottom", "de": "unten"}[lang]
    cards = [spot.name for name, spot in spots(state.view(0), lang).items() if name[:3] == "c0-"]
    assert all(len(card.split()) > 1 for card in cards)
    assert sum(joints in card for card in cards) >= len(cards) - 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_host_says_what_to_do_and_whom_we_wait_for(lang: str) -> None:
    state = GAME.deal(3, 1)
    mine, theirs = lay(state.view(0), lang), lay(state.view(1), lang)
    assert mine.voice.lead.startswith({"fr": "À toi", "en": "Your", "de": "Du bist"}[lang])
    assert "Ada" in theirs.voice.lead and not theirs.gestures
    drawn = state.play("draw")
    card = GAME.words.card(int(drawn.record.took) - 1, lang, as_object=True)
    assert card in lay(drawn.view(0), lang).voice.more
    assert lay(drawn.view(1), lang).voice != theirs.voice


def test_the_host_names_the_end_where_a_card_fits() -> None:
    hands = ["beltrg neck neck", "neck " * 5, "bluechest " * 5]
    voice = lay(table(*hands, figures=["hat redbust"]).view(0)).voice
    assert voice.lead == "À toi\u202f! Pose sous le buste rouge,"


def test_another_seat_s_card_from_the_stock_is_not_named() -> None:
    drawn = GAME.deal(3, 1).play("draw")
    for view in (drawn.view(1), drawn.view(None)):
        voice = lay(view).voice
        told = f"{voice.lead} {voice.more}"
        assert all(name not in told for name in ("tête", "torse", "cou ", "jambes"))


# The end of a round


def test_last_chances_are_taken_one_by_one() -> None:
    seen = 0
    for seed in range(1, 6):
        for states in moments(seed, 5):
            for before, after in pairwise(states[:-1]):
                grown = int(after.record.sizes.sum()) - int(before.record.sizes.sum())
                assert grown in (0, 1)
                if grown:
                    (flight,) = flown(before, after)
                    assert flight.target.startswith("fig-")
                    voice = lay(after.view(None)).voice
                    assert voice.clause == "E12" and voice.lead.startswith("Dernière chance")
                    seen += 1
    assert seen


def test_the_winning_figure_is_seen_before_the_round_is_counted() -> None:
    states = next(states for states in moments() if len(states) > 2)
    first, counted = states[0], states[-2]
    winner = int(first.record.round_winner)
    for view in viewers(first):
        shown = show(view)
        assert shown.table.lamp == f"seat-{winner}" and "plus" not in shown.parts["race"]
        assert " full" in shown.parts[f"stand-{winner}"]
    assert lay(first.view(winner)).voice.lead == "Tu gagnes la manche\u202f!"
    assert NAMES[winner] in lay(first.view(None)).voice.lead
    for view in viewers(counted):
        shown = show(view)
        assert "plus" in shown.parts["race"]
        assert f"{first.record.target} + 3" in shown.parts[f"stand-{winner}"]


def test_the_race_goes_by_rank() -> None:
    for states in moments():
        for state in states[:-1]:
            assert state.seat is None and state.outcome() is None
            race = show(state.view(0)).parts["race"]
            totals = [int(n) for n in re.findall(r'<b class="total">(\d+)</b>', race)]
            assert totals == sorted(totals, reverse=True) and len(totals) == state.players


def test_the_champion_is_crowned() -> None:
    end = moments()[-1][-1]
    (champion,) = end.outcome().winners  # type: ignore[union-attr]
    for view in viewers(end):
        shown = show(view)
        lead = shown.table.voice.lead
        assert ("Tu as gagné" if view.viewer == champion else NAMES[champion]) in lead
        assert f'class="winner s{champion}"' in shown.parts["stage"]
        assert shown.parts["ranks"].index(f'"s{champion} first"') < shown.parts["ranks"].index(
            "li><li"
        )
        assert shown.table.lamp == f"seat-{champion}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_speak_each_language(lang: str) -> None:
    pages = {other: html(GAME.deal(5, 2).view(0), other) for other in LANGUAGES}
    assert len(set(pages.values())) == 3
    assert {"fr": "Objectif", "en": "Target", "de": "Zielgröße"}[lang] in pages[lang]
    assert 'aria-label=""' not in pages[lang]


# Motion


def moves_of(flights: list[Flight]) -> list[tuple[str, str]]:
    return [(flight.source, flight.target) for flight in flights]


def test_a_laid_card_comes_from_its_hand() -> None:
    state = GAME.deal(3, 1)
    move = next(str(m) for m in state.legal_moves() if str(m).startswith("lay-"))
    code = move.removeprefix("lay-")
    for seat in (None, 0, 1):
        assert moves_of(flown(state, state.play(move), seat)) == [(f"c0-{code} seat-0", "fig-0")]


def test_what_is_drawn_flies_from_the_stock_and_nothing_else_does() -> None:
    state = GAME.deal(3, 1)
    drawn = state.play("draw")
    code = house_deck().kinds[int(drawn.record.took) - 1].code
    assert moves_of(flown(state, drawn, 0)) == [("stock", f"c0-{code}")]
    for seat in (None, 1, 2):
        assert moves_of(flown(state, drawn, seat)) == [("stock", "seat-0")]


def test_what_is_taken_and_given_flies_and_nothing_else_does() -> None:
    state = GAME.deal(3, 1)
    top = house_deck().kinds[pile_of(state.record, 0)[-1]].code
    taken = state.play("take-1")
    dropped = taken.play(f"drop-{top}-1")
    for seat in (None, 0, 1, 2):
        assert moves_of(flown(state, taken, seat)) == [("pile-1", f"c0-{top} seat-0")]
        assert moves_of(flown(taken, dropped, seat)) == [(f"c0-{top} seat-0", "pile-1")]


def test_a_deal_flies_from_the_stock() -> None:
    states = next(states for states in moments() if len(states) > 2)
    found = flown(states[-2], states[-1], 0)
    assert {flight.source for flight in found} == {"stock"}
    assert len(found) == int(states[-1].record.target) + 2


def test_a_reshuffle_shows_the_last_discard_before_new_tops() -> None:
    for seed in range(1, 30):
        luck, state = random.Random(seed), GAME.deal(8, seed)
        for _ in range(600):
            moves = [m for m in state.legal_moves() if "lay" not in str(m)]
            frames = state.frames(luck.choice(moves[:1] if str(moves[0]) == "draw" else moves))
            if len(frames) == 2 and frames[1].state.record.reshuffles:
                gone, fresh = [frame.state for frame in frames]
                (given,) = flown(state, gone)
                assert given.target.startswith("pile-")
                assert {one.source for one in flown(gone, fresh)} == {"stock"}
                return
            state = frames[-1].state
    pytest.fail("the stock never ran out")


def test_a_card_has_one_face_in_a_round() -> None:
    for state in walk(4, "30", 6, every=19):
        faces: dict[str, set[str]] = {}
        for look in drawn(state.view(1)):
            faces.setdefault(look.partition("-")[0], set()).add(look)
        cards = {code: found for code, found in faces.items() if code in house_deck().numbers}
        assert cards and all(len(found) == 1 for found in cards.values())
