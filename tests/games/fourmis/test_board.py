"""The table of Fourmis: every move is a gesture, every secret stays one, every page can be read."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from tablee import State
from tablee.core.board import Board
from tablee.core.page import Person
from tablee.core.position import View
from tablee.core.rulebook import LANGUAGES
from tablee.games.fourmis import rules
from tablee.games.fourmis.notation import CARD_TEXTS, write_card
from tablee.web import pen
from tests.cases import Case, cases_of
from tests.games.fourmis.tables import GAME, NAMES, table

CASES = pytest.mark.parametrize("case", list(cases_of(GAME)), ids=str)
LANGS = pytest.mark.parametrize("lang", LANGUAGES)
_EMPTY = {"use", "path", "circle", "rect", "ellipse", "br", "img", "input", "link", "meta"}


class Page(HTMLParser):
    """What a page is made of; it must close every element that it opens."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.refusals: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        self.styled: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.ids[found["id"]] += 1
            self.labels[found["id"]] = found.get("aria-label", "")
        if "data-why" in found:
            assert found["data-why"]
            self.refusals[found["id"]] = found["data-clause"]
        if "style" in found:
            self.styled.append(tag)
        if tag not in _EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in _EMPTY

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


def people(state: State, me: int | None = None) -> list[Person]:
    return [
        Person(seat, NAMES[seat], bot=seat == 1, mine=seat == me) for seat in range(state.players)
    ]


def shown(state: State, me: int | None = None, lang: str = "en", held: str = "") -> pen.Shown:
    return pen.show(state.view(me), pen.Scene(people(state, me), lang, held))


def html_of(state: State, me: int | None = None, lang: str = "en") -> str:
    return shown(state, me, lang).__html__()


def board_of(view: View, lang: str = "en") -> Board:
    return GAME.board(view, lang, NAMES[: view.players])


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


def viewers(state: State) -> list[int | None]:
    return [None, *range(state.players)]


@CASES
def test_every_legal_move_is_one_gesture_between_a_thing_and_a_place(case: Case) -> None:
    for state in moments(case, 3, 150):
        for me in viewers(state):
            view = state.view(me)
            board = board_of(view)
            mine = me is not None and state.seat == me
            legal = sorted(map(str, view.legal_moves())) if mine else []
            assert sorted(gesture.move for gesture in board.gestures) == legal
            for gesture in board.gestures:
                assert gesture.thing in board.things
                assert gesture.place in board.places
                assert board.things[gesture.thing].trial == gesture.move


@CASES
def test_a_page_has_all_its_things_and_each_id_once(case: Case) -> None:
    for state in list(moments(case, 4))[::17]:
        for me in viewers(state):
            board = board_of(state.view(me))
            page = Page(html_of(state, me))
            assert set(page.ids.values()) == {1}
            assert not page.styled
            assert set(board.things) <= set(page.ids)
            assert {gesture.place for gesture in board.gestures} <= set(page.ids)


@CASES
def test_what_may_not_be_played_says_its_clause(case: Case) -> None:
    refused = 0
    for state in moments(case, 5, 60):
        if state.seat is None:
            continue
        page = Page(html_of(state, state.seat))
        board = board_of(state.view(state.seat))
        free = {gesture.thing for gesture in board.gestures}
        held = {thing.id: thing for thing in board.things.values() if thing.trial}
        assert set(page.refusals) == set(held) - free
        for name, clause in page.refusals.items():
            refusal = state.why_not(held[name].trial)
            assert refusal is not None
            assert refusal.clause == clause
            refused += 1
    assert refused


@CASES
def test_a_page_tells_nothing_of_hidden_cards(case: Case) -> None:
    for state in list(moments(case, 6, 40))[::5]:
        for me in viewers(state):
            html = html_of(state, me)
            for seed in range(2):
                assert html_of(state.view(me).redeal(seed), me) == html


@CASES
def test_only_cards_that_a_seat_sees_have_an_id(case: Case) -> None:
    for state in list(moments(case, 7, 60))[::5]:
        for me in viewers(state):
            record = state.record
            seen = {f"c-{write_card(int(card))}" for card in record.trick[: record.played]}
            if me is not None:
                hand = int(record.hands[me])
                seen |= {f"c-{CARD_TEXTS[card]}" for card in range(45) if hand >> card & 1}
            page = Page(html_of(state, me))
            ants = {name for name in page.ids if name.startswith("c-") and "L" not in name}
            assert ants == {name for name in seen if "L" not in name}


@LANGS
def test_a_whole_match_is_shown_in_every_language(lang: str) -> None:
    for players in GAME.players:
        case = Case(GAME, players, ())
        for state in list(moments(case, 8))[::23]:
            for me in viewers(state):
                regions = shown(state, me, lang)
                Page(str(regions.__html__()))
                assert "{" not in regions.parts["ribbon"]


def prompt(state: State, me: int = 0) -> str:
    board = board_of(state.view(me))
    return f"{board.lead} {board.prompt}"


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
def test_the_ribbon_says_what_binds_you(hand: str, trick: str, told: str) -> None:
    others = ("4j 5j", "4p 5p") if trick == "-" else ("4j 5j", "4p")
    lead = 0 if trick == "-" else 2
    assert prompt(table(hand, *others, trick=trick, lead=lead, rest=1)) == told


def test_the_ribbon_says_whom_we_wait_for() -> None:
    state = table("2r 3r", "4j 5j", "4p 5p", lead=1)
    assert prompt(state) == "Bob leads the trick."
    assert prompt(state.play("5j")) == "Cy has to beat the 5 if possible."
    assert prompt(table("2r 3r", "Nj 5j", "4p 5p", lead=1).play("Nj")) == (
        "Cy has to follow with a ninja if possible."
    )


