"""The table of Kraut & Rüben as HTML: gardens on a lawn, one's contract, a stall, the gardeners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from tablee.core.page import Pen, Person, escape, plate
from tablee.games.kraut.board import (
    DRAWN,
    HOME,
    MOLE_THING,
    PILE,
    WAIT,
    Bed,
    Contract,
    Facts,
    Gardener,
    Plot,
    number,
    signed,
)

if TYPE_CHECKING:
    from tablee.games.kraut import Kraut

PLANTS = {
    "T": "tomato",
    "S": "salad",
    "C": "carrot",
    "A": "asparagus",
    "c": "clover",
    "d": "dandelion",
    "s": "snail",
    "m": "mole",
}
MARKS = ("star", "high", "low", "minus")
BLADES = (
    "M20 40q-1-8-5-12M22 40q1-10 1-14M24 40q2-7 6-10M120 100q-1-8-5-12M122 100q1-10 1-14"
    "M124 100q2-7 6-10M90 20q-1-6-4-9M92 20q1-7 4-9"
)
DAISIES = ((150, 38), (156, 42), (149, 45), (48, 110), (54, 114), (47, 117))
LAWN = (
    '<div class="lawn" aria-hidden="true"><svg width="100%" height="100%"><defs>'
    '<pattern id="grass" width="180" height="140" patternUnits="userSpaceOnUse">'
    f'<g class="blades"><path d="{BLADES}"/></g><g class="daisies">'
    + "".join([f'<circle cx="{x}" cy="{y}" r="3"/>' for x, y in DAISIES])
    + '</g></pattern></defs><rect width="100%" height="100%" fill="url(#grass)"/></svg></div>'
)


class Page:
    """Writes the table of Kraut & Rüben."""

    def __init__(self, game: Kraut, address: Callable[[str], str]) -> None:
        """Needs nothing but the board."""

    def write(self, pen: Pen) -> None:
        """Writes every region."""
        f: Facts = pen.board.facts
        people, mine = pen.people, pen.now is not None
        over = f.phase == "over"
        for place, plot in enumerate(f.plots):
            owner = people[plot.owner].name if plot.owner >= 0 else ""
            pen.region(f"garden-{plot.letter}", _kept_garden, place, plot.key, owner, mine)
            pen.region(f"tag-{plot.letter}", _tag, place, plot.tag_key)
        held = f.contract
        who = people[held.seat].name if held and held.seat != pen.me else ""
        pen.region("contract", _contract, held, over, who)
        pen.ribbon()
        winner = people[f.winner] if over else None
        pen.region("stall", _stall, _stall_key(f), winner, pen.now)
        counted = f.games > 1 or over
        for one in f.seats:
            own = one.seat == pen.me and not (f.mine and f.phase == "mole")
            here, why = pen.turn == one.seat, (f.why, pen.now) if own else None
            pen.region(
                f"seat-{one.seat}", _gardener, one, people[one.seat], here, counted, over, why
            )

    def lay(self, pen: Pen, parts: Mapping[str, str]) -> str:
        """Lays the regions out as a whole table."""
        f: Facts = pen.board.facts
        say = pen.say
        letters = [plot.letter for plot in f.plots]
        plots = [
            f'<div class="plot">{parts[f"garden-{x}"]}{parts[f"tag-{x}"]}</div>' for x in letters
        ]
        seats = "".join([parts[f"seat-{one.seat}"] for one in f.seats])
        around = escape(say("around"))
        return (
            f'{LAWN}<div class="gardens g{len(plots)}">{"".join(plots)}</div>{parts["contract"]}'
            f'<section class="market" aria-label="{escape(say("stall"))}">'
            f"{parts['ribbon']}{parts['stall']}</section>"
            f'<section class="panel around" aria-label="{around}"><h2>{around}</h2>'
            f'<ul>{seats}</ul><p class="note">{escape(say("mole_note"))}</p></section>'
        )


def _plant(pen: Pen, kind: str, title: str = "") -> str:
    return pen.part(f"k-{PLANTS[kind]}-1", (100, 100), title, "plant")


# A garden


def _kept_garden(pen: Pen, place: int, key: object, owner: str, mine: bool) -> str:
    return pen.kept((key, owner), _garden, place, owner)


def _garden(pen: Pen, place: int, owner: str) -> str:
    plot: Plot = pen.board.facts.plots[place]
    letter, name = plot.letter, f"sign-{plot.letter}"
    inner = _sign(pen, plot, owner)
    if pen.board.facts.taking:
        sign = pen.thing(name, "sign", inner)
    else:
        told = escape(pen.board.things[name].name)
        sign = (
            f'<button class="thing sign" id="{name}" name="ask" value="{name}"'
            f' aria-label="{told}">{inner}</button>'
        )
    beds = "".join([pen.kept(bed.key, _bed, bed) for bed in plot.beds])
    label = escape(pen.say("garden", garden=letter))
    return (
        f'<section id="garden-{letter}" class="garden {plot.style}" aria-label="{label}">'
        f'<h2 class="head">{sign}</h2><ol class="beds">{beds}</ol></section>'
    )


def _sign(pen: Pen, plot: Plot, owner: str) -> str:
    letter, flag = plot.letter, ""
    if plot.owner >= 0:
        flag = (
            f'<span class="flag" id="flag-{letter}" data-from="seat-{plot.owner}">'
            f"{pen.draw(f'k-flag-{plot.owner}')}</span>"
        )
    whose = escape(pen.say("your_garden") if plot.mine else owner or pen.say("free"))
    return (
        f'<span class="letter">{letter}</span>{flag}<span class="whose">{whose}</span>'
        f'<span class="filled"><b>{plot.filled}</b>/12</span>'
    )


def _bed(pen: Pen, bed: Bed) -> str:
    if bed.drawing:
        covered = " covered" if bed.cover else ""
        source = bed.id if bed.cover == "m" else DRAWN
        inner = (
            f'<span class="card{covered}" id="{bed.id}-{bed.cover or "c"}" data-from="{source}">'
            f"{pen.draw(bed.drawing)}</span>"
        )
        return f"<li>{pen.place(bed.id, 'bed', inner)}</li>"
    inner, style = pen.draw("k-bed"), "bed earth"
    if bed.locked:
        inner += f'<span class="lock">{pen.draw("k-lock")}</span>'
        style += " locked"
    return f"<li>{pen.place(bed.id, style, inner)}</li>"


def _tag(pen: Pen, place: int, key: object) -> str:
    plot: Plot = pen.board.facts.plots[place]
    style = f" m{plot.column}" if plot.column >= 0 else ""
    opened = f'<p id="tag-{plot.letter}" class="tag{style}"'
    if not plot.tag:
        return f"{opened} hidden></p>"
    told = escape(pen.say("points_there" if plot.over else "points_here"))
    more = ""
    if plot.more:
        with_card = escape(pen.say("with_card"))
        more = f'<i class="{plot.trend}">{plot.more}</i> <span class="unseen">{with_card}</span>'
    return f'{opened}><b>{plot.tag}</b> <span class="unseen">{told}</span>{more}</p>'


# One's contract: the column of each number of mains can be lit


def _contract(pen: Pen, held: Contract | None, over: bool, who: str) -> str:
    say = pen.say
    if held is None:
        secret = escape(say("contract_secret"))
        back = pen.draw("k-contract-back")
        return (
            f'<section id="contract" class="contract shut" aria-label="{secret}">'
            f"{back}<p>{secret}</p></section>"
        )
    title = escape(say("contract_of", who=who) if who else say("your_contract"))
    small = "" if over else f" <small>{escape(say('secret'))}</small>"
    others = "".join(
        [f"<li>{_plant(pen, kind, _kind(pen, kind))}{signed(n)}</li>" for kind, n in held.others]
    )
    return (
        f'<section id="contract" class="contract" aria-label="{title}"><h2>{title}{small}</h2>'
        f'<table>{_rows(pen, held)}</table><ul class="others">{others}</ul></section>'
    )


def _kind(pen: Pen, kind: str) -> str:
    kinds: Mapping[str, str] = pen.board.facts.kinds
    return kinds[kind]


def _rows(pen: Pen, held: Contract) -> str:
    main, high, low, minus = tuple(held.roles)
    pays = [pen.say("pays", card=_kind(pen, kind)) for kind in (high, low, minus)]
    least = (
        f'<tr class="minus"><th scope="row">{_plant(pen, minus, pays[2])}</th>'
        f'<td colspan="{len(held.pays)}"><b>{signed(held.negative)}</b> '
        f"{escape(pen.say('each'))}</td></tr>"
    )
    told, columns = pen.say("main", card=_kind(pen, main)), held.columns
    return (
        _row(_plant(pen, main, told), range(len(held.pays)), columns, "main")
        + _row(_plant(pen, high, pays[0]), [n for n, _ in held.pays], columns, "high")
        + _row(_plant(pen, low, pays[1]), [n for _, n in held.pays], columns, "low")
        + least
    )


def _row(plant: str, numbers: Iterable[int], columns: Sequence[int], style: str) -> str:
    cells = "".join(
        [
            f'<td class="c{column}{" lights" if column in columns else ""}">{n}</td>'
            for column, n in enumerate(numbers)
        ]
    )
    return f'<tr class="{style}"><th scope="row">{plant}</th>{cells}</tr>'


# A gardener


def _gardener(
    pen: Pen,
    one: Gardener,
    person: Person,
    turn: bool,
    counted: bool,
    over: bool,
    why: object,
) -> str:
    style = (" turn" if turn else "") + (" won" if one.won else "")
    roles = _roles(pen, one.contract) if one.contract else ""
    cup = total = ""
    if one.cup:
        n = pen.board.facts.cup
        cup = f'<span class="cup">{pen.draw("k-cup", pen.say("cup_of", n=n))}</span>'
    if counted:
        told = escape(pen.say("points", n=one.total))
        total = (
            f'<b class="total"><span class="unseen">{told}</span>'
            f'<span aria-hidden="true">{number(one.total)}</span></b>'
        )
    mole = "" if over else _mole(pen, one, why is not None)
    return (
        f'<li id="seat-{one.seat}" class="gardener{style}">'
        f"{plate(pen, person, _note(pen, one), turn)}{roles}{cup}{total}{mole}</li>"
    )


def _note(pen: Pen, one: Gardener) -> str:
    owned = pen.say("no_garden")
    if one.gardens:
        which = f" {pen.say('and')} ".join(one.gardens)
        owned = pen.say("gardens_owned", which=which, n=len(one.gardens))
    return f"{owned} · {pen.say('finished')}" if one.finished else owned


def _roles(pen: Pen, contract: str) -> str:
    items = ""
    for kind, role in zip(contract, MARKS, strict=True):
        plant = _plant(pen, kind, pen.say(f"role_{role}", card=_kind(pen, kind)))
        items += f"<li>{plant}{pen.part(f'k-{role}', (20, 20), style='mark')}</li>"
    return f'<ul class="roles">{items}</ul>'


def _mole(pen: Pen, one: Gardener, mine: bool) -> str:
    if one.mole and mine:
        return pen.thing(MOLE_THING, "mole")
    style, told = ("", "mole_ready") if one.mole else (" gone", "mole_gone")
    return (
        f'<span class="mole{style}" role="img" aria-label="{escape(pen.say(told))}">'
        f"{pen.draw('k-card-mole-1')}</span>"
    )


# The stall: stock and drawn card, or what is to be chosen; at the end the winner


def _stall_key(f: Facts) -> tuple[object, ...]:
    return f.phase, f.drawn, f.card, f.left, f.box, f.points, f.owned


def _stall(pen: Pen, key: object, winner: Person | None, now: object) -> str:
    f: Facts = pen.board.facts
    style = " now" if f.mine else ""
    if winner is not None:
        inner = _parade(pen, winner) + _crowd(pen)
    elif f.phase == "between":
        inner = _crowd(pen)
    else:
        inner = f'<div class="goods">{_pile(pen, f.left)}{_offer(pen, f)}</div>'
    return (
        f'<div id="stall" class="stall in-{f.phase}{style}">{inner}{_box(pen, f)}'
        f"{_points(pen, f)}</div>"
    )


def _parade(pen: Pen, winner: Person) -> str:
    bot = " bot" if winner.bot else ""
    return (
        f'<div class="parade s{winner.seat}"><span class="champion{bot}">{pen.avatar(winner)}'
        f'</span><span class="trophy">{pen.draw("k-cup")}</span></div>'
    )


def _crowd(pen: Pen) -> str:
    plants = [
        f'<span class="hop n{place}">{_plant(pen, kind)}</span>'
        for place, kind in enumerate("TSCAcd")
    ]
    return f'<div class="crowd" aria-hidden="true">{"".join(plants)}</div>'


def _pile(pen: Pen, left: int) -> str:
    backs = pen.draw("k-back") * max(1, min(left, 3))
    inner = f'<span class="backs">{backs}</span><b class="count">{left}</b>'
    return pen.thing(PILE, "pile", inner)


def _offer(pen: Pen, f: Facts) -> str:
    """Draws what is to be chosen, or the drawn card."""
    say = pen.say
    if f.mine and f.phase == "take":
        flag = f'<span class="flag">{pen.draw(f"k-flag-{pen.me}")}</span>'
        home = pen.place(HOME, "front", f"{flag}<span>{escape(say('home_short'))}</span>")
        wait = pen.thing(WAIT, "later", escape(say("wait"))) if f.wait else ""
        return f'<div class="choice">{home}{wait}</div>'
    if f.mine and f.phase == "mole":
        told = escape(pen.board.places[DRAWN].name)
        return (
            f'<button class="place spot here" id="{DRAWN}" name="move" value="draw"'
            f' aria-label="{told}">{escape(say("draw_short"))}</button>'
            f'<span class="or">{escape(say("or"))}</span>{pen.thing(MOLE_THING, "mole")}'
        )
    card = ""
    if f.drawn:
        thing = pen.thing(f.drawn, "drawn")
        card = f'<span class="from" id="{f.drawn}-card" data-from="{PILE}">{thing}</span>'
    return f'<div id="{DRAWN}" class="spot">{card}</div>'


def _box(pen: Pen, f: Facts) -> str:
    if not f.box:
        return ""
    items = "".join(
        [
            f"<li>{_plant(pen, kind, f.kinds[kind])}{f'×{n}' if n > 1 else ''}</li>"
            for kind, n in f.box
        ]
    )
    return f'<ul class="box" aria-label="{escape(pen.say("box"))}">{items}</ul>'


def _points(pen: Pen, f: Facts) -> str:
    if f.points is None or f.phase == "over":
        return ""
    told = escape(pen.say("points_now" if f.owned == 1 else "points_both", n=f.points))
    return f'<p class="points"><b>{number(f.points)}</b> {told}</p>'
