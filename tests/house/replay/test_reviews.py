"""A review is made in the background, kept, and told on a page; and its moments are played on."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tablee import GAMES, parse_record, review
from tablee.bots.review.result import SeatReview, restored
from tablee.core.record import commitment_of
from tablee.core.rules.rulebook import LANGUAGES
from tablee.house.replay import reviews
from tablee.house.replay.finished_match import FinishedMatch
from tablee.house.replay.review_curve import draw_curve
from tablee.house.replay.review_text import CELLS, ReviewTold
from tablee.table.people import Person
from tests.archive import HERE, golden_cases, golden_path
from tests.web.browsing import Browser, notice
from tests.web.guests import open_house, story
from tests.web.replay.test_pages import bring

KRAUT = HERE / "kraut/golden/kraut-3-single.record"
FOURMIS = HERE / "fourmis/golden/fourmis-4-highest-yes.record"


@pytest.fixture
def _at_a_glance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "plays_each", lambda *_: 6)


def told(file: Path, seat: int) -> ReviewTold:
    """The review of a seat, at a glance."""
    record = parse_record(file.read_text(encoding="utf-8"))
    past = FinishedMatch("p", record, [Person(n, f"Name {n}") for n in range(record.players)], "fr")
    return ReviewTold(past, review(record, seat, plays=2).seats[0])


@pytest.mark.parametrize("name", GAMES)
def test_what_a_page_says_adds_up(name: str) -> None:
    one = told(golden_path(golden_cases(GAMES[name])[0]), 1)
    assert one.start + sum(one.points.values()) == one.end
    assert one.end in (0, 100) or one.review.result not in (0, 1)
    assert one.rows()[-1].chance == one.end
    keys = one.key_moments()
    assert [key.moment for key in keys] == sorted(key.moment for key in keys)
    for key in keys:
        assert key.short_of(key.best) == 0
        assert all(0 <= deed.cells <= CELLS and deed.told for deed in key.deeds)
        assert all(key.short_of(deed) >= 0 for deed in key.deeds)
        assert {deed.move for deed in key.deeds} <= {str(m) for m in key.choice.view.legal_moves()}
    before, _, after = draw_curve(one, keys).partition('id="cursor"')
    assert after.count("sign-on") >= len(keys)
    assert before.count('class="round"') == (len(one.rows()) if len(one.rows()) > 1 else 0)


def test_partners_win_as_one() -> None:
    found = [told(FOURMIS, seat) for seat in (0, 1)]
    assert {(one.start, one.end) for one in found} == {(50, 0), (50, 100)}


def test_what_is_kept_of_a_review_is_the_review() -> None:
    record = parse_record(KRAUT.read_text(encoding="utf-8"))
    found: SeatReview = review(record, 1, plays=2).seats[0]
    past = FinishedMatch("p", record, [Person(n, f"Name {n}") for n in range(3)], "en")
    again = restored(found.kept(), lambda ply: past.view(ply, 1))
    assert again.kept() == found.kept()
    assert [choice.move for choice in again.choices] == [choice.move for choice in found.choices]
    assert [choice.view for choice in again.choices] == [choice.view for choice in found.choices]


@story
async def test_one_worker_of_a_house_makes_reviews_at_a_time(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lease of a worker that is gone ends by itself."""
    monkeypatch.setattr(reviews, "POLL", 0.01)
    async with open_house(sqlite_url) as place:
        first, second = reviews.Reviews(place.house), reviews.Reviews(place.house)
        await first._take_turn()
        waiting = asyncio.create_task(second._take_turn())
        await asyncio.sleep(0.1)
        assert not waiting.done()
        await first._end_turn()
        await waiting
        await second._end_turn()
        monkeypatch.setattr(reviews, "LASTS", 0.05)
        await first._take_turn()
        await second._take_turn()


