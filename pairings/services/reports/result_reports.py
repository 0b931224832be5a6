"""Submit, confirm, change and withdraw players' reports by phone.

Two equal reports make the result immediately.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_kinds import (
    DisputeOpened,
    OfReport,
    PlayerReported,
    ReportWithdrawn,
    ResultAgreed,
    ResultTaken,
    ResultUpheld,
)
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.reports import (
    ReportedResult,
    contradicts_entered_result,
    count_game_wins,
    merge_reports,
    reports_agree,
)
from pairings.models import Dispute, Match, Report, Round, Stage
from pairings.queries.reports import result_reports as report_queries
from pairings.queries.reports.result_reports import reported_result
from pairings.services import locks
from pairings.services.reports import report_rows, results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance
from pairings.services.rounds.undo_checks import has_no_posted_match
from tournaments.models import Entry, Tournament, User

MAX_WINNERS = 7
"""Maximum number of games reported one by one: three, and games of Sudden Death."""

MAX_REPORTS = 10
"""Maximum number of reports per player and match, including withdrawn ones; fixing a typo takes three."""


@dataclass(frozen=True, slots=True)
class ResultReport:
    """A player's report: the result, the winners of the games, and whether the player drops.

    `winners` is empty unless the games were reported one by one.
    """

    result: MatchResult
    winners: tuple[str, ...] = ()
    leaves: bool = False


@transaction.atomic
def submit_report(
    match: Match,
    entry: Entry,
    sent_report: ResultReport,
    *,
    by: User | None = None,
    now: datetime | None = None,
) -> Match:
    """Store the report of one player.

    Two equal reports make the result, two different ones open a dispute. An existing result is not changed; a different
    report is stored and shown to the staff as a conflict. Repeating the same report changes nothing. Refused:
    PHONES_ARE_OFF, NOT_YOUR_MATCH, RESULT_CONFIRMED if the player's own report is the result, and whatever
    `results.enter_result` refuses without RESULT_ALREADY_THERE. REPORTED_TOO_OFTEN (most): every report is stored, so a
    limit prevents one phone from filling the journal.
    """
    match = _lock_own_match(match, entry)
    # Without a score, the games are counted from `winners`.
    winners = sent_report.winners[:MAX_WINNERS]
    games = sent_report.result.games if sent_report.result.games is not None else count_game_wins(winners)
    if winners and games != count_game_wins(winners):
        raise Refused(PairingRefusal.GAMES_DO_NOT_FIT, games=f"{games[0]}-{games[1]}" if games else "–")
    result = MatchResult(sent_report.result.outcome, sent_report.result.reason, games)
    results.require_possible_result(match, result)
    is_swiss = match.round.stage.kind == Stage.Kind.SWISS
    sent_report = ResultReport(result, winners, sent_report.leaves and is_swiss)
    reports = report_queries.reports_of_match(match)
    own_report = reports.pop(entry.pk, None)
    opponent_report = next(iter(reports.values()), None)
    _require_unconfirmed(match, own_report)
    is_open = match.outcome == Outcome.PENDING
    reported = ReportedResult(result.outcome, str(result.reason), games)
    agrees = (
        is_open
        and opponent_report is not None
        and reports_agree(reported_result(opponent_report), ReportedResult(result.outcome))
    )
    repeats = (
        own_report is not None
        and reported_result(own_report) == reported
        and tuple(own_report.games) == winners
        and own_report.leaves == sent_report.leaves
    )
    if repeats and not agrees:
        return match
    if match.reports.filter(entry=entry).count() >= MAX_REPORTS:
        raise Refused(PairingRefusal.REPORTED_TOO_OFTEN, most=MAX_REPORTS)
    games_left, games_right = games or (None, None)
    report = Report.objects.create(
        match=match,
        outcome=result.outcome.value,
        reason=result.reason,
        games_left=games_left,
        games_right=games_right,
        games=list(winners),
        source=Report.Source.PHONE,
        entry=entry,
        leaves=sent_report.leaves,
        by=by,
        at=now or timezone.now(),
    )
    if not is_open or opponent_report is None:
        _journal_report(match, PlayerReported, entry, sent_report, by=by, now=now)
    elif agrees:
        merged = merge_reports(reported_result(opponent_report), reported_result(report))
        agreed_result = MatchResult(merged.outcome, merged.reason, merged.games)
        results.require_possible_result(match, agreed_result)
        source = Report.Source.PHONE
        return results.record_result(
            match, agreed_result, kind=ResultAgreed, by=by, source=source, now=now, report=report.pk
        )
    else:
        new_dispute = report_rows.open_or_settle_dispute(match, now=now)
        _journal_report(
            match, DisputeOpened if new_dispute else PlayerReported, entry, sent_report, by=by, now=now
        )
    return match


@transaction.atomic
def confirm_result_report(
    match: Match,
    entry: Entry,
    *,
    report: int,
    leaves: bool = False,
    by: User | None = None,
    now: datetime | None = None,
) -> Match:
    """Confirm the opponent's report with the key `report` by reporting the same result.

    `leaves` means that the confirming player drops. Refused: REPORT_CHANGED, and whatever `submit_report` refuses.
    """
    match = _lock_own_match(match, entry)
    reports = report_queries.reports_of_match(match)
    opponent_report = next(
        (stored_report for reporter, stored_report in reports.items() if reporter != entry.pk), None
    )
    if opponent_report is None or opponent_report.pk != report:
        raise Refused(PairingRefusal.REPORT_CHANGED)
    reported = reported_result(opponent_report)
    own_report = ResultReport(
        MatchResult(reported.outcome, reported.reason, reported.games), tuple(opponent_report.games), leaves
    )
    return submit_report(match, entry, own_report, by=by, now=now)


@transaction.atomic
def withdraw_result_report(
    match: Match, entry: Entry, *, by: User | None = None, now: datetime | None = None
) -> Match:
    """Withdraw the player's own unconfirmed report.

    Refused: NOTHING_REPORTED, RESULT_CONFIRMED, NOT_YOUR_MATCH, PHONES_ARE_OFF, and whatever
    `results.require_match_in_play` refuses.
    """
    match = _lock_own_match(match, entry)
    own_report = report_queries.reports_of_match(match).get(entry.pk)
    if own_report is None:
        raise Refused(PairingRefusal.NOTHING_REPORTED)
    _require_unconfirmed(match, own_report)
    report_rows.withdraw_reports(match.reports.filter(entry=entry, withdrawn_at__isnull=True), now=now)
    report_rows.open_or_settle_dispute(match, now=now)
    _journal_report(match, ReportWithdrawn, entry, None, by=by, now=now)
    return match


@transaction.atomic
def accept_report(match: Match, *, report: int, by: User | None, now: datetime | None = None) -> Match:
    """Make a single report, or two equal ones, the result.

    `report` is the key of the report shown on the page. Refused: REPORT_CHANGED, DISPUTE_IS_OPEN,
    RESULT_ALREADY_THERE, and whatever `results.require_match_in_play` and `results.require_possible_result` refuse.
    """
    match = locks.lock_match(match)
    results.require_match_in_play(match)
    results.require_result_unchanged(match, Outcome.PENDING)
    reports = list(report_queries.reports_of_match(match).values())
    if report not in [stored_report.pk for stored_report in reports]:
        raise Refused(PairingRefusal.REPORT_CHANGED)
    if Dispute.objects.filter(match=match, settled_at__isnull=True).exists():
        raise Refused(PairingRefusal.DISPUTE_IS_OPEN, table=match.table)
    reported = (
        merge_reports(*map(reported_result, reports)) if len(reports) == 2 else reported_result(reports[0])
    )
    name = str(match.left if reports[0].entry_id == match.left_id else match.right)
    result = MatchResult(reported.outcome, reported.reason, reported.games)
    results.require_possible_result(match, result)
    return results.record_result(match, result, kind=ResultTaken, by=by, now=now, name=name)


def accept_due_reports(event: Tournament, *, by: User | None = None, now: datetime | None = None) -> int:
    """Accept the reports that only one of two players made, once they are older than the event's limit.

    Return the number of accepted reports, which is 0 if the event has no limit.
    """
    moment = now or timezone.now()
    if event.single_report_minutes is None:
        return 0
    newest_due = moment - timedelta(minutes=event.single_report_minutes)
    accepted = 0
    for round_ in Round.objects.filter(division__tournament=event, state=Round.State.POSTED):
        for waiting_match in report_queries.unconfirmed_matches(round_):
            if waiting_match.report.at <= newest_due:
                # Another report or result may have been stored in the meantime.
                with suppress(Refused):
                    accept_report(waiting_match.match, report=waiting_match.report.pk, by=by, now=moment)
                    accepted += 1
    return accepted


@transaction.atomic
def uphold_result(match: Match, *, by: User | None, now: datetime | None = None) -> Match:
    """Confirm a result that a player's report contradicts, and withdraw that report.

    Refused: NOTHING_REPORTED, MATCH_NOT_FOUND.
    """
    match = locks.lock_match(match)
    reports = report_queries.reports_of_match(match).values()
    contradicting = [
        report
        for report in reports
        if contradicts_entered_result(reported_result(report), reported_result(match))
    ]
    if match.outcome == Outcome.PENDING or not contradicting:
        raise Refused(PairingRefusal.NOTHING_REPORTED)
    withdrawn = report_rows.withdraw_reports(contradicting, now=now)
    journal.write_journal_line(
        match.round.division.tournament,
        ResultUpheld(withdrawn=withdrawn, **_journal_facts_of_match(match)),
        by=by,
        division=match.round.division,
        at=now,
    )
    return match


@transaction.atomic
def drop_between_matches(entry: Entry, *, by: User | None = None, now: datetime | None = None) -> Entry:
    """Drop a player who has no open match. Refused: FINISH_FIRST, ENTRY_ALREADY_LEFT."""
    open_matches = Match.objects.filter(
        seats__entry=entry, round__state=Round.State.POSTED, outcome=Outcome.PENDING.value
    )
    if open_matches.exists():
        raise Refused(PairingRefusal.FINISH_FIRST)
    return attendance.drop_player(entry, by=by, now=now)


def _lock_own_match(match: Match, entry: Entry) -> Match:
    """Return this player's match, locked.

    Refused: NOT_YOUR_MATCH, PHONES_ARE_OFF, MATCH_NOT_FOUND, and whatever `results.require_match_in_play` refuses.
    """
    match = locks.lock_match(match)
    if entry.pk not in (match.left_id, match.right_id):
        raise Refused(PairingRefusal.NOT_YOUR_MATCH)
    if not match.round.division.tournament.phone_reports:
        raise Refused(PairingRefusal.PHONES_ARE_OFF)
    results.require_match_in_play(match)
    return match


def _require_unconfirmed(match: Match, own_report: Report | None) -> None:
    """Require that the player's own report has not become the result, which only staff can change.

    Refused: RESULT_CONFIRMED.
    """
    if match.outcome == Outcome.PENDING or own_report is None:
        return
    if not contradicts_entered_result(reported_result(own_report), reported_result(match)):
        raise Refused(PairingRefusal.RESULT_CONFIRMED)


class _MatchFacts(TypedDict):
    match: int
    round: int
    table: int | None
    left: str
    right: str


def _journal_facts_of_match(match: Match) -> _MatchFacts:
    return {
        "match": match.pk,
        "round": match.round.number,
        "table": match.table,
        "left": str(match.left),
        "right": str(match.right),
    }


def _journal_report(
    match: Match,
    kind: Callable[..., OfReport],
    entry: Entry,
    sent_report: ResultReport | None,
    *,
    by: User | None,
    now: datetime | None,
) -> None:
    facts: Mapping[str, object] = {}
    if sent_report is not None:
        facts = {"after": results.result_facts(sent_report.result), "leaves": sent_report.leaves}
    journal.write_journal_line(
        match.round.division.tournament,
        kind(
            entry=entry.pk,
            name=str(match.left if entry.pk == match.left_id else match.right),
            **_journal_facts_of_match(match),
            **facts,
        ),
        by=by,
        division=match.round.division,
        at=now,
    )


def undo_uphold_result(line: JournalEvent) -> None:
    """Undo ResultUpheld by restoring the reports. Refused: UNDO_OVERTAKEN if the match no longer exists."""
    match = Match.objects.filter(pk=line.facts["match"]).first()
    if match is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    report_rows.undo_settle_reports(match, line.facts)


add_undo(undo_uphold_result, ResultUpheld, is_past=has_no_posted_match)
