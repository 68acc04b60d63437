"""Avatars, drawn by name: people on a round disc, bots on a square plate with rivets.

Equal names have equal faces, everywhere and for ever; nothing is stored. A guest at a table is the
same head without disc or plate. Its eyes are open, and are groups of their own: `eyes` may blink,
`pupils` may look at something.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from tablee.table.drawing import Sprite, use

SPRITE = Path(__file__).parent / "avatars.svg"
SIZE = 100
_SKINS = ("#f6d3b3", "#f3c69a", "#e0a878", "#c58a5b", "#96603a", "#6d4428")
_HAIRS = ("#3c3238", "#6b4429", "#b4532a", "#e8b04a", "#9c948c", "#7d4a8c", "#d9482f", "#4b4057")
_COATS = ("#d9482f", "#3d7fc0", "#5f9e4c", "#f0b93a", "#7d4a8c", "#3f9a9a")
_DISCS = ("#f8d8cb", "#fbe9bb", "#dcebc9", "#cfe4f1", "#e7d6e8", "#f7ead0")
_METALS = ("#c9d0d3", "#9cc8bf", "#e3b873", "#e39a86", "#a9b6dc")
_PLATES = ("#b8c4c9", "#c9bfa8", "#a9c2b6")
_SHUT = (3,)
"""Eyes that are closed in an avatar; a guest opens them."""
_OPEN = 2


class _Dice:
    """Choices that depend on a name alone."""

    def __init__(self, name: str) -> None:
        self._digits = int.from_bytes(sha256(name.strip().casefold().encode()).digest())

    def roll(self, sides: int) -> int:
        """Return the next choice among so many."""
        self._digits, choice = divmod(self._digits, sides)
        return choice

    def one_of(self, things: Sequence[str]) -> str:
        """Return the next choice among some things."""
        return things[self.roll(len(things))]


class _Layers:
    """Parts of an avatar, one over the other."""

    def __init__(self, sprite: str) -> None:
        self._sprite = sprite
        self._drawn: list[str] = []

    def add(self, part: str, colour: str = "") -> None:
        """Lay a part on top."""
        self._drawn.append(self._use(part, colour))

    def add_eyes(self, eyes: str, pupils: str) -> None:
        """Lay eyes on top: what blinks, and in it what looks."""
        look = f'<g class="pupils">{self._use(pupils)}</g>' if pupils else ""
        self._drawn.append(f'<g class="eyes">{self._use(eyes)}{look}</g>')

    def _use(self, part: str, colour: str = "") -> str:
        drawn = use(f"a-{part}", sprite=self._sprite)
        return drawn.replace("<use", f'<use color="{colour}"') if colour else drawn

    @cached_property
    def drawn(self) -> str:
        """The picture."""
        return "".join(self._drawn)


def avatar(name: str, bot: bool = False, sprite: str = "") -> str:
    """Draw the face of a name, in a box of 100."""
    return _drawn(name, bot, sprite, alone=False)


def head(name: str, bot: bool = False, sprite: str = "") -> str:
    """Draw the head of a guest, in a box of 100: no disc, no plate, and open eyes."""
    return _drawn(name, bot, sprite, alone=True)


def hands(name: str, bot: bool = False, sprite: str = "") -> str:
    """Draw the hands that belong to a head, on the edge of a table, in a box of 170 by 26."""
    layers = _Layers(sprite)
    if bot:
        layers.add("bot-hands")
    else:
        layers.add("hands", _skin(_Dice(name))[2])
    return layers.drawn


def _drawn(name: str, bot: bool, sprite: str, alone: bool) -> str:
    dice, layers = _Dice(name), _Layers(sprite)
    (_bot if bot else _person)(dice, layers, alone)
    return layers.drawn


def _person(dice: _Dice, layers: _Layers, alone: bool) -> None:
    style, hair, skin = _skin(dice)
    coat = dice.one_of(_COATS)
    if style == 7:  # a woollen cap has the colour of a coat
        hair = dice.one_of([colour for colour in _COATS if colour != coat])
    disc = dice.one_of(_DISCS)
    if not alone:
        layers.add("disc", disc)
    layers.add(f"hair-{style}", hair)
    layers.add(f"coat-{dice.roll(3) + 1}", coat)
    layers.add("head", skin)
    _add_eyes(dice.roll(4) + 1, layers, alone)
    for part, kinds in (("nose", 2), ("mouth", 4)):
        layers.add(f"{part}-{dice.roll(kinds) + 1}")
    layers.add(f"hair-{style}-front", hair)
    layers.add(f"extra-{dice.roll(6) + 1}")


def _skin(dice: _Dice) -> tuple[int, str, str]:
    """Return how the hair is worn, its colour, and that of the skin."""
    return dice.roll(8) + 1, dice.one_of(_HAIRS), dice.one_of(_SKINS)


def _add_eyes(kind: int, layers: _Layers, alone: bool) -> None:
    if kind in _SHUT and not alone:
        layers.add_eyes(f"eyes-{kind}", "")
        return
    eyes = _OPEN if kind in _SHUT else kind
    layers.add_eyes(f"eyes-{eyes}", f"pupils-{eyes}")


def _bot(dice: _Dice, layers: _Layers, alone: bool) -> None:
    plate = dice.one_of(_PLATES)
    if not alone:
        layers.add("plate", plate)
    layers.add("bot-body")
    layers.add(f"antenna-{dice.roll(4) + 1}")
    layers.add("bot-head", dice.one_of(_METALS))
    lens = dice.roll(4) + 1
    layers.add_eyes(f"lens-{lens}", f"lights-{lens}")
    layers.add(f"grille-{dice.roll(4) + 1}")


def picture(name: str, bot: bool = False) -> str:
    """Write an avatar as a whole SVG document."""
    return Sprite.read(SPRITE).alone(avatar(name, bot), SIZE, SIZE, name)
