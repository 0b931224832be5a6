"""When a phone gets no notices, and to which addresses notices may be sent."""

from datetime import time

import pytest

from core.engine.notices import MAX_ENDPOINT_LENGTH, is_in_silent_hours, is_push_endpoint

NIGHT, MORNING, NOON = time(22, 0), time(7, 30), time(12, 0)


@pytest.mark.parametrize(
    ("now", "silent"),
    [
        (time(21, 59), False),
        (NIGHT, True),
        (time(0, 0), True),
        (time(7, 29), True),
        (MORNING, False),
        (NOON, False),
    ],
)
def test_silent_hours_go_past_midnight(now: time, silent: bool) -> None:
    assert is_in_silent_hours(now, NIGHT, MORNING) is silent


@pytest.mark.parametrize(
    ("now", "silent"),
    [(time(7, 29), False), (MORNING, True), (time(11, 59), True), (NOON, False), (NIGHT, False)],
)
def test_silent_hours_of_one_day(now: time, silent: bool) -> None:
    assert is_in_silent_hours(now, MORNING, NOON) is silent


@pytest.mark.parametrize(("begins", "ends"), [(None, MORNING), (NIGHT, None), (None, None), (NOON, NOON)])
def test_without_hours_nothing_is_silent(begins: time | None, ends: time | None) -> None:
    assert not is_in_silent_hours(NOON, begins, ends)


LONG = "https://push.example.com/" + "x" * (MAX_ENDPOINT_LENGTH - len("https://push.example.com/"))


@pytest.mark.parametrize(
    ("address", "fits", "fits_own"),
    [
        ("https://push.example.com/send/1", True, True),
        ("https://push.example.com:443/send/1", True, True),
        ("https://push.example.com:8443/send/1", False, True),
        ("https://127.0.0.1/send/1", False, True),
        ("https://192.168.1.5/send/1", False, True),
        ("http://push.example.com/send/1", False, False),
        ("https:///send/1", False, False),
        ("https://ana@push.example.com/", False, False),
        ("https://:secret@push.example.com/", False, False),
        ("https://ana:secret@push.example.com/", False, False),
        ("https://push.example.com:port/", False, False),
        ("https://[push/", False, False),
        ("https://pusch-für.example.com/", False, False),
        ("https://push.example.com/\n", False, False),
        ("", False, False),
        (LONG, True, True),
        (LONG + "x", False, False),
    ],
)
def test_notices_go_to_public_https_or_anywhere_in_an_own_network(
    address: str, fits: bool, fits_own: bool
) -> None:
    assert is_push_endpoint(address, own_network=False) is fits
    assert is_push_endpoint(address, own_network=True) is fits_own
    assert MAX_ENDPOINT_LENGTH == 1000
