"""What goes wrong between a browser and the house: nothing is lost, and pages find their way."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.web.browser.fixtures import LUCKY, QUICK
from tests.web.browser.people import MY_TURN, PATIENCE, Guest, Guests
from tests.web.processes import Server


def settled(guest: Guest, game: str = "fourmis", players: int = 2) -> None:
    guest.play_with_bots(game, players)
    guest.wait_for_turn()


def moves_of(guest: Guest) -> int:
    return int(guest.view()["ply"])


def test_a_double_click_plays_one_card(guests: Guests) -> None:
    ada = guests.come()
    settled(ada)
    thing = ada.choose()[0]
    sent: list[str] = []
    ada.page.on("request", lambda r: sent.append(r.url) if r.url.endswith("/moves") else None)
    ada.rest()
    ply, at = ada.ply, ada.free_corner(ada.spot(thing))
    ada.spot(thing).dblclick(position=at)
    ada.wait_until_played(ply)
    ada.wait_for_turn()
    assert len(sent) == 1
    expect(ada.page.locator(".held")).to_have_count(0)


def test_two_tabs_show_the_same_table(guests: Guests) -> None:
    ada = guests.come(reduced_motion="reduce")
    settled(ada)
    other = guests.watch(ada.context.new_page())
    ada.go(other)
    expect(other.locator(MY_TURN).first).to_be_visible()
    ply = ada.ply
    ada.tap_move()
    expect(other.locator("#answers")).not_to_have_value(str(ply))
    ada.wait_for_turn()
    ada.wait_for_turn(other)
    assert ids(other) == ids(ada.page)


def ids(page: Page) -> list[str]:
    return [thing.get_attribute("id") or "" for thing in page.locator("#hand .thing").all()]


def test_two_browsers_on_one_ply(guests: Guests) -> None:
    """Two tabs send different cards at the same moment: one is played, the other catches up."""
    ada = guests.come(reduced_motion="reduce")
    settled(ada, players=3)  # she leads the first trick, and may choose among all her cards
    other = guests.watch(ada.context.new_page())
    ada.go(other)
    expect(other.locator(MY_TURN).first).to_be_visible()
    guests.may_refuse = True
    first, second = ada.gestures()[0], ada.gestures()[-1]
    assert first != second
    ply = ada.ply
    ada.page.evaluate(CLICK, first[0])
    other.evaluate(CLICK, second[0])
    for page in (ada.page, other):
        expect(page.locator("#answers")).not_to_have_value(str(ply))
    ada.wait_for_turn()
    ada.wait_for_turn(other)
    hand = ids(ada.page)
    assert ids(other) == hand
    assert (first[0] in hand) != (second[0] in hand)


CLICK = "(id) => document.getElementById(id).click()"


def test_a_lost_connection_comes_back_and_the_card_is_played(guests: Guests) -> None:
    ada = guests.come(reduced_motion="reduce")
    settled(ada)
    guests.may_lose_net = True
    ada.context.set_offline(True)
    ply = ada.ply
    ada.press(ada.choose()[0])
    expect(ada.page.locator("body.reconnecting")).to_be_attached()
    expect(ada.page.locator("#toast")).to_be_visible()
    ada.keep("lost")
    ada.context.set_offline(False)
    ada.wait_until_played(ply)
    expect(ada.page.locator("body.reconnecting")).to_have_count(0)
    expect(ada.page.locator("#toast")).to_have_count(0)
    assert moves_of(ada) > ply
    assert ada.wait_for_turn()


def test_a_page_without_network_says_so_without_a_press(guests: Guests) -> None:
    """It said "your turn" until somebody tapped, and a hint answered with the ribbon's words."""
    ada = guests.come(reduced_motion="reduce")
    settled(ada)
    guests.may_lose_net = True
    ada.context.set_offline(True)
    expect(ada.page.locator("#toast")).to_be_visible()
    ada.page.locator("[data-hint]").click()
    expect(ada.page.locator("#bubble")).to_contain_text("ne répond pas")
    ada.context.set_offline(False)
    expect(ada.page.locator("#toast")).to_have_count(0)


def test_a_house_that_falls_silent_is_noticed_within_twenty_seconds(guests: Guests) -> None:
    """A connection may be dead without knowing: no error, no event, no beat."""
    ada = guests.come(reduced_motion="reduce")
    ada.page.clock.install()
    settled(ada)
    guests.may_lose_net = True
    ada.context.route("**/stream*", lambda route: route.abort("internetdisconnected"))
    ada.page.clock.run_for(20_000)
    expect(ada.page.locator("#toast")).to_be_visible()
    ada.context.unroute("**/stream*")
    ada.page.clock.run_for(5_000)
    expect(ada.page.locator("#toast")).to_have_count(0)


