"""Lessons in Chromium: whole ones by mouse, by keys and by touch, and no flaw at any size."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tablee.core.rules.rulebook import LANGUAGES
from tablee.table.posed.lesson import Lesson
from tests.lessons import TAUGHT
from tests.web.browser.people import DESKTOP, PATIENCE, PHONE, WAY, Guest, Guests
from tests.web.test_browser_pages import look_at

NEXT = "#lesson a.strong, #lesson button.strong"


def by_mouse(page: Page) -> None:
    show(page, Locator.click)


def by_touch(page: Page) -> None:
    show(page, Locator.tap)


def show(page: Page, press: Callable[[Locator], None]) -> None:
    """Presses what glows, then the place that glows if there is a choice of places."""
    press(page.locator("#table .thing.may.glow").first)
    if page.locator("#table .held").count():
        press(page.locator(place(page)).first)
    elif page.locator("#bubble .strong").count():
        press(page.locator("#bubble .strong"))


def place(page: Page) -> str:
    """Where a thing goes: to what glows, or to any place that is lit."""
    lit = "#table .place.here.glow"
    return lit if page.locator(lit).count() else "#table .place.here"


def learn(guest: Guest, lesson: Lesson, gesture: Callable[[Page], None]) -> None:
    page = guest.page
    page.goto(f"/learn/{lesson.game.name}")
    for step in lesson.steps:
        expect(page.locator("#lesson .say")).to_have_text(step.say["fr"].replace("*", ""))
        for number in range(1, len(step.expect) + 1):
            gesture(page)
            for _ in range(PATIENCE // 50):
                if page.locator("#answers").input_value() == str(number):
                    break
                page.keyboard.press("Shift")  # any key ends the look at a moment
                page.wait_for_timeout(50)
        expect(page.locator("#lesson .say")).to_have_text(step.done["fr"].replace("*", ""))
        expect(page.locator(NEXT)).to_be_visible()
        GO_ON[gesture](page)
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))


def by_keys(page: Page) -> None:
    """Walks with the arrows to what glows, takes it, and takes it to the place that glows."""
    for what in (lambda _: "#table .thing.may.glow", place):
        target = page.locator(what(page)).first.get_attribute("id")
        for _ in range(60):
            key = page.evaluate(WAY, target)
            if key is None:
                break
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        if not page.locator("#table .held").count():
            return


GO_ON: dict[Callable[[Page], None], Callable[[Page], None]] = {
    by_mouse: lambda page: page.locator(NEXT).click(),
    by_touch: lambda page: page.locator(NEXT).tap(),
    by_keys: lambda page: page.keyboard.press("Enter"),
}
"""How one goes on to the next step."""


@pytest.mark.parametrize("lesson", TAUGHT.values(), ids=list(TAUGHT))
def test_a_whole_lesson_by_mouse_leads_to_a_table(guests: Guests, lesson: Lesson) -> None:
    learn(guests.come(reduced_motion="reduce"), lesson, by_mouse)


def test_a_whole_lesson_by_keys(guests: Guests) -> None:
    learn(guests.come(reduced_motion="reduce"), TAUGHT["fourmis"], by_keys)


def test_a_whole_lesson_by_touch_on_a_phone(guests: Guests) -> None:
    learn(guests.come(PHONE, reduced_motion="reduce"), TAUGHT["kraut"], by_touch)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_has_no_flaw(guests: Guests, game: str) -> None:
    guest = guests.come(reduced_motion="reduce")
    guest.page.goto(f"/learn/{game}/6")
    look_at(guest, f"lesson-{game}")


@pytest.mark.parametrize("game", TAUGHT)
def test_a_step_is_there_at_once_and_deals_no_cards(guests: Guests, game: str) -> None:
    page = guests.come().page
    page.goto(f"/learn/{game}/2")
    expect(page.locator("html.scripted")).to_be_attached()
    expect(page.locator("body.dealt, #hand .deal")).to_have_count(0)


OUTSIDE = """() => {
    const speech = document.querySelector("#lesson .speech").getBoundingClientRect();
    const shown = (one) => one.getClientRects().length;
    const inside = [...document.querySelectorAll("#lesson .speech *")].filter(shown);
    const tops = [...document.querySelectorAll("#table :is(.thing, .place, .plate)")].filter(shown)
        .map((one) => one.getBoundingClientRect().top);
    return {
        beside: inside.filter((one) => one.getBoundingClientRect().right > speech.right)
            .map((one) => one.outerHTML),
        below: Math.max(0, Math.round(speech.bottom - Math.min(...tops))),
    };
}"""
"""What of a speech reaches over its right edge, and how far it reaches over the table."""


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (844, 390)], ids=str)
def test_the_last_word_of_a_lesson_has_room_on_a_phone(
    guests: Guests, size: tuple[int, int]
) -> None:
    for lang in LANGUAGES:
        page = guests.come(size, locale=lang, reduced_motion="reduce").page
        for lesson in TAUGHT.values():
            step, played = lesson.steps[-1], list[str]()
            for _ in step.expect:
                played.append(step.shown(played))
            page.goto(f"/learn/{lesson.game.name}/{step.number}?played={','.join(played)}")
            expect(page.locator("#lesson button.strong")).to_be_in_viewport(ratio=1)
            found = page.evaluate(OUTSIDE)
            assert found == {"beside": [], "below": 0}, (lesson.game.name, lang)


COVERED = """() => [...document.querySelectorAll(".tag")].filter((tag) => {
    const { left, right, top, bottom } = tag.getBoundingClientRect();
    const at = (y) => document.elementsFromPoint((left + right) / 2, y);
    const clear = [top + 2, bottom - 2].every((y) => at(y)[0] && tag.contains(at(y)[0]));
    return !clear;
}).length"""
"""How many tags with the points of a garden lie under something."""


def test_points_of_gardens_are_covered_by_nothing_on_a_small_phone(guests: Guests) -> None:
    page = guests.come(PHONE, reduced_motion="reduce").page
    for step in (2, 5, 9):
        page.goto(f"/learn/kraut/{step}")
        expect(page.locator(".tag")).to_have_count(4)
        assert page.evaluate(COVERED) == 0, step
        for offer in page.locator("#drawn .badge").all():
            expect(offer).to_be_in_viewport(ratio=1)


SPEECH = """() => {
    const [say, answer, speech] = ["say", "answer", "speech"].map((name) =>
        document.querySelector(`#lesson .${name}`).getBoundingClientRect());
    const tops = [...document.querySelectorAll("#table :is(.thing, .place, .plate)")]
        .filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect().top);
    return {
        apart: say.bottom <= answer.top + 1 || say.right <= answer.left + 1,
        inside: answer.bottom <= speech.bottom && answer.right <= speech.right,
        clear: speech.bottom <= Math.min(...tops),
        bubble: document.getElementById("bubble").textContent,
    };
}"""
"""Whether an answer lies in the host's speech, beside the task, and over nothing else."""


