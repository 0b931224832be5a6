"""Extra time of a table (R-113): a stopwatch while the judge is there, then the minutes granted."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from core.services.same_click import stored_by_same_click
from pairings import hooks
from pairings.engine.journal_kinds import ExtensionBegan, ExtensionGiven, ExtensionWithdrawn, OfExtension
from pairings.engine.refusals import PairingRefusal
from pairings.models import Extension, Match, Round
from pairings.models.clock import LONGEST_WHY
from pairings.queries.bracket.cuts import round_facts
from pairings.services import locks
from pairings.services.rounds.past_steps import unpaired
from tournaments.models import User

MOST_MINUTES = 120


@transaction.atomic
def begin(
    match: Match,
    *,
    by: User | None,
    cause: str = Extension.Cause.CALL,
    why: str = "",
    now: datetime | None = None,
) -> Extension:
    """Start the stopwatch of a table, when a judge arrives; returns the running one if there is one.

    Refused: MATCH_NOT_FOUND, ROUND_NOT_POSTED, ROUND_IS_CLOSED, NO_OPPONENT.
    """
    match = _playing(match)
    running = running_at(match)
    if running is not None:
        return running
    extension = Extension.objects.create(
        match=match,
        cause=cause,
        why=why.strip()[:LONGEST_WHY],
        began_at=now or timezone.now(),
        began_by=by,
    )
    _journal(ExtensionBegan, extension, match, by=by, now=extension.began_at)
    return extension


@transaction.atomic
def end(
    extension: Extension,
    *,
    seconds: int,
    by: User | None,
    why: str | None = None,
    now: datetime | None = None,
) -> Extension:
    """Stop a stopwatch and grant `seconds`; 0 grants nothing. `why` replaces the reason given at the start.

    Refused: EXTENSION_HAS_ENDED, EXTENSION_ODD (most), and as `begin`.
    """
    match = _playing(extension.match)
    _require_seconds(seconds)
    row = Extension.objects.filter(pk=extension.pk, withdrawn_at=None, ended_at=None).first()
    if row is None:
        raise Refused(PairingRefusal.EXTENSION_HAS_ENDED, table=match.table)
    row.ended_at = max(now or timezone.now(), row.began_at)
    row.ended_by, row.seconds = by, seconds
    row.why = row.why if why is None else why.strip()[:LONGEST_WHY]
    row.save(update_fields=["ended_at", "ended_by", "seconds", "why"])
    _journal(ExtensionGiven, row, match, by=by, now=row.ended_at)
    return row


@transaction.atomic
def give(
    match: Match,
    *,
    seconds: int,
    by: User | None,
    cause: str = Extension.Cause.OTHER,
    why: str = "",
    once: bool = False,
    now: datetime | None = None,
) -> Extension:
    """Grant a table time without a stopwatch. `once`: a double click grants it once.

    Refused: EXTENSION_ODD (most), and as `begin`.
    """
    match = _playing(match)
    _require_seconds(seconds, least=1)
    now = now or timezone.now()
    alike = {
        "match": match,
        "cause": cause,
        "why": why.strip()[:LONGEST_WHY],
        "began_by": by,
        "ended_by": by,
        "seconds": seconds,
    }
    twice = Extension.objects.filter(**alike, began_at=F("ended_at"), withdrawn_at=None)
    if once and (there := stored_by_same_click(twice, at="ended_at", now=now)) is not None:
        return there
    extension = Extension.objects.create(**alike, began_at=now, ended_at=now)
    _journal(ExtensionGiven, extension, match, by=by, now=now, at_once=True)
    return extension


@transaction.atomic
def withdraw(extension: Extension, *, by: User | None, now: datetime | None = None) -> Extension:
    """Withdraw extra time or a stopwatch. Refused: EXTENSION_NOT_FOUND, and as `begin`."""
    match = _playing(extension.match)
    row = Extension.objects.filter(pk=extension.pk, withdrawn_at=None).first()
    if row is None:
        raise Refused(PairingRefusal.EXTENSION_NOT_FOUND)
    row.withdrawn_at = now or timezone.now()
    row.save(update_fields=["withdrawn_at"])
    _journal(ExtensionWithdrawn, row, match, by=by, now=row.withdrawn_at)
    return row


def running_at(match: Match) -> Extension | None:
    """The running stopwatch of a table."""
    return match.extensions.filter(ended_at=None, withdrawn_at=None).first()


def _playing(match: Match) -> Match:
    fresh = locks.match(match)
    _require_playing(fresh)
    return fresh


def _require_playing(match: Match) -> None:
    if match.round.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_NOT_POSTED, **round_facts(match.round))
    if match.round.state == Round.State.CLOSED:
        raise Refused(PairingRefusal.ROUND_IS_CLOSED, **round_facts(match.round))
    if match.right_id is None:
        raise Refused(PairingRefusal.NO_OPPONENT, name=str(match.left))


def _require_seconds(seconds: int, least: int = 0) -> None:
    if not least <= seconds <= MOST_MINUTES * 60:
        raise Refused(PairingRefusal.EXTENSION_ODD, most=MOST_MINUTES)


def _journal(
    kind: type[OfExtension],
    extension: Extension,
    match: Match,
    *,
    by: User | None,
    now: datetime,
    at_once: bool = False,
) -> None:
    journal.write(
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
    for follow in hooks.extension_steps:
        follow(kind, extension, by=by, at_once=at_once, now=now)


KINDS = ("ExtensionBegan", "ExtensionGiven", "ExtensionWithdrawn")
"""Steps of one extra time, undone newest first."""


def _row(line: JournalEvent) -> Extension:
    """The extension of a line.

    Refused: UNDO_OVERTAKEN where it is gone or a later step changed it, ROUND_NOT_POSTED, ROUND_IS_CLOSED.
    """
    rows = Extension.objects.select_related("match__round", "match__left__player")
    row = rows.filter(pk=line.facts["extension"], match__round__division=line.division_id).first()
    if row is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _require_playing(row.match)
    journal.require_newest(line, KINDS, extension=row.pk)
    return row


def _undo_begin(line: JournalEvent) -> None:
    row = _row(line)
    row.withdrawn_at = timezone.now()
    row.save(update_fields=["withdrawn_at"])
    _follow_undo(line)


def _undo_give(line: JournalEvent) -> None:
    """Continue the stopwatch from its start; time given without one is withdrawn."""
    row = _row(line)
    if line.facts.get("at_once"):
        row.withdrawn_at = timezone.now()
    else:
        _require_none_runs(row)
        row.ended_at, row.ended_by, row.seconds = None, None, None
    row.save(update_fields=["withdrawn_at", "ended_at", "ended_by", "seconds"])
    _follow_undo(line)


def _follow_undo(line: JournalEvent) -> None:
    for follow in hooks.extension_undone:
        follow(line)


def _undo_withdraw(line: JournalEvent) -> None:
    row = _row(line)
    if row.ended_at is None:
        _require_none_runs(row)
    row.withdrawn_at = None
    row.save(update_fields=["withdrawn_at"])


def _require_none_runs(extension: Extension) -> None:
    """Refused: UNDO_OVERTAKEN while another stopwatch runs at the table."""
    if running_at(extension.match) is not None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


add_undo(_undo_begin, ExtensionBegan, is_past=unpaired)
add_undo(_undo_give, ExtensionGiven, is_past=unpaired)
add_undo(_undo_withdraw, ExtensionWithdrawn, is_past=unpaired)
