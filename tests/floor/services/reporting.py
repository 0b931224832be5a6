"""What players do on their phones, as part of a random test of the floor."""

from operator import attrgetter
from random import Random

from core.engine.refused import Refused
from pairings.models import Match, Report, Round
from pairings.queries.reports import result_reports as result_reports_queries
from pairings.services.reports import disputes, result_reports
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from tournaments.models import Division, Entry


class Reporting:
    """Players report, confirm, withdraw and drop; staff decide, and accept single reports. A mixin for floors."""

    chance: Random
    division: Division
    outcomes: list

    def newest(self) -> Round:
        raise NotImplementedError

    def some_match(self, round_: Round) -> Match:
        raise NotImplementedError

    def somebody(self, **which: object) -> Entry:
        raise NotImplementedError

    def reporting(self) -> list:
        """Return the actions to try, with their weights."""
        return [
            (10, self.report),
            (4, self.confirm),
            (2, self.withdraw_report),
            (4, self.decide),
            (2, self.accept_report),
            (1, self.uphold_result),
            (1, self.leave),
        ]

    def report(self) -> None:
        match = self.some_match(self.newest())
        entry = self.chance.choice([one for one in (match.left, match.right) if one])
        leaves = self.chance.random() < 0.1
        result_reports.submit_report(
            match, entry, ResultReport(MatchResult(self.chance.choice(self.outcomes)), leaves=leaves)
        )

    def standing_report(self) -> tuple[Match, Report]:
        """Return a report that counts in the newest round, with its match."""
        by_match = result_reports_queries.current_reports(self.newest().matches.values_list("pk", flat=True))
        reports = sorted((row for of in by_match.values() for row in of.values()), key=attrgetter("pk"))
        if not reports:
            raise Refused("NOTHING_YET")
        chosen = self.chance.choice(reports)
        return Match.objects.get(pk=chosen.match_id), chosen

    def confirm(self) -> None:
        match, report = self.standing_report()
        other = match.right if report.entry_id == match.left_id else match.left
        result_reports.confirm_result_report(match, other, report=report.pk)

    def withdraw_report(self) -> None:
        match, report = self.standing_report()
        result_reports.withdraw_result_report(match, report.entry)

    def decide(self) -> None:
        found = result_reports_queries.open_disputes(self.division.tournament).first()
        if found is None:
            raise Refused("NOTHING_YET")
        disputes.decide_dispute(
            found.match, MatchResult(self.chance.choice(self.outcomes)), by=None, why="seen"
        )

    def accept_report(self) -> None:
        match, report = self.standing_report()
        result_reports.accept_report(match, report=report.pk, by=None)

    def uphold_result(self) -> None:
        result_reports.uphold_result(self.standing_report()[0], by=None)

    def leave(self) -> None:
        result_reports.drop_between_matches(self.somebody())


def dumped(of: Division) -> dict[str, object]:
    """Return every report that was not withdrawn, and the matches in dispute."""
    at = {
        pk: (number, left)
        for pk, number, left in Match.objects.filter(round__division=of).values_list(
            "pk", "round__number", "left"
        )
    }
    reports = Report.objects.filter(match__in=at, entry__isnull=False, withdrawn_at__isnull=True)
    rows = [(*at[row.match_id], row.entry_id, row.outcome, row.leaves) for row in reports]
    in_dispute = [at[one.match_id] for one in result_reports_queries.open_disputes(of.tournament)]
    return {"reports": sorted(rows), "disputes": sorted(in_dispute)}


def whole(round_: Round) -> None:
    """Check that a dispute is open exactly if two players of an open, posted match report different results."""
    reports = result_reports_queries.current_reports(
        round_.matches.filter(outcome="pending").values_list("pk", flat=True)
    )
    differ = {pk for pk, of in reports.items() if len({row.outcome for row in of.values()}) > 1}
    assert set(result_reports_queries.open_dispute_times(round_)) == differ
    assert round_.state != Round.State.UNPOSTED or not reports


MADE_AGAIN = ("seat_late", "take_out", "draw_posted_again")
"""Steps that delete matches and create them again, so that their reports are lost too."""
