"""The laws of tables: every game, player count and option, as each seat sees them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from tablee import State
from tablee.core.arrays import np
from tablee.core.rules.rulebook import LANGUAGES
from tablee.core.state.position import View
from tablee.house.render import render_table
from tablee.house.render.files import files
from tablee.laws.cases import Case, slow
from tablee.table.flights import flights
from tablee.table.kit import Picture, Spot, Table, Zone, spots
from tablee.table.laying import lay as lay_out
from tablee.table.lights import press
from tablee.table.people import Person
from tablee.table.rendered import Rendered, Showing, Written

NAMES = ("Ada", "Björn", "Chloé", "Dimitri", "Emil", "Fanny", "<Gül>", 'H"')
VOID = {"input", "br", "hr", "img", "use", "path", "circle", "ellipse", "rect", "line", "polygon"}
ID = re.compile(r"[A-Za-z0-9-]+")


def seats_of(case: Case) -> list[int | None]:
    return [None, *range(case.players)]


def people_of(view: View) -> list[Person]:
    return [Person(n, NAMES[n], bot=n % 2 == 1) for n in range(view.players)]


def lay(view: View, lang: str = "fr") -> Table:
    return lay_out(render_table.look_at(view, lang, people_of(view)))


def spots_of(table: Table) -> dict[str, Spot]:
    return {spot.id: spot for spot, _ in spots(table.parts)}


def show(
    view: View,
    lang: str = "fr",
    inline: bool = False,
    shared: dict[str, Written] | None = None,
    own: dict[str, Written] | None = None,
    public: dict[str, object] | None = None,
) -> Rendered:
    zones, mine = {} if shared is None else shared, {} if own is None else own
    known = {} if public is None else public
    return render_table.show(
        view,
        Showing(people_of(view), lang, inline=inline, shared=zones, own=mine, public=known),
    )


def are_zones(fact: object) -> bool:
    """Whether a fact is zones: those are compared by what was written."""
    return isinstance(fact, list) and all(isinstance(part, Zone) and part.shared for part in fact)


def moments(case: Case, n: int, odd: int) -> Iterator[State]:
    """What a page shows: states to decide in, and the moments between them."""
    for i, state in enumerate(case.sample(n, odd)):
        yield state
        if state.seat is not None:
            moves = state.legal_moves()
            yield from (frame.state for frame in state.frames(moves[i % len(moves)])[:-1])


def walk(case: Case, plies: int) -> Iterator[State]:
    """All that a page shows from somewhere in a match on."""
    luck, state = random.Random(plies), case.sample(3, odd=2)[1]
    for _ in range(plies):
        if state.seat is None:
            return
        frames = state.frames(luck.choice(state.legal_moves()))
        yield from (frame.state for frame in frames)
        state = frames[-1].state


def between(case: Case) -> Iterator[State]:
    """Only the moments in which nobody decides, from all that were kept of a match."""
    states = case.sample(24, odd=3)
    for state in states:
        if state.seat is not None:
            yield from (frame.state for frame in state.frames(state.legal_moves()[0])[:-1])


def test_every_legal_move_is_exactly_one_gesture_of_whose_turn_it_is(case: Case) -> None:
    for state in case.sample(24, odd=1):
        for seat in seats_of(case):
            view = state.view(seat)
            table = lay(view)
            mine = seat is not None and seat == state.seat
            legal = [str(move) for move in view.legal_moves()] if mine else []
            assert Counter(gesture.move for gesture in table.gestures) == Counter(legal), state
            pairs = Counter((gesture.thing, gesture.place) for gesture in table.gestures)
            assert set(pairs.values()) <= {1}, f"one gesture for two moves: {pairs}"


def test_reasons_asked_at_once_are_those_asked_one_by_one(case: Case) -> None:
    moves = [str(move) for move in case.game.moves]
    for n, state in enumerate(case.sample(6, odd=3)):
        view, lang = state.view(state.seat), LANGUAGES[n % 3]
        assert view.refusals(moves, lang) == [view.why_not(move, lang) for move in moves]


def test_gestures_go_from_things_to_places_that_exist(case: Case) -> None:
    for state in case.sample(24, odd=2):
        if state.seat is None:
            continue
        table = lay(state.view(state.seat))
        found = spots_of(table)
        for gesture in table.gestures:
            assert not found[gesture.thing].still
            assert not found[gesture.place].still
        for alone in [g for g in table.gestures if g.place == g.thing]:
            assert [g for g in table.gestures if g.thing == alone.thing] == [alone]


def test_ids_are_plain_and_each_names_itself(case: Case) -> None:
    for state in moments(case, 8, odd=3):
        for seat in seats_of(case):
            table = lay(state.view(seat))
            found = [spot for spot, _ in spots(table.parts)]
            assert len({spot.id for spot in found}) == len(found)
            for spot in found:
                assert ID.fullmatch(spot.id), spot.id
                assert spot.name.strip() or spot.still
                assert not spot.trial or case.game.parse_move(spot.trial)


@slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_speaks_every_language(case: Case, lang: str) -> None:
    for state in moments(case, 5, odd=4):
        for seat in seats_of(case):
            view = state.view(seat)
            table, other = lay(view, lang), lay(view)
            voice = table.voice
            told = [voice.lead, voice.more, table.status, *(g.offer for g in table.gestures)]
            told += [spot.name for spot in spots_of(table).values()]
            assert (voice.lead + voice.more).strip()
            assert table.status.strip()
            assert not [text for text in told if "{" in text or "None" in text]
            assert not voice.clause or case.game.rulebook.clause(voice.clause)
            assert spots_of(other).keys() == spots_of(table).keys()


@slow
def test_what_is_hidden_changes_no_byte_of_a_table(case: Case) -> None:
    for n, state in enumerate(case.sample(6, odd=5)):
        for seat in seats_of(case):
            view = state.view(seat)
            other = show(view.redeal(n + 1).view(seat), inline=n % 2 == 1)
            shown = show(view, inline=n % 2 == 1)
            assert (other.html, other.parts) == (shown.html, shown.parts)


@slow
def test_a_zone_that_is_shared_is_the_same_for_whoever_looks(case: Case) -> None:
    for n, state in enumerate(moments(case, 6, odd=11)):
        seen: dict[str, set[str]] = {}
        public: dict[str, object] = {}
        for seat in seats_of(case):
            zones: dict[str, Written] = {}
            show(state.view(seat), LANGUAGES[n % 3], shared=zones)
            assert zones, "nothing is shared"
            alone: dict[str, object] = {}
            show(state.view(seat), LANGUAGES[n % 3], public=alone)
            facts = {name: fact for name, fact in alone.items() if not are_zones(fact)}
            assert {name: public.setdefault(name, fact) for name, fact in facts.items()} == facts
            for name, written in zones.items():
                seen.setdefault(name, set()).add(written.html)
        assert not [name for name, written in seen.items() if len(written) > 1]


@slow
def test_what_others_have_written_is_what_one_would_write(case: Case) -> None:
    for state in moments(case, 4, odd=12):
        zones: dict[str, Written] = {}
        known: dict[str, object] = {}
        for seat in seats_of(case):
            view = state.view(seat)
            alone, shared = show(view), show(view, shared=zones, public=known)
            assert (alone.html, alone.parts) == (shared.html, shared.parts)
            assert alone.spots.keys() == shared.spots.keys()


@slow
def test_a_zone_that_is_kept_is_what_one_would_write_anew(case: Case) -> None:
    shared: dict[str, Written] = {}
    seats = seats_of(case)[:3]
    own: dict[int | None, dict[str, Written]] = {seat: {} for seat in seats}
    for state in walk(case, 40):
        shared = {name: zone for name, zone in shared.items() if zone.of is not None}
        for seat in seats:
            anew = show(state.view(seat))
            kept = show(state.view(seat), shared=shared, own=own[seat])
            assert [n for n, html in anew.parts.items() if kept.parts[n] != html] == []
            assert anew.spots == kept.spots


@slow
def test_what_all_tables_keep_says_nothing_of_people(case: Case) -> None:
    kept = render_table.drawings_of(case.game).kept
    for state in moments(case, 3, odd=13):
        for seat in seats_of(case)[:2]:
            view = state.view(seat)
            others = [Person(n, name, here=False) for n, name in enumerate(NAMES[-view.players :])]
            kept.clear()
            alone = render_table.show(view, Showing(others, "de", inline=False))
            kept.clear()
            show(view, "de")
            after = render_table.show(view, Showing(others, "de", inline=False))
            assert (alone.parts, alone.spots) == (after.parts, after.spots)


@slow
def test_a_moment_between_two_decisions_hides_what_a_decision_hides(case: Case) -> None:
    for state in between(case):
        public = spots_of(lay(state.view(None))).keys()
        watched = Page(show(state.view(None)).html)
        for seat in seats_of(case):
            view = state.view(seat)
            table = lay(view)
            assert not np.any(view.record["key"])
            assert not (spots_of(table).keys() - public) & watched.ids.keys()
            assert not table.gestures


@slow
def test_nobody_elses_hand_has_ids_in_a_page(case: Case) -> None:
    """A thing that only its owner may know is in no page of a spectator."""
    for state in case.sample(8, odd=6):
        watched = Page(show(state.view(None)).html)
        public = spots_of(lay(state.view(None))).keys()
        for seat in range(case.players):
            private = spots_of(lay(state.view(seat))).keys() - public
            assert not private & watched.ids.keys()


@slow
def test_a_table_is_well_formed_html_with_its_zones(case: Case) -> None:
    for n, state in enumerate(moments(case, 5, odd=7)):
        for seat in seats_of(case):
            shown = show(state.view(seat), LANGUAGES[n % 3], inline=n % 2 == 0)
            page = Page(shown.html)
            assert not page.open, page.open
            assert set(page.ids.values()) == {1}, page.ids.most_common(1)
            assert not page.styled
            for name, html in shown.parts.items():
                zone = Page(html)
                assert not zone.open, name
                assert zone.tops == [name]
            for gesture in shown.table.gestures:
                assert {gesture.thing, gesture.place} <= page.ids.keys(), gesture
            assert {"ribbon", "since", "onward"} - {"onward"} <= page.ids.keys()
            assert not shown.table.lamp or shown.table.lamp in page.ids


@slow
def test_every_move_can_be_made_by_presses_alone(case: Case) -> None:
    for state in case.sample(6, odd=8):
        if state.seat is None:
            continue
        table = lay(state.view(state.seat))
        made = set()
        for gesture in table.gestures:
            what, which = press(table, gesture.thing)
            if what == "hold":
                what, which = press(table, gesture.place, which)
            assert (what, which) == ("play", gesture.move)
            made.add(which)
        assert made == {str(move) for move in state.legal_moves()}


def test_only_a_real_choice_glows(case: Case) -> None:
    for state in case.sample(12, odd=9):
        if state.seat is not None:
            lights = show(state.view(state.seat)).lights
            assert lights.glow in (frozenset(), lights.may)
            assert not lights.glow or len(lights.glow) <= max(3, len(lights.why))


@slow
def test_a_name_is_only_ever_a_text(case: Case) -> None:
    for state in moments(case, 4, odd=6):
        for seat in seats_of(case):
            people = [Person(n, f'<i n="&{n}') for n in range(case.players)]
            shown = render_table.show(state.view(seat), Showing(people, "fr"))
            html = shown.html + "".join(shown.parts.values())
            assert "<i n=" not in html and '="&0' not in html
            assert "&lt;i n=&quot;&amp;" in html


@slow
def test_the_frame_of_a_table_stays_the_same_during_a_match(case: Case) -> None:
    for seat in seats_of(case):
        shown = [show(state.view(seat)) for state in moments(case, 6, odd=9)]
        assert len({frame_of(one) for one in shown}) == 1
        names = {tuple(sorted(set(one.parts) - {"onward"})) for one in shown}
        assert len(names) == 1


def frame_of(shown: Rendered) -> str:
    """What stands around the zones."""
    html = shown.html
    for name in sorted(shown.parts, key=lambda name: -len(shown.parts[name])):
        html = html.replace(shown.parts[name], f"[{name}]")
    return html


@slow
def test_a_thing_flies_exactly_if_it_has_moved(case: Case) -> None:
    for seat in (None, 0):
        for before, after in pairwise(watched(case, seat)):
            flown = {one.id: one for one in flights(before, after)}
            assert flown.keys() == moved_between(before, after)
            ids = ids_of(before.html) | ids_of(after.html)
            for one in flown.values():
                assert set(f"{one.source} {one.target}".split()) & ids


@lru_cache(2)
def watched(case: Case, seat: int | None) -> list[Rendered]:
    """All that a page shows to a seat, one moment after the other."""
    return [show(state.view(seat)) for state in walk(case, 25)]


@lru_cache(2)
def ids_of(html: str) -> set[str]:
    return set(Page(html).ids)


def moved_between(before: Rendered, after: Rendered) -> set[str]:
    """The things that lie in something else now, came from somewhere, or went somewhere."""
    homes = [
        {name: home for name, (spot, home) in shown.spots.items() if not spot.place}
        for shown in (before, after)
    ]
    both = homes[0].keys() & homes[1].keys()
    moved = {name for name in both if homes[0][name] != homes[1][name]}
    moved |= {name for name in homes[1].keys() - both if after.spots[name][0].came}
    return moved | {name for name in homes[0].keys() - both if before.spots[name][0].goes}


@slow
def test_a_card_keeps_its_face_wherever_it_goes(case: Case) -> None:
    for seat in (None, 0):
        for before, after in pairwise(watched(case, seat)):
            for flight in flights(before, after):
                if flight.id in before.spots and flight.id in after.spots:
                    old, new = before.spots[flight.id][0], after.spots[flight.id][0]
                    assert face_of(old) == face_of(new)


def face_of(spot: Spot) -> str:
    """The first drawing of a thing."""
    waiting = list(spot.inside)
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, Picture):
            return part.name
        waiting = [*getattr(part, "inside", ()), *waiting]
    return ""


@slow
def test_every_drawing_of_a_table_exists(case: Case) -> None:
    for state in moments(case, 6, odd=10):
        for seat in (None, state.seat or 0):
            shown = show(state.view(seat))
            page = Page(shown.parts["faces"] + shown.html)
            for name, part in set(page.drawn):
                assert part in (_parts(name) if name else page.ids), f"{name}#{part}"


@cache
def _parts(name: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', files()[name].plain.decode()))


class Page(HTMLParser):
    """Reads a piece of a page: its ids, what is left open, and what is drawn."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.tops: list[str | None] = []
        self.styled: list[str] = []
        self.drawn: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        assert len(facts) == len(attrs), f"an attribute appears twice: {attrs}"
        if not self.open:
            self.tops.append(facts.get("id"))
        if "id" in facts:
            self.ids[facts["id"]] += 1
        if "style" in facts or tag in ("style", "script") or any(n.startswith("on") for n in facts):
            self.styled.append(tag)
        if tag == "use":
            path, _, part = facts["href"].partition("#")
            self.drawn.append((path.rpartition("/")[2].partition("?")[0], part))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
            self.open.pop()
