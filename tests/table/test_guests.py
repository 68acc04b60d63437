"""Guests: a head behind the edge of a table, its hands, its name card, and the lamp over it."""

from __future__ import annotations

import re

import pytest

from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.render.render_table import show
from tablee.table.people import Person
from tablee.table.rendered import Rendered, Showing
from tests.games.fourmis.tables import GAME

LEVELS = ("novice", "casual", "regular", "expert", "master")


def shown(
    people: list[Person], players: int = 4, seat: int | None = 0, lang: str = "en"
) -> Rendered:
    return show(GAME.deal(players, 1).view(seat), Showing(people, lang))


def guest(person: Person, lang: str = "en") -> str:
    people = [Person(seat, f"P{seat}") for seat in range(4)]
    people[1] = person
    return shown(people, lang=lang).parts["seat-1"]


def signs(html: str) -> list[str]:
    return re.findall(r'class="sign (\w+)"', html)


def test_a_guest_has_a_head_two_hands_and_a_name_card() -> None:
    html = guest(Person(1, "Björn"))
    assert html.index("#face-1") < html.index("#hands-1") < html.index("Björn")
    assert signs(html) == ["thinks"] and "level" not in html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bot_shows_its_level_and_says_it(lang: str) -> None:
    told = {level: guest(Person(1, "B", bot=True, level=level), lang) for level in LEVELS}
    labels = [
        re.search(r'class="level (\w+)" role="img" aria-label="([^"]+)"', told[one])
        for one in LEVELS
    ]
    assert [found[1] for found in labels if found] == list(LEVELS)
    assert len({found[2] for found in labels if found}) == len(LEVELS)


def test_who_is_away_is_replaced_and_who_is_not_here_sleeps() -> None:
    away = guest(Person(1, "B", bot=True, level="regular", away=True))
    assert signs(away) == ["away"] and "level" not in away and "guest s1 gone" in away
    asleep = guest(Person(1, "B", here=False))
    assert signs(asleep) == ["absent"] and "guest s1 gone" in asleep


def test_a_head_is_drawn_without_its_disc() -> None:
    faces = shown([Person(seat, f"P{seat}", bot=seat == 1) for seat in range(4)]).parts["faces"]
    assert not re.search("#a-(disc|plate)", faces)
    assert faces.count("#a-hands") == 3 and faces.count("#a-bot-hands") == 1


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_the_lamp_hangs_over_the_place_of_whoever_acts(seat: int | None) -> None:
    state = GAME.deal(4, 1)
    assert state.seat is not None
    place = (state.seat - (seat or 0)) % 4
    people = [Person(n, f"P{n}") for n in range(4)]
    assert f" lit{place} " in show(state.view(seat), Showing(people, "en")).style
