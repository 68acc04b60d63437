"""How the cards of a deck of one's own are drawn, and the table that carries their drawings."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from tablee.bots.levels import find_bot
from tablee.games.escogriffe import Escogriffe
from tablee.games.escogriffe.art import Wardrobe, wardrobe_of
from tablee.games.escogriffe.material import MOST_JOINTS, Deck, Joint, Kind, house_deck
from tests.games.escogriffe.tables import GAME
from tests.games.escogriffe.test_table import html, lay, viewers
from tests.look.geometry import Cut, cuts

_ID = re.compile(r' id="([^"]*)"')


@pytest.fixture
def own(tmp_path: Path) -> Escogriffe:
    """A deck with other colours, other shapes and other types beside those of the house."""
    text = (GAME.folder / "deck.toml").read_text(encoding="utf-8")
    text = text.replace('name = "escogriffe"', 'name = "own"', 1)
    text = text.replace('code = "neck"', 'code = "long_neck"').replace('"boots"', '"roller_skates"')
    text = text.replace('colour = "blue"', 'colour = "pink"').replace('"ankles"', '"hooves"')
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    game = GAME.with_deck(path)
    assert isinstance(game, Escogriffe)
    return game


def _edges(wardrobe: Wardrobe, code: str, end: str, offset: float) -> set[tuple[Cut, ...]]:
    height = wardrobe.parts[code].size[1]
    y = (0 if end == "top" else height) + offset
    parts = wardrobe.art.sprite.parts
    bodies = [
        re.sub(r"<text.*?</text>", "", parts[f"e-{look}-body"]) for look in wardrobe.looks(code)
    ]
    drawn = [re.sub(r'<use href="#(.*?)"/>', lambda used: parts[used[1]], body) for body in bodies]
    return {tuple(sorted(cuts(part, y))) for part in drawn}


def test_parts_of_another_deck_meet_exactly_too(own: Escogriffe) -> None:
    wardrobe = wardrobe_of(own.deck)
    plain = [kind for kind in own.deck.kinds if wardrobe.is_plain(kind.code)]
    assert len(plain) > 6 and len(plain) < len(own.deck.kinds)
    for upper in own.deck.kinds:
        for lower in own.deck.kinds:
            if not upper.bottom or upper.bottom != lower.top:
                continue
            for offset in (-2, -1, -0.5, 0.5, 1, 2):
                above = _edges(wardrobe, upper.code, "bottom", offset)
                assert above == _edges(wardrobe, lower.code, "top", offset)
                (edge,) = above
                joint = wardrobe.joints[str(upper.bottom)]
                cloth = {(cut.left, cut.right) for cut in edge if cut.fill == joint.cloth}
                assert cloth == set(joint.ranges)


def test_joints_of_another_deck_all_look_different(own: Escogriffe) -> None:
    joints = wardrobe_of(own.deck).joints
    assert len({(joint.ranges, joint.cloth) for joint in joints.values()}) == len(joints)


def test_the_deck_of_the_house_has_no_plain_parts() -> None:
    wardrobe = wardrobe_of(house_deck())
    assert not [code for code in wardrobe.parts if wardrobe.is_plain(code)]


def test_a_table_with_another_deck_carries_its_drawings(own: Escogriffe) -> None:
    state, bot = own.deal(4, 3), find_bot("advice", own, 3)
    for _ in range(30):
        state = state.play(bot.choose(state.view(state.seat)))
    for view in viewers(state):
        page = html(view)
        assert set(Counter(_ID.findall(page)).values()) == {1}
        used = set(re.findall(r'<use href="#(e-[^"]+)"', page))
        assert used and used <= set(_ID.findall(page))
        laid = lay(view)
        assert len(laid.gestures) == len(view.legal_moves() if view.viewer == view.seat else ())


def test_as_many_joints_as_the_engine_knows_can_be_told_apart() -> None:
    joints = [Joint(f"shape{n}", f"hue{n}") for n in range(MOST_JOINTS)]
    kinds = [
        Kind(f"t{n}", top, bottom, 4, False, "upright")
        for n, (top, bottom) in enumerate(pairwise([None, *joints, None]))
    ]
    found = Wardrobe(Deck("many", tuple(kinds))).joints.values()
    assert len({joint.ranges for joint in found}) == MOST_JOINTS
    assert len({joint.cloth for joint in found}) == MOST_JOINTS
