"""Collector numbers as cards, lists and data write them: SM30, 30, 030, TG05, 12/108."""

import re

_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_PREFIXED = re.compile(r"^(?P<prefix>[A-Z]+)(?P<bare>\d+[A-Z]?)$")
_PARTS = re.compile(r"(\d+)")
_PROMO_NUMBER = re.compile(r"^[A-Z]+0*(?P<bare>\d+[a-z]?)$")
_PART_NUMBER = re.compile(r"^(?P<part>TG|GG|RC)0*(?P<bare>\d+)$")


def plain(number: str) -> str:
    """One spelling of a collector number: no total, no leading zeros, capitals ("tg05/30" is "TG5")."""
    return _ZEROS.sub("", number.split("/")[0].strip().lstrip("#").upper())


def bare(number: str) -> str:
    """The number without the letters before it ("SM30" is "30"); "" where there are none."""
    found = _PREFIXED.match(plain(number))
    return found["bare"] if found else ""


def order(number: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts numbers as a binder does: 2 before 10, 75 before 75a, figures before letters."""
    parts = [part for part in _PARTS.split(plain(number)) if part]
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)


def card_number(code: str, number: str) -> str:
    """Set and number as TCG Live writes them: PR-SM 30, LOR-TG 24, and ex7-53 for a set that never had a code."""
    if code.islower() or code[:1].isdigit():
        return f"{code}-{number}"
    if code.startswith("PR-") and (found := _PROMO_NUMBER.match(number)):
        return f"{code} {found['bare']}"
    if found := _PART_NUMBER.match(number):
        part = f"-{found['part']}"
        return f"{code.removesuffix(part)}{part} {found['bare']}"
    return f"{code} {number}"
