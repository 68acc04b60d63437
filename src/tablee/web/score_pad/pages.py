"""Beside the real box: `/pad/GAME` keeps the score of people who have the cards on their table.

A score sheet is a text in the address (`pad_text.py`): nothing is stored here. Every press is a
form; the script only spares the wait, and keeps the text on the device.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.core.game import Game
from tablee.core.state.position import ScoreLine
from tablee.games import find_game
from tablee.house.ports import short_codes
from tablee.house.ports.names import free_name
from tablee.house.ports.pads import SharedPad
from tablee.house.render import templating
from tablee.house.render.pictures import box_picture, qr
from tablee.house.render.scenes import scene
from tablee.look.boxes import boxes
from tablee.table.kit import signed
from tablee.table.pad import PLAIN, Choice, Count, Counted, Flaw, Match, Panel, pad_of, phrases_of
from tablee.table.people import Person
from tablee.table.posed.lesson import lesson_of
from tablee.table.posed.situations import Situation, situations
from tablee.web.http.context import form_of, lang_of, number_in, post, text_in
from tablee.web.http.refusals import sentence_of, tell_on
from tablee.web.http.requests import whole_number
from tablee.web.http.responses import address_of, go, name_of, page
from tablee.web.score_pad.pad_text import LONGEST, MOST_NAME, BadSheet, Sheet, new_sheet, read_sheet

MOST_SCANNED = 1_200
"""Letters of an address that a code to scan still shows legibly."""


@dataclass(frozen=True)
class Row:
    """A player's place on the score board."""

    person: Person
    total: int
    points: int | None
    first: bool


@dataclass(frozen=True)
class Opened:
    """A score sheet on a page, with the round that is being noted."""

    sheet: Sheet
    lang: str
    number: int
    draft: Mapping[str, int] | None = None
    on: str = ""
    """The panel that is open."""
    live: SharedPad | None = None
    """Where several devices write it."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.sheet.game

    @cached_property
    def at(self) -> Mapping[str, int]:
        """The answers of the round: what is being said, or was noted before."""
        if self.draft is not None:
            return self.draft
        if self.number <= len(self.sheet.rounds):
            return self.sheet.rounds[self.number - 1]
        return dict.fromkeys(self.sheet.questions, 0)

    @cached_property
    def match(self) -> Match:
        """The match after all rounds that are noted."""
        return self.sheet.match(self.lang)

    @cached_property
    def counted(self) -> list[Counted]:
        """What the rules make of them."""
        return self.match.count(self.sheet.rounds)

    @property
    def last(self) -> Counted | None:
        """The last round that counts."""
        return self.counted[-1] if self.counted else None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.last is not None and self.last.over

    @property
    def corrects(self) -> bool:
        """Whether the round has been noted before."""
        return self.number <= len(self.sheet.rounds)

    @property
    def asks(self) -> bool:
        """Whether there is a round to note."""
        return self.corrects or not self.over

    @cached_property
    def fresh(self) -> Match:
        """The match before its first round, from which the questions are made."""
        return self.sheet.match(self.lang)

    @cached_property
    def panels(self) -> list[Panel]:
        """The questions of the round."""
        return self.match.pad.panels(self.fresh.ask(self.at))

    @cached_property
    def flaws(self) -> list[Flaw]:
        """What is missing, or strange."""
        return list(self.match.pad.flaws(self.fresh.ask(self.at)))

    @property
    def ready(self) -> bool:
        """Whether the round can be counted."""
        return all(flaw.mild for flaw in self.flaws)

    def says(self, flaw: Flaw) -> str:
        """Return a flaw in words."""
        return phrases_of(self.game).speak(self.lang)(flaw.phrase, **flaw.places)

    @cached_property
    def would(self) -> Counted | None:
        """What the round would come to with these answers; None where it does not count."""
        rounds = list(self.sheet.rounds)
        rounds[self.number - 1 : self.number] = [dict(self.at)]
        counted = self.sheet.match(self.lang).count(rounds)
        return counted[self.number - 1] if self.number <= len(counted) else None

    def worth(self, panel: Panel) -> str:
        """Return the points of a panel's seat so far, as far as they are sure."""
        hard = {flaw.panel for flaw in self.flaws if not flaw.mild}
        if panel.seat is None or self.would is None or hard & {"", f"s{panel.seat}", panel.id}:
            return ""
        return signed(self.would.points[panel.seat]) if panel.id == f"s{panel.seat}" else ""

    @cached_property
    def board(self) -> list[Row]:
        """All players, the highest total first."""
        people = [Person(n, name) for n, name in enumerate(self.sheet.names)]
        if self.last is None:
            return [Row(person, 0, None, False) for person in people]
        totals, points = self.last.totals, self.last.points
        first = self.last.winners if self.over else _best(totals)
        rows = [Row(p, totals[p.seat], points[p.seat], p.seat in first) for p in people]
        return sorted(rows, key=lambda row: (-row.total, not row.first, row.person.seat))

    @property
    def lines(self) -> list[tuple[Row, list[tuple[ScoreLine, str, str]]]]:
        """How each player's last points came about: each line with its picture and its name."""
        assert self.last is not None
        named = self.game.rulebook.names.get("score", {})
        return [
            (
                row,
                [
                    (line, drawn, str(named[line.what][self.lang]))
                    for line, drawn in zip(self.last.sheet, self.last.drawn, strict=True)
                    if line.seat == row.person.seat
                ],
            )
            for row in self.board
        ]

    @property
    def begins(self) -> str:
        """Who begins the next round; nothing where only the people know."""
        opener = self.match.opener() if not self.over else -1
        names = self.sheet.names
        if opener == len(names):
            return phrases_of(self.game).speak(self.lang)("other_opener")
        return names[opener] if opener >= 0 else ""

    @property
    def what(self) -> str:
        """What a round is called in this game."""
        return templating.speak(self.lang)(f"pad_word_{self.match.pad.word}")

    @property
    def told(self) -> str:
        """The score in a sentence, for those who listen."""
        ui = templating.speak(self.lang)
        if self.last is None:
            return ""
        stand = ", ".join(f"{row.person.name} {row.total}" for row in self.board)
        told = ui("pad_stands", what=self.what, n=len(self.counted), stand=stand)
        return f"{told} {self.last.told[-1].sentence}" if self.last.winners else told

    @property
    def home(self) -> str:
        """Where the sheet's form is posted."""
        return f"/pad/live/{self.live.name}" if self.live else f"/pad/{self.game.name}"

    def path(self, **more: object) -> str:
        """Return the address of this sheet."""
        if self.live is None:
            return address(self.sheet, **more)
        return f"{self.home}?{urlencode(more)}" if more else self.home

    @property
    def undo(self) -> str:
        """The address of the sheet as it was before the last note."""
        return address(self.sheet.undone())

    @property
    def strike(self) -> str:
        """The address of the sheet without the round that is being corrected."""
        return address(self.sheet.struck(self.number))

    @property
    def again(self) -> str:
        """What asks for a new sheet for the same people."""
        return urlencode({"again": str(replace(self.sheet, notes=()))}, safe="~:.")


