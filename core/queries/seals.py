"""Seals of the journal in the engine's form, and their verification."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Model, Q, QuerySet

from core import hooks
from core.engine import seals as engine
from core.engine.journal.kinds import closing, line_fact
from core.engine.labels import label_of
from core.engine.snapshots.keys import visit
from core.models import JournalEvent, JournalSeal, SealRecord
from core.models.journal import Home
from core.stamps.scopes import remembered_of

OF_LINES = ("changed", "removed", "added")
LINES = label_of(JournalEvent)

LINE = ("pk", "tournament_id", "division_id", "kind", "at", "by_id", "undoes_id", "facts")


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of verifying a journal.

    `checked` lines are sealed, `open` ones are newer than the last seal; `faults` in order, empty if everything
    matches.
    """

    seals: int
    checked: int
    open: int
    last: JournalSeal | None
    faults: Sequence[engine.Found]


def _seals(home: Home) -> QuerySet[JournalSeal]:
    return JournalSeal.objects.filter(tournament=home)


def origins(home: Home) -> list[engine.Origin]:
    """Where the lines of a restored journal are from, by number. One query."""
    return [origin for find in hooks.journal_origins for origin in find(home)]


def latest(home: Home) -> JournalSeal | None:
    """The latest seal, without the digests of its lines. Cached per process."""
    rows = _seals(home).defer("lines").order_by("number")
    return remembered_of(home, "seal", rows.last)


def newest_digest(home: Home) -> str:
    """The latest digest as printed, "3f2a 90c1 77de 0b48"; "" without one. One query."""
    found = _seals(home).order_by("-number").values_list("digest", flat=True).first()
    return engine.short(found) if found else ""


def newest(home: Home, limit: int) -> list[JournalSeal]:
    """The latest seals, newest first."""
    return list(_seals(home).defer("lines").select_related("tournament").order_by("-number")[:limit])


def lines(
    home: Home, *, after: int | None = None, upto: int | None = None, late: Collection[int] = ()
) -> Iterator[engine.Line]:
    """The lines of a journal after a key, plus those with keys in `late`, none past `upto`; in order."""
    rows = JournalEvent.objects.filter(tournament=home)
    if after is not None:
        rows = rows.filter(Q(pk__gt=after) | Q(pk__in=late)) if late else rows.filter(pk__gt=after)
    if upto is not None:
        rows = rows.filter(pk__lte=upto)
    return (engine.Line(*row) for row in rows.order_by("pk").values_list(*LINE).iterator(2000))


def late_keys(home: Home, at: datetime) -> set[int]:
    """The gaps of the seals of the last minutes that no later seal covers."""
    there = max((origin.seals for origin in origins(home)), default=0)
    recent = _seals(home).filter(at__gte=at - engine.SETTLES, number__gt=there).order_by("number")
    read = [_read(row) for row in recent]
    covered = {key for one in read for key, _digest in one.lines}
    return engine.late_keys(read, at) - covered


def verify(home: Home, *, now: datetime) -> Verified:
    """Verify every line against its seal, and the tables of all rooms against the lines.

    A line that closes is sealed at once, so an unsealed one means a missing seal. Restored lines are verified by
    the seals of their origin, with the original keys of what the journal is of, the lines and the rows they name.
    """
    rows = list(_seals(home).order_by("number"))
    seals = [_read(row) for row in rows]
    open_lines = list(lines(home))
    total, after = len(open_lines), 0
    faults = [one for notes in hooks.deletion_notes for one in notes(home)]
    before: engine.Seal | None = None
    for origin in origins(home):
        own = [there(seal, origin) for seal in seals if after < seal.number <= origin.seals]
        if own:
            faults += _held(own, [line for line in open_lines if line.id <= origin.line], origin, before)
            open_lines, before, after = _not_in(own, open_lines, origin), own[-1], own[-1].number
    rest = [seal for seal in seals if seal.number > after]
    faults += engine.faults(rest, open_lines, now=now, before=before)
    unsealed = _not_in(rest, open_lines, None)
    faults += [engine.Found("unsealed", line.id) for line in unsealed if line.kind in closing()]
    faults += _missing_last(home, seals)
    faults += [one for check in hooks.journal_checks for one in check(home)]
    if any(one.fault == "never_sealed" for one in faults):
        faults = [one for one in faults if one.fault != "unsealed"]
    return Verified(len(rows), total - len(unsealed), len(unsealed), rows[-1] if rows else None, faults)


