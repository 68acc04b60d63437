"""What a home screen needs: the service worker, the page without a network, one's tables first."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from tablee.core.rules.rulebook import LANGUAGES
from tablee.games import GAMES
from tablee.house.render import files
from tablee.web.offline import pages as offline
from tests.web.browsing import Browser
from tests.web.guests import open_house, story


def facts_of(worker: str) -> dict[str, object]:
    found = re.search(r"JSON\.parse\('(.*)'\)", worker)
    assert found
    return dict(json.loads(found[1]))


@story
async def test_the_worker_is_always_fresh_and_what_it_keeps_is_there(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        worker = await browser.client.get("/service-worker.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        assert "worker-src 'self'" in worker.headers["content-security-policy"]
        facts = facts_of(worker.text)
        assert facts["publicKey"] == place.app.pages.state.outbox.signer.public
        assert isinstance(facts["files"], list)
        for path in facts["files"]:
            assert (await browser.client.get(path)).status_code == 200, path


@story
async def test_the_page_without_a_network_is_nobodys_and_speaks_three_languages(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        await browser.open(name="Amélie")
        await browser.go("/me", name="Amélie", back="/")
        told = [await browser.get(f"/offline?lang={lang}") for lang in LANGUAGES]
        assert not any("Amélie" in page for page in told)
        assert [re.search("<h1>(.*?)</h1>", page)[1] for page in told] == [  # type: ignore[index]
            "Pas de réseau",
            "No network",
            "Kein Netz",
        ]


def test_another_file_is_another_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    before = offline.write_worker.__wrapped__(tuple(GAMES), "key")
    made = dict(files.files())
    made["table.css"] = replace(made["table.css"], plain=b"other")
    monkeypatch.setattr(files, "files", lambda: made)
    after = offline.write_worker.__wrapped__(tuple(GAMES), "key")
    assert facts_of(before)["version"] != facts_of(after)["version"]


@story
async def test_from_a_home_screen_a_running_table_lies_on_the_first_page(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        browser = Browser(place)
        start = (await browser.client.get("/look/manifest.json")).json()["start_url"]
        assert 'class="warm' not in await browser.get(start)
        path = await browser.open(name="Ada")
        assert f'class="board-b" href="{path}"' in await browser.get(start)
