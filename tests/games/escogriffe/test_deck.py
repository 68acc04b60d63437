"""The deck as a data file: what the house deck holds, and what a bad file gets."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee import InvalidError, InvalidOption, InvalidPosition, find_game
from tablee.core.errors import InvalidDeck
from tablee.games.escogriffe.material import (
    MOST_CARDS,
    MOST_JOINTS,
    MOST_TYPES,
    house_deck,
    needed_cards,
    read_deck,
)
from tests.games.escogriffe.referee import DECK
from tests.games.escogriffe.tables import GAME, NAMES, RING, ring_game, table, why

KINDS = {kind.code: kind for kind in house_deck().kinds}
HOUSE = (GAME.folder / "deck.toml").read_text(encoding="utf-8")


def joints(code: str) -> tuple[str, str]:
    kind = KINDS[code]
    return str(kind.top or "-"), str(kind.bottom or "-")


@pytest.mark.clause("E32", "E34", "E35")
def test_the_house_deck_has_110_cards_in_19_types_with_joints_of_shape_and_colour() -> None:
    deck = house_deck()
    assert deck.cards == 110
    assert len(deck.kinds) == 19
    for kind, other in zip(deck.kinds, DECK, strict=True):
        assert (kind.code, kind.copies, kind.orange) == (other.code, other.copies, other.orange)
        mine = [(j.shape, j.colour) if j else None for j in (kind.top, kind.bottom)]
        assert mine == [other.top, other.bottom]


@pytest.mark.clause("E36")
def test_three_heads() -> None:
    assert [code for code, kind in KINDS.items() if kind.top is None] == ["hat", "curls", "hood"]
    assert [KINDS[code].copies for code in ("hat", "curls", "hood")] == [4, 4, 3]
    assert joints("hat") == joints("curls") == ("-", "neck skin")
    assert joints("hood") == ("-", "chest red")


@pytest.mark.clause("E37")
def test_necks_and_busts() -> None:
    assert joints("neck") == ("neck skin", "neck skin")
    assert KINDS["neck"].orange
    assert joints("redbust") == ("neck skin", "chest red")
    assert joints("bluebust") == ("neck skin", "chest blue")
    assert [KINDS[code].copies for code in ("neck", "redbust", "bluebust")] == [10, 6, 6]


@pytest.mark.clause("E38")
def test_chests_and_the_waistcoat() -> None:
    assert joints("redchest") == ("chest red", "chest red")
    assert joints("bluechest") == ("chest blue", "chest blue")
    assert joints("waistcoat") == ("chest red", "chest blue")
    assert [KINDS[c].copies for c in ("redchest", "bluechest", "waistcoat")] == [10, 10, 3]
    assert [KINDS[c].orange for c in ("redchest", "bluechest", "waistcoat")] == [True, True, False]


@pytest.mark.clause("E39")
def test_four_belts() -> None:
    colours = {"r": "red", "b": "blue", "g": "green", "y": "yellow"}
    for code in ("beltrg", "beltry", "beltbg", "beltby"):
        assert joints(code) == (f"chest {colours[code[-2]]}", f"legs {colours[code[-1]]}")
        assert KINDS[code].copies == 4


@pytest.mark.clause("E40")
def test_legs_and_hems() -> None:
    for colour in ("green", "yellow"):
        legs, hem = KINDS[f"{colour}legs"], KINDS[f"{colour}hem"]
        assert joints(legs.code) == (f"legs {colour}", f"legs {colour}")
        assert joints(hem.code) == (f"legs {colour}", "ankles white")
        assert (legs.copies, legs.orange, hem.copies, hem.orange) == (10, True, 4, False)


@pytest.mark.clause("E41")
def test_two_kinds_of_feet() -> None:
    assert [code for code, kind in KINDS.items() if kind.bottom is None] == ["shoes", "boots"]
    assert (joints("shoes"), KINDS["shoes"].copies) == (("ankles white", "-"), 7)
    assert (joints("boots"), KINDS["boots"].copies) == (("legs green", "-"), 3)


@pytest.mark.clause("E33", "E42")
def test_some_cards_lie_across() -> None:
    across = "neck waistcoat beltrg beltry beltbg beltby greenhem yellowhem shoes boots"
    assert [code for code, kind in KINDS.items() if kind.lies == "across"] == across.split()
    assert {kind.lies for kind in KINDS.values()} == {"across", "upright"}


@pytest.mark.clause("E65")
def test_another_deck_is_played_by_the_same_rules(tmp_path: Path) -> None:
    game = ring_game(tmp_path)
    state = game.deal(3, seed=4)
    assert " deck=ring " in str(state)
    assert game.parse_state(str(state)) == state
    assert game.parse_view(str(state.view(1))) == state.view(1)
    assert {str(m) for m in game.moves} > {"lay-plain-head", "drop-foot-3", "take-1"}
    with pytest.raises(InvalidPosition, match="this position is of the deck 'ring'"):
        GAME.parse_state(str(state))
    with pytest.raises(InvalidPosition, match="deck=-: a position of this game says deck=ring"):
        game.parse_state(str(GAME.deal(3, seed=4)))
    with pytest.raises(InvalidPosition, match="deck=rung: a position of this game says deck=ring"):
        game.parse_state(str(state).replace("deck=ring", "deck=rung"))


def test_equal_decks_are_the_same_game_also_after_pickling(tmp_path: Path) -> None:
    game = ring_game(tmp_path)
    assert ring_game(tmp_path) is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert pickle.loads(pickle.dumps(GAME)) is GAME
    state = game.deal(3, seed=4)
    assert pickle.loads(pickle.dumps(state)) == state
    assert repr(game) == "<escogriffe with the deck ring>"
    assert repr(GAME) == "find_game('escogriffe')"


def test_the_house_deck_as_a_file_is_the_game_of_the_house(tmp_path: Path) -> None:
    copy = ring_game(tmp_path, HOUSE)
    assert copy.is_house_deck
    assert "deck=" not in str(copy.deal(3, seed=1))


def test_another_deck_has_names_of_its_own(tmp_path: Path) -> None:
    game = ring_game(tmp_path)
    state = table(
        "orange plain top",
        "top top top",
        "top top top",
        target=5,
        figures=["plain orange", "plain orange", "plain orange"],
        piles=["foot", "foot"],
        with_game=game,
    )
    assert [str(t) for t in state.tell("lay-orange-feet", "de", NAMES)] == [
        "Ada legt den Ring am Fußende an. (E51)"
    ]
    refusal = state.why_not("lay-plain-head", "fr")
    assert refusal is not None
    assert "plain" in refusal.sentence
    assert why(state, "lay-plain-head") == "E3"


@pytest.mark.clause("E18")
def test_a_deck_too_small_for_so_many_is_refused(tmp_path: Path) -> None:
    assert [needed_cards(n) for n in (3, 5, 6, 8)] == [39, 63, 76, 100]
    game = ring_game(tmp_path, RING.replace("copies = 20", "copies = 13"))
    assert list(game.players) == [3, 4]
    game.deal(4, seed=1)
    with pytest.raises(
        InvalidOption, match=r"5 players need 63 cards, but the deck 'ring' has 52 \(E18\)"
    ):
        game.deal(5, seed=1)
    with pytest.raises(InvalidOption, match="players"):
        game.deal(9)
    with pytest.raises(InvalidDeck, match=r"36 cards: even 3 players need 39 \(E18\)"):
        ring_game(tmp_path, RING.replace("copies = 20", "copies = 9"))
    assert list(GAME.players) == [3, 4, 5, 6, 7, 8]


def kind(code: str, top: str = "", bottom: str = "", copies: int = 1, more: str = "") -> str:
    lines = [f'[[type]]\ncode = "{code}"\ncopies = {copies}\nlies = "across"\n{more}']
    for end, shape in (("top", top), ("bottom", bottom)):
        if shape:
            lines.append(f'{end} = {{shape = "{shape}", colour = "grey"}}')
    return "\n".join(lines) + "\n"


MANY = "".join(kind(f"plain{n}", "ring", "ring") for n in range(MOST_TYPES))
CHAIN = "".join(kind(f"link{n}", f"j{n}", f"j{n + 1}") for n in range(MOST_JOINTS))
LONG = kind("start", "", "j0") + CHAIN + kind("end", f"j{MOST_JOINTS}", "")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "name = None: write a short name"),
        ('name = "a b"', "name = 'a b': write a short name"),
        ('name = "x"', "it has no types"),
        ('name = "x"\ntype = 3', "it has no types"),
        (RING + "\nwhat = 1", "type foot: unknown field 'what'"),
        ("colour = 1\n" + RING, "unknown field 'colour': a deck has a name and"),
        ("name = [", "it cannot be read"),
        (RING.replace('"plain"', '"a-b"'), "type 2: code = 'a-b': write a letter"),
        (RING.replace('"plain"', '"é"'), "code = 'é'"),
        (RING.replace('"plain"', "7"), "type 2: code = 7"),
        (RING.replace('"plain"', '"top"'), "code 'top' appears twice"),
        (RING.replace("copies = 20", "copies = 0", 1), "type top: copies = 0"),
        (RING.replace("copies = 20", "copies = true", 1), "type top: copies = True"),
        (RING.replace("copies = 20", 'copies = "2"', 1), "type top: copies = '2'"),
        (RING.replace("orange = true", "orange = 1"), "orange = 1: write true or false"),
        (RING.replace('"across"', '"askew"', 1), 'lies = \'askew\': write "upright" or "across"'),
        (RING.replace('shape = "ring", ', "", 1), "type top: bottom = .*: write bottom = "),
        (RING.replace('"grey"', '"light grey"', 1), "shape and colour are single words"),
        (RING.replace(', de = "der Ring"', ""), "type orange: name: write it in fr, en, de"),
        (RING.replace('"der Ring"', '" "'), "type orange: ' ' is no name"),
        (
            RING.replace('shape = "ring"', 'shape = "knot"', 1),
            r"type top: its bottom \(knot grey\) fits the top of no",
        ),
        (
            RING.replace("copies = 20", "copies = 31"),
            f"124 cards: the engine plays at most {MOST_CARDS}",
        ),
        (
            'name = "x"\n' + MANY + kind("foot", "ring"),
            f"{MOST_TYPES + 1} types: the engine plays at most",
        ),
        (
            'name = "x"\n' + LONG.replace("copies = 1", "copies = 3"),
            f"16 different joints: the engine knows at most {MOST_JOINTS}",
        ),
        (
            RING.replace('code = "top"', 'code = "top"\ntop = {shape = "ring", colour = "grey"}'),
            "there is no head",
        ),
        (
            RING.replace(
                'code = "foot"', 'code = "foot"\nbottom = {shape = "ring", colour = "grey"}'
            ),
            "there are no feet",
        ),
        (RING + kind("dwarf"), "type dwarf has no joint at all"),
        (
            RING + kind("lost", "moon", "ring"),
            r"type lost: its top \(moon grey\) fits the bottom of no",
        ),
        (RING + kind("lost", "moon", "moon"), "type lost: its top"),
        (
            RING.replace("orange = true", ""),
            "no figure of 5 cards goes from head to feet: the target 5 is beyond it",
        ),
        (RING.replace("copies = 20\norange", "copies = 6\norange"), "no figure of 10 cards"),
    ],
)
def test_a_bad_deck_file_names_its_fault(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(InvalidDeck, match=fault):
        ring_game(tmp_path, text)


def test_a_deck_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidDeck, match="cannot be read"):
        GAME.with_deck(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InvalidDeck, match="cannot be read"):
        GAME.with_deck(tmp_path / "bytes.toml")
    with pytest.raises(InvalidOption, match="takes no deck file"):
        find_game("fourmis").with_deck(tmp_path / "none.toml")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.data())
def test_a_scratched_deck_file_is_read_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(RING)))
    end = data.draw(st.integers(start, min(len(RING), start + 12)))
    path = tmp_path / "scratched.toml"
    path.write_text(
        RING[:start] + data.draw(st.text('abr{}="\n 019,[]', max_size=8)) + RING[end:], "utf-8"
    )
    try:
        read_deck(path)
    except InvalidError as error:
        assert "scratched.toml" in str(error)