def _missing_last(home: Home, seals: Sequence[engine.Seal]) -> list[engine.Found]:
    """The newest seals that are missing according to the `SealRecord`."""
    record = SealRecord.objects.filter(tournament=home).first()
    if record is None:
        return []
    newest = max((seal.number for seal in seals), default=0)
    digests = {seal.number: seal.digest for seal in seals}
    if digests.get(record.number, record.digest) != record.digest:
        return [engine.Found("seal_changed", record.number)]
    return [engine.Found("seal_removed", number) for number in range(newest + 1, record.number + 1)]


def covered_there(home: Home) -> set[int]:
    """The current keys of lines that a seal from before a restore covers."""
    left, after = list(lines(home)), 0
    every = {line.id for line in left}
    seals = [_read(row) for row in _seals(home).order_by("number")]
    for origin in origins(home):
        own = [there(seal, origin) for seal in seals if after < seal.number <= origin.seals]
        left, after = _not_in(own, left, origin), max(after, origin.seals)
    return every - {line.id for line in left}


def there(seal: engine.Seal, origin: engine.Origin) -> engine.Seal:
    """A seal with its original keys."""
    by = None if seal.by is None else origin.backwards.key(_model(JournalSeal, "by"), seal.by)
    return replace(seal, home=origin.home, by=by)


def line_there(line: engine.Line, origin: engine.Origin) -> engine.Line:
    """A line with its original keys."""
    backwards = origin.backwards

    def key(field: str, now: int | None) -> int | None:
        return None if now is None else backwards.key(_model(JournalEvent, field), now)

    return replace(
        line,
        id=backwards.key(LINES, line.id),
        home=origin.home,
        part=key("division", line.part),
        by=key("by", line.by),
        undoes=key("undoes", line.undoes),
        facts=visit(line.facts, line_fact(line.kind, line.facts).keys, backwards.key),
    )


def _model(model: type[Model], field: str) -> str:
    """The stored name of the model that a foreign key refers to."""
    return label_of(model._meta.get_field(field).related_model)


def _held(
    seals: Sequence[engine.Seal],
    restored: Sequence[engine.Line],
    origin: engine.Origin,
    before: engine.Seal | None,
) -> list[engine.Found]:
    """The mismatches of restored lines, by their current keys if they have one."""
    was = {line.id: line_there(line, origin) for line in restored}
    now_of = {line.id: now for now, line in was.items()}
    faults = engine.faults(seals, was.values(), now=origin.taken_at, before=before)
    return [
        replace(fault, number=now_of.get(fault.number, fault.number)) if fault.fault in OF_LINES else fault
        for fault in faults
    ]


def _not_in(
    seals: Sequence[engine.Seal], some: Sequence[engine.Line], origin: engine.Origin | None
) -> list[engine.Line]:
    sealed = {key for one in seals for key, _digest in one.lines}
    if origin is None:
        return [line for line in some if line.id not in sealed]
    backwards = origin.backwards
    return [line for line in some if line.id > origin.line or backwards.key(LINES, line.id) not in sealed]


def of_digest(home: Home, typed: str) -> JournalSeal | None:
    """The seal whose digest was typed from paper, whole or at least its first 16 digits; None if there is none."""
    return next((row for row in _seals(home).defer("lines") if engine.is_of(typed, row.digest)), None)


def written(pairs: Sequence[tuple[int, str]]) -> str:
    """Keys and digests in the stored form of a seal."""
    return "\n".join(f"{key} {digest}" for key, digest in pairs)


def _read(row: JournalSeal) -> engine.Seal:
    pairs = (line.partition(" ") for line in row.lines.splitlines())
    return engine.Seal(
        home=row.tournament_id,
        number=row.number,
        upto=row.upto,
        previous=row.previous,
        at=row.at,
        by=row.by_id,
        why=row.why,
        lines=[(int(key), digest) for key, _space, digest in pairs if key.isdecimal()],
        gaps=row.gaps,
        digest=row.digest,
    )
