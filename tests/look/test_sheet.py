"""The contact sheet shows everything, and `tablee art` writes it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from xml.etree.ElementTree import fromstring

import pytest
from typer.testing import CliRunner

from tablee.cli import app
from tablee.core.errors import NoBrowser
from tablee.core.rules.rulebook import LANGUAGES
from tablee.look.avatars import SPRITE, avatar, hands, head, picture
from tablee.look.gallery import gallery, shared
from tablee.look.manifest import manifest
from tablee.look.picture import find_browser, photograph
from tablee.look.sheet import SIGHTS, page, sheets
from tablee.table.drawing import Art

GAMES = pytest.mark.parametrize("art", gallery().values(), ids=lambda art: art.game)
NAMES = [f"{name}{n}" for name in ("Alix", "Mia", "Noé", "Zoë", "Ida") for n in range(40)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_shows_every_drawing_by_day_by_night_and_to_every_eye(lang: str) -> None:
    text = page(lang)
    for art in gallery().values():
        for drawing in art.of_role("card"):
            assert text.count(f'href="#{drawing.id}"') >= 2 * 3 + len(SIGHTS)
    assert all(f'<filter id="{sight}">' in text for sight in SIGHTS)
    assert 'data-light="day"' in text and 'data-light="night"' in text
    assert not re.search(r'(?:src|href)="(?!#)', text)


def test_figures_of_every_size_stand_on_the_sheet() -> None:
    names = [scene.name for scene in gallery()["escogriffe"].scenes(Random(0))]
    assert {f"figure-{size}" for size in range(5, 13)} <= set(names)


@GAMES
def test_the_sheets_of_a_game_are_pictures(art: Art) -> None:
    laid_out = list(sheets(art))
    assert {sheet.name for sheet in laid_out} >= {"cards-day", "cards-night", "cards-tritanopia"}
    for sheet in laid_out:
        root = fromstring(sheet.text)
        assert root.get("viewBox") == f"0 0 {sheet.width} {sheet.height}"


def test_the_command_writes_every_drawing(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["art", "--out", str(tmp_path), "--lang", "de"])
    assert done.exit_code == 0, done.output
    for art in gallery().values():
        assert (tmp_path / art.game / "sprite.svg").read_text(encoding="utf-8") == str(art.sprite)
        for drawing in art.drawings:
            assert (tmp_path / art.game / "drawings" / f"{drawing.id}.svg").exists()
    assert (tmp_path / "index.html").exists() and (tmp_path / "look" / "favicon.svg").exists()
    assert "index.html" in done.output


def test_without_a_browser_it_says_that_there_is_no_png(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    done = CliRunner().invoke(app, ["art", "--out", str(tmp_path), "--png"])
    assert isinstance(done.exception, NoBrowser)
    assert "no PNG was written" in str(done.exception)
    assert (tmp_path / "index.html").exists()


def test_a_browser_of_the_machine_draws_the_png(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = tmp_path / "chromium"
    browser.write_text(
        '#!/bin/sh\nfor a; do case $a in --screenshot=*) : >"${a#*=}";; esac; done\n'
    )
    browser.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_browser() == str(browser)
    photograph(tmp_path / "a.svg", tmp_path / "a.png", 10, 10, str(browser))
    assert (tmp_path / "a.png").exists()


def test_a_browser_that_draws_nothing_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoBrowser, match=r"drew no a\.png: no reason"):
        photograph(tmp_path / "a.svg", tmp_path / "a.png", 10, 10, "/bin/true")


def test_a_name_has_always_the_same_face() -> None:
    assert avatar("Zoë") == avatar(" zoë ")
    assert len({avatar(name) for name in NAMES}) > 0.95 * len(NAMES)


def test_a_bot_is_known_by_its_plate() -> None:
    for name in NAMES:
        assert "a-plate" in avatar(name, bot=True) and "a-disc" not in avatar(name, bot=True)
        assert "a-disc" in avatar(name) and "a-plate" not in avatar(name)


@pytest.mark.parametrize("bot", [False, True])
def test_a_guest_is_the_same_head_without_disc_or_plate_and_with_open_eyes(bot: bool) -> None:
    for name in NAMES:
        parts = set(re.findall(r"#a-([^\"]+)", head(name, bot)))
        whole = set(re.findall(r"#a-([^\"]+)", avatar(name, bot)))
        assert not parts & {"disc", "plate"}
        assert whole - parts - {"disc", "plate"} <= {"eyes-3"}
        assert 'class="eyes"' in head(name, bot) and 'class="pupils"' in head(name, bot)


def test_every_part_of_a_face_is_drawn_and_used() -> None:
    used = {part for name in NAMES for bot in (False, True) for part in _parts(name, bot)}
    used |= set(re.findall(r"#(a-[^\"]+)", hands("Ada") + hands("Ada", bot=True)))
    assert used == set(shared("avatars").parts)
    assert SPRITE.exists()


def _parts(name: str, bot: bool) -> list[str]:
    return shared("avatars").needs(avatar(name, bot))


def test_an_avatar_stands_alone_with_its_name() -> None:
    assert "<title>A&amp;B</title>" in picture("A&B")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_manifest_lets_a_phone_keep_the_house(lang: str) -> None:
    data = json.loads(json.dumps(manifest(lang)))
    assert data["display"] == "standalone" and data["lang"] == lang
    assert {icon["purpose"] for icon in data["icons"]} == {"any", "maskable"}
    assert {icon["type"] for icon in data["icons"]} == {"image/svg+xml", "image/png"}
