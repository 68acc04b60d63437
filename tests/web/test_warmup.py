"""The first start: the house is open while the cards are printed, game by game."""

from __future__ import annotations

import asyncio
import errno
import signal
import sys
from html import unescape
from pathlib import Path

import httpx
import pytest

from tablee.core.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.web import templating, warmup
from tests.web.browsing import Browser, notice
from tests.web.people import Place, open_house, story
from tests.web.processes import Server


async def without(place: Place, *games: str) -> None:
    """Takes the cards of some games away, once the warm-up has seen that there is nothing to do."""
    await asyncio.sleep(0)
    place.house.warmup.ready = [name for name in GAMES if name not in games]


@story
async def test_a_house_that_has_printed_before_is_open(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        assert place.house.warmup.missing == []
        answer = await place.guest().ask("GET", "/healthz")
        assert answer["status"] == "open" and "printing" not in answer
        assert "data-again" not in await Browser(place).get("/")


@story
async def test_the_shelf_says_what_is_being_printed(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        await without(place, "kraut", "escogriffe")
        answer = await place.guest().ask("GET", "/healthz")
        assert (answer["status"], answer["printing"]) == ("starting", ["kraut", "escogriffe"])
        for lang in LANGUAGES:
            page = unescape(await Browser(place, lang).get("/"))
            ui = templating.speak(lang)
            assert ui("printing") in page and page.count(ui("being_printed")) == 2
            assert 'action="/play/fourmis"' in page and 'action="/play/kraut"' not in page
            assert 'data-again="8"' in page and "noscript" in page


@story
async def test_what_needs_cards_waits_for_them_and_nothing_else_does(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        await without(place, "kraut")
        browser, guest = Browser(place), place.guest()
        page = unescape(await browser.refused(503, "/play/kraut", players=3))
        assert "L’encre sèche encore" in page and "à l’impression" in page
        path = await browser.open("kraut", 3, name="Léa")
        page = await browser.refused(503, f"{path}/start", fill="novice")
        assert "à l’impression" in notice(page)
        opened = await guest.ask("POST", "/api/tables", {"game": "kraut", "players": 3})
        guest.token = opened["token"]
        start = f"/api/tables/{opened['table']}/start"
        answer = await guest.answer("POST", start, {"fill": "novice"})
        assert (answer.status_code, answer.json()["error"]) == (503, "being_printed")
        assert answer.headers["retry-after"] == "10"
        await browser.get("/atelier/kraut/table", 503)
        await browser.get("/rules/kraut")
        await browser.go("/play/fourmis", players=2)
        place.house.warmup.ready.append("kraut")
        await browser.go(f"{path}/start", fill="novice")


@story
async def test_a_table_in_play_is_found_again_when_its_cards_are_there(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await browser.go("/play/fourmis", players=2)
    async with open_house(sqlite_url) as place:
        await without(place, "fourmis")
        again = Browser(place)
        again.client.cookies = browser.client.cookies
        assert path not in await again.get("/")
        assert "L’encre sèche" in unescape(await again.get(path, 503))
        place.house.warmup.ready.append("fourmis")
        assert path in await again.get("/")
        assert 'id="table"' in await again.get(path)


@story
async def test_games_are_printed_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []

    async def compile_game(game: str, held: tuple[int, ...]) -> None:
        done.append(game)
        assert game in printer.missing, "nobody plays before"

    monkeypatch.setattr(warmup, "compile_game", compile_game)
    monkeypatch.setattr(warmup, "is_compiled", done.__contains__)
    printer = warmup.Warmup()
    printer.ready = ["fourmis"]
    await printer.run()
    assert done == [name for name in GAMES if name != "fourmis"]
    assert printer.missing == []


@story
async def test_of_several_workers_one_prints_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[str] = []
    done: list[str] = []

    async def compile_game(game: str, held: tuple[int, ...]) -> None:
        begun.append(game)
        await asyncio.sleep(0.3)
        assert begun[:-1] == done, "two print at once"
        done.append(game)

    monkeypatch.setattr(warmup, "compile_game", compile_game)
    monkeypatch.setattr(warmup, "is_compiled", done.__contains__)
    workers = [warmup.Warmup() for _ in range(3)]
    await asyncio.gather(*(worker.run() for worker in workers))
    assert done == list(GAMES), "each game once"
    assert all(worker.missing == [] for worker in workers)


@story
async def test_who_waits_may_print_when_the_one_before_has_gone() -> None:
    script = "import asyncio; from tablee.web import warmup\nasync def go():\n"
    script += " async with warmup.exclusive():\n"
    script += "  print('mine', flush=True); await asyncio.sleep(60)\n"
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", f"{script}asyncio.run(go())", stdout=asyncio.subprocess.PIPE
    )
    assert other.stdout is not None
    assert await other.stdout.readline() == b"mine\n"
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5), warmup.exclusive():
            pass
    other.kill()
    await other.wait()
    async with asyncio.timeout(5), warmup.exclusive() as held:
        assert held


@story
async def test_where_nothing_can_be_locked_the_press_runs_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def flock(folder: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", flock)
    async with asyncio.timeout(5), warmup.exclusive():
        assert "the cache cannot be locked" in caplog.text


@pytest.mark.parametrize(("store", "workers"), [("sqlite_url", 1), ("postgres_url", 2)])
def test_a_first_start_opens_at_once_and_ends_when_told(
    store: str,
    workers: int,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "nothing-yet"))
    url = request.getfixturevalue(store)
    with Server(url, tmp_path / "log", "--workers", str(workers)) as server:
        for _ in range(2):  # while it compiles
            answer = httpx.get(f"{server.url}/healthz", timeout=10).json()
            assert (answer["status"], answer["printing"]) == ("starting", list(GAMES))
            page = httpx.get(f"{server.url}/", timeout=10, headers={"accept-language": "en"})
            assert "Being printed" in page.text
        assert len(printers(tmp_path)) == 1 or not Path("/proc").exists()
        assert server.end(signal.SIGTERM) == 0
    assert not printers(tmp_path)


def printers(folder: Path) -> list[int]:
    """Finds the processes that print into a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words, place = (path / "cmdline").read_bytes(), (path / "environ").read_bytes()
        except OSError:
            continue  # it has ended, or is another's
        if b"tablee.web.warmup" in words and str(folder).encode() in place:
            found.append(int(path.name))
    return found
