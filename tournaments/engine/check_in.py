"""Check-in by code: scans at the door, and the hall code with which players check themselves in."""

import hashlib
import hmac
import random
import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of a hall code, without those that look like digits."""

LENGTH = 5

PASS_DIGITS = 18
"""60 bits, so that the pass of another player cannot be guessed."""

MAX_SCAN_LENGTH = 300
"""The most characters of a scan that are read."""

PERSONAL_LINK = re.compile(r"/(?:my|l)/([A-Za-z0-9_-]{24})(?![A-Za-z0-9_-])")
REGISTRATION = re.compile(r"/r/([A-Za-z0-9_-]{24})(?![A-Za-z0-9_-])")
PASS = re.compile(rf"IN(\d{{1,10}})X(\d{{{PASS_DIGITS}}})", re.IGNORECASE)
PLAYER_ID = re.compile(r"\d{1,20}")


class ScanKind(StrEnum):
    """The kinds of scanned text."""

    LINK = "link"
    REGISTRATION = "registration"
    PASS = "pass"  # noqa: S105 - a kind of code, not a password
    PLAYER_ID = "player_id"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Scan:
    """A scanned text: its `value` (a link's token, a pass's digits or a Player ID), and the `entry` of a pass."""

    kind: ScanKind
    value: str = ""
    entry: int = 0


class Phase(StrEnum):
    """The phases of self check-in."""

    OFF = "off"
    BEFORE = "before"
    OPEN = "open"
    OVER = "over"


def read_scan(text: str) -> Scan:
    """Parse scanned or typed text: a personal link, a registration's link, a pass or a Player ID.

    Any other text has the kind OTHER.
    """
    text = text.strip()[:MAX_SCAN_LENGTH]
    if match := PASS.fullmatch(text):
        return Scan(ScanKind.PASS, match[2], int(match[1]))
    if match := PERSONAL_LINK.search(text):
        return Scan(ScanKind.LINK, match[1])
    if match := REGISTRATION.search(text):
        return Scan(ScanKind.REGISTRATION, match[1])
    if PLAYER_ID.fullmatch(text):
        return Scan(ScanKind.PLAYER_ID, text)
    return Scan(ScanKind.OTHER)


def secret_digits_of_pass(entry: int, token: str) -> str:
    """Return the secret digits of an entry's pass.

    They depend on the `token` of its personal link, so a renewed link invalidates the old pass.
    """
    digest = hmac.digest(token.encode(), f"check-in {entry}".encode(), hashlib.sha256)
    return f"{int.from_bytes(digest[:16]) % 10**PASS_DIGITS:0{PASS_DIGITS}d}"


def check_in_pass_text(entry: int, token: str) -> str:
    """Return the text of a player's pass, which only checks the player in; unlike the personal link it opens no page.

    It uses only characters that scanners type correctly with any keyboard layout.
    """
    return f"IN{entry}X{secret_digits_of_pass(entry, token)}"


def is_genuine_pass(scan: Scan, token: str) -> bool:
    """Return whether a scanned pass is genuine, given the token of its entry's personal link."""
    return hmac.compare_digest(scan.value, secret_digits_of_pass(scan.entry, token))


def hall_code(seed: int) -> str:
    """Return the hall code for a seed, such as "KRTAB"."""
    choose = random.Random(seed)
    return "".join(choose.choice(LETTERS) for _ in range(LENGTH))


def is_hall_code(text: str, seed: int) -> bool:
    """Return whether a player typed the hall code. Case and spaces do not matter."""
    typed = "".join(text.split()).upper()
    return hmac.compare_digest(typed.encode(), hall_code(seed).encode())


def self_check_in_phase(
    *, is_on: bool, opens_at: datetime | None, closes_at: datetime | None, now: datetime
) -> Phase:
    """Return the phase at `now`. None for a time means no limit."""
    if not is_on:
        return Phase.OFF
    if opens_at is not None and now < opens_at:
        return Phase.BEFORE
    if closes_at is not None and now >= closes_at:
        return Phase.OVER
    return Phase.OPEN
