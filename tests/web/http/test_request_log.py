"""A line of the log tells no more of a table or an address than the host wants."""

from __future__ import annotations

import pytest

from tablee.web.http.request_log import ADDRESSES, shorten_ids


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/t/GVhXtPkByUj-ArAr", "/t/GVhXtP…"),
        ("/t/GVhXtPkByUj-ArAr/stream", "/t/GVhXtP…/stream"),
        ("/api/tables/GVhXtPkByUj-ArAr/view", "/api/tables/GVhXtP…/view"),
        ("/replay/0123456789abcdef/moment", "/replay/012345…/moment"),
        ("/learn/fourmis/2", "/learn/fourmis/2"),
        ("/", "/"),
    ],
)
def test_a_table_has_six_letters(path: str, told: str) -> None:
    assert shorten_ids(path) == told


@pytest.mark.parametrize(
    ("address", "short"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3::4", "2001:db8:1::/48"),
        ("nowhere", "nowhere"),
    ],
)
def test_an_address_is_its_network_or_whole_or_nothing(address: str, short: str) -> None:
    told = {how: write(address) for how, write in ADDRESSES.items()}
    assert told == {"none": "-", "short": short, "full": address}
