"""What players say of their matches: the word of each that counts, open disputes, and doubts about results."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from pairings.engine.outcomes import Outcome
from pairings.engine.reports import ReportedResult, differs
from pairings.models import Dispute, Match, Report, Round
from tournaments.models import Tournament


def reported_by(row: Report | Match) -> ReportedResult:
    """A report, or the result of a match, as the engine reads it."""
    games = None
    if row.games_left is not None and row.games_right is not None:
        games = (row.games_left, row.games_right)
    return ReportedResult(Outcome(row.outcome), row.reason, games)


def live(matches: Iterable[int]) -> dict[int, dict[int, Report]]:
    """What each player of these matches says: by match and entry, the newest word not withdrawn. One query."""
    rows = Report.objects.filter(match__in=list(matches), entry__isnull=False, withdrawn_at__isnull=True)
    found: dict[int, dict[int, Report]] = {}
    for row in rows.order_by("pk"):
        found.setdefault(row.match_id, {})[row.entry_id or 0] = row
    return found


def of_match(match: Match) -> dict[int, Report]:
    """What the players of one match say, by entry. One query."""
    return live([match.pk]).get(match.pk, {})


def open_disputes(event: Tournament) -> QuerySet[Dispute]:
    """Disputes nobody has decided, oldest first, with match, round and players."""
    related = ("match__round__division__tournament", "match__round__stage", "match__left__player")
    rows = Dispute.objects.filter(settled_at__isnull=True, match__round__division__tournament=event)
    return rows.select_related(*related, "match__right__player").order_by("opened_at", "pk")


def disputed(round_: Round) -> dict[int, datetime]:
    """The matches of a round in dispute, with the time it began. One query."""
    rows = Dispute.objects.filter(settled_at__isnull=True, match__round=round_)
    return dict(rows.values_list("match_id", "opened_at"))


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match of a posted round without a result, and the one word there is of it (or two that agree)."""

    match: Match
    report: Report
    both: bool = False


def waiting(round_: Round) -> list[Waiting]:
    """Matches that wait for the second player, oldest word first. Two queries."""
    said = Report.objects.filter(match__round=round_, entry__isnull=False, withdrawn_at__isnull=True)
    said = said.filter(match__outcome=Outcome.PENDING.value)
    words: dict[int, dict[int, Report]] = {}
    for row in said.select_related("entry__player").order_by("pk"):
        words.setdefault(row.match_id, {})[row.entry_id or 0] = row
    matches = Match.objects.filter(pk__in=words).select_related("left__player", "right__player")
    found = [
        Waiting(match, min(words[match.pk].values(), key=lambda row: row.pk), len(words[match.pk]) > 1)
        for match in matches.exclude(disputes__in=Dispute.objects.filter(settled_at__isnull=True))
    ]
    return sorted(found, key=lambda one: one.report.at)


@dataclass(frozen=True, slots=True)
class ReportConflict:
    """A result that stands, and a player who told another one."""

    match: Match
    report: Report


def conflicts(round_: Round) -> list[ReportConflict]:
    """Results of a round that a player told differently, in table order. Two queries."""
    told = Report.objects.filter(match__round=round_, entry__isnull=False, withdrawn_at__isnull=True)
    related = round_.matches.select_related("left__player", "right__player")
    rows = related.filter(pk__in=told.values("match")).exclude(outcome=Outcome.PENDING.value)
    matches = {match.pk: match for match in rows}
    said = live(matches) if matches else {}
    found = [
        ReportConflict(matches[pk], report)
        for pk, words in said.items()
        for report in words.values()
        if differs(reported_by(report), reported_by(matches[pk]))
    ]
    return sorted(found, key=lambda doubt: (doubt.match.table or 0, doubt.report.pk))
