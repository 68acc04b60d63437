"""Kraut & Rüben on a table: gardens on a lawn, guests behind a fence, one's contract, the stall.

Beds are places. Things are the supply, the drawn card, one's mole and the sign of each garden. A
drawn card is told from the next by how many were left when it was turned up. When a game has been
counted, points lie on the beds, and a press on a garden shows its account.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablee.core.bits import lowest
from tablee.core.header import NOBODY
from tablee.games.kraut import rules
from tablee.games.kraut.gardens import choices
from tablee.games.kraut.gardens.contract import (
    accounts,
    bed_points,
    card,
    columns,
    contract,
    contract_of,
    counts,
    gain,
    is_asked,
    is_counted,
    kind,
    plant,
    winner,
    worth,
)
from tablee.games.kraut.gardens.garden import beds, boxed, gardens_at, owned
from tablee.games.kraut.material import BEDS, EVERY_CONTRACT, KINDS, MOLE, PLANTS
from tablee.games.kraut.state import ASKING, DEALING, NO_CARD, NO_CONTRACT, OVER, PLACING, TAKING
from tablee.games.kraut.voice import voice
from tablee.table.kit import (
    Box,
    Face,
    Gesture,
    Guest,
    Inside,
    Kept,
    Name,
    Part,
    Slot,
    Spot,
    Table,
    Zone,
    box,
    drawing,
    laid_open,
    listed,
    motif,
    ornament,
    pile,
    place,
    result,
    room,
    signed,
    stage,
    thing,
    words,
)
from tablee.table.look import Look

PHASES = {ASKING: "asking", PLACING: "placing", TAKING: "taking", OVER: "over"}
PHASES[DEALING] = "over between"
_BEDS = [f"bed-{code // BEDS + 1}-{code % BEDS + 1}" for code in range(choices.PLACES)]


def lay(look: Look) -> Table:
    """Lay a view out."""
    at, counted = look.at, is_counted(look)
    gardens = range(gardens_at(look.record))
    pays = at.owner, (at.tops, at.contracts) if counted else columns(look, look.me)
    card = at.drawn, at.left
    parts = [
        *room(lamp=False),
        *[_behind(look, seat) for seat in range(len(look.people))],
        box("gardens", *[_plot(look, garden, counted) for garden in gardens]),
        Zone("contract", lambda: accounts(look) if counted else contract(look), counted, pays),
        box(
            "market",
            Slot("ribbon"),
            Zone("supply", lambda: _supply(look), shared=True),
            Zone("drawn", lambda: _drawn(look), not look.mine, card if not look.mine else None),
            Zone("basket", lambda: _basket(look), of=(at.moles, counted)),
        ),
        _stage(look),
        result(Zone("ranks", lambda: _ranks(look), of=None if counted else False)),
        Slot("since"),
    ]
    style = f"{PHASES[look.at.phase]} g{len(gardens)}" + (" my-turn" if look.mine else "")
    verb = "mole-" if at.phase == ASKING else ""
    won = [winner(look)] if counted else []
    what = voice(look), _status(look), parts, _gestures(look), style, _lamp(look)
    return Table(*what, verb, winners=won)


def _status(look: Look) -> str:
    empty = sum([beds.bit_count() for beds in look.at.empty])
    told = look.say("planted", n=BEDS * int(gardens_at(look.record)) - empty)
    games = look.at.games
    return f"{look.say('game', game=look.at.game, games=games)} · {told}" if games > 1 else told


def _lamp(look: Look) -> str:
    if is_counted(look):
        return next((f"garden-{garden + 1}" for garden in owned(look.at, winner(look))), "")
    return f"d-{look.at.left}" if look.at.drawn != NO_CARD else f"seat-{look.at.turn}"


def _gestures(look: Look) -> Sequence[Gesture]:
    moves = look.view.legal_moves() if look.mine else ()
    return [_gesture(look, move.code, str(move)) for move in moves]


def _gesture(look: Look, code: int, text: str) -> Gesture:
    if code == choices.DRAW:
        return Gesture(text, "stock", "draw")
    if code == choices.WAIT:
        return Gesture(text, "wait", "wait")
    if code >= choices.TAKES:
        garden = code - choices.TAKES
        n = worth(look, garden, look.me)
        points = look.say("points", n=n, points=signed(n, False))
        asked = look.say("take_offer", garden=garden + 1, points=points)
        sign = f"sign-{garden + 1}"
        return Gesture(text, sign, sign, f"{asked} {look.say(counts(look))}")
    held = f"own-mole-{look.me}" if code >= choices.MOLES else f"d-{look.at.left}"
    return Gesture(text, held, _BEDS[code % choices.PLACES])


# Gardens


def _plot(look: Look, garden: int, counted: bool) -> Box:
    n, at = garden + 1, look.at

    def beds() -> tuple[object, ...]:
        lies = at.tops[garden], at.under[garden], at.empty[garden], at.owner[garden]
        return *lies, at.moles, counted and (at.contracts, winner(look))

    shown = _points_shown(look, garden, counted)
    return box(
        f"plot g{n}",
        Zone(f"garden-{n}", lambda: _garden(look, garden), True, beds),
        Zone(f"tag-{n}", lambda: _tag(look, garden, counted, shown), counted, (shown, counted)),
    )


def _garden(look: Look, garden: int) -> Box:
    n, owner, left = garden + 1, look.at.owner[garden], look.at.empty[garden].bit_count()
    style = f"garden s{owner}" if owner > NOBODY else "garden"
    style += " best" if owner == winner(look) > NOBODY else ""
    points = bed_points(look, garden) if is_counted(look) else {}
    kept = owner if left == 1 else NOBODY
    first = garden * BEDS
    lying = [
        _kept_bed(look, first + bed, top, under)
        if kept == NOBODY and bed not in points
        else _bed(look, first + bed, top, under, kept, points.get(bed))
        for bed, (top, under) in enumerate(beds(look.at, garden))
    ]
    head = box("head", _sign(look, garden, BEDS - left), tag="h2")
    label = look.say("garden", n=n)
    return box(style, head, listed(lying, "beds"), tag="section", id=f"garden-{n}", label=label)


def _sign(look: Look, garden: int, filled: int) -> Spot:
    """Return a garden's sign: whose it is, and how full; a press takes the garden."""
    n, owner, say = garden + 1, look.at.owner[garden], look.say
    whose, flag, who = say("nobodys"), None, None
    if owner > NOBODY:
        whose, who = say("garden_of", who=look.name(owner)), Name(owner, "span")
        came = f"seat-{owner}"
        flag = thing(f"flag-{n}", whose, Face(owner), style="flag", came=came, still=True)
    return thing(
        f"sign-{n}",
        say("sign", garden=n, whose=whose, n=filled),
        *(words(str(n), "number"), flag, who, words(f"{filled}/{BEDS}", "filled")),
        style="post",
        trial=look.game.notation.write_move(choices.TAKES + garden),
    )


