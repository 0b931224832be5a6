"""Extra time of a table (R-113): a stopwatch while a judge is there, then the minutes granted."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from core.services.double_clicks import stored_by_same_click
from pairings import hooks
from pairings.engine.journal_kinds import ExtensionBegan, ExtensionGiven, ExtensionWithdrawn, OfExtension
from pairings.engine.refusals import PairingRefusal
from pairings.models import Extension, Match
from pairings.models.clock import MAX_WHY_LENGTH
from pairings.queries.reports.clocks import running_extension
from pairings.services import locks
from pairings.services.reports import results
from pairings.services.rounds.undo_checks import is_pairing_replaced
from tournaments.models import User

MAX_MINUTES = 120


@transaction.atomic
def start_stopwatch(
    match: Match,
    *,
    by: User | None,
    cause: str = Extension.Cause.CALL,
    why: str = "",
    now: datetime | None = None,
) -> Extension:
    """Start the stopwatch of a table when a judge arrives, or return the one that is already running.

    Refused: MATCH_NOT_FOUND, ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT.
    """
    match = locks.lock_match(match)
    results.require_match_in_play(match)
    running = running_extension(match)
    if running is not None:
        return running
    extension = Extension.objects.create(
        match=match,
        cause=cause,
        why=why.strip()[:MAX_WHY_LENGTH],
        began_at=now or timezone.now(),
        began_by=by,
    )
    _journal_extension(ExtensionBegan, extension, match, by=by, now=extension.began_at)
    return extension


@transaction.atomic
def grant_stopwatch_time(
    extension: Extension,
    *,
    seconds: int,
    by: User | None,
    why: str | None = None,
    now: datetime | None = None,
) -> Extension:
    """Stop a stopwatch and grant `seconds`, which may be 0.

    `why` replaces the reason entered at the start, unless it is None. Refused: EXTENSION_HAS_ENDED, EXTENSION_ODD
    (most), and whatever `start_stopwatch` refuses.
    """
    match = locks.lock_match(extension.match)
    results.require_match_in_play(match)
    if not 0 <= seconds <= MAX_MINUTES * 60:
        raise Refused(PairingRefusal.EXTENSION_ODD, most=MAX_MINUTES)
    running = Extension.objects.filter(pk=extension.pk, withdrawn_at=None, ended_at=None).first()
    if running is None:
        raise Refused(PairingRefusal.EXTENSION_HAS_ENDED, table=match.table)
    running.ended_at = max(now or timezone.now(), running.began_at)
    running.ended_by, running.seconds = by, seconds
    running.why = running.why if why is None else why.strip()[:MAX_WHY_LENGTH]
    running.save(update_fields=["ended_at", "ended_by", "seconds", "why"])
    _journal_extension(ExtensionGiven, running, match, by=by, now=running.ended_at)
    return running


@transaction.atomic
def grant_extra_time(
    match: Match,
    *,
    seconds: int,
    by: User | None,
    cause: str = Extension.Cause.OTHER,
    why: str = "",
    ignore_double_click: bool = False,
    now: datetime | None = None,
) -> Extension:
    """Grant extra time to a table without a stopwatch.

    `ignore_double_click` grants the time only once if the button was double-clicked. Refused: EXTENSION_ODD
    (most), and whatever `start_stopwatch` refuses.
    """
    match = locks.lock_match(match)
    results.require_match_in_play(match)
    if not 1 <= seconds <= MAX_MINUTES * 60:
        raise Refused(PairingRefusal.EXTENSION_ODD, most=MAX_MINUTES)
    now = now or timezone.now()
    facts = {
        "match": match,
        "cause": cause,
        "why": why.strip()[:MAX_WHY_LENGTH],
        "began_by": by,
        "ended_by": by,
        "seconds": seconds,
    }
    same_extensions = Extension.objects.filter(**facts, began_at=F("ended_at"), withdrawn_at=None)
    if (
        ignore_double_click
        and (stored := stored_by_same_click(same_extensions, time_field="ended_at", now=now)) is not None
    ):
        return stored
    extension = Extension.objects.create(**facts, began_at=now, ended_at=now)
    _journal_extension(ExtensionGiven, extension, match, by=by, now=now, at_once=True)
    return extension


@transaction.atomic
def withdraw_extension(extension: Extension, *, by: User | None, now: datetime | None = None) -> Extension:
    """Withdraw extra time or a stopwatch. Refused: EXTENSION_NOT_FOUND, and whatever `start_stopwatch` refuses."""
    match = locks.lock_match(extension.match)
    results.require_match_in_play(match)
    current = Extension.objects.filter(pk=extension.pk, withdrawn_at=None).first()
    if current is None:
        raise Refused(PairingRefusal.EXTENSION_NOT_FOUND)
    current.withdrawn_at = now or timezone.now()
    current.save(update_fields=["withdrawn_at"])
    _journal_extension(ExtensionWithdrawn, current, match, by=by, now=current.withdrawn_at)
    return current


def _journal_extension(
    kind: type[OfExtension],
    extension: Extension,
    match: Match,
    *,
    by: User | None,
    now: datetime,
    at_once: bool = False,
) -> None:
    journal.write_journal_line(
        match.round.division.tournament,
        kind(
            extension=extension.pk,
            match=match.pk,
            round=match.round.number,
            table=match.table,
            seconds=extension.seconds,
            cause=extension.cause,
            why=extension.why,
            at_once=at_once,
        ),
        by=by,
        division=match.round.division,
        at=now,
    )
    for on_step in hooks.extension_steps:
        on_step(kind, extension, by=by, at_once=at_once, now=now)


EXTENSION_KINDS = ("ExtensionBegan", "ExtensionGiven", "ExtensionWithdrawn")
"""Kinds of the steps of an extension, undone from the newest one."""


def _extension_of(line: JournalEvent) -> Extension:
    """Return the extension of a journal line.

    Refused: UNDO_OVERTAKEN if it no longer exists or a later step changed it, ROUND_NOT_POSTED,
    ROUND_IS_CLOSED.
    """
    extensions = Extension.objects.select_related("match__round", "match__left__player")
    extension = extensions.filter(pk=line.facts["extension"], match__round__division=line.division_id).first()
    if extension is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    results.require_match_in_play(extension.match)
    journal.require_newest_line(line, EXTENSION_KINDS, extension=extension.pk)
    return extension


def _undo_extension_began(line: JournalEvent) -> None:
    """Withdraw the stopwatch. Refused: whatever `_extension_of` refuses."""
    extension = _extension_of(line)
    extension.withdrawn_at = timezone.now()
    extension.save(update_fields=["withdrawn_at"])
    for on_undone in hooks.extension_undone:
        on_undone(line)


def _undo_extension_given(line: JournalEvent) -> None:
    """Let the stopwatch continue from its start, or withdraw time granted without a stopwatch.

    Refused: whatever `_extension_of` refuses, and UNDO_OVERTAKEN if another stopwatch is running at the table.
    """
    extension = _extension_of(line)
    if line.facts.get("at_once"):
        extension.withdrawn_at = timezone.now()
    elif running_extension(extension.match) is not None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    else:
        extension.ended_at, extension.ended_by, extension.seconds = None, None, None
    extension.save(update_fields=["withdrawn_at", "ended_at", "ended_by", "seconds"])
    for on_undone in hooks.extension_undone:
        on_undone(line)


def _undo_extension_withdrawn(line: JournalEvent) -> None:
    """Restore a withdrawn extension.

    Refused: whatever `_extension_of` refuses, and UNDO_OVERTAKEN for a stopwatch if another one is running at the
    table.
    """
    extension = _extension_of(line)
    if extension.ended_at is None and running_extension(extension.match) is not None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    extension.withdrawn_at = None
    extension.save(update_fields=["withdrawn_at"])


add_undo(_undo_extension_began, ExtensionBegan, is_past=is_pairing_replaced)
add_undo(_undo_extension_given, ExtensionGiven, is_past=is_pairing_replaced)
add_undo(_undo_extension_withdrawn, ExtensionWithdrawn, is_past=is_pairing_replaced)
