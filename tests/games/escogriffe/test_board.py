"""The table of Le Grand Escogriffe: gestures, refusals, secrecy, and what the page shows."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tablee import State, find_game
from tablee.bots.levels import find_bot
from tablee.core.page import Person
from tablee.core.position import View
from tablee.games.escogriffe import Escogriffe
from tablee.games.escogriffe.art import Wardrobe, wardrobe_of
from tablee.games.escogriffe.material import MOST_JOINTS, Deck, Joint, Kind, house_deck
from tablee.games.escogriffe.notation import figure_of, of_seat, pile_of
from tablee.web import pen
from tests.look.geometry import Cut, cuts

FOUND = find_game("escogriffe")
assert isinstance(FOUND, Escogriffe)
GAME: Escogriffe = FOUND
NAMES = ["Ada", "Björn", "Chloé", "Dédé", "Élise", "Fatou", "Gül", "Hugo"]
LANGUAGES = ("fr", "en", "de")
TABLES = [(players, points) for players in range(3, 9) for points in ("50", "30", "100")]
_ID = re.compile(r' id="([^"]*)"')


def board(view: View, lang: str = "fr"):  # type: ignore[no-untyped-def]
    return view.game.board(view, lang, NAMES[: view.players])


def show(view: View, lang: str = "fr") -> pen.Shown:
    people = [
        Person(seat, NAMES[seat], bot=seat == 2, mine=seat == view.viewer)
        for seat in range(view.players)
    ]
    return pen.show(view, pen.Scene(people, lang))


def html(view: View, lang: str = "fr") -> str:
    return show(view, lang).__html__()


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


# Gestures


@pytest.mark.parametrize(("players", "points"), TABLES)
def test_every_legal_move_is_one_gesture_between_what_lies_there(players: int, points: str) -> None:
    for state in walk(players, points, players, every=7):
        for view in viewers(state):
            laid = board(view)
            mine = view.viewer is not None and view.viewer == view.seat
            moves = [str(move) for move in view.legal_moves()] if mine else []
            assert Counter(gesture.move for gesture in laid.gestures) == Counter(moves)
            assert {gesture.thing for gesture in laid.gestures} <= set(laid.things)
            assert {gesture.place for gesture in laid.gestures} <= set(laid.places)


@pytest.mark.parametrize("players", range(3, 9))
def test_the_page_has_every_id_once_and_all_that_can_be_used(players: int) -> None:
    for state in walk(players, "30", players + 10, every=23):
        for view in viewers(state):
            ids, laid = Counter(_ID.findall(html(view))), board(view)
            assert set(ids.values()) == {1}
            assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", name) for name in ids)
            used = {name for gesture in laid.gestures for name in (gesture.thing, gesture.place)}
            assert used <= set(ids)


def test_a_card_goes_from_the_hand_to_an_end_or_to_a_pile() -> None:
    state = GAME.deal(3, 1)
    begin = {gesture.move: gesture for gesture in board(state.view(0)).gestures}
    assert (begin["draw"].thing, begin["draw"].place) == ("stock", "into-hand")
    assert (begin["take-2"].thing, begin["take-2"].place) == ("pile-2", "into-hand")
    assert {g.place for g in begin.values() if g.thing.startswith("c-")} == {"start"}
    drop = board(state.play("draw").view(0)).gestures
    assert {gesture.place for gesture in drop} == {"pile-1", "pile-2"}
    assert all(gesture.thing.startswith("c-") for gesture in drop)


def test_a_free_end_is_a_place_and_a_closed_one_is_none() -> None:
    ends = {"hat": {"at-feet"}, "shoes": {"at-head"}, "neck": {"at-head", "at-feet"}}
    for code, free in ends.items():
        state = next(
            s
            for seed in range(200)
            if f"lay-{code}" in map(str, (s := GAME.deal(3, seed)).legal_moves())
        )
        places = set(board(state.play(f"lay-{code}").view(0)).places)
        assert places & {"start", "at-head", "at-feet"} == free


# Refusals


@pytest.mark.parametrize("players", range(3, 9))
def test_what_cannot_be_used_says_why_with_its_clause(players: int) -> None:
    for state in walk(players, "50", players + 20, every=11):
        if state.seat is None:
            continue
        view = state.view(state.seat)
        laid = board(view)
        spots = (*laid.things.values(), *laid.places.values())
        used = {*laid.goes, *laid.comes}
        for trial in (spot.trial for spot in spots if spot.id not in used and spot.trial):
            refusal = view.why_not(trial, "fr")
            assert refusal is not None and refusal.clause in GAME.rulebook.clauses
        tried = {thing.id for thing in laid.things.values() if thing.trial}
        assert {"stock", *(name for name in laid.things if name[:2] == "c-")} <= tried


def test_a_card_that_does_not_join_names_both_joints() -> None:
    for state in walk(4, "50", 3, every=1):
        view = state.view(state.seat)
        if state.seat is None or "E53" not in html(view):
            continue
        found = re.search(r'data-why="([^"]*)" data-clause="E53"', html(view))
        if found:
            assert "Ça ne s’accorde pas" in found[1]
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
            shown = Counter(re.findall(r"#e-([a-z]+)(?:-\d)?\"", html(view)))
            record, seats = state.record, range(players)
            open_cards = [kind for seat in seats for kind in figure_of(record, seat)]
            open_cards += [
                pile_of(record, p)[-1] for p in range(2 + (players > 5)) if pile_of(record, p)
            ]
            if view.viewer is not None:
                counts = of_seat(record.hands, view.viewer)
                open_cards += [kind for kind, n in enumerate(counts) for _ in range(n)]
            codes = Counter(house_deck().kinds[kind].code for kind in open_cards)
            walks = state.seat is None and "walker" in html(view)
            cards = {code: n for code, n in shown.items() if code in house_deck().numbers}
            assert walks or cards == codes


def test_the_back_of_the_stock_is_the_same_whatever_comes_next() -> None:
    state = GAME.deal(4, 5)
    for seed in range(6):
        other = state.view(1).redeal(seed)
        assert show(other.view(None)).parts["middle"] == show(state.view(None)).parts["middle"]


# What is seen and said


def test_equal_cards_lie_together_and_each_copy_has_its_number() -> None:
    for seed in range(100):
        state = GAME.deal(3, seed)
        counts = of_seat(state.record.hands, 0)
        if max(counts) < 3:
            continue
        kind = counts.index(max(counts))
        code = house_deck().kinds[kind].code
        page = show(state.view(0)).parts["hand"]
        assert [f"copy-{code}-{n + 1}" in page for n in range(4)] == [
            n < counts[kind] for n in range(4)
        ]
        assert page.count(f' id="c-{code}"') == 1
        return
    pytest.fail("nobody was dealt three equal cards")


def test_the_hand_goes_from_heads_to_feet() -> None:
    for seed in range(20):
        hand = re.findall(r' id="c-([a-z]+)"', show(GAME.deal(4, seed).view(2)).parts["hand"])
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
    laid = board(state.view(0), lang)
    assert words[lang] in laid.things["fig-0"].name and "Ada" in laid.things["fig-0"].name
    assert all(len(thing.name.split()) > 2 for thing in laid.things.values())
    joints = {"fr": "en bas", "en": "bottom", "de": "unten"}[lang]
    cards = [thing.name for name, thing in laid.things.items() if name.startswith("c-")]
    assert sum(joints in card for card in cards) >= len(cards) - 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_ribbon_says_what_to_do_and_whom_we_wait_for(lang: str) -> None:
    state = GAME.deal(3, 1)
    mine, theirs = board(state.view(0), lang), board(state.view(1), lang)
    assert mine.lead == {"fr": "À toi\u202f!", "en": "Your turn!", "de": "Du bist dran!"}[lang]
    assert theirs.lead == "Ada" and not theirs.gestures
    drawn = state.play("draw")
    assert board(drawn.view(0), lang).prompt != mine.prompt
    card = GAME.words.card(int(drawn.record.took) - 1, lang, as_object=True)
    assert card in board(drawn.view(0), lang).prompt
    assert board(drawn.view(1), lang).prompt != theirs.prompt


def test_another_seat_s_card_from_the_stock_is_not_named() -> None:
    drawn = GAME.deal(3, 1).play("draw")
    for view in (drawn.view(1), drawn.view(None)):
        assert all(name not in board(view).prompt for name in ("tête", "torse", "cou ", "jambes"))


def test_moments_between_rounds_and_the_end_are_shown_to_all() -> None:
    for after in moments():
        for state in after[:-1]:
            assert state.seat is None and state.outcome() is None
            for view in viewers(state):
                for lang in LANGUAGES:
                    laid = board(view, lang)
                    assert laid.lead and not laid.gestures
                    assert "race" in show(view, lang).parts["hand"]
    end = after[-1]
    (champion,) = end.outcome().winners  # type: ignore[union-attr]
    for view in viewers(end):
        laid = board(view)
        assert ("Tu as gagné" if view.viewer == champion else NAMES[champion]) in laid.lead
        assert "crown" in show(view).parts[f"seat-{champion}"]


def test_a_whole_figure_hops_when_its_round_is_over() -> None:
    state = next(frames[0] for frames in moments() if len(frames) > 1)
    winner = int(state.record.round_winner)
    for view in viewers(state):
        page = show(view).parts[f"seat-{winner}"]
        assert "whole" in page and "h-confetti" in page
    lead = board(state.view(winner)).lead
    assert lead == "Tu gagnes la manche\u202f!"
    assert NAMES[winner] in board(state.view(None)).lead


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_speak_each_language(lang: str) -> None:
    pages = {other: html(GAME.deal(5, 2).view(0), other) for other in LANGUAGES}
    assert len(set(pages.values())) == 3
    assert {"fr": "Objectif", "en": "Target", "de": "Ziel"}[lang] in pages[lang]


def test_a_laid_card_comes_from_its_hand_and_a_drawn_one_from_the_stock() -> None:
    state = GAME.deal(3, 1)
    move = next(str(m) for m in state.legal_moves() if str(m).startswith("lay-"))
    laid, code = state.play(move), move.removeprefix("lay-")
    assert f'id="p0-{code}-0" data-from="c-{code}"' in show(laid.view(0)).parts["seat-0"]
    assert f'id="p0-{code}-0" data-from="hand-0"' in show(laid.view(1)).parts["seat-0"]
    assert 'data-from="stock"' in show(state.play("draw").view(0)).parts["hand"]
    assert 'data-from="pile-1"' in show(state.play("take-1").view(0)).parts["hand"]


# Decks of one's own


@pytest.fixture
def own(tmp_path: Path) -> Escogriffe:
    """A deck with other colours, other shapes and other types beside those of the house."""
    text = (GAME.folder / "deck.toml").read_text(encoding="utf-8")
    text = text.replace('name = "escogriffe"', 'name = "own"', 1)
    text = text.replace('"neck"\ntop', '"long_neck"\ntop', 1).replace('"boots"', '"roller_skates"')
    text = text.replace('colour = "blue"', 'colour = "pink"').replace('"ankles"', '"hooves"')
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    game = GAME.with_deck(path)
    assert isinstance(game, Escogriffe)
    return game


def _edges(wardrobe: Wardrobe, code: str, end: str, offset: float) -> set[tuple[Cut, ...]]:
    height = wardrobe.parts[code].size[1]
    y = (0 if end == "top" else height) + offset
    parts = wardrobe.art.sprite.parts
    drawn = [
        re.sub(r"<text.*?</text>", "", parts[f"e-{look}-body"]) for look in wardrobe.looks(code)
    ]
    return {tuple(sorted(cuts(part, y))) for part in drawn}


def test_parts_of_another_deck_meet_exactly_too(own: Escogriffe) -> None:
    wardrobe = wardrobe_of(own.deck)
    plain = [kind for kind in own.deck.kinds if wardrobe.is_plain(kind.code)]
    assert len(plain) > 6 and len(plain) < len(own.deck.kinds)
    for upper in own.deck.kinds:
        for lower in own.deck.kinds:
            if not upper.bottom or upper.bottom != lower.top:
                continue
            for offset in (-2, -1, -0.5, 0.5, 1, 2):
                above = _edges(wardrobe, upper.code, "bottom", offset)
                assert above == _edges(wardrobe, lower.code, "top", offset)
                (edge,) = above
                joint = wardrobe.joints[str(upper.bottom)]
                cloth = {(cut.left, cut.right) for cut in edge if cut.fill == joint.cloth}
                assert cloth == set(joint.ranges)


def test_joints_of_another_deck_all_look_different(own: Escogriffe) -> None:
    joints = wardrobe_of(own.deck).joints
    assert len({(joint.ranges, joint.cloth) for joint in joints.values()}) == len(joints)


def test_the_deck_of_the_house_has_no_plain_parts() -> None:
    wardrobe = wardrobe_of(house_deck())
    assert not [code for code in wardrobe.parts if wardrobe.is_plain(code)]


def test_a_table_with_another_deck_carries_its_drawings(own: Escogriffe) -> None:
    state, bot = own.deal(4, 3), find_bot("advice", own, 3)
    for _ in range(30):
        state = state.play(bot.choose(state.view(state.seat)))
    for view in viewers(state):
        page = html(view)
        assert set(Counter(_ID.findall(page)).values()) == {1}
        used = set(re.findall(r'<use href="#(e-[^"]+)"', page))
        assert used and used <= set(_ID.findall(page))
        laid = board(view)
        assert len(laid.gestures) == len(view.legal_moves() if view.viewer == view.seat else ())


def test_as_many_joints_as_the_engine_knows_can_be_told_apart() -> None:
    joints = [Joint(f"shape{n}", f"hue{n}") for n in range(MOST_JOINTS)]
    kinds = [
        Kind(f"t{n}", top, bottom, 4, False, "upright")
        for n, (top, bottom) in enumerate(pairwise([None, *joints, None]))
    ]
    found = Wardrobe(Deck("many", tuple(kinds))).joints.values()
    assert len({joint.ranges for joint in found}) == MOST_JOINTS
    assert len({joint.cloth for joint in found}) == MOST_JOINTS