def _kept_bed(look: Look, code: int, top: int, under: int) -> Kept:
    moles = look.at.moles if top == MOLE else 0
    of = code, top, under, moles, len(look.people)
    return Kept(of, lambda: _bed(look, code, top, under, NOBODY, None))


def _bed(look: Look, code: int, top: int, under: int, kept: int, points: Box | None) -> Spot:
    """Return a bed: bare earth, its owner's face on the last one, or a card and what covers it."""
    garden, bed = divmod(code, BEDS)
    where = f"{garden + 1}-{bed + 1}"
    what = look.say("bed_kept" if kept > NOBODY else "bed_empty")
    inside: list[Inside] = [drawing("k-bed"), Face(kept, "kept") if kept > NOBODY else None]
    if top != NO_CARD:
        low = top if under == NO_CARD else under
        what = kind(look, KINDS[low])
        inside = [thing(f"card-{where}", what, card(low), style="card", came="drawn", still=True)]
    if under != NO_CARD:
        inside += [_cover(look, where, top), box("hint", plant(KINDS[under]), unseen=True)]
        what = look.say(f"under_{KINDS[top]}", card=what)
    return place(
        f"bed-{where}",
        look.say("bed", garden=garden + 1, n=bed + 1, what=what),
        *inside,
        points,
        style="bed" if top != NO_CARD else "bed earth",
        trial=look.game.notation.write_move(code),
    )


