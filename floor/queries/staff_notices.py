"""Notices to staff about queue entries opened by a journal line."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.utils import timezone

from checks.models import DeckCheck
from core.engine.notices import Notice
from core.models import JournalEvent
from decks.models import PoolVersion
from floor.engine.penalties import PenaltyLevel
from floor.models import Penalty
from floor.queries.queue import queue_sources
from pairings.models import Report, StoredPrint
from pairings.queries.reports import result_reports
from tournaments.models import StaffMember

NOTICE_LIFETIME = timedelta(minutes=30)
"""Lifetime of a notice to staff."""


def conflicting_report_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to staff who may act on a player's report that differs from the saved result."""
    reports = Report.objects.filter(match=line.facts["match"], entry=line.facts["entry"])
    for report in result_reports.contradicting_reports(reports):
        facts = {"table": line.facts["table"] or 0, "names": f"{line.facts['left']} – {line.facts['right']}"}
        yield from notices_to_staff(line, "REPORT_AGAINST", f"conflict-{report.pk}", "report", facts)


def disputed_pool_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to staff who may count the pool together with the two players."""
    versions = PoolVersion.objects.filter(
        pool=line.facts["pool"], number=line.facts["version"], verified_at=None
    )
    version = versions.exclude(discrepancy="").first()
    if version is not None:
        facts = {"names": line.facts["name"], "text": version.discrepancy}
        yield from notices_to_staff(line, "POOL_DISPUTE", f"pool-{line.facts['pool']}", "report", facts)


def unconfirmed_penalty_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to staff who may confirm the penalty while it is unconfirmed."""
    unconfirmed = Penalty.objects.filter(pk=line.facts["penalty"], confirmed_at=None, withdrawn_at=None)
    if PenaltyLevel(line.facts["level"]).heavy and unconfirmed.exists():
        facts = {"names": line.facts["name"], "level": line.facts["level"]}
        yield from notices_to_staff(
            line, "PENALTY_TO_CONFIRM", f"penalty-{line.facts['penalty']}", "rule", facts
        )


def picked_decks_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to staff who may check the decks. The judge informs the players in person."""
    picked_checks = DeckCheck.objects.filter(pk__in=line.facts["checks"], state=DeckCheck.State.PICKED)
    if count := picked_checks.count():
        yield from notices_to_staff(line, "DECKS_PICKED", "checks", "report", {"n": count})


def lists_to_rule_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to staff who may rule on deck lists, if any list of the event needs a ruling.

    They contain the number of these lists.
    """
    event = line.tournament
    count = queue_sources.count_lists_to_rule(event, timezone.now()) if event is not None else 0
    if count:
        yield from notices_to_staff(line, "LISTS_TO_RULE", "lists", "rule", {"n": count})


def stopped_print_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to staff who may print the document again."""
    stopped_prints = StoredPrint.objects.filter(pk=line.facts["print"], state=StoredPrint.State.FAILED)
    if stopped_prints.exists():
        yield from notices_to_staff(line, "PRINT_STOPPED", f"print-{line.facts['print']}", "run", {})


def notices_to_staff(
    line: JournalEvent, code: str, tag: str, power: str, facts: Mapping[str, object]
) -> Iterator[Notice]:
    """Yield notices to all staff with this power, except the author of the line."""
    staff = StaffMember.objects.filter(tournament=line.tournament_id, role__in=StaffMember.MAY[power])
    recipients = staff.exclude(user=line.by_id) if line.by_id is not None else staff
    for member in recipients.order_by("pk").values_list("pk", flat=True):
        yield Notice("calls", code, tag, member=member, facts=facts, lasts=NOTICE_LIFETIME)
