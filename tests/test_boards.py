"""The laws of boards and of the tables drawn from them: every game, player count and option."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import numpy as np
import pytest

from tablee import State
from tablee.core.board import Board
from tablee.core.page import Person
from tablee.core.position import View
from tablee.core.rulebook import LANGUAGES
from tablee.web import pen
from tablee.web.files import files
from tests.cases import CASES, Case

every_case = pytest.mark.parametrize("case", CASES, ids=str)
DRAWN = [
    case for case in CASES if case.style == "random" and "100" not in dict(case.options).values()
]
every_drawn_case = pytest.mark.parametrize("case", DRAWN, ids=str)
"""Drawing takes longer than laying out, and longer matches show nothing else."""

NAMES = ("Ada", "Björn", "Chloé", "Dimitri", "Emil", "Fanny", "<Gül>", 'H"')
VOID = {"input", "br", "hr", "img", "use", "path", "circle", "ellipse", "rect", "line", "polygon"}
ID = re.compile(r"[A-Za-z0-9-]+")


def seats_of(case: Case) -> list[int | None]:
    return [None, *range(case.players)]


def lay(view: View, lang: str = "fr") -> Board:
    return view.game.board(view, lang, NAMES[: view.players])


def show(
    view: View, lang: str = "fr", held: str = "", before: pen.Shown | None = None
) -> pen.Shown:
    people = [
        Person(n, NAMES[n], bot=n % 2 == 1, mine=n == view.viewer) for n in range(view.players)
    ]
    return pen.show(view, pen.Scene(people, lang, held), before)


def frame_of(shown: pen.Shown) -> str:
    """Gets what stands around the regions."""
    return shown.lay({name: f"[{name}]" for name in shown.parts})


def html_of(shown: pen.Shown) -> str:
    return shown.__html__()


def moments(case: Case, n: int, odd: int) -> Iterator[State]:
    """Gets what a page shows: states to decide in, and the moments between them."""
    for i, state in enumerate(case.sample(n, odd)):
        yield state
        if state.seat is not None:
            moves = state.legal_moves()
            yield from (frame.state for frame in state.frames(moves[i % len(moves)])[:-1])


def walk(case: Case, plies: int) -> Iterator[State]:
    """Gets all that a page shows from somewhere in a match on."""
    luck, state = random.Random(plies), case.sample(3, odd=2)[1]
    for _ in range(plies):
        if state.seat is None:
            return
        frames = state.frames(luck.choice(state.legal_moves()))
        yield from (frame.state for frame in frames)
        state = frames[-1].state


def between(case: Case) -> Iterator[State]:
    """Gets only the moments in which nobody decides, from all that were kept of a match."""
    states = case.sample(24, odd=3)
    for state in states:
        if state.seat is not None:
            yield from (frame.state for frame in state.frames(state.legal_moves()[0])[:-1])


@every_case
def test_every_legal_move_is_exactly_one_gesture_of_whose_turn_it_is(case: Case) -> None:
    for state in case.sample(24, odd=1):
        for seat in seats_of(case):
            view = state.view(seat)
            board = lay(view)
            mine = seat is not None and seat == state.seat
            legal = [str(move) for move in view.legal_moves()] if mine else []
            assert Counter(gesture.move for gesture in board.gestures) == Counter(legal), state
            pairs = Counter((gesture.thing, gesture.place) for gesture in board.gestures)
            assert set(pairs.values()) <= {1}, f"one gesture for two moves: {pairs}"


@every_case
def test_gestures_go_from_things_to_places_that_exist(case: Case) -> None:
    for state in case.sample(24, odd=2):
        if state.seat is None:
            continue
        board = lay(state.view(state.seat))
        for gesture in board.gestures:
            assert gesture.thing in board.things
            assert gesture.place == gesture.thing or gesture.place in board.places
        for press in [g for g in board.gestures if g.place == g.thing]:
            assert board.goes[press.thing] == [press], "a press has one meaning"


@every_case
def test_ids_are_plain_and_each_names_itself(case: Case) -> None:
    for state in moments(case, 8, odd=3):
        for seat in seats_of(case):
            board = lay(state.view(seat))
            for spots in (board.things, board.places):
                for name, spot in spots.items():
                    assert spot.id == name
                    assert ID.fullmatch(name), name
                    assert spot.name.strip()
                    assert not spot.trial or case.game.parse_move(spot.trial)


@every_drawn_case
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_board_speaks_every_language(case: Case, lang: str) -> None:
    for state in moments(case, 5, odd=4):
        for seat in seats_of(case):
            view = state.view(seat)
            board = lay(view, lang)
            told = [board.lead, board.prompt, board.status]
            told += [thing.name for thing in board.things.values()]
            told += [place.name for place in board.places.values()]
            assert (board.lead + board.prompt).strip()
            assert board.status.strip()
            assert not [text for text in told if "{" in text or "None" in text]
            assert (lay(view).things.keys(), lay(view).gestures) == (
                board.things.keys(),
                board.gestures,
            )


@every_drawn_case
def test_what_is_hidden_changes_no_byte_of_a_table(case: Case) -> None:
    for n, state in enumerate(case.sample(6, odd=5)):
        for seat in seats_of(case):
            view = state.view(seat)
            other = view.redeal(n + 1)
            assert html_of(show(other.view(seat))) == html_of(show(view))


@every_drawn_case
def test_a_moment_between_two_decisions_hides_what_a_decision_hides(case: Case) -> None:
    for state in between(case):
        watched, public = Page(html_of(show(state.view(None)))), lay(state.view(None)).things.keys()
        for seat in seats_of(case):
            view = state.view(seat)
            board = lay(view)
            assert not np.any(view.record["key"])
            assert not (board.things.keys() - public) & watched.ids.keys()
            assert board.gestures == ()


@every_drawn_case
def test_nobody_elses_hand_has_ids_in_a_page(case: Case) -> None:
    """A thing that only its owner may know is in no page of a spectator."""
    for state in case.sample(8, odd=6):
        watched = Page(html_of(show(state.view(None))))
        public = lay(state.view(None)).things.keys()
        for seat in range(case.players):
            private = lay(state.view(seat)).things.keys() - public
            assert not private & watched.ids.keys()


@every_drawn_case
def test_a_table_is_well_formed_html_with_its_regions(case: Case) -> None:
    for n, state in enumerate(moments(case, 5, odd=7)):
        for seat in seats_of(case):
            shown = show(state.view(seat), LANGUAGES[n % 3])
            page = Page(html_of(shown))
            assert not page.open, page.open
            assert set(page.ids.values()) == {1}, page.ids.most_common(1)
            assert not page.styled
            for name, html in shown.parts.items():
                region = Page(html)
                assert not region.open, name
                assert region.tops == [name]
            board = lay(state.view(seat), LANGUAGES[n % 3])
            for gesture in board.gestures:
                assert {gesture.thing, gesture.place} <= page.ids.keys(), gesture
            assert all(ID.fullmatch(name) for name in page.come_from)
            assert page.gone_to <= page.ids.keys(), "something flies to where nothing is"


@every_drawn_case
def test_every_move_can_be_made_with_forms_alone(case: Case) -> None:
    for state in case.sample(6, odd=8):
        if state.seat is None:
            continue
        view = state.view(state.seat)
        board = lay(view)
        offered: set[str] = set()
        for held in ["", *board.goes]:
            offered |= Page(html_of(show(view, held=held))).moves
        assert offered == {str(move) for move in view.legal_moves()}


@every_drawn_case
def test_a_name_is_only_ever_a_text(case: Case) -> None:
    for state in moments(case, 4, odd=6):
        for seat in seats_of(case):
            people = [Person(n, f'<i n="&{n}', mine=n == seat) for n in range(case.players)]
            shown = pen.show(state.view(seat), pen.Scene(people, "fr"))
            html = html_of(shown) + "".join(shown.parts.values())
            assert "<i n=" not in html and '="&0' not in html
            assert "&lt;i n=&quot;&amp;" in html


@every_drawn_case
def test_what_is_not_written_again_is_what_would_be_written(case: Case) -> None:
    skipped = 0
    for seat in seats_of(case):
        before = None
        for state in walk(case, 40):
            fresh = show(state.view(seat))
            shown = show(state.view(seat), before=before)
            assert shown.parts == fresh.parts
            skipped += before is not None and sum(shown.on[n] == before.on[n] for n in shown.on)
            before = shown
    assert skipped


@every_drawn_case
def test_the_frame_of_a_table_stays_the_same_during_a_match(case: Case) -> None:
    for seat in seats_of(case):
        shown = [show(state.view(seat)) for state in moments(case, 6, odd=9)]
        assert len({frame_of(regions) for regions in shown}) == 1
        assert len({tuple(sorted(regions.parts)) for regions in shown}) == 1


@every_drawn_case
def test_every_drawing_of_a_table_exists(case: Case) -> None:
    for state in moments(case, 6, odd=10):
        for seat in (None, state.seat or 0):
            shown = show(state.view(seat))
            page = Page(shown.parts["faces"] + html_of(shown))
            for name, part in set(page.drawn):
                assert part in (_parts(name) if name else page.ids), f"{name}#{part}"


@cache
def _parts(name: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', files()[name].plain.decode()))


class Page(HTMLParser):
    """Reads a piece of a page: its ids, what is left open, what flies, and what may be sent."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.tops: list[str | None] = []
        self.styled: list[str] = []
        self.come_from: set[str] = set()
        self.gone_to: set[str] = set()
        self.moves: set[str] = set()
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
        assert len(facts) == len(attrs), f"an attribute stands twice: {attrs}"
        if not self.open:
            self.tops.append(facts.get("id"))
        if "id" in facts:
            self.ids[facts["id"]] += 1
        if "style" in facts or tag in ("style", "script") or any(n.startswith("on") for n in facts):
            self.styled.append(tag)
        self.come_from |= {facts["data-from"]} if facts.get("data-from") else set()
        self.gone_to |= {facts["data-to"]} if facts.get("data-to") else set()
        if facts.get("name") == "move":
            self.moves.add(facts["value"])
        if tag == "use":
            path, _, part = facts["href"].partition("#")
            self.drawn.append((path.rpartition("/")[2].partition("?")[0], part))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
            self.open.pop()
