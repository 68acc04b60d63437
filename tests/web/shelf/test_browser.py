"""The first page in a real browser: one press begins, by hand, by keys, and without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tablee import GAMES
from tests.web.browser.people import DESKTOP, PHONE, Guests

ALL_SIZES = [DESKTOP, (1920, 1080), (900, 800), (844, 390), (390, 844), PHONE]
CHOICES = "button[name=move]"
MOST_WORDS = 70
WORDS = r"""() => {
    const seen = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { textContent, parentElement: at } = walk.currentNode;
        const r = at.getBoundingClientRect();
        const shown = r.width > 2 && r.bottom > 0;
        if (shown && at.checkVisibility({ visibilityProperty: true })) seen.push(textContent);
    }
    return seen.join(" ").split(/\s+/).filter((word) => /\p{L}/u.test(word));
}"""
"""All words that are seen; a number alone is none."""
LEAVES = """() => [...document.querySelectorAll(
    "button[name=move], .board-b, .names :is(a, button), .ribbon, .leaflet, .shelf-top a, .box"
)].filter((one) => one.checkVisibility()).map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
    return [one.className || one.textContent, left, right, seen / (bottom - top)];
}).filter(([, left, right, seen]) => left < -1 || right > innerWidth + 1 || seen < 0.35)"""
"""What can be pressed and leaves the window, or shows less than its upper third."""
COVERED = """() => [...document.querySelectorAll("button[name=move]")].filter((one) => {
    const r = one.getBoundingClientRect();
    const y = Math.min(r.top + r.height / 2, innerHeight - 6);
    return !one.contains(document.elementFromPoint(r.left + r.width / 2, Math.max(y, r.top + 4)));
}).map((one) => one.value)"""
"""Choices whose middle lies under something else."""
ORDER = """() => [...document.querySelectorAll(
    "h1, .ribbon, button[name=move], .boxes .box, .shelf-top nav"
)].map((one) => one.matches("h1, button") ? one.tagName : one.className)"""
SPRITES = r"""() => performance.getEntriesByType("resource")
    .map((one) => one.name.match(/look\/([\w-]+)\.svg/)?.[1]).filter(Boolean)"""


OUTSIDE = r"""() => [...document.querySelectorAll("#outside use")]
    .map((one) => one.getAttribute("href").match(/look\/([\w-]+)\.svg/)?.[1])"""


@pytest.mark.parametrize("size", ALL_SIZES, ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_the_whole_table_is_seen_and_nothing_else_is_said(
    guests: Guests, game: str, size: tuple[int, int]
) -> None:
    ada = guests.come(size, reduced_motion="reduce")
    ada.page.goto(f"/?table={game}")
    assert 2 <= ada.page.locator(CHOICES).count() <= 4
    ada.keep("laid")
    assert len(ada.page.evaluate(WORDS)) <= MOST_WORDS
    assert ada.page.evaluate(LEAVES) == [] and ada.page.evaluate(COVERED) == []
    scrolls = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert ada.page.evaluate(scrolls) == [*size], "nothing to scroll"


@pytest.mark.parametrize("scripted", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("game", GAMES)
def test_one_press_is_the_first_move(guests: Guests, game: str, scripted: bool) -> None:
    ada = guests.come(java_script_enabled=scripted)
    ada.page.goto(f"/?table={game}")
    ada.page.locator(CHOICES).first.click()
    expect(ada.page.locator("#table")).to_be_visible()
    ada.table = ada.page.url.rpartition("/")[2]
    assert ada.facts["phase"] == "playing" and ada.facts["options"]["position"]
    expect(ada.page.locator("#answers")).not_to_have_value("0")


def test_by_keys_and_by_ear_the_cards_come_first(guests: Guests) -> None:
    ada = guests.come()
    ada.page.goto("/?table=fourmis")
    order = ada.page.evaluate(ORDER)
    assert order == sorted(order, key=["H1", "ribbon", "BUTTON", "box", "tools"].index)
    expect(ada.page.locator(".ribbon")).to_have_attribute("aria-live", "polite")
    for _ in range(2):  # past the way to the contents
        ada.page.keyboard.press("Tab")
    expect(ada.page.locator(CHOICES).first).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#table")).to_be_visible()


def test_a_box_lays_another_table_and_only_its_drawings_come(guests: Guests) -> None:
    ada = guests.come()
    ada.page.goto("/?table=fourmis", wait_until="networkidle")
    sprites = ada.page.evaluate(SPRITES)
    outside = ada.page.evaluate(OUTSIDE)  # tables of other tests, seen through the window
    assert "fourmis" in sprites
    assert not {"kraut", "escogriffe", "fourmis-box"} & {*sprites} - {*outside}
    ada.page.locator(".box", has_text="45 min").click()
    expect(ada.page.locator(".near.escogriffe")).to_be_visible()


def test_a_guest_is_asked_for_another_level(guests: Guests) -> None:
    ada = guests.come()
    ada.page.goto("/?table=kraut")
    expect(ada.page.locator("#levels")).to_be_hidden()
    ada.page.locator(".names button").first.click()
    ada.page.locator("#levels input[value=expert]").check(force=True)
    ada.page.keyboard.press("Escape")
    ada.page.locator(CHOICES).first.click()
    expect(ada.page.locator("#table")).to_be_visible()
    ada.table = ada.page.url.rpartition("/")[2]
    assert [seat["bot"] for seat in ada.facts["seats"]][1:] == ["expert", "expert"]


def test_a_new_deal_for_more_is_at_the_guests_too(guests: Guests) -> None:
    ada = guests.come()
    ada.page.goto("/?table=fourmis")
    ada.page.locator(".names button").last.click()
    ada.page.locator("#levels input[name=players][value='2']").check(force=True)
    ada.page.locator("#levels > .b").click()
    expect(ada.page.locator("#table")).to_be_visible()
    ada.table = ada.page.url.rpartition("/")[2]
    assert ada.facts["players"] == 2 and "position" not in ada.facts["options"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=str)
def test_the_cat_asks_what_to_play(guests: Guests, size: tuple[int, int]) -> None:
    ada = guests.come(size)
    ada.page.goto("/")
    ada.page.locator(".cat").click()
    ada.page.locator("#advice input[name=people][value='7']").check(force=True)
    ada.page.locator("#advice > .b").click()
    expect(ada.page.locator("#advice .best")).to_contain_text("Escogriffe")
    ada.page.locator("#advice .close").click()
    expect(ada.page.locator("#advice")).to_be_hidden()


def test_who_plays_outside_is_met_through_the_window(guests: Guests) -> None:
    ada, ben = guests.come(), guests.come()
    ada.table = ada.ask("POST", "/tables", {"game": "kraut", "players": 3, "join": "open"})["table"]
    ada.sit(name="Ada")
    ben.page.goto("/")
    ben.page.locator("button.window").click()
    ben.keep("window")
    ben.page.locator(f"#outside a[href='/t/{ada.table}']").click()
    expect(ben.page.locator("main")).to_contain_text("Ada")


@pytest.mark.parametrize(
    ("hour", "told", "awake"),
    [(7, "dawn", "0"), (12, "day", "0"), (19, "dusk", "1"), (23, "night", "1")],
)
def test_the_window_has_the_hour_of_who_looks(
    guests: Guests, hour: int, told: str, awake: str
) -> None:
    ada = guests.come()
    ada.page.clock.set_fixed_time(f"2026-11-19T{hour:02}:30:00")
    ada.page.goto("/")
    expect(ada.page.locator("html")).to_have_attribute("data-hour", told)
    eye = "getComputedStyle(document.querySelector('.cat')).getPropertyValue('--awake') || '0'"
    assert ada.page.evaluate(eye) == awake, "at night the cat opens an eye"
    across = "parseFloat(document.querySelector('.window').style.getPropertyValue('--sun-x'))"
    assert -80 <= ada.page.evaluate(across) <= 16


def test_guests_look_at_the_card_under_ones_finger(guests: Guests) -> None:
    ada = guests.come()
    ada.page.goto("/?table=fourmis")
    ada.page.locator(CHOICES).last.hover()
    gazes = """[...document.querySelectorAll(".guests > svg")].map((head) => [
        "--gaze-x", "--gaze-y",
    ].map((way) => parseFloat(head.style.getPropertyValue(way))))"""
    *_, (across, down) = ada.page.evaluate(f"{gazes}.slice(0, 2)")
    assert across > 0 and down > 0, "to the right and below"
    ada.page.locator(".box").first.hover()
    assert ada.page.evaluate(f"{gazes}.flat().every(Number.isNaN)")


def test_a_lesson_begins_at_this_very_table(guests: Guests) -> None:
    ada = guests.come()
    ada.page.goto("/?table=fourmis")
    glows = ada.page.locator(CHOICES).evaluate_all("all => all.map((one) => one.value)")
    ada.page.locator(".learn").click()
    expect(ada.page.locator("#hand .glow")).to_have_count(len(glows))
    ada.page.locator(f"#c-{glows[0]}").click()
    ada.page.locator("#lesson .strong").click()
    expect(ada.page).to_have_url(re.compile("/learn/fourmis/1$"))


def test_a_phone_has_all_tables_that_wait(guests: Guests) -> None:
    ada = guests.come(PHONE)
    for _ in range(4):
        made = ada.ask("POST", "/tables", {"game": "kraut", "players": 2})["table"]
        ada.ask("POST", f"/tables/{made}/seats", {"name": "Ada", "luck": "x"})
    ada.page.goto("/?table=fourmis")
    expect(ada.page.locator(".warm .board-b:visible")).to_have_count(2)
    expect(ada.page.locator(".mine-b")).to_contain_text("+2")
    ada.page.locator(".mine-b").click()
    expect(ada.page).to_have_url(re.compile("/me/games$"))
