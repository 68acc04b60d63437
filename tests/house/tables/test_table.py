"""Moves: judged, stored, told; and what happens when people are quick, slow or wrong."""

from __future__ import annotations

import asyncio

import pytest

from tests.web.guests import Place, open_house, story


@story
async def test_a_move_is_answered_with_the_next_ply(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing()
        guest, move, ply = await seated.turn()
        body = {"move": move, "ply": ply}
        assert await guest.ask("POST", f"{seated.path}/moves", body) == {"ply": 1}
        assert (await guest.ask("GET", f"{seated.path}/view"))["ply"] == 1


@story
async def test_of_two_different_moves_on_one_ply_one_is_stale(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing(3)
        guest, _, ply = await seated.turn()
        view = await guest.ask("GET", f"{seated.path}/view")
        first, second = (legal["move"] for legal in view["legal"][:2])
        answers = await asyncio.gather(
            *(
                guest.answer("POST", f"{seated.path}/moves", {"move": move, "ply": ply})
                for move in (first, second)
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        stale = next(answer.json() for answer in answers if answer.status_code == 409)
        assert stale["error"] == "stale"
        assert (stale["answers"], stale["ply"]) == (0, 1)


@story
async def test_a_double_click_is_one_move(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing()
        guest, move, ply = await seated.turn()
        body = {"move": move, "ply": ply}
        clicks = [guest.ask("POST", f"{seated.path}/moves", body) for _ in range(5)]
        assert await asyncio.gather(*clicks) == [{"ply": 1}] * 5
        assert (await place.live(seated.table)).ply == 1


@story
async def test_two_houses_on_one_store_never_both_play_a_ply(database: str) -> None:
    """As two workers would, before they have heard of each other."""
    async with open_house(database) as here, open_house(database) as there:
        seated = await here.playing(3)
        guest, _, ply = await seated.turn()
        other = there.guest(guest.token)
        view = await other.ask("GET", f"{seated.path}/view")
        first, second = (legal["move"] for legal in view["legal"][:2])
        answers = await asyncio.gather(
            guest.answer("POST", f"{seated.path}/moves", {"move": first, "ply": ply}),
            other.answer("POST", f"{seated.path}/moves", {"move": second, "ply": ply}),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        views = [await g.ask("GET", f"{seated.path}/view") for g in (guest, other)]
        assert views[0] == views[1]
        assert views[0]["ply"] == 1


@story
async def test_unreadable_illegal_stale_and_foreign_moves_are_told_apart(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.playing()
        path = f"{seated.path}/moves"
        guest, move, ply = await seated.turn()
        other = next(g for g in seated.guests if g is not guest)
        state = (await place.live(seated.table)).dealt()
        illegal = next(str(m) for m in state.game.moves if m not in state.legal_moves())

        wrong = await guest.refused(400, "POST", path, {"move": "7x", "ply": ply})
        assert wrong["error"] == "invalid_move" and "'7x' is no card" in wrong["sentence"]
        wrong = await guest.refused(422, "POST", path, {"move": illegal, "ply": ply})
        refusal = state.why_not(illegal)
        assert refusal is not None
        assert (wrong["error"], wrong["clause"]) == ("illegal", refusal.clause)
        assert state.game.parse_view(wrong["position"]) == state.view(state.seat)
        wrong = await guest.refused(409, "POST", path, {"move": move, "ply": ply + 3})
        assert wrong["error"] == "stale" and wrong["ply"] == 0
        wrong = await other.refused(409, "POST", path, {"move": move, "ply": ply})
        assert wrong["error"] == "not_your_turn"
        wrong = await place.guest().refused(403, "POST", path, {"move": move, "ply": ply})
        assert wrong["error"] == "not_allowed"
        assert (await place.live(seated.table)).ply == 0


@story
async def test_a_refusal_speaks_the_language_of_the_browser(sqlite_url: str) -> None:
    async with open_house(sqlite_url) as place:
        seated = await place.playing()
        guest, _, ply = await seated.turn()
        german = place.guest(guest.token, accept_language="de-CH,fr;q=0.5")
        state = (await place.live(seated.table)).dealt()
        illegal = next(m for m in state.game.moves if m not in state.legal_moves())
        body = {"move": str(illegal), "ply": ply}
        wrong = await german.refused(422, "POST", f"{seated.path}/moves", body)
        refusal = state.why_not(illegal, "de")
        assert refusal is not None and wrong["sentence"] == refusal.sentence
        path = f"{seated.path}/why-not?move={illegal}&lang=fr"
        why = await guest.ask("GET", path)
        refusal = state.why_not(illegal, "fr")
        assert refusal is not None
        assert why == {
            "move": str(illegal),
            "legal": False,
            "clause": refusal.clause,
            "sentence": refusal.sentence,
        }


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"7", b'{"move": "7r"}', b'{"move": 7, "ply": 0}', b'{"ply": 0}', b"\xff"],
)
def test_a_body_that_is_no_move_says_what_would_be(sqlite_url: str, body: bytes) -> None:
    @story
    async def asked() -> None:
        async with open_house(sqlite_url) as place:
            await _post(place, body)

    asked()


async def _post(place: Place, body: bytes) -> None:
    seated = await place.playing()
    wrong = await seated.guests[0].refused(400, "POST", f"{seated.path}/moves", body)
    assert wrong["error"] == "unreadable"
    assert "ply" in wrong["sentence"]


@story
async def test_nothing_is_played_before_the_deal_or_after_the_end(database: str) -> None:
    async with open_house(database) as place:
        seated = await place.seated()
        guest, body = seated.guests[0], {"move": "7r", "ply": 0}
        early = await guest.refused(409, "POST", f"{seated.path}/moves", body)
        assert early["error"] == "not_now"
        await guest.ask("POST", f"{seated.path}/start", {})
        await seated.finish()
        ply = (await place.live(seated.table)).ply
        body = {"move": "7r", "ply": ply}
        late = await guest.refused(409, "POST", f"{seated.path}/moves", body)
        assert "rematch" in late["sentence"]


@story
async def test_a_table_that_does_not_exist_is_not_there(database: str) -> None:
    async with open_house(database) as place:
        path = "/api/tables/nowhere"
        for method, where in (("POST", "/moves"), ("GET", "/stream"), ("GET", ""), ("GET", "/log")):
            body = {"move": "7r", "ply": 0}
            wrong = await place.guest().refused(404, method, path + where, body)
            assert wrong["error"] == "no_table"
