"""Who sits where: sit down, leave, put a bot, lay other seats, be away, come back, start, again."""

from __future__ import annotations

import itertools
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tablee.core.chance import key_of
from tablee.core.errors import InvalidOption
from tablee.core.game import Game
from tablee.core.origin import NO_LUCK
from tablee.games import find_game
from tablee.house.clock import now
from tablee.house.daily.day import refuse_help
from tablee.house.errors import (
    EmptySeat,
    NotAllowed,
    NotBefore,
    NotNow,
    NotOpener,
    NotYet,
    NotYourSeat,
    NotYourTurn,
    SawCards,
    SeatTaken,
    TooFewSeats,
    Unreadable,
)
from tablee.house.people.notifications import notification_of
from tablee.house.ports.names import check_free, free_name, read_name, same_name
from tablee.house.ports.seats import BESIDE, Seat
from tablee.house.ports.stored import Conflict
from tablee.house.settings import EVENING, KIOSK
from tablee.house.tables.fairness import origin_of
from tablee.house.tables.pace import iso_of, patience_at, waited_at
from tablee.house.tables.table import Table
from tablee.house.tables.takeback import ASK, NO, YES
from tablee.house.thinking.levels import check_level
from tablee.table.people import BOT_NAMES

if TYPE_CHECKING:
    from tablee.house.open_house.house import House

MOST_LUCK = 64
BY_HOUSE = "~"
"""The first sign of luck that the house has filled in for a player."""
STAND_IN = "casual"
"""The level of a bot that plays for a person who is away."""


async def sit(
    house: House, table: Table, visitor: str, seat: int | None, name: str, luck: str = ""
) -> int:
    """Sit down at a seat, or at the first one free, with some luck; return which."""
    mine = table.seats.of(visitor)
    if mine:
        raise SeatTaken(f"you sit at seat {mine[0]} of this table already.")
    if table.phase != "open":
        raise SeatTaken("the cards are dealt: a seat is passed on by its owner alone.")
    name, seat, before = _free_place(house, table, name, seat)
    await put(house, table, seat, before, Seat(visitor, name, luck=read_luck(luck)))
    return seat


async def add_luck(house: House, table: Table, visitor: str | None, luck: str) -> None:
    """Add luck of one's own to the shuffle, or other luck, before the deal."""
    seat = table.seat_for(visitor)
    if table.phase != "open":
        raise NotNow("the cards are dealt already.")
    before = table.seats[seat]
    await put(house, table, seat, before, replace(before, luck=read_luck(luck)))


def read_luck(text: str) -> str:
    """Return what a player adds to the shuffle: a short line, whatever it says."""
    luck = " ".join(text.split())
    if len(luck) > MOST_LUCK or not luck.isprintable() or luck.startswith((BY_HOUSE, NO_LUCK)):
        raise Unreadable(f"luck: write a line of at most {MOST_LUCK} signs, not with - or ~ first.")
    return luck


async def sit_beside(
    house: House, table: Table, visitor: str | None, seat: int | None, name: str
) -> int:
    """Seat another person at one's own screen, before the deal; return where."""
    if visitor is None or not table.seats.of(visitor):
        raise NotAllowed("only those who sit at this table may do this: sit down first.")
    if table.phase != "open":
        raise NotNow("the cards are dealt: people sit down at a screen before that.")
    name, seat, before = _free_place(house, table, name, seat)
    taken = {one.visitor for one in table.seats}
    number = next(n for n in itertools.count(1) if f"{visitor}{BESIDE}{n}" not in taken)
    await put(house, table, seat, before, Seat(f"{visitor}{BESIDE}{number}", name))
    return seat


