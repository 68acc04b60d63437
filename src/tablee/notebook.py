"""A position as a notebook shows it: the table of the pages, in a frame that needs nothing else.

Styles and drawings are written into the frame, so that the notebook can be sent to other people.
The renderer of the pages belongs to `tablee[serve]`; without it a notebook shows text.
"""

from __future__ import annotations

import html
import re
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablee.core.state.position import View

NEEDED = ("jinja2", "babel", "markupsafe", "orjson", "segno")
HEIGHT = 640
_SPRITE = re.compile(r'href="/look/([\w-]+\.svg)\?\w+#')
_LINK = re.compile(r' href="/[^"]*"')  # to pages of the server, which a notebook does not have


def html_of(view: View, lang: str = "en") -> str | None:
    """Return a view as HTML that needs no other file; None if its renderer is not installed."""
    if any(find_spec(package) is None for package in NEEDED):
        return None
    page = html.escape(page_of(view, lang), quote=True)
    style = f"width:100%;height:{HEIGHT}px;border:0"
    title = html.escape(view.game.rulebook.about["title"][lang])
    return f'<iframe title="{title}" srcdoc="{page}" style="{style}"></iframe>'


def page_of(view: View, lang: str) -> str:
    """Return a whole page with the table of a view, its styles and its drawings."""
    from tablee.house.render.files import files
    from tablee.house.render.render_table import show
    from tablee.table.people import Person
    from tablee.table.rendered import Showing

    people = [Person(seat, str(seat)) for seat in range(view.players)]
    shown = show(view, Showing(people, lang, past=True))
    parts = shown.parts["faces"] + f'<div id="table" class="table {view.game.name}'
    parts += f' {shown.style}">{shown.html}</div>'
    drawn = set(_SPRITE.findall(parts))
    sprites = "".join(_hidden(name) for name in sorted(drawn))
    sheets = ("tablee.css", "table.css", f"{view.game.name}.css")
    style = "\n".join(files()[name].plain.decode() for name in sheets if name in files())
    table = _LINK.sub("", _SPRITE.sub('href="#', parts))
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><style>{style}</style>'
        f'<body class="at-table {view.game.name}">{sprites}'
        f'<main id="main"><form id="play">{table}</form></main></body></html>'
    )


@cache
def _hidden(name: str) -> str:
    """Return a sheet of drawings in the page itself, which the table points into."""
    from tablee.house.render.files import files

    sheet = files()[name].plain.decode()
    return f'<div hidden style="display:none">{sheet[sheet.index("<svg") :]}</div>'
