"""Undoing a step with a new journal line that refers to the line it reverses.

The undo of each kind checks that no later step depends on this step, and otherwise refuses with the step to undo first.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db import transaction

from core import hooks, stamps
from core.engine.journal.kinds import (
    KINDS,
    JournalKind,
    Power,
    kinds_barring_earlier_undo,
    kinds_undone_at_desk,
    reversible_kinds,
)
from core.engine.journal_kinds import Undone
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.models.journal import Part
from core.queries import seals
from core.services import journal
from core.stamps import scopes

written_steps = journal.collect_journal_lines
"""Collect the lines written inside the block, so that a message can offer their undo without looking for them."""


def last_undoable_step(part: Part, *, account: Any = None) -> JournalEvent | None:
    """Return the newest step of a part that can be undone, or None if there is none.

    `account` restricts it to the steps of one account. Steps before one that seals are ignored.
    """
    return next((line for line in _undoable_steps(part) if account is None or line.by_id == account.pk), None)


def last_undoable_step_of_staff(part: Part, *, may: Callable[[Power], bool]) -> JournalEvent | None:
    """Return the newest step that staff did at the desk in a part and may undo, or None.

    `may` returns whether a power that an undo requires is granted.
    """
    kinds = {kind for kind in kinds_undone_at_desk() if may(KINDS[kind].may_undo)}
    return next(
        (line for line in _undoable_steps(part) if line.by_id is not None and line.kind in kinds), None
    )


def _undoable_steps(part: Part) -> Iterator[JournalEvent]:
    """Yield the steps after the newest step that seals, newest first, if they can be undone."""
    kinds = {*reversible_kinds(), *kinds_barring_earlier_undo()}
    part_lines = JournalEvent.objects.filter(division=part.pk, kind__in=kinds)
    lines = part_lines.filter(undoes__isnull=True, undone_by__isnull=True)
    for line in lines.order_by("-id").iterator(chunk_size=20):
        kind = KINDS[line.kind]
        if kind.undo is not None:
            if kind.is_past(line):
                continue
            yield line
        if kind.seals:
            return


def lines_of_same_request(line: JournalEvent) -> list[JournalEvent]:
    """Return the lines that the same request wrote for several parts, including `line`.

    These are the lines of the same kind, time and person that are not undone.
    """
    same_request = JournalEvent.objects.filter(
        tournament=line.tournament_id, kind=line.kind, at=line.at, by=line.by_id, undone_by__isnull=True
    )
    return list(same_request.select_related("division__tournament", "tournament"))


@transaction.atomic
def undo_step(line: JournalEvent, *, by: Any) -> JournalEvent:
    """Undo the step of a journal line, under the locks of its home and part, and return the new line.

    Refused: UNDO_NOT_POSSIBLE, UNDO_ALREADY_DONE, CHANGED_MEANWHILE, and whatever `reverse_step` refuses.
    """
    kind = KINDS.get(line.kind)
    concerns_home = line.division is None
    if (
        kind is None
        or kind.undo is None
        or line.tournament is None
        or line.undoes_id is not None
        or (kind.scope != "either" and concerns_home != (kind.scope == "event"))
    ):
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    stamps.mark_scopes_changed(
        scopes.home_scope(line.tournament.pk), scopes.details_scope(line.tournament.pk)
    )
    for lock in hooks.line_locks:
        lock(line)
    if JournalEvent.objects.filter(undoes=line).exists():
        raise Refused(CoreRefusal.UNDO_ALREADY_DONE)
    return reverse_step(line, by=by)


def reverse_step(line: JournalEvent, *, by: Any) -> JournalEvent:
    """Undo a step inside the caller's locks, and return the new journal line.

    The lines that the step covers are marked as undone too, and the steps that its request caused are undone.
    Refused: UNDO_NOT_POSSIBLE, UNDO_BEFORE_RESTORE for a line from an untrusted file, and those of its kind, such
    as UNDO_OVERTAKEN.
    """
    kind = KINDS.get(line.kind)
    if kind is None or kind.undo is None:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    if any(
        not origin.trusted and line.pk <= origin.line for origin in seals.journal_origins(line.tournament)
    ):
        raise Refused(CoreRefusal.UNDO_BEFORE_RESTORE)
    kind.undo(line)
    new_line = _write_undone(line, by=by)
    for covered in kind.covers(line) if kind.covers else ():
        _write_undone(covered, by=by)
    for caused in _caused_lines(line, kind):
        reverse_step(caused, by=by)
    return new_line


def _write_undone(line: JournalEvent, *, by: Any) -> JournalEvent:
    """Write that a step is undone or, if the line had undone an earlier step, that the earlier step is done again."""
    undone_line = line.undoes
    if undone_line is not None:
        return journal.append_line(
            undone_line.tournament,
            undone_line.kind,
            dict(undone_line.facts),
            by=by,
            division=undone_line.division,
        )
    once_only = KINDS[line.kind].once
    return journal.write_journal_line(
        line.tournament,
        Undone(
            what=line.kind, facts={name: value for name, value in line.facts.items() if name not in once_only}
        ),
        by=by,
        division=line.division,
        undoes=line,
    )


def _caused_lines(line: JournalEvent, kind: JournalKind) -> list[JournalEvent]:
    """Return the undoable lines that the same request caused in the same part, newest first."""
    if not kind.causes:
        return []
    lines = JournalEvent.objects.filter(
        tournament=line.tournament_id,
        division=line.division_id,
        kind__in=kind.causes,
        at=line.at,
        by=line.by_id,
        undone_by__isnull=True,
    ).exclude(pk=line.pk)
    return [caused for caused in lines.order_by("-pk") if not KINDS[caused.kind].is_past(caused)]


@transaction.atomic
def undo_steps_together(lines: Iterable[JournalEvent], *, by: Any) -> list[JournalEvent]:
    """Undo the steps that one request did in several parts, either all or none. Refused: see `undo_step`."""
    return [
        undo_step(line, by=by) for line in sorted(lines, key=lambda line: (line.division_id or 0, -line.pk))
    ]
