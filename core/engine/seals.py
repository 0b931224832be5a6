"""The arithmetic of a sealed journal: the digest of a line, of a seal, and what does not agree with them.

A seal lists the digest of each line since the one before it and carries the digest of that one, so that no line can
be changed, removed or added without one of them ceasing to agree. Names and what people typed are in no digest.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, Literal

from core.engine.journal.facts import sealed_part
from core.engine.journal.kinds import line_fact

SETTLES = timedelta(minutes=10)
"""How long after a seal a transaction that had begun before it may still write its line."""

MOST_KEY = 2**63 - 1

Fault = Literal[
    "changed",
    "removed",
    "added",
    "seal_changed",
    "seal_removed",
    "deletion",
    "unsealed",
    "round_not_in_journal",
    "round_not_in_table",
    "result_differs",
    "result_not_in_journal",
    "result_not_in_table",
    "players_differ",
    "byes_differ",
    "never_sealed",
]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the journal, by keys: event, division, account, and the line it undoes."""

    id: int
    event: int | None
    division: int | None
    kind: str
    at: datetime
    by: int | None
    undoes: int | None
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seal:
    """The seal `number` of an event, from 1; `lines`: the key and the digest of each line it covers, in order.

    `upto` is the highest key it knew of. `gaps`: lower keys which no line had yet, because its transaction was still
    running or because it never came to be. `digest` is as stored; `seal_digest` says what it should be.
    """

    event: int
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
    """One thing that does not agree: a line by its key, a seal by its number, the note of a deletion by its key, a
    round by its number, with the table of a result and the line that says otherwise; of `never_sealed` how many
    rounds are closed.
    """

    fault: Fault
    number: int
    table: int = 0
    line: int = 0


def line_digest(line: Line) -> str:
    """SHA-256 over a line without names, in hexadecimal."""
    return _digest(
        {
            "id": line.id,
            "event": line.event,
            "division": line.division,
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
            "event": seal.event,
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
    """Whether what somebody typed from paper is this digest, whole or its first 16 digits."""
    plain = "".join(typed.split()).lower()
    return len(plain) >= 16 and digest.startswith(plain)


def late_keys(seals: Sequence[Seal], at: datetime) -> set[int]:
    """The keys that lines may still have which are lower than the newest seal: gaps of the last few minutes."""
    return {key for seal in seals if seal.at >= at - SETTLES for key in seal.gaps}


def require_gaps(gaps: Iterable[Any]) -> None:
    """ValueError or TypeError where these cannot be the gaps of a seal."""
    if not all(type(key) is int and 0 < key <= MOST_KEY for key in gaps):
        raise ValueError


def require_pairs(text: str) -> None:
    """ValueError where this cannot be what a seal keeps of its lines."""
    if any(int(line.partition(" ")[0]) > MOST_KEY for line in text.splitlines()):
        raise ValueError


def faults(
    seals: Sequence[Seal], lines: Iterable[Line], *, now: datetime, before: Seal | None = None
) -> list[Found]:
    """Where the journal of an event does not agree with its seals; first the lines by their order, then the seals.

    `seals` in order, `lines` all of the event in order. What is newer than the last seal is not judged. `before` is the
    seal that the first one follows, where these are not all.
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
    """The seals that were changed, and the numbers missing between them."""
    found = [Found("seal_changed", seal.number) for seal in seals if seal_digest(seal) != seal.digest]
    known = {one.number for one in found}
    for before, seal in pairwise([start or _before_the_first(seals), *seals] if seals else []):
        if seal.number != before.number + 1:
            found.append(Found("seal_removed", before.number + 1))
        elif seal.previous != before.digest and not known & {seal.number, before.number}:
            found.append(Found("seal_changed", before.number or seal.number))
    return sorted(found, key=lambda one: one.number)


def _before_the_first(seals: Sequence[Seal]) -> Seal:
    return Seal(seals[0].event, 0, 0, "", seals[0].at, None, "", (), ())


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def _digest(value: object) -> str:
    return hashlib.sha256(_canonical(value).encode()).hexdigest()