def test_a_full_trick_says_who_takes_it() -> None:
    state = table("2r 3r", "4j 5j", "4p", trick="8p", lead=2).play("3r")
    full = state.frames("5j")[0].state
    assert prompt(full) == "Cy wins the trick."
    assert prompt(full, 2) == "The trick is yours! You lead the next one."
    assert 'data-to="won-2"' in html_of(full, 0)
    assert "wins it" in html_of(full, 0)


def test_nobody_takes_a_trick_of_ladybirds() -> None:
    full = table("L 3r", "L 4r", "5r", trick="L", lead=2).play("L").frames("L")[0].state
    assert prompt(full) == "Nothing but ladybirds! Nobody wins the trick."
    assert "data-to" not in html_of(full, 0)


def test_won_soldiers_stay_face_down_until_they_are_counted() -> None:
    won = ("2r 3r Qr", "L 4r 5r", "-")
    state = table("2j", "3j", "4j", won=won, rest=2, plus="r")
    assert Page(html_of(state, 2)).labels["won-0"] == "Won: Red queen, 2 cards face down"
    assert Page(html_of(state, 2)).labels["won-1"] == "Won: Ladybird, 2 cards face down"
    swarm = table("2j", "3j", "4j", won=("-", "L L 4r", "-"), rest=2)
    assert Page(html_of(swarm, 2)).labels["won-1"] == "Won: 2 ladybirds, 1 card face down"
    plus, minus, queens = board_of(state.view(2)).facts.objectives
    assert plus.counts == minus.counts == ()
    assert [n for _, n, _ in queens.counts] == [1, 0, 4]
    scored = state.play("2j").play("3j").frames("4j")[-2].state
    plus = board_of(scored.view(2)).facts.objectives[0]
    assert [n for _, n, _ in plus.counts][:2] == [3, 2]


def test_the_strongest_card_leads_the_trick() -> None:
    state = table("2r 3r", "4j 5j", "7r", trick="8p", lead=2)
    state = state.play("3r")
    (leader,) = [card for card in board_of(state.view(0)).facts.trick if card.leads]
    assert leader.name == "Cy: Purple soldier, strength 8; winning so far"


def test_ladybirds_in_one_hand_lie_on_one_another() -> None:
    state = table("L L 3r", "4j 5j 6j", "4p 5p 6p")
    board = board_of(state.view(0))
    assert [g.thing for g in board.gestures if g.move == "L"] == ["c-L2"]
    assert board.things["c-L2"].name == "Ladybird (2 in hand)"
    after = board_of(state.play("L").view(0))
    assert set(after.things) == {"c-3r", "c-L1", "c-L2"}
    assert after.things["c-L1"].name == "Ladybird"
    assert "c-L-of-0" in board_of(state.play("L").view(1)).things


def test_those_who_play_after_you_sit_clockwise_from_your_left() -> None:
    for players, sides in {3: ["left", "right"], 4: ["left", "far", "right"]}.items():
        state = GAME.deal(players, 1)
        for me in range(players):
            seats = board_of(state.view(me)).facts.seats
            assert [seat.who for seat in seats] == [(me + n) % players for n in range(players)]
            assert [seat.style.split()[1] for seat in seats[1:]] == sides


def test_the_ghost_changes_sides_from_round_to_round() -> None:
    case, found = Case(GAME, 2, ()), set()
    for state in moments(case, 10):
        sides = {s.who: s.style.split()[1] for s in board_of(state.view(0)).facts.seats}
        assert (sides[0], sides[1]) == ("near", "far")
        found.add((int(state.record.rounds) % 2, sides[rules.GHOST]))
    assert found == {(1, "right"), (0, "left")}


def test_partners_bear_the_same_sign() -> None:
    seats = board_of(GAME.deal(4, 1, teams="yes").view(1)).facts.seats
    assert [(seat.who, seat.goods.team) for seat in seats] == [(1, 1), (2, 0), (3, 1), (0, 0)]
    assert {seat.goods.team for seat in board_of(GAME.deal(4, 1).view(1)).facts.seats} == {-1}


def test_the_race_says_when_it_ends() -> None:
    assert "15 aphids end the game" in html_of(GAME.deal(4, 1), 0)
    assert "4 rounds, then we count" in html_of(GAME.deal(4, 1, teams="yes"), 0)


@pytest.mark.parametrize("aphids", [(0, 0, 0, 0), (3, 3, 4, 14), (1, 2, 3, 4), (14, 14, 14, 0)])
def test_everyone_has_a_place_in_the_race(aphids: tuple[int, ...]) -> None:
    state = table("2r", "3r", "4r", "5r", aphids=aphids)
    race = board_of(state.view(0)).facts.race
    assert sorted(seat for step in race for seat in step.seats) == [0, 1, 2, 3]
    assert {step.aphids: step.n for step in race} == {n: 4 * n for n in set(aphids)}


def test_the_stalk_grows_with_who_climbs_beyond_the_goal() -> None:
    case = Case(GAME, 2, ())
    over = list(moments(case, 11))[-1]
    race, marks = (getattr(board_of(over.view(0)).facts, name) for name in ("race", "marks"))
    assert race[-1].aphids >= 15
    assert race[-1].n == 60
    assert [n for n, _ in marks][-1] == 60
    assert "h-crown" in html_of(over, 0)


def test_the_status_tells_round_and_trick() -> None:
    told = [board_of(state.view(0)).status for state in moments(Case(GAME, 3, ()), 12)]
    assert told[0] == "Round 1 · first trick"
    assert "Round 1 · trick 2" in told
    assert "Round 1 · last trick" in told
    assert "Round 1 · counting" in told
    assert told[-1] == "The game is over"
