"""A person's seats in drafts, and the person's picks that are no longer secret."""

from collections.abc import Iterator, Mapping, Sequence

from core.engine.refused import Refused
from decks.models import Draft
from drafts.models import PodSeat
from drafts.queries import draft_log
from drafts.queries.seat_views import is_tracked
from tournaments.models import Entry

Row = Mapping[str, object]


def personal_pod_rows(entries: Sequence[Entry]) -> list[Row]:
    """Return a row for the person's seat in the current pods of each event. One query."""
    seats = PodSeat.objects.filter(entry__in=entries).select_related("pod", "entry__tournament")
    return [
        {"event": seat.entry.tournament.name, "pod": seat.pod.number, "seat": seat.seat}
        for seat in seats.order_by("pk")
    ]


def personal_draft_seat_rows(entries: Sequence[Entry]) -> list[Row]:
    """Return a row for the person's seat in each draft of their events. One query."""
    return [
        {**_draft_row(entry, draft), "pod": pod, "seat": seat}
        for entry, draft, pod, seat in _draft_seats(entries)
    ]


def personal_odd_player_rows(entries: Sequence[Entry]) -> list[Row]:
    """Return a row for each Solomon draft in which the person has no pair. One query."""
    entry_by_key = {entry.pk: entry for entry in entries}
    drafts = Draft.objects.filter(bye__in=entry_by_key).order_by("pk")
    return [_draft_row(entry_by_key[draft.bye_id], draft) for draft in drafts if draft.bye_id]


def personal_pick_rows(entries: Sequence[Entry]) -> list[Row]:
    """Return rows for the person's picks in finished pods of tracked drafts. Two queries per draft.

    The picks of an unfinished pod are secret (R-092), even from a team member who plays in it.
    """
    rows: list[Row] = []
    for entry, draft, pod, seat in _draft_seats(entries):
        if not is_tracked(draft):
            continue
        try:
            log = draft_log.logged_pod(draft, pod)
        except Refused:  # It is not known yet what is in the packs, so no card was picked.
            continue
        if log.over:
            for pick in draft_log.own_picks(log, seat):
                values = {
                    "opening": pick.line.opening,
                    "pick": pick.line.pick,
                    "card": pick.name,
                    "at": pick.row.at,
                }
                rows.append({**_draft_row(entry, draft), **values})
    return rows


def _draft_seats(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Draft, int, int]]:
    """Yield each seat of these entries in a draft, as (entry, draft, pod number, seat number).

    Pods and seats are counted from 1.
    """
    entry_by_division: Mapping[int, Entry] = {entry.division_id: entry for entry in entries}
    drafts = Draft.objects.filter(division__in=entry_by_division).select_related("division__tournament")
    for draft in drafts.order_by("division_id", "number"):
        entry = entry_by_division[draft.division_id]
        for pod_number, pod in enumerate(draft.seats, 1):
            if entry.pk in pod:
                yield entry, draft, pod_number, pod.index(entry.pk) + 1


def _draft_row(entry: Entry, draft: Draft) -> Row:
    return {"event": entry.tournament.name, "draft": draft.number, "procedure": draft.subtype}
