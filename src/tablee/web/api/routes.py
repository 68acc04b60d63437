"""The tables as JSON, for programs and for the page."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from tablee.core.errors import InvalidRecord
from tablee.games import GAMES
from tablee.house.advice import hints
from tablee.house.advice.blunder_check import check_move
from tablee.house.errors import Unknown
from tablee.house.live import sentences, views
from tablee.house.live.views import facts_of
from tablee.house.seating import seating
from tablee.house.tables.pace import LIVE
from tablee.house.tables.quick_chat import WORDS
from tablee.house.tables.table import Table
from tablee.house.thinking.levels import LEVELS
from tablee.web.api.dependencies import Costly, Lang, TheHouse, TheTable, Visitor
from tablee.web.api.docs import RESPONSES
from tablee.web.frame.matches import check, count_check, record_of
from tablee.web.http.context import welcome

router = APIRouter(prefix="/api", responses=RESPONSES)
Facts = dict[str, Any]
Whole = Annotated[int, Field(strict=True)]
"""A whole number; a truth value is none."""


def options_of_games() -> dict[str, Any]:
    """Describe every option that a game has, and that there are no others."""
    found: dict[str, list[str]] = {}
    for game in GAMES.values():
        for option in game.options:
            found[option.name] = sorted({*found.get(option.name, ()), *option.values})
    named: dict[str, Any] = {
        name: {"enum": [*values, *((True, False) if "yes" in values else ())]}
        for name, values in found.items()
    }
    changed = {"type": "string", "description": "changed numbers, as `tablee variant` writes them"}
    return {"properties": {**named, "variant": changed}, "additionalProperties": False}


Options = Annotated[dict[str, str | bool], Field(json_schema_extra=options_of_games())]


class OpenTable(BaseModel):
    """What kind of table is wanted."""

    game: str = Field(examples=["fourmis"])
    players: Whole | None = Field(None, description="number of seats; the most if left out")
    options: Options = Field({}, description="as the game declares them")
    join: str = Field("link", description="who may join: link (who has the address) or open")
    pace: Whole = Field(
        LIVE, description="days that a move may take: 1, 3 or 7; 0 for a live table"
    )


class Arrange(BaseModel):
    """What is to change at a table; what is left out stays."""

    players: Whole | None = Field(None, description="number of seats")
    options: Options = Field({}, description="those that change")
    join: str | None = Field(None, description="link or open")
    pace: Whole | None = Field(None, description="0 (live), 1, 3 or 7 days a move")


class SitDown(BaseModel):
    """Who sits down, and where."""

    name: str
    seat: Whole | None = Field(None, description="the first one free if left out")
    luck: str = Field("", description="what you add to the shuffle; the house's if left out")


class TakeOver(BaseModel):
    """Who takes over a seat, by a code of its owner."""

    name: str
    code: str = Field(max_length=40)


class Name(BaseModel):
    """A name."""

    name: str


class Luck(BaseModel):
    """What one adds to the shuffle."""

    luck: str = Field(description="a line of at most 64 signs", examples=["5e1f2c"])


class TakeBack(BaseModel):
    """What is said about taking back the last move."""

    say: str = Field("ask", description="ask, yes or no")


class Word(BaseModel):
    """Something to say."""

    word: str = Field(max_length=20, examples=list(WORDS))


class BotLevel(BaseModel):
    """How well a bot plays."""

    level: str = Field(seating.STAND_IN, examples=list(LEVELS))


class Start(BaseModel):
    """How to begin."""

    fill: str | None = Field(None, description="a level: bots of it take the empty seats")


@router.get("/games", tags=["house"])
def games(lang: Lang) -> list[Facts]:
    """List the games: for how many, how long, with which options."""
    return [sentences.describe(game, lang) for game in GAMES.values()]


@router.get("/tables", tags=["house"])
async def tables(house: TheHouse) -> list[Facts]:
    """List the tables that are open to all and have not begun."""
    names = await house.store.tables.open_to_all()
    return [facts_of(table) for table in await house.tables.find(names)]


@router.get("/me", tags=["house"])
async def me(house: TheHouse, visitor: Visitor) -> Facts:
    """At which tables the visitor sits, and the token for another device."""
    if visitor is None:
        raise Unknown("nobody knows you yet: open a table or sit down.")
    names = await house.store.tables.of_visitor(visitor)
    mine = await house.tables.find(names)
    return {
        "token": house.identities.token(visitor),
        "tables": [{**facts_of(t), "seat": t.seat_of(visitor), "turn": turn_of(t)} for t in mine],
    }


def turn_of(table: Table) -> int | None:
    """Return whose turn it is."""
    return table.match.state.seat if table.match.state is not None else None


@router.post("/tables", status_code=201, tags=["table"])
async def open_table(request: Request, house: TheHouse, visitor: Visitor, wish: OpenTable) -> Facts:
    """Open a table: return its facts, and a token if you had none."""
    known, token = welcome(request, visitor)
    how = (wish.players, wish.options, wish.join, wish.pace)
    table = await house.tables.open(house.tables.facts(known, wish.game, *how))
    return {**facts_of(table), "token": token}


@router.get("/tables/{table}", tags=["table"])
async def one_table(table: TheTable) -> Facts:
    """Return what everyone may know of a table: seats, options, commitment; the key at the end."""
    return facts_of(table)


@router.patch("/tables/{table}", tags=["table"])
async def arrange(house: TheHouse, visitor: Visitor, table: TheTable, wish: Arrange) -> Facts:
    """Change seats, options, pace or who may join: its opener, before the deal."""
    how = (wish.players, wish.options, wish.join, wish.pace)
    await seating.arrange(house, table, visitor, *how)
    return facts_of(table)


@router.post("/tables/{table}/seats", status_code=201, tags=["table"])
async def sit(
    request: Request,
    house: TheHouse,
    visitor: Visitor,
    table: TheTable,
    wish: SitDown,
) -> Facts:
    """Sit down: returns the seat and its token, for `Authorization: Bearer TOKEN`."""
    known, token = welcome(request, visitor)
    seat = await seating.sit(house, table, known, wish.seat, wish.name, wish.luck)
    return {"table": table.id, "seat": seat, "token": token}


@router.post("/tables/{table}/beside", status_code=201, tags=["table"])
async def sit_beside(house: TheHouse, visitor: Visitor, table: TheTable, wish: SitDown) -> Facts:
    """Seat another person at one's own screen; everybody is told. Returns the seat."""
    seat = await seating.sit_beside(house, table, visitor, wish.seat, wish.name)
    return {"table": table.id, "seat": seat}


