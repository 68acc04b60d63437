"""Every game's drawings: complete, titled, told apart without colour, small, and alone."""

from __future__ import annotations

import gzip
import re
from html import escape
from itertools import combinations
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from tablee.core.errors import UnknownDrawing
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES as GAMES_OF_THE_HOUSE
from tablee.games.escogriffe.material import house_deck
from tablee.games.fourmis.notation import CARD_TEXTS
from tablee.games.kraut import art as kraut
from tablee.games.kraut.material import CONTRACTS, KINDS
from tablee.look.gallery import DRAWN, HERE, SHARED, gallery, house, shared
from tablee.table.drawing import Art, Sprite, Titles, as_title

GAMES = pytest.mark.parametrize("art", gallery().values(), ids=lambda art: art.game)
CARDS = {
    "fourmis": CARD_TEXTS,
    "kraut": [*KINDS, *(f"{below}+{top}" for below in "TSCA" for top in "sm")],
    "escogriffe": [kind.code for kind in house_deck().kinds],
}
MOST_BYTES = 60_000
ROLES = ("card", "back", "objective", "token", "board", "person", "title", "box")


def shape(sprite: Sprite, text: str) -> str:
    """Expands a drawing to what is left of it without colours and names."""

    def expand(found: re.Match[str]) -> str:
        return f"[{found[0].replace(found[1], '')}{shape(sprite, sprite.parts[found[1]])}]"

    text = re.sub(r'<use href="#([^"]+)"[^>]*>', expand, text)
    text = re.sub(r"url\(#([^)]+)\)", expand, text)
    text = re.sub(r' (?:id|style|opacity)="[^"]*"', "", text)
    return re.sub(r"var\([^)]*\)|#[0-9a-f]{3,6}\b", "", text)


def test_every_game_has_its_drawings() -> None:
    assert set(gallery()) == set(GAMES_OF_THE_HOUSE) == set(CARDS)


@GAMES
def test_every_card_has_a_drawing(art: Art) -> None:
    assert set(art.faces) == set(CARDS[art.game])
    for card in CARDS[art.game]:
        for number in range(4):
            drawing = art.card(card, number)
            assert drawing.role == "card"
            assert fromstring(art.picture(drawing)) is not None


@GAMES
def test_every_drawing_has_a_title_in_three_languages(art: Art) -> None:
    for drawing in art.drawings:
        assert drawing.role in ROLES
        assert drawing.id in art.sprite.parts
        assert set(drawing.title) == set(LANGUAGES)
        assert all(text.strip() and "{" not in text for text in drawing.title.values())
        for lang in LANGUAGES:
            title = f"<title>{escape(drawing.title[lang])}</title>"
            assert title in art.picture(drawing, lang)


def test_the_drawings_of_the_house_have_titles() -> None:
    drawn = {name for sprite in DRAWN for name in shared(sprite).parts}
    assert {drawing.id for drawing in house()} == drawn
    assert all(set(drawing.title) == set(LANGUAGES) for drawing in house())


@GAMES
def test_every_card_carries_a_sign_beside_its_colour(art: Art) -> None:
    for drawing in (*art.of_role("card"), *art.of_role("objective")):
        assert drawing.sign in art.sprite.needs(f'href="#{drawing.id}"')


@GAMES
def test_different_cards_differ_without_their_colours(art: Art) -> None:
    shapes = {
        card: {shape(art.sprite, art.sprite.parts[name]) for name in names}
        for card, names in art.faces.items()
    }
    for (one, its), (other, others) in combinations(shapes.items(), 2):
        assert not its & others, f"{one} and {other}"


@GAMES
def test_equal_cards_have_more_than_one_face_or_are_alone(art: Art) -> None:
    faces = [name for names in art.faces.values() for name in names]
    assert len(faces) == len(set(faces))
    shapes = [shape(art.sprite, art.sprite.parts[name]) for name in faces]
    assert len(shapes) == len(set(shapes))


@GAMES
def test_a_card_back_is_the_same_for_every_card(art: Art) -> None:
    backs = {art.picture(art.back).encode() for _ in art.faces}
    assert len(backs) == 1
    faces = {name for names in art.faces.values() for name in names}
    for back in art.of_role("back"):
        assert not faces & set(art.sprite.needs(f'href="#{back.id}"'))


@GAMES
def test_all_drawings_of_a_game_are_small(art: Art) -> None:
    assert len(gzip.compress(str(art.sprite).encode())) < MOST_BYTES