async def uncover(house: House, table: Table, visitor: str | None, seat: int | None) -> None:
    """Show one hand on the screen that several share; None covers all of them."""
    screen = table.seats.screen_of(visitor)
    if visitor is None or (seat is not None and seat not in screen):
        raise NotAllowed("only somebody who sits at this screen may uncover that hand.")
    turn = table.dealt().seat
    if seat is not None and turn in screen and turn != seat:
        raise NotYourTurn(f"it is the turn of seat {turn}, who shares this screen.")
    store, ply = house.store.tables, table.ply
    await table.change(lambda: store.uncover(table.id, seat, ply, visitor))


async def take_back(table: Table, visitor: str | None, say: str) -> None:
    """Ask for one's last move back, or answer the player who asks: ask, yes, no."""
    if f"!{say}" not in (ASK, YES, NO):
        raise Unreadable(f"say {say[:20]!r}: write ask, yes or no.")
    asks = table.match.takeback_request.seat
    asked = table.seats.others(asks) if asks is not None else frozenset()
    mine = [seat for seat in table.seats.of(visitor) if seat in asked]
    seat = mine[0] if mine and say != "ask" else table.seat_for(visitor)
    await table.take_back(seat, f"!{say}")


async def say(house: House, table: Table, visitor: str | None, word: str) -> None:
    """Say one of six words to all at the table; raise TooMuch where there are too many."""
    seat = table.seat_for(visitor)
    streams = house.tables.streams(table)
    streams.talk.say(seat, word, table.ply)
    streams.say(seat, word)
    await house.messages.pass_on(table.id, seat, word)


PASS = "seat "
"""The kind of code by which a seat is passed on."""


async def pass_on(house: House, table: Table, visitor: str | None) -> str:
    """Make a code by which another person takes one's seat in the middle of a match, once."""
    seat = table.seat_for(visitor)
    refuse_help(table)
    if table.phase != "playing":
        raise NotNow("a seat is passed on while the match goes on.")
    return await house.identities.make_code(f"{table.id} {seat}", PASS)


async def take_over(house: House, table: Table, visitor: str, code: str, name: str) -> int:
    """Take the seat that its owner has passed on; return which."""
    if visitor in table.past_seat_holders or table.seats.of(visitor):
        raise SawCards("you have held a hand of this match: you can watch until it is over.")
    where, _, seat = (await house.identities.visitor_of_code(code, kind=PASS)).partition(" ")
    if where != table.id or table.phase != "playing":
        raise NotNow("this code is for another table, or the match is over.")
    before, name = _at(table, int(seat)), read_name(name, house.settings.limits.name)
    check_free(name, others_names(table, int(seat)))
    await house.identities.visitor_of_code(code, use=True, kind=PASS)
    await put(house, table, int(seat), before, Seat(visitor, name))
    return int(seat)


def others_names(table: Table, seat: int | None = None) -> list[str]:
    """Return the names of those who sit at a table, at other seats than this one."""
    return [one.name for n, one in enumerate(table.seats) if n != seat and one.name]


def _free_place(house: House, table: Table, name: str, seat: int | None) -> tuple[str, int, Seat]:
    """Return a name as it is kept, and the empty seat for it: the one asked for, or the first."""
    name = read_name(name, house.settings.limits.name)
    seat = _find_free(table) if seat is None else seat
    before = _at(table, seat)
    if before.who != "empty":
        raise SeatTaken(f"seat {seat} is taken{_instead(table)}.")
    check_free(name, others_names(table, seat))
    return name, seat, before


def _find_free(table: Table) -> int:
    for n, seat in enumerate(table.seats):
        if seat.who == "empty":
            return n
    raise SeatTaken("all seats of this table are taken: you can watch.")


def _instead(table: Table) -> str:
    free = [str(n) for n, seat in enumerate(table.seats) if seat.who == "empty"]
    return f"; free: {', '.join(free)}" if free else "; no seat is free, but you can watch"


def _at(table: Table, seat: int) -> Seat:
    if not 0 <= seat < table.setup.players:
        raise InvalidOption(f"there is no seat {seat}: seats are 0 to {table.setup.players - 1}.")
    return table.seats[seat]