@router.post("/tables/{table}/seats/{seat}/uncover", tags=["table"])
async def uncover(house: TheHouse, visitor: Visitor, table: TheTable, seat: int) -> Facts:
    """Look from one of the seats that share one's screen, until its turn has ended."""
    await seating.uncover(house, table, visitor, seat)
    return facts_of(table)


@router.post("/tables/{table}/pass", tags=["table"])
async def pass_on(house: TheHouse, visitor: Visitor, table: TheTable) -> Facts:
    """Make a code by which another person takes one's seat, once, while the match goes on."""
    return {"code": await seating.pass_on(house, table, visitor)}


@router.post("/tables/{table}/over", status_code=201, tags=["table"])
async def take_over(
    request: Request, house: TheHouse, visitor: Visitor, table: TheTable, wish: TakeOver
) -> Facts:
    """Take the seat that a code stands for: return the seat and the token that plays for it."""
    known, token = welcome(request, visitor)
    seat = await seating.take_over(house, table, known, wish.code, wish.name)
    return {"table": table.id, "seat": seat, "token": token}


@router.post("/tables/{table}/take-back", tags=["play"])
async def take_back(visitor: Visitor, table: TheTable, wish: TakeBack) -> Facts:
    """Ask for one's last move, or answer who asks. Once all agree it is taken back."""
    await seating.take_back(table, visitor, wish.say)
    return {"ply": table.ply, "asks_back": table.match.takeback_request.seat}


@router.post("/tables/{table}/word", tags=["table"])
async def word(house: TheHouse, visitor: Visitor, table: TheTable, wish: Word) -> Facts:
    """Say one of six words to all at the table: one for each move, and not too quickly."""
    await seating.say(house, table, visitor, wish.word)
    return {"word": wish.word}


@router.post("/tables/{table}/name", tags=["table"])
async def rename(house: TheHouse, visitor: Visitor, table: TheTable, wish: Name) -> Facts:
    """Change one's name."""
    await seating.rename(house, table, visitor, wish.name)
    return facts_of(table)


@router.post("/tables/{table}/luck", tags=["table"])
async def luck(house: TheHouse, visitor: Visitor, table: TheTable, wish: Luck) -> Facts:
    """Add luck to the shuffle, or other luck, before the deal."""
    await seating.add_luck(house, table, visitor, wish.luck)
    return facts_of(table)