@GAMES
def test_a_drawing_needs_nothing_from_elsewhere(art: Art) -> None:
    stands_alone(art.sprite)


@pytest.mark.parametrize("name", SHARED)
def test_the_shared_sprites_need_nothing_from_elsewhere(name: str) -> None:
    stands_alone(shared(name))


@pytest.mark.parametrize("name", ["favicon.svg", "app-icon.svg"])
def test_the_icons_need_nothing_from_elsewhere(name: str) -> None:
    text = (HERE / name).read_text(encoding="utf-8")
    assert fromstring(text) is not None
    assert "href" not in text and "<text" not in text


def stands_alone(sprite: Sprite) -> None:
    text = str(sprite)
    assert fromstring(text) is not None
    assert text.count("http") == 1  # the name of SVG itself
    assert not re.search(r"<(text|image|script|style|foreignObject|animate)|font|@import", text)
    assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)', text))
    assert set(sprite.needs(text)) <= set(sprite.parts)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))


def test_no_two_sprites_share_a_name() -> None:
    sprites = [*(art.sprite for art in gallery().values()), *(shared(name) for name in SHARED)]
    names = [name for sprite in sprites for name in sprite.parts]
    assert len(names) == len(set(names))


@GAMES
def test_what_does_not_exist_is_refused(art: Art) -> None:
    with pytest.raises(UnknownDrawing, match="no card 'dragon'"):
        art.card("dragon")
    with pytest.raises(UnknownDrawing, match="no drawing 'dragon'"):
        art.drawing("dragon")
    with pytest.raises(UnknownDrawing, match="no part 'dragon'"):
        art.sprite.needs('<use href="#dragon"/>')


def test_a_colour_of_ants_has_a_cloth_and_a_sign() -> None:
    sprite = gallery()["fourmis"].sprite
    for text in CARD_TEXTS[:-1]:
        needed = sprite.needs(f'href="#f-{text}"')
        assert {f"f-cloth-{text[1]}", f"f-sign-{text[1]}"} <= set(needed)


def test_a_title_is_told_in_every_language_with_what_it_names(tmp_path: Path) -> None:
    text = 'on = {fr = "{top} sur {n}", en = "{top} on {n}", de = "{top} auf {n}"}'
    (tmp_path / "titles.toml").write_text(text, "utf-8")
    snail = as_title({"fr": "escargot", "en": "snail", "de": "Schnecke"})
    told = {"fr": "Escargot sur 2", "en": "Snail on 2", "de": "Schnecke auf 2"}
    assert Titles(tmp_path)("on", top=snail, n=2) == told


def test_the_poster_lights_the_column_of_the_mains() -> None:
    lit = [kraut.poster("TSCA", mains) for mains in range(7)]
    dark = kraut.poster("TSCA")
    assert "<rect" not in dark and all(poster.count("<rect") == 1 for poster in lit)
    assert len(set(lit)) == 7
    assert kraut.poster("TSCA", 9) == lit[6]
    assert "<text" not in dark


def test_the_poster_shows_a_contract_and_its_place_in_a_file() -> None:
    posters = {kraut.poster(contract) for contract in CONTRACTS}
    assert len(posters) == 12
    elsewhere = kraut.poster("TSCA", sprite="/art/kraut.svg")
    assert 'href="#' not in elsewhere and 'href="/art/kraut.svg#k-tomato-1"' in elsewhere


@pytest.mark.parametrize("columns", [3, 4])
def test_a_garden_shows_its_beds_its_covered_cards_and_its_owner(columns: int) -> None:
    beds = [".", "T", "T+s", *["."] * 8, "d"]
    drawn = kraut.garden(beds, 1, columns)
    assert drawn.count("<use") == 1 + 3 + 1
    assert 'href="#k-snail-on-tomato"' in drawn and 'href="#k-flag-1"' in drawn
    places = [kraut.bed_place(bed, columns) for bed in range(12)]
    width, height = kraut.garden_size(columns)
    assert len(set(places)) == 12
    assert all(x + 100 < width and y + 100 < height for x, y in places)


def test_signs_on_faces_are_drawn() -> None:
    """A font may lack an hourglass, so no sign is a character."""
    style = (HERE / "kit.css").read_text(encoding="utf-8")
    assert not re.findall(r"\.sign[^{]*\{[^}]*content:", style)
    assert {"i-hourglass", "i-antenna", "i-moon"} <= set(shared("icons").parts)
