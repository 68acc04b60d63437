"""Nothing is said before it has happened, and nothing that is not so: films of real pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tablee import parse_record
from tests.archive import HERE
from tests.effort import often
from tests.lessons import TAUGHT
from tests.web.browser.people import PHONE, Guests

FILM = """() => {
    cancelAnimationFrame(window.films);
    window.film = [];
    const flies = (a) => (a.effect.pseudoElement || "").includes("(fly-")
        && a.currentTime < a.effect.getComputedTiming().endTime - 20; // a picture is drawn every 16
    const seen = (one) => one.checkVisibility({ visibilityProperty: true })
        && !one.closest("#stock, .flown, .unseen, .keys-line, .label, svg"); // left, or at a finger
    const look = () => {
        const said = [...document.querySelectorAll("#table *, #lesson *, .top *")]
            .filter((one) => !one.childElementCount && one.textContent.trim() && seen(one))
            .map((one) => one.textContent.trim());
        const honours = [...document.querySelectorAll("#table :is(.winner, .wins, .leads, .gold)")]
            .map((one) => one.className + one.id);
        const { className } = document.getElementById("table");
        honours.push(...(className.match(/\\b(ended|(lit|won)\\d)\\b/g) || []));
        film.push({ flies: document.getAnimations().some(flies), said: [...said, ...honours] });
        window.films = requestAnimationFrame(look);
    };
    look();
}"""
"""Notes in each picture whether something flies, and all that is said."""


def told_early(film: list[dict[str, Any]]) -> list[str]:
    """What is said while something flies, and was not said before it took off."""
    found, before = list[str](), film[0]["said"]
    for picture in film:
        if picture["flies"]:
            found += [one for one in picture["said"] if one not in before]
        else:
            before = picture["said"]
    return found


@pytest.mark.parametrize("game", TAUGHT)
def test_nothing_new_is_said_while_something_flies(guests: Guests, game: str) -> None:
    """The plate said « gagne la manche ! » while the boots were in the air."""
    page = guests.come().page
    lesson, flew = TAUGHT[game], 0
    for step in (lesson.steps[0], lesson.steps[5], lesson.steps[7]):
        page.goto(f"/learn/{game}/{step.number}")
        page.evaluate(FILM)
        page.evaluate("(move) => { learn(move, byId('table')); }", step.shown(()))
        if len(step.expect) == 1:
            expect(page.locator("#lesson.done")).to_be_visible()
        page.wait_for_timeout(400)
        film = page.evaluate("film")
        flew += sum(picture["flies"] for picture in film)
        assert told_early(film) == [], step.number
    assert flew > 5


@pytest.mark.parametrize("game", TAUGHT)
def test_at_a_real_table_nothing_is_said_before_it_has_landed(guests: Guests, game: str) -> None:
    """A busy browser ended a flight as soon as it began, and the words came with it."""
    ada = guests.come()
    ada.play_with_bots(game, 3)
    flew = 0
    for _ in range(often(3, 30)):
        if not ada.wait_for_turn():
            break
        ada.page.evaluate(FILM)
        ada.tap_move()
        ada.wait_for_turn()
        ada.page.wait_for_timeout(100)
        film = ada.page.evaluate("film")
        flew += sum(picture["flies"] for picture in film)
        assert told_early(film) == []
        assert ada.page.evaluate(LEFT) == []
    assert flew > 5


def last_decision(game: str) -> tuple[Path, int, int, str]:
    """A record, the seat that ends its match, after how many moves, and by which."""
    file = sorted(HERE.glob(f"{game}/golden/*.record"))[0]
    record = parse_record(file.read_text(encoding="utf-8"))
    *_, before, _ = record.states()
    assert before.seat is not None
    return file, before.seat, len(record.moves) - 1, str(record.moves[-1])


@pytest.mark.parametrize("game", TAUGHT)
def test_who_has_won_is_told_when_the_last_has_landed(guests: Guests, game: str) -> None:
    """The winner's head had left the guests while the last trick was in the air."""
    ada = guests.come()
    page = ada.page
    file, seat, ply, move = last_decision(game)
    page.goto("/replay")
    page.locator("#file").set_input_files(file)
    page.locator("form.bring button").click()
    page.goto(f"{page.url.partition('?')[0]}/again?as={seat}&ply={ply}")
    page.locator("form.again button").click()
    ada.table = page.url.rpartition("/")[2]
    ada.wait_for_turn()
    ada.rest()
    page.evaluate(FILM)
    ada.tap_move(next(one for one in ada.gestures() if one[2] == move))
    expect(page.locator("#stage .winner").first).to_be_visible()
    assert page.locator("link[href*='/look/ending.']").count() == 1
    film = page.evaluate("film")
    assert any(picture["flies"] for picture in film)
    assert told_early(film) == []


