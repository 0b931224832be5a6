"""Check whether a step can still be undone.

A step can be undone while the pairings it changed exist and no later round or stage depends on it.
"""

from django.db.models import Q

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from pairings import hooks
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.services.rounds import match_seating
from tournaments.models import Entry


def require_newest_round(round_: Round) -> None:
    """Require that no round or stage follows this round.

    Refused: UNDO_NEXT_ROUND_FIRST, UNDO_CUT_FIRST, UNDO_DAY_TWO_FIRST.
    """
    division = round_.division
    next_round = (
        division.rounds.select_related("stage").filter(number__gt=round_.number).order_by("number").first()
    )
    if next_round is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **refusal_facts_of_round(next_round))
    later_stage = division.stages.filter(position__gt=round_.stage.position).order_by("position").first()
    if later_stage is not None:
        raise Refused(
            PairingRefusal.UNDO_DAY_TWO_FIRST
            if later_stage.kind == Stage.Kind.SWISS
            else PairingRefusal.UNDO_CUT_FIRST
        )


def is_newest_round(round_: Round) -> bool:
    """Return whether no round or stage follows this round. One query."""
    is_later = Q(rounds__number__gt=round_.number) | Q(position__gt=round_.stage.position)
    return not Stage.objects.filter(is_later, division=round_.division_id).exists()


def is_pairing_replaced(line: JournalEvent) -> bool:
    """Return whether the pairings of a step no longer exist.

    This is the case if the round has been unpaired or undone since, or if a player of the old pairings was
    removed.
    """
    number = line.facts["round"]
    undone = JournalEvent.objects.filter(division=line.division_id, kind="RoundUndone", facts__round=number)
    if undone.filter(pk__gt=line.pk, undone_by=None).exists():
        return True
    pairings = JournalEvent.objects.filter(division=line.division_id, kind="RoundPaired", facts__round=number)
    return pairings.filter(pk__lt=line.pk, undone_by__pk__gt=line.pk).exists() or _has_removed_players(line)


def require_all_entered(line: JournalEvent) -> None:
    """Require that all players of the pairings before a step are still entered in the event.

    Refused: UNDO_OVERTAKEN.
    """
    if _has_removed_players(line):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def _has_removed_players(line: JournalEvent) -> bool:
    """Return whether a player of the pairings before a step has been removed from the event."""
    places = match_seating.places_from_facts(line.facts.get("places_before", ()))
    players = {entry for place in places for entry in (place.left, place.right) if entry is not None}
    return Entry.objects.filter(pk__in=players).count() < len(players)


def can_no_longer_undo_posting(line: JournalEvent) -> bool:
    """Return whether the posting cannot be undone because its pairings are gone or no longer posted.

    If "unpost and re-pair" has unposted the round, that step must be undone first.
    """
    rounds = Round.objects.filter(division=line.division_id, number=line.facts["round"])
    return is_pairing_replaced(line) or rounds.filter(state=Round.State.UNPOSTED).exists()


def has_no_posted_match(line: JournalEvent) -> bool:
    """Return whether the match of a result was deleted, or its round unposted."""
    matches = Match.objects.filter(pk=line.facts["match"])
    return not matches.exclude(round__state=Round.State.UNPOSTED).exists()


def can_no_longer_undo_result(line: JournalEvent) -> bool:
    """Return whether a result cannot be undone on its own.

    This is the case if the match is no longer posted (`has_no_posted_match`), or if a penalty entered the result.
    """
    return has_no_posted_match(line) or is_bound_to_penalty(line)


def is_bound_to_penalty(line: JournalEvent) -> bool:
    """Return whether a result was entered by a penalty that is not withdrawn."""
    by_penalty = line.facts["after"]["reason"] == Reason.PENALTY
    return by_penalty and any(is_bound_by_hook(line) for is_bound_by_hook in hooks.results_bound)
