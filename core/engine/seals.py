"""Journal seals: computing digests of lines and seals, and finding lines and seals that do not match.

A seal lists the digest of each line since the previous seal and includes that seal's digest, which reveals changed,
removed and added lines. Digests contain neither names nor typed text.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from core.engine.journal.facts import sealed_part
from core.engine.journal.kinds import fact_types_of_line
from core.engine.snapshots.keys import OriginalKeys

SETTLES = timedelta(minutes=10)
"""The time after a seal in which an earlier transaction may still write its line."""

MAX_KEY = 2**63 - 1
"""The highest key that a database can store."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the journal. Home, part, account (`by`) and the line it undoes are keys."""

    id: int
    home: int | None
    part: int | None
    kind: str
    at: datetime
    by: int | None
    undoes: int | None
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seal:
    """Seal `number` of a journal, counted from 1. `lines` holds key and digest of each covered line, in order.

    `upto` is the highest key when it was sealed. `gaps` are lower keys without a line, whose transactions were still
    running or rolled back. `digest` is the stored digest; `seal_digest` computes the correct one.
    """

    home: int
    number: int
    upto: int
    previous: str
    at: datetime
    by: int | None
    why: str
    lines: Sequence[tuple[int, str]]
    gaps: Collection[int]
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A mismatch in the journal.

    `number` is the key of a line, the number of a seal, or a number chosen by an app's check. In the last case,
    `table` and `line` identify a table and the line that contradicts it. `fault` is a code of
    `words.seal_words.FAULTS`.
    """

    fault: str
    number: int
    table: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class JournalOrigin:
    """Where the oldest lines and seals of a restored journal come from.

    `home` is its original key, `seals` the number of its last original seal, and `line` the current key of its
    last original line. If `trusted`, steps up to that line can be undone. `backwards` maps current keys to
    original ones.
    """

    home: int
    seals: int
    line: int
    taken_at: datetime
    trusted: bool
    backwards: OriginalKeys


def line_digest(line: Line) -> str:
    """Return the SHA-256 of a line without names, in hexadecimal."""
    return _digest(
        {
            "id": line.id,
            "event": line.home,
            "division": line.part,
            "kind": line.kind,
            "at": _utc_text(line.at),
            "by": line.by,
            "undoes": line.undoes,
            "facts": sealed_part(line.facts, fact_types_of_line(line.kind, line.facts)),
        }
    )


def seal_digest(seal: Seal) -> str:
    """Return the SHA-256 of a seal, the lines it covers and the digest of the seal before it, in hexadecimal."""
    return _digest(
        {
            "event": seal.home,
            "number": seal.number,
            "upto": seal.upto,
            "previous": seal.previous,
            "at": _utc_text(seal.at),
            "by": seal.by,
            "why": seal.why,
            "lines": [list(pair) for pair in seal.lines],
            "gaps": sorted(seal.gaps),
        }
    )


def short_digest(digest: str, *, digits: int = 16) -> str:
    """Return the first digits in groups of four, as people compare them: "3f2a 90c1 77de 0b48"."""
    return " ".join(digest[start : start + 4] for start in range(0, digits, 4))


def is_text_of_digest(typed: str, digest: str) -> bool:
    """Return whether the text typed from paper is this digest or at least its first 16 digits."""
    plain = "".join(typed.split()).lower()
    return len(plain) >= 16 and digest.startswith(plain)


def late_line_keys(seals: Sequence[Seal], at: datetime) -> set[int]:
    """Return the unused keys below the latest seal that transactions still running may write.

    These are the gaps in the seals of the last few minutes.
    """
    return {key for seal in seals if seal.at >= at - SETTLES for key in seal.gaps}


def require_seal_gaps(gaps: Iterable[Any]) -> None:
    """Raise ValueError or TypeError unless these can be the gaps of a seal."""
    if not all(type(key) is int and 0 < key <= MAX_KEY for key in gaps):
        raise ValueError


def require_seal_lines(text: str) -> None:
    """Raise ValueError unless these can be the stored lines of a seal.

    Each line of the text must begin with a key that a database can store.
    """
    if any(int(line.partition(" ")[0]) > MAX_KEY for line in text.splitlines()):
        raise ValueError


def find_mismatches(
    seals: Sequence[Seal], lines: Iterable[Line], *, now: datetime, before: Seal | None = None
) -> list[Mismatch]:
    """Return the mismatches between a journal and its seals: first of lines in order, then of seals in order.

    `seals` are in order, and `lines` are all lines of the journal in order. Lines after the last seal are not
    checked. `before` is the seal preceding the first of `seals`, if there is one.
    """
    sealed_digests = dict(pair for seal in seals for pair in seal.lines)
    upto, late = (seals[-1].upto if seals else 0), late_line_keys(seals, now)
    mismatches, keys = [], set()
    for line in lines:
        keys.add(line.id)
        if line.id in sealed_digests:
            if line_digest(line) != sealed_digests[line.id]:
                mismatches.append(Mismatch("changed", line.id))
        elif line.id <= upto and line.id not in late:
            mismatches.append(Mismatch("added", line.id))
    mismatches += [Mismatch("removed", key) for key in sealed_digests.keys() - keys]
    return sorted(mismatches, key=lambda mismatch: mismatch.number) + _seal_faults(seals, before)


def _seal_faults(seals: Sequence[Seal], preceding: Seal | None) -> list[Mismatch]:
    """Return a mismatch for each seal that was changed and for each gap in the numbers of the seals.

    `preceding` is the seal before the first of `seals`, if there is one.
    """
    if not seals:
        return []
    faults = [Mismatch("seal_changed", seal.number) for seal in seals if seal_digest(seal) != seal.digest]
    changed = {fault.number for fault in faults}
    before_first = Seal(seals[0].home, 0, 0, "", seals[0].at, None, "", (), ())
    for previous, seal in pairwise([preceding or before_first, *seals]):
        if seal.number != previous.number + 1:
            faults.append(Mismatch("seal_removed", previous.number + 1))
        elif seal.previous != previous.digest and not changed & {seal.number, previous.number}:
            faults.append(Mismatch("seal_changed", previous.number or seal.number))
    return sorted(faults, key=lambda fault: fault.number)


def _utc_text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def _digest(value: object) -> str:
    return hashlib.sha256(_canonical(value).encode()).hexdigest()
