"""Players' reports: current reports, open disputes, and conflicts with results."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet

from pairings.engine.outcomes import Outcome
from pairings.engine.reports import ReportedResult, contradicts_entered_result
from pairings.models import Dispute, Match, Report, Round
from tournaments.models import Entry, Tournament


def reported_result(row: Report | Match) -> ReportedResult:
    """Convert a report, or the result of a match, to input of the engine."""
    games = None
    if row.games_left is not None and row.games_right is not None:
        games = (row.games_left, row.games_right)
    return ReportedResult(Outcome(row.outcome), row.reason, games)


def current_reports(matches: Iterable[int]) -> dict[int, dict[int, Report]]:
    """Return the current report of each player who has one, by match key and entry key. One query.

    It is the player's latest report that was not withdrawn.
    """
    rows = Report.objects.current().filter(match__in=list(matches))
    reports: dict[int, dict[int, Report]] = {}
    for row in rows.order_by("pk"):
        reports.setdefault(row.match_id, {})[row.entry_id or 0] = row
    return reports


def reports_of_match(match: Match) -> dict[int, Report]:
    """Return the current reports of one match, by entry. One query."""
    rows = Report.objects.current().filter(match=match.pk).order_by("pk")
    return {row.entry_id or 0: row for row in rows}


@dataclass(frozen=True, slots=True)
class MatchReports:
    """Every report of one match, oldest first, including those of staff and withdrawn ones."""

    rows: Sequence[Report] = ()

    @property
    def current(self) -> dict[int, Report]:
        """The current report of each player who has one, by entry key."""
        return {row.entry_id: row for row in self.rows if row.entry_id and row.withdrawn_at is None}

    @property
    def decided_by_judge(self) -> bool:
        """Whether the current result is a judge's ruling on a dispute."""
        staff_rows = [row for row in self.rows if row.entry_id is None and row.withdrawn_at is None]
        return bool(staff_rows) and staff_rows[-1].source == Report.Source.JUDGE

    def is_overruled(self, match: Match, entry: Entry) -> bool:
        """Return whether a player's latest report contradicts the result and was withdrawn after it.

        Staff withdraw it by confirming the result; players can withdraw it as well.
        """
        latest_report = next((row for row in reversed(self.rows) if row.entry_id == entry.pk), None)
        if latest_report is None or latest_report.withdrawn_at is None or match.reported_at is None:
            return False
        return latest_report.withdrawn_at >= match.reported_at and contradicts_entered_result(
            reported_result(latest_report), reported_result(match)
        )


def all_reports_of_match(match: Match) -> MatchReports:
    """Return every report of one match. One query."""
    return MatchReports(list(Report.objects.filter(match=match.pk).order_by("pk")))


def open_disputes(event: Tournament) -> QuerySet[Dispute]:
    """Return undecided disputes, oldest first, with match, round and players."""
    return all_disputes(event).filter(settled_at__isnull=True)


def is_decided_by_judge(match: Match) -> bool:
    """Return whether the current result is a judge's ruling on a dispute. One query."""
    return MatchReports(list(Report.objects.filter(match=match, entry=None).order_by("pk"))).decided_by_judge


def all_disputes(event: Tournament) -> QuerySet[Dispute]:
    """Return every dispute of an event, oldest first, with match, round, players and deciding judge."""
    related_fields = ("match__round__division__tournament", "match__round__stage", "match__left__player")
    rows = Dispute.objects.filter(match__round__division__tournament=event).order_by("opened_at", "pk")
    return rows.select_related(*related_fields, "match__right__player", "settled_by")


def reports_of_disputes(disputes: Collection[Dispute]) -> dict[int, dict[int, Report]]:
    """Return the report of each player as of when a dispute was settled, by dispute key and entry key.

    For an open dispute, these are the current reports. One query.
    """
    rows = Report.objects.filter(match__in=[dispute.match_id for dispute in disputes], entry__isnull=False)
    reports_by_match: dict[int, list[Report]] = {}
    for row in rows.order_by("pk"):
        reports_by_match.setdefault(row.match_id, []).append(row)
    reports_by_dispute: dict[int, dict[int, Report]] = {}
    for dispute in disputes:
        reports = reports_by_match.get(dispute.match_id, [])
        if dispute.settled_at is None:
            reports = [row for row in reports if row.withdrawn_at is None]
        else:
            reports = [row for row in reports if row.at <= dispute.settled_at]
        reports_by_dispute[dispute.pk] = {row.entry_id or 0: row for row in reports}
    return reports_by_dispute


