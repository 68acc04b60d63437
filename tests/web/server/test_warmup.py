"""The first start: every game can be played while it is compiled."""

from __future__ import annotations

import asyncio
import errno
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import httpx
import pytest

from tablee.bots import loading
from tablee.core.engine import interpreted
from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.render import templating
from tablee.web.server import warmup
from tests.effort import NIGHT
from tests.web.browsing import Browser
from tests.web.guests import open_house, story
from tests.web.processes import Server


@contextmanager
def uncompiled(monkeypatch: pytest.MonkeyPatch, *games: str) -> Iterator[None]:
    """Makes a house believe that some games were never compiled, and keeps them so."""

    async def compile_game(game: str) -> None:
        await asyncio.Event().wait()

    for module in (warmup, loading):
        monkeypatch.setattr(module, "is_compiled", lambda name: name not in games)
    monkeypatch.setattr(warmup, "compile_game", compile_game)
    monkeypatch.setattr(loading, "_LOADED", set(GAMES) - set(games))
    try:
        yield
    finally:
        monkeypatch.undo()
        for game in GAMES.values():
            interpreted.release(game.rules.STATE)


@story
async def test_a_house_that_has_compiled_before_says_nothing_of_it(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        assert place.house.readiness.missing == []
        answer = await place.guest().ask("GET", "/healthz")
        assert answer["status"] == "open" and "printing" not in answer
        assert "data-again" not in await Browser(place).get("/")


@story
async def test_the_shelf_says_that_cards_are_being_printed_and_every_game_can_be_played(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with uncompiled(monkeypatch, "kraut", "escogriffe"):
        async with open_house(sqlite_url) as place:
            answer = await place.guest().ask("GET", "/healthz")
            assert (answer["status"], answer["printing"]) == ("open", ["escogriffe", "kraut"])
            for lang in LANGUAGES:
                page = unescape(await Browser(place, lang).get("/"))
                assert templating.speak(lang)("printing") in page
                assert all(f'href="/?table={name}"' in page for name in GAMES)
                assert 'data-again="8"' in page and "noscript" in page


@story
async def test_a_game_is_played_while_it_is_compiled_and_when_it_is(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots decide by advice meanwhile; a hint, which needs a search, is refused with a sentence."""
    game = GAMES["kraut"]
    before = [len(function.overloads) for function in interpreted.DISPATCHERS]
    with uncompiled(monkeypatch, "kraut"):
        async with open_house(sqlite_url) as place:
            browser = Browser(place)
            path = await browser.go("/play/kraut", players=3, level="master")
            table = await place.house.tables.table(path.removeprefix("/t/"))
            while table.dealt().seat != 0 or table.ply < 6:
                if table.dealt().seat == 0:
                    await table.play(0, str(table.dealt().legal_moves()[0]), table.ply)
                await asyncio.sleep(0.01)
            assert interpreted.is_waiting(game.rules.STATE)
            page = unescape(await browser.get(f"{path}/hint", 503))
            assert "à l’impression" in page
            assert [len(function.overloads) for function in interpreted.DISPATCHERS] == before
            loading._LOADED.add("kraut")
            loading.warm_up("kraut")
            assert not interpreted.is_waiting(game.rules.STATE)
            await table.play(0, str(table.dealt().legal_moves()[0]), table.ply)


@story
async def test_a_table_in_play_is_found_again_at_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        path = await browser.go("/play/fourmis", players=2)
    with uncompiled(monkeypatch, "fourmis"):
        async with open_house(sqlite_url) as place:
            again = Browser(place)
            again.client.cookies = browser.client.cookies
            assert path in await again.get("/")
            assert 'id="table"' in await again.get(path)


@story
async def test_of_several_workers_one_compiles_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    done: set[str] = set()

    async def compile_game(game: str) -> None:
        assert game not in begun
        begun.append(game)
        await asyncio.sleep(0.3)
        done.add(game)

    monkeypatch.setattr(warmup, "compile_game", compile_game)
    monkeypatch.setattr(warmup, "is_compiled", done.__contains__)
    workers = [warmup.Warmup() for _ in range(3)]
    assert workers[0].missing == list(GAMES)
    await asyncio.gather(*(worker.run() for worker in workers))
    assert done == set(GAMES)
    assert all(worker.missing == [] for worker in workers)


@story
async def test_who_waits_may_compile_when_the_one_before_has_gone() -> None:
    script = "import asyncio; from tablee.web.server import warmup\nasync def go():\n"
    script += " async with warmup.exclusive('fourmis'):\n"
    script += "  print('mine', flush=True); await asyncio.sleep(60)\n"
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-c", f"{script}asyncio.run(go())", stdout=asyncio.subprocess.PIPE
    )
    assert other.stdout is not None
    assert await other.stdout.readline() == b"mine\n"
    async with asyncio.timeout(5), warmup.exclusive("kraut"):
        pass
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5), warmup.exclusive("fourmis"):
            pass
    other.kill()
    await other.wait()
    async with asyncio.timeout(5), warmup.exclusive("fourmis"):
        pass


@story
async def test_where_nothing_can_be_locked_games_are_compiled_all_the_same(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def flock(folder: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", flock)
    async with asyncio.timeout(5), warmup.exclusive("fourmis"):
        assert "the cache cannot be locked" in caplog.text


@story
async def test_where_no_process_can_be_started_the_house_compiles_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing else of the warm-up may end with it."""
    loaded: list[str] = []
    monkeypatch.setattr(warmup, "is_compiled", lambda _: False)
    monkeypatch.setattr(warmup, "warm_up", loaded.append)
    monkeypatch.setattr(warmup, "do_without", lambda _: None)
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    house = warmup.Warmup()
    await house.run()
    assert sorted(loaded) == sorted(GAMES) and not house.missing
    assert "the house does it itself" in caplog.text


TOLD, KILLED = signal.SIGTERM, signal.SIGKILL
STARTS = [("sqlite_url", 1, TOLD), ("postgres_url", 2, KILLED)]
MORE_STARTS = [("sqlite_url", 1, KILLED), ("postgres_url", 2, TOLD)]


@pytest.mark.parametrize(("store", "workers", "how"), STARTS + MORE_STARTS * NIGHT)
def test_a_first_start_can_be_played_at_once_and_leaves_nothing_behind(
    store: str,
    workers: int,
    how: signal.Signals,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "nothing-yet"))
    url = request.getfixturevalue(store)
    with Server(url, tmp_path / "log", "--workers", str(workers)) as server:
        with httpx.Client(base_url=server.url, timeout=20, follow_redirects=True) as client:
            assert client.get("/healthz").json()["printing"] == list(GAMES)
            for game in GAMES:
                page = client.post(f"/play/{game}", data={"players": "3", "level": "expert"})
                assert page.status_code == 200 and 'id="table"' in page.text
        deadline = time.monotonic() + 20
        while not compilers(tmp_path) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert compilers(tmp_path) or not Path("/proc").exists()
        assert server.end(how) == (0 if how == signal.SIGTERM else -how)
        server.process.communicate(timeout=30)
    deadline = time.monotonic() + 20
    while compilers(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not compilers(tmp_path)
    port = server.url.rpartition(":")[2]
    with Server(url, tmp_path / "log", "--port", port, "--workers", str(workers)) as again:
        assert httpx.get(f"{again.url}/healthz", timeout=20).status_code == 200


def compilers(folder: Path) -> list[int]:
    """Finds the processes that compile into a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            words, place = (path / "cmdline").read_bytes(), (path / "environ").read_bytes()
        except OSError:
            continue  # it has ended, or is another's
        if b"tablee.web.server.warmup" in words and str(folder).encode() in place:
            found.append(int(path.name))
    return found
