"""In Chromium, Firefox and WebKit: cards have their colours, and one can play, learn and count."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.lessons import TAUGHT
from tests.web.browser.windows import BROWSERS, Window

CLOTHS = {  # the ground of an ant's card, and its pattern: a fifth of a deeper colour on it
    "r": ((0xF8, 0xD8, 0xCB), (0xA2, 0x2C, 0x1B)),
    "j": ((0xFB, 0xE9, 0xBB), (0x8F, 0x5F, 0x06)),
    "v": ((0xDC, 0xEB, 0xC9), (0x33, 0x6B, 0x28)),
    "b": ((0xCF, 0xE4, 0xF1), (0x1F, 0x5A, 0x90)),
    "p": ((0xE7, 0xD6, 0xE8), (0x52, 0x2B, 0x5F)),
}
RED = (0xD9, 0x48, 0x2F)
"""The red of the stripes on clothes."""
PATIENCE = 45
"""Seconds after which somebody gives up waiting."""
Wanted = tuple[tuple[int, ...], float]
"""A colour, and on which part of something it must be at least."""
CARD = """() => {
    const card = document.querySelector("[data-light=day] figure > svg:has(> use[href$='#f-7%s'])");
    card.scrollIntoView({ block: "center" });
    const { x, y, width, height } = card.getBoundingClientRect();
    return [x, y, width, height];
}"""
SIT_DOWN = """async () => {
    const post = async (path, body) => {
        const headers = { "content-type": "application/json" };
        const asked = { method: "POST", headers, body: JSON.stringify(body) };
        return (await fetch(`/api/tables${path}`, asked)).json();
    };
    const { table } = await post("", { game: "fourmis", players: 3 });
    await post(`/${table}/seats`, { name: "Ada", luck: "test" });
    await post(`/${table}/start`, { fill: "novice" });
    return table;
}"""
MOMENT = """() => {
    const may = [...document.querySelectorAll("body:not(.sending) #hand .may")].at(-1);
    const room = may?.getBoundingClientRect();
    const points = [0.5, 0.2, 0.8].flatMap((x) => [0.5, 0.3].map((y) => [x, y]))
        .map(([x, y]) => [room?.x + x * room?.width, room?.y + y * room?.height]);
    const hits = ([x, y]) => document.elementFromPoint(x, y)?.closest("button") === may;
    const at = may && points.find(hits);
    const ply = Number(document.getElementById("answers").value);
    const end = (a) => a.effect.getComputedTiming().endTime;
    const ends = (a) => a.playState === "running" && end(a) < Infinity;
    const moving = document.getAnimations().filter(ends);
    for (const one of moving) one.finish();
    pressed = -Infinity; // as if the last press were long ago
    const hear = ({ type, target }) => heard.push(`${type} ${target.closest("[id]")?.id}`);
    for (const kind of window.heard ? [] : ["pointerdown", "pointerup", "click"])
        addEventListener(kind, hear, true);
    window.heard ??= [];
    return { ply, at: (!moving.length && at) || null };
}"""
"""Where a card may be pressed once nothing moves; no motion is waited out."""
HEARD = (
    """() => [...heard, document.getElementById("bubble")?.innerText, document.body.className]"""
)
"""What a page has heard of a press that it did not follow."""

TEACHER = """() => {
    const moment = { path: location.pathname, says: null, at: null };
    if (document.readyState !== "complete" || typeof sending === "undefined") return moment;
    const end = (a) => a.effect.getComputedTiming().endTime;
    const ends = (a) => a.playState === "running" && end(a) < Infinity;
    moment.says = document.querySelector("#lesson .say")?.innerText ?? null;
    const place = "#table:has(.held) .place.here";
    const next = ["#lesson .strong", "#bubble .strong", `${place}.glow`, place, "#table .may.glow"]
        .map((one) => document.querySelector(one)).find((one) => one?.getClientRects().length);
    next?.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = next?.getBoundingClientRect() ?? {};
    const moving = document.getAnimations().filter(ends);
    for (const one of moving) one.finish();
    dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" })); // any key ends a look
    pressed = -Infinity; // as if the last press were long ago: this is no half of a double click
    const [last, when] = window.justPressed ?? [];
    const leads = Boolean(next?.matches("#lesson .strong")); // to another page: it is pressed once
    const twice = next && next === last && (leads || performance.now() - when < 350);
    if (!next || sending || moving.length || twice) return moment;
    window.justPressed = [next, performance.now()];
    return { ...moment, at: [x + width / 2, y + height / 2], leads };
}"""
"""What a lesson says now, and where to press next once nothing moves; no motion is waited out."""

ANSWER = """() => {
    const answer = document.querySelector("%s");
    answer.scrollIntoView({ block: "center" });
    const { x, y, width, height } = answer.getBoundingClientRect();
    return [x, y, width, height];
}"""
"""Where something on a page can be pressed, or seen."""


@pytest.fixture(scope="module", params=BROWSERS)
def window(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Window]:
    """Opens a window of each browser."""
    with BROWSERS[request.param](tmp_path_factory.mktemp(request.param)) as window:
        yield window


def likeness(pixels: list[Any], colour: tuple[int, ...]) -> float:
    """Which part of some pixels is like a colour."""
    alike = [all(abs(a - b) <= 10 for a, b in zip(one, colour, strict=True)) for one in pixels]
    return sum(alike) / len(alike)


def seen_at(window: Window, where: str, part: tuple[float, ...] = (0, 0, 1, 1)) -> list[Any]:
    """The pixels of something on a page, or of a part of it: left, top, right, bottom."""
    x, y, width, height = window.run(where)
    left, top, right, bottom = part
    upper = round(x + left * width), round(y + top * height)
    lower = round(x + right * width), round(y + bottom * height)
    seen = Image.open(io.BytesIO(window.picture())).convert("RGB")
    return [*seen.crop((*upper, *lower)).get_flattened_data()]


def wait_to_see(window: Window, where: str, told: str, *wanted: Wanted, **more: Any) -> None:
    """Looks until something has the colours that it should, each on so much of it."""
    end = time.monotonic() + PATIENCE
    while True:
        pixels = seen_at(window, where, **more)
        missing = [colour for colour, least in wanted if likeness(pixels, colour) <= least]
        if not missing:
            return
        assert time.monotonic() < end, f"{told} has lost {missing}"
        time.sleep(0.1)


def test_cards_have_their_colours_and_patterns(window: Window, house: str) -> None:
    """Looks beside the index of a seven, above the ant."""
    window.go(f"{house}/atelier/fourmis")
    for colour, (ground, deep) in CLOTHS.items():
        pattern = tuple(round(0.8 * a + 0.2 * b) for a, b in zip(ground, deep, strict=True))
        beside = (0.5, 0.06, 0.92, 0.19)
        wait_to_see(window, CARD % colour, colour, (ground, 0.2), (pattern, 0.05), part=beside)


def test_clothes_have_their_patterns(window: Window, house: str) -> None:
    """Looks at a striped bust on a wall."""
    window.go(f"{house}/atelier/escogriffe/table?players=5&seed=3&plies=70&seat=0")
    wait_to_see(window, ANSWER % "#fig-0 .thing", "a bust", (RED, 0.08))


def wait_for_turn(window: Window) -> Any:
    """Waits until a card may be played and nothing moves."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        moment = window.run(MOMENT)
        if moment["at"]:
            return moment
        time.sleep(0.1)  # whoever asks all the time keeps the page from drawing
    raise AssertionError("my turn does not come")