@router.put("/tables/{table}/seats/{seat}/bot", tags=["table"])
async def put_bot(
    house: TheHouse, visitor: Visitor, table: TheTable, seat: int, wish: BotLevel
) -> Facts:
    """Put a bot at an empty seat, before the cards are dealt."""
    await seating.put_bot(house, table, visitor, seat, wish.level)
    return facts_of(table)


@router.delete("/tables/{table}/seats/{seat}", tags=["table"])
async def remove(house: TheHouse, visitor: Visitor, table: TheTable, seat: int) -> Facts:
    """Free a seat: before the deal any; later one's own, or that of a person who is away."""
    await seating.remove(house, table, visitor, seat)
    return facts_of(table)


@router.post("/tables/{table}/seats/{seat}/away", tags=["table"])
async def away(
    house: TheHouse, visitor: Visitor, table: TheTable, seat: int, wish: BotLevel
) -> Facts:
    """Let a bot play for oneself, or for a person who keeps the others waiting."""
    await seating.away(house, table, visitor, seat, wish.level)
    return facts_of(table)


@router.post("/tables/{table}/back", tags=["table"])
async def back(house: TheHouse, visitor: Visitor, table: TheTable, lang: Lang) -> Facts:
    """Take one's seat back from the bot; return what happened since."""
    since = await seating.come_back(house, table, visitor)
    return {"since": since, "log": await sentences.tell(house.thinking, table, since, lang)}


@router.post("/tables/{table}/start", tags=["table"])
async def start(house: TheHouse, visitor: Visitor, table: TheTable, wish: Start) -> Facts:
    """Deal the cards, by the house's secret and the luck of all seats."""
    await seating.start(house, table, visitor, wish.fill)
    return facts_of(table)


@router.post("/tables/{table}/rematch", status_code=201, tags=["table"])
async def rematch(house: TheHouse, visitor: Visitor, table: TheTable) -> Facts:
    """Open the next table for the same people, who move on by one seat; once."""
    return facts_of(await seating.rematch(house, table, visitor))


@router.get("/tables/{table}/view", tags=["play"])
async def view(visitor: Visitor, table: TheTable, lang: Lang) -> Response:
    """Return the view of one's seat (or a spectator's), with legal moves and their sentences."""
    state, seat = table.dealt(), table.seat_of(visitor)
    facts = views.whole_view(state, seat, table.ply, lang, table.seats.names)
    return Response(views.encode(facts), media_type="application/json")


@router.get("/tables/{table}/why-not", tags=["play"])
async def why_not(visitor: Visitor, table: TheTable, lang: Lang, move: str) -> Facts:
    """Say by which clause a move is not allowed."""
    seen = table.dealt().view(table.seat_for(visitor))
    refusal = seen.why_not(table.game.parse_move(move), lang)
    if refusal is None:
        return {"move": move, "legal": True, "clause": None, "sentence": None}
    return {"move": move, "legal": False, "clause": refusal.clause, "sentence": refusal.sentence}


@router.get("/tables/{table}/hint", tags=["play"], dependencies=[Costly])
async def hint(house: TheHouse, visitor: Visitor, table: TheTable, lang: Lang) -> Facts:
    """Return the move that an expert would play, when it is one's turn."""
    return await hints.hint(house, table, table.seat_for(visitor), lang)


@router.get("/tables/{table}/second-look", tags=["play"], dependencies=[Costly])
async def look_again(
    house: TheHouse,
    visitor: Visitor,
    table: TheTable,
    lang: Lang,
    ply: Annotated[int, Query(ge=1, le=10**6)],
) -> Facts:
    """Return what would have won more than one's move of a ply, if much.

    With bots, once a round.
    """
    return await check_move(house, table, table.seat_for(visitor), ply, lang)


@router.get("/tables/{table}/log", tags=["play"], dependencies=[Costly])
async def log(
    house: TheHouse, table: TheTable, lang: Lang, since: Annotated[int, Query(ge=0, le=10**6)] = 0
) -> Facts:
    """Tell in sentences what has happened since a ply, each with its clause."""
    table.dealt()
    return {"ply": table.ply, "log": await sentences.tell(house.thinking, table, since, lang)}


@router.get(
    "/tables/{table}/record",
    tags=["play"],
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(table: TheTable) -> Response:
    """Return the record of a match that is over; `tablee verify` checks it."""
    return record_of(table)


@router.post(
    "/verify",
    tags=["play"],
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def verify(request: Request) -> Facts:
    """Check a record: where its key comes from, what was shown, and every move by the rules."""
    try:
        text = request.scope["tablee.body"].decode()
    except UnicodeDecodeError:
        raise InvalidRecord("a record is a text in UTF-8.") from None
    count_check(request, text)
    return await check(request, text)
