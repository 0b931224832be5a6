"""Update the rows of players' reports and disputes after staff steps, and restore them."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, TypedDict

from django.utils import timezone

from pairings.engine.outcomes import Outcome
from pairings.engine.reports import contradicts_entered_result, reports_agree
from pairings.models import Dispute, Match, Report, Round
from pairings.queries.reports import result_reports
from tournaments.models import User


class SettledReports(TypedDict):
    """Keys of the dispute that was settled, or None, and of the reports that were withdrawn."""

    dispute: int | None
    withdrawn: list[int]


def settle_reports(
    match: Match,
    reports: Collection[Report],
    *,
    by: User | None,
    why: str = "",
    decided: bool = False,
    now: datetime | None = None,
) -> SettledReports:
    """Settle the dispute of a match after its result was written, and withdraw players' reports.

    If the match is open again, all reports are withdrawn; with `decided`, only reports that differ from the
    result. Return the facts for `undo_settle_reports`.
    """
    withdrawn = list(reports) if match.outcome == Outcome.PENDING else []
    if decided:
        withdrawn = [
            report
            for report in reports
            if contradicts_entered_result(
                result_reports.reported_result(report), result_reports.reported_result(match)
            )
        ]
    # Only two reports that differ open a dispute, and withdrawing one settles the dispute.
    settled_dispute = settle_dispute(match, by=by, why=why, now=now) if reports else None
    return SettledReports(dispute=settled_dispute, withdrawn=withdraw_reports(withdrawn, now=now))


def undo_settle_reports(match: Match, facts: Mapping[str, Any], *, now: datetime | None = None) -> None:
    """Undo `settle_reports`, whose return value is part of the journal facts `facts`.

    If the result came from two equal reports, the second one, `facts["report"]`, is withdrawn. The
    dispute is only opened again if the match has no result.
    """
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
    open_or_settle_dispute(match, now=now)


def open_or_settle_dispute(match: Match, *, now: datetime | None = None) -> Dispute | None:
    """Open a dispute if the players of an open match report different results, otherwise settle it.

    Return the dispute if it is new, otherwise None.
    """
    reports = list(result_reports.reports_of_match(match).values())
    disagree = len(reports) > 1 and not reports_agree(*map(result_reports.reported_result, reports))
    open_disputes = Dispute.objects.filter(match=match, settled_at__isnull=True)
    if disagree and match.outcome == Outcome.PENDING:
        return (
            None
            if open_disputes.exists()
            else Dispute.objects.create(match=match, opened_at=now or timezone.now())
        )
    open_disputes.update(settled_at=now or timezone.now())
    return None


def withdraw_reports(reports: Iterable[Report], *, now: datetime | None = None) -> list[int]:
    """Mark reports as withdrawn. Return their keys."""
    keys = [report.pk for report in reports]
    if keys:
        Report.objects.filter(pk__in=keys).update(withdrawn_at=now or timezone.now())
    return keys


def settle_dispute(
    match: Match, *, by: User | None, why: str = "", now: datetime | None = None
) -> int | None:
    """Settle the open dispute of a match. Return the key of the dispute, or None if none is open."""
    open_key = (
        Dispute.objects.filter(match=match, settled_at__isnull=True).values_list("pk", flat=True).first()
    )
    if open_key is not None:
        Dispute.objects.filter(pk=open_key).update(settled_at=now or timezone.now(), settled_by=by, why=why)
    return open_key


def withdraw_reports_of_round(round_: Round, *, now: datetime | None = None) -> None:
    """Withdraw the players' reports and settle the disputes of a round that is being unposted."""
    moment = now or timezone.now()
    Report.objects.current().filter(match__round=round_).update(withdrawn_at=moment)
    Dispute.objects.filter(match__round=round_, settled_at__isnull=True).update(settled_at=moment)
