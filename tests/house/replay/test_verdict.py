"""A verdict agrees with the result and with the tart, whose slices add up."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import tablee.web  # noqa: F401  (it brings the phrases of the pages)
from tablee import GAMES, parse_record, review
from tablee.bots.review.moments import PARTS
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.render import templating
from tablee.house.replay.finished_match import FinishedMatch
from tablee.house.replay.review_text import ReviewTold
from tablee.house.replay.verdict import LUCK, Tart, Verdict, close, cut, whole, worst_round
from tablee.table.people import Person
from tests.archive import golden_cases, golden_path

SIGNS = {
    "fr": {
        "lost": "Perdu",
        "won": "Gagné",
        "shared": "Victoire partagée",
        "despite": "malgré",
        "thanks": "grâce à",
        "lacking": "faute de",
        "own_gave": "rapporté",
        "own_took": "choix t’ont coûté",
        "others_gave": "laissé",
        "others_took": "pris",
    },
    "en": {
        "lost": "Lost",
        "won": "Won",
        "shared": "A shared win",
        "despite": "despite",
        "thanks": "thanks to",
        "lacking": "for want of",
        "own_gave": "choices brought",
        "own_took": "choices cost",
        "others_gave": "others left",
        "others_took": "others took",
    },
    "de": {
        "lost": "Verloren",
        "won": "Gewonnen",
        "shared": "Geteilter Sieg",
        "despite": "trotz",
        "thanks": "dank",
        "lacking": "fehlten",
        "own_gave": "Entscheidungen brachten",
        "own_took": "Entscheidungen kosteten",
        "others_gave": "anderen ließen",
        "others_took": "anderen nahmen",
    },
}
YOU = {"tu", "tes", "your", "you", "dein", "deine"}


def tarts(luck: random.Random, many: int) -> Iterator[Tart]:
    """Cuts tarts of made-up reviews: all sizes, teams, ties, wins, losses and parts."""
    for _ in range(many):
        players = luck.randint(2, 8)
        partners = 2 if players == 4 and luck.random() < 0.3 else 1
        winners = partners * luck.choice([1, 1, 1, 2, players // partners])
        if winners > players:
            winners = partners
        mine = luck.random() < 0.5 or winners == players
        result = mine / winners
        parts = {p: luck.choice([0.0, luck.gauss(0, 0.3), luck.gauss(0, 0.03)]) for p in PARTS}
        parts["others"] += result - 1 / players - sum(parts.values())
        yield cut(whole(players, partners, winners, mine), partners, parts)


def check(tart: Tart) -> None:
    """Holds a tart to what is drawn of it: two rows of the same length."""
    assert tart.start + sum(tart.by.values()) == tart.end
    assert 0 <= tart.end <= tart.total
    eaten = sum(share.slices for share in tart.went)
    assert tart.length == tart.start + sum(s.slices for s in tart.came) == eaten + tart.end
    assert all(share.slices > 0 for share in (*tart.came, *tart.went))


def agree(tart: Tart, lang: str, told: tuple[str, str, str]) -> None:
    """Holds what is said of a tart to its signs, and to who moved most slices."""
    head, deeds, _ = told
    signs = SIGNS[lang]
    result = "lost" if not tart.end else "won" if tart.end == tart.total else "shared"
    assert signs[result].lower() in head.lower()
    luck, rest = tart.by[LUCK], [tart.by["own"], tart.by["others"]]
    against = luck < 0 if tart.end else luck > 0
    assert (signs["despite"] in head) == against
    assert (signs["thanks"] in head) == bool(tart.end and luck > 0 and luck >= max(rest))
    assert (signs["lacking"] in head) == bool(not tart.end and luck < 0 and luck <= min(rest))
    lower = deeds.lower()
    for owner in ("own", "others"):
        n = tart.by[owner]
        assert (signs[f"{owner}_gave"].lower() in lower) == (n > 0), deeds
        assert (signs[f"{owner}_took"].lower() in lower) == (n < 0), deeds
    if abs(tart.by["others"]) > abs(tart.by["own"]):
        assert lower.startswith(("les autres", "the others", "die anderen"))
    if abs(tart.by["own"]) > abs(tart.by["others"]):
        assert lower.startswith(("tes choix", "your choices", "deine entsch"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_agree_with_the_signs_and_the_largest_part(lang: str) -> None:
    ui, luck = templating.speak(lang), random.Random(7)
    for tart in tarts(luck, 1500):
        check(tart)
        cost = luck.choice([None, 0.2, 1.0, 3.2])
        verdict = Verdict(tart, cost, luck.random() < 0.5, luck.randint(0, 3))
        agree(tart, lang, verdict.tell(ui))
        assert ("{" not in "".join(verdict.tell(ui))) and verdict.tell(ui)[2]
        other = Verdict(tart, cost, who="Zoé").tell(ui)
        assert other[0].startswith("Zoé")
        assert not YOU & set(" ".join(other).lower().split())


def test_no_sign_changes_when_a_tart_is_cut() -> None:
    luck = random.Random(3)
    for _ in range(3000):
        exact = {name: luck.gauss(0, 2) for name in "abc"}
        total = round(sum(exact.values()))
        exact["c"] += total - sum(exact.values())
        whole = close(exact, total)
        assert sum(whole.values()) == total
        for name, value in exact.items():
            assert abs(whole[name] - value) < 1
            assert whole[name] * value >= 0


@pytest.mark.parametrize("players", range(2, 9))
def test_a_shared_win_has_whole_slices(players: int) -> None:
    for winners in range(1, players + 1):
        parts = dict.fromkeys(PARTS, 0.0) | {"others": 1 / winners - 1 / players}
        tart = cut(whole(players, 1, winners, True), 1, parts)
        assert tart.end * winners == tart.total
        assert tart.start * players == tart.total


def test_a_loss_by_the_others_speaks_of_the_others() -> None:
    """Lost 3:17 with luck +7, own choices −3 and the others −29, of a hundred."""
    parts = {"deal": 0.07, "cards": 0.0, "own": -0.03, "others": -0.29}
    tart = cut(whole(4, 1, 1, False), 1, parts)
    assert tart.by == {"luck": 1, "own": 0, "others": -4}
    told = Verdict(tart, 0.8, round=2).tell(templating.speak("fr"))
    assert told == (
        "Perdu, malgré de bonnes cartes.",
        "Les autres t’ont pris 4 parts, surtout à la manche 2.",
        "Un coup, surtout, t’a coûté une part\u202f: le voici.",
    )


def test_a_round_is_named_if_it_holds_half_of_what_was_taken() -> None:
    assert worst_round({1: -0.1, 2: -0.3, 3: 0.1}) == 2
    assert worst_round({1: -0.1, 2: -0.1, 3: -0.1}) == 0
    assert worst_round({1: -0.4}) == 0


@pytest.mark.parametrize("name", GAMES)
def test_verdicts_of_true_reviews_agree_too(name: str) -> None:
    for case in golden_cases(GAMES[name])[:2]:
        record = parse_record(golden_path(case).read_text(encoding="utf-8"))
        people = [Person(n, f"Name {n}") for n in range(record.players)]
        past = FinishedMatch("p", record, people, "fr")
        told = ReviewTold(past, review(record, 1, plays=1).seats[0])
        check(told.tart)
        agree(told.tart, "fr", told.verdict().tell(templating.speak("fr")))
        parts = told.review.parts
        exact = {LUCK: parts["deal"] + parts["cards"], "own": parts["own"]}
        assert all(told.tart.by[name] * value >= 0 for name, value in exact.items())
