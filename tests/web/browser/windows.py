"""Windows of three kinds of browsers, each with as much as a test of all of them needs.

Chromium is driven by Playwright, Firefox by WebDriver BiDi, which it speaks by itself, and WebKit
by its own WebDriver on a screen that nobody sees.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
import websocket
from playwright.sync_api import Page, sync_playwright
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")
WIDE, HIGH = 1280, 800


class Window(Protocol):
    """One window of a browser."""

    def go(self, url: str) -> None:
        """Opens a page and waits until it has been loaded."""

    def run(self, script: str) -> Any:
        """Runs a script that gives back JSON, or a promise of it."""

    def click(self, x: float, y: float) -> None:
        """Clicks as a hand would."""

    def picture(self) -> bytes:
        """What is seen, as PNG."""


def program(*names: str) -> str:
    """Finds a program of this machine."""
    found = next((path for path in map(shutil.which, names) if path), None)
    if found is None:
        pytest.skip(f"this machine has none of {', '.join(names)}")
    return found


class Chromium:
    """A window of Chromium."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def go(self, url: str) -> None:
        self._page.goto(url)

    def run(self, script: str) -> Any:
        return json.loads(self._page.evaluate(_told(script)))

    def click(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def picture(self) -> bytes:
        return self._page.screenshot()


class Firefox:
    """A window of Firefox, at the other end of a socket."""

    def __init__(self, address: str) -> None:
        self._socket = websocket.create_connection(address, suppress_origin=True, timeout=60)
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._window = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": WIDE, "height": HIGH}
        self._ask("browsingContext.setViewport", context=self._window, viewport=size)

    def _ask(self, method: str, **params: Any) -> Any:
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == self._asked:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def run(self, script: str) -> Any:
        answer = self._ask(
            "script.callFunction",
            functionDeclaration=_told(script),
            awaitPromise=True,
            target={"context": self._window},
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def click(self, x: float, y: float) -> None:
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        hand = {"type": "pointer", "id": "hand", "actions": steps}
        self._ask("input.performActions", context=self._window, actions=[hand])

    def picture(self) -> bytes:
        answer = self._ask("browsingContext.captureScreenshot", context=self._window)
        return base64.b64decode(answer["data"])

    def close(self) -> None:
        self._socket.close()


class WebKit:
    """A window of WebKit."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver
        driver.set_window_size(WIDE, HIGH)
        driver.set_script_timeout(60)

    def go(self, url: str) -> None:
        self._driver.get(url)

    def run(self, script: str) -> Any:
        done = "arguments[arguments.length - 1]"
        return json.loads(self._driver.execute_async_script(f"({_told(script)})().then({done})"))

    def click(self, x: float, y: float) -> None:
        hand: Any = ActionChains(self._driver, duration=0)  # a quarter of a second otherwise
        hand.w3c_actions.pointer_action.move_to_location(round(x), round(y)).click()
        hand.perform()

    def picture(self) -> bytes:
        return bytes(self._driver.get_screenshot_as_png())


def _told(script: str) -> str:
    return f"async () => JSON.stringify((await ({script})()) ?? null)"


@contextmanager
def chromium(folder: Path) -> Iterator[Window]:
    """Opens a window of Chromium."""
    path = program(*CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS])
        yield Chromium(browser.new_page(viewport={"width": WIDE, "height": HIGH}))
        browser.close()


@contextmanager
def firefox(folder: Path) -> Iterator[Window]:
    """Opens a window of Firefox with a profile of its own."""
    words = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    process = subprocess.Popen(
        [program("firefox-esr", "firefox"), *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "HOME": str(folder)},
    )
    assert process.stderr is not None
    try:
        said = iter(process.stderr.readline, b"")
        found = next((m for line in said if (m := re.search(rb"ws://\S+", line))), None)
        assert found, "Firefox does not say where it listens"
        window = Firefox(f"{found.group().decode()}/session")
        yield window
        window.close()
    finally:
        process.terminate()
        process.communicate(timeout=30)


@contextmanager
def webkit(folder: Path) -> Iterator[Window]:
    """Opens a window of WebKit on a screen that nobody sees."""
    driver_path, screen = program("WebKitWebDriver"), program("Xvfb")
    mini = next(Path("/usr").glob("lib*/**/webkit2gtk-4*/MiniBrowser"), None)
    if mini is None:
        pytest.skip("this machine has no MiniBrowser")
    reads, writes = os.pipe()
    size = f"{WIDE}x{HIGH + 200}x24"
    words = [screen, "-displayfd", str(writes), "-screen", "0", size, "-nolisten", "tcp"]
    shown = subprocess.Popen(words, pass_fds=[writes], stderr=subprocess.DEVNULL)
    os.close(writes)
    try:
        with os.fdopen(reads) as told:
            display = f":{told.readline().strip()}"
        options = Options()
        options.binary_location = str(mini)
        options.add_argument("--automation")
        env = {**os.environ, "DISPLAY": display, "HOME": str(folder), "GDK_BACKEND": "x11"}
        service = Service(driver_path, env=env)
        service.start()
        try:
            way = RemoteConnection(client_config=ClientConfig(service.service_url))
            with webdriver.Remote(way, options=options) as driver:
                yield WebKit(driver)
        finally:
            service.stop()
    finally:
        shown.terminate()
        shown.wait(timeout=30)


BROWSERS = {"chromium": chromium, "firefox": firefox, "webkit": webkit}
