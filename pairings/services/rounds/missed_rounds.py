"""Losses for missed rounds of players who come late, return, or start with a later round (M-019)."""

from collections.abc import Iterable

from django.db.models import Q

from core.models import JournalEvent
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Seat, Stage
from pairings.queries.rounds.fields import joins_later
from pairings.services.rounds import seating
from pairings.services.rounds.seating import Place
from pairings.services.standings import ranking
from tournaments.models import Division, Entry


def missed(entry: Entry) -> list[Round]:
    """The Swiss rounds posted without an entry, in order; those of day 2 only for its qualifiers."""
    rounds = Round.objects.filter(division=entry.division, stage__kind=Stage.Kind.SWISS)
    rounds = rounds.filter(Q(stage__position=0) | Q(stage__qualifiers__entry=entry))
    rounds = rounds.exclude(state=Round.State.UNPOSTED).exclude(seats__entry=entry)
    return list(rounds.select_related("stage", "division__tournament").order_by("number"))


def miss_rounds(entry: Entry) -> list[int]:
    """Give a present player a loss in each round posted without them, and rank again; returns the round numbers."""
    rounds = missed(entry) if entry.checked_in_at is not None and entry.active else []
    if not rounds:
        return []
    if not Seat.objects.filter(entry=entry).exists():
        entry.joined_round = max(entry.joined_round, rounds[-1].number + 1)
        entry.save(update_fields=["joined_round"])
    for round_ in rounds:
        _lose(round_, [entry.pk])
    ranking.snapshot_from(rounds[0])
    return [round_.number for round_ in rounds]


def lose_who_joins_later(round_: Round) -> list[int]:
    """Give checked-in players who start later the loss of a Swiss round just posted; returns their entries."""
    if round_.stage.kind != Stage.Kind.SWISS or round_.stage.position > 0:
        return []
    later = list(joins_later(round_).order_by("id").values_list("id", flat=True))
    _lose(round_, later)
    return later


def _lose(round_: Round, entries: Iterable[int]) -> None:
    last = round_.matches.order_by("-position").values_list("position", flat=True).first()
    first = 0 if last is None else last + 1
    seating.seat(
        round_,
        [Place(first + turn, entry, None, None, Outcome.LATE_LOSS) for turn, entry in enumerate(entries)],
    )


def forgive(round_: Round) -> list[tuple[int, int]]:
    """Delete the losses of a round that is no longer posted: players who came after its posting play it.

    Returns (entry, joined_round before) of those who now play from an earlier round. Players who had chosen a later
    round before the posting still start with that one.
    """
    losses = round_.matches.filter(outcome=Outcome.LATE_LOSS.value)
    came_late = Entry.objects.filter(
        pk__in=list(losses.values_list("left", flat=True)), joined_round=round_.number + 1
    ).exclude(pk__in=chose_later(round_))
    before = list(came_late.order_by("pk").values_list("pk", "joined_round"))
    came_late.update(joined_round=round_.number)
    losses.delete()
    return before


def chose_later(round_: Round) -> list[int]:
    """Entries that were checked in when a round was posted and started with a later one."""
    lines = JournalEvent.objects.filter(
        division=round_.division_id, kind="RoundPosted", facts__round=round_.number
    )
    line = lines.order_by("-pk").first()
    return line.facts.get("joins_later", []) if line else []


def undo_losses(entry: Entry, numbers: Iterable[int], *, joined_round: int | None) -> None:
    """Delete an entry's losses of these rounds and rank again; `joined_round` is restored unless None."""
    if joined_round is not None:
        entry.joined_round = joined_round
        entry.save(update_fields=["joined_round"])
    losses = Match.objects.filter(
        left=entry, round__number__in=list(numbers), outcome=Outcome.LATE_LOSS.value
    )
    first = losses.order_by("round__number").values_list("round__number", flat=True).first()
    losses.delete()
    if first is not None:
        division: Division = entry.division
        ranking.rank_again(division, since=first)
