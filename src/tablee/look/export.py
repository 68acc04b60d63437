"""All drawings of the house, written into a folder."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tablee.core.rules.rulebook import LANGUAGES
from tablee.look import avatars
from tablee.look.gallery import SHARED, gallery, shared
from tablee.look.icons import draw_icons
from tablee.look.manifest import APP_ICON, FAVICON, manifest
from tablee.look.picture import find_browser, photograph
from tablee.look.sheet import BOTS, PEOPLE, ContactSheet, page, sheets
from tablee.table.drawing import Art


def export(folder: Path, png: bool = False, lang: str = "fr", seed: int = 0) -> list[Path]:
    """Write the contact sheet, sprites, single drawings and icons; return what was written."""
    files = {Path("index.html"): page(lang, seed), **_house()}
    laid_out: dict[Path, ContactSheet] = {}
    for art in gallery().values():
        files.update(_game(art, lang, seed))
        laid_out.update({Path(art.game) / f"{s.name}.svg": s for s in sheets(art, seed)})
    files.update({path: sheet.text for path, sheet in laid_out.items()})
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    written = [folder / path for path in files]
    return written + (_photograph(folder, laid_out) if png else [])


def _game(art: Art, lang: str, seed: int) -> dict[Path, str]:
    home = Path(art.game)
    files = {home / "sprite.svg": str(art.sprite)}
    for drawing in art.drawings:
        files[home / "drawings" / f"{drawing.id}.svg"] = art.picture(drawing, lang)
    for scene in art.scenes(Random(seed)):
        alone = art.sprite.alone(scene.inner, scene.width, scene.height, scene.title[lang])
        files[home / "scenes" / f"{scene.name}.svg"] = alone
    return files


def _house() -> dict[Path, str]:
    home = Path("look")
    files = {home / f"{name}.svg": str(shared(name)) for name in SHARED}
    files |= {home / icon.name: icon.read_text(encoding="utf-8") for icon in (FAVICON, APP_ICON)}
    for lang in LANGUAGES:
        text = json.dumps(manifest(lang), ensure_ascii=False, indent=2)
        files[home / f"manifest-{lang}.webmanifest"] = text + "\n"
    for names, bot in ((PEOPLE, False), (BOTS, True)):
        for name in names:
            files[home / "avatars" / f"{name}.svg"] = avatars.picture(name, bot)
    return files


def _photograph(folder: Path, laid_out: dict[Path, ContactSheet]) -> list[Path]:
    browser = find_browser()
    pictures = draw_icons(folder / "look", browser)
    for path, sheet in laid_out.items():
        picture = (folder / path).with_suffix(".png")
        photograph(folder / path, picture, sheet.width, sheet.height, browser)
        pictures.append(picture)
    return pictures
