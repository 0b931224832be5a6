"""A person's drafts: where they sat, and their picks once these are no longer secret."""

from collections.abc import Iterator, Mapping, Sequence

from core.engine.refused import Refused
from decks.models import Draft
from drafts.models import PodSeat
from drafts.queries import draft_log
from drafts.queries.seat_views import is_tracked
from tournaments.models import Entry

Row = Mapping[str, object]


def pod_rows(entries: Sequence[Entry]) -> list[Row]:
    """Draft pods they sit in, of all drafts of an event. One query."""
    rows = PodSeat.objects.filter(entry__in=entries).select_related("pod", "entry__tournament")
    return [
        {"event": row.entry.tournament.name, "pod": row.pod.number, "seat": row.seat}
        for row in rows.order_by("pk")
    ]


def seat_rows(entries: Sequence[Entry]) -> list[Row]:
    """Drafts they sit in. One query."""
    return [{**_draft(entry, draft), "pod": pod, "seat": seat} for entry, draft, pod, seat in _seats(entries)]


def pick_rows(entries: Sequence[Entry]) -> list[Row]:
    """Their picks in tracked drafts, for finished pods only. Two queries a draft.

    Until then picks are secret (R-092), also from a member of the team who sits in the same pod.
    """
    rows: list[Row] = []
    for entry, draft, pod, seat in _seats(entries):
        if not is_tracked(draft):
            continue
        try:
            log = draft_log.pod_of(draft, pod)
        except Refused:  # its packs have no names yet, so nothing was picked
            continue
        if log.over:
            for row in draft_log.own_picks(log, seat):
                pick = {
                    "opening": row.line.opening,
                    "pick": row.line.pick,
                    "card": row.name,
                    "at": row.row.at,
                }
                rows.append({**_draft(entry, draft), **pick})
    return rows


def _seats(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Draft, int, int]]:
    """Yield each draft with the pod and the seat of an entry."""
    by_division: Mapping[int, Entry] = {entry.division_id: entry for entry in entries}
    rows = Draft.objects.filter(division__in=by_division).select_related("division__tournament")
    for draft in rows.order_by("division_id", "number"):
        entry = by_division[draft.division_id]
        for number, pod in enumerate(draft.seats, 1):
            if entry.pk in pod:
                yield entry, draft, number, pod.index(entry.pk) + 1


def _draft(entry: Entry, draft: Draft) -> Row:
    return {"event": entry.tournament.name, "draft": draft.number, "procedure": draft.subtype}
