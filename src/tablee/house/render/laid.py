"""Tables that are laid before anybody sits down, as the first page shows them; kept once drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from tablee.house.render import templating
from tablee.house.render.render_table import drawings_of, look_at
from tablee.table.kit import Voice
from tablee.table.laying import lay
from tablee.table.people import Person
from tablee.table.posed.laid import OWN_SEAT, LaidTable, lay_for_guest
from tablee.table.render import render_laid

MOST_KEPT = 200


@dataclass(frozen=True)
class Scene:
    """What lies on a table, and what the host says there."""

    html: Markup
    voice: Voice


@lru_cache(MOST_KEPT)
def scene_of(table: LaidTable, lang: str, guests: tuple[str, ...]) -> Scene:
    """Draw a table that is laid."""
    bots = [Person(seat, name, bot=True) for seat, name in enumerate(guests, OWN_SEAT + 1)]
    look = look_at(
        table.view, lang, [Person(OWN_SEAT, templating.speak(lang)("you"), mine=True), *bots]
    )
    html = render_laid(look, lay_for_guest(look, table), drawings_of(table.game))
    return Scene(Markup(html), lay(look).voice)
