"""Every page by day and by night: nothing that axe-core complains of, no word in the console."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from axe_core_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tablee import GAMES
from tests.effort import NIGHT
from tests.web.browser.people import AGAIN, DESKTOP, PHONE, Guest, Guests

SIZES = (DESKTOP, PHONE, *([(1920, 1080), (390, 844)] if NIGHT else []))
LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
GAME_PAGES = {f"{what}-{name}": (what, name) for name in GAMES for what in ("table", "rules")}
LAID = ("shelf", "shelf-kraut", "shelf-escogriffe", "advice")
HOUSE = (*LAID, "join", "screen", "lobby", "arrange", "new", "me", "calls", "offline")
PAGES = [*HOUSE, "verify", "atelier", "lost", *GAME_PAGES]


YOUNGER = """
const attribute = { type: "string", global: true };
axe.configure({ standards: { ariaAttrs: { "aria-description": attribute } } });
"""
"""An attribute of ARIA 1.3 that all browsers know, and that is younger than this axe-core."""
LOOK = """async () => {
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    const told = (node) => node.html.slice(0, 200);
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${told(nodes[0])}`);
}"""
"""What axe-core complains of; it need not describe all that is well."""

AWAY = "<p>Un robot joue pour toi.</p><form><button class='b strong'>Ma place</button></form>"
"""A notice as a page shows it; bots in a hurry would be done before anybody looks."""
HEIGHT = "document.documentElement.scrollHeight"
COVERED = """() => {
    const strip = document.getElementById("offer").getBoundingClientRect();
    return [...document.querySelectorAll("#table > *")].filter((one) => {
        const r = one.getBoundingClientRect();
        return r.width && r.height && r.top < strip.bottom - 1 && r.bottom > strip.top
            && r.left < strip.right && r.right > strip.left;
    }).map((one) => one.id || one.className);
}"""
"""What of a table lies under the strip of a notice."""
APART = """(parts) => {
    const found = parts.flatMap((part) => [...document.querySelectorAll(part)].map((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return { part, left, top, right, bottom };
    }).filter((r) => r.right > r.left));
    const out = found.filter((r) => r.left < -1 || r.right > innerWidth + 1
        || r.bottom > innerHeight + 1).map((r) => [r.part, "leaves the window"]);
    const over = found.flatMap((a) => found.filter((b) => a.part < b.part
        && a.left < b.right - 2 && b.left < a.right - 2
        && a.top < b.bottom - 2 && b.top < a.bottom - 2).map((b) => [a.part, b.part]));
    return [...out, ...over];
}"""
"""What of a table lies over other parts of it, or out of sight."""
CROWDED = {
    "escogriffe": (
        [
            "players=5&seed=125&plies=41&seat=4&by=novice",
            "players=8&seed=6&plies=140&seat=3&by=regular",
            "players=8&seed=1&plies=126&seat=0&by=regular&back=1",
        ],
        [".guest .name-card", ".figure", "#die svg", ".heap", ".ribbon", "#hand li"],
    ),
    "kraut": (
        [
            "players=5&seed=4&plies=60&seat=0&by=regular",
            "players=4&seed=4&plies=61&seat=0&by=regular",
        ],
        [".name-card", ".plot", ".contract", ".ribbon", "#stock", "#drawn"],
    ),
    "fourmis": (
        [
            "players=4&seed=1&plies=12&seat=0&by=regular&back=1",
            "players=4&seed=1&plies=30&seat=-1&by=regular",
        ],
        [
            "#objectives ol",
            ".name-card",
            ".card-of .thing",
            ".ribbon",
            "#mine",
            "#race .coins",
            "#hand ol",
        ],
    ),
}
"""Positions with as much on the table as can be, and what must lie apart there."""
LONGEST = {"escogriffe": {"variant": "smallest:12,die:1"}}
"""Options with which a table needs the most room, whatever is rolled."""
EXPLAINS = """(told) => {
    const [says, first] = [document.querySelector("#ribbon p"), document.createElement("span")];
    first.className = "first";
    first.textContent = told;
    says.querySelector(".first")?.remove();
    says.append(first);
}"""
"""Lets the host say something for the first time."""
SMALL = """() => [...document.querySelectorAll(
    ":is(.top, .house-top, .shelf-top) :is(a, button, summary), .board-b, .cat, .fair summary"
)].filter((one) => one.checkVisibility() && !one.matches(".logo, .drop *")).map((one) => {
    const r = one.getBoundingClientRect();
    return [one.className, Math.round(r.width), Math.round(r.height)];
}).filter(([, width, height]) => Math.min(width, height) < 44)"""
"""What is pressed in the head of a page, on the shelf or in a lobby, and is below 44 pixels."""
TINY = """() => {
    const found = {};
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { textContent, parentElement: at } = walk.currentNode;
        const r = at.getBoundingClientRect();
        const seen = r.width > 2 && at.checkVisibility({ visibilityProperty: true });
        if (!textContent.trim() || !seen) continue;
        const style = getComputedStyle(at);
        if (style.color === "rgba(0, 0, 0, 0)") continue;
        const size = parseFloat(style.fontSize) * r.width / (at.offsetWidth || r.width);
        const where = `${at.tagName} ${at.className} ${at.parentElement.className}`;
        if (Math.round(2 * size) / 2 < 11) found[where] = size; // boxes are measured roughly
    }
    return Object.entries(found);
}"""
"""Letters below eleven pixels."""


def flaws(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT + YOUNGER)
    found: list[str] = page.evaluate(LOOK)
    return found


def visit(guest: Guest, what: str) -> None:
    if what == "lobby":
        guest.open_table("kraut", 4)
        guest.sit()
        guest.go()
    elif what == "screen":
        guest.open_table("kraut", 4)
        guest.sit()
        guest.page.goto(f"/t/{guest.table}/screen")
    elif what == "arrange":
        guest.page.goto(f"/t/{guest.open_table('fourmis', 4)}/arrange")
    elif what == "calls":
        guest.open_table("fourmis", 2)
        guest.page.goto("/me/calls")
    elif what == "lost":
        guest.page.goto("/nowhere")
        guest.guests.complaints.clear()  # the browser itself says that nothing is there
    elif what.startswith("table-"):
        game = what.removeprefix("table-")
        guest.play_with_bots(game, max(3, GAMES[game].players[0]))
        guest.wait_for_turn()
        guest.tap_move()
        guest.wait_for_turn()
    else:
        paths = {
            "shelf": "/?table=fourmis",
            "shelf-kraut": "/?table=kraut",
            "shelf-escogriffe": "/?table=escogriffe",
            "advice": "/?people=4&age=8&minutes=30",
            "join": "/join?code=",
            "new": "/new/kraut",
            "me": "/me",
            "offline": "/offline",
            "verify": "/verify",
            "atelier": "/atelier",
        }
        guest.page.goto(paths.get(what) or f"/rules/{what.removeprefix('rules-')}")


def look_at(guest: Guest, what: str) -> None:
    """Looks at a page in both lights and at all sizes."""
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        for light in LIGHTS:
            guest.page.emulate_media(color_scheme=light)
            guest.keep(f"{what}-{width}-{light}")
            assert flaws(guest.page) == [], f"{what}, {width} pixels, {light}"


@pytest.mark.parametrize("what", PAGES)
def test_a_page_has_no_flaw_by_day_or_by_night(guests: Guests, what: str) -> None:
    guest = guests.come(reduced_motion="reduce")
    visit(guest, what)
    look_at(guest, what)


def test_the_end_and_what_lies_beside_a_table_have_no_flaw(guests: Guests) -> None:
    guest = guests.come(reduced_motion="reduce")
    guest.play_with_bots("kraut", 3)
    guest.let_bot_play()
    expect(guest.page.locator(AGAIN)).to_be_visible()
    look_at(guest, "over")
    for what in ("menu", "log", "points"):
        guest.page.goto(f"/t/{guest.table}/{what}")
        look_at(guest, what)


def test_day_and_night_change_at_once_and_are_kept(guests: Guests) -> None:
    ada = guests.come()
    ada.page.goto("/")
    ada.page.locator("details.menu:has(button[name=light]) summary").click()
    with ada.page.expect_response("**/me"):
        ada.page.locator("button[name=light][value=night]").click()
    expect(ada.page.locator("html[data-light=night]")).to_be_attached()
    ada.page.reload()
    expect(ada.page.locator("html[data-light=night]")).to_be_attached()


def test_friends_see_each_other_sit_down(guests: Guests) -> None:
    """A table that fills up shows it by itself, and leads all to the cards when they are dealt."""
    guests.may_refuse = True
    ada, ben = guests.come(), guests.come(PHONE)
    ben.table = ada.open_table("kraut", 3)
    ada.sit(name="Ada")
    ada.go()
    ben.page.goto(f"/t/{ben.table}")
    ben.page.locator("#sit input[name=name]").fill("Ben")
    ben.page.locator("#sit button").click()
    expect(ada.page.locator("main")).to_contain_text("Ben")
    ada.page.locator("#begin button").click()
    ada.page.locator("#begin button.glows").click()  # a chair is free: with a bot then
    for one in (ada, ben):
        expect(one.page.locator("#table")).to_be_visible()


def test_whoever_opened_a_table_changes_it_and_friends_see_it(guests: Guests) -> None:
    """Seats and options are chosen beside the table; all who sit there keep their seats."""
    ada, ben = guests.come(), guests.come(PHONE)
    ben.table = ada.open_table("fourmis", 4)
    ada.sit(name="Ada")
    ben.sit(name="Ben")
    for one in (ada, ben):
        one.go()
        expect(one.page.locator(".stool")).to_have_count(3)
    expect(ben.page.locator("a[href$='/arrange']")).to_have_count(0)
    ada.page.locator("#drawer > summary").click()
    ada.page.locator("a[href$='/arrange']").click()
    wishes = ada.page.locator("dialog.side form.wishes")
    wishes.get_by_label("3", exact=True).check()
    ada.keep("asked")
    ben.page.locator("#mine > summary").click()
    ben.page.locator("form[action$='/name'] input").fill("Benno")
    ben.page.locator("form[action$='/name'] button").click()
    expect(ada.page.locator("main")).to_contain_text("Benno")
    expect(wishes.locator("input[name=players][value='3']")).to_be_checked()
    wishes.get_by_label("La précédente").check()
    wishes.locator("button.strong").click()
    for one in (ada, ben):
        expect(one.page.locator(".stool")).to_have_count(2)
        expect(one.page.locator(".facts")).to_contain_text("La précédente")
    expect(ada.page.locator(".stool.person")).to_have_text([re.compile("Benno")])
    expect(ben.page.locator(".stool.person")).to_have_text([re.compile("Ada")])
    ben.keep("changed")


@pytest.mark.parametrize("size", [DESKTOP, (390, 844), PHONE, (740, 360)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_notice_covers_nothing_of_the_table(
    guests: Guests, game: str, size: tuple[int, int]
) -> None:
    ada = guests.come(size, reduced_motion="reduce")
    ada.play_with_bots(game, 4, **LONGEST.get(game, {}))
    ada.wait_for_turn()
    ada.page.wait_for_function("() => !first")  # which would take the notice away again
    before = ada.page.evaluate(HEIGHT)
    ada.page.evaluate(f"document.getElementById('offer').innerHTML = {AWAY!r}")
    expect(ada.page.locator("#offer p")).to_be_visible()
    assert ada.page.evaluate(COVERED) == []
    assert ada.page.evaluate(HEIGHT) <= before + 60, "it takes a strip, no more"


def test_teams_are_offered_to_four_alone(guests: Guests) -> None:
    ada = guests.come()
    ada.page.goto("/new/fourmis")
    drawer = ada.page.locator(".drawer > summary")
    teams = ada.page.locator("fieldset[data-only]")

    def choose(players: int) -> None:
        ada.page.locator(f"input[name=players][value='{players}']").check(force=True)
        drawer.click()

    drawer.click()
    expect(teams).to_be_visible()
    drawer.click()
    choose(3)
    expect(teams).to_be_hidden()
    drawer.click()
    choose(4)
    ada.page.locator("input[name=option-teams][value=yes]").check(force=True)
    drawer.click()
    choose(3)
    expect(teams).to_be_visible()  # what has been chosen is not hidden


@pytest.mark.parametrize("path", ["/", "/new/fourmis", "lobby", "table"])
def test_whatever_is_pressed_in_the_head_is_big_enough_for_a_finger(
    guests: Guests, path: str
) -> None:
    ada = guests.come(PHONE)
    if path == "table":
        ada.play_with_bots("fourmis", 4)
    elif path == "lobby":
        visit(ada, "lobby")
    else:
        ada.page.goto(path)
    ada.rest()  # some come in growing
    assert ada.page.evaluate(SMALL) == []


@pytest.mark.parametrize("size", [PHONE, (844, 390)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_no_letter_is_too_small_to_read(guests: Guests, game: str, size: tuple[int, int]) -> None:
    ada = guests.come(size, reduced_motion="reduce")
    ada.play_with_bots(game, 4, **LONGEST.get(game, {}))
    ada.wait_for_turn()
    assert ada.page.evaluate(TINY) == []


@pytest.mark.parametrize("size", [PHONE, (360, 640), (320, 568)], ids=str)
@pytest.mark.parametrize("game", CROWDED)
def test_a_crowded_table_fits_a_small_phone(
    guests: Guests, game: str, size: tuple[int, int]
) -> None:
    """Ten kinds in a hand of Le Grand Escogriffe, eight counted; five gardeners; a full trick."""
    ada = guests.come(size, reduced_motion="reduce")
    positions, parts = CROWDED[game]
    for position in positions:
        ada.page.goto(f"/atelier/{game}/table?{position}")
        assert ada.page.evaluate(APART, parts) == [], position


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_gardens_make_room_for_a_talkative_host(guests: Guests, players: int) -> None:
    """The rules in a minute stand above the table, and the host explains: its beds shrink."""
    ada = guests.come(PHONE, reduced_motion="reduce")
    ada.play_with_bots("kraut", players)
    ada.wait_for_turn()  # nobody has moved before
    expect(ada.page.locator("#first")).to_be_visible()
    ada.page.evaluate(EXPLAINS, "Jardin pris, jardin gardé\u202f: attends le bon, sans te presser.")
    for width, height in ((390, 844), PHONE, (360, 640)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.evaluate(APART, CROWDED["kraut"][1]) == [], (width, height)


def test_no_lesson_is_given_when_a_first_match_is_over(guests: Guests) -> None:
    """What the host says the first time that something is seen stood under who has won."""
    ada = guests.come(reduced_motion="reduce")
    ada.play_with_bots("kraut", 3)
    ada.let_bot_play()
    expect(ada.page.locator(AGAIN)).to_be_visible()
    expect(ada.page.locator("#ribbon .first")).to_have_count(0)
    expect(ada.page.locator("#onward .b").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(740, 360), (844, 390), (320, 568)], ids=str)
def test_a_game_can_be_begun_at_the_first_sight_of_the_shelf(
    guests: Guests, size: tuple[int, int]
) -> None:
    ada = guests.come(size, reduced_motion="reduce")
    ada.page.goto("/")
    expect(ada.page.locator("button[name=move]").first).to_be_in_viewport(ratio=0.5)
    assert ada.page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize("game", GAMES)
def test_an_hourglass_is_beside_the_head_of_whoever_is_on_turn(guests: Guests, game: str) -> None:
    """One's own head is not seen; the host says that it is one's turn."""
    guest = guests.come(reduced_motion="reduce")
    for plies in range(6):
        guest.page.goto(f"/atelier/{game}/table?players=3&seed=1&plies={plies}&seat=0")
        turn = re.search(r"turn(\d)", f"{guest.page.locator('#table').get_attribute('class')}")
        thinks = guest.page.locator(".guest > .head > .thinks:visible")
        seats = [one.locator("../..").get_attribute("id") for one in thinks.all()]
        assert turn is None or seats == [f"seat-{turn[1]}"] * (turn[1] != "0")
