"""Building clocks: who builds now, how long, from which draft, and what that means for lists (R-055)."""

from collections.abc import Iterable
from typing import cast

from django.db.models import Count

from decks.engine.building import FIELD, Clock, ended
from decks.models import Draft
from decks.queries.answers import Posted, posted
from decks.queries.drafts import round_of
from drafts.engine.building import Kind, Tap, clocks_of_field, started_by_itself, taps_of_run
from drafts.models import BuildMark
from drafts.queries.draft_runs import Track, tracks_of

BEFORE_THE_END = 2
"""Steps from the end of a paper run at which building comes."""


def clocks_of(
    draft: Draft, tracks: Iterable[Track] | None = None, rounds: Posted | None = None
) -> list[Clock]:
    """The building clocks of a draft, by pod; none before its seats are drawn. Three queries at most.

    Building is over once the round the decks are for is posted (R-057).
    """
    tracks_ = list(tracks_of(draft) if tracks is None else tracks)
    if not tracks_:
        return []
    round_ = (posted(draft.division) if rounds is None else rounds).get(round_of(draft))
    taps = [Tap(cast(Kind, row.kind), row.at, row.minutes, row.pod) for row in marks_of(draft)]
    pods = (FIELD,) if draft.subtype == "sealed" else tuple(range(1, len(draft.seats) + 1))
    runs = {}
    for pod in pods:
        track = next(track_ for track_ in tracks_ if track_.pod in (FIELD, pod))
        runs[pod] = taps_of_run(track.taps, len(track.steps) - BEFORE_THE_END)
    buildings = clocks_of_field(taps, runs)
    return [Clock(pod, ended(buildings[pod], round_), started_by_itself(pod, taps)) for pod in pods]


def marks_of(draft: Draft) -> list[BuildMark]:
    """Taps not withdrawn, oldest first. One query."""
    rows = BuildMark.objects.filter(draft=draft, withdrawn_at=None).select_related("by")
    return list(rows.order_by("at", "id"))


def stamp(draft: Draft) -> int:
    """A number that grows with every tap on the clocks of a draft and every withdrawal. One query."""
    rows = BuildMark.objects.filter(draft=draft)
    counts = rows.aggregate(all=Count("pk"), withdrawn=Count("withdrawn_at"))
    return int(counts["all"]) + int(counts["withdrawn"])