def open_dispute_times(round_: Round) -> dict[int, datetime]:
    """Return when the open dispute about a match was opened, by match key. One query."""
    rows = Dispute.objects.filter(settled_at__isnull=True, match__round=round_)
    return dict(rows.values_list("match_id", "opened_at"))


@dataclass(frozen=True, slots=True)
class UnconfirmedMatch:
    """A match of a posted round with a report but without a result, and its first report.

    `both` means that both players reported the same result.
    """

    match: Match
    report: Report
    both: bool = False


def unconfirmed_match_keys(round_: Round) -> list[int]:
    """Return the keys of the matches with a report, but no result and no open dispute.

    The match with the oldest report comes first. One query.
    """
    disputes = Dispute.objects.filter(match=OuterRef("match"), settled_at__isnull=True)
    reports = Report.objects.current().filter(
        ~Exists(disputes), match__round=round_, match__outcome=Outcome.PENDING.value
    )
    oldest = reports.order_by().values("match").annotate(since=Min("at")).order_by("since", "match")
    return list(oldest.values_list("match", flat=True))


def unconfirmed_matches(round_: Round, matches: Collection[int] | None = None) -> list[UnconfirmedMatch]:
    """Return the matches with a report, but no result and no open dispute, oldest report first.

    `matches` limits the result to these match keys. Two queries.
    """
    reports = Report.objects.current().filter(match__round=round_, match__outcome=Outcome.PENDING.value)
    if matches is not None:
        reports = reports.filter(match__in=matches)
    reports_by_match: dict[int, dict[int, Report]] = {}
    for row in reports.select_related("entry__player").order_by("pk"):
        reports_by_match.setdefault(row.match_id, {})[row.entry_id or 0] = row
    rows = Match.objects.filter(pk__in=reports_by_match).select_related("left__player", "right__player")
    unsorted = [
        UnconfirmedMatch(
            match,
            min(reports_by_match[match.pk].values(), key=lambda row: row.pk),
            len(reports_by_match[match.pk]) > 1,
        )
        for match in rows.exclude(disputes__in=Dispute.objects.filter(settled_at__isnull=True))
    ]
    return sorted(unsorted, key=lambda waiting: waiting.report.at)


@dataclass(frozen=True, slots=True)
class ReportConflict:
    """A result, and the report of a player that contradicts it."""

    match: Match
    report: Report


def contradicting_reports(reports: QuerySet[Report]) -> QuerySet[Report]:
    """Return players' latest reports that contradict the stored result of their match.

    Matches without a result are left out. As in the engine, game scores only count if both include one.
    """
    games_left, games_right = F("match__games_left"), F("match__games_right")
    is_unknown = (
        Q(games_left=None) | Q(games_right=None) | Q(match__games_left=None) | Q(match__games_right=None)
    )
    has_same_games = is_unknown | Q(games_left=games_left, games_right=games_right)
    newer_reports = Report.objects.filter(
        match=OuterRef("match"), entry=OuterRef("entry"), withdrawn_at=None, pk__gt=OuterRef("pk")
    )
    rows = reports.filter(
        ~(Q(outcome=F("match__outcome")) & has_same_games), entry__isnull=False, withdrawn_at=None
    )
    return rows.exclude(match__outcome=Outcome.PENDING.value).filter(~Exists(newer_reports))


def results_contradicting_reports(round_: Round) -> list[ReportConflict]:
    """Return the results of a round that contradict a player's report, in table order. Two queries."""
    reports = list(contradicting_reports(Report.objects.filter(match__round=round_)))
    round_matches = round_.matches.select_related("left__player", "right__player")
    matches = round_matches.in_bulk([report.match_id for report in reports])
    conflicts = [ReportConflict(matches[report.match_id], report) for report in reports]
    return sorted(conflicts, key=lambda conflict: (conflict.match.table or 0, conflict.report.pk))
