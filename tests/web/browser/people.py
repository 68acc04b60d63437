"""People with browsers: each has cookies of his own, and plays as people do."""

from __future__ import annotations

import json
import random
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    expect,
)
from playwright.sync_api import TimeoutError as TooLate

from tablee import find_game
from tablee.bots.levels import find_bot
from tests.effort import ADDED, NIGHT

MATCHES: dict[str, dict[str, str]] = {
    "fourmis": {} if NIGHT else {"variant": "goal:1"},
    "kraut": {},
    "escogriffe": {"points": "30"},
}
"""With which options each game is played to its end, in each way of playing."""
WHOLE = tuple(MATCHES) if NIGHT else ("fourmis",)
"""Of which games that is done: on every push of one, at night of all."""
DESKTOP = (1280, 800)
PHONE = (360, 740)
PATIENCE = 45_000
"""Milliseconds after which somebody gives up waiting."""
expect.set_options(timeout=PATIENCE)
MY_TURN = "#table .may"
AGAIN = "#onward button[formaction$='/rematch']"
DECIDED = ", ".join([f"body:not(.sending) {MY_TURN}", AGAIN, "#onward button.next"])
"""What a page shows when somebody need not wait any longer."""
NET = re.compile(r"ERR_(INTERNET_DISCONNECTED|CONNECTION|EMPTY_RESPONSE|INCOMPLETE|NETWORK)")
"""What a browser says by itself when the network or the server is gone."""


WAY = """(id) => {
    const [from, to] = [document.activeElement, document.getElementById(id)];
    if (from === to) return null;
    if (!from.closest("#table")) return "ArrowDown";
    const seen = (window.ways ??= { to: "", been: {} });
    if (seen.to !== id) Object.assign(seen, { to: id, been: {} });
    const times = (seen.been[from.id] = (seen.been[from.id] ?? -1) + 1);
    const [a, b] = [from, to].map((spot) => spot.getBoundingClientRect());
    const [x, y] = [b.left + b.right - a.left - a.right, b.top + b.bottom - a.top - a.bottom];
    const ways = [x > 0 ? "ArrowRight" : "ArrowLeft", y > 0 ? "ArrowDown" : "ArrowUp"];
    if (Math.abs(x) <= Math.abs(y)) ways.reverse();
    return [...ways, "Tab"][times % 3]; // where one way has led back, the next is tried
}"""
"""Says by which key one comes nearer to a thing or a place; nothing when one is there."""

REST = """async () => {
    const end = (a) => a.effect.getComputedTiming().endTime;
    const ends = (a) => a.playState === "running" && end(a) < Infinity;
    for (let tries = 0; tries < 40; tries += 1) {
        const moving = document.getAnimations().filter(ends);
        if (!moving.length) break;
        await Promise.allSettled(moving.map((one) => one.finished));
    }
    pressed = -Infinity;
}"""
"""Waits for whatever moves and will come to an end, and lets the page forget when it was pressed.

The next press is no second half of a double click then.
"""


class Guests:
    """Those who come during one test."""

    def __init__(self, browser: Browser, house: str, pictures: Path | None, test: str) -> None:
        self.browser = browser
        self.house = house
        self.complaints: list[str] = []
        self.may_lose_net = False
        self.may_refuse = False
        self.tables = 0
        """How many have been opened by the API."""
        self._pictures = pictures
        self._test = re.sub(r"[^a-z0-9-]+", "-", test.lower()).strip("-")
        self._contexts: list[BrowserContext] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        for context in self._contexts:
            context.close()
        if kind is None:
            assert not self.complaints, self.complaints

    def come(self, size: tuple[int, int] = DESKTOP, **more: Any) -> Guest:
        """Lets somebody in who was never here before; without haste, unless told otherwise."""
        phone, asks = size[0] < 700, more.pop("asks", "yes")
        more.setdefault("service_workers", "block")
        context = self.browser.new_context(
            base_url=self.house,
            viewport={"width": size[0], "height": size[1]},
            has_touch=phone,
            is_mobile=phone,
            locale=more.pop("locale", "fr"),
            **more,
        )
        context.set_default_timeout(PATIENCE)
        context.add_cookies([{"name": "asks", "value": asks, "url": self.house}])
        self._contexts.append(context)
        return Guest(self, context, phone)

    @property
    def luck(self) -> str:
        """What they add to a shuffle: at each table of each test something else."""
        return f"{ADDED}{zlib.crc32(self._test.encode()):08x} {self.tables}"

    def watch(self, page: Page) -> Page:
        """Writes down whatever a page's console complains of."""
        page.on("pageerror", lambda error: self._hear_error(str(error)))
        page.on("console", self._hear)
        return page

    def _hear_error(self, told: str) -> None:
        """Note a fault; Chromium also calls it one that a change of pages was not animated.

        The script takes note of that as soon as it runs, which may be later.
        """
        if not told.startswith(("Transition was aborted", "Transition was skipped")):
            self.complaints.append(told)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if "Service Worker registration blocked by Playwright" in message.text:
            return
        if self.may_lose_net and NET.search(message.text):
            return
        if self.may_refuse and "409 (Conflict)" in message.text:
            return
        self.complaints.append(f"{message.type}: {message.text}")

    def keep(self, page: Page, name: str) -> None:
        """Keeps a screenshot where somebody wants them."""
        if self._pictures:
            page.screenshot(path=self._pictures / f"{self._test}-{name}.png")


