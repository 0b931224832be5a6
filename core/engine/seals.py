"""Journal seals: digests of lines and seals, and finding what does not match them.

A seal lists the digest of each line since the previous seal and includes that seal's digest, so a changed, removed or
added line shows. Names and typed text are in no digest.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from core.engine.journal.facts import sealed_part
from core.engine.journal.kinds import line_fact
from core.engine.snapshots.keys import Backwards

SETTLES = timedelta(minutes=10)
"""How long after a seal a transaction that began before it may still write its line."""

MOST_KEY = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the journal, by keys: what the journal is of, the part, the account, and the line it undoes."""

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
    """Seal `number` of a journal, from 1; `lines`: key and digest of each covered line, in order.

    `upto` is the highest key at that time. `gaps`: lower keys without a line, because its transaction was still running
    or rolled back. `digest` is as stored; `seal_digest` computes what it should be.
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
class Found:
    """One mismatch: of a line by its key, of a seal by its number, or one that a check of a room finds, by a number of
    its own, a table, and the line that contradicts it. `fault` is a code of `words.seal_words.FAULTS`.
    """

    fault: str
    number: int
    table: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the oldest lines and seals of a restored journal are from.

    `home`: the original key of what the journal is of; `seals`: the number of its last original seal; `line`: the
    current key of its last original line. `trusted`: steps up to that line can be undone.
    """

    home: int
    seals: int
    line: int
    taken_at: datetime
    trusted: bool
    backwards: Backwards


def line_digest(line: Line) -> str:
    """SHA-256 over a line without names, in hexadecimal."""
    return _digest(
        {
            "id": line.id,
            "event": line.home,
            "division": line.part,
            "kind": line.kind,
            "at": _time(line.at),
            "by": line.by,
            "undoes": line.undoes,
            "facts": sealed_part(line.facts, line_fact(line.kind, line.facts)),
        }
    )


def seal_digest(seal: Seal) -> str:
    """SHA-256 over a seal, the lines it covers and the digest of the seal before it, in hexadecimal."""
    return _digest(
        {
            "event": seal.home,
            "number": seal.number,
            "upto": seal.upto,
            "previous": seal.previous,
            "at": _time(seal.at),
            "by": seal.by,
            "why": seal.why,
            "lines": [list(one) for one in seal.lines],
            "gaps": sorted(seal.gaps),
        }
    )


def short(digest: str, *, digits: int = 16) -> str:
    """The first digits in groups of four, as people compare them: "3f2a 90c1 77de 0b48"."""
    return " ".join(digest[at : at + 4] for at in range(0, digits, 4))


def is_of(typed: str, digest: str) -> bool:
    """Whether the text typed from paper is this digest, whole or at least its first 16 digits."""
    plain = "".join(typed.split()).lower()
    return len(plain) >= 16 and digest.startswith(plain)


def late_keys(seals: Sequence[Seal], at: datetime) -> set[int]:
    """The keys below the latest seal that lines may still get: gaps of the last few minutes."""
    return {key for seal in seals if seal.at >= at - SETTLES for key in seal.gaps}


def require_gaps(gaps: Iterable[Any]) -> None:
    """ValueError or TypeError unless these can be the gaps of a seal."""
    if not all(type(key) is int and 0 < key <= MOST_KEY for key in gaps):
        raise ValueError


def require_pairs(text: str) -> None:
    """ValueError unless this can be the stored lines of a seal."""
    if any(int(line.partition(" ")[0]) > MOST_KEY for line in text.splitlines()):
        raise ValueError


def faults(
    seals: Sequence[Seal], lines: Iterable[Line], *, now: datetime, before: Seal | None = None
) -> list[Found]:
    """Where a journal does not match its seals: first lines in order, then seals.

    `seals` in order, `lines` all of the journal in order. What is newer than the last seal is not checked. `before` is
    the seal preceding the first one, if these are not all.
    """
    sealed = dict(pair for seal in seals for pair in seal.lines)
    upto, late = (seals[-1].upto if seals else 0), late_keys(seals, now)
    found, there = [], set()
    for line in lines:
        there.add(line.id)
        if line.id in sealed:
            if line_digest(line) != sealed[line.id]:
                found.append(Found("changed", line.id))
        elif line.id <= upto and line.id not in late:
            found.append(Found("added", line.id))
    found += [Found("removed", key) for key in sealed.keys() - there]
    return sorted(found, key=lambda one: one.number) + _broken(seals, before)


def _broken(seals: Sequence[Seal], start: Seal | None) -> list[Found]:
    """The changed seals, and the numbers missing between them."""
    if not seals:
        return []
    faults = [Found("seal_changed", seal.number) for seal in seals if seal_digest(seal) != seal.digest]
    changed = {fault.number for fault in faults}
    before_all = Seal(seals[0].home, 0, 0, "", seals[0].at, None, "", (), ())
    for before, seal in pairwise([start or before_all, *seals]):
        if seal.number != before.number + 1:
            faults.append(Found("seal_removed", before.number + 1))
        elif seal.previous != before.digest and not changed & {seal.number, before.number}:
            faults.append(Found("seal_changed", before.number or seal.number))
    return sorted(faults, key=lambda fault: fault.number)


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def _digest(value: object) -> str:
    return hashlib.sha256(_canonical(value).encode()).hexdigest()
