"""Moves the matches of two entries of one person to one entry, and back with the undo.

A person who was paired as a no-show and then entered again has rounds on two entries. Every match stays with its result
and opponent, so opponents' points stay; resistance uses the whole record of the person (M-020).
"""

from collections.abc import Mapping
from typing import Any

from core import stamps
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Seat
from pairings.services.rounds import seating
from pairings.services.rounds.seating import Place
from pairings.services.standings import ranking
from tournaments import scopes
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Division, Entry


def rounds_paired(entry: Entry) -> set[int]:
    """The rounds an entry is seated in, unposted ones too, apart from losses for missed rounds."""
    return set(_seats(entry).values_list("round__number", flat=True))


def _seats(entry: Entry):  # type: ignore[no-untyped-def]
    return Seat.objects.filter(entry=entry).exclude(match__outcome=Outcome.LATE_LOSS.value)


def join(goes: Entry, stays: Entry) -> Mapping[str, Any]:
    """Seat `stays` in the matches of `goes`, replacing its losses for missed rounds; returns the facts for the undo.

    Refused: ENTRIES_OF_TWO_DIVISIONS, ENTRIES_MET_LATER_STAGE (name, other) if a later stage was opened.
    """
    names = {"name": str(stays), "other": str(goes)}
    if goes.division_id != stays.division_id:
        raise Refused(TournamentRefusal.ENTRIES_OF_TWO_DIVISIONS, **names)
    if _later_stage(stays.division):
        raise Refused(TournamentRefusal.ENTRIES_MET_LATER_STAGE, **names)
    matches = list(_seats(goes).order_by("match").values_list("match", flat=True))
    numbers = rounds_paired(goes)
    losses = Match.objects.filter(left=stays, outcome=Outcome.LATE_LOSS.value, round__number__in=numbers)
    missed = sorted(losses.values_list("round__number", flat=True))
    losses.delete()
    _move(matches, goes, stays)
    joined_before = stays.joined_round
    stays.joined_round = min(joined_before, goes.joined_round)
    return {"matches": matches, "missed": missed, "joined_before": joined_before}


def part(back: Entry, stays: Entry, facts: Mapping[str, Any]) -> None:
    """Undo `join`. Refused: UNDO_OVERTAKEN if a match is no longer theirs, UNDO_CUT_FIRST."""
    matches = facts["matches"]
    if _later_stage(stays.division):
        raise Refused(PairingRefusal.UNDO_CUT_FIRST)
    if _seats(stays).filter(match__in=matches).count() != len(matches):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _move(matches, stays, back)
    for round_ in stays.division.rounds.filter(number__in=facts["missed"]).order_by("number"):
        last = round_.matches.order_by("-position").values_list("position", flat=True).first() or 0
        seating.seat(round_, [Place(last + 1, stays.pk, None, None, Outcome.LATE_LOSS)])
    stays.joined_round = facts["joined_before"]
    stays.save(update_fields=["joined_round"])


def _move(matches: list[int], goes: Entry, comes: Entry) -> None:
    rows = Match.objects.filter(pk__in=matches)
    rows.filter(left=goes).update(left=comes)
    rows.filter(right=goes).update(right=comes)
    Seat.objects.filter(match__in=matches, entry=goes).update(entry=comes)
    stamps.mark(*(scopes.match(pk) for pk in matches))


def _later_stage(division: Division) -> bool:
    return division.stages.filter(position__gt=0).exists()


def rank_again(entry: Entry) -> None:
    ranking.rank_again(entry.division, since=1)
