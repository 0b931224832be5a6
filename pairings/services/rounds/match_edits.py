"""Replace some matches of a round by others: the step behind every manual change, and its undo."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypedDict

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from pairings.engine.journal_facts import PlaceFacts
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round
from pairings.queries.rounds import pairing_warnings
from pairings.services import locks
from pairings.services.rounds import past_steps, seating
from pairings.services.rounds.seating import Place


def swiss_round(round_: Round, *states: str, otherwise: StrEnum) -> Round:
    """The Swiss round in one of these states, locked. Refused: ROUND_NOT_FOUND, BRACKET_IS_FIXED, `otherwise`."""
    fresh = locks.round_(round_)
    if fresh.stage.kind != "swiss":
        raise Refused(PairingRefusal.BRACKET_IS_FIXED, round=fresh.number)
    if fresh.state not in states:
        raise Refused(otherwise, round=fresh.number)
    return fresh


def require_no_warning(round_: Round, pairs: Iterable[tuple[int, int | None]]) -> None:
    """Refused: MATCH_HAS_WARNINGS (warnings: codes and facts) when one of these pairs has a warning."""
    warnings = pairing_warnings.about(round_, pairs)
    if warnings:
        raise Refused(
            PairingRefusal.MATCH_HAS_WARNINGS,
            warnings=[(warning.code, warning.facts) for warning in warnings],
        )


class Reseated(TypedDict):
    """The matches of a change before and after it."""

    places_before: list[PlaceFacts]
    places_after: list[PlaceFacts]


def reseat(round_: Round, old: Sequence[Match], new: Sequence[Place]) -> Reseated:
    """Replace the matches `old` by `new`; returns the facts an undo needs."""
    before = seating.facts_of(map(seating.place_of, old))
    Match.objects.filter(pk__in=[match.pk for match in old]).delete()
    seating.seat(round_, new)
    _raise_revision(round_)
    return {"places_before": before, "places_after": seating.facts_of(new)}


def put_back(round_: Round, event: JournalEvent) -> None:
    """Undo `reseat`. In a round unposted since, losses for missing it are not restored.

    Refused: UNDO_OVERTAKEN when one of the matches changed, or one of the players was removed, since.
    """
    after = seating.places_of(event.facts["places_after"])
    lefts = [place.left for place in after]
    now = list(Match.objects.filter(round=round_, left__in=lefts))
    if {_key(seating.place_of(match)) for match in now} != {_key(place) for place in after}:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    past_steps.require_all_entered(event)
    before = seating.places_of(event.facts["places_before"])
    if round_.state == Round.State.UNPOSTED:
        before = [place for place in before if place.outcome is not Outcome.LATE_LOSS]
    Match.objects.filter(pk__in=[match.pk for match in now]).delete()
    require_free(round_, before)
    seating.seat(round_, before)
    _raise_revision(round_)


def _raise_revision(round_: Round) -> None:
    if round_.state == Round.State.POSTED:
        # Sheets printed before are outdated.
        round_.revision += 1
        round_.save(update_fields=["revision"])


def _key(place: Place) -> tuple[int, int | None, int | None, Outcome]:
    return place.left, place.right, place.table, place.outcome


def require_free(round_: Round, places: Iterable[Place]) -> None:
    """Refused: UNDO_OVERTAKEN where one of these players or tables is taken by now."""
    occupied = {place.table for place in places if place.table is not None}
    people = [entry for place in places for entry in (place.left, place.right) if entry is not None]
    event = round_.division.tournament
    tables = Match.objects.filter(round__division__tournament=event, table__in=occupied).exclude(
        round__state=Round.State.CLOSED
    )
    if tables.exists() or round_.seats.filter(entry__in=people).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def round_of(event: JournalEvent, *states: str) -> Round:
    """The round of a journal line. Refused: ROUND_NOT_FOUND, UNDO_OVERTAKEN unless in one of `states`."""
    rounds = Round.objects.select_related("division__tournament", "stage")
    round_ = rounds.filter(division=event.division, number=event.facts["round"]).first()
    if round_ is None:
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=event.facts["round"])
    if round_.state not in states:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    return round_
