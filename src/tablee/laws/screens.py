"""Tables as a browser shows them, and which of their seats, hands and places cover each other."""

from __future__ import annotations

import html
import json
import re
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tablee.bots.levels import find_bot
from tablee.core.errors import NoBrowser
from tablee.core.state.position import State
from tablee.house.render import templating
from tablee.house.render.files import files
from tablee.house.render.render_table import show
from tablee.table.people import BOT_NAMES, Person
from tablee.table.rendered import Rendered, Showing
from tablee.web.application import pages as _pages  # noqa: F401 (its rooms have templates and styles)

WIDTHS = {360: 740, 1280: 800}
"""How wide and high the screens of a phone and of a desk are."""
MEASURE = Path(__file__).parent / "covered.js"
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-sync", "--no-first-run", "--virtual-time-budget=20000", "--dump-dom"),
)
_SHEET = re.compile(r'<link rel="stylesheet" href="[^"]*/([\w.-]+\.css)[^"]*">')
_SCRIPT = re.compile(r"<script\b.*?</script>|<link\b[^>]*>", re.DOTALL)


def shown_at(state: State, seat: int | None) -> Rendered:
    """Return a table as a seat sees it, with its drawings."""
    people = [Person(n, BOT_NAMES[n], n % 2 == 1, "regular") for n in range(state.players)]
    return show(state.view(seat), Showing(people, "de", inline=True))


def page_of(state: State, shown: Rendered) -> str:
    """Return the page of a table as one text: with its styles, without scripts."""
    places: dict[str, Any] = {
        "ui": templating.speak("de"),
        "lang": "de",
        "languages": (),
        "light": "day",
        "here": "/",
        "my_name": "",
        "games": {},
        "script_words": "{}",
        "idle": 0,
        "game": state.game,
        "shown": shown,
        "action": "#",
        "table_id": "",
        "title": state.game.name,
        "game_title": templating.title_of(state.game, "de"),
    }
    page = templating.environment().get_template("table.html").render(places)
    page = _SHEET.sub(lambda one: f"<style>{files()[one[1]].plain.decode()}</style>", page)
    return _SCRIPT.sub("", page)


def moments(game: Any, players: int, plies: Sequence[int]) -> list[State]:
    """Return a match after so many moves of a bot, as far as it goes."""
    state, bot, found = game.deal(players, 1), find_bot("random", game, 1), []
    for ply in range(max(plies) + 1):
        if ply in plies or state.seat is None:
            found.append(state)
        if state.seat is None:
            break
        state = state.play(bot.choose(state.view(state.seat)))
    return found


def faults(browser: str, states: Iterable[State]) -> list[str]:
    """Return what is hidden in some tables at every width, each with where that is."""
    frames, names = [], []
    for state in states:
        shown = shown_at(state, 0)
        page = html.escape(page_of(state, shown))
        targets = [f"seat-{seat}" for seat in range(state.players)]
        targets += [name for name, (spot, _) in shown.spots.items() if spot.place]
        told = html.escape(json.dumps(targets))
        for width, high in WIDTHS.items():
            names.append(f"{state.players} players, {width} pixels wide")
            frames.append(
                f'<iframe width="{width}" height="{high}" srcdoc="{page}" data-targets="{told}">'
                "</iframe>"
            )
    found = _ask(browser, "".join(frames))
    return [f"{where}: {fault}" for where, told in zip(names, found, strict=True) for fault in told]


def _ask(browser: str, frames: str) -> list[list[str]]:
    """Have a browser measure pages in frames; return what it found in each."""
    script = MEASURE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "tables.html"
        file.write_text(f"<!doctype html>{frames}<pre></pre><script>{script}</script>", "utf-8")
        done = subprocess.run(
            [browser, *FLAGS, "--window-size=1400,900", f"--user-data-dir={folder}/own", str(file)],
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
    told = re.search(r"<pre>(.*?)</pre>", done.stdout, re.DOTALL)
    if told is None or not told[1]:
        raise NoBrowser(f"{browser} measured nothing: {done.stderr[-400:]}")
    read: list[list[str]] = json.loads(html.unescape(told[1]))
    return read
