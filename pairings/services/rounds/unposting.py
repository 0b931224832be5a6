"""Unpost a round."""

from django.db.models import Max, Min

from core.engine.refused import Refused
from decks.services.lists.rejudging import rejudge_redraft
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.models.match import Reason
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.services.reports import report_rows
from pairings.services.rounds import missed_rounds
from pairings.services.standings import ranking
from tournaments.models import Division
from tournaments.services import schedule


def unpost_round(round_: Round) -> list[tuple[int, int]]:
    """Unpost a round: delete the losses for missing it, withdraw its reports and settle its disputes.

    Players who dropped in this round count as dropped in the previous one. Standings, times and redrafts are
    corrected. Return (entry, former joined_round) of players who arrived after the posting and now play this
    round. Refused: UNDO_RESULTS_FIRST if results have been entered.
    """
    decided_matches = round_.matches.filter(right__isnull=False).exclude(outcome=Outcome.PENDING.value)
    result_count = decided_matches.exclude(reason=Reason.WALKOVER).count()
    if result_count:
        raise Refused(
            PairingRefusal.UNDO_RESULTS_FIRST, results=result_count, **refusal_facts_of_round(round_)
        )
    round_.state, round_.posted_at = Round.State.UNPOSTED, None
    round_.save(update_fields=["state", "posted_at"])
    former_joined_rounds = missed_rounds.delete_missed_round_losses(round_)
    report_rows.withdraw_reports_of_round(round_)
    round_.division.entries.filter(dropped_in=round_.number).update(dropped_in=round_.number - 1)
    ranking.rank_closed_rounds_again(round_.division, since=round_.number - 1)
    correct_schedule_times(round_)
    if not round_.division.rounds.filter(number__lt=round_.number).exists():
        Division.objects.filter(pk=round_.division_id).update(started_at=None, day_two_table_rounds=None)
    rejudge_redraft(round_.division)
    return former_joined_rounds


def correct_schedule_times(round_: Round) -> None:
    """Set the schedule's times from all rounds with this number.

    Other divisions may still be playing their round with the same number.
    """
    event = round_.division.tournament
    rounds = Round.objects.filter(division__tournament=event, number=round_.number)
    times = rounds.exclude(state=Round.State.UNPOSTED).aggregate(
        began=Min("posted_at"), ended=Max("closed_at")
    )
    schedule.correct_round_times(event, round_number=round_.number, **times)
