"""Taking back one's last move: when it is fair, who is asked, and that nothing stored changes."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tablee import GAMES, Game
from tablee.house.tables.takeback import shows_nothing
from tablee.store.schema import moves
from tests.web.guests import Seated, open_house, story
from tests.web.test_secrecy import walk

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


async def say(seated: Seated, seat: int, what: str = "ask", status: int = 200) -> None:
    body = {"say": what}
    answer = await seated.guests[seat].answer("POST", f"{seated.path}/take-back", body)
    assert answer.status_code == status, answer.text


async def stored(seated: Seated) -> list[str]:
    asked = select(moves.c.move).where(moves.c.table_id == seated.table).order_by(moves.c.ply)
    return [str(move) for (move,) in await seated.place.read(lambda c: c.execute(asked).all())]


@story
async def test_a_move_is_taken_back_when_all_others_agree(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(3)
        table = await place.live(seated.table)
        before = table.dealt()
        mover = before.seat or 0
        others = [seat for seat in range(3) if seat != mover]
        await seated.move()
        first = (await stored(seated))[0]
        await say(seated, others[0], "ask", 409)  # not his move
        await say(seated, others[0], "yes", 409)  # nobody has asked
        await say(seated, mover)
        assert (await seated.guests[0].ask("GET", seated.path))["asks_back"] == mover
        await say(seated, others[0], "yes")
        assert table.ply == 1
        await say(seated, others[1], "yes")
        assert table.ply == 0 and table.dealt() == before
        await seated.move()
        assert (await stored(seated))[0] == first
        assert (await stored(seated))[1:4] == ["!ask", "!yes", "!back"]
        tokens = [guest.token for guest in seated.guests]
        again = [str(move) for move in table.match.moves]
    async with open_house(database) as place:  # a restart is a replay
        table = await place.live(seated.table)
        assert [str(move) for move in table.match.moves] == again and table.match.taken[0][0] == 0
        log = await place.guest(tokens[0]).ask("GET", f"{seated.path}/log?lang=en")
        assert any("takes back" in line["sentence"] for line in log["log"])


@story
async def test_a_refusal_is_final_and_an_answer_is_too(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        table = await place.live(seated.table)
        mover = table.dealt().seat or 0
        await seated.move()
        await say(seated, mover)
        await say(seated, 1 - mover, "no")
        await say(seated, mover, "ask", 409)
        assert table.ply == 1
        await seated.move()
        await say(seated, mover, "ask", 409)
        await say(seated, mover, "sing", 400)


@story
async def test_pages_follow_a_move_that_is_taken_back(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2)
        table = await place.live(seated.table)
        mover = table.dealt().seat or 0
        ben = place.guest(seated.guests[1 - mover].token, accept_language="fr")
        stream = await place.watch(ben, seated.table)
        await stream.next("frame")
        await seated.move()
        assert (await stream.next("frame"))["ply"] == 1
        ada = place.guest(seated.guests[mover].token, accept_language="fr")
        assert "Reprendre mon coup" in await ada.page(f"/t/{seated.table}")
        assert "Reprendre mon coup" in await ada.page(f"/t/{seated.table}/menu")
        assert "Reprendre mon coup" not in await ben.page(f"/t/{seated.table}")
        await ada.led(f"/t/{seated.table}/take-back", say="ask")
        while "voudrait reprendre" not in (await stream.next("frame"))["regions"].get("offer", ""):
            pass
        await ben.led(f"/t/{seated.table}/take-back", say="yes")
        assert "reprend son coup" in (await stream.next("told"))["told"]
        frame = await stream.next("frame")
        assert frame["ply"] == 0 and 'value="0"' in frame["regions"]["answers"]
        await seated.move()
        while (await stream.next("frame"))["ply"] != 1:
            pass


@every_game
def test_whoever_has_learnt_something_by_a_move_cannot_take_it_back(game: Game) -> None:
    """A draw shows a card; what was in one's own hand shows its owner nothing."""
    found = {True: 0, False: 0}
    for n, before in enumerate(walk(game, game.players[0], 4)):
        assert before.seat is not None
        for move in before.legal_moves()[:2]:
            after = before.play(move)
            fair = shows_nothing(before, move, after, before.seat)
            found[fair] += 1
            if fair:
                other = before.view(before.seat).redeal(99).play(move)
                assert other.view(before.seat) == after.view(before.seat)
        if n > 40:
            break
    assert found[True] and found[False]


@story
async def test_the_time_of_a_turn_by_the_day_stays_when_somebody_changes_his_name(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(2, pace=1)
        await seated.move()
        table = await place.live(seated.table)
        due = table.due
        table.match.clock.began_at += 5_000
        await seated.guests[0].ask("POST", f"{seated.path}/name", {"name": "Zoë"})
        assert due is not None and table.due == due + 5_000


@story
async def test_a_replay_shows_what_was_taken_back_also_from_a_record_that_is_brought(
    sqlite_url: str,
) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing(3)
        table = await place.live(seated.table)
        mover = table.dealt().seat or 0  # who leads a trick may choose among all cards
        first, other = (str(move) for move in table.dealt().legal_moves()[:2])
        await table.play(mover, first, 0)
        await say(seated, mover)
        for seat in {0, 1, 2} - {mover}:
            await say(seated, seat, "yes")
        await table.play(mover, other, 0)
        await seated.finish()
        ada = seated.guests[0]
        text = (await ada.answer("GET", f"{seated.path}/record")).text
        assert f"{first} !back {other}" in text
        again = await ada.led("/replay", record=text)
        for path in (f"/replay/{seated.table}", again):
            assert f"Guest {mover} takes back the move." in await ada.page(f"{path}/log?lang=en")
            told = [
                await ada.ask("GET", f"{path}/moment?n={n}&since={n - 1}&lang=en&as=0&open=1")
                for n in (1, 2, 3)
            ]
            assert [(one["ply"], one["back"]) for one in told] == [(1, 2), (1, 1), (1, 0)]
            assert all(one["flights"] for one in told)
            assert "takes back" in told[1]["now"] and told[0]["now"] != told[2]["now"]
            kept = (await ada.answer("GET", f"{path}/record")).text
            assert f"{first} !back {other}" in kept