@pytest.mark.parametrize("size", [DESKTOP, (390, 844), (360, 740), (844, 390)], ids=str)
@pytest.mark.parametrize("game", TAUGHT)
def test_the_longest_answer_is_in_the_speech_of_the_host(
    guests: Guests, game: str, size: tuple[int, int]
) -> None:
    """On a phone the bubble lay over the task, or over the only right place."""
    for lang in LANGUAGES:
        page = guests.come(size, locale=lang, reduced_motion="reduce").page
        said = [
            (len(texts[lang]), step.number, texts[lang])
            for step in TAUGHT[game].steps
            for texts in (step.otherwise, *step.answers.values())
        ]
        _, number, longest = max(said)
        page.goto(f"/learn/{game}/{number}")
        page.evaluate("(text) => hostSays(text)", longest)
        found = page.evaluate(SPEECH)
        assert found == {"apart": True, "inside": True, "clear": True, "bubble": ""}, lang


def test_another_move_is_answered_by_the_host(guests: Guests) -> None:
    guest = guests.come(reduced_motion="reduce")
    page = guest.page
    page.goto("/learn/fourmis/6")
    page.locator("#c-8j").click()
    expect(page.locator("#lesson .answer")).to_contain_text("le 8 gagne aussi")
    guest.rest()
    page.locator("#c-Qv").click()
    expect(page.locator("#lesson .answer")).to_contain_text("Aucune verte dans le pli")
    page.locator("#lesson .show").click()
    expect(page.locator("#lesson .say")).to_contain_text("le pli est à toi")
    guest.rest()
    page.locator("#hand button").first.click(force=True)  # it was an error of the page
    expect(page.locator("#lesson .answer")).to_have_text("C’est fait\u202f! Continue.")


VEIL = """() => [...document.querySelectorAll("#table :is(.thing, .plate, .panel, section)")]
    .filter((one) => !one.closest(".not-now") && getComputedStyle(one).filter !== "none")
    .map((one) => one.id || one.className)"""
"""What of a table lies under a filter."""


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_lit_by_the_lamp_and_nothing_lies_under_a_veil(
    guests: Guests, game: str
) -> None:
    page = guests.come(reduced_motion="reduce").page
    page.goto(f"/learn/{game}/1")
    assert page.evaluate(VEIL) == []
    lamp, wanted = page.evaluate(
        """() => {
            const [lit] = [...all("#table .thing.glow"), ...all("#table .glow")];
            const [one, room] = [lit, byId("table")].map((part) => part.getBoundingClientRect());
            const x = (100 * (one.left + one.width / 2 - room.left)) / room.width;
            return [parseFloat(byId("table").style.getPropertyValue("--lx")), x];
        }"""
    )
    assert abs(lamp - wanted) < 1


def test_the_host_explains_what_is_seen_first_once_and_can_be_silenced(guests: Guests) -> None:
    guest = guests.come(reduced_motion="reduce")
    guest.play_with_bots("kraut", 3)
    guest.wait_for_turn()
    guest.tap_move()  # a first card is planted: now a garden may be taken
    said = guest.page.locator("#ribbon .first")
    expect(said).to_contain_text("Jardin pris, jardin gardé")
    with guest.page.expect_response("**/told"):
        said.locator("button").click()
    expect(said).to_have_count(0)
    guest.page.reload()
    expect(guest.page.locator("#firsts")).to_have_attribute("data-firsts", "[]")


def test_rules_lie_beside_the_first_table_and_cover_nothing_of_it(guests: Guests) -> None:
    guest = guests.come(reduced_motion="reduce")
    guest.play_with_bots("kraut", 3)
    guest.wait_for_turn()
    page = guest.page
    expect(page.locator("#first")).to_be_visible()
    page.locator("header a[href*='/rules/kraut']").last.click()
    page.wait_for_selector("dialog.side[open]")
    guest.rest()
    left = page.evaluate("document.querySelector('dialog.side').getBoundingClientRect().left")
    under = """(left) => [...document.querySelectorAll("#table *, header *")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > left + 1)
        .map((one) => one.outerHTML.slice(0, 99))"""
    guest.keep("beside")
    assert page.evaluate(under, left) == []