def test_a_move_can_be_played(window: Window, house: str, pictures: Path | None) -> None:
    window.go(house)
    table = window.run(SIT_DOWN)
    window.go(f"{house}/t/{table}")
    for _ in range(2):
        moment = wait_for_turn(window)
        window.click(*moment["at"])
        played = f"() => document.getElementById('answers').value > {json.dumps(moment['ply'])}"
        end = time.monotonic() + PATIENCE
        while not window.run(played):
            assert time.monotonic() < end, window.run(HEARD)
            time.sleep(0.05)
    if pictures:
        name = type(window).__name__.lower()
        (pictures / f"played-in-{name}.png").write_bytes(window.picture())


def press(window: Window, what: str) -> None:
    x, y, width, height = window.run(ANSWER % what)
    window.click(x + width / 2, y + height / 2)


def wait_until(window: Window, what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not window.run(f"() => Boolean({what})"):
        assert time.monotonic() < end, what
        time.sleep(0.05)


def test_a_round_is_kept_on_a_pad(window: Window, house: str) -> None:
    """Touches the die, who has won and a figure, sees its stripes, and notes the round.

    Each answer brings other questions: the next press waits until the house has sent them.
    """
    window.go(f"{house}/pad/escogriffe?p=1~escogriffe~50~Ada~Bo~Cy")
    for name, value in (("target", 8), ("winner", 1), ("s1.size", 5)):
        answer = f"input[name='{name}'][value='{value}']"
        window.run("() => document.querySelector('main').classList.add('old')")
        press(window, f"label:has({answer})")
        wait_until(window, f'document.querySelector("main:not(.old) {answer}:checked")')
    strip = ".theirs:has([name='s1.size']) svg.strip"
    wait_until(window, f'document.querySelector("{strip}")')
    wait_to_see(window, ANSWER % strip, "a strip", (RED, 0.04))
    press(window, ".keep .strong")
    wait_until(window, "document.querySelector('#board li.first strong')?.innerText === '11'")


@pytest.mark.parametrize(
    ("window", "game"), [("firefox", "escogriffe"), ("webkit", "fourmis")], indirect=["window"]
)
def test_a_whole_lesson_is_learnt(window: Window, house: str, game: str) -> None:
    window.go(f"{house}/learn/{game}/1")
    lang = window.run("() => document.documentElement.lang")
    heard: list[str] = []
    end = time.monotonic() + 2 * PATIENCE
    while not (moment := window.run(TEACHER))["path"].startswith("/t/"):
        assert time.monotonic() < end, f"the lesson does not go on after {heard[-1:]}"
        if moment["says"] and moment["says"] not in heard:
            heard.append(moment["says"])
        if moment["at"]:
            window.click(*moment["at"])
            time.sleep(0.35 if moment["leads"] else 0)  # a page that is left may answer nothing
        else:
            time.sleep(0.05)  # whoever asks all the time keeps the page from drawing
    said = [text[lang] for step in TAUGHT[game].steps for text in (step.say, step.done)]
    assert heard == [text.replace("*", "") for text in said]
