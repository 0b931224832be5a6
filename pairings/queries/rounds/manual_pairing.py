"""The parts of a paired round that can be changed."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import WarningCode
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import pairing_warnings
from pairings.queries.rounds.fields import GOES_ON, present, seated
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class Changing:
    """Matches of a round in table order, its late entries, and the number of its results."""

    matches: list[Match]
    late: list[Entry]
    results: int

    @property
    def players(self) -> list[str]:
        """The names of all players seated in the round, as PlayerField options."""
        people = [entry for match in self.matches for entry in (match.left, match.right) if entry is not None]
        return sorted(f"{entry} ({entry.pk})" for entry in people)


def changing(round_: Round) -> Changing:
    """The matches and late entries of a round. Two queries."""
    matches = Match.objects.filter(round=round_).select_related("left__player", "right__player")
    listed = list(matches.order_by("position", "id"))
    drawn_seats = seated(round_).exclude(match__outcome=Outcome.LATE_LOSS.value)
    late = present(round_.division).filter(GOES_ON).exclude(pk__in=drawn_seats).select_related("player")
    decided = [match for match in listed if match.right_id and match.outcome != Outcome.PENDING]
    drawn = [match for match in listed if match.outcome != Outcome.LATE_LOSS]
    return Changing(drawn, list(late), len(decided))


def free_opponents(round_: Round, entry: Entry) -> QuerySet[Match]:
    """The matches of players alone in a round who could meet a late player: the bye first, then late losses."""
    alone = round_.matches.filter(outcome__in=[Outcome.BYE.value, Outcome.LATE_LOSS.value])
    alone = alone.filter(left__dropped_in=None, left__disqualified=False).exclude(left=entry)
    return alone.select_related("left__player").order_by("outcome", "position", "id")


def free_opponent(round_: Round, entry: Entry) -> Match | None:
    """The match of the first of them that is neither a rematch nor to be avoided; None if there is none."""
    for match in free_opponents(round_, entry):
        warnings = pairing_warnings.about(round_, [(match.left_id, entry.pk)])
        if not any(
            warning.code in (WarningCode.WARNING_REMATCH, WarningCode.WARNING_APART) for warning in warnings
        ):
            return match
    return None


@dataclass(frozen=True, slots=True)
class LateOffer:
    """An open round and a player who came late for it; `opponent` None if they would get the bye."""

    round: Round
    entry: Entry
    opponent: Entry | None


def late_offer(entry: Entry) -> LateOffer | None:
    """The offer for a player just added to an open Swiss round of their division; None if there is no place."""
    round_ = entry.division.rounds.select_related("stage", "division__tournament").order_by("-number").first()
    if round_ is None or round_.stage.kind != Stage.Kind.SWISS or round_.state == Round.State.CLOSED:
        return None
    if not present(entry.division).filter(GOES_ON, pk=entry.pk).exists():
        return None
    seat = round_.seats.filter(entry=entry).select_related("match").first()
    if seat is not None and seat.match.outcome != Outcome.LATE_LOSS:
        return None
    match = free_opponent(round_, entry)
    if match is None and (round_.state == Round.State.POSTED or free_opponents(round_, entry).exists()):
        return None
    return LateOffer(round_, entry, match.left if match else None)


@dataclass(frozen=True, slots=True)
class FreeBye:
    """A bye of an open Swiss round, and the late entries who could play its `holder`; empty while some can still check
    in.
    """

    round: Round
    holder: Entry
    late: tuple[Entry, ...]


def free_byes(event: Tournament) -> Iterator[FreeBye]:
    """The first bye of each division in whose newest round a late player could still play."""
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
        offers = (late_offer(entry) for entry in changing(round_).late)
        late = tuple(offer.entry for offer in offers if offer and offer.opponent == bye.left)
        missing = division.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
        if late or missing.exists():
            yield FreeBye(round_, bye.left, late)
