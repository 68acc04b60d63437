"""Names: what is one, who goes by it already, and what it does to a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.house.errors import BadName, NameTaken
from tablee.house.ports.names import (
    FIRST,
    LAST,
    check_free,
    free_name,
    isolated,
    read_name,
    same_name,
)
from tests.web.guests import open_house, story


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u3164", "\u2800", "\u115f", "\u0301", "\u0301a", "a\u200db", "\u200d", "a\u202eb"],
)
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        read_name(name, 24)


@pytest.mark.parametrize(
    "name", ["Zoë", "👩‍🚀", "👨‍👩‍👧", "❤️‍🔥", "Ōe", "عمر", "李", "7", "e\u0301"]
)
def test_a_name_that_can_be_seen_is_welcome(name: str) -> None:
    assert read_name(f"  {name} ", 24)


def test_names_that_look_alike_are_the_same() -> None:
    assert same_name("Ada", "ＡＤＡ") and same_name("Zoe B", "zoeb") and not same_name("Zoé", "Zoe")
    assert free_name("Guest", ["Guest", "guest 2"]) == "Guest 3"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("P0", "Р0"),  # a Cyrillic Er
        ("Ada", "Аdа"),
        ("ADA", "АDА"),
        ("Zoé", "Zое\u0301"),
        ("Noël", "Nоёl"),
        ("Hope", "Норе"),
        ("Boris", "Воris"),
        ("Ono", "Οnο"),
        ("NINA", "ΝΙΝΑ"),
        ("Kim", "Κіm"),
        ("Eva", "Εvα"),
        ("Вова", "вова"),
        ("Вова", "Bова"),
        ("Al", "AI"),
        ("Lea1", "Leal"),
        ("Jo", "J0"),
        ("x1", "х|"),
        ("ada", "𝐚𝐝𝐚"),
        ("sin", "sın"),
    ],
)
def test_letters_of_another_alphabet_make_no_other_name(one: str, other: str) -> None:
    """A Cyrillic name that looks like a Latin one could be taken beside it."""
    assert same_name(one, other) and same_name(other, one)
    with pytest.raises(NameTaken):
        check_free(other, [one])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ian", "Lan"),
        ("Anna", "Аня"),
        ("Иван", "Нван"),
        ("Zoé", "Zoe"),
        ("Guest 1", "Guest 2"),
        ("Convive 10", "Convive 11"),
        ("Νίκος", "Νίκη"),
        ("Ada", "Adan"),
    ],
)
def test_names_that_are_told_apart_by_eye_go_side_by_side(one: str, other: str) -> None:
    assert not same_name(one, other) and not same_name(other, one)


@given(st.text(max_size=8), st.text(max_size=8))
def test_any_two_names_are_compared_both_ways_alike(one: str, other: str) -> None:
    assert same_name(one, one) and same_name(one, other) == same_name(other, one)


def test_a_name_from_right_to_left_turns_no_sentence() -> None:
    assert isolated("عمر") == f"{FIRST}عمر{LAST}" and isolated("Zoë") == "Zoë"
    assert read_name(isolated("عمر"), 24) == "عمر"


@story
async def test_nobody_takes_the_name_of_another_at_the_table(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.seated(3)
        ada, ben, cleo = seated.guests
        await ada.ask("POST", f"{seated.path}/name", {"name": "Ada"})
        wrong = await ben.refused(409, "POST", f"{seated.path}/name", {"name": " ADA "})
        assert wrong["error"] == "name_taken"
        await cleo.ask("DELETE", f"{seated.path}/seats/2")
        wish = {"name": "ada"}
        wrong = await place.guest().refused(409, "POST", f"{seated.path}/seats", wish)
        assert wrong["error"] == "name_taken"
        await ada.ask("POST", f"{seated.path}/name", {"name": "ADA"})


@story
async def test_a_name_is_kept_apart_from_the_sentence_around_it(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.seated(2)
        guest = seated.guests[0]
        await guest.ask("POST", f"{seated.path}/name", {"name": "عمر"})
        page = await guest.page(f"/t/{seated.table}")
        assert "<bdi>عمر</bdi>" in page.replace(FIRST, "").replace(LAST, "")
        await guest.ask("POST", f"{seated.path}/start", {})
        for _ in range(8):
            await seated.move()
        log = (await guest.ask("GET", f"{seated.path}/log?lang=fr"))["log"]
        assert any(f"{FIRST}عمر{LAST}" in line["sentence"] for line in log)
