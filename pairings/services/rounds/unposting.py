"""Unpost a round."""

from django.db.models import Max, Min

from core.engine.refused import Refused
from decks.services.lists.rejudging import rejudge_redraft
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.models.match import Reason
from pairings.queries.bracket.cuts import round_facts
from pairings.services.reports import report_rows
from pairings.services.rounds import missed_rounds
from pairings.services.standings import ranking
from tournaments.models import Division
from tournaments.services import schedule


def unpost(round_: Round) -> list[tuple[int, int]]:
    """Unpost a round: delete losses for missing it, correct times and standings.

    Returns (entry, joined_round before) of players who came after the posting: they play this round now. Refused:
    UNDO_RESULTS_FIRST if results are in.
    """
    decided = round_.matches.filter(right__isnull=False).exclude(outcome=Outcome.PENDING.value)
    reported = decided.exclude(reason=Reason.WALKOVER).count()
    if reported:
        raise Refused(PairingRefusal.UNDO_RESULTS_FIRST, results=reported, **round_facts(round_))
    round_.state, round_.posted_at = Round.State.UNPOSTED, None
    round_.save(update_fields=["state", "posted_at"])
    joined = missed_rounds.forgive(round_)
    report_rows.forget_round(round_)
    round_.division.entries.filter(dropped_in=round_.number).update(dropped_in=round_.number - 1)
    ranking.rank_again(round_.division, since=round_.number - 1)
    correct_times(round_)
    if not round_.division.rounds.filter(number__lt=round_.number).exists():
        Division.objects.filter(pk=round_.division_id).update(started_at=None)
    rejudge_redraft(round_.division)
    return joined


def correct_times(round_: Round) -> None:
    """Set the schedule's times from the rounds of this number: other divisions may still play it."""
    event = round_.division.tournament
    rounds = Round.objects.filter(division__tournament=event, number=round_.number)
    times = rounds.exclude(state=Round.State.UNPOSTED).aggregate(
        began=Min("posted_at"), ended=Max("closed_at")
    )
    schedule.correct_times(event, round_number=round_.number, **times)
