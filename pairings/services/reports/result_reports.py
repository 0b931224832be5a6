"""Players' reports by phone: sent, confirmed, changed, withdrawn. Two equal reports make the result at once."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypedDict

from django.db import transaction
from django.utils import timezone

from core.engine.refused import Refused
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
from pairings.engine.reports import ReportedResult, agree, counted, differs, joined
from pairings.models import Dispute, Match, Report, Round, Stage
from pairings.queries.reports import result_reports as report_queries
from pairings.queries.reports.result_reports import reported_by
from pairings.services import locks
from pairings.services.reports import report_rows, results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance
from tournaments.models import Entry, Tournament, User

MOST_WINNERS = 7
"""The most games reported one by one: three, and those of Sudden Death."""


MOST_REPORTS = 10
"""The most reports of one player for one match, withdrawn ones too. A slip of the thumb needs three."""


@dataclass(frozen=True, slots=True)
class ResultReport:
    """A player's report: the result, the winners of the games in order if reported one by one, and
    whether they drop.
    """

    result: MatchResult
    winners: tuple[str, ...] = ()
    leaves: bool = False


@transaction.atomic
def submit(
    match: Match, entry: Entry, sent: ResultReport, *, by: User | None = None, now: datetime | None = None
) -> Match:
    """Store the report of one player. Two equal reports are the result, two different ones open a dispute.

    An existing result stays: a different report is stored and shown to the staff as a conflict. The same report again
    changes nothing.

    Refused: PHONES_ARE_OFF, NOT_YOUR_MATCH, RESULT_CONFIRMED when the player's own report is the result, and as
    `results.enter` without RESULT_ALREADY_THERE. REPORTED_TOO_OFTEN (most): every report is stored, so one phone may
    not fill the journal.
    """
    match = _of(match, entry)
    # The games are counted from `winners`.
    winners = sent.winners[:MOST_WINNERS]
    games = sent.result.games if sent.result.games is not None else counted(winners)
    if winners and games != counted(winners):
        raise Refused(PairingRefusal.GAMES_DO_NOT_FIT, games=f"{games[0]}-{games[1]}" if games else "–")
    result = MatchResult(sent.result.outcome, sent.result.reason, games)
    results.require_possible(match, result)
    swiss = match.round.stage.kind == Stage.Kind.SWISS
    sent = ResultReport(result, winners, sent.leaves and swiss)
    reports = report_queries.of_match(match)
    mine = reports.pop(entry.pk, None)
    theirs = next(iter(reports.values()), None)
    _require_changeable(match, mine)
    open_ = match.outcome == Outcome.PENDING
    reported = ReportedResult(result.outcome, str(result.reason), games)
    waits = open_ and theirs is not None and agree(reported_by(theirs), ReportedResult(result.outcome))
    repeats = (
        mine is not None
        and reported_by(mine) == reported
        and tuple(mine.games) == winners
        and mine.leaves == sent.leaves
    )
    if repeats and not waits:
        return match
    if match.reports.filter(entry=entry).count() >= MOST_REPORTS:
        raise Refused(PairingRefusal.REPORTED_TOO_OFTEN, most=MOST_REPORTS)
    report = _save_report(match, entry, sent, by=by, now=now)
    if not open_ or theirs is None:
        _journal(match, PlayerReported, entry, sent, by=by, now=now)
    elif waits:
        # Write the result two equal reports agree on.
        both = joined(reported_by(theirs), reported_by(report))
        agreed = MatchResult(both.outcome, both.reason, both.games)
        results.require_possible(match, agreed)
        source = Report.Source.PHONE
        return results.record(
            match, agreed, kind=ResultAgreed, by=by, source=source, now=now, report=report.pk
        )
    else:
        opened = report_rows.settle_or_open(match, now=now)
        _journal(match, DisputeOpened if opened else PlayerReported, entry, sent, by=by, now=now)
    return match


@transaction.atomic
def confirm(
    match: Match,
    entry: Entry,
    *,
    report: int,
    leaves: bool = False,
    by: User | None = None,
    now: datetime | None = None,
) -> Match:
    """Report the same as the opponent, whose report has the key `report`. Refused: REPORT_CHANGED, and as `submit`."""
    match = _of(match, entry)
    reports = report_queries.of_match(match)
    theirs = next((row for key, row in reports.items() if key != entry.pk), None)
    if theirs is None or theirs.pk != report:
        raise Refused(PairingRefusal.REPORT_CHANGED)
    same = reported_by(theirs)
    sent = ResultReport(MatchResult(same.outcome, same.reason, same.games), tuple(theirs.games), leaves)
    return submit(match, entry, sent, by=by, now=now)


@transaction.atomic
def withdraw(match: Match, entry: Entry, *, by: User | None = None, now: datetime | None = None) -> Match:
    """Withdraw one's own unconfirmed report. Refused: NOTHING_REPORTED, RESULT_CONFIRMED, NOT_YOUR_MATCH."""
    match = _of(match, entry)
    mine = report_queries.of_match(match).get(entry.pk)
    if mine is None:
        raise Refused(PairingRefusal.NOTHING_REPORTED)
    _require_changeable(match, mine)
    report_rows.withdraw(match.reports.filter(entry=entry, withdrawn_at__isnull=True), now=now)
    report_rows.settle_or_open(match, now=now)
    _journal(match, ReportWithdrawn, entry, None, by=by, now=now)
    return match