LEFT = """() => (aloft ? [] : document.getAnimations().map((a) => a.effect.pseudoElement || "")
    .filter((of) => of.includes("(fly-")))"""
"""What is left of flights that have landed: the next flight of the same thing would obey it."""

INSTRUCTION = """() => {
    const [task, first] = ["#ribbon.mine p > span:not(.first)", "#ribbon .first"].map((one) =>
        document.querySelector(one)?.getBoundingClientRect());
    const apart = (a, b) => a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const inside = first?.left >= 0 && first.right <= innerWidth && first.top >= 0;
    return { said: first?.height > 8, kept: task.height > 8 && apart(task, first), inside };
}"""
"""Whether a first sentence stands beside the second line of an instruction, in sight."""


@pytest.mark.parametrize("size", [PHONE, (390, 844), (844, 390)], ids=str)
def test_a_first_sentence_replaces_no_instruction_on_a_phone(
    guests: Guests, size: tuple[int, int]
) -> None:
    ada = guests.come(size, reduced_motion="reduce")
    ada.play_with_bots("escogriffe", 3)
    ada.wait_for_turn()
    expect(ada.page.locator("#ribbon.mine .first")).to_be_visible()
    ada.keep("first")
    assert ada.page.evaluate(INSTRUCTION) == {"said": True, "kept": True, "inside": True}


def test_a_first_sentence_ends_with_what_it_speaks_of(guests: Guests) -> None:
    """« Une ninja ! » was said of an empty plate, for up to nine seconds."""
    ada = guests.come(reduced_motion="reduce")
    ada.play_with_bots("escogriffe", 3)
    ada.wait_for_turn()
    first = ada.page.locator("#ribbon .first")
    expect(first).to_contain_text("prends sa carte si elle te va")
    ada.page.locator("#stock").click()  # now a card must be discarded
    expect(ada.page.locator("#piles .pile.open.may")).to_have_count(0)
    expect(first.filter(has_text="prends sa carte")).to_have_count(0)


def test_the_list_of_keys_is_cut_nowhere(guests: Guests) -> None:
    page = guests.come(reduced_motion="reduce").page
    page.goto("/learn/fourmis/1")
    page.keyboard.press("?")
    padding, over = page.locator("dialog[open]").evaluate(
        "(one) => [getComputedStyle(one).paddingLeft, one.scrollWidth - one.clientWidth]"
    )
    assert padding == "24px" and over <= 0


def test_the_rules_in_one_minute_fold_into_the_book(guests: Guests) -> None:
    """They took a quarter of the screen for the whole match."""
    ada = guests.come()
    ada.play_with_bots("kraut", 3)
    ada.wait_for_turn()
    expect(ada.page.locator("#first")).to_be_visible()
    with ada.page.expect_response("**/seen"):
        ada.play_on(6)
        ada.wait_for_turn()
    expect(ada.page.locator("#first")).to_have_count(0)
    ada.page.reload()
    expect(ada.page.locator("#table")).to_be_visible()
    expect(ada.page.locator("#first")).to_have_count(0)


def test_on_a_phone_on_its_side_the_minute_lies_in_the_book(guests: Guests) -> None:
    ada = guests.come((844, 390), reduced_motion="reduce")
    ada.play_with_bots("fourmis", 3)
    expect(ada.page.locator("#first")).to_be_hidden()
    assert str(ada.page.locator("a[data-key=r]").get_attribute("href")).endswith("#minute")
