"""A table as HTML: the tree of a game's `table.py`, zone by zone.

What has changed since the last moment is found by comparing what was written. Zones that are the
same for every viewer are written once and shared by all seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from html import escape

from tablee.core.rules.phrases import Speaker
from tablee.table.kit import (
    Box,
    Choice,
    Face,
    Guest,
    Inside,
    Kept,
    Name,
    Picture,
    Plate,
    Slot,
    Spot,
    Symbols,
    Table,
    Voice,
    Zone,
    spots,
)
from tablee.table.laying import lay
from tablee.table.lights import Lights, Why, light
from tablee.table.look import Look
from tablee.table.people import Person
from tablee.table.rendered import DARK, Pictures, Rendered, Showing, Written

MOST_KEPT = 10_000
"""Parts of a game that are kept; a table has some hundred, and most come again and again."""


def render(look: Look, showing: Showing, pictures: Pictures) -> Rendered:
    """Write the table of a view."""
    table, focus = lay(look), showing.focus
    if focus and focus.done:
        table.gestures = ()
    me = "at0 watching" if look.me is None else f"at{look.me} me{look.me}"
    turn = "" if look.turn is None else f"turn{look.turn} "
    lit = _lit(look, table.lamp)
    won = "".join([f"won{seat} " for seat in table.winners])
    over = f"ended {won}" if won else ""
    style = f"p{len(look.people)} {me} {turn}{lit}{over}{table.style}".rstrip()
    writer = _Writer(look, showing, pictures, table.voice)
    writer.marks = _marks(table, showing.marks) if showing.marks else {}
    if showing.inline:
        writer.lights = _lights(look, showing, table, writer.find(table.parts))
    write = partial(writer.all, table.parts)
    if showing.inline:
        write = partial(str, write())
    else:
        writer.write_zones(table.parts)
    writer.zones[""] = Written("", tuple(writer.spots))
    lights = writer.lights
    if lights is None:
        every = (spot for zone in writer.zones.values() for spot, _ in zone.spots)
        lights = _lights(look, showing, table, every)
    answers = look.ui("offer_yes"), look.ui("offer_no")
    shown = Rendered(table, write, style, writer.parts, writer.zones, lights, *answers)
    shown.parts["faces"] = writer.faces().html
    shown.parts["status"] = status(table.status)
    shown.parts["bubble"] = writer.bubble(shown)
    shown.parts["moves"] = shown.moves()
    return shown


def _lit(look: Look, lamp: str) -> str:
    """Return the class that says over which place the lamp hangs, counted from the viewer."""
    if not lamp.startswith("seat-"):
        return ""
    seat, players = int(lamp.removeprefix("seat-")), len(look.people)
    return f"lit{seat if seat >= players else (seat - (look.me or 0)) % players} "


def render_laid(look: Look, parts: Iterable[Inside], pictures: Pictures) -> str:
    """Write what lies on a table at which nobody sits yet."""
    showing = Showing(look.people, look.lang, past=True)
    return _Writer(look, showing, pictures, Voice("")).all(parts)


def _marks(table: Table, marks: Mapping[str, str]) -> dict[str, str]:
    """Return the marks of spots: for each move, the spot that no other marked move has."""
    ends = {g.move: {g.thing, g.place} for g in table.gestures if g.move in marks}
    found: dict[str, str] = {}
    for move, own in ends.items():
        others = set[str]().union(*(ends[other] for other in ends if other != move))
        found |= dict.fromkeys(own - others, marks[move])
    return found


def _lights(look: Look, showing: Showing, table: Table, spots: Iterable[Spot]) -> Lights:
    focus = showing.focus
    if showing.past or not look.mine or (focus and focus.done):
        return DARK

    def refuse(trials: Sequence[str]) -> Iterable[Why]:
        for trial, refusal in zip(trials, look.view.refusals(trials, look.lang), strict=True):
            if focus and (said := focus.answer(trial)):
                yield said, ""
            elif refusal is None:
                yield look.ui("not_now"), ""
            else:
                yield refusal.sentence, refusal.clause

    lights = light(table, spots, refuse, showing.held, showing.hint)
    return lights if focus is None else focus.on(lights)


def _opening(tag: str, name: str, style: str, unseen: bool, label: str, picture: bool) -> str:
    attributes = f' id="{name}"' if name else ""
    if style:
        attributes += f' class="{style}"'
    if unseen:
        attributes += ' aria-hidden="true"'
    if label:
        role = ' role="img"' if picture else ""
        attributes += f'{role} aria-label="{escape(label)}"'
    return f"<{tag}{attributes}>"


class _Writer:
    """Writes the parts of one table."""

    def __init__(self, look: Look, showing: Showing, pictures: Pictures, voice: Voice) -> None:
        self.parts: dict[str, str] = {}
        self.zones: dict[str, Written] = {}
        self.spots: list[tuple[Spot, str]] = []
        """Those of the zone that is being written, or those in none."""
        self.marks: Mapping[str, str] = {}
        self.lights: Lights | None = None
        self._look = look
        self._showing = showing
        self._pictures = pictures
        self._voice = voice
        self._home = ""

    def all(self, parts: Iterable[Inside]) -> str:
        """Write parts one after the other."""
        return "".join([_WRITE[type(part)](self, part) for part in parts if part])  # type: ignore[operator]

    def write_zones(self, parts: Iterable[Inside]) -> None:
        """Write zones and slots alone: the rest never changes."""
        shared, fresh = self._showing.shared, self._showing.fresh
        for part in parts:
            if isinstance(part, Zone):
                name = part.name
                if part.shared and name in fresh:
                    self.zones[name] = written = shared[name]
                    self.parts[name] = written.html
                else:
                    self._zone(part)
            elif isinstance(part, Box):
                if not part.unseen:
                    home, self._home = self._home, part.id or self._home
                    self.write_zones(part.inside)
                    self._home = home
            elif part:
                _WRITE[type(part)](self, part)  # type: ignore[operator]

    def _text(self, text: str) -> str:
        return escape(text)

    def find(self, parts: Iterable[Inside]) -> list[Spot]:
        """Return all spots of some parts, to light them before they are written."""
        return [spot for spot, _ in spots(parts)]

    def _box(self, box: Box) -> str:
        home, inner = self._home, ""
        if box.id:
            self._home = box.id
        for part in box.inside:  # as `all` does, without a call for each of so many
            if part:
                inner += (
                    escape(part) if type(part) is str else _WRITE[type(part)](self, part)  # type: ignore[operator]
                )
        self._home = home
        opening = _opening(box.tag, box.id, box.style, box.unseen, box.label, box.picture)
        return f"{opening}{inner}</{box.tag}>"

    def _picture(self, picture: Picture) -> str:
        draw = self._pictures.house if picture.of == "house" else self._pictures.game
        return draw(picture)

    def _symbols(self, symbols: Symbols) -> str:
        return f'<div class="unseen" aria-hidden="true">{symbols.sprite}</div>'

    def _face(self, face: Face, sign: str = "") -> str:
        person = self._look.people[face.seat]
        style = f"{' bot' if person.bot else ''}{' gone' if _gone(person) else ''}"
        more = f" {face.style}" if face.style else ""
        return (
            f'<span class="token s{face.seat}{style}{more}">{_FACES[face.seat]}'
            f'<b class="letter" aria-hidden="true">{person.letter}</b>{sign}</span>'
        )

    def _name(self, name: Name) -> str:
        them, you = escape(self._look.name(name.seat)), escape(self._look.ui("you"))
        return (
            f'<{name.tag} class="name s{name.seat}"><bdi class="them">{them}</bdi>'
            f'<span class="you">{you}</span></{name.tag}>'
        )

    def _plate(self, plate: Plate) -> str:
        person = self._look.people[plate.seat]
        home, self._home = self._home, f"seat-{plate.seat}"
        inner = self.all(plate.inside)
        self._home = home
        style = " gone" if _gone(person) else ""
        style += f" {plate.style}" if plate.style else ""
        return (
            f'<section id="seat-{plate.seat}" class="plate s{plate.seat}{style}">'
            f"{self._face(Face(plate.seat), self._state(person))}"
            f'<div class="who">{self._name(Name(plate.seat))}'
            f"<small>{escape(plate.note)}</small></div>{inner}</section>"
        )

    def _guest(self, guest: Guest) -> str:
        seat, person = guest.seat, self._look.people[guest.seat]
        home, self._home = self._home, f"seat-{seat}"
        inner = self.all(guest.inside)
        self._home = home
        style = f"guest s{seat}{' gone' if _gone(person) else ''} {guest.style}".rstrip()
        points = f'<b class="score">{escape(guest.points)}</b>' if guest.points else ""
        note = f"<small>{escape(guest.note)}</small>" if guest.note else ""
        return (
            f'<section id="seat-{seat}" class="{style}"><span class="head">{_FACES[seat]}'
            f'{self._mood(person)}</span>{_HANDS[seat]}<div class="at-edge">'
            f'<div class="name-card">{self._name(Name(seat))}{self._level(person)}{points}{note}'
            f"</div>{inner}</div></section>"
        )

    def _mood(self, person: Person) -> str:
        """Write the sign beside a head: of a person who is away, or of one who thinks."""
        if person.away:
            return self._sign("away", "antenna", "bot_for")
        if not person.here and not person.bot:
            return self._sign("absent", "moon", "not_here")
        return self._sign("thinks", "hourglass", "thinks")

    def _level(self, person: Person) -> str:
        """Write that it is a bot, and how strong: some lights."""
        if not person.bot or person.away:
            return ""
        ui, level = self._look.ui, person.level
        told = escape(f"{ui('bot')} · {ui(f'level_{level}')}" if level else ui("bot"))
        style = f"level {level}".rstrip()
        return f'<i class="{style}" role="img" aria-label="{told}" title="{told}"></i>'

    def _state(self, person: Person) -> str:
        """Write the sign on a face: of a bot, of a person who is away, or of one who thinks."""
        if person.away:
            return self._sign("away", "antenna", "bot_for")
        if not person.here and not person.bot:
            return self._sign("absent", "moon", "not_here")
        robot = self._sign("robot", "antenna", "bot") if person.bot else ""
        return f"{robot}{self._sign('thinks', 'hourglass', 'thinks')}"

    def _sign(self, style: str, icon: str, phrase: str) -> str:
        told, drawn = escape(self._look.ui(phrase)), self._pictures.icon(icon)
        return f'<i class="sign {style}" role="img" aria-label="{told}">{drawn}</i>'

    def _spot(self, spot: Spot) -> str:
        self.spots.append((spot, self._home))
        home, self._home = self._home, spot.id
        inner = self.all(spot.inside)
        self._home = home
        kind = "place" if spot.place else "thing"
        style = f"{kind} {spot.style}".rstrip()
        if spot.id in self.marks:
            style += f" {self.marks[spot.id]}"
        if self._showing.past or spot.still:
            told = f'role="img" aria-label="{escape(spot.name)}"' if spot.name else _UNSEEN
            return f'<span class="{style}" id="{spot.id}" {told}>{inner}</span>'
        lit, told = self._lit(spot)
        return (
            f'<button class="{style}{lit}" id="{spot.id}" name="press" value="{spot.id}"'
            f' aria-label="{escape(spot.name)}{told}>{inner}</button>'
        )

    def _choice(self, choice: Choice) -> str:
        style = f"choice {choice.style}".rstrip()
        return (
            f'<button class="{style}" name="move" value="{escape(choice.move)}"'
            f' aria-label="{escape(choice.name)}">{self.all(choice.inside)}</button>'
        )

    def _lit(self, spot: Spot) -> tuple[str, str]:
        """Write the light on a spot: classes, and what follows its name."""
        lights, id_ = self.lights, spot.id
        if lights is None:
            return "", '"'
        style = " may" if id_ in lights.may else ""
        style += " glow" if id_ in lights.glow else ""
        style += " here" if id_ in lights.here else ""
        style += " held" if id_ == lights.held else ""
        style += " lit" if id_ in lights.lit else ""
        why = lights.why.get(id_)
        if why is None:
            pressed = f' aria-pressed="{"true" if id_ == lights.held else "false"}"'
            return style, f'"{pressed if id_ in lights.may else ""}'
        return (
            f"{style} not-now",
            f'" aria-disabled="true" aria-description="{escape(why[0])}"',
        )

    def _zone(self, zone: Zone) -> str:
        if zone.name in self.zones:
            return self.zones[zone.name].html
        written = self._written(zone) if self.lights is None else self._anew(zone, None)
        if zone.sent:
            self.zones[zone.name] = written
            self.parts[zone.name] = written.html
        else:
            self.spots += written.spots
        return written.html

    def _written(self, zone: Zone) -> Written:
        """Return a zone as another seat has written it, as it was kept, or anew."""
        showing, name = self._showing, zone.name
        kept = showing.shared if zone.shared else showing.own
        written = kept.get(name)
        if written is None or not (zone.shared and name in showing.fresh):
            key = zone.key
            if written is None or written.of != key:
                written = self._anew(zone, key)
                if zone.shared or key is not None:
                    kept[name] = written
            if zone.shared:
                showing.fresh.add(name)
        return written

    def _anew(self, zone: Zone, key: object) -> Written:
        around, self.spots = self.spots, []
        written = Written(self.all((zone.made,)), tuple(self.spots), key)
        self.spots = around
        return written

    def _kept(self, part: Kept) -> str:
        if self._showing.inline or self._showing.past:
            return self.all((part.make(),))
        kept, of = self._pictures.kept, (self._look.say, part.of)
        written = kept.get(of)
        if written is None:
            around, self.spots = self.spots, []
            written = Written(self.all((part.make(),)), tuple(self.spots))
            self.spots = around
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[of] = written
        self.spots += written.spots
        return written.html

    def _slot(self, slot: Slot) -> str:
        made = self._showing.slots.get(slot.name, "")
        if not made:
            ribbon = slot.name == "ribbon"
            made = self._ribbon(self._voice) if ribbon else f'<div id="{slot.name}"></div>'
        self.parts[slot.name] = made
        return made

    # Around the table

    def _ribbon(self, voice: Voice) -> str:
        """Write what the host says; the rule behind it is one small question mark."""
        turn, mine = self._look.turn, self._look.mine
        if self._showing.past and mine and turn is not None:  # nothing can be done any more
            mine, voice = False, Voice(self._look.ui("turn_of", who=self._look.name(turn)))
        style = f" s{turn}" if turn is not None else ""
        style += " mine" if mine else ""
        more = f"<span>{escape(voice.more)}</span>" if voice.more else ""
        why = ""
        if voice.clause:
            label = escape(self._look.ui("rule", clause=voice.clause))
            href = f"{escape(self._look.rules)}#{voice.clause}"
            why = f'<a class="why" href="{href}" aria-label="{label}">?</a>'
        return (
            f'<div id="ribbon" class="ribbon{style}"><span class="host" aria-hidden="true">'
            f"{self._pictures.host}</span><p><b>{escape(voice.lead)}</b>"
            f" {more}</p>{why}</div>"
        )

    def faces(self) -> Written:
        """Write everyone's face once; it is used at every place where they are seen."""
        kept = self._showing.shared
        if "faces" not in kept:
            kept["faces"] = Written(self._faces(), (), of=())
        return kept["faces"]

    def _faces(self) -> str:
        drawn = [
            f'<symbol id="face-{person.seat}" viewBox="0 0 100 100">'
            f'{self._pictures.face(person)}</symbol><symbol id="hands-{person.seat}"'
            f' viewBox="0 0 170 26">{self._pictures.hands(person)}</symbol>'
            for person in self._look.people
        ]
        return f'<svg id="faces" class="unseen" aria-hidden="true">{"".join(drawn)}</svg>'

    def bubble(self, shown: Rendered) -> str:
        """Write why what was asked for cannot be done, or what is offered, without a script."""
        pressed = self._showing.asked or self._showing.held
        told = (self._asked(shown) or self._offered(shown)) if pressed else ""
        return bubble(told)

    def _asked(self, shown: Rendered) -> str:
        asked = self._showing.asked
        if not asked or shown.spot(asked) is None:
            return ""
        sentence, clause = shown.lights.why.get(asked) or (self._whose_turn(), "")
        return escape(sentence) + (
            f" {cite(self._look.ui, self._look.rules, clause)}" if clause else ""
        )

    def _offered(self, shown: Rendered) -> str:
        held = shown.lights.held
        offers = [g for g in shown.table.gestures if g.thing == held and g.offer]
        if len(offers) != 1:
            return ""
        g, (yes, no) = offers[0], map(escape, (shown.yes, shown.no))
        return (
            f'{escape(g.offer)} <button class="b strong" form="play" name="press"'
            f' value="{g.place}">{yes}</button> <a class="b" href="?">{no}</a>'
        )

    def _whose_turn(self) -> str:
        look = self._look
        if look.mine:
            return look.ui("not_now")
        if look.me is None:
            return look.ui("you_watch")
        if look.turn is None:
            return look.ui("over_now")
        return look.ui("turn_of", who=look.name(look.turn))


