"""The player of a match that is over: by keys, by the scrubber, by a stroke, by itself."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.archive import HERE
from tests.web.browser.people import DESKTOP, PHONE, Guests
from tests.web.test_browser_pages import flaws, look_at

MATCH = HERE / "fourmis/golden/fourmis-3-highest-no.record"


GAP = """() => {
    const [table, player] = ["#table", "#player"].map((id) => document.querySelector(id));
    return player.getBoundingClientRect().top - table.getBoundingClientRect().bottom;
}"""


def at(page: Page, ply: int) -> None:
    """Waits until a ply is shown, and the address says so."""
    expect(page.locator("#count")).to_have_text(f"Coup {ply} sur 192")
    page.wait_for_url(re.compile(rf"[?&]ply={ply}(&|$)"))


def test_a_match_is_played_again(guests: Guests) -> None:
    guest = guests.come(reduced_motion="reduce")
    page = guest.page
    page.goto("/replay")
    assert flaws(page) == []
    page.locator("#file").set_input_files(MATCH)
    page.locator("form.bring button").click()
    at_table = page.locator("#table")
    expect(at_table).to_be_visible()
    address = page.url.partition("?")[0]
    page.goto(f"{address}?as=0&ply=0")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    expect(at_table.locator(".card-of")).to_have_count(1)
    page.keyboard.press("Shift+ArrowRight")  # the full trick
    at(page, 3)
    expect(at_table.locator(".card-of")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    expect(at_table.locator(".card-of")).to_have_count(0)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("End")
    at(page, 192)
    expect(page.locator("#ribbon")).to_be_hidden()  # nothing is to be done any more
    page.locator(".more summary").click()
    page.locator(".rounds [data-round]").first.click()
    at(page, 0)
    page.locator(".more summary").click()
    assert (
        page.locator("#player :is(a, button, input):visible, .top :is(a, summary):visible").count()
        <= 12
    )
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.locator("#scrub").fill("60")
    at(page, 45)
    page.locator(".eyes summary").click()
    page.locator(".eyes .open").click()  # leads on from the same moment
    expect(page.locator(".open-hand").first).to_be_visible()
    look_at(guest, "replay")


def test_a_finger_turns_the_pages_and_time_runs_by_itself(guests: Guests) -> None:
    guest = guests.come(reduced_motion="reduce")
    page = guest.page
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto("/replay")
    page.locator("#record").fill(MATCH.read_text(encoding="utf-8"))
    page.locator("form.bring button").click()
    expect(page.locator("#player")).to_be_visible()
    page.wait_for_load_state("load")  # with its styles

    for width, height in ((390, 844), (844, 390), PHONE):  # nothing of the table is covered
        page.set_viewport_size({"width": width, "height": height})
        gap = page.evaluate(GAP)
        assert gap >= -1, f"{-gap} pixels of the table lie below the player at {width} × {height}"

    def stroke(by: int) -> None:
        page.mouse.move(200, 300)
        page.mouse.down()
        page.mouse.move(200 + by, 305, steps=4)
        page.mouse.up()

    stroke(-120)
    at(page, 1)
    stroke(-120)
    at(page, 2)
    stroke(120)
    at(page, 1)
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    page.locator(".more summary").click()
    page.locator("#speed label").last.click()
    page.locator("#run").click()
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "true")
    at(page, 2)
    page.locator("#run").click()
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "false")


def test_a_review_grows_while_one_looks_and_leads_to_its_moments(guests: Guests) -> None:
    guest = guests.come(reduced_motion="reduce")
    page = guest.page
    page.goto("/replay")
    page.locator("#file").set_input_files(HERE / "fourmis/golden/fourmis-2-highest-no.record")
    page.locator("form.bring button").click()
    expect(page.locator("#player")).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}/review?as=0")
    expect(page.locator("#progress")).to_be_visible()
    expect(page.locator(".plate .meant")).to_be_visible()  # the last trick, at once
    expect(page.locator(".company .won").first).to_be_visible()
    assert "0 %" not in page.locator("body").inner_text()
    expect(page.locator(".figures")).to_be_visible(timeout=150_000)
    look_at(guest, "review")
    page.locator(".figures summary").click()
    expect(page.locator(".figures dl")).to_be_visible()
    page.locator(".do .b").click()
    expect(page.locator(".tries .b").first).to_be_in_viewport()
    look_at(guest, "review-try")
    page.locator(".tries .b").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".out")).to_be_visible()
    look_at(guest, "review-tried")
    page.locator(".out button").click()  # plays on
    expect(page.locator("#play[data-seat]")).to_be_visible()