def _cover(look: Look, where: str, animal: int) -> Spot:
    """Return an animal on a vegetable: a snail was drawn, a mole was that of a seat without one."""
    gone = [seat for seat in range(len(look.people)) if not look.at.moles >> seat & 1]
    moles = " ".join([f"own-mole-{seat} mole-{seat}" for seat in gone])
    came = moles if animal == MOLE else "drawn"
    name = kind(look, KINDS[animal])
    return thing(f"cover-{where}", name, card(animal), style="card cover", came=came, still=True)


def _points_shown(look: Look, garden: int, counted: bool) -> tuple[int, int | None, int] | None:
    """Return what a garden is worth to the viewer, and the drawn card on its first empty bed.

    At the end what it is worth to its owner.
    """
    owner, me = look.at.owner[garden], look.me
    seat = (owner if owner > NOBODY else None) if counted else me
    if contract_of(look, seat) == NO_CONTRACT:
        return None
    seeks = look.mine and owner == NOBODY and choices.owed(look.record, look.at.turn) > 0
    more = gain(look, garden) if seeks or owner == me else None
    return worth(look, garden, seat), more, lowest(look.at.empty[garden])


def _tag(look: Look, garden: int, counted: bool, shown: tuple[int, int | None, int] | None) -> Part:
    if shown is None:
        return box(id=f"tag-{garden + 1}")
    return Kept(("tag", garden, counted, shown), lambda: _tag_of(look, garden, counted, *shown))


def _tag_of(look: Look, garden: int, counted: bool, points: int, more: int | None, bed: int) -> Box:
    told = words(look.say("points_there" if counted else "points_here"), "unseen")
    style = "tag total" if counted else "tag"
    said = box(style, words(signed(points, False), tag="b"), told, tag="p")
    if more is None:
        return box("", said, id=f"tag-{garden + 1}")
    with_card = words(look.say("with_card"), "unseen")
    brings = box("gain" if more >= 0 else "gain loss", signed(more), with_card, tag="b")
    gains = box("gains", *[box(tag="i")] * bed, brings, tag="p")
    return box("", said, gains, id=f"tag-{garden + 1}")


# The stall: the supply, the drawn card, one's mole


def _supply(look: Look) -> Box:
    """Return the face-down cards, and those that found no bed."""
    left = look.at.left
    backs = [drawing("k-back")] * max(1, min(left, 3))
    trial = look.game.notation.write_move(choices.DRAW)
    stock = pile("stock", look.say("stock", n=left), left, *backs, trial=trial)
    boxed = [*_boxed(look)]
    shown = listed(boxed, "boxed", look.say("box"), "ul") if boxed else None
    return box("supply", stock, shown, id="supply")


def _boxed(look: Look) -> Iterator[Spot]:
    for number, cards in enumerate(boxed(look.record)):
        name = kind(look, KINDS[number])
        for n in range(cards):
            id_ = f"box-{PLANTS[number]}-{n + 1}"
            yield thing(id_, name, plant(KINDS[number]), came="stock", still=True)


def _drawn(look: Look) -> Box:
    """Return the drawn card with what it brings; a place for it; or to take a garden, or not."""
    phase, drawn = look.at.phase, look.at.drawn
    if look.mine and phase == TAKING:
        return box("spot", _wait(look), id="drawn")
    if look.mine and phase == ASKING:
        return box("spot", place("draw", look.say("draw"), look.say("draw_short")), id="drawn")
    if drawn == NO_CARD:
        return box("spot", id="drawn")
    name = look.say("to_plant", card=kind(look, KINDS[drawn]))
    trial = look.game.notation.write_move(0)
    shown = thing(f"d-{look.at.left}", name, card(drawn), style="drawn", trial=trial, came="stock")
    return box("spot", shown, id="drawn")


def _wait(look: Look) -> Spot | None:
    """Return not to take a garden; it does itself while no garden is worth a question."""
    if choices.must_take(look.record):
        return None
    style = "" if is_asked(look) else "by-itself"
    return thing("wait", look.say("wait"), look.say("wait"), style=style)


