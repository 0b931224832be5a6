"""Undoing a step: a new journal line that refers to the one it reverses.

Each kind's own undo checks that nothing was built on the step since; otherwise it says what to undo first.
"""

from collections.abc import Callable, Iterable, Iterator

from django.db import transaction

from core.engine.journal.kinds import KINDS, JournalKind, Power, at_desk, reversible, sealing
from core.engine.journal_kinds import Undone
from core.engine.refused import Refused
from tournaments.models import Division, EventOrigin, JournalEvent, User
from tournaments.services import journal, locks


def last(division: Division, *, of: User | None = None) -> JournalEvent | None:
    """The newest step of a division (of one person, if given) that can be undone, None if there is none. Steps before
    one that seals, such as a closed round, are ignored.
    """
    return next((line for line in _steps(division) if of is None or line.by_id == of.pk), None)


def last_of_staff(division: Division, *, may: Callable[[Power], bool]) -> JournalEvent | None:
    """The newest step of a division done by staff at the desk that someone who `may` can undo, or None."""
    kinds = {kind for kind in at_desk() if may(KINDS[kind].may_undo)}
    return next((line for line in _steps(division) if line.by_id is not None and line.kind in kinds), None)


def _steps(division: Division) -> Iterator[JournalEvent]:
    """Steps that can be undone, newest first, back to the newest that seals."""
    kinds = {*reversible(), *sealing()}
    lines = division.journal.filter(kind__in=kinds, undoes__isnull=True, undone_by__isnull=True)
    for line in lines.order_by("-id").iterator(chunk_size=20):
        kind = KINDS[line.kind]
        if kind.undo is not None:
            if kind.is_past(line):
                continue
            yield line
        if kind.seals:
            return


def press_of(line: JournalEvent) -> list[JournalEvent]:
    """The lines written by the same request on the page of all divisions, including `line`: those of the same kind,
    moment and person that are not undone.
    """
    found = JournalEvent.objects.filter(
        tournament=line.tournament_id, kind=line.kind, at=line.at, by=line.by_id, undone_by__isnull=True
    )
    return list(found.select_related("division__tournament", "tournament"))


@transaction.atomic
def undo(event: JournalEvent, *, by: User | None) -> JournalEvent:
    """Undo the step of a journal line; returns the new line.

    Refused: UNDO_NOT_POSSIBLE, UNDO_ALREADY_DONE, and the reason of each kind (UNDO_RESULTS_FIRST,
    UNDO_NEXT_ROUND_FIRST, UNDO_OVERTAKEN, ROUND_IS_POSTED, ROUND_IS_CLOSED).
    """
    kind = KINDS.get(event.kind)
    of_event = event.division is None
    if (
        kind is None
        or kind.undo is None
        or event.tournament is None
        or event.undoes_id is not None
        or (kind.scope != "either" and of_event != (kind.scope == "event"))
    ):
        raise Refused("UNDO_NOT_POSSIBLE")
    locks.event(event.event)
    if event.division is not None:
        locks.division(event.division)
    if JournalEvent.objects.filter(undoes=event).exists():
        raise Refused("UNDO_ALREADY_DONE")
    return reverse(event, by=by)


def reverse(event: JournalEvent, *, by: User | None) -> JournalEvent:
    """Run the undo of a line's kind and write the journal, inside the caller's locks; returns the new line. Steps that
    the same request caused are undone too.

    Refused: UNDO_NOT_POSSIBLE, UNDO_BEFORE_RESTORE for a line from an untrusted file, and those of the kind.
    """
    kind = KINDS.get(event.kind)
    if kind is None or kind.undo is None:
        raise Refused("UNDO_NOT_POSSIBLE")
    if EventOrigin.objects.filter(tournament=event.tournament_id, trusted=False, line__gte=event.pk).exists():
        raise Refused("UNDO_BEFORE_RESTORE")
    kind.undo(event)
    undone = _journal(event, by=by)
    for line in kind.covers(event) if kind.covers else ():
        _journal(line, by=by)
    for line in _caused(event, kind):
        reverse(line, by=by)
    return undone


def _journal(event: JournalEvent, *, by: User | None) -> JournalEvent:
    """Write that a step is undone; if the line itself had undone a step, that this step is done again."""
    before = event.undoes
    if before is not None:
        return journal.append(
            before.tournament, before.kind, dict(before.facts), by=by, division=before.division
        )
    once = KINDS[event.kind].once
    return journal.write(
        event.tournament,
        Undone(
            what=event.kind, facts={name: value for name, value in event.facts.items() if name not in once}
        ),
        by=by,
        division=event.division,
        undoes=event,
    )


def _caused(event: JournalEvent, kind: JournalKind) -> list[JournalEvent]:
    """The undoable lines that the same request caused: of its division, moment and person, newest first."""
    if not kind.causes:
        return []
    lines = JournalEvent.objects.filter(
        tournament=event.tournament_id,
        division=event.division_id,
        kind__in=kind.causes,
        at=event.at,
        by=event.by_id,
        undone_by__isnull=True,
    ).exclude(pk=event.pk)
    return [line for line in lines.order_by("-pk") if not KINDS[line.kind].is_past(line)]


@transaction.atomic
def undo_together(events: Iterable[JournalEvent], *, by: User | None) -> list[JournalEvent]:
    """Undo steps done at once in several divisions, all or none. Refused: see `undo`."""
    return [undo(event, by=by) for event in sorted(events, key=lambda one: (one.division_id or 0, -one.pk))]