def _must_belong(table: Table, visitor: str | None) -> None:
    if not table.belongs(visitor):
        raise NotAllowed("only those who sit at this table may do this: sit down first.")


async def rename(house: House, table: Table, visitor: str | None, name: str) -> None:
    """Give oneself another name."""
    seat = table.seat_for(visitor)
    before = table.seats[seat]
    new = read_name(name, house.settings.limits.name)
    check_free(new, others_names(table, seat))
    after = replace(before, name=new)
    await put(house, table, seat, before, after)


async def put_bot(house: House, table: Table, visitor: str | None, seat: int, level: str) -> None:
    """Put a bot at a seat, or a bot of another level."""
    _must_belong(table, visitor)
    before = _at(table, seat)
    if table.phase != "open" or before.who not in ("empty", "bot"):
        raise NotNow("a bot sits down at an empty seat, before the cards are dealt.")
    name = before.name or _bot_name(table)
    await put(house, table, seat, before, Seat(name=name, bot=check_level(level)))


def _must_host(house: House, table: Table, visitor: str | None) -> None:
    """Refuse all but the opener; once the opener is absent, anyone seated."""
    _must_belong(table, visitor)
    if visitor != table.setup.opener and not opener_absent(house, table):
        raise NotOpener("only whoever opened this table may do this while they are here.")


def hosts(house: House, table: Table, visitor: str | None) -> bool:
    """Return whether a visitor may deal and remove people: the opener, or others in absence."""
    if visitor is None or visitor == table.setup.opener:
        return visitor is not None
    return opener_absent(house, table) and bool(table.seats.of(visitor))


def opener_absent(house: House, table: Table) -> bool:
    """Return whether the opener has been away long enough for others to take that part."""
    if table.setup.opener in (KIOSK, EVENING):
        return True
    presence = house.tables.streams(table).presence
    gone = time.monotonic() - presence.opener_seen
    if table.setup.by_the_day:
        gone = (now() - table.setup.opened_at) / 1000
    patience = patience_at(table, house.settings.away_after)
    return table.setup.opener not in presence.here and gone >= patience


async def remove(house: House, table: Table, visitor: str | None, seat: int) -> None:
    """Free a seat: one's own at any time; before the deal a bot's, or as host a person's."""
    _must_belong(table, visitor)
    before = _at(table, seat)
    if table.phase == "open":
        return await _remove_early(house, table, visitor, seat, before)
    if table.seat_of(visitor) != seat:
        raise NotYourSeat("a seat is its owner's until it is given up or the match is over.")
    refuse_help(table)
    since = table.ply if before.away_since is None else before.away_since
    bot = Seat(None, before.name, before.bot or STAND_IN, since)
    return await put(house, table, seat, before, bot)


async def free(house: House, table: Table, seat: int) -> None:
    """Free a seat of a visitor who has left a kiosk; once dealt, a bot plays there to the end."""
    before = table.seats[seat]
    bot = Seat(None, before.name, before.bot or STAND_IN, table.ply)
    await put(house, table, seat, before, Seat() if table.phase == "open" else bot)


async def _remove_early(
    house: House, table: Table, visitor: str | None, seat: int, before: Seat
) -> None:
    if before.who != "person" or before.device == visitor:
        beside = table.seats.screen_of(visitor) if before.visitor == visitor else ()
        for other in {seat, *beside}:  # nobody stays at a screen whose owner has left
            await put(house, table, other, table.seats[other], Seat())
        return None
    _must_host(house, table, visitor)
    store = house.store.tables
    return await _change(house, table, seat, lambda: store.remove_person(table.id, seat, before))


