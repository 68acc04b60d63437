"""A house with games of other packages, good and broken ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.plugins import install, run

HOUSE = """
import asyncio, httpx
from pathlib import Path
from tablee.house.settings import Settings, database_url
from tablee.web.app import create_app

async def ask(*requests):
    app = create_app(Settings(database=database_url(Path("{data}"), None), bot_workers=0))
    door = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=door, base_url="http://house") as one:
        answers = [await one.request(how, at, json=said) for how, at, said in requests]
        return [[one.status_code, one.text] for one in answers]

print(json.dumps(asyncio.run(ask(*{requests}))))
"""


def visit(folder: Path, *requests: tuple[str, str, object]) -> Any:
    """Opens a house in a process of its own; gets the status and text of some answers."""
    return run(folder, HOUSE.format(data=folder, requests=requests))


BROKEN = {
    "art.py": "ART = nothing",
    "table.py": "import no_such_module",
    "shelf.toml": "place = ",
    "table.css": "\udcff",
    "levels.toml": "[novice]\nnonsense = 3",
    "lesson.toml": "[[step",
    "pad.py": "PAD",
}


def test_games_with_broken_parts_are_left_out_and_the_shelf_opens(tmp_path: Path) -> None:
    for n, (file, text) in enumerate(BROKEN.items()):
        package = install(tmp_path, f"scopa{n}")
        (package / file).write_bytes(text.encode("utf-8", "surrogateescape"))
    install(tmp_path, "whist")
    (status, shelf), (_, told) = visit(tmp_path, ("GET", "/", None), ("GET", "/healthz", None))
    health = json.loads(told)
    assert status == 200 and "Whist" in shelf and "Scopa" not in shelf
    names = [f"scopa{n} (tablee-scopa{n} 1.0)" for n in range(len(BROKEN))]
    assert list(health["left_out"]) == names and all(health["left_out"].values())
    assert health["installed"] == {"whist": "tablee-whist 1.0"}


def test_art_and_table_are_found_wherever_the_class_stands(tmp_path: Path) -> None:
    package = install(tmp_path, "scopa")
    (package / "__init__.py").rename(package / "game.py")
    (package / "__init__.py").write_text("from .game import GAME as GAME")
    (package / "table.py").write_text("def lay(look): raise ValueError(look)")
    told = run(
        tmp_path,
        "import tablee\nfrom tablee.table.laying import layer_of\n"
        "print(json.dumps(layer_of(tablee.find_game('scopa')).__module__))",
    )
    assert told == "tablee_scopa.table"


def test_a_match_of_a_game_that_has_gone_waits_until_it_is_back(tmp_path: Path) -> None:
    package = install(tmp_path, "scopa")
    wish = {"game": "scopa", "players": 3}
    ((_, told),) = visit(tmp_path, ("POST", "/api/tables", wish))
    address = f"/t/{json.loads(told)['table']}?lang=en"
    away = package.rename(tmp_path / "away")
    facts = (tmp_path / "tablee_scopa-1.0.dist-info").rename(tmp_path / "gone")
    (status, page), (shelf, _) = visit(tmp_path, ("GET", address, None), ("GET", "/", None))
    assert (status, shelf) == (503, 200)
    assert "isn’t installed here at the moment" in page
    away.rename(package)
    facts.rename(tmp_path / "tablee_scopa-1.0.dist-info")
    ((status, page),) = visit(tmp_path, ("GET", address, None))
    assert status == 200 and "Scopa" in page
