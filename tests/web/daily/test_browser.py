"""The deal of the day on a phone: from the shelf to the table, and to one's place among all."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browser.people import PHONE, Guest, Guests
from tests.web.test_browser_pages import look_at

SUMMARIES = """() => [...document.querySelectorAll(".day details:not(.menu)")].map((panel) => {
    const [around, pressed] = [panel, panel.querySelector("summary")]
        .map((one) => one.getBoundingClientRect());
    const low = around.bottom - pressed.bottom - (pressed.top - around.top);
    return [pressed.height, low];
})"""
"""How high the heads of shut panels are, and by how much more is left below them than above."""


def finish(guest: Guest) -> None:
    """Plays the rest of a match as a program would."""
    while not guest.is_over:
        if guest.view()["legal"]:
            guest.send_move()


def test_a_day_is_played_on_a_phone_and_told_without_giving_anything_away(guests: Guests) -> None:
    ada = guests.come(PHONE, reduced_motion="reduce")
    ada.page.goto("/")
    ada.page.locator("a[href='/day']").click()
    look_at(ada, "days")
    ada.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    ada.page.locator(".deals form[action*='kraut'] button").click()
    ada.page.wait_for_url("**/t/*")
    ada.table = ada.page.url.rpartition("/t/")[2]
    expect(ada.page.locator("a[href$='/hint']")).to_have_count(0)
    ada.play_on(2)
    ada.page.goto("/day")
    expect(ada.page.locator(".deals form[action*='kraut'] button")).to_have_text("Continuer")
    finish(ada)
    ada.go()
    expect(ada.page.locator("#onward a[href^='/replay']")).to_have_count(0)
    ada.page.locator("#onward a[href^='/day/kraut/']").click()
    told = ada.page.locator("#tell").inner_text()
    assert "Kraut & Rüben : " in told and "/day/kraut/" in told
    assert ada.page.locator(".tell [data-copy]").get_attribute("data-copy") == told
    for width in (360, 390, 1280, 1920):
        ada.page.set_viewport_size({"width": width, "height": 800})
        wide = ada.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{width} pixels: the page is wider by {wide}"
    heads = ada.page.evaluate(SUMMARIES)
    assert heads and all(height >= 44 and abs(low) < 1 for height, low in heads), heads
    look_at(ada, "day")
