"""Drafts, pods and pools of an event, without their cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from decks.models import Draft, Pool
from decks.queries.drafts import SeatRow, round_of_draft, seat_row
from drafts.models import BuildMark, DraftMark, DraftMove, PodSeat
from pairings.models import Round
from tournaments.models import Entry, Tournament


@dataclass(frozen=True, slots=True)
class DraftState:
    """A draft with its state: planned, seated or begun. `round` is the first round played with its decks."""

    draft: Draft
    state: str
    round: int


@dataclass(frozen=True, slots=True)
class EventPod:
    """A pod of a division with its seats. `division` and `draft` are keys.

    `draft` is None for pods without a draft.
    """

    division: int
    draft: int | None
    number: int
    seats: tuple[SeatRow, ...]


def draft_states(event: Tournament) -> list[DraftState]:
    """Return the drafts of an event with their states, ordered by key. Makes two queries."""
    marks = Exists(DraftMark.objects.filter(draft=OuterRef("pk")))
    moves = Exists(DraftMove.objects.filter(draft=OuterRef("pk")))
    pools = Exists(Pool.objects.filter(draft=OuterRef("pk")))
    builds = Exists(BuildMark.objects.filter(draft=OuterRef("pk"), withdrawn_at=None))
    drafts = _drafts_of(event).annotate(tapped=marks | moves | pools | builds)
    posted_rounds = set(
        Round.objects.filter(division__tournament=event)
        .exclude(state=Round.State.UNPOSTED)
        .values_list("division", "number")
    )
    rows = []
    for draft in drafts:
        first_round = round_of_draft(draft)
        is_played = bool(draft.seats) and (draft.division_id, first_round) in posted_rounds
        state = "begun" if draft.tapped or is_played else "seated" if draft.seats else "planned"
        rows.append(DraftState(draft, state, first_round))
    return rows


def event_pods(event: Tournament) -> list[EventPod]:
    """Return the pods of drafts with seats, and the pods of divisions without such a draft.

    Makes three queries. Only the initial of a child's last name is included. Pods without a draft come first,
    then pods are ordered by draft and number.
    """
    drafts = [draft for draft in _drafts_of(event) if draft.seats]
    seats = PodSeat.objects.filter(pod__division__tournament=event).exclude(
        pod__division__in=[draft.division_id for draft in drafts]
    )
    rows = list(seats.select_related("entry__player", "entry__division", "pod").order_by("pod", "seat"))
    pods: dict[int, EventPod] = {}
    for row in rows:
        pod = pods.get(row.pod_id) or EventPod(row.pod.division_id, None, row.pod.number, ())
        seat = seat_row(row.entry, pod.number, row.seat, public=True)
        pods[row.pod_id] = EventPod(pod.division, None, pod.number, (*pod.seats, seat))
    keys = [entry for draft in drafts for seated in draft.seats for entry in seated]
    players = Entry.objects.select_related("player", "division").in_bulk(keys)
    drafted = [
        EventPod(draft.division_id, draft.pk, number, _seat_rows(seated, number, players))
        for draft in drafts
        for number, seated in enumerate(draft.seats, start=1)
    ]
    return sorted([*pods.values(), *drafted], key=lambda pod: (pod.draft or 0, pod.division, pod.number))


def pools_of(event: Tournament) -> list[Pool]:
    """Return the registered pools of an event, ordered by key. Makes one query."""
    rows = Pool.objects.filter(draft__division__tournament=event, counts__isnull=False)
    return list(rows.select_related("entry__player", "counts").order_by("pk"))


def _drafts_of(event: Tournament) -> QuerySet[Draft]:
    return Draft.objects.filter(division__tournament=event).order_by("pk")


def _seat_rows(seated: Sequence[int], pod: int, players: dict[int, Entry]) -> tuple[SeatRow, ...]:
    """Return the seats of a pod, except those of entries that were removed from the event.

    `seated` contains the keys of the entries by seat, and `players` the entries by key.
    """
    return tuple(
        seat_row(players[entry], pod, seat, public=True)
        for seat, entry in enumerate(seated, start=1)
        if entry in players
    )
