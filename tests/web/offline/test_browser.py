"""On a home screen: what is there without a network, notices, and a live table beside them."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.lessons import TAUGHT
from tests.web.browser.people import PATIENCE, PHONE, Guest, Guests
from tests.web.services import Phone

CONTROLLED = """async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
}"""
KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        for (const asked of await (await caches.open(name)).keys()) {
            const answer = await (await caches.open(name)).match(asked);
            found.push([name, new URL(asked.url).pathname, await answer.text()]);
        }
    }
    return found;
}"""
"""Reads everything that a browser keeps: the cache, the address, the text."""


def come(guests: Guests) -> Guest:
    guests.may_lose_net = True
    guest = guests.come(PHONE, service_workers="allow")
    guest.page.goto("/")
    guest.page.evaluate(CONTROLLED)
    return guest


def wait_for_kept(guest: Guest, *paths: str) -> None:
    look = "async () => (await (await caches.open('pages')).keys()).map(({ url }) => url).join(' ')"
    for _ in range(PATIENCE // 100):
        kept = guest.page.evaluate(look)
        if all(path in kept for path in paths):
            return
        guest.page.wait_for_timeout(100)
    raise AssertionError(f"{paths} are not kept: {kept}")


def test_without_a_network_one_reads_what_was_opened_and_never_sees_a_hand(
    guests: Guests,
) -> None:
    guest = come(guests)
    page = guest.page
    for path, kept in (
        ("/rules/kraut", "/rules/kraut"),
        ("/learn/fourmis", "/learn/fourmis/answers"),
    ):
        page.goto(path)
        wait_for_kept(guest, kept)
    guest.play_with_bots("fourmis", 3)
    guest.play_on(2)  # the stream is alive beside the service worker
    guest.context.set_offline(True)
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Pas de réseau")
    expect(page.locator("#readable li:visible")).to_have_count(2)
    page.goto(f"/t/{guest.table}")
    expect(page.locator("h1")).to_have_text("Pas de réseau")
    for name, path, text in page.evaluate(KEPT):
        assert not path.startswith(("/t/", "/api/", "/me")), f"{name} keeps {path}"
        assert guest.table not in text, f"{name} keeps the table in {path}"
    page.goto("/")
    page.locator("#readable a[href$='/rules/kraut']").click()
    expect(page.locator("h1")).to_contain_text("Kraut")
    assert page.evaluate("[...document.styleSheets].every((one) => one.cssRules.length > 10)")
    page.goto(f"/t/{guest.table}")
    guest.context.set_offline(False)
    expect(page.locator("#table")).to_be_visible()  # by itself


def test_a_lesson_that_was_opened_goes_on_without_a_network(guests: Guests) -> None:
    """The card glowed, and a press on it reloaded the page, for ever."""
    guest = come(guests)
    page = guest.page
    page.goto("/learn/kraut/3")
    wait_for_kept(guest, "/learn/kraut/answers")
    page.goto("/learn/escogriffe/1")
    guest.context.set_offline(True)
    page.locator("#table .thing.may.glow").first.tap()
    lit = page.locator("#table .place.here.glow")
    if lit.count():
        lit.first.tap()
    expect(page.locator("#lesson .answer, #lesson.done")).to_be_visible()  # kept by now, or said so
    page.goto("/")
    page.locator("#readable a[href='/learn/kraut/1']").click()
    for step in TAUGHT["kraut"].steps[:4]:
        expect(page.locator("#lesson .say")).to_have_text(step.say["fr"].replace("*", ""))
        played: list[str] = []
        for _ in step.expect:
            played.append(step.shown(played))
            page.evaluate("(move) => learn(move, byId('table'))", played[-1])
        expect(page.locator("#lesson .say")).to_have_text(step.done["fr"].replace("*", ""))
        page.locator("#lesson a.strong").tap()
    expect(page.locator("#lesson .say")).to_have_text(
        TAUGHT["kraut"].steps[4].say["fr"].replace("*", "")
    )
    page.evaluate("learn('nonsense', byId('table'))")
    expect(page.locator("#lesson .answer")).to_contain_text("Pas de réseau")


def test_a_new_version_puts_away_what_an_old_one_kept(guests: Guests) -> None:
    guest = come(guests)
    page = guest.page
    page.goto("/rules/kraut")
    wait_for_kept(guest, "/rules/kraut")
    page.evaluate(
        """async () => {
            await (await caches.open("look-old")).put("/look/old.css", new Response("stale"));
            await (await navigator.serviceWorker.ready).unregister();
        }"""
    )
    page.goto("/")
    page.evaluate(CONTROLLED)
    page.wait_for_function("async () => !(await caches.has('look-old'))")
    wait_for_kept(guest, "/rules/kraut")


def test_whoever_presses_is_called_on_this_device(guests: Guests) -> None:
    """The browser's own push service is far away: it says that it has subscribed."""
    made = json.dumps(Phone("https://push.example.org/ada").subscription)
    guest = guests.come(PHONE, service_workers="allow", permissions=["notifications"])
    guest.context.add_init_script(
        f"""
        const made = {{ ...{made}, toJSON: () => ({made}), unsubscribe: () => true }};
        PushManager.prototype.subscribe = async () => {{
            localStorage.pushed = "yes";
            return made;
        }};
        PushManager.prototype.getSubscription = async () => (localStorage.pushed ? made : null);
        """
    )
    guest.open_by_the_day("fourmis", 2)
    guest.sit()
    guest.start()
    guest.go()
    page = guest.page
    page.evaluate(CONTROLLED)
    assert page.evaluate("localStorage.pushed") is None  # nobody is asked by himself
    page.locator(".tools a[href*='/me/calls']").click()
    page.locator("[data-push]").click()
    expect(page.locator(".ways .own")).to_contain_text("Cet appareil")
    expect(page.locator("[data-push]")).to_be_hidden()
    guest.keep("called")
    told = {"title": "Fourmis : c’est à toi !", "body": "Ada", "tag": "x", "lang": "fr"}
    session = guest.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _ in range(PATIENCE // 20):
        if found:
            break
        page.wait_for_timeout(20)
    message = {
        "origin": guest.guests.house,
        "registrationId": found[-1],
        "data": json.dumps({**told, "url": f"/t/{guest.table}"}),
    }
    session.send("ServiceWorker.deliverPushMessage", message)
    page.wait_for_function(
        """async () => {
            const shown = await (await navigator.serviceWorker.ready).getNotifications();
            return shown.length === 1 && shown[0].title === "Fourmis : c’est à toi !";
        }"""
    )
    page.goto(f"/me/calls?back=/t/{guest.table}")
    page.locator(".ways .own button").click()
    expect(page.locator(".ways")).to_have_count(0)


def test_without_a_network_a_score_sheet_is_there_with_what_is_being_noted(guests: Guests) -> None:
    """At a kitchen table: it opens as it was noted last, and the round stays on the device."""
    guest = come(guests)
    page, sheet = guest.page, "/pad/escogriffe?p=1~escogriffe~50~Ada~Bo~Cy"
    page.goto(sheet)
    for name, value in (("target", 9), ("winner", 1)):
        page.locator(f"#q-{name}-{value}").locator("xpath=..").click()
    page.locator(".keep .strong").click()
    expect(page.locator("#board strong").first).to_have_text("12")
    wait_for_kept(guest, "1%3A9.1", "/pad ")
    page.context.set_offline(True)
    page.goto("/pad")
    page.locator("#kept a").first.click()
    expect(page.locator("#board strong").first).to_have_text("12")
    page.locator("#q-target-7").locator("xpath=..").click()
    expect(page.locator("#toast")).to_contain_text("reste sur cet appareil")
    page.reload()
    expect(page.locator("#board strong").first).to_have_text("12")
    page.goto("/pad/fourmis?p=1~fourmis~no~Eve~Flo")
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#board")).to_be_visible()  # it goes on by itself
    page.goto("/pad")
    page.locator("#kept a", has_text="Ada").click()
    expect(page.locator("#q-target-7")).to_be_checked()