@transaction.atomic
def accept(match: Match, *, report: int, by: User | None, now: datetime | None = None) -> Match:
    """Make a single report, or two equal ones, the result. `report`: the key of the report shown.

    Refused: REPORT_CHANGED, DISPUTE_IS_OPEN, and as `results.enter`.
    """
    match = locks.match(match)
    results.require_posted(match)
    results.require_seen(match, Outcome.PENDING)
    reports = list(report_queries.of_match(match).values())
    if report not in [row.pk for row in reports]:
        raise Refused(PairingRefusal.REPORT_CHANGED)
    if Dispute.objects.filter(match=match, settled_at__isnull=True).exists():
        raise Refused(PairingRefusal.DISPUTE_IS_OPEN, table=match.table)
    reported = joined(*map(reported_by, reports)) if len(reports) == 2 else reported_by(reports[0])
    name = str(match.left if reports[0].entry_id == match.left_id else match.right)
    result = MatchResult(reported.outcome, reported.reason, reported.games)
    results.require_possible(match, result)
    return results.record(match, result, kind=ResultTaken, by=by, now=now, name=name)


def accept_due(event: Tournament, *, by: User | None = None, now: datetime | None = None) -> int:
    """Accept every single report older than the organizer's limit; returns the number accepted."""
    at = now or timezone.now()
    if event.single_report_minutes is None:
        return 0
    until = at - timedelta(minutes=event.single_report_minutes)
    accepted = 0
    for round_ in Round.objects.filter(division__tournament=event, state=Round.State.POSTED):
        for waiting in report_queries.waiting(round_):
            if waiting.report.at <= until:
                # Another report or result may have come in since.
                with suppress(Refused):
                    accept(waiting.match, report=waiting.report.pk, by=by, now=at)
                    accepted += 1
    return accepted


@transaction.atomic
def uphold_result(match: Match, *, by: User | None, now: datetime | None = None) -> Match:
    """Confirm a result that a player's report contradicts; that report is withdrawn. Refused: NOTHING_REPORTED."""
    match = locks.match(match)
    reports = report_queries.of_match(match).values()
    against = [row for row in reports if differs(reported_by(row), reported_by(match))]
    if match.outcome == Outcome.PENDING or not against:
        raise Refused(PairingRefusal.NOTHING_REPORTED)
    withdrawn = report_rows.withdraw(against, now=now)
    journal.write(
        match.round.division.tournament,
        ResultUpheld(withdrawn=withdrawn, **_place(match)),
        by=by,
        division=match.round.division,
        at=now,
    )
    return match


@transaction.atomic
def leave(entry: Entry, *, by: User | None = None, now: datetime | None = None) -> Entry:
    """Drop a player between two matches. Refused: FINISH_FIRST, ENTRY_ALREADY_LEFT."""
    open_ = Match.objects.filter(
        seats__entry=entry, round__state=Round.State.POSTED, outcome=Outcome.PENDING.value
    )
    if open_.exists():
        raise Refused(PairingRefusal.FINISH_FIRST)
    return attendance.drop(entry, by=by, now=now)


def _of(match: Match, entry: Entry) -> Match:
    """The locked match of this player. Refused: NOT_YOUR_MATCH, PHONES_ARE_OFF, and as `results.require_posted`."""
    match = locks.match(match)
    if entry.pk not in (match.left_id, match.right_id):
        raise Refused(PairingRefusal.NOT_YOUR_MATCH)
    if not match.round.division.tournament.phone_reports:
        raise Refused(PairingRefusal.PHONES_ARE_OFF)
    results.require_posted(match)
    return match


def _require_changeable(match: Match, mine: Report | None) -> None:
    """Refused: RESULT_CONFIRMED when the player's own report is the result, which only staff can change."""
    stands = match.outcome != Outcome.PENDING
    if stands and mine is not None and not differs(reported_by(mine), reported_by(match)):
        raise Refused(PairingRefusal.RESULT_CONFIRMED)


def _save_report(
    match: Match, entry: Entry, sent: ResultReport, *, by: User | None, now: datetime | None
) -> Report:
    left, right = sent.result.games or (None, None)
    return Report.objects.create(
        match=match,
        outcome=sent.result.outcome.value,
        reason=sent.result.reason,
        games_left=left,
        games_right=right,
        games=list(sent.winners),
        source=Report.Source.PHONE,
        entry=entry,
        leaves=sent.leaves,
        by=by,
        at=now or timezone.now(),
    )


class _Place(TypedDict):
    match: int
    round: int
    table: int | None
    left: str
    right: str


def _place(match: Match) -> _Place:
    return {
        "match": match.pk,
        "round": match.round.number,
        "table": match.table,
        "left": str(match.left),
        "right": str(match.right),
    }


def _journal(
    match: Match,
    kind: Callable[..., OfReport],
    entry: Entry,
    sent: ResultReport | None,
    *,
    by: User | None,
    now: datetime | None,
) -> None:
    facts: Mapping[str, object] = {}
    if sent is not None:
        facts = {"after": results.facts_of(sent.result), "leaves": sent.leaves}
    journal.write(
        match.round.division.tournament,
        kind(
            entry=entry.pk,
            name=str(match.left if entry.pk == match.left_id else match.right),
            **_place(match),
            **facts,
        ),
        by=by,
        division=match.round.division,
        at=now,
    )
