"""What a scanner reads, passes, the code of the hall, and the period of self check-in."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.engine import check_in
from tournaments.engine.check_in import Phase, Scan, ScanKind, read_scan

TOKEN = "AbCd_fGhIjKlMn-pQrStUvWx"
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "scan"),
    [
        (f"https://cup.example.org/my/{TOKEN}", Scan(ScanKind.LINK, TOKEN)),
        (f" http://192.168.1.20:8000/stadium/l/{TOKEN}\n", Scan(ScanKind.LINK, TOKEN)),
        (f"https://cup.example.org/my/{TOKEN}/arrive", Scan(ScanKind.LINK, TOKEN)),
        (f"https://cup.example.org/r/{TOKEN}", Scan(ScanKind.REGISTRATION, TOKEN)),
        ("in12x000000000000000007", Scan(ScanKind.PASS, "000000000000000007", 12)),
        ("1000001", Scan(ScanKind.PLAYER_ID, "1000001")),
        (f"https://cup.example.org/my/{TOKEN}x", Scan(ScanKind.OTHER)),
        ("https://example.org", Scan(ScanKind.OTHER)),
        ("٣٤٥x", Scan(ScanKind.OTHER)),
        ("", Scan(ScanKind.OTHER)),
        ("9" * 5000, Scan(ScanKind.OTHER)),
    ],
)
def test_a_scanned_text_is_read(text: str, scan: Scan) -> None:
    assert read_scan(text) == scan


def test_a_pass_belongs_to_one_entry_and_one_link() -> None:
    scan = read_scan(check_in.check_in_pass_text(12, TOKEN))
    assert (scan.kind, scan.entry) == (ScanKind.PASS, 12)
    assert TOKEN not in check_in.check_in_pass_text(12, TOKEN)
    assert check_in.is_genuine_pass(scan, TOKEN)
    assert not check_in.is_genuine_pass(scan, TOKEN[::-1])
    assert not check_in.is_genuine_pass(Scan(ScanKind.PASS, scan.value, 13), TOKEN)


def test_the_code_of_the_hall_follows_from_its_seed() -> None:
    code = check_in.hall_code(7)
    assert code == check_in.hall_code(7) != check_in.hall_code(8)
    assert len(code) == check_in.LENGTH
    assert check_in.is_hall_code(f" {code[:2].lower()} {code[2:]} ", 7)
    assert not check_in.is_hall_code("", 7)
    assert not check_in.is_hall_code("ÄÖÜßß", 7)


@pytest.mark.parametrize(
    ("is_on", "from_minutes", "until_minutes", "phase"),
    [
        (False, -60, 60, Phase.OFF),
        (True, 1, 60, Phase.BEFORE),
        (True, 0, 60, Phase.OPEN),
        (True, -60, 0, Phase.OVER),
        (True, None, None, Phase.OPEN),
    ],
)
def test_phases_of_self_check_in(
    is_on: bool, from_minutes: int | None, until_minutes: int | None, phase: Phase
) -> None:
    opens_at, closes_at = (
        None if minutes is None else NOON + timedelta(minutes=minutes)
        for minutes in (from_minutes, until_minutes)
    )
    assert (
        check_in.self_check_in_phase(is_on=is_on, opens_at=opens_at, closes_at=closes_at, now=NOON) == phase
    )
