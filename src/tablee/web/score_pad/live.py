"""A score sheet that several devices write: by a short code, until a day after the last note.

Each form carries the sheet as its device has seen it. What others have noted meanwhile stays, and
what would contradict it is not noted: it stays in the form, and the page says so.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.house.ports.pads import SharedPad
from tablee.house.render import templating
from tablee.web.http.context import (
    count_newcomer,
    form_of,
    house_of,
    lang_of,
    number_in,
    post,
    text_in,
)
from tablee.web.http.refusals import tell_on
from tablee.web.http.responses import go
from tablee.web.score_pad import pages
from tablee.web.score_pad.opened import Opened, address, opened_at
from tablee.web.score_pad.pad_text import LONGEST, BadSheet, Note, Sheet, read_sheet
from tablee.web.score_pad.press import Press, read_press

TRIES = 5
"""How often a note is written anew because another device was faster."""


async def share(request: Request) -> Response:
    """Keep a sheet for several devices."""
    sheet = read_sheet(form_of(request).get("p", ""))
    count_newcomer(request)
    name = secrets.token_urlsafe(12)
    await house_of(request).store.pads.share(name, str(sheet))
    return go(f"/pad/live/{name}")


async def sheet(request: Request) -> HTMLResponse:
    """Show a shared sheet, with what this device is noting."""
    pad = await _pad_of(request)
    if pad is None:
        return pages.no_sheet_page(request)
    _tell_bad_sheets(request)
    lang, now = lang_of(request), read_sheet(pad.text)
    seen, draft = text_in(request, "p", LONGEST), text_in(request, "d", LONGEST)
    number = number_in(request, "n", 0, 999, usual=0)
    late, before = bool(text_in(request, "late")), read_sheet(seen) if seen else now
    if draft and _is_noted(before, now, number, draft):
        number, draft = 0, ""
    late = late or (bool(draft) and _clashes(before, now, number))
    opened = opened_at(now, lang, number, draft, text_in(request, "on", 20))
    notice = templating.speak(lang)("pad_late") if late else ""
    return pages.sheet_page(request, replace(opened, live=pad), notice)


def _tell_bad_sheets(request: Request) -> None:
    """Show the shared sheet as it stands, and why it was not written."""

    async def tell(error: TableeError, status: int) -> Response | None:
        pad, lang = await _pad_of(request), lang_of(request)
        if pad is None or not isinstance(error, BadSheet):
            return None
        told = templating.speak(lang)(error.phrase)
        opened = replace(opened_at(read_sheet(pad.text), lang, 0), live=pad)
        return pages.sheet_page(request, opened, told, status)

    tell_on(request, tell)


async def version(request: Request) -> Response:
    """Tell how often a sheet was written, so that a page knows when to look again; 0: no more."""
    pad = await _pad_of(request)
    return PlainTextResponse(str(pad.version if pad else 0))


async def press(request: Request) -> Response:
    """Note a round on a shared sheet, strike one out, undo the last note, or go on counting."""
    form, pad = form_of(request), await _pad_of(request)
    if pad is None:
        return pages.no_sheet_page(request)
    _tell_bad_sheets(request)
    pressed = read_press(form, lang_of(request))
    if pressed.pressed == "end":
        await house_of(request).store.pads.end(pad.name)
        return go(address(pressed.opened.sheet, copy="yes"))
    change = _change_of(pressed)
    if change is None:
        facts = {"p": str(pressed.opened.sheet), **pressed.facts}
        return go(_path(pad, pressed.opened, **facts) + pressed.part)
    if await _write(request, change):
        return go(f"/pad/live/{pad.name}#board")
    kept = {} if pressed.pressed in ("undo", "strike") else pressed.facts
    return go(_path(pad, pressed.opened, late="yes", **kept))


def _path(pad: SharedPad, opened: Opened, **facts: object) -> str:
    told = {name: value for name, value in facts.items() if value}
    return replace(opened, live=pad).path(**told)


Change = Callable[[Sheet], Sheet | None]
"""What becomes of a sheet as it stands now; None where that would contradict others."""


def _change_of(pressed: Press) -> Change | None:
    """Return what a press changes, wherever the sheet stands now; None if it notes nothing."""
    seen, number, at = pressed.opened.sheet, pressed.opened.number, pressed.opened.at
    if pressed.pressed == "undo":
        return lambda now: now.undone() if now == seen and now.notes else None
    if pressed.pressed == "strike":
        return lambda now: None if _clashes(seen, now, number) else now.struck(number)
    if not pressed.counts:
        return None

    def note(now: Sheet) -> Sheet | None:
        if _is_noted(seen, now, number, pressed.draft):
            return now
        return None if _clashes(seen, now, number) else now.noted(number, at)

    return note


async def _write(request: Request, change: Change) -> bool:
    """Change a sheet as it stands now; False where that would contradict what others noted."""
    store = house_of(request).store.pads
    for _ in range(TRIES):
        pad = await _pad_of(request)
        before = read_sheet(pad.text) if pad else None
        after = change(before) if before else None
        if pad is None or after is None:
            return False
        if after == before or await store.write(pad.name, pad.version, str(after)):
            return True
    return False


def _is_noted(seen: Sheet, now: Sheet, number: int, draft: str) -> bool:
    """Return whether another device has noted the same of a round meanwhile."""
    mine = Note(number, tuple(seen.read(draft).values()))
    return mine in (now.noted_since(seen) or ())


def _clashes(seen: Sheet, now: Sheet, number: int) -> bool:
    """Return whether others have noted the same round meanwhile, struck one out, or undone one."""
    if (seen.game, seen.names, seen.options) != (now.game, now.names, now.options):
        raise BadSheet("pad_unreadable")
    since = now.noted_since(seen)
    return since is None or any(note.values is None or note.number == number for note in since)


async def _pad_of(request: Request) -> SharedPad | None:
    return await house_of(request).store.pads.read(request.path_params["name"])


ROUTES = [
    post("/pad/live", share),
    Route("/pad/live/{name}", sheet),
    post("/pad/live/{name}", press),
    Route("/pad/live/{name}/version", version),
]
