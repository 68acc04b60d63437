"""Beside the real box: `/pad/GAME` keeps the score of people who have the cards on their table.

A score sheet is a text in the address (`pad_text.py`): nothing is stored here. Every press is a
form; the script only spares the wait, and keeps the text on the device.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.core.game import Game
from tablee.games import find_game
from tablee.house.ports import short_codes
from tablee.house.ports.names import free_name
from tablee.house.render import templating
from tablee.house.render.pictures import box_picture, qr
from tablee.house.render.scenes import scene
from tablee.look.boxes import boxes
from tablee.table.kit import signed
from tablee.table.pad import PLAIN, Choice, Count, pad_of
from tablee.table.people import Person
from tablee.table.posed.lesson import lesson_of
from tablee.table.posed.situations import Situation, situations
from tablee.web.http.context import form_of, lang_of, number_in, post, text_in
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.responses import address_of, go, name_of, page
from tablee.web.score_pad.opened import Opened, address, opened_at
from tablee.web.score_pad.pad_text import LONGEST, MOST_NAME, BadSheet, Sheet, new_sheet, read_sheet
from tablee.web.score_pad.press import read_press

MOST_SCANNED = 1_200
"""Letters of an address that a code to scan still shows legibly."""


# Pages


def _answer(response: HTMLResponse) -> HTMLResponse:
    """Let a browser keep a page, which holds no secrets, for when the house is away."""
    response.headers["cache-control"] = "private, no-cache"
    return response


async def pads(request: Request) -> HTMLResponse:
    """Show the games whose score can be kept."""
    lang, games = lang_of(request), list(boxes().values())
    return _answer(page(request, "pads.html", lang, boxes=games, box_picture=box_picture))


def no_sheet_page(request: Request) -> HTMLResponse:
    """Tell that a sheet is shared no longer; the script lists what this device has kept."""
    lang, games, name = lang_of(request), list(boxes().values()), request.path_params["name"]
    told = templating.speak(lang)("pad_gone")
    return page(
        request,
        "pads.html",
        lang,
        404,
        boxes=games,
        box_picture=box_picture,
        notice=told,
        gone=name,
    )


async def pad(request: Request) -> Response:
    """Show a score sheet, or ask who plays."""
    text, draft, again = (text_in(request, name, LONGEST + 200) for name in ("p", "d", "again"))
    number, on = number_in(request, "n", 0, 999, usual=0), text_in(request, "on", 20)
    game, lang = _game_of(request), lang_of(request)
    if not text:
        return _begin_page(request, game, lang, read_sheet(again) if again else None)
    sheet = read_sheet(text)
    if sheet.game is not game:
        return go(address(sheet))
    return sheet_page(request, opened_at(sheet, lang, number, draft, on))


def _game_of(request: Request, form: Mapping[str, str] | None = None) -> Game:
    """Return the game of an address; tell a bad sheet, or a bad form, where a new one begins."""
    game, lang = find_game(request.path_params["game"]), lang_of(request)

    async def tell(error: TableeError, status: int) -> Response | None:
        if isinstance(error, BadSheet):
            told = templating.speak(lang)(error.phrase, few=game.players[0])
        elif form is not None:
            told = sentence_of(error, lang)
        else:
            return None
        return _begin_page(request, game, lang, None, told, status, form)

    tell_on(request, tell)
    return game


async def ask(request: Request) -> HTMLResponse:
    """Answer what people ask at a real table, by the clauses of the rule book."""
    chosen, lang = find_game(request.path_params["game"]), lang_of(request)
    shown = page(
        request,
        "pad-ask.html",
        lang,
        game=chosen,
        title=chosen.rulebook.about["title"][lang],
        game_title=templating.title_of(chosen, lang),
        situations=situations(chosen),
        examples_of=lambda one: _examples(chosen, one, lang),
    )
    return _answer(shown)


def _examples(game: Game, situation: Situation, lang: str) -> list[dict[str, object]]:
    """Return the drawn examples of the clauses that decide a situation."""
    cited = {clause.id for clause in situation.clauses}
    return [
        {
            "title": one.idea[lang],
            "picture": scene(game, one.show, one.idea[lang]),
            "path": f"/learn/{game.name}/example/{one.number}",
        }
        for one in lesson_of(game).examples
        if cited & set(one.clauses)
    ]


def sheet_page(
    request: Request, opened: Opened, notice: str = "", status: int = 200
) -> HTMLResponse:
    """Show a sheet with the round that is being noted."""
    game, lang = opened.game, opened.lang
    copy = address(opened.sheet, copy="yes")
    link = address_of(request, opened.path() if opened.live else copy)
    seats = [Person(n, name) for n, name in enumerate(opened.sheet.names)]
    shown = page(
        request,
        "pad.html",
        lang,
        status,
        here=f"{request.url.path}?{request.url.query}",
        game=game,
        book=game.rulebook,
        title=game.rulebook.about["title"][lang],
        game_title=templating.title_of(game, lang),
        opened=opened,
        seats=seats,
        plain=opened.match.pad is PLAIN,
        notes=opened.match.pad.notes,
        tried=text_in(request, "tried"),
        limit=text_in(request, "limit"),
        lot=text_in(request, "lot"),
        before=".".join(map(str, replace(opened, draft=None).at.values())),
        notice=notice,
        copied=text_in(request, "copy"),
        link=link,
        copy=copy,
        aloud=short_codes.spell(opened.live.code) if opened.live else "",
        where=address_of(request, "/join").partition("://")[2],
        code=qr(link) if len(link) < MOST_SCANNED else "",
        picture=lambda text, title="": scene(game, text, title),
        die=_die,
        is_count=lambda question: isinstance(question, Count),
        draft=".".join(map(str, opened.at.values())),
        signed=signed,
    )
    return shown if opened.live else _answer(shown)


def _die(opened: Opened, question: Choice) -> Markup:
    """Draw the die as it was rolled; its highest face before."""
    assert question.die is not None
    rolled = opened.at[question.name]
    face = rolled - question.die.plus if rolled else question.die.faces
    return templating.part(
        f"{opened.game.name}.svg", question.die.picture.format(face=face), (100, 100)
    )


def _begin_page(
    request: Request,
    game: Game,
    lang: str,
    before: Sheet | None,
    notice: str = "",
    status: int = 200,
    form: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """Ask who plays; the people who have just played are filled in already."""
    mine = name_of(request)
    names = before.names if before else (mine,) if mine else ()
    typed = [names[n] if n < len(names) else "" for n in range(game.players[-1])]
    if form is not None:
        typed = [form.get(f"name{n}", "") for n in range(game.players[-1])]
    pad, box = pad_of(game), boxes()[game.name]
    chosen = {**(before.options if before else {}), **(form or {})}
    options = [
        (one, box.options[one.name], chosen.get(one.name, one.values[0]))
        for one in game.options
        if one.name in pad.options
    ]
    shown = page(
        request,
        "pad-begin.html",
        lang,
        status,
        game=game,
        title=game.rulebook.about["title"][lang],
        game_title=templating.title_of(game, lang),
        typed=typed,
        most=MOST_NAME,
        options=options,
        begins=game.rulebook.clauses.get(pad.begins),
        plain=pad is PLAIN,
        notice=notice,
    )
    return _answer(shown)


# Forms


async def begin(request: Request) -> Response:
    """Begin a sheet; by lot, the names are turned so that the player drawn is first."""
    form = form_of(request)
    chosen, people = _game_of(request, form), list[str]()
    for n in range(chosen.players[-1]):
        if name := form.get(f"name{n}", "").strip():
            people.append(free_name(name, people))
    options = {name: form[name] for name in pad_of(chosen).options if name in form}
    drawn = secrets.randbelow(len(people)) if people and form.get("lot") else 0
    if len(people) not in chosen.players:
        raise BadSheet("pad_too_few")
    sheet = new_sheet(chosen, people[drawn:] + people[:drawn], options)
    return go(address(sheet, lot=form.get("lot")))


async def press(request: Request) -> Response:
    """Note a round, or go on with it: one more, one less, the die."""
    _game_of(request)
    pressed = read_press(form_of(request), lang_of(request))
    if pressed.counts:
        noted = pressed.opened.sheet.noted(pressed.opened.number, pressed.opened.at)
        return go(address(noted) + "#board")
    return go(address(pressed.opened.sheet, **pressed.facts) + pressed.part)


ROUTES = [
    Route("/pad", pads),
    Route("/pad/{game}", pad),
    post("/pad/{game}", press),
    Route("/pad/{game}/ask", ask),
    post("/pad/{game}/begin", begin),
]