@story
async def test_whoever_looks_at_a_page_waits_for_no_list_of_reviews(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = parse_record(KRAUT.read_text(encoding="utf-8"))
    async with open_house(sqlite_url) as place:
        made = reviews.Reviews(place.house)
        monkeypatch.setattr(made, "_work", asyncio.Event().wait)
        first, second = (made.ask("listed", seat, record, waits=False) for seat in (0, 1))
        looked_at = made.ask("shown", 0, record)
        assert [made.before(job) for job in (first, second, looked_at)] == [1, 2, 0]
        first.done = 0.5
        made.ask("listed", 1, record)
        assert [made.before(job) for job in (first, second, looked_at)] == [0, 1, 2]


async def whole(browser: Browser, path: str) -> str:
    """Waits for a review, as a browser without script does."""
    while 'class="figures"' not in (page := await browser.get(path)):
        assert 'id="progress"' in page and 'http-equiv="refresh"' in page
        assert 'class="meant"' in page and "h-slice" in page and " 0 %" not in page
        await asyncio.sleep(0.02)
    return page


@pytest.mark.usefixtures("_at_a_glance")
@story
async def test_a_review_is_made_once_and_told_in_three_languages(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = f"{await bring(browser, KRAUT)}/review?as=1"
        await whole(browser, path)
    async with open_house(sqlite_url) as place:
        pages = [await Browser(place, lang).get(path) for lang in LANGUAGES]
        for page in pages:
            start, *changes, end = figures(page)
            assert start + sum(changes) == end
            rows = [row.count("#h-slice") + row.count("#h-bitten") for row in slices(page)]
            assert len(set(rows)) == 1 and "%" not in re.sub(r"%[0-9A-F]{2}", "", visible(page))
        assert [figures(page) for page in pages] == 3 * [figures(pages[0])]
        replay = await Browser(place).get(path.replace("/review", ""))
        assert 'class="curve"' in replay
        for key in re.findall(r'<nav class="moments".*?</nav>', pages[0]):
            for ply in re.findall(r"ply=(\d+)", key):
                page = await Browser(place).get(f"{path.replace('/review', '')}&ply={ply}")
                assert " made" in page and " better" in page


def figures(page: str) -> list[int]:
    """The start, the parts and the end, as the page tells them in figures."""
    told = re.findall(r"<dd>([+−]?\d+)", page)
    return [int(n.replace("−", "-")) for n in told]


def slices(page: str) -> list[str]:
    """The rows of the tart."""
    return re.findall(r'<div class="row(?: down)?">.*?</div>', page)


def visible(page: str) -> str:
    """What is read on a page, but for its figures."""
    body = page.partition("<main")[2].partition('<details class="figures"')[0]
    return re.sub(r"<[^>]*>", "", body)


@pytest.mark.usefixtures("_at_a_glance")
@story
async def test_a_move_is_tried_in_place_and_played_on(sqlite_url: str) -> None:
    """Whatever is offered is answered, also in a page without script; and a table opens with it."""
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = f"{await bring(browser, FOURMIS)}/review?as=1"
        page = await whole(browser, path)
        plies = re.findall(r"review\?as=1&amp;ply=(\d+)&amp;try=yes", page)
        assert plies
        opened = await browser.get(f"{path}&ply={plies[0]}&try=yes")
        offered = re.findall(r"try=([^#\"]+)#key", opened.partition('class="tries"')[2])
        assert len(offered) >= 2
        answers = [await browser.get(f"{path}&ply={plies[0]}&try={move}") for move in offered]
        told = [re.findall(r"<b>(Oui|Pas encore|Comme avant)", one)[0] for one in answers]
        assert told.count("Oui") == told.count("Comme avant") == 1
        best = offered[told.index("Oui")]
        again = path.partition("/review")[0] + "/again"
        where = await browser.go(again, ply=plies[0], seat=1, move=best)
        table = await place.live(where.removeprefix("/t/"))
        assert str(table.match.moves[int(plies[0])]) == best
        await browser.refused(400, again, ply=plies[0], seat=1, move="no-card")


@pytest.mark.usefixtures("_at_a_glance")
@story
async def test_a_match_that_goes_on_is_not_reviewed(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        for path in ("review", "again"):
            where = f"/replay/{seated.table}/{path}"
            assert "pas finie" in await seated.guests[0].page(where, 409)
        await seated.finish()
        page = await seated.guests[1].page(f"/replay/{seated.table}/review")
        assert "Toi <i>" in page and "la tarte" in page.lower()


@story
async def test_a_review_that_fails_says_so_and_the_house_goes_on(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("no")

    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = f"{await bring(browser, KRAUT)}/review?as=0"
        monkeypatch.setattr(reviews, "begin", fails)
        await browser.get(path)
        while "Recommencer" not in await browser.get(path):
            await asyncio.sleep(0.02)
        monkeypatch.undo()
        monkeypatch.setattr(reviews, "plays_each", lambda *_: 2)
        await browser.get(f"{path}&anew=yes")
        await whole(browser, path)


@story
async def test_one_plays_on_from_a_moment_with_the_same_cards(sqlite_url: str) -> None:
    record = parse_record(FOURMIS.read_text(encoding="utf-8"))
    ply = 30
    *_, state = [state for n, state in enumerate(record.states()) if n <= ply]
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await bring(browser, FOURMIS)
        page = await browser.get(f"{path}/again?ply={ply}&as=2")
        assert 'name="ply" value="30"' in page and 'value="2" checked' in page
        where = await browser.go(f"{path}/again", ply=ply, seat=2, level="expert", name="Zoé")
        table = await place.live(where.removeprefix("/t/"))
        assert table.match.moves[:ply] == list(record.moves[:ply])
        assert [seat.who for seat in table.seats] == ["bot", "bot", "person", "bot"]
        assert {seat.bot for seat in table.seats} == {None, "expert"}
        assert table.ply > ply or table.dealt() == state
        assert table.match.commitment == commitment_of(record.key)
        other = await browser.go(f"{path}/again", seat=0)
        fresh = await place.live(other.removeprefix("/t/"))
        assert fresh.setup.deal(fresh.match.key) == next(iter(record.states()))


@story
async def test_after_the_end_there_is_nothing_to_play_on(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await bring(browser, KRAUT)
        page = await browser.refused(409, f"{path}/again", ply=10_000, seat=1)
        assert notice(page)
        assert notice(await browser.refused(400, f"{path}/again", ply=0, level="wizard"))
