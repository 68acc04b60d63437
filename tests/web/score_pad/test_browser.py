"""Somebody keeps the score of a real match on a phone, by touch, and the totals are the rules'."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from tablee import GAMES
from tablee.core import compiled
from tests.effort import NIGHT
from tests.table.test_pad import READ, scored
from tests.web.browser.people import Guests
from tests.web.test_browser_pages import LIGHTS, flaws

KEPT = ["kraut", "fourmis", "escogriffe"] if NIGHT else ["kraut"]
PLAYERS = {"kraut": 3, "fourmis": 3, "escogriffe": 4}
WIDTHS = ((390, 844), (360, 740), (1280, 800))
LOOKS = [(size, light) for size in WIDTHS for light in LIGHTS][:: 1 if NIGHT else 5]
"""How a page is looked at; on a push by day on a phone, by night on a desk."""


def touch(page: Page, name: str, value: int) -> None:
    """Answers a question as a finger does: a picture, or so many touches."""
    if panel := page.locator(f"details.theirs:not([open]):has([name='{name}']) > summary").all():
        panel[0].tap()
    choice = page.locator(f"input[type=radio][name='{name}'][value='{value}']")
    if choice.count():
        choice.locator("xpath=..").tap()
        expect(choice).to_be_checked()
        return
    for _ in range(value):
        page.locator(f"button[value='+{name}']").tap()
    if page.locator(f"[data-shows='{name}']").count():
        expect(page.locator(f"[data-shows='{name}']")).to_have_text(str(value))


def count_round(page: Page, at: dict[str, int]) -> None:
    """Tells the pad a whole round, and notes it."""
    for name in [n for n, value in at.items() if value]:
        touch(page, name, at[name])
    text = page.locator("main").get_attribute("data-text")
    page.locator(".keep .strong").tap()
    if page.locator("button[value='note!']").is_visible():
        page.locator("button[value='note!']").tap()
    expect(page.locator("main")).not_to_have_attribute("data-text", text or "")


def totals(page: Page, names: list[str]) -> list[int]:
    rows = page.locator("#board > ol > li").all()
    found = {row.locator("bdi").inner_text(): row.locator("strong").inner_text() for row in rows}
    return [int(found[name].replace("−", "-")) for name in names]


def look_at(page: Page) -> None:
    """Nothing that axe-core minds, and no way sideways, in any light and at any size."""
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    for (width, height), light in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=light)
        assert flaws(page) == [], f"{width}, {light}"
    page.set_viewport_size({"width": 390, "height": 844})


def names_of(game: str) -> list[str]:
    return ["Ada", "Bo", "Cléo", "Dirk"][: PLAYERS[game]]


def answers(before: Any, name: str) -> dict[str, int]:
    found = dict(READ[name](before))
    if name == "escogriffe" and found["winner"] <= PLAYERS[name]:
        found.pop(f"s{found['winner'] - 1}.size")  # it is the target
    return found


@pytest.mark.parametrize("game", KEPT)
def test_a_whole_match_is_kept_by_touch_on_a_phone(guests: Guests, game: str) -> None:
    guest = guests.come((390, 844), reduced_motion="reduce")
    page, names = guest.page, names_of(game)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/pad/{game}")
    for number, name in enumerate(names):
        page.locator(f"#name{number}").fill(name)
    page.locator("form .strong").tap()
    expect(page.locator("#board strong")).to_have_text(["0"] * len(names))
    told = page.locator("#said")
    for before, after in scored(GAMES[game], len(names), 5):
        count_round(page, answers(before, game))
        points = np.zeros(8, np.int64)
        compiled.scores_first(np.array([after], after.dtype), points)
        assert totals(page, names) == points[: len(names)].tolist()
        expect(told).to_contain_text(names[0])
    expect(page.locator("#round")).to_have_count(0)
    expect(page.locator(".crown")).not_to_have_count(0)
    look_at(page)
    guest.keep(f"pad-{game}-over")
    page.goto("/pad")
    page.locator("#kept a").first.tap()
    expect(page.locator("#round")).to_have_count(0)
    correct_and_undo(page)


def correct_and_undo(page: Page) -> None:
    """Looks into the first round, goes back, and undoes the last note."""
    page.locator(".rounds tbody a").first.tap()
    expect(page.locator("#round")).to_be_visible()
    look_at(page)
    page.locator(".tools-of-pad .deeds a").first.tap()
    expect(page.locator("#round")).to_be_visible()


def test_a_pad_loses_nothing_while_the_house_is_away(guests: Guests) -> None:
    guests.may_lose_net = True
    guest = guests.come((390, 844), reduced_motion="reduce")
    page = guest.page
    page.goto("/pad/escogriffe?p=1~escogriffe~50~Ada~Bo~Cy")
    page.context.set_offline(True)
    page.locator("button[value='*target']").tap()
    expect(page.locator("input[name=target]:checked")).to_have_count(1)
    expect(page.locator("#said")).to_contain_text("Le dé montre")
    page.locator("input[name=winner][value='1']").locator("xpath=..").tap()
    page.locator(".keep .strong").tap()
    expect(page.locator("#toast")).to_contain_text("reste sur cet appareil")
    rolled = page.locator("input[name=target]:checked").input_value()
    page.context.set_offline(False)
    page.goto("/pad/escogriffe?p=1~escogriffe~50~Ada~Bo~Cy")
    expect(page.locator("input[name=target]:checked")).to_have_value(rolled)
    page.locator(".keep .strong").tap()
    expect(page.locator("#board li.first strong")).to_have_text(str(int(rolled) + 3))


def test_a_panel_opened_before_the_house_has_answered_stays_open(guests: Guests) -> None:
    guest = guests.come((390, 844), reduced_motion="reduce")
    page, late = guest.page, list[Route]()
    page.goto("/pad/kraut?p=1~kraut~single~Ada~Bo~Cy")
    theirs = page.locator("details.theirs")
    if not theirs.first.evaluate("(panel) => panel.open"):
        theirs.first.locator("> summary").tap()
    page.route("**/pad/kraut?*", lambda route: late.append(route))
    theirs.first.locator("input[type=radio]").first.locator("xpath=..").tap()
    theirs.nth(1).locator("> summary").tap()
    expect(theirs.nth(1)).to_have_attribute("open", "")
    page.evaluate("document.querySelector('main').dataset.before = 'yes'")
    while not late:
        page.wait_for_timeout(20)
    late[0].continue_()
    expect(page.locator("main")).not_to_have_attribute("data-before", "yes")
    expect(theirs.nth(1)).to_have_attribute("open", "")


def test_what_a_table_asks_is_answered_at_a_touch(guests: Guests) -> None:
    guest = guests.come((390, 844), reduced_motion="reduce")
    page = guest.page
    for path in ("/pad", "/pad/escogriffe"):
        page.goto(path)
        look_at(page)
    page.goto("/pad/fourmis/ask")
    page.locator("#ask-queen_strength summary").tap()
    expect(page.locator("#ask-queen_strength .say")).to_be_visible()
    expect(page.locator("#ask-queen_strength a.clause").first).to_have_attribute(
        "href", "/rules/fourmis#F51"
    )
    look_at(page)


def test_a_round_is_counted_without_a_script(guests: Guests) -> None:
    guest = guests.come((390, 844), java_script_enabled=False)
    page = guest.page
    page.goto("/pad/fourmis?p=1~fourmis~no~Ada~Bo")
    for name in ("plus", "minus"):
        page.locator(f"input[name={name}][value='1']").locator("xpath=..").tap()
    for name in ("s0.plus", "s0.plus", "s1.plus", "s1.ladybirds", "s0.queens", "s0.queens"):
        page.locator(f"button[value='+{name}']").tap()
    page.locator("button[value='-s0.queens']").tap()
    expect(page.locator("[data-shows='s0.queens']")).to_have_text("1")
    expect(page.locator("#worth-s0")).to_have_text("+6")
    page.locator(".keep .strong").tap()
    expect(page.locator("#board strong")).to_have_text(["6", "2"])
    expect(page.locator(".why")).to_be_visible()


def test_two_devices_write_on_one_sheet(guests: Guests) -> None:
    """By a code; each sees what the other notes, and what both are noting is not lost."""
    one, two = guests.come((390, 844), reduced_motion="reduce"), guests.come((1280, 800))
    first, second = one.page, two.page
    first.goto("/pad/escogriffe?p=1~escogriffe~50~Ada~Bo~Cy")
    first.locator("form[action='/pad/live'] .strong").tap()
    code = first.locator(".aloud").inner_text()
    look_at(first)
    second.goto("/join")
    second.locator("#code").fill(code)
    second.locator("main .strong").click()
    expect(second.locator(".aloud")).to_have_text(code)
    count_round(first, {"target": 9, "winner": 1})
    expect(second.locator("#board li.first strong")).to_have_text("12")
    expect(second.locator("main")).to_have_attribute("data-round", "2")
    for page in (second, first):
        touch_or_click(page, "target", 7)
        touch_or_click(page, "winner", 2 if page is second else 3)
    second.locator(".keep .strong").click()
    expect(first.locator(".notice")).to_contain_text("Rien n’est perdu")
    expect(first.locator("input[name=target]:checked")).to_have_value("7")
    expect(first.locator(".keep .strong")).to_contain_text("correction")
    look_at(first)
    one.keep("pad-live-late")
    first.locator(".keep a", has_text="Laisser").tap()
    expect(first.locator("main")).to_have_attribute("data-round", "3")
    expect(first.locator("#board strong").first).to_have_text("12")
    first.locator("button[value=end]").tap()
    expect(first.locator(".apart")).to_contain_text("une copie")
    expect(second.locator("#toast")).to_contain_text("n’est plus partagée")
    second.goto("/pad")
    second.locator("#kept a").first.click()
    expect(second.locator("#board strong").first).to_have_text("12")


def touch_or_click(page: Page, name: str, value: int) -> None:
    """Answers a question on a device that may have no touch."""
    choice = page.locator(f"input[type=radio][name='{name}'][value='{value}']")
    choice.locator("xpath=..").click()
    expect(choice).to_be_checked()
