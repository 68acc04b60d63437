"""A report: the same deals for every table, intervals everywhere, one page that stands alone."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tablee import InvalidOption, find_game
from tablee.core.rules.rulebook import LANGUAGES
from tablee.lab import figures
from tablee.lab.matches import Match, Table
from tablee.lab.report import Report, play_tables
from tablee.lab.spread import Workers
from tablee.lab.variants import name_of
from tests.test_cli import refused, tablee

FOURMIS = find_game("fourmis")
VOID = {"meta", "circle", "rect", "path", "line"}


def table(**changes: int) -> Table:
    return Table(FOURMIS, 3, FOURMIS.check_options(3, {"variant": changes}), "regular", 5)


TABLES = {"usual": table(), "short": table(goal=6), "again": table()}


@cache
def played() -> list[list[Match]]:
    return play_tables([*TABLES.values()], 6)


class Tags(HTMLParser):
    """Looks whether every tag is closed in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open += [] if tag in VOID else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self.open.pop() == tag


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_stands_alone_and_is_whole_in_every_language(lang: str) -> None:
    page = str(Report(TABLES, played(), lang))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "http" not in page and "src=" not in page and "<script" not in page
    assert "light-dark(" in page and "@media print" in page
    assert page.count("<section>") == 10
    assert FOURMIS.rulebook.clause("F12").text[lang].split(" ")[0] in page
    assert f'<html lang="{lang}">' in page


def test_every_figure_that_is_told_has_its_interval() -> None:
    for lang, number in (("en", r"−?\d+\.\d+"), ("de", r"−?\d+,\d+")):
        told = re.findall(r"<div>([^<]+)</div>", str(Report(TABLES, played(), lang)))
        assert len(told) > 100
        for figure in told:
            form = rf"{number}( ?%)? \({number}(–| … ){number}( ?%)?\)"
            assert re.fullmatch(form, figure), figure


def test_cards_contracts_and_variants_have_the_names_that_people_use(tmp_path: Path) -> None:
    page = str(Report(TABLES, played(), "en"))
    held = page[page.index("<h2>What wins</h2>") :].split("</section>")[0]
    cards = re.findall(r'scope="row">([^<]+)</th>', held)
    assert cards and all(re.fullmatch(r"the \w+( \w+)?|a ladybird", card) for card in cards), cards
    assert find_game("kraut").words.thing("TSCA", "de") == "Tomate: Salat, Karotte, −Spargel"
    assert find_game("escogriffe").words.thing("hat", "en") == "the head with the hat"
    file = tmp_path / "short.toml"
    for text, name in (('name = "A short afternoon"', "A short afternoon"), ("goal = 3", "short")):
        file.write_text(text, encoding="utf-8")
        assert name_of(file) == name


def test_tables_meet_the_same_deals() -> None:
    usual, short, again = played()
    assert usual == again
    assert [match.held for match in usual] == [match.held for match in short]
    assert sum(m.decisions for m in short) < sum(m.decisions for m in usual)
    row = figures.paired(played(), "length", lambda match: float(match.decisions))
    assert row.figures[0] is None
    assert row.figures[1] is not None and row.figures[1].value < 0
    assert row.figures[2] == figures.Figure(0, (0, 0))


def test_two_processes_see_the_same_matches() -> None:
    assert play_tables([TABLES["short"]], 4, Workers(2)) == play_tables([TABLES["short"]], 4)


def test_what_is_seen_adds_up() -> None:
    for match in played()[0]:
        assert sum(match.shares) == pytest.approx(1)
        assert sum(match.choices.values()) == match.decisions
        assert match.happened["F12"] >= 1
        ants = [card for _, card in match.held if card != "L"]
        assert len(ants) == len({*ants}) == 45, "each in one hand"
        assert len(match.held) == len({*match.held}) > 45, "ladybirds once for each hand"
        assert all(0 <= chance <= 1 for chance in match.chances)
    shares = [figures.seat_shares(played(), seat, "").figures[0] for seat in range(3)]
    assert sum(share.value for share in shares if share) == pytest.approx(1)


def test_bad_wishes_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="two games at least"):
        play_tables([TABLES["usual"]], 1)
    with pytest.raises(InvalidOption, match="5 tables at most"):
        play_tables([TABLES["usual"]] * 6, 2)
    page = tmp_path / "no" / "report.html"
    why = refused("report", "fourmis", "--games", "2", "--bot", "casual", "--out", str(page))
    assert "cannot be written" in why


def test_the_command_compares_variants(tmp_path: Path) -> None:
    short, page = tmp_path / "short.toml", tmp_path / "report.html"
    short.write_text("goal = 3", encoding="utf-8")
    words = ("report", "fourmis", "--games", "2", "--bot", "casual", "--players", "3")
    said = tablee(*words, "--variant", str(short), "--out", str(page))
    assert "2 deals, 2 tables compared" in said
    assert "3 instead of 15" in page.read_text(encoding="utf-8")
