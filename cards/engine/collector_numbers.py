"""Collector numbers as written on cards, in lists and in data: SM30, 30, 030, TG05, 12/108."""

import re

_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_PREFIXED = re.compile(r"^(?P<prefix>[A-Z]+)(?P<bare>\d+[A-Z]?)$")
_PARTS = re.compile(r"(\d+)")
_PROMO_NUMBER = re.compile(r"^[A-Z]+0*(?P<bare>\d+[a-z]?)$")
_PART_NUMBER = re.compile(r"^(?P<part>TG|GG|RC)0*(?P<bare>\d+)$")


def plain_collector_number(number: str) -> str:
    """Normalize a collector number: no total, no leading zeros, in capitals ("tg05/30" → "TG5")."""
    return _ZEROS.sub("", number.split("/")[0].strip().lstrip("#").upper())


def collector_number_without_letters(number: str) -> str:
    """Return a number without its leading letters ("SM30" → "30"), or "" if it has none."""
    match = _PREFIXED.match(plain_collector_number(number))
    return match["bare"] if match else ""


def binder_order(number: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key for binder order: 2 before 10, 75 before 75a, digits before letters."""
    parts = [part for part in _PARTS.split(plain_collector_number(number)) if part]
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)


def format_card_number(code: str, number: str) -> str:
    """Format set and number as in TCG Live: PR-SM 30, LOR-TG 24, and ex7-53 for a set without a code."""
    if code.islower() or code[:1].isdigit():
        return f"{code}-{number}"
    if code.startswith("PR-") and (match := _PROMO_NUMBER.match(number)):
        return f"{code} {match['bare']}"
    if match := _PART_NUMBER.match(number):
        subset = f"-{match['part']}"
        return f"{code.removesuffix(subset)}{subset} {match['bare']}"
    return f"{code} {number}"


def promo_number(number: str) -> int:
    """Return the number of a promo within its series: 36 for XY36, 158 for SM158a, 0 without digits."""
    digits = re.search(r"\d+", number)
    return int(digits.group()) if digits else 0
