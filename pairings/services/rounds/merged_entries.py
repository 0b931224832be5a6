"""Move all matches of a person with two entries to one of the entries, and undo this.

A person who was paired as a no-show and then entered again has matches under two entries. Every match keeps
its result and opponent, so the opponents' points do not change; resistance uses the person's complete record
(M-020).
"""

from collections.abc import Mapping
from typing import Any

from core import stamps
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Seat
from pairings.services.rounds import missed_rounds
from pairings.services.standings import ranking
from tournaments import scopes
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Entry


def rounds_paired(entry: Entry) -> set[int]:
    """Return the numbers of the rounds in which an entry is seated, except losses for missed rounds.

    Unposted rounds are included.
    """
    return set(Seat.objects.filter(entry=entry).paired().values_list("round__number", flat=True))


def move_matches_to_entry(source: Entry, target: Entry) -> Mapping[str, Any]:
    """Seat `target` in the matches of `source`, and delete losses of `target` for missing these rounds.

    Changes `target.joined_round` without saving it. Return the facts for the undo. Refused:
    ENTRIES_OF_TWO_DIVISIONS, ENTRIES_MET_LATER_STAGE (name, other) if a later stage was opened.
    """
    names = {"name": str(target), "other": str(source)}
    if source.division_id != target.division_id:
        raise Refused(TournamentRefusal.ENTRIES_OF_TWO_DIVISIONS, **names)
    if target.division.stages.filter(position__gt=0).exists():
        raise Refused(TournamentRefusal.ENTRIES_MET_LATER_STAGE, **names)
    seats = Seat.objects.filter(entry=source).paired()
    matches = list(seats.order_by("match").values_list("match", flat=True))
    numbers = rounds_paired(source)
    losses = Match.objects.filter(left=target, outcome=Outcome.LATE_LOSS.value, round__number__in=numbers)
    missed = sorted(losses.values_list("round__number", flat=True))
    losses.delete()
    _reassign_matches(matches, source, target)
    joined_before = target.joined_round
    target.joined_round = min(joined_before, source.joined_round)
    return {"matches": matches, "missed": missed, "joined_before": joined_before}


def move_matches_back(source: Entry, target: Entry, facts: Mapping[str, Any]) -> None:
    """Undo `move_matches_to_entry`.

    Refused: UNDO_OVERTAKEN if a match no longer belongs to `target`, UNDO_CUT_FIRST if a later stage was opened.
    """
    matches = facts["matches"]
    if target.division.stages.filter(position__gt=0).exists():
        raise Refused(PairingRefusal.UNDO_CUT_FIRST)
    if Seat.objects.filter(entry=target, match__in=matches).paired().count() != len(matches):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    _reassign_matches(matches, target, source)
    for round_ in target.division.rounds.filter(number__in=facts["missed"]).order_by("number"):
        missed_rounds.add_missed_round_losses(round_, [target.pk])
    target.joined_round = facts["joined_before"]
    target.save(update_fields=["joined_round"])


def _reassign_matches(matches: list[int], source: Entry, target: Entry) -> None:
    moved = Match.objects.filter(pk__in=matches)
    moved.filter(left=source).update(left=target)
    moved.filter(right=source).update(right=target)
    Seat.objects.filter(match__in=matches, entry=source).update(entry=target)
    stamps.mark_scopes_changed(*(scopes.match_scope(pk) for pk in matches))


def rank_again_after_merge(entry: Entry) -> None:
    ranking.rank_closed_rounds_again(entry.division, since=1)
