"""Replace matches of a round in manual changes, and undo these replacements."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TypedDict

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from pairings.engine.journal_facts import PlaceFacts
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.rounds import feature_tables, pairing_warnings
from pairings.services import locks
from pairings.services.rounds import match_seating, undo_checks
from pairings.services.rounds.match_seating import Place


def lock_swiss_round(round_: Round, *states: str, otherwise: StrEnum) -> Round:
    """Lock a Swiss round and return it. The round must be in one of `states`.

    Refused: ROUND_NOT_FOUND, BRACKET_IS_FIXED, and `otherwise` for a round in another state.
    """
    locked_round = locks.lock_round(round_)
    if locked_round.stage.kind != "swiss":
        raise Refused(PairingRefusal.BRACKET_IS_FIXED, round=locked_round.number)
    if locked_round.state not in states:
        raise Refused(otherwise, round=locked_round.number)
    return locked_round


def require_no_warning(round_: Round, pairs: Iterable[tuple[int, int | None]]) -> None:
    """Require that no pair has a warning. Refused: MATCH_HAS_WARNINGS (warnings: codes and facts)."""
    warnings = pairing_warnings.warnings_about_pairs(round_, pairs)
    if warnings:
        raise Refused(
            PairingRefusal.MATCH_HAS_WARNINGS,
            warnings=[(warning.code, warning.facts) for warning in warnings],
        )


class ReplacedMatches(TypedDict):
    """Matches before and after a change."""

    places_before: list[PlaceFacts]
    places_after: list[PlaceFacts]


def replace_matches(round_: Round, old: Sequence[Match], new: Sequence[Place]) -> ReplacedMatches:
    """Replace the matches `old` with `new`, which outdates printed sheets of a posted round.

    The table that a feature table's match returns to belongs to the new match at that feature table. Return the facts
    that an undo needs.
    """
    before = match_seating.place_facts(map(match_seating.place_of_match, old))
    home_tables = {match.table: match.home_table for match in old}
    new = [replace(place, home_table=home_tables.get(place.table)) for place in new]
    Match.objects.filter(pk__in=[match.pk for match in old]).delete()
    match_seating.seat_matches(round_, new)
    increment_revision(round_)
    return {"places_before": before, "places_after": match_seating.place_facts(new)}


def undo_replace_matches(round_: Round, line: JournalEvent) -> None:
    """Undo `replace_matches`.

    If the round has been unposted since, losses for missing it are not restored. Refused: UNDO_OVERTAKEN if one
    of the matches was changed or one of the players removed since.
    """
    places_after = match_seating.places_from_facts(line.facts["places_after"])
    left_entries = [place.left for place in places_after]
    matches = list(Match.objects.filter(round=round_, left__in=left_entries))
    current, expected = (
        {(place.left, place.right, place.table, place.outcome) for place in places}
        for places in (map(match_seating.place_of_match, matches), places_after)
    )
    if current != expected:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    undo_checks.require_all_entered(line)
    places_before = match_seating.places_from_facts(line.facts["places_before"])
    if round_.state == Round.State.UNPOSTED:
        places_before = [place for place in places_before if place.outcome is not Outcome.LATE_LOSS]
    Match.objects.filter(pk__in=[match.pk for match in matches]).delete()
    require_free_seats(round_, places_before)
    match_seating.seat_matches(round_, places_before)
    increment_revision(round_)


def increment_revision(round_: Round) -> None:
    """Increment the revision of a posted round."""
    if round_.state == Round.State.POSTED:
        # Sheets printed before this change are outdated.
        round_.revision += 1
        round_.save(update_fields=["revision"])


def require_free_seats(round_: Round, places: Iterable[Place]) -> None:
    """Require that the players of `places` are unseated and the tables unused. Refused: UNDO_OVERTAKEN."""
    places = list(places)
    tables = {table for place in places for table in (place.table, place.home_table) if table is not None}
    players = [entry for place in places for entry in (place.left, place.right) if entry is not None]
    event = round_.division.tournament
    occupying_matches = feature_tables.open_matches(event).filter(feature_tables.uses_table_in(tables))
    if occupying_matches.exists() or round_.seats.filter(entry__in=players).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)


def round_of_line(line: JournalEvent, *states: str, otherwise: StrEnum = CoreRefusal.UNDO_OVERTAKEN) -> Round:
    """Return the round of a journal line. The round must be in one of `states`.

    Refused: ROUND_NOT_FOUND, and `otherwise` for a round in another state.
    """
    rounds = Round.objects.select_related("division__tournament", "stage")
    round_ = rounds.filter(division=line.division, number=line.facts["round"]).first()
    if round_ is None:
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=line.facts["round"])
    if round_.state not in states:
        raise Refused(otherwise, **refusal_facts_of_round(round_))
    return round_
