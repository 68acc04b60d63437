"""A screen for the whole room, with phones as hands; and a kiosk that forgets."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.effort import NIGHT
from tests.web.browser.people import MATCHES, PHONE, WHOLE, Guest, Guests
from tests.web.test_browser_pages import flaws

BIG = (1920, 1080)
SMALLER = """(least) => {
    const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const words = (node) => node.nodeType === 3 && node.data.trim();
    const own = (one) => [...one.childNodes].some(words) && one.getBoundingClientRect().width > 1;
    const hidden = ".unseen, .skip, .tools, noscript, script, #told, svg *";
    const texts = [...document.body.querySelectorAll("*")].filter(
        (one) => own(one) && seen(one) && !one.closest(hidden)
    );
    return texts
        .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.outerHTML])
        .filter(([size]) => size < least);
}"""
"""Texts of so few pixels that they could not be read."""
BESIDE = """() => [...document.querySelectorAll(".gathering :is(a, button, svg, strong, b)")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.outerHTML.slice(0, 99))"""
"""What reaches over the right edge."""
FAR = BIG[1] / 40
"""Pixels that can be read at four metres."""

WALL = """() => {
    const room = (one) => one.getBoundingClientRect();
    const all = (what) => [...document.querySelectorAll(what)].map(room);
    const [line] = all(".line");
    return {
        tall: Math.min(...all(".figure").map((one) => one.height)) / innerHeight,
        off: Math.max(...all(".figure").map((one) => Math.abs(one.top - line.bottom))),
        hidden: Math.max(...all(".figure").map((one) => one.bottom))
            > Math.min(...all(".guest .name-card").map((one) => one.top)),
        cut: [...document.querySelectorAll(".guest .name-card strong")].filter(
            (one) => one.scrollWidth > one.clientWidth + 1
        ).length,
    };
}"""
"""How tall figures are, how far from the red line they end, and what of a wall cannot be seen."""


def join(guests: Guests, screen: Guest, name: str) -> Guest:
    """Comes with a phone, by the code that is read on the screen, and sits down."""
    phone = guests.come(PHONE, reduced_motion="reduce")
    phone.table = screen.table
    phone.page.goto("/join?code=")
    code = screen.page.locator(".aloud").inner_text().splitlines()[-1]
    phone.page.locator("input[name=code]").fill(code.lower())
    phone.page.keyboard.press("Enter")
    phone.page.locator("#sit input[name=name]").fill(name)
    phone.page.locator("#sit > button").click()
    expect(screen.page.locator(".present")).to_contain_text(name)
    return phone


@pytest.mark.parametrize("game", WHOLE)
def test_a_match_on_a_table_screen_with_three_phones(guests: Guests, game: str) -> None:
    screen = guests.come(BIG, reduced_motion="reduce")
    screen.open_table(game, 3, **MATCHES[game])
    screen.page.goto(f"/t/{screen.table}/screen")
    expect(screen.page.locator(".present button")).to_have_count(0)  # nobody is there to play
    phones = [join(guests, screen, name) for name in ("Ada", "Ben", "Chloé")]
    screen.keep("gathered")
    assert screen.page.evaluate(SMALLER, FAR) == []
    screen.page.locator(".present button").click()
    expect(screen.page.locator(".screen #table")).to_be_visible()
    for phone in phones:
        expect(phone.page.locator("body.only-hand #table")).to_be_visible()
    while (turn := phones[0].view()["turn"]) is not None:
        mover = phones[turn]
        for phone in phones:
            phone.be_ready()
        if not NIGHT and mover.played == 3:
            mover.send_move()
            continue
        mover.wait_for_turn()
        mover.tap_move(mover.choose_well(game) if game == "escogriffe" else None)
        assert screen.page.locator("#hand .thing").count() == 0
        if mover.played == 2:
            assert screen.page.evaluate(SMALLER, FAR) == []
            assert flaws(screen.page) == []
            screen.keep("played")
            mover.keep("hand")
    end = phones[0].view()["ply"]
    expect(screen.page.locator(".screen #answers")).to_have_value(str(end))
    screen.keep("over")
    assert all(phone.played for phone in phones)


def test_the_longest_figures_have_the_height_of_a_table_screen(guests: Guests) -> None:
    ada = guests.come(BIG, reduced_motion="reduce")
    ada.open_table("escogriffe", 8, variant="smallest:12,die:1")
    ada.sit()
    ada.start()
    ada.page.goto(f"/t/{ada.table}/screen")
    wall = ada.page.evaluate(WALL)
    assert wall["tall"] > 0.62, wall
    assert wall["off"] < 2, f"figures do not end at the line: {wall}"
    assert not wall["hidden"] and not wall["cut"], wall
    assert ada.page.evaluate(SMALLER, FAR) == []


@pytest.mark.parametrize("size", [(768, 1024), PHONE], ids=["tablet", "phone"])
def test_a_screen_held_upright_can_be_read(guests: Guests, size: tuple[int, int]) -> None:
    screen = guests.come(size, reduced_motion="reduce")
    screen.open_table("escogriffe", 8)
    for path in (f"/t/{screen.table}/screen", "/kiosk"):
        screen.page.goto(path)
        screen.keep(path.rpartition("/")[2])
        assert screen.page.evaluate(SMALLER, 12) == []
        assert screen.page.evaluate(BESIDE) == []


def test_a_running_table_asks_an_upright_screen_to_be_turned(guests: Guests) -> None:
    """Gardens were stripes of 40 pixels, and a dark ribbon covered the plate."""
    screen = guests.come(PHONE, reduced_motion="reduce")
    screen.open_table("fourmis", 3)
    screen.sit()
    screen.start()
    screen.page.goto(f"/t/{screen.table}/screen")
    expect(screen.page.locator("#table")).to_be_hidden()
    expect(screen.page.locator(".turn-me")).to_be_visible()
    assert flaws(screen.page) == []
    screen.page.set_viewport_size({"width": 844, "height": 475})
    expect(screen.page.locator("#table")).to_be_visible()
    expect(screen.page.locator(".turn-me")).to_be_hidden()
    lead, rest = screen.page.locator("#ribbon b, #ribbon p > span").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).color)"
    )[:2]
    assert "rgb(58, 42, 42)" not in (lead, rest)  # dark on dark: one could read a name alone


def wait_minutes(page: Page, minutes: float) -> None:
    """Lets a page's own clock run, as if nobody were there."""
    page.clock.run_for(round(60_000 * minutes))


