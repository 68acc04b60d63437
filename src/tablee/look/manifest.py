"""The web manifest: what a phone needs to put Tablée on its home screen."""

from __future__ import annotations

from pathlib import Path

from tablee.core.rules.phrases import Phrases
from tablee.look.tokens import colour

FAVICON = Path(__file__).parent / "favicon.svg"
APP_ICON = Path(__file__).parent / "app-icon.svg"
_SVG, _PNG = "image/svg+xml", "image/png"
_ICONS = (
    ("favicon.svg", _SVG, "any", "any"),
    ("app-icon.svg", _SVG, "any", "maskable"),
    ("icon-192.png", _PNG, "192x192", "any"),
    ("icon-512.png", _PNG, "512x512", "any"),
    ("maskable-512.png", _PNG, "512x512", "maskable"),
)
PHRASES = Path(__file__).parent / "house.toml"


def manifest(lang: str, icons: str = "/look") -> dict[str, object]:
    """Return the manifest in a language; the icons lie under an address."""
    ui = Phrases(PHRASES).speak(lang)
    return {
        "id": "/",
        "name": "Tablée",
        "short_name": "Tablée",
        "description": ui("motto"),
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": colour("wall"),
        "theme_color": colour("paper"),
        "icons": [
            {"src": f"{icons}/{file}", "type": kind, "sizes": sizes, "purpose": purpose}
            for file, kind, sizes, purpose in _ICONS
        ],
        "shortcuts": [
            {"name": ui("shortcut_games"), "url": "/me/games"},
            {"name": ui("shortcut_day"), "url": "/day"},
        ],
    }
