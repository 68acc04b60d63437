"""The table of Fourmis as HTML: objectives and race, a cloth with four sides, the trick, a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tablee.core.page import SEATS, Pen, Person, escape, kind_of, name_of, token
from tablee.games.fourmis.board import TRICK, Facts, Goods, Hand, Laid, Objective, Seat, Step

if TYPE_CHECKING:
    from tablee.games.fourmis import Fourmis


class Page:
    """Writes the table of Fourmis."""

    def __init__(self, game: Fourmis, address: Callable[[str], str]) -> None:
        """Needs nothing but the board."""

    def write(self, pen: Pen) -> None:
        """Writes every region."""
        f: Facts = pen.board.facts
        counted = f.scored or f.over
        pen.region("objectives", _objectives, f.objectives, f.names, counted)
        goal = "goal" if f.seats[0].goods.team < 0 else "goal_teams"
        pen.region("race", _race, f.race, f.marks, goal)
        for seat in f.seats:
            who = pen.people[seat.who] if seat.who < f.people else None
            pen.region(seat.id, _seat, seat.id, seat.style, seat.goods, who)
        if counted:
            pen.region("meal", _podium if f.over else _gains, f.seats, tuple(pen.people))
        else:
            pen.region("meal", _trick, f.trick, f.open, pen.now)
        pen.ribbon()
        if pen.me is not None:
            pen.region("hand", _hand, f.hand, pen.now)

    def lay(self, pen: Pen, parts: Mapping[str, str]) -> str:
        """Lays the regions out as a whole table."""
        seats = [seat.id for seat in pen.board.facts.seats]
        hand = () if pen.me is None else ("hand",)
        order = ("objectives", "race", *seats, "meal", "ribbon", *hand)
        return "\n".join([parts[name] for name in order])


def _panel(pen: Pen, name: str, style: str, inner: str, small: str = "") -> str:
    title = escape(pen.say(name))
    return (
        f'<section id="{name}" class="panel{style}" aria-label="{title}">'
        f"<h2>{title}{small}</h2>{inner}</section>"
    )


# What counts


def _objectives(pen: Pen, found: Sequence[Objective], names: Sequence[str], counted: bool) -> str:
    items = "".join([_objective(pen, one, names) for one in found])
    sting = f'<p class="sting">{pen.draw("f-won-L")}<span>{escape(pen.say("sting"))}</span></p>'
    small = f" <small>{escape(pen.say('three_each'))}</small>"
    style = " counted" if counted else ""
    return _panel(pen, "objectives", style, f"<ol>{items}</ol>{sting}", small)


def _objective(pen: Pen, one: Objective, names: Sequence[str]) -> str:
    say, counts = pen.say, ""
    for who, n, reached in one.counts:
        told = escape(say("reached" if reached else "count", who=names[who], n=n))
        style = " reached" if reached else ""
        counts += (
            f'<span class="count s{who}{style}" role="img" aria-label="{told}">'
            f'<i class="coin s{who}">{SEATS[who]}</i>{n}</span>'
        )
    shown = f'<p class="counts">{counts}</p>' if counts else ""
    what = f"<b>{escape(say(one.what))}</b> {escape(say('of_' + one.colour))}"
    return f"<li>{pen.draw(one.drawing)}<p>{what}</p>{shown}</li>"


def _race(pen: Pen, steps: Sequence[Step], marks: Sequence[tuple[int, str]], ends_by: str) -> str:
    goal = f'<span class="goal">{pen.draw("f-aphid", pen.say(ends_by))}</span>'
    rule = "".join([f'<li class="n{n}">{mark}</li>' for n, mark in marks])
    climbers = "".join([_climbers(step) for step in steps])
    stalk = (
        f'<div class="stalk">{goal}<ol class="marks" aria-hidden="true">{rule}</ol>'
        f'<ol class="climbers">{climbers}</ol></div>'
    )
    return _panel(pen, "race", "", stalk)


def _climbers(step: Step) -> str:
    coins = "".join(
        [f'<i class="coin climb s{s}" id="climber-{s}">{SEATS[s]}</i>' for s in step.seats]
    )
    return (
        f'<li class="climber n{step.n} k{step.k}"><span class="coins" aria-hidden="true">{coins}'
        f'</span><b aria-hidden="true">{step.aphids}</b>'
        f'<span class="unseen">{escape(step.name)}</span></li>'
    )


# The four sides


def _seat(pen: Pen, name: str, style: str, goods: Goods, person: Person | None) -> str:
    inner = pen.kept((goods, person), _inside, goods, person)
    return f'<section id="{name}" class="{style}">{inner}</section>'


def _inside(pen: Pen, goods: Goods, person: Person | None) -> str:
    who = _person(pen, person, goods) if person else _ghost(pen)
    fan = "" if person and person.mine else _fan(pen, goods)
    return (
        f'<div class="plate">{who}<small class="note">{escape(goods.note)}</small></div></div>'
        f'<div class="goods">{fan}{_won(pen, goods)}</div>'
    )


def _person(pen: Pen, person: Person, goods: Goods) -> str:
    """Draws who sits there; the note that follows closes it."""
    crown = f'<span class="crown">{pen.house("h-crown")}</span>' if goods.wins else ""
    team = ""
    if goods.team >= 0:
        badge = pen.draw(f"f-team-{goods.team}", pen.say(f"team_{goods.team}"))
        team = f'<span class="team">{badge}</span>'
    return (
        f'{token(pen, person)}{crown}{team}<div class="who">'
        f"<strong>{name_of(pen, person)}</strong> <small>{kind_of(pen, person)}</small>"
    )


def _ghost(pen: Pen) -> str:
    face = f'<span class="token ghost">{pen.draw("f-ghost")}</span>'
    return f'{face}<div class="who"><strong>{escape(pen.say("ghost"))}</strong> <small></small>'


def _fan(pen: Pen, goods: Goods) -> str:
    size = goods.size
    cards = f"{pen.draw(f'f-fan-{min(size, 5)}')}<b>{size}</b>" if size else ""
    told = escape(pen.say(goods.what, n=size))
    return f'<span class="fan" id="fan-{goods.who}" role="img" aria-label="{told}">{cards}</span>'


def _won(pen: Pen, goods: Goods) -> str:
    cards = ""
    if goods.down:
        cards = f'<span class="pile">{pen.draw("f-pile")}<b>{goods.down}</b></span>'
    for card in goods.open:
        cards += pen.draw(card)
    told = escape(goods.heap)
    return f'<span class="won" id="won-{goods.who}" role="img" aria-label="{told}">{cards}</span>'


# The middle


def _meal(pen: Pen, inner: str) -> str:
    told = escape(pen.say("trick"))
    return f'<section id="meal" class="meal" aria-label="{told}">{inner}</section>'


def _trick(pen: Pen, trick: Sequence[Laid], is_open: bool, now: object) -> str:
    empty = "" if trick else f'<p class="unseen">{escape(pen.say("trick_empty"))}</p>'
    cards = "".join([_laid(pen, card) for card in trick])
    here = ""
    if is_open:
        spot = pen.place(TRICK, "spot", escape(pen.say("here")))
        here = f'<div class="card-of near">{spot}</div>'
    return _meal(pen, f'{empty}<ol class="laid">{cards}</ol>{here}')


def _laid(pen: Pen, card: Laid) -> str:
    to = f' data-to="{card.winner}"' if card.winner else ""
    leads, told = "", ""
    if card.leads:
        word = escape(pen.say("takes_it" if card.winner else "leads"))
        leads, told = " leads", f'<em aria-hidden="true">{word}</em>'
    return (
        f'<li class="card-of {card.side}{leads}"><span class="thing" id="{card.id}" role="img"'
        f' aria-label="{escape(card.name)}" data-from="{card.home}"{to}>{pen.draw(card.drawing)}'
        f"</span>{told}</li>"
    )


def _podium(pen: Pen, seats: Sequence[Seat], people: Sequence[Person]) -> str:
    confetti = f'<span class="confetti">{pen.house("h-confetti")}</span>' * 3
    crown = f'<span class="crown">{pen.house("h-crown")}</span>'
    best = [
        _stand(pen, people[seat.who], "hop", crown, str(seat.aphids))
        for seat in seats
        if seat.goods.wins
    ]
    return _meal(pen, f'{confetti}<ol class="podium">{"".join(best)}</ol>')


def _gains(pen: Pen, seats: Sequence[Seat], people: Sequence[Person]) -> str:
    gains = [_stand(pen, people[seat.who], "pop", "", seat.gain) for seat in seats if seat.gain]
    return _meal(pen, f'<ol class="podium gains">{"".join(gains)}</ol>')


def _stand(pen: Pen, person: Person, motion: str, crown: str, points: str) -> str:
    return (
        f'<li class="s{person.seat} {motion}">{crown}{token(pen, person)}'
        f"<strong>{name_of(pen, person)}</strong><b>{points}{pen.draw('f-aphid')}</b></li>"
    )


# One's own cards


def _hand(pen: Pen, hand: Hand, now: object) -> str:
    cards = "".join([f"<li>{_card(pen, name, n)}</li>" for name, n in hand.cards])
    return (
        f'<section id="hand" class="hand" aria-label="{escape(hand.name)}">'
        f'<ol class="n{len(hand.cards)} k{hand.half} few{hand.few}">{cards}</ol></section>'
    )


def _card(pen: Pen, name: str, n: int) -> str:
    times = f'<b class="times" aria-hidden="true">×{n}</b>' if n > 1 else ""
    return pen.thing(name) + times
