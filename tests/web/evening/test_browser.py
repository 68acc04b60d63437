"""An evening in browsers: twelve phones are led from table to table, a wall, and a host."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.effort import NIGHT
from tests.web.browser.people import Guest, Guests
from tests.web.evening.guests import NAMES
from tests.web.test_browser_pages import flaws

POCKET = (390, 844)
LONG = 200_000
"""Milliseconds in which a whole match is played, also on a machine that has much to do."""
PEOPLE, ROUNDS = (12, 3) if NIGHT else (4, 2)
"""On every push a small evening; at night the whole one, three games of three or four."""
PLAY = """async ([table, pause]) => {
    const rest = () => new Promise((done) => setTimeout(done, pause));
    const view = async () => (await fetch(`/api/tables/${table}/view`)).json();
    for (;;) {
        const { legal, ply, turn } = await view();
        window.told = `${turn} is to play ${ply}`;
        if (turn === null) return ply;
        if (!legal?.length) { await rest(); continue; }
        const [{ move }] = legal.slice(-1);
        const body = JSON.stringify({ move, ply });
        const headers = { "content-type": "application/json" };
        const done = await fetch(`/t/${table}/moves`, { method: "POST", headers, body });
        if (done.ok) continue;
        await fetch(`/t/${table}/ready`, { method: "POST", redirect: "manual" });
        await rest();
    }
}"""
"""Plays a match to its end from a phone's own page, as its script would."""
PAUSE = 40 * PEOPLE
"""Milliseconds between two looks: all phones of a room are one address, with one limit."""


def open_evening(host: Guest, **wish: str) -> str:
    page = host.page
    page.goto("/evening")
    for name, value in wish.items():
        page.locator(f'input[name="{name}"][value="{value}"]').check(force=True)
    page.locator(".open button.big").click()
    expect(page.locator(".three .deed")).to_have_count(3)
    return page.url


def come(guests: Guests, url: str, name: str) -> Guest:
    guest = guests.come(size=POCKET, reduced_motion="reduce")
    guest.page.goto(url)
    guest.page.fill("#name", name)
    guest.page.locator(".tent button").click()
    expect(guest.page.locator(".wait-line")).to_be_visible()
    return guest


def test_phones_are_led_from_table_to_table_while_the_host_presses_three_times(
    guests: Guests,
) -> None:
    """Nobody presses anything between two tables but the cards of the game."""
    guests.may_refuse = True  # a move while the points of a round are being read
    host, wall = guests.come(), guests.come(size=(1920, 1080))
    url = open_evening(host, game="fourmis", rounds=str(ROUNDS), minutes="30")  # 1
    wall.page.goto(f"{url}/wall")
    phones = [come(guests, url, name) for name in NAMES[:PEOPLE]]
    for name in NAMES[:PEOPLE]:
        expect(wall.page.locator("main")).to_contain_text(name)
    host.page.locator(".three button.now").click()  # 2
    for number in range(ROUNDS):
        tables = {phone: led_to_a_table(phone) for phone in phones}
        assert len(set(tables.values())) == -(-PEOPLE // 4) or PEOPLE == 12
        told = f"{number + 1} sur {ROUNDS}"
        expect(wall.page.locator(".big-top h1")).to_contain_text(told)
        guests.keep(wall.page, f"wall-{number}")
        play_all(tables)
        last = number + 1 == ROUNDS
        for phone in phones:
            phone.page.wait_for_url(url if last else re.compile(r"/(evening|t)/"))
    for phone in phones:
        expect(phone.page.locator(".league li.oneself-line")).to_be_visible()
    host.page.locator(".three button.now").click()  # 3
    expect(wall.page.locator(".league li")).to_have_count(PEOPLE)
    expect(host.page.locator(".three button")).to_have_count(0)


def led_to_a_table(phone: Guest) -> str:
    """Waits until a phone has gone to a table of the new tour by itself."""
    known = phone.table
    phone.page.wait_for_function(
        "(known) => location.pathname.startsWith('/t/') && location.pathname !== `/t/${known}`",
        arg=known,
    )
    phone.table = phone.page.url.rpartition("/")[2]
    return phone.table


def play_all(tables: dict[Guest, str]) -> None:
    """Has all phones play at the same time, each in its own page."""
    for phone, table in tables.items():
        phone.page.evaluate(
            f"(told) => {{ window.played = ({PLAY})(told); return null; }}", [table, PAUSE]
        )
    for phone in tables:
        done = "() => window.played === undefined || window.played.then(() => true)"
        phone.page.wait_for_function(done, timeout=LONG)


PAGES = ["", "/host", "/wall", "/sheet"]
LIGHTS = (
    [("light", "fr"), ("dark", "de")]
    if not NIGHT
    else [(light, lang) for light in ("light", "dark") for lang in ("fr", "en", "de")]
)


@pytest.mark.parametrize(("light", "lang"), LIGHTS)
def test_the_pages_of_an_evening_are_without_a_flaw(
    guests: Guests, browser: Browser, light: str, lang: str
) -> None:
    """For axe-core, and nothing reaches over an edge; before a tour and in the middle of it."""
    host = guests.come(color_scheme=light, locale=lang, reduced_motion="reduce")
    host.page.goto("/evening")
    assert flaws(host.page) == []
    url = open_evening(host)
    ada = come(guests, url, "Ada")
    for name in ("Ben", "Chloé", "Dora"):
        host.page.fill("#add", name)
        host.page.locator(".people form .b").first.click()
        expect(host.page.locator(".people li")).to_have_count(
            2 + ("Ben", "Chloé", "Dora").index(name)
        )
    check(host.page, url, PAGES)
    host.page.goto(f"{url}/host")
    host.page.locator(".three button.now").click()
    expect(host.page.locator(".three button")).to_have_count(0)
    check(host.page, url, PAGES)
    ada.page.goto(url)
    assert flaws(ada.page) == []


def check(page: Page, url: str, parts: list[str]) -> None:
    for part in parts:
        for width, height in ((1280, 800), POCKET):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(url + part)
            assert flaws(page) == [], (part, width)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (part, width)


def test_an_evening_is_opened_and_begun_by_keys(guests: Guests) -> None:
    host = guests.come()
    host.page.goto("/evening")
    host.page.locator('input[name="game"]').first.focus()
    host.page.keyboard.press("Enter")
    expect(host.page.locator("#add")).to_be_visible()
    host.page.locator("#add").focus()
    for name in ("Ada", "Ben", "Chloé"):
        host.page.locator("#add").fill(name)
        host.page.keyboard.press("Enter")
        expect(host.page.locator(".people")).to_contain_text(name)
    host.page.locator(".three button.now").focus()
    host.page.keyboard.press("Enter")
    expect(host.page.locator(".real input[name='p0']")).to_be_visible()
