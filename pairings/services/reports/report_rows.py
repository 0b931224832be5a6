"""Players' reports and disputes as rows: the effects of staff steps on them, and their undo."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, TypedDict

from django.utils import timezone

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from pairings.engine.outcomes import Outcome
from pairings.engine.reports import agree, differs
from pairings.models import Dispute, Match, Report, Round
from pairings.queries.reports import result_reports
from tournaments.models import User


class Followed(TypedDict):
    """The dispute that was settled and the reports that were withdrawn, by key."""

    dispute: int | None
    withdrawn: list[int]


def follow(
    match: Match,
    reports: Collection[Report],
    *,
    by: User | None,
    why: str = "",
    decided: bool = False,
    now: datetime | None = None,
) -> Followed:
    """Settle the dispute of a match whose result was written, and withdraw reports; returns the facts for `give_back`.

    Withdrawn are all reports where the match is open again, and with `decided` those that differ from the result.
    """
    withdrawn = list(reports) if match.outcome == Outcome.PENDING else []
    if decided:
        withdrawn = [
            row
            for row in reports
            if differs(result_reports.reported_by(row), result_reports.reported_by(match))
        ]
    return Followed(dispute=settle(match, by=by, why=why, now=now), withdrawn=withdraw(withdrawn, now=now))


def give_back(match: Match, facts: Mapping[str, Any], *, now: datetime | None = None) -> None:
    """Undo `follow`, and the report that made two players agree (`report`)."""
    withdrawn = facts.get("withdrawn") or []
    Report.objects.filter(match=match, pk__in=withdrawn).update(withdrawn_at=None)
    if facts.get("report"):
        Report.objects.filter(match=match, pk=facts["report"]).update(withdrawn_at=now or timezone.now())
    if match.outcome != Outcome.PENDING:
        return
    if facts.get("dispute"):
        Dispute.objects.filter(match=match, pk=facts["dispute"]).update(
            settled_at=None, settled_by=None, why=""
        )
    settle_or_open(match, now=now)


def settle_or_open(match: Match, *, now: datetime | None = None) -> Dispute | None:
    """Have a dispute open exactly while the players of an open match report different results; returns a new one."""
    reports = list(result_reports.of_match(match).values())
    disagree = len(reports) > 1 and not agree(*map(result_reports.reported_by, reports))
    open_ = Dispute.objects.filter(match=match, settled_at__isnull=True)
    if disagree and match.outcome == Outcome.PENDING:
        return (
            None if open_.exists() else Dispute.objects.create(match=match, opened_at=now or timezone.now())
        )
    open_.update(settled_at=now or timezone.now())
    return None


def withdraw(rows: Iterable[Report], *, now: datetime | None = None) -> list[int]:
    """Mark reports as withdrawn; returns their keys."""
    withdrawn = [row.pk for row in rows]
    if withdrawn:
        Report.objects.filter(pk__in=withdrawn).update(withdrawn_at=now or timezone.now())
    return withdrawn


def settle(match: Match, *, by: User | None, why: str = "", now: datetime | None = None) -> int | None:
    """Settle the open dispute of a match; returns its key, None where there is none."""
    open_ = Dispute.objects.filter(match=match, settled_at__isnull=True).values_list("pk", flat=True).first()
    if open_ is not None:
        Dispute.objects.filter(pk=open_).update(settled_at=now or timezone.now(), settled_by=by, why=why)
    return open_


def forget_round(round_: Round, *, now: datetime | None = None) -> None:
    """Withdraw the players' reports and settle the disputes of a round that was unposted."""
    at = now or timezone.now()
    reports = Report.objects.filter(match__round=round_, entry__isnull=False, withdrawn_at__isnull=True)
    reports.update(withdrawn_at=at)
    Dispute.objects.filter(match__round=round_, settled_at__isnull=True).update(settled_at=at)


def undo_uphold(event: JournalEvent) -> None:
    """Undo ResultUpheld. Refused: UNDO_OVERTAKEN."""
    match = Match.objects.filter(pk=event.facts["match"]).first()
    if match is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    give_back(match, event.facts)