async def arrange(
    house: House,
    table: Table,
    visitor: str | None,
    players: int | None,
    options: Mapping[str, object],
    join: str | None,
    pace: int | None = None,
    game: Game | None = None,
) -> None:
    """Change what is played and by whom, before the deal; what is not given stays."""
    may_arrange(table, visitor)
    old, chosen = table.setup, game or table.game
    near = min(chosen.players, key=lambda n: abs(n - old.players))
    facts = house.tables.facts(
        old.opener,
        chosen.name,
        near if players is None else players,
        {**(old.options if chosen is table.game else {}), **options},
        old.who_may_join if join is None else join,
        old.pace if pace is None else pace,
    )
    after = lay_seats(table.seats, facts["players"])
    store, before = house.store.tables, table.seats
    if not await table.change(lambda: store.arrange(table.id, facts, before, after)):
        raise NotNow("the table has changed meanwhile: look again.")


def may_arrange(table: Table, visitor: str | None) -> None:
    """Refuse all but the opener, and all once the cards are dealt."""
    if visitor is None or visitor != table.setup.opener:
        raise NotOpener("only whoever opened this table may change it.")
    if table.phase != "open":
        raise NotNow("the cards are dealt already.")


def lay_seats(around: Sequence[Seat], players: int) -> list[Seat]:
    """Set the number of seats; people keep a seat, and bots give way."""
    people = sum(seat.visitor is not None for seat in around)
    if people > players:
        raise TooFewSeats(f"{people} people sit at this table: keep a seat for each of them.")
    laid = [*around[:players], *[Seat()] * (players - len(around))]
    for seat in sorted(around[players:], key=lambda one: one.visitor is None):
        room = [n for n, one in enumerate(laid) if one.who == "empty"]
        if seat.visitor is not None:
            room += [n for n, one in enumerate(laid) if one.who == "bot"]
        if room:
            laid[room[0]] = seat
    return laid


async def away(house: House, table: Table, visitor: str | None, seat: int, level: str) -> None:
    """Let a bot play for oneself, or for a player who has been on turn for long."""
    mine = table.seat_for(visitor)
    refuse_help(table)
    before = _at(table, seat)
    if table.phase != "playing" or before.who != "person":
        raise NotNow("a bot can play only for a person, while the match goes on.")
    if seat != mine and not _keeps_waiting(house, table, seat):
        raise _not_yet(house, table, seat)
    after = Seat(before.visitor, before.name, check_level(level), table.ply)
    await put(house, table, seat, before, after)


def _keeps_waiting(house: House, table: Table, seat: int) -> bool:
    patience = patience_at(table, house.settings.away_after)
    return table.waited_for == seat and waited_at(table) >= patience


def _not_yet(house: House, table: Table, seat: int) -> NotYet:
    if table.due is not None and table.waited_for == seat:
        told = f"seat {seat} may think until {iso_of(table.due)}; then others may call a bot."
        return NotBefore(told, table.due)
    wait = f"{patience_at(table, house.settings.away_after):.0f} seconds"
    return NotYet(f"others may call a bot when seat {seat} has been on turn for {wait}.")


async def come_back(house: House, table: Table, visitor: str | None) -> int:
    """Take one's seat back from the bot; return the ply from which on it has played."""
    seat = table.seat_for(visitor)
    before = table.seats[seat]
    if before.who != "away":
        return table.ply
    await put(house, table, seat, before, Seat(before.visitor, before.name))
    return before.away_since or 0


async def start(house: House, table: Table, visitor: str | None, fill: str | None) -> None:
    """Deal the cards; empty seats are filled with bots, if a level is given."""
    _must_host(house, table, visitor)
    await house.readiness.ready(table.game.name)
    for n, seat in enumerate(table.seats):
        if seat.who == "empty" and fill is not None:
            await put_bot(house, table, visitor, n, fill)
    empty = [n for n, seat in enumerate(table.seats) if seat.who == "empty"]
    if empty:
        raise EmptySeat(f"seat {empty[0]} is empty: put a bot there, or wait for somebody.")
    if table.phase != "open":
        raise NotNow("the cards are dealt already.")
    await table.change(lambda: house.store.tables.start(table.id, deal))
    await house.notifications.note(notification_of(table, table.dealt(), table.ply))
    house.tables.go_on(table)