def test_a_page_that_slept_catches_up(guests: Guests) -> None:
    """While the page hears nothing, a bot plays for the seat; then the page shows it all."""
    ada = guests.come(reduced_motion="reduce")
    settled(ada)
    guests.may_lose_net = True
    before, ply = ids(ada.page), ada.ply
    ada.context.set_offline(True)
    ada.let_bot_play()
    for _ in range(PATIENCE // 50):
        if moves_of(ada) >= ply + 4:
            break
        ada.page.wait_for_timeout(50)
    ada.ask("POST", f"/tables/{ada.table}/back")
    ada.context.set_offline(False)
    expect(ada.page.locator("#answers")).to_have_value(str(moves_of(ada)))
    assert ids(ada.page) != before


def test_a_killed_server_comes_back_with_every_move(
    browser: Browser, pictures: Path | None, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path}/house.sqlite"
    with Server(database, tmp_path / "log", *QUICK, module=LUCKY) as server:
        port = server.url.rpartition(":")[2]
        with Guests(browser, server.url, pictures, "killed") as guests:
            guests.may_lose_net = True
            ada = guests.come(reduced_motion="reduce")
            settled(ada)
            for _ in range(2):
                ada.tap_move()
                ada.wait_for_turn()
            ply, hand = ada.ply, ids(ada.page)
            server.end(signal.SIGKILL)
            thing = ada.choose()[0]
            ada.press(thing)  # nobody answers: the page keeps the card and tries again
            expect(ada.page.locator("body.reconnecting")).to_be_attached()
            more = (*QUICK, "--port", port)
            with Server(database, tmp_path / "log", *more, module=LUCKY) as again:
                expect(ada.page.locator("#answers")).not_to_have_value(str(ply), timeout=60_000)
                expect(ada.page.locator("body.reconnecting")).to_have_count(0)
                assert ada.wait_for_turn()
                assert thing in hand and thing not in ids(ada.page)
                assert moves_of(ada) > ply
                again.end(signal.SIGTERM)


def test_a_refused_card_says_why_with_its_clause(guests: Guests) -> None:
    """What may not be played answers with a bubble, inside the window, that leads to the rule."""
    ada = guests.come(reduced_motion="reduce")
    settled(ada)
    while not (card := next((id_ for id_, (_, clause) in ada.reasons().items() if clause), "")):
        ada.tap_move()
        assert ada.wait_for_turn(), "in a whole match she was never bound to follow"
    why, clause = ada.reasons()[card]
    expect(ada.spot(card)).to_have_attribute("aria-description", why)
    ada.press(card)
    bubble = ada.page.locator("#bubble")
    expect(bubble).to_contain_text(why)
    expect(bubble.locator("a.clause")).to_have_attribute("href", f"/rules/fourmis#{clause}")
    box = bubble.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 1280 and box["y"] >= 0
    ada.keep("refused")
    ada.page.keyboard.press("Escape")
    expect(bubble).to_be_hidden()


def test_the_rule_book_opens_beside_the_table_and_one_keeps_his_place(guests: Guests) -> None:
    ada = guests.come(reduced_motion="reduce")
    settled(ada, "kraut", 3)
    while not (many := [one for one in ada.gestures() if not ada.is_alone(one)]):
        ada.tap_move()
        ada.wait_for_turn()
    thing = many[0][0]
    ada.press(thing)
    url = ada.page.url
    ada.page.locator("nav.tools a[href^='/rules/']").click()
    rules = ada.page.locator("dialog.side")
    expect(rules).to_be_visible()
    expect(rules.locator(".clause-of").first).to_be_visible()
    expect(rules.locator(".chips")).to_have_css("display", "flex")
    ada.keep("rules")
    ada.page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    assert ada.page.url == url
    expect(ada.spot(thing)).to_have_class(re.compile(r"\bheld\b"))


def test_a_hint_lights_a_move_and_says_why(guests: Guests) -> None:
    ada = guests.come(reduced_motion="reduce")
    settled(ada)
    ada.page.locator("a[data-hint]").click()
    lit = ada.page.locator("#table .lit").first
    expect(lit).to_be_visible(timeout=60_000)  # the first one waits for an expert to arrive
    expect(ada.page.locator("#bubble")).to_contain_text(re.compile(r"\(\d+\s% "))
    ada.keep("hint")
