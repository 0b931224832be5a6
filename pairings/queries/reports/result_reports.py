"""Players' reports: the current report of each player, open disputes, and conflicts with results."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet

from pairings.engine.outcomes import Outcome
from pairings.engine.reports import ReportedResult, differs
from pairings.models import Dispute, Match, Report, Round
from tournaments.models import Entry, Tournament


def reported_by(row: Report | Match) -> ReportedResult:
    """A report, or the result of a match, as input of the engine."""
    games = None
    if row.games_left is not None and row.games_right is not None:
        games = (row.games_left, row.games_right)
    return ReportedResult(Outcome(row.outcome), row.reason, games)


def live(matches: Iterable[int]) -> dict[int, dict[int, Report]]:
    """The current reports of these matches: by match and entry, the newest one not withdrawn. One query."""
    rows = Report.objects.filter(match__in=list(matches), entry__isnull=False, withdrawn_at__isnull=True)
    reports: dict[int, dict[int, Report]] = {}
    for row in rows.order_by("pk"):
        reports.setdefault(row.match_id, {})[row.entry_id or 0] = row
    return reports


def of_match(match: Match) -> dict[int, Report]:
    """The current reports of one match, by entry. One query."""
    return live([match.pk]).get(match.pk, {})


def open_disputes(event: Tournament) -> QuerySet[Dispute]:
    """Undecided disputes, oldest first, with match, round and players."""
    return all_disputes(event).filter(settled_at__isnull=True)


def decided_by_judge(match: Match) -> bool:
    """Whether the result is a judge's decision of a dispute, not replaced by a later entry. One query."""
    newest = Report.objects.filter(match=match, entry=None, withdrawn_at=None).order_by("-pk").first()
    return newest is not None and newest.source == Report.Source.JUDGE


def all_disputes(event: Tournament) -> QuerySet[Dispute]:
    """Every dispute of an event, oldest first, with match, round, players and the person who decided it."""
    related = ("match__round__division__tournament", "match__round__stage", "match__left__player")
    rows = Dispute.objects.filter(match__round__division__tournament=event).order_by("opened_at", "pk")
    return rows.select_related(*related, "match__right__player", "settled_by")


def of_disputes(disputes: Collection[Dispute]) -> dict[int, dict[int, Report]]:
    """The report of each player when a dispute was decided, by dispute and entry; for an open one the current report.

    One query.
    """
    rows = Report.objects.filter(match__in=[dispute.match_id for dispute in disputes], entry__isnull=False)
    by_match: dict[int, list[Report]] = {}
    for row in rows.order_by("pk"):
        by_match.setdefault(row.match_id, []).append(row)
    by_dispute: dict[int, dict[int, Report]] = {}
    for dispute in disputes:
        reports = by_match.get(dispute.match_id, [])
        if dispute.settled_at is None:
            reports = [row for row in reports if row.withdrawn_at is None]
        else:
            reports = [row for row in reports if row.at <= dispute.settled_at]
        by_dispute[dispute.pk] = {row.entry_id or 0: row for row in reports}
    return by_dispute


def disputed(round_: Round) -> dict[int, datetime]:
    """The disputed matches of a round, with the start of the dispute. One query."""
    rows = Dispute.objects.filter(settled_at__isnull=True, match__round=round_)
    return dict(rows.values_list("match_id", "opened_at"))


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match of a posted round without a result, and its only report (or two that agree)."""

    match: Match
    report: Report
    both: bool = False


def _standing(round_: Round) -> QuerySet[Report]:
    """Players' reports of a round that are not withdrawn."""
    return Report.objects.filter(match__round=round_, entry__isnull=False, withdrawn_at__isnull=True)


def waiting_matches(round_: Round) -> list[int]:
    """The keys of the matches that wait for a second report, oldest report first. One query."""
    disputes = Dispute.objects.filter(match=OuterRef("match"), settled_at__isnull=True)
    reports = _standing(round_).filter(~Exists(disputes), match__outcome=Outcome.PENDING.value).order_by()
    oldest = reports.values("match").annotate(since=Min("at")).order_by("since", "match")
    return list(oldest.values_list("match", flat=True))


def waiting(round_: Round, matches: Collection[int] | None = None) -> list[Waiting]:
    """Matches that wait for a second report, oldest report first; `matches` limits them. Two queries."""
    reports = _standing(round_).filter(match__outcome=Outcome.PENDING.value)
    if matches is not None:
        reports = reports.filter(match__in=matches)
    by_match: dict[int, dict[int, Report]] = {}
    for row in reports.select_related("entry__player").order_by("pk"):
        by_match.setdefault(row.match_id, {})[row.entry_id or 0] = row
    rows = Match.objects.filter(pk__in=by_match).select_related("left__player", "right__player")
    listed = [
        Waiting(match, min(by_match[match.pk].values(), key=lambda row: row.pk), len(by_match[match.pk]) > 1)
        for match in rows.exclude(disputes__in=Dispute.objects.filter(settled_at__isnull=True))
    ]
    return sorted(listed, key=lambda waiting: waiting.report.at)


@dataclass(frozen=True, slots=True)
class ReportConflict:
    """A result, and the report of a player that contradicts it."""

    match: Match
    report: Report


def against_results(reports: QuerySet[Report]) -> QuerySet[Report]:
    """The newest report of each player that differs from the saved result of its match, as `differs` says."""
    games_left, games_right = F("match__games_left"), F("match__games_right")
    unknown = (
        Q(games_left=None) | Q(games_right=None) | Q(match__games_left=None) | Q(match__games_right=None)
    )
    same_games = unknown | Q(games_left=games_left, games_right=games_right)
    newer = Report.objects.filter(
        match=OuterRef("match"), entry=OuterRef("entry"), withdrawn_at=None, pk__gt=OuterRef("pk")
    )
    rows = reports.filter(
        ~(Q(outcome=F("match__outcome")) & same_games), entry__isnull=False, withdrawn_at=None
    )
    return rows.exclude(match__outcome=Outcome.PENDING.value).filter(~Exists(newer))


def conflicts(round_: Round) -> list[ReportConflict]:
    """Results of a round that a player reported differently, in table order. Two queries."""
    reports = list(against_results(_standing(round_)))
    related = round_.matches.select_related("left__player", "right__player")
    matches = related.in_bulk([report.match_id for report in reports])
    pairs = [ReportConflict(matches[report.match_id], report) for report in reports]
    return sorted(pairs, key=lambda conflict: (conflict.match.table or 0, conflict.report.pk))


def set_aside(match: Match, entry: Entry) -> bool:
    """Whether a player’s newest report differs from the saved result and was withdrawn after it. One query.

    Staff withdraw it by confirming the result; the player can withdraw it as well.
    """
    newest = Report.objects.filter(match=match, entry=entry).order_by("-pk").first()
    if newest is None or newest.withdrawn_at is None or match.reported_at is None:
        return False
    return newest.withdrawn_at >= match.reported_at and differs(reported_by(newest), reported_by(match))