def _basket(look: Look) -> Box:
    """Return what is the viewer's own: the mole."""
    me = look.me
    if me is None or is_counted(look) or not look.at.moles >> me & 1:
        return box("", id="basket")
    name, trial = look.say("your_mole"), look.game.notation.write_move(choices.MOLES)
    mole = thing(f"own-mole-{me}", name, card(MOLE), style="mole", trial=trial)
    return box("basket", mole, id="basket")


# The gardeners


def _behind(look: Look, seat: int) -> Zone:
    """Return a guest behind the fence."""
    at = look.at

    def drawn_from() -> tuple[object, ...]:
        shown = look.open and at.contracts
        return at.owner, at.taken, at.moles, at.finished, at.game, at.totals[seat], shown

    return Zone(f"seat-{seat}", lambda: _guest(look, seat), True, drawn_from)


def _guest(look: Look, seat: int) -> Guest:
    total = signed(look.at.totals[seat], False) if look.at.game > 1 else ""
    return Guest(seat, "", f"n{_stands(look, seat)}", total, [*_before(look, seat)])


def _stands(look: Look, seat: int) -> int:
    """Return where a guest stands, in halves of a garden: at the own garden, or in a gap."""
    mine = owned(look.at, seat)
    if mine:
        return 2 * min(mine, key=lambda garden: look.at.taken[garden])
    gaps = int(gardens_at(look.record)) - 1
    return 2 * (seat * gaps // len(look.people)) + 1


def _before(look: Look, seat: int) -> Iterator[Inside]:
    """Yield what lies before a seat: the cup, whether it is finished, the mole."""
    yield _cup(look, seat)
    if look.at.moles >> seat & 1:
        yield thing(f"mole-{seat}", look.say("mole_ready"), card(MOLE), style="mole", still=True)
    number = contract_of(look, seat)
    if look.open and number != NO_CONTRACT:
        plants = [plant(letter, kind(look, letter)) for letter in EVERY_CONTRACT[number]]
        yield laid_open(f"contract-of-{seat}", look.say("accounts"), *plants)


def _cup(look: Look, seat: int) -> Inside:
    return drawing("k-cup", look.say("cup"), "cup") if rules.has_cup(look.record, seat) else None


def _stage(look: Look) -> Zone:
    """Return who has won at large, between the mole who bows and a rosette."""
    if not is_counted(look):
        return stage(())
    rosette = motif("k-rosette", style="rosette")
    return stage([winner(look)], motif("k-mole-1", style="bow"), rosette)


def _ranks(look: Look) -> Box:
    """Return everyone by rank, with their gardens in small."""
    if not is_counted(look):
        return box(id="ranks")
    seats = sorted(
        range(len(look.people)),
        key=lambda s: (-look.at.totals[s], int(rules.first_taken(look.record, s))),
    )
    rows = [_ranked(look, rank, seat) for rank, seat in enumerate(seats, 1)]
    touch = words(look.say("touch_count"), "touch", "p")
    return box("", box("rank", *rows, tag="ol"), touch, id="ranks")


def _ranked(look: Look, rank: int, seat: int) -> Box:
    crown = ornament("h-crown", "crown") if rank == 1 and look.at.phase == OVER else None
    minis = [_mini(look, garden) for garden in owned(look.at, seat)]
    points = signed(int(rules.game_points(look.record, seat)))
    gained = words(points, tag="b") if look.at.games > 1 else None
    return box(
        f"s{seat} first" if rank == 1 else f"s{seat}",
        words(str(rank), "nth", "i"),
        box("head", crown, Face(seat), tag="span"),
        box("who", Name(seat)),
        box("gain", _cup(look, seat), *minis, gained),
        words(signed(look.at.totals[seat], False), "total", "b"),
        tag="li",
    )


def _mini(look: Look, garden: int) -> Box:
    tops = [top for top, _ in beds(look.at, garden)]
    shown = [card(top) if top != NO_CARD else words("") for top in tops]
    return box("mini-garden", *shown, unseen=True)
