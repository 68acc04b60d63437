"""Together in a real browser: several people at one screen, with bots and with people elsewhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.browser.people import AGAIN, MATCHES, PHONE, WHOLE, Guest, Guests, turns
from tests.web.test_browser_pages import flaws


def beside(guest: Guest, name: str) -> None:
    guest.ask("POST", f"/tables/{guest.table}/beside", {"name": name})


def uncover(guest: Guest) -> None:
    """Shows the hand of whoever the curtain names, as he would by a key."""
    expect(guest.page.locator("#table .thing")).to_have_count(
        guest.page.locator("#table .thing:not(#hand .thing)").count()
    )  # nothing lies in a hand while the curtain is drawn
    guest.page.locator("#uncover").press("Enter")
    guest.page.wait_for_selector("#curtain:not(:has(.curtain))", state="attached")


@pytest.mark.parametrize("game", WHOLE)
def test_a_match_around_one_screen_with_a_bot_and_somebody_elsewhere(
    guests: Guests, game: str
) -> None:
    ada = guests.come((390, 844), reduced_motion="reduce")
    ben = guests.come(reduced_motion="reduce")
    ada.open_table(game, 4, **MATCHES[game])
    ada.sit(name="Ada")
    beside(ada, "Chloé")
    ben.sit(ada.table, "Ben")
    ada.start(fill="novice")
    for one in (ada, ben):
        one.go()
    curtains = 0
    while not ada.is_over:
        for one in (ada, ben):
            one.be_ready()
            one.page.keyboard.press("Shift")  # any key ends the look at a full trick
        if ada.page.locator(".curtain").count():
            if not curtains:
                assert flaws(ada.page) == []
            uncover(ada)
            curtains += 1
        mover = turns([ada, ben])
        if mover is not None and not ada.page.locator(".curtain").count():
            mover.tap_move(mover.choose_well(game) if game == "escogriffe" else None)
        else:
            ada.page.wait_for_timeout(50)
    expect(ada.page.locator(AGAIN)).to_be_visible()
    ada.keep("over")
    assert curtains >= 6


def test_the_curtain_opens_only_for_a_finger_that_stays(guests: Guests) -> None:
    ada = guests.come(PHONE, reduced_motion="reduce")
    ada.open_table("kraut", 2)
    ada.sit(name="Ada")
    beside(ada, "Chloé")
    ada.start()
    ada.go()
    ada.keep("curtain")
    ada.page.click("#uncover")
    expect(ada.page.locator("#toast")).to_be_visible()
    ada.page.click("#uncover", delay=1000)
    expect(ada.page.locator(".curtain")).to_have_count(0)
    expect(ada.page.locator("#table .may").first).to_be_visible()


def test_friends_gather_before_a_deal_and_go_on_together(guests: Guests) -> None:
    ada, ben = guests.come(reduced_motion="reduce"), guests.come(PHONE, reduced_motion="reduce")
    ben.page.add_init_script("navigator.share = async (what) => { window.shared = what.url; }")
    ada.open_table("fourmis", 2)
    ada.sit(name="Ada")
    ben.sit(ada.table, "Ben")
    ada.go()
    expect(ada.page.locator(".ribbon").first).to_contain_text("Ben")
    ben.go()
    expect(ada.page.locator(".ribbon b").first).to_be_visible()  # all are here
    ben.page.click("[data-share]")
    assert str(ben.page.evaluate("shared")).endswith(f"/t/{ada.table}")
    ada.ask("PATCH", f"/tables/{ada.table}", {"pace": 3})
    expect(ben.page.locator("dd.changed")).to_have_count(1)
    expect(ben.page.locator("#toast")).to_be_visible()
    ada.ask("PATCH", f"/tables/{ada.table}", {"pace": 0})
    ada.start()
    for one in (ada, ben):
        one.page.wait_for_selector("html.scripted #play")
    ada.page.click(".words summary")
    ada.keep("words")
    assert flaws(ada.page) == []
    ada.page.click("[data-word][value=bravo]")
    for one in (ada, ben):
        expect(one.page.locator("#said-0 svg")).to_be_visible()
        expect(one.page.locator("#told")).to_contain_text("Ada")
    ben.keep("said")
    for seat, one in enumerate((ada, ben)):
        one.ask("POST", f"/tables/{ada.table}/seats/{seat}/away", {"level": "novice"})
    expect(ada.page.locator(AGAIN)).to_be_visible()
    ada.page.click(AGAIN)
    expect(ben.page.locator("a.lead")).to_be_visible()
    ben.keep("led-over")
    ben.page.click("[data-stay]")
    expect(ben.page.locator("a.lead")).to_have_count(0)


def test_whoever_wants_it_is_called_to_the_turn(guests: Guests) -> None:
    """By a vibration; nobody is called who has not asked for it."""
    ada = guests.come(PHONE, reduced_motion="reduce")
    ada.page.add_init_script("navigator.vibrate = () => (window.calls = (window.calls || 0) + 1);")
    ada.play_with_bots("fourmis", 3)
    ada.play_on(moves=1)
    ada.wait_for_turn()
    assert ada.page.evaluate("window.calls") is None
    ada.page.click("a[href$='/menu']")
    ada.page.check("dialog [data-call=vibrate]")
    assert ada.page.evaluate("window.calls") == 1  # it is tried at once
    ada.page.click("dialog .close")
    ada.play_on(moves=2)
    ada.wait_for_turn()
    assert ada.page.evaluate("window.calls") == 2