def _best(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return who leads; empty where all are equal."""
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return tuple(best) if len(best) < len(totals) else ()


def address(sheet: Sheet, **more: object) -> str:
    """Return the address of a score sheet."""
    facts = {"p": str(sheet), **{name: value for name, value in more.items() if value}}
    return f"/pad/{sheet.game.name}?{urlencode(facts, safe='~:.')}"


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


def opened_at(sheet: Sheet, lang: str, number: int, draft: str = "", on: str = "") -> Opened:
    """Return a sheet with a round open; a new one where there is none of that number."""
    last = len(sheet.rounds) + 1
    said = sheet.read(draft) if draft else None
    return Opened(sheet, lang, number if 0 < number <= last else last, said, on)


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


@dataclass(frozen=True)
class Press:
    """What was pressed on the form of a round, with the answers as they are after it."""

    opened: Opened
    pressed: str
    limit: str
    """Not empty where no more fit."""

    @property
    def counts(self) -> bool:
        """Whether the round is to be noted, and can be."""
        if self.pressed == "note":
            return not self.opened.flaws
        return self.pressed == "note!" and self.opened.ready

    @property
    def draft(self) -> str:
        """The answers, as an address holds them."""
        return ".".join(map(str, self.opened.at.values()))

    @property
    def facts(self) -> dict[str, object]:
        """What an address says of the round as it is being noted."""
        on = self.pressed[1:].partition(".")[0] if self.pressed[:1] in "+-" else ""
        tried = "yes" if self.pressed.startswith("note") else ""
        number, draft = self.opened.number, self.draft
        return {"n": number, "d": draft, "on": on, "tried": tried, "limit": self.limit}

    @property
    def part(self) -> str:
        """The part of the page that is looked at next."""
        return "" if self.limit else "#round"


def read_press(form: Mapping[str, str], lang: str) -> Press:
    """Read the form of a round; raise BadSheet."""
    sheet = read_sheet(form.get("p", ""))
    number = whole_number(form.get("round", ""), "round")
    at = {name: _number(form.get(name, "0")) for name in sheet.questions}
    pressed = form.get("press", "")
    changed = _changed(sheet, at, pressed)
    limit = "yes" if pressed.startswith("+") and not changed else ""
    opened = opened_at(sheet, lang, number, ".".join(map(str, (at | changed).values())))
    return Press(opened, pressed, limit)


def _number(text: str) -> int:
    """Return an answer, which may be less than none."""
    plain = text.strip().replace("−", "-")
    number = whole_number(plain.removeprefix("-"), "answer")
    return -number if plain.startswith("-") else number


def _changed(sheet: Sheet, at: Mapping[str, int], pressed: str) -> dict[str, int]:
    """Return what a press changes: one more or one less of something, or a die that is rolled."""
    how, name = pressed[:1], pressed[1:]
    question = sheet.questions.get(name)
    if isinstance(question, Choice) and question.die and how == "*":
        return {name: question.die.plus + 1 + secrets.randbelow(question.die.faces)}
    after = at.get(name, 0) + {"+": 1, "-": -1}.get(how, 0)
    return {name: after} if isinstance(question, Count) and question.allows(after) else {}


ROUTES = [
    Route("/pad", pads),
    Route("/pad/{game}", pad),
    post("/pad/{game}", press),
    Route("/pad/{game}/ask", ask),
    post("/pad/{game}/begin", begin),
]
