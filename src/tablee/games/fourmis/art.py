"""The drawings of Fourmis: a card is put together from a ground, an index and an ant.

A colour never speaks alone: red has a heart and stripes, yellow a sun and dots, green a leaf and
chevrons, blue a drop and waves, plum a moon and crosses. A rank is told by its numeral and by what
the ant found at the picnic; her mood differs from colour to colour.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from tablee.core.rules.rulebook import LANGUAGES, Rulebook, Texts
from tablee.games.fourmis.material import COLOURS, KINDS, LADYBIRD, NINJA, QUEENS
from tablee.games.fourmis.notation import CARD_TEXTS
from tablee.games.fourmis.words import Words
from tablee.table.drawing import Art, Drawing, Scene, Titles, as_title, symbol, use
from tablee.table.strokes import written

_FOLDER = Path(__file__).parent / "art"
_TITLES = Titles(_FOLDER)
_INK = "#3a2a2a"
_PAINTS = {  # plain, deep and light, as custom properties with what is printed by day
    "r": ("red", "#d9482f", "#a22c1b", "#f8d8cb"),
    "j": ("yellow", "#f2b431", "#8f5f06", "#fbe9bb"),
    "v": ("green", "#5ca447", "#336b28", "#dcebc9"),
    "b": ("blue", "#3d8bc9", "#1f5a90", "#cfe4f1"),
    "p": ("plum", "#7d4a8c", "#522b5f", "#e7d6e8"),
}
_MOODS = {  # three soldiers of each force
    "2": ("timid", "dreamy", "wink"),
    "3": ("timid", "reading", "dreamy"),
    "4": ("merry", "toothy", "laughing"),
    "5": ("merry", "wink", "cheeky"),
    "6": ("merry", "laughing", "proud"),
    "7": ("brave", "shouting", "toothy"),
    "8": ("brave", "proud", "patched"),
}


def _painted(colour: str, inner: str) -> str:
    name, plain, deep, light = _PAINTS[colour]
    style = f"--c:var(--{name},{plain});--cd:var(--{name}-deep,{deep});"
    return f'<g style="{style}--cl:var(--{name}-light,{light})">{inner}</g>'


def _cloths(colour: str) -> list[str]:
    """Cut a colour's weave to cards and objectives.

    It is drawn, as not every browser finds a pattern that lies in another file.
    """
    cuts = {"f-cloth": "6 6 88 128", "f-wide-cloth": "6 6 108 72"}
    weave = use(f"f-weave-{colour}")
    return [symbol(f"{name}-{colour}", cut, weave) for name, cut in cuts.items()]


def _soldier(force: str, mood: int) -> str:
    parts = (f"f-{force}-behind", f"f-{_MOODS[force][mood]}", f"f-{force}-before")
    return symbol(f"f-s{force}-{mood + 1}", "-4 -22 108 122", "".join(map(use, parts)))


def _queen(colour: str) -> str:
    """Draw a queen with her sign on her gown and on her sceptre."""
    places = ((46, 83, 8), (40, 95, 8), (52, 95, 8), (46, 106, 8), (76, 38, 12))
    signs = "".join(use(f"f-sign-{colour}", x, y, size, size) for x, y, size in places)
    queen = use("f-queen", -4, -16, 108, 140)
    return symbol(f"f-queen-{colour}", "-4 -16 108 140", _painted(colour, queen + signs))


def _card(text: str) -> str:
    """Draw an ant's card."""
    rank, colour = text[0], text[1]
    panel = f'<g opacity=".2">{use(f"f-cloth-{colour}", 6, 6, 88, 128)}</g>'
    ground = use("f-rim") + panel + use("f-index") + use(f"f-sign-{colour}", 9, 38, 16, 16)
    numeral = NINJA if rank == "N" else rank
    index = use("f-crown") if rank == "Q" else written(numeral, 19.5, 23.5, 24.15, "var(--cd)")
    inner = ground + index + _ant(rank, colour)
    return symbol(f"f-{text}", "0 0 100 140", _painted(colour, inner))


def _ant(rank: str, colour: str) -> str:
    sign = f"f-sign-{colour}"
    if rank == "Q":
        return use(f"f-queen-{colour}", 11.8, 17.2, 86.4, 112)
    if rank == "N":
        band = f'<g style="--sg:#fff6e2">{use(sign, 45.2, 52.5, 13, 13)}</g>'
        return use("f-ninja", 5, 42, 93, 87.8) + band
    mood = (COLOURS.index(colour) + int(rank)) % 3 + 1
    ant = use(f"f-s{rank}-{mood}", 7, 28, 92, 104)
    if rank == "8":
        shield = use("f-shield") + use(sign, 71.5, 70, 17, 17)
        ant += f'<g transform="translate(7 28) scale(.8519) translate(4 22)">{shield}</g>'
    return ant


