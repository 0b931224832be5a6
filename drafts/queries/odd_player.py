"""The odd player of a Solomon draft or the group of three, and which of their steps are done (R-094, S13)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from decks.engine.building_clocks import Clock
from decks.models import DeckList, Draft, Pool
from decks.queries.drafts import SeatRow, building_pod, pod_and_seat, pods_with_seats, seat_row
from drafts.engine.odd_player import OddStep, group_steps, odd_player_steps
from drafts.engine.pods import TRIO
from drafts.queries.building_clocks import building_clocks_of_draft
from drafts.queries.draft_runs import RunTrack, name_at_seat, run_tracks_of
from tournaments.models import Entry


@dataclass(frozen=True, slots=True)
class OddPlayer:
    """The player without a pair. `packs`: how many packs they open."""

    entry: int
    name: str
    packs: int
    steps: tuple[OddStep, ...]

    @property
    def now(self) -> OddStep | None:
        """The first step that has to be done now, or None."""
        return next((step for step in self.steps if step.state == "now"), None)


def odd_player(
    draft: Draft,
    now: datetime,
    *,
    public: bool,
    tracks: Iterable[RunTrack] | None = None,
    clocks: Iterable[Clock] | None = None,
) -> OddPlayer | None:
    """Return the player without a pair, or None if everyone has one or the player has left.

    One query for drafts without such a player, otherwise four, plus the queries of `run_tracks_of` and
    `building_clocks_of_draft` if these are not given.
    """
    seat = odd_seat(draft, public=public)
    if seat is None:
        return None
    track_list = list(run_tracks_of(draft, now) if tracks is None else tracks)
    clock_list = building_clocks_of_draft(draft, track_list) if clocks is None else clocks
    pod = building_pod(draft, seat.entry)
    building = next((clock.building for clock in clock_list if clock.pod == pod), None)
    is_built = building is not None and building.over_at(now) is not None
    if draft.way == Draft.Way.TRACKED:
        begun = draft.moves.filter(kind="open").exists()
    else:
        begun = any(track.step.code != "SEATS" for track in track_list)
    steps = odd_player_steps(
        begun=begun,
        building=building is not None and building.is_running(now),
        built=is_built,
        has_pool=Pool.objects.filter(draft=draft, entry=seat.entry, counts__isnull=False).exists(),
        has_list=DeckList.objects.filter(entry=seat.entry, versions__isnull=False).exists(),
    )
    return OddPlayer(seat.entry, seat.name, int(draft.setup.get("packs_each") or 0), steps)


def odd_seat(draft: Draft, *, public: bool) -> SeatRow | None:
    """Return the player without a pair as a row of the list of seats, with pod and seat 0.

    Return None if everyone has a pair or the player has left. One query if the draft has such a player.
    """
    if draft.bye_id is None or not draft.seats:
        return None
    entry = Entry.objects.select_related("player", "division").get(pk=draft.bye_id)
    return seat_row(entry, 0, 0, public=public) if entry.active else None


@dataclass(frozen=True, slots=True)
class GroupOfThree:
    """A group of three on paper, for one of its players.

    `turns_over`: the name of the player who turns the current cards over, "" for the reader and while none are
    turned over. `picks`: which of these cards the reader takes, counted from 1.
    """

    steps: tuple[OddStep, ...]
    turns_over: str
    picks: tuple[int, ...]


def is_in_group_of_three(draft: Draft, entry: int) -> bool:
    """Return whether an entry drafts Solomon in a group of three. No query."""
    pod, _seat = pod_and_seat(draft, entry)
    return draft.subtype == "solomon" and pod > 0 and len(draft.seats[pod - 1]) == TRIO


def group_of_three(draft: Draft, entry: int, now: datetime) -> GroupOfThree:
    """Return the group of three of an entry in a draft on paper. Three queries."""
    pod, seat = pod_and_seat(draft, entry)
    track = next(track for track in run_tracks_of(draft, now) if track.pod == pod)
    step, seat_of = track.step, track.standing.seat_of
    turning_seat = seat_of(step.seat, TRIO) if step.code == "GROUP" else 0
    picks = tuple(
        turn
        for turn, player in enumerate(step.order, start=1)
        if step.code == "GROUP" and seat_of(player, TRIO) == seat
    )
    name = ""
    if turning_seat and turning_seat != seat:
        name = name_at_seat(pods_with_seats(draft, public=True), pod, turning_seat)
    return GroupOfThree(group_steps(step.code), name, picks)
