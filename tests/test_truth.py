"""The laws of what a page says: it speaks only of what lies on that table then."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import Any

import pytest

from tablee import GAMES
from tablee.core.state.position import View
from tablee.games.escogriffe import state as escogriffe
from tablee.games.fourmis import rules as fourmis
from tablee.games.fourmis.material import RANKS
from tablee.games.kraut import state as kraut
from tablee.games.kraut.gardens.garden import beds
from tablee.house.render import render_table
from tablee.laws.test_tables import NAMES, lay, moments, people_of, show, spots_of
from tablee.table.kit import Box, Inside, Plate, Zone
from tablee.table.rendered import Rendered, Showing
from tablee.web.frame.selectors import shows
from tests.cases import CASES, Case
from tests.lessons import TAUGHT

every_case = pytest.mark.parametrize(
    "case", [case for case in CASES if case.style == "random" and case.game.name in TAUGHT], ids=str
)


def trick(at: Any) -> list[str]:
    return [RANKS[card] for card in at.trick[: at.played]]


def owner_with_one_bed(at: Any) -> bool:
    return any(at.owner[n] > -1 and at.empty[n].bit_count() == 1 for n in range(len(at.owner)))


def ended(at: Any) -> bool:
    return bool(at.phase == escogriffe.LAST_CHANCES)


FIRSTS: dict[str, dict[str, Callable[[View], bool]]] = {
    "fourmis": {
        "choice": lambda v: v.seat == v.record.seat and fourmis.duty(v.record)[1] == fourmis.F2,
        "queen": lambda v: "queen" in trick(v.record),
        "ninja": lambda v: "ninja" in trick(v.record),
        "ladybird": lambda v: "ladybird" in trick(v.record),
        "count": lambda v: v.record.phase == fourmis.DEALING,
    },
    "kraut": {
        "take": lambda v: v.record.phase == kraut.TAKING and v.record.turn == v.seat,
        "flag": lambda v: any(owner > -1 for owner in v.record.owner),
        "cover": lambda v: any(
            under != kraut.NO_CARD
            for garden in range(len(v.record.owner))
            for _, under in beds(v.record, garden)
        ),
        "last": lambda v: owner_with_one_bed(v.record),
        "count": lambda v: v.record.phase in (kraut.DEALING, kraut.OVER),
    },
    "escogriffe": {
        "lay": lambda v: any(v.record.sizes),
        "discard": lambda v: v.record.phase == escogriffe.CHOOSING and v.record.turn == v.seat,
        "won": lambda v: ended(v.record) and v.record.round_winner >= 0,
        "chance": lambda v: ended(v.record),
    },
}
"""What must lie on a table for each first sentence, said of the view and not of the page."""


def page_of(shown: Rendered) -> str:
    return f'<div class="table {shown.style}">{shown}</div>'


@every_case
def test_a_first_sentence_speaks_of_what_lies_there(case: Case) -> None:
    truths, firsts = FIRSTS[case.game.name], TAUGHT[case.game.name].firsts
    assert set(truths) == {first.name for first in firsts}
    for state in moments(case, 24, odd=9):
        for seat in {0, state.seat}:
            view = state.view(seat)
            page = page_of(show(view, inline=True))
            untrue = [f.name for f in firsts if shows(page, f.sees) and not truths[f.name](view)]
            assert untrue == [], str(view)


@pytest.mark.parametrize("game", FIRSTS)
def test_every_first_sentence_is_said_somewhere(game: str) -> None:
    firsts = {first.name: first.sees for first in TAUGHT[game].firsts}
    for case in [case for case in CASES if case.game.name == game]:
        for state in moments(case, 48, odd=9):
            page = page_of(show(state.view(state.seat or 0), inline=True))
            firsts = {name: sees for name, sees in firsts.items() if not shows(page, sees)}
        if not firsts:
            return
    assert firsts == {}


# What the host says, and what stands on the plates


def told_on(parts: Iterable[Inside]) -> Iterator[str]:
    """What the plates of a table say."""
    for part in parts:
        if isinstance(part, Plate):
            yield part.note
        if isinstance(part, Zone):
            yield from told_on((part.made,))
        elif isinstance(part, Box | Plate):
            yield from told_on(part.inside)


def named_cards(game: str) -> set[str]:
    """The names of cards, without their articles, as a sentence may hold them."""
    names = GAMES[game].rulebook.names
    if game == "fourmis":
        return {"ninja", "reine", "coccinelle"}
    texts = names["one" if game == "kraut" else "card"].values()
    return {text["fr"].partition(" ")[2] for text in texts}


def in_words(name: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) is not None


@every_case
def test_host_and_plates_name_only_cards_that_lie_there_or_were_just_moved(case: Case) -> None:
    cards, game = named_cards(case.game.name), case.game.name
    for state in case.sample(24, odd=4):
        if state.seat is None:
            continue
        moves = state.legal_moves()
        for frame in state.frames(moves[len(moves) // 2], "fr"):
            moved = " ".join([told.sentence for told in frame.told])
            for seat in {0, state.seat, None}:
                laid = lay(frame.state.view(seat))
                lies = " ".join([spot.name for spot in spots_of(laid).values()])
                said = [laid.voice.lead, laid.voice.more, *told_on(laid.parts)]
                for text in said:
                    named = [name for name in cards if in_words(name, text)]
                    assert all(in_words(one, f"{lies} {moved}") for one in named), (game, text)


@pytest.mark.parametrize("case", [case for case in CASES if case.game.name == "fourmis"], ids=str)
def test_every_force_that_is_named_lies_in_the_trick(case: Case) -> None:
    for state in moments(case, 24, odd=6):
        if state.record.phase in (fourmis.DEALING, fourmis.OVER):
            continue
        played = range(state.record.played)
        forces = {int(fourmis.force_in_trick(state.record, n)) for n in played}
        forces |= {int(fourmis.force_of(state.record.trick[n])) for n in played}
        laid = lay(state.view(0))
        for text in [laid.voice.lead, laid.voice.more, *told_on(laid.parts)]:
            sums = {force - 1 for force in forces} | {1} if "+" in text else set()
            assert {int(n) for n in re.findall(r"\d+", text)} <= forces | sums, text


@every_case
def test_nobody_is_asked_to_play_in_a_moment_of_the_past(case: Case) -> None:
    """The replay said « À toi ! Ouvre le pli… »."""
    for state in case.sample(6, odd=2):
        if state.seat is not None:
            view = state.view(state.seat)
            shown = render_table.show(view, Showing(people_of(view), "fr", past=True))
            told = unescape(shown.parts["ribbon"])
            assert f"C’est à {NAMES[state.seat]} de jouer." in told
            assert " mine" not in told
