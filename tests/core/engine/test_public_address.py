"""The address for phones: parsed as people type it, doubted if no phone could reach it; codes that join a Wi-Fi."""

import pytest

from core.engine.public_address import clean_address, unreachable_reason, wifi_qr_text
from tests.asking import refusal


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        (" http://192.168.1.20:8000/ ", "http://192.168.1.20:8000"),
        ("https://Cup.Example.org", "https://cup.example.org"),
        ("laptop.local", "http://laptop.local"),
    ],
)
def test_addresses_as_people_type_them(typed, read):
    assert clean_address(typed) == read


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ftp://10.0.0.1",
        "http://10.0.0.1/e/cup",
        "10.0.0.1:99999",
        "10.0.0.1:x",
        "http://a b",
        "//",
        "a@10.0.0.1",
    ],
)
def test_what_is_no_address(typed):
    assert refusal(clean_address, typed).code == "NO_ADDRESS"


@pytest.mark.parametrize("typed", ["localhost:8000", "127.0.0.1", "http://127.1.2.3:8000", "cup.localhost"])
def test_a_machine_for_itself_is_no_address_for_phones(typed):
    assert refusal(clean_address, typed).code == "ADDRESS_IS_LOOPBACK"


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://127.0.0.1:8000", "loopback"),
        ("http://localhost:8000", "loopback"),
        ("http://[::1]:8000", "loopback"),
        ("http://192.168.1.20:8000", ""),
        ("http://192.168.1.21:8000", "moved"),
        ("http://10.0.0.5", "moved"),
        ("https://cup.example.org", ""),
        ("http://8.8.8.8", ""),
    ],
)
def test_why_a_phone_would_not_get_there(address, why):
    assert unreachable_reason(address, ["192.168.1.20"]) == why


def test_the_code_of_a_wifi():
    assert wifi_qr_text("Store", "pikachu25") == "WIFI:T:WPA;S:Store;P:pikachu25;;"
    assert wifi_qr_text("Store", "") == "WIFI:T:nopass;S:Store;;"
    assert wifi_qr_text('A;B:"C"', "x\\y,z") == 'WIFI:T:WPA;S:A\\;B\\:\\"C\\";P:x\\\\y\\,z;;'