_WRITE = {
    str: _Writer._text,
    Box: _Writer._box,
    Picture: _Writer._picture,
    Symbols: _Writer._symbols,
    Face: _Writer._face,
    Name: _Writer._name,
    Plate: _Writer._plate,
    Guest: _Writer._guest,
    Spot: _Writer._spot,
    Choice: _Writer._choice,
    Zone: _Writer._zone,
    Kept: _Writer._kept,
    Slot: _Writer._slot,
}
_UNSEEN = 'aria-hidden="true"'
_FACES = [
    '<svg class="avatar" viewBox="0 0 100 100" aria-hidden="true">'
    f'<use href="#face-{seat}" width="100" height="100"/></svg>'
    for seat in range(8)
]

_HANDS = [
    '<svg class="hands" viewBox="0 0 170 26" aria-hidden="true">'
    f'<use href="#hands-{seat}" width="170" height="26"/></svg>'
    for seat in range(8)
]


def face(seat: int) -> str:
    """Return the face at a seat, alone, as it is drawn once on the page."""
    return f'<span class="token s{seat}">{_FACES[seat]}</span>'


def status(text: str) -> str:
    """Return how far the match has come."""
    return f'<span id="status">{escape(text)}</span>'


def bubble(said: str) -> str:
    """Return the bubble in which something is said, as HTML."""
    return f'<div id="bubble" class="bubble" role="alert">{said}</div>'


def _gone(person: Person) -> bool:
    return person.away or not (person.here or person.bot)


def cite(ui: Speaker, rules: str, clause: str) -> str:
    """Return a link to a clause of the rule book at an address."""
    said = escape(ui("rule", clause=clause))
    return f'<a class="clause" href="{escape(rules)}#{clause}">{said}</a>'
