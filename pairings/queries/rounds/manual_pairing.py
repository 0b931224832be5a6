"""Possible manual changes to a paired round."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import WarningCode
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import pairing_warnings
from pairings.queries.rounds.round_entries import STILL_IN_SWISS, present_entries, seated_entry_keys
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class ChangeableRound:
    """A round's matches in table order, its late entries, and its number of results.

    Losses for missed rounds are not among the matches. `results` counts matches of two players.
    """

    matches: list[Match]
    late: list[Entry]
    results: int

    @property
    def players(self) -> list[str]:
        """Names of all players seated in the round, as PlayerField options."""
        people = [entry for match in self.matches for entry in (match.left, match.right) if entry is not None]
        return sorted(f"{entry} ({entry.pk})" for entry in people)


def load_changeable_round(round_: Round) -> ChangeableRound:
    """Return the matches and late entries of a round. Two queries.

    Late entries are checked in and have no seat in the round, or only a loss for missing it.
    """
    matches = Match.objects.filter(round=round_).select_related("left__player", "right__player")
    round_matches = list(matches.order_by("position", "id"))
    drawn_seats = seated_entry_keys(round_).exclude(match__outcome=Outcome.LATE_LOSS.value)
    late = (
        present_entries(round_.division)
        .filter(STILL_IN_SWISS)
        .exclude(pk__in=drawn_seats)
        .select_related("player")
    )
    decided_matches = [
        match for match in round_matches if match.right_id and match.outcome != Outcome.PENDING
    ]
    drawn_matches = [match for match in round_matches if match.outcome != Outcome.LATE_LOSS]
    return ChangeableRound(drawn_matches, list(late), len(decided_matches))


def matches_of_unpaired_opponents(round_: Round, entry: Entry) -> QuerySet[Match]:
    """Return the matches of unpaired players who could meet a late player.

    The bye comes first, then losses for missed rounds. Players who have left are not included.
    """
    lone_matches = round_.matches.filter(outcome__in=[Outcome.BYE.value, Outcome.LATE_LOSS.value])
    lone_matches = lone_matches.filter(left__dropped_in=None, left__disqualified=False).exclude(left=entry)
    return lone_matches.select_related("left__player").order_by("outcome", "position", "id")


def match_of_unpaired_opponent(round_: Round, entry: Entry) -> Match | None:
    """Return the first of `matches_of_unpaired_opponents` whose player may meet the entry and has not met them.

    Return None if there is none.
    """
    for match in matches_of_unpaired_opponents(round_, entry):
        warnings = pairing_warnings.warnings_about_pairs(round_, [(match.left_id, entry.pk)])
        if not any(
            warning.code in (WarningCode.WARNING_REMATCH, WarningCode.WARNING_APART) for warning in warnings
        ):
            return match
    return None


@dataclass(frozen=True, slots=True)
class LateOffer:
    """A seat offered to a late player in an open round. `opponent` is None for a bye."""

    round: Round
    entry: Entry
    opponent: Entry | None


def find_late_seat(entry: Entry) -> LateOffer | None:
    """Find a seat in the open Swiss round of the division for a player who was just added.

    In an unposted round, a bye is offered if no player is without an opponent. Return None if there is no free
    seat, no open Swiss round, or if the player may not play it or already has a match or bye in it.
    """
    round_ = entry.division.rounds.select_related("stage", "division__tournament").order_by("-number").first()
    if round_ is None or round_.stage.kind != Stage.Kind.SWISS or round_.state == Round.State.CLOSED:
        return None
    if not present_entries(entry.division).filter(STILL_IN_SWISS, pk=entry.pk).exists():
        return None
    seat = round_.seats.filter(entry=entry).select_related("match").first()
    if seat is not None and seat.match.outcome != Outcome.LATE_LOSS:
        return None
    match = match_of_unpaired_opponent(round_, entry)
    if match is None and (
        round_.state == Round.State.POSTED or matches_of_unpaired_opponents(round_, entry).exists()
    ):
        return None
    return LateOffer(round_, entry, match.left if match else None)


@dataclass(frozen=True, slots=True)
class FreeBye:
    """A bye in an open Swiss round that could become a match against a late player.

    `late` lists the late entries who could meet the `holder` of the bye. It may be empty while players can
    still check in.
    """

    round: Round
    holder: Entry
    late: tuple[Entry, ...]


def free_byes(event: Tournament) -> Iterator[FreeBye]:
    """Yield the first bye of each division whose latest round is an open Swiss round.

    Byes are left out if no late entry could meet the player and no missing player could still check in.
    """
    for division in event.divisions.order_by("position", "id"):
        rounds = division.rounds.select_related("stage", "division__tournament").order_by("-number")
        round_ = rounds.first()
        if round_ is None or round_.stage.kind != Stage.Kind.SWISS or round_.state == Round.State.CLOSED:
            continue
        byes = round_.matches.filter(
            outcome=Outcome.BYE.value, left__dropped_in=None, left__disqualified=False
        )
        bye = byes.select_related("left__player").order_by("position", "id").first()
        if bye is None:
            continue
        offers = (find_late_seat(entry) for entry in load_changeable_round(round_).late)
        late = tuple(offer.entry for offer in offers if offer and offer.opponent == bye.left)
        missing_entries = division.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
        if late or missing_entries.exists():
            yield FreeBye(round_, bye.left, late)