def _objective(kind: str, colour: str) -> str:
    ant, strokes = ("f-s6-1", "M17 34H43M30 21V47") if kind == "plus" else ("f-s2-1", "M17 34H43")
    panel = f'<g opacity=".22">{use(f"f-wide-cloth-{colour}", 6, 6, 108, 72)}</g>'
    badge = (
        f'<circle cx="30" cy="34" r="21" fill="var(--cd)" stroke="{_INK}" stroke-width="2.6"/>'
        f'<path d="{strokes}" stroke="#fffaf0" stroke-width="8"/><circle cx="17" cy="62" r="12"'
        f' fill="var(--card,#fff8e8)" stroke="{_INK}" stroke-width="2"/>'
    )
    ground = use("f-wide-rim") + panel + use("f-wide-hill")
    figure = badge + use(f"f-sign-{colour}", 9.5, 54.5, 15, 15) + use(ant, 46, 9, 66, 70)
    return symbol(f"f-{kind}-{colour}", "0 0 120 84", _painted(colour, ground + figure))


def _won_queen(colour: str) -> str:
    """Draw a won queen, small: her crown and her sign."""
    ground = (
        '<rect x="1.5" y="1.5" width="37" height="49" rx="8" fill="var(--card,#fff8e8)"'
        f' stroke="{_INK}" stroke-width="2.4"/>'
        '<rect x="5" y="5" width="30" height="42" rx="5" fill="var(--cl)"/>'
    )
    crown = f'<g transform="translate(.5 -5)">{use("f-crown")}</g>'
    inner = ground + crown + use(f"f-sign-{colour}", 10.5, 29, 19, 19)
    return symbol(f"f-won-Q{colour}", "0 0 40 52", _painted(colour, inner))


def _scenes(random: Random) -> list[Scene]:
    """Put together a full hand on a phone, and a race of aphids."""
    cards = [*sorted(random.sample(range(LADYBIRD), 15)), LADYBIRD]
    hand = "".join(
        use(f"f-{CARD_TEXTS[card]}", 4 + place % 8 * 41.3, 4 + place // 8 * 84, 63, 88.2)
        for place, card in enumerate(cards)
    )
    stalk = "".join(use("f-stalk", 0, 100 * n, 100, 100) for n in range(4))
    race = stalk + "".join(
        use("f-token", 54 if seat % 2 else 2, random.randrange(340), 44, 44) for seat in range(4)
    )
    return [
        Scene("hand-16", _TITLES("hand"), 360, 180, hand),
        Scene("race", _TITLES("stalk"), 100, 400, race),
    ]


def _title(card: int, words: Words) -> Texts:
    """Return a card's name in the rule book, without its article."""
    return as_title({lang: words.card(card, lang).split(" ", 1)[1] for lang in LANGUAGES})


def _art() -> Art:
    book = Rulebook.load(_FOLDER.parent / "rulebook.toml")
    words, plain = Words(book), book.names["plain_colour"]

    def objective(kind: str, colour: str) -> Drawing:
        title = _TITLES(kind, colour=plain[colour])
        return Drawing(f"f-{kind}-{colour}", title, 120, 84, "objective", f"f-sign-{colour}")

    def card(number: int, name: str, width: int, height: int, role: str) -> Drawing:
        text = CARD_TEXTS[number]
        sign = "f-ladybird" if number == LADYBIRD else f"f-sign-{text[1]}"
        return Drawing(name + text, _title(number, words), width, height, role, sign)

    cards = [card(number, "f-", 100, 140, "card") for number in range(KINDS)]
    others = [
        Drawing("f-back", _TITLES("back"), 100, 140, "back"),
        *(Drawing(f"f-fan-{size}", _TITLES("fan"), 72, 48, "board") for size in range(1, 6)),
        Drawing("f-pile", _TITLES("pile"), 60, 44, "board"),
        *(card(number, "f-won-", 40, 52, "token") for number in range(QUEENS, KINDS)),
        *(
            Drawing(f"f-team-{team}", _TITLES(f"team_{team}"), 40, 40, "token", f"f-team-{team}")
            for team in range(2)
        ),
        *(objective(kind, colour) for kind in ("plus", "minus") for colour in COLOURS),
        Drawing("f-queens", _TITLES("queens"), 120, 84, "objective", "f-queen"),
        Drawing("f-aphid", _TITLES("aphid"), 92, 98, "token", "f-aphid"),
        Drawing("f-token", _TITLES("token"), 100, 100, "token", "f-aphid"),
        Drawing("f-stalk", _TITLES("stalk"), 100, 100, "board"),
        Drawing("f-beanstalk", _TITLES("beanstalk"), 170, 450, "board"),
        Drawing("f-vine", _TITLES("vine"), 196, 42, "board"),
        Drawing("f-easel", _TITLES("easel"), 190, 360, "board"),
        Drawing("f-ghost", book.names["show"]["ghost"], 100, 100, "person", "f-ghost"),
        Drawing("f-title", book.about["title"], 373, 127, "title"),
        Drawing("f-box", _TITLES("box"), 340, 360, "box"),
    ]
    composed = [
        *(cloth for colour in COLOURS for cloth in _cloths(colour)),
        *(_soldier(force, mood) for force in _MOODS for mood in range(3)),
        *(_queen(colour) for colour in COLOURS),
        *(_card(text) for text in CARD_TEXTS[:LADYBIRD]),
        *(_objective(kind, colour) for kind in ("plus", "minus") for colour in COLOURS),
        *(_won_queen(colour) for colour in COLOURS),
    ]
    faces = {text: [f"f-{text}"] for text in CARD_TEXTS}
    return Art("fourmis", _FOLDER, [*cards, *others], faces, composed, _scenes)


ART = _art()
