"""A table that fills up, in real browsers: nothing that somebody typed is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import PHONE, Guest, Guests


def name(guest: Guest, typed: str) -> None:
    """Types a name and goes elsewhere, as a finger does on its way to a chair."""
    guest.page.locator("#name").fill(typed)
    guest.page.locator("#name").blur()


def test_whoever_is_refused_a_seat_reads_why_and_keeps_the_name(guests: Guests) -> None:
    """Two press the same chair: half a second later the loser saw an empty field and no word."""
    guests.may_refuse = True
    ada, ben, cy = guests.come(), guests.come(PHONE), guests.come(PHONE)
    ada.open_table("kraut", 3)
    ada.sit(name="Ada")
    stream = re.compile(r"/stream$")
    cy.page.route(stream, lambda route: route.fulfill(status=204))  # hears of nobody
    cy.table = ada.table
    cy.go()
    name(cy, "Cy")
    ben.sit(ada.table, "Ben")
    cy.page.unroute(stream)
    cy.page.locator(".stool button[value='1']").click()
    notice = cy.page.locator(".notice")
    expect(notice).to_contain_text("prise")
    ada.ask("PATCH", f"/tables/{ada.table}", {"join": "open"})  # the page is fetched anew
    expect(cy.page.locator(".facts")).to_contain_text("Tout le monde")
    expect(notice).to_be_visible()
    expect(cy.page.locator("#name")).to_have_value("Cy")
    cy.page.locator(".stool button[value='2']").click()
    expect(cy.page.locator("#mine > summary")).to_contain_text("Cy")
    expect(ada.page.locator(".notice")).to_have_count(0)


def test_four_phones_in_a_room_keep_what_they_have_typed(guests: Guests) -> None:
    ada = guests.come()
    ada.open_table("escogriffe", 6)
    ada.sit(name="Ada")
    phones = [guests.come(PHONE) for _ in range(4)]
    for n, phone in enumerate(phones):
        phone.table = ada.table
        phone.go()
        name(phone, f"Phone {n}")
    for n, phone in enumerate(phones):
        for other in phones[n:]:
            expect(other.page.locator(".stool.person")).to_have_count(n + 1)
            expect(other.page.locator("#name")).to_have_value(f"Phone {phones.index(other)}")
        phone.page.locator(".stool .sit.glows").click()
        expect(phone.page.locator("#mine > summary")).to_contain_text(f"Phone {n}")


def test_an_open_bubble_and_a_name_in_it_outlive_a_newcomer(guests: Guests) -> None:
    ada, ben = guests.come(), guests.come()
    ada.open_table("fourmis", 4)
    ada.sit(name="Ada")
    ada.go()
    ada.page.locator("#chair-2 > summary").click()
    ada.page.locator("#beside-2 > summary").click()
    ada.page.locator("#who-2").fill("Chloé")
    ben.sit(ada.table, "Ben")
    expect(ada.page.locator(".stool.person")).to_have_count(1)
    expect(ada.page.locator("#who-2")).to_have_value("Chloé")
    expect(ada.page.locator("#who-2")).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".stool.person")).to_have_count(2)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=str)
def test_a_table_is_opened_filled_and_begun_by_presses(
    guests: Guests, size: tuple[int, int]
) -> None:
    """One decision at a time: open, a chair, a bot; then begin, early, and with bots."""
    guests.may_refuse = True
    ada = guests.come(size, reduced_motion="reduce")
    ada.page.goto("/new/fourmis")
    ada.page.locator(".go.glows").click()
    ada.page.locator(".stool .sit.glows").click()
    ada.page.locator("#chair-1 .robot").nth(1).click()
    expect(ada.page.locator(".stool.bot")).to_have_count(1)
    ada.page.locator("#begin button").click()
    expect(ada.page.locator(".notice")).to_contain_text("2 places vides")
    ada.page.locator("#begin button.glows").click()
    expect(ada.page.locator("#table")).to_be_visible()


def test_a_lobby_is_served_by_keys(guests: Guests) -> None:
    ada = guests.come(reduced_motion="reduce")
    ada.open_table("fourmis", 4)
    ada.sit(name="Ada")
    ada.go()
    ada.page.locator("#chair-1 > summary").focus()
    ada.page.keyboard.press("Enter")
    for _ in range(3):
        ada.page.keyboard.press("Tab")
    expect(ada.page.locator("#chair-1 .robot").first).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".stool.bot")).to_have_count(1)
    ada.page.locator("#box > summary").focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#box [name=game]").first).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#box [name=game]").first).to_be_hidden()
