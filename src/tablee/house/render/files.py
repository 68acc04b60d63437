"""The files of the pages: stylesheets, sprites, the script, icons; made once, kept by browsers.

An address carries a hash of the file, so a browser may keep it for ever and never has an old one.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from tablee.core import as_json
from tablee.core.game import Game
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.render import rooms
from tablee.look import gallery, manifest, tokens
from tablee.table.drawing import Sprite
from tablee.table.laying import is_usual

ROOT = "/look"
_LOOK = Path(gallery.__file__).parent
_WRITERS = re.compile(r"/\*.*?\*/|(?<=[:,{};])\s+|\s+(?=[{}])|;(?=\s*\})", re.DOTALL)
_SCRIPT_WRITERS = re.compile(
    r"^[ \t]*(?:/\*\*.*\*/|//.*)\n|^[ \t]+|(?<=[;{},)]) // [^\"'`\n]*$", re.MULTILINE
)
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/manifest+json",
}
PAGES = (
    *("house", "oneself", "host", "lobby", "wishes", "trophies", "records"),
    *("rules", "minute", "atelier"),
)
"""The stylesheets of the pages about tables, matches and oneself."""
FOR_EVER = "public, max-age=31536000, immutable"
DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The content security policy of drawings: their colours are style attributes, and Firefox holds
what a page uses of a drawing to the policy that the drawing itself was answered with."""


@dataclass(frozen=True)
class File:
    """One file to serve, plain and compressed."""

    name: str
    plain: bytes

    @property
    def kind(self) -> str:
        """The file's media type."""
        return _KINDS[Path(self.name).suffix]

    @cached_property
    def tag(self) -> str:
        """The hash that its address carries."""
        return hashlib.sha256(self.plain).hexdigest()[:8]

    @cached_property
    def packed(self) -> bytes:
        """The file compressed; a picture in pixels is so already."""
        return self.plain if self.kind == "image/png" else gzip.compress(self.plain, 9, mtime=0)


def files() -> dict[str, File]:
    """Return all files, with those of every game on the shelf."""
    return _files(tuple(GAMES))


@rooms.kept
def _files(names: tuple[str, ...]) -> dict[str, File]:
    """Make all files."""
    games = [GAMES[name] for name in names]
    texts = {
        "tablee.css": tokens.stylesheet() + _numbers() + _styles("base", "motion") + _colours(),
        "pages.css": _styles(*PAGES),
        "shelf.css": _styles("house", "shelf"),
        "rules.css": _styles("rules"),
        "learn.css": _styles("learn"),
        "first.css": _styles("first"),
        "curtain.css": _styles("curtain"),
        "day.css": _styles("day"),
        "pad.css": _styles("pad"),
        "evening.css": _styles("evening"),
        "replay.css": _styles("replay"),
        "review.css": _styles("review"),
        "screen.css": _styles("screen") + "".join(_read(g.folder, "screen.css") for g in games),
        "table.css": _styles("minute", "table", "together") + _look("kit", "guests") + _seats(),
        "ending.css": _look("ending"),
        "tablee.js": _join(rooms.found("[0-9]-*.js").values()),
        "pad.js": _join(rooms.found("pad.js").values()),
        **{f"{name}.svg": str(gallery.shared(name)) for name in gallery.SHARED},
        **{f"{name}.svg": str(art.sprite) for name, art in gallery.gallery().items()},
        **{f"{name}-box.svg": _box_sprite(name) for name in gallery.gallery()},
        **{f"{game.name}.css": _table_style(game) for game in games},
        **{f"{game.name}-laid.css": _read(game.folder, "laid.css") for game in games},
        **{path.name: path.read_text("utf-8") for path in _LOOK.glob("*icon.svg")},
    }
    found = {name: File(name, _lean(name, text).encode()) for name, text in texts.items()}
    found |= {path.name: File(path.name, path.read_bytes()) for path in _LOOK.glob("*.png")}
    return found


def _lean(name: str, text: str) -> str:
    """Return a stylesheet or a script without what only its writers read.

    An eighth of the bytes of styles, compressed, and a fifth of those of scripts.
    """
    if name.endswith(".js"):
        return _SCRIPT_WRITERS.sub("", text)
    return _WRITERS.sub("", text) if name.endswith(".css") else text


def _box_sprite(game: str) -> str:
    """Return the drawings of a game's lid alone, for a shelf on which many boxes stand."""
    art = gallery.gallery()[game]
    lids = {art.lettered("box", lang).id: None for lang in LANGUAGES}
    needed = art.sprite.needs("".join(f'href="#{lid}"' for lid in lids))
    return str(Sprite(art.sprite.parts[part] for part in needed))


def _read(folder: Path, pattern: str) -> str:
    return _join(sorted(folder.glob(pattern)))


def _look(*names: str) -> str:
    """Put stylesheets of the look together."""
    return _join(_LOOK / f"{name}.css" for name in names)


def _join(paths: Iterable[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def _table_style(game: Game) -> str:
    """Return a game's table style; after the default one's, if it is laid out like that."""
    usual = _read(_LOOK, "any.css") if is_usual(game) else ""
    return usual + _read(game.folder, "table.css")


def _styles(*names: str) -> str:
    """Put stylesheets together, so that a page loads only those that speak of it."""
    sheets = rooms.found("*.css")
    return "\n".join(_join([sheets[name]]) for name in names if name in sheets)


def _numbers(most: int = 60) -> str:
    """Write the classes n0, n1, … by which a page tells its stylesheet a number."""
    return "".join(f".n{n}{{--n:{n}}}.k{n}{{--k:{n}}}\n" for n in range(most + 1))


def _seats(most: int = 8) -> str:
    """Write who sits where from the viewer: `--at` and an area for each seat, and "you"."""
    rules = [
        f".p{players}.at{me} .s{seat}{{--at:{at};--area:seat-{at}}}"
        for players in range(2, most + 1)
        for me in range(players)
        for seat in range(players)
        for at in [(seat - me) % players]
    ]
    rules += [f".p{players}{{--p:{players}}}" for players in range(2, most + 1)]
    rules += [f".lit{place}{{--lit:{place}}}" for place in range(most)]
    rules += [f".by{seat}{{--by:var(--c{seat},var(--seat-{seat}))}}" for seat in range(most)]
    rules += [f".hand li:nth-child({n}){{--i:{n}}}" for n in range(1, 19)]
    own = [f".me{seat} .s{seat}" for seat in range(most)]
    rules.append(",".join(f"{one}>.them" for one in own) + "{display:none}")
    rules.append(",".join(f"{one}>.you" for one in own) + "{display:inline}")
    return ".around>*{grid-area:var(--area)}\n" + "\n".join(rules) + "\n"


def _colours(most: int = 8) -> str:
    """Write the colour of each seat; it goes with its person, who moves on from match to match."""
    rules = [f".s{seat}{{--seat:var(--c{seat},var(--seat-{seat}))}}" for seat in range(most)]
    for players in range(2, most + 1):
        for by in range(1, players):
            hues = [f"--c{seat}:var(--seat-{(seat + by) % players})" for seat in range(players)]
            rules.append(f".turned-{by}-{players}{{{';'.join(hues)}}}")
    return "\n" + "\n".join(rules) + "\n"


@rooms.kept
def address(name: str) -> str:
    """Return the address of a file."""
    return f"{ROOT}/{name}?{files()[name].tag}"


@cache
def manifest_of(lang: str) -> bytes:
    """Write the web manifest in a language."""
    return as_json.dumps(manifest.manifest(lang))
