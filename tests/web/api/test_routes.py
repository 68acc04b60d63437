"""What the API says of itself is what it takes."""

from __future__ import annotations

from tablee import GAMES
from tests.web.guests import open_house, story


@story
async def test_options_are_described_by_name_and_value(sqlite_url: str) -> None:
    """A program that asks by the description meets no refusal of an option's name."""
    async with open_house(sqlite_url) as place:
        guest = place.guest()
        schemas = (await guest.ask("GET", "/api/openapi.json"))["components"]["schemas"]
        for name in ("OpenTable", "Arrange"):
            described = schemas[name]["properties"]["options"]
            assert described["additionalProperties"] is False
            for game in GAMES.values():
                for option in game.options:
                    assert {*option.values} <= {*described["properties"][option.name]["enum"]}
        wish = {"game": "fourmis", "players": 4, "options": {"teams": True}}
        assert (await guest.ask("POST", "/api/tables", wish))["options"]["teams"] == "yes"
        wish["options"] = {"x-none": False}
        await guest.refused(400, "POST", "/api/tables", wish)