class Guest:
    """Somebody with a browser."""

    def __init__(self, guests: Guests, context: BrowserContext, phone: bool) -> None:
        self.guests = guests
        self.context = context
        self.phone = phone
        self.page = guests.watch(context.new_page())
        self.table = ""
        self.played = 0
        """Moves made by hand."""
        self.sheets = 0
        """Score sheets after which this guest was ready to go on."""
        self._luck = random.Random(7)

    # At the API, for what is no matter of this test

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Asks the house as a program would, with this browser's cookies."""
        url = f"{self.guests.house}/api{path}"
        answer = self.context.request.fetch(url, method=method, data=body)
        assert answer.ok, f"{path}: {answer.text()}"
        return answer.json()

    def open_table(self, game: str, players: int, **options: str) -> str:
        return self._open({"game": game, "players": players, "options": options})

    def open_by_the_day(self, game: str, players: int, **options: str) -> str:
        return self._open({"game": game, "players": players, "options": options, "pace": 1})

    def _open(self, wish: dict[str, Any]) -> str:
        self.table = self.ask("POST", "/tables", wish)["table"]
        self.guests.tables += 1
        return self.table

    def sit(self, table: str = "", name: str = "Ada") -> int:
        self.table = table or self.table
        wish = {"name": name, "luck": self.guests.luck}
        sat = self.ask("POST", f"/tables/{self.table}/seats", wish)
        return int(sat["seat"])

    def start(self, fill: str | None = "novice") -> None:
        self.ask("POST", f"/tables/{self.table}/start", {"fill": fill})

    def play_with_bots(self, game: str, players: int, **options: str) -> None:
        """Opens a table, fills it with bots, and goes there."""
        self.open_table(game, players, **options)
        self.sit()
        self.start()
        self.go()

    @property
    def facts(self) -> Any:
        return self.ask("GET", f"/tables/{self.table}")

    @property
    def is_over(self) -> bool:
        return bool(self.facts["phase"] == "over")

    def view(self) -> Any:
        return self.ask("GET", f"/tables/{self.table}/view")

    def send_move(self) -> None:
        """Plays a move as a program would."""
        view = self.view()
        body = {"move": view["legal"][0]["move"], "ply": view["ply"]}
        self.ask("POST", f"/tables/{self.table}/moves", body)

    # In the browser

    def go(self, page: Page | None = None) -> None:
        (page or self.page).goto(f"/t/{self.table}")

    def wait_for_turn(self, page: Page | None = None) -> bool:
        """Waits until something may be moved; whether so, or the match is over."""
        page = page or self.page
        for _ in range(PATIENCE // 100):
            self.be_ready(page)
            page.keyboard.press("Shift")  # any key ends the look at a full trick
            try:
                page.wait_for_selector(DECIDED, timeout=100)
                if page.locator(MY_TURN).count():
                    return True
            except TooLate:
                pass
            if self.is_over:
                return False
        raise AssertionError("my turn does not come")

    def be_ready(self, page: Page | None = None) -> None:
        """Goes on to the next round, if the points of the last one are looked at."""
        onward = (page or self.page).locator("#onward button.next")
        if onward.count():
            self.sheets += 1
            onward.click()
            expect(onward).to_have_count(0)

    def gestures(self, page: Page | None = None) -> list[tuple[str, str, str]]:
        """Reads from the page what may be done: thing, place, move."""
        return [(go[0], go[1], go[2]) for go in self.light(page)["go"]]

    def reasons(self) -> dict[str, tuple[str, str]]:
        """Reads why the other spots cannot be used now: a sentence and its clause."""
        return {spot: (why, clause) for why, clause, told in self.light()["why"] for spot in told}

    def light(self, page: Page | None = None) -> Any:
        """Reads what the page knows of this moment."""
        return json.loads((page or self.page).locator("#moves").get_attribute("data-light") or "{}")

    def is_alone(self, gesture: tuple[str, str, str], page: Page | None = None) -> bool:
        """Tells whether a thing can only do this: then one press does it."""
        return sum(thing == gesture[0] for thing, *_ in self.gestures(page)) == 1

    def choose(self, page: Page | None = None) -> tuple[str, str, str]:
        return self._luck.choice(self.gestures(page))

    def choose_well(self, game: str) -> tuple[str, str, str]:
        """Chooses as a regular guest would: at random some games have no end."""
        view = find_game(game).parse_view(self.view()["text"])
        move = str(find_bot("regular", view.game, self.ply).choose(view))
        return next(go for go in self.gestures() if go[2] == move)

    def tap_move(self, gesture: tuple[str, str, str] | None = None) -> None:
        """Makes a move by taps: the thing, then its place if there are several, or yes."""
        gesture = gesture or self.choose()
        thing, place, _ = gesture
        ply, alone = self.ply, self.is_alone(gesture)
        self.press(thing)
        if not alone:
            expect(self.spot(place)).to_have_class(re.compile(r"\bhere\b"))
            self.press(place)
        self.agree()
        self.wait_until_played(ply)

    def agree(self) -> None:
        """Says yes to what is offered for good, if anything is."""
        yes = self.page.locator("#bubble button.strong")
        if yes.count():
            yes.click()

    def rest(self) -> None:
        """Waits until nothing moves any more: a press must hit what it is meant for."""
        self.page.evaluate(REST)

    def press(self, spot: str) -> None:
        """Taps or clicks where a thing or a place can be seen."""
        self.rest()
        found = self.spot(spot)
        dim = found.get_attribute("aria-disabled") == "true"  # it answers why not
        tap = found.tap if self.phone else found.click
        tap(position=self.free_corner(found), force=dim)

    def free_corner(self, found: Locator) -> Any:
        """Finds a point of it that no neighbour in the fan covers."""
        return found.evaluate(
            """(spot) => {
                spot.scrollIntoView({ block: "nearest" });
                const r = spot.getBoundingClientRect();
                const tries = [0.5, 0.2, 0.8, 0.1, 0.9];
                for (const y of tries) for (const x of tries) {
                    const at = { x: x * r.width, y: y * r.height };
                    const hit = document.elementFromPoint(r.left + at.x, r.top + at.y);
                    if (hit && hit.closest("button") === spot) return at;
                }
                return { x: r.width / 2, y: r.height / 2 };
            }"""
        )

    def spot(self, name: str) -> Locator:
        return self.page.locator(f"[id='{name}']")

    @property
    def ply(self) -> int:
        return int(self.page.locator("#answers").get_attribute("value") or 0)

    def wait_until_played(self, ply: int) -> None:
        expect(self.page.locator("#answers")).not_to_have_value(str(ply))
        self.page.wait_for_selector("body:not(.sending)", state="attached")
        self.played += 1

    def play_on(self, moves: int | None = None) -> None:
        """Plays by taps until the match is over, or so many moves."""
        while (moves is None or self.played < moves) and self.wait_for_turn():
            self.tap_move()

    def point_of(self, spot: str) -> tuple[float, float]:
        """Finds where a thing or a place can be touched."""
        self.rest()
        found = self.spot(spot)
        at, box = self.free_corner(found), found.bounding_box()
        assert box is not None
        return box["x"] + at["x"], box["y"] + at["y"]

    @property
    def focused(self) -> Locator:
        return self.page.locator(":focus")

    def walk_to(self, spot: str, most: int = 150) -> None:
        """Goes to a thing or a place by arrows, and by Tab where arrows do not lead."""
        way = []
        for _ in range(most):
            key = self.page.evaluate(WAY, spot)
            if key is None:
                return
            way.append(f"{self.page.evaluate('document.activeElement.id')} {key}")
            self.page.keyboard.press(key)
        raise AssertionError(f"no way leads to {spot}: {', '.join(way)}")

    def keep_still(self) -> None:
        """Asks for no motion from now on, to be quicker."""
        self.page.emulate_media(reduced_motion="reduce")

    def let_bot_play(self) -> None:
        seat = next(s["seat"] for s in self.facts["seats"] if s["who"] == "person")
        self.ask("POST", f"/tables/{self.table}/seats/{seat}/away", {"level": "novice"})

    def keep(self, name: str) -> None:
        self.guests.keep(self.page, name)


def turns(guests: Sequence[Guest]) -> Guest | None:
    """Finds who may move now."""
    return next((g for g in guests if g.page.locator(MY_TURN).count()), None)
