"""What players do on their phones, for the floor on which anything may happen."""

from operator import attrgetter
from random import Random

from pairings.models import Match, Report, Round
from pairings.queries.reports import result_reports as result_reports_queries
from pairings.services.reports import disputes, result_reports
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from tournaments.engine.refused import Refused
from tournaments.models import Division, Entry


class Telling:
    """Players tell, confirm, take back and leave; staff decide and take one word. Mixed into a floor."""

    chance: Random
    division: Division
    told: list

    def newest(self) -> Round:
        raise NotImplementedError

    def some_match(self, round_: Round) -> Match:
        raise NotImplementedError

    def somebody(self, **which: object) -> Entry:
        raise NotImplementedError

    def telling(self) -> list:
        """What may be tried, with how likely it is."""
        return [
            (10, self.tell),
            (4, self.confirm),
            (2, self.take_word_back),
            (4, self.decide),
            (2, self.take_word),
            (1, self.keep_result),
            (1, self.leave),
        ]

    def tell(self) -> None:
        match = self.some_match(self.newest())
        entry = self.chance.choice([one for one in (match.left, match.right) if one])
        leaves = self.chance.random() < 0.1
        result_reports.submit(
            match, entry, ResultReport(MatchResult(self.chance.choice(self.told)), leaves=leaves)
        )

    def word(self) -> tuple[Match, Report]:
        """A word that counts in the newest round, with its match."""
        words = result_reports_queries.live(self.newest().matches.values_list("pk", flat=True))
        said = sorted((row for of in words.values() for row in of.values()), key=attrgetter("pk"))
        if not said:
            raise Refused("NOTHING_YET")
        chosen = self.chance.choice(said)
        return Match.objects.get(pk=chosen.match_id), chosen

    def confirm(self) -> None:
        match, said = self.word()
        other = match.right if said.entry_id == match.left_id else match.left
        result_reports.confirm(match, other, report=said.pk)

    def take_word_back(self) -> None:
        match, said = self.word()
        result_reports.withdraw(match, said.entry)

    def decide(self) -> None:
        found = result_reports_queries.open_disputes(self.division.tournament).first()
        if found is None:
            raise Refused("NOTHING_YET")
        disputes.decide(found.match, MatchResult(self.chance.choice(self.told)), by=None, why="seen")

    def take_word(self) -> None:
        match, said = self.word()
        result_reports.accept(match, report=said.pk, by=None)

    def keep_result(self) -> None:
        result_reports.keep_result(self.word()[0], by=None)

    def leave(self) -> None:
        result_reports.leave(self.somebody())


def dumped(of: Division) -> dict[str, object]:
    """Every word of a player that was not taken back, and which matches are in dispute."""
    at = {
        pk: (number, left)
        for pk, number, left in Match.objects.filter(round__division=of).values_list(
            "pk", "round__number", "left"
        )
    }
    said = Report.objects.filter(match__in=at, entry__isnull=False, withdrawn_at__isnull=True)
    words = [(*at[row.match_id], row.entry_id, row.outcome, row.leaves) for row in said]
    in_dispute = [at[one.match_id] for one in result_reports_queries.open_disputes(of.tournament)]
    return {"words": sorted(words), "disputes": sorted(in_dispute)}


def whole(round_: Round) -> None:
    """A dispute is open exactly where two players of an open match say different things; nobody speaks of a draft."""
    said = result_reports_queries.live(round_.matches.filter(outcome="pending").values_list("pk", flat=True))
    differ = {pk for pk, words in said.items() if len({row.outcome for row in words.values()}) > 1}
    assert set(result_reports_queries.disputed(round_)) == differ
    assert round_.state != Round.State.DRAFT or not said


MADE_ANEW = ("seat_late", "take_out", "draw_posted_again")
"""Steps that lay matches down and make them again: what players told of them went with them."""
