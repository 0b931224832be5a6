"""Reading seals of the journal in the form of the engine, and verifying them."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Model, Q, QuerySet

from core import hooks
from core.engine import seals as engine
from core.engine.journal.kinds import fact_types_of_line, kinds_sealing_journal
from core.engine.model_labels import stored_model_label
from core.engine.snapshots.keys import replace_row_keys
from core.models import JournalEvent, JournalSeal, SealRecord
from core.models.journal import Home
from core.stamps.scopes import cached_for_home

LINE_FAULTS = ("changed", "removed", "added")
"""The faults in which `number` is the key of a line."""

LINES = stored_model_label(JournalEvent)
"""The label of the model of journal lines."""

LINE = ("pk", "tournament_id", "division_id", "kind", "at", "by_id", "undoes_id", "facts")
"""The columns of a line, in the order of the fields of `engine.Line`."""


@dataclass(frozen=True, slots=True)
class JournalVerification:
    """The result of verifying a journal.

    `checked` is the number of sealed lines, and `open` the number of lines newer than the last seal. `faults` holds
    the mismatches in order, and is empty if everything matches.
    """

    seals: int
    checked: int
    open: int
    last: JournalSeal | None
    faults: Sequence[engine.Mismatch]


def _seals(home: Home) -> QuerySet[JournalSeal]:
    return JournalSeal.objects.filter(tournament=home.pk)


def journal_origins(home: Home | None) -> list[engine.JournalOrigin]:
    """Return the origins of the lines of a restored journal. Makes one query."""
    return [origin for find_origins in hooks.journal_origins for origin in find_origins(home)]


def latest_seal(home: Home) -> JournalSeal | None:
    """Return the latest seal without the digests of its lines. Cached per process."""
    seals_in_order = _seals(home).defer("lines").order_by("number")
    return cached_for_home(home, "seal", seals_in_order.last)


def newest_seal_digest(home: Home) -> str:
    """Return the latest digest as printed, such as "3f2a 90c1 77de 0b48", or "" if there is no seal.

    Makes one query.
    """
    digest = _seals(home).order_by("-number").values_list("digest", flat=True).first()
    return engine.short_digest(digest) if digest else ""


def newest_seals(home: Home, limit: int) -> list[JournalSeal]:
    """Return the latest seals, newest first."""
    return list(_seals(home).defer("lines").select_related("tournament").order_by("-number")[:limit])


def journal_lines(
    home: Home, *, after: int | None = None, upto: int | None = None, late: Collection[int] = ()
) -> Iterator[engine.Line]:
    """Yield in order the lines of a journal with keys greater than `after` or in `late`, up to `upto`."""
    rows = JournalEvent.objects.filter(tournament=home.pk)
    if after is not None:
        rows = rows.filter(Q(pk__gt=after) | Q(pk__in=late)) if late else rows.filter(pk__gt=after)
    if upto is not None:
        rows = rows.filter(pk__lte=upto)
    return (engine.Line(*row) for row in rows.order_by("pk").values_list(*LINE).iterator(2000))


def late_keys_of_journal(home: Home, at: datetime) -> set[int]:
    """Return the gaps in the seals of the last few minutes, except gaps that a later seal covers.

    Seals from before a restore are ignored.
    """
    last_restored = max((origin.seals for origin in journal_origins(home)), default=0)
    recent_seals = (
        _seals(home).filter(at__gte=at - engine.SETTLES, number__gt=last_restored).order_by("number")
    )
    seals = [_engine_seal(row) for row in recent_seals]
    covered = {key for seal in seals for key, _digest in seal.lines}
    return engine.late_line_keys(seals, at) - covered


def verify_journal(home: Home, *, now: datetime) -> JournalVerification:
    """Verify every line against its seal, and the tables of all apps against the lines.

    A closing line is sealed immediately, so an unsealed one means that a seal is missing; this is not reported if
    the journal was never sealed. Restored lines are verified against their original seals, using the original
    keys of the home, the lines and the rows that they refer to.
    """
    stored_seals = list(_seals(home).order_by("number"))
    seals = [_engine_seal(row) for row in stored_seals]
    open_lines = list(journal_lines(home))
    line_count, last_restored = len(open_lines), 0
    faults = [fault for notes in hooks.deletion_notes for fault in notes(home)]
    previous: engine.Seal | None = None
    for origin in journal_origins(home):
        origin_seals = [
            original_seal(seal, origin) for seal in seals if last_restored < seal.number <= origin.seals
        ]
        if origin_seals:
            faults += _restored_faults(
                origin_seals, [line for line in open_lines if line.id <= origin.line], origin, previous
            )
            open_lines, previous, last_restored = (
                _lines_not_in_seals(origin_seals, open_lines, origin),
                origin_seals[-1],
                origin_seals[-1].number,
            )
    newer_seals = [seal for seal in seals if seal.number > last_restored]
    faults += engine.find_mismatches(newer_seals, open_lines, now=now, before=previous)
    unsealed = _lines_not_in_seals(newer_seals, open_lines, None)
    faults += [
        engine.Mismatch("unsealed", line.id) for line in unsealed if line.kind in kinds_sealing_journal()
    ]
    faults += _record_mismatches(home, seals)
    faults += [fault for check in hooks.journal_checks for fault in check(home)]
    if any(fault.fault == "never_sealed" for fault in faults):
        faults = [fault for fault in faults if fault.fault != "unsealed"]
    return JournalVerification(
        len(stored_seals),
        line_count - len(unsealed),
        len(unsealed),
        stored_seals[-1] if stored_seals else None,
        faults,
    )


def _record_mismatches(home: Home, seals: Sequence[engine.Seal]) -> list[engine.Mismatch]:
    """Return the mismatches between the seals and the `SealRecord`.

    These are missing newest seals, or a different digest.
    """
    record = SealRecord.objects.filter(tournament=home.pk).first()
    if record is None:
        return []
    newest = max((seal.number for seal in seals), default=0)
    digests = {seal.number: seal.digest for seal in seals}
    if digests.get(record.number, record.digest) != record.digest:
        return [engine.Mismatch("seal_changed", record.number)]
    return [engine.Mismatch("seal_removed", number) for number in range(newest + 1, record.number + 1)]


def lines_sealed_before_restore(home: Home) -> set[int]:
    """Return the current keys of lines covered by seals from before a restore."""
    uncovered, last_restored = list(journal_lines(home)), 0
    all_keys = {line.id for line in uncovered}
    seals = [_engine_seal(row) for row in _seals(home).order_by("number")]
    for origin in journal_origins(home):
        origin_seals = [
            original_seal(seal, origin) for seal in seals if last_restored < seal.number <= origin.seals
        ]
        uncovered, last_restored = (
            _lines_not_in_seals(origin_seals, uncovered, origin),
            max(last_restored, origin.seals),
        )
    return all_keys - {line.id for line in uncovered}


def original_seal(seal: engine.Seal, origin: engine.JournalOrigin) -> engine.Seal:
    """Return a seal with its original keys."""
    by = None if seal.by is None else origin.backwards.key(_referred_label(JournalSeal, "by"), seal.by)
    return replace(seal, home=origin.home, by=by)


def original_line(line: engine.Line, origin: engine.JournalOrigin) -> engine.Line:
    """Return a line with its original keys."""
    backwards = origin.backwards

    def original_key(field: str, current: int | None) -> int | None:
        return None if current is None else backwards.key(_referred_label(JournalEvent, field), current)

    return replace(
        line,
        id=backwards.key(LINES, line.id),
        home=origin.home,
        part=original_key("division", line.part),
        by=original_key("by", line.by),
        undoes=original_key("undoes", line.undoes),
        facts=replace_row_keys(line.facts, fact_types_of_line(line.kind, line.facts).keys, backwards.key),
    )


def _referred_label(model: type[Model], field: str) -> str:
    """Return the stored name of the model that a foreign key refers to."""
    return stored_model_label(model._meta.get_field(field).related_model)


def _restored_faults(
    seals: Sequence[engine.Seal],
    restored: Sequence[engine.Line],
    origin: engine.JournalOrigin,
    previous: engine.Seal | None,
) -> list[engine.Mismatch]:
    """Return the mismatches of restored lines with their original seals, by current key."""
    originals = {line.id: original_line(line, origin) for line in restored}
    current_keys = {line.id: current_key for current_key, line in originals.items()}
    faults = engine.find_mismatches(seals, originals.values(), now=origin.taken_at, before=previous)
    return [
        replace(fault, number=current_keys.get(fault.number, fault.number))
        if fault.fault in LINE_FAULTS
        else fault
        for fault in faults
    ]


def _lines_not_in_seals(
    seals: Sequence[engine.Seal], lines: Sequence[engine.Line], origin: engine.JournalOrigin | None
) -> list[engine.Line]:
    """Return the lines that these seals do not cover.

    If an `origin` is given, the seals refer to the lines by their original keys.
    """
    sealed = {key for seal in seals for key, _digest in seal.lines}
    if origin is None:
        return [line for line in lines if line.id not in sealed]
    backwards = origin.backwards
    return [line for line in lines if line.id > origin.line or backwards.key(LINES, line.id) not in sealed]


def seal_with_digest(home: Home, typed: str) -> JournalSeal | None:
    """Return the seal with this digest, typed from paper, or None if there is none.

    The first 16 digits are enough.
    """
    return next(
        (row for row in _seals(home).defer("lines") if engine.is_text_of_digest(typed, row.digest)), None
    )


def stored_seal_lines(pairs: Sequence[tuple[int, str]]) -> str:
    """Return keys and digests in the stored form of a seal."""
    return "\n".join(f"{key} {digest}" for key, digest in pairs)


def _engine_seal(row: JournalSeal) -> engine.Seal:
    """Return a stored seal in the form of the engine."""
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