def deal(row: Mapping[str, Any], around: Sequence[Seat]) -> tuple[bytes, tuple[str, ...]]:
    """Return the key of a deal, and the luck in it; a person who has brought none is given some."""
    origin = origin_of(row)
    if origin is None:  # opened by an older version
        return key_of(), ()
    luck = tuple(seat.luck or _house_luck(seat) for seat in around)
    game, options = find_game(row["game"]), json.loads(row["options"])
    return replace(origin, luck=luck).key(game, row["players"], options), luck


def _house_luck(seat: Seat) -> str:
    """Return the luck that the house fills in for a person, marked as such; a bot has none."""
    return "" if seat.visitor is None else BY_HOUSE + secrets.token_hex(16)


async def play_now(
    house: House,
    visitor: str,
    name: str,
    level: str,
    facts: dict[str, Any],
    luck: str = "",
    offer: str = "",
) -> Table:
    """Open a table of one person and bots, by the name that was offered, and deals."""
    await house.readiness.ready(facts["game"])
    own = Seat(visitor, read_name(name, house.settings.limits.name), luck=read_luck(luck))
    names = bot_names(own.name, facts["players"] - 1)
    bots = [Seat(name=name, bot=check_level(level)) for name in names]
    offered = house.offers.read(offer)
    if offered is not None and await house.store.tables.exists(offered):
        offered = None
    table = await house.tables.open(facts, [own, *bots], offered)
    await start(house, table, visitor, None)
    return table


def bot_names(own: str, bots: int) -> tuple[str, ...]:
    """Return what bots at a table go by; none has the name of the person."""
    return tuple([name for name in BOT_NAMES if not same_name(name, own)][:bots])


async def rematch(house: House, table: Table, visitor: str | None) -> Table:
    """Open the next table for the same people; all move on by one seat and keep their colours."""
    _must_belong(table, visitor)
    if table.phase != "over":
        raise NotNow("a rematch is for when this match is over.")
    if table.setup.evening:
        raise NotNow("the evening goes on at another table.")
    opener = table.setup.opener if table.seats.of(table.setup.opener) else visitor
    assert opener is not None
    setup = table.setup
    how = (setup.players, setup.own_options, setup.who_may_join, setup.pace)
    facts = house.tables.facts(opener, table.game.name, *how)
    facts["turned"] = (table.setup.seat_rotation + 1) % table.setup.players
    around = [_again(seat) for seat in (*table.seats[1:], table.seats[0])]
    new = secrets.token_urlsafe(12)
    secret = house.offers.secret_for(new).hex()
    store = house.store.tables
    name = await table.change(lambda: store.rematch(table.id, new, facts, around, secret))
    return await house.tables.table(name)


def _again(seat: Seat) -> Seat:
    return Seat(seat.visitor, seat.name, None if seat.visitor else seat.bot)


def _bot_name(table: Table) -> str:
    taken = others_names(table)
    free = (bot for bot in BOT_NAMES if not any(same_name(bot, name) for name in taken))
    return next(free, free_name("Bot", taken))


async def put(house: House, table: Table, seat: int, before: Seat, after: Seat) -> None:
    """Put a player in another's place, for all workers or for none."""
    store, dealt = house.store.tables, table.match.key is not None
    work = partial(store.change_seat, table.id, dealt, seat, before, after)
    await _change(house, table, seat, work)


async def _change(
    house: House, table: Table, seat: int, work: Callable[[], Awaitable[bool]]
) -> None:
    try:
        done = await table.change(work)
    except Conflict:
        raise SeatTaken("you sit at this table already.") from None
    if not done:
        raise SeatTaken(f"seat {seat} has changed meanwhile: look again.")
    house.tables.go_on(table)