def test_a_kiosk_plays_by_itself_and_forgets_whoever_has_left(guests: Guests) -> None:
    kiosk = guests.come(BIG, reduced_motion="reduce")
    page = kiosk.page
    page.clock.install()
    page.goto("/kiosk")
    kiosk.keep("shelf")
    assert page.evaluate(SMALLER, FAR) == []
    assert flaws(page) == []
    wait_minutes(page, 1)
    expect(page.locator(".screen #table")).to_be_visible()
    expect(page.locator("a.demo")).to_be_visible()
    kiosk.keep("show")
    page.locator("a.demo").click()
    page.locator("form:has([value=fourmis]) button[value='2']").click()
    expect(page.locator(".aloud")).to_be_visible()
    page.goto("/")
    kiosk.play_with_bots("fourmis", 2)
    page.evaluate("localStorage.setItem('pads', 'names of people')")
    wait_minutes(page, 4.8)
    expect(page.locator("#idle")).to_be_visible()
    kiosk.keep("warns")
    wait_minutes(page, 0.3)
    page.wait_for_url(lambda url: kiosk.table not in url)  # the shelf; or bots, if the clock ran on
    expect(page.locator(".big-shelf, .screen #table")).to_be_visible()
    assert [one["name"] for one in kiosk.context.cookies()] == ["kiosk"]
    assert page.evaluate("localStorage.length") == 0
    page.goto(f"/t/{kiosk.table}")
    expect(page.locator("#hand .thing")).to_have_count(0)
