"""Collector numbers as cards, lists and data write them: SM30, 30, 030, TG05, 12/108."""

import re

_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_PREFIXED = re.compile(r"^(?P<prefix>[A-Z]+)(?P<bare>\d+[A-Z]?)$")
_PARTS = re.compile(r"(\d+)")


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
