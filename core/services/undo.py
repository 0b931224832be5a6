"""Undoing a step: a new journal line that refers to the one it reverses.

Each kind's own undo checks that nothing was built on the step since; otherwise it says what to undo first.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.db import transaction

from core import hooks, stamps
from core.engine.journal.kinds import KINDS, JournalKind, Power, at_desk, reversible, sealing
from core.engine.journal_kinds import Undone
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.models.journal import Part
from core.queries import seals
from core.services import journal
from core.stamps import scopes


def last(part: Part, *, of: Any = None) -> JournalEvent | None:
    """The newest step of a part (of one account, if given) that can be undone, None if there is none. Steps before
    one that seals are ignored.
    """
    return next((line for line in _steps(part) if of is None or line.by_id == of.pk), None)


def last_of_staff(part: Part, *, may: Callable[[Power], bool]) -> JournalEvent | None:
    """The newest step of a part done by staff at the desk that someone who `may` can undo, or None."""
    kinds = {kind for kind in at_desk() if may(KINDS[kind].may_undo)}
    return next((line for line in _steps(part) if line.by_id is not None and line.kind in kinds), None)


def _steps(part: Part) -> Iterator[JournalEvent]:
    """Steps that can be undone, newest first, back to the newest that seals."""
    kinds = {*reversible(), *sealing()}
    rows = JournalEvent.objects.filter(division=part, kind__in=kinds)
    lines = rows.filter(undoes__isnull=True, undone_by__isnull=True)
    for line in lines.order_by("-id").iterator(chunk_size=20):
        kind = KINDS[line.kind]
        if kind.undo is not None:
            if kind.is_past(line):
                continue
            yield line
        if kind.seals:
            return


def press_of(line: JournalEvent) -> list[JournalEvent]:
    """The lines written by the same request for several parts, including `line`: those of the same kind,
    moment and person that are not undone.
    """
    found = JournalEvent.objects.filter(
        tournament=line.tournament_id, kind=line.kind, at=line.at, by=line.by_id, undone_by__isnull=True
    )
    return list(found.select_related("division__tournament", "tournament"))


@transaction.atomic
def undo(line: JournalEvent, *, by: Any) -> JournalEvent:
    """Undo the step of a journal line; returns the new line.

    Refused: UNDO_NOT_POSSIBLE, UNDO_ALREADY_DONE, UNDO_OVERTAKEN, and the reasons of its kind.
    """
    kind = KINDS.get(line.kind)
    of_home = line.division is None
    if (
        kind is None
        or kind.undo is None
        or line.tournament is None
        or line.undoes_id is not None
        or (kind.scope != "either" and of_home != (kind.scope == "event"))
    ):
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    stamps.mark(scopes.whole(line.tournament.pk), scopes.details(line.tournament.pk))
    for lock in hooks.line_locks:
        lock(line)
    if JournalEvent.objects.filter(undoes=line).exists():
        raise Refused(CoreRefusal.UNDO_ALREADY_DONE)
    return reverse(line, by=by)


def reverse(line: JournalEvent, *, by: Any) -> JournalEvent:
    """Run the undo of a line's kind and write the journal, inside the caller's locks; returns the new line. Steps that
    the same request caused are undone too.

    Refused: UNDO_NOT_POSSIBLE, UNDO_BEFORE_RESTORE for a line from an untrusted file, and those of the kind.
    """
    kind = KINDS.get(line.kind)
    if kind is None or kind.undo is None:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    if any(not origin.trusted and line.pk <= origin.line for origin in seals.origins(line.tournament)):
        raise Refused(CoreRefusal.UNDO_BEFORE_RESTORE)
    kind.undo(line)
    undone = _journal(line, by=by)
    for covered in kind.covers(line) if kind.covers else ():
        _journal(covered, by=by)
    for caused in _caused(line, kind):
        reverse(caused, by=by)
    return undone


def _journal(line: JournalEvent, *, by: Any) -> JournalEvent:
    """Write that a step is undone; if the line itself had undone a step, that this step is done again."""
    before = line.undoes
    if before is not None:
        return journal.append(
            before.tournament, before.kind, dict(before.facts), by=by, division=before.division
        )
    once = KINDS[line.kind].once
    return journal.write(
        line.tournament,
        Undone(what=line.kind, facts={name: value for name, value in line.facts.items() if name not in once}),
        by=by,
        division=line.division,
        undoes=line,
    )


def _caused(line: JournalEvent, kind: JournalKind) -> list[JournalEvent]:
    """The undoable lines that the same request caused: of its part, moment and person, newest first."""
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
    return [row for row in lines.order_by("-pk") if not KINDS[row.kind].is_past(row)]


@transaction.atomic
def undo_together(lines: Iterable[JournalEvent], *, by: Any) -> list[JournalEvent]:
    """Undo steps done at once in several parts, all or none. Refused: see `undo`."""
    return [undo(line, by=by) for line in sorted(lines, key=lambda one: (one.division_id or 0, -one.pk))]
