"""Checking in by code: what is scanned at the door, and the code of the hall with which players check themselves in."""

import hashlib
import hmac
import random
import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters of a code of the hall, without those that look like digits."""

LENGTH = 5

PASS_DIGITS = 18
"""60 bits, so that nobody can guess the pass of another player."""

MAX_SCAN_LENGTH = 300
"""Characters of the longest text that is read."""

PERSONAL_LINK = re.compile(r"/(?:my|l)/([A-Za-z0-9_-]{24})(?![A-Za-z0-9_-])")
REGISTRATION = re.compile(r"/r/([A-Za-z0-9_-]{24})(?![A-Za-z0-9_-])")
PASS = re.compile(rf"IN(\d{{1,10}})X(\d{{{PASS_DIGITS}}})", re.IGNORECASE)
PLAYER_ID = re.compile(r"\d{1,20}")


class ScanKind(StrEnum):
    """What a scanned text is."""

    LINK = "link"
    REGISTRATION = "registration"
    PASS = "pass"  # noqa: S105 - a kind of code, not a password
    PLAYER_ID = "player_id"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Scan:
    """A scanned text. `value` is the token of a link, the digits of a pass or a Player ID; `entry` that of a pass."""

    kind: ScanKind
    value: str = ""
    entry: int = 0


class Phase(StrEnum):
    """Where an event is in the period in which players check themselves in."""

    OFF = "off"
    BEFORE = "before"
    OPEN = "open"
    OVER = "over"


def read_scan(text: str) -> Scan:
    """Return what a scanner or a keyboard typed: a personal link, the link of a registration, a pass or a Player ID."""
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


def pass_digits(entry: int, token: str) -> str:
    """Return the secret digits in the pass of an entry. A new personal link `token` ends the old pass."""
    digest = hmac.digest(token.encode(), f"check-in {entry}".encode(), hashlib.sha256)
    return f"{int.from_bytes(digest[:16]) % 10**PASS_DIGITS:0{PASS_DIGITS}d}"


def pass_text(entry: int, token: str) -> str:
    """Return the text of a player's pass. It checks the player in and opens no page, unlike the personal link.

    It has no characters that a scanner types differently on another keyboard.
    """
    return f"IN{entry}X{pass_digits(entry, token)}"


def is_genuine_pass(scan: Scan, token: str) -> bool:
    """Return whether a pass belongs to its entry, whose personal link has this token."""
    return hmac.compare_digest(scan.value, pass_digits(scan.entry, token))


def hall_code(seed: int) -> str:
    """Return the code of the hall that a seed stands for, such as "KRTAB"."""
    choose = random.Random(seed)
    return "".join(choose.choice(LETTERS) for _ in range(LENGTH))


def is_hall_code(text: str, seed: int) -> bool:
    """Return whether a player typed the code. Case and spaces do not matter."""
    typed = "".join(text.split()).upper()
    return hmac.compare_digest(typed.encode(), hall_code(seed).encode())


def phase_at(*, is_on: bool, opens_at: datetime | None, closes_at: datetime | None, now: datetime) -> Phase:
    """Return the phase at `now`. A time that is None is no limit."""
    if not is_on:
        return Phase.OFF
    if opens_at is not None and now < opens_at:
        return Phase.BEFORE
    if closes_at is not None and now >= closes_at:
        return Phase.OVER
    return Phase.OPEN
