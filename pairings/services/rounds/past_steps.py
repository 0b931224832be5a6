"""Which steps can still be undone: those of the newest round whose pairings still exist."""

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from pairings import hooks
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket.cuts import round_facts
from pairings.services.rounds import seating
from tournaments.models import Entry


def require_newest_round(round_: Round) -> None:
    """Refused: UNDO_NEXT_ROUND_FIRST, UNDO_CUT_FIRST, UNDO_DAY_TWO_FIRST."""
    division = round_.division
    following = (
        division.rounds.select_related("stage").filter(number__gt=round_.number).order_by("number").first()
    )
    if following is not None:
        raise Refused(PairingRefusal.UNDO_NEXT_ROUND_FIRST, **round_facts(following))
    later = division.stages.filter(position__gt=round_.stage.position).order_by("position").first()
    if later is not None:
        raise Refused(
            PairingRefusal.UNDO_DAY_TWO_FIRST
            if later.kind == Stage.Kind.SWISS
            else PairingRefusal.UNDO_CUT_FIRST
        )


def unpaired(event: JournalEvent) -> bool:
    """Whether the round of a step was unpaired or undone since, or a player of its old pairings was removed since."""
    number = event.facts["round"]
    undone = JournalEvent.objects.filter(division=event.division_id, kind="RoundUndone", facts__round=number)
    if undone.filter(pk__gt=event.pk, undone_by=None).exists():
        return True
    draws = JournalEvent.objects.filter(division=event.division_id, kind="RoundPaired", facts__round=number)
    return draws.filter(pk__lt=event.pk, undone_by__pk__gt=event.pk).exists() or _has_removed_players(event)


def require_all_entered(event: JournalEvent) -> None:
    """Refused: UNDO_OVERTAKEN when a player of the pairings before a step was removed from the event since."""
    if _has_removed_players(event):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def _has_removed_players(event: JournalEvent) -> bool:
    places = seating.places_of(event.facts.get("places_before", ()))
    players = {entry for place in places for entry in (place.left, place.right) if entry is not None}
    return Entry.objects.filter(pk__in=players).count() < len(players)


def posting_is_past(event: JournalEvent) -> bool:
    """Whether the round of a posting was unposted since, by "unpost and re-pair", which is undone first."""
    rounds = Round.objects.filter(division=event.division_id, number=event.facts["round"])
    return unpaired(event) or rounds.filter(state=Round.State.UNPOSTED).exists()


def of_unposted(event: JournalEvent) -> bool:
    """Whether the match of a result is gone, or its round is no longer posted."""
    matches = Match.objects.filter(pk=event.facts["match"])
    return not matches.exclude(round__state=Round.State.UNPOSTED).exists()


def result_is_past(event: JournalEvent) -> bool:
    """Whether an entered result cannot be undone by itself: as `of_unposted`, or a penalty entered it."""
    return of_unposted(event) or is_bound(event)


def is_bound(event: JournalEvent) -> bool:
    """Whether a result was entered by a penalty that is not withdrawn."""
    by_penalty = event.facts["after"]["reason"] == Reason.PENALTY
    return by_penalty and any(bound(event) for bound in hooks.results_bound)
