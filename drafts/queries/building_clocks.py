"""The building clocks of a draft (R-055)."""

from collections.abc import Iterable
from typing import cast

from django.db.models import Count

from decks.engine.building_clocks import FIELD, Clock, end_at_posting
from decks.models import Draft
from decks.queries.drafts import round_of_draft
from decks.queries.supplied_facts import Posted, posting_times_by_round
from drafts.engine.building_clock import Kind, Tap, clocks_of_field, is_clock_started_by_hand, taps_of_run
from drafts.models import BuildMark
from drafts.queries.draft_runs import RunTrack, run_tracks_of

BEFORE_THE_END = 2
"""Position of the building step, counted from the end of a run on paper."""


def building_clocks_of_draft(
    draft: Draft, tracks: Iterable[RunTrack] | None = None, rounds: Posted | None = None
) -> list[Clock]:
    """Return the building clocks of a draft, one for each pod; empty before seats are drawn.

    Sealed Deck has one clock for the whole field. Building ends once the round for which these decks are built is
    posted (R-057). `tracks`, `rounds`: those of the draft, queried if None. Three queries at most.
    """
    track_list = list(run_tracks_of(draft) if tracks is None else tracks)
    if not track_list:
        return []
    posted_round = (posting_times_by_round(draft.division) if rounds is None else rounds).get(
        round_of_draft(draft)
    )
    taps = [Tap(cast(Kind, mark.kind), mark.at, mark.minutes, mark.pod) for mark in building_marks(draft)]
    pods = (FIELD,) if draft.subtype == "sealed" else tuple(range(1, len(draft.seats) + 1))
    taps_by_pod = {}
    for pod in pods:
        track = next(candidate for candidate in track_list if candidate.pod in (FIELD, pod))
        taps_by_pod[pod] = taps_of_run(track.taps, len(track.steps) - BEFORE_THE_END)
    building_clocks = clocks_of_field(taps, taps_by_pod)
    return [
        Clock(pod, end_at_posting(building_clocks[pod], posted_round), is_clock_started_by_hand(pod, taps))
        for pod in pods
    ]


def building_marks(draft: Draft) -> list[BuildMark]:
    """Return the taps on a draft's building clocks that were not withdrawn, oldest first. One query."""
    rows = BuildMark.objects.filter(draft=draft, withdrawn_at=None).select_related("by")
    return list(rows.order_by("at", "id"))


def building_stamp(draft: Draft) -> int:
    """Return a number that increases with every tap on a draft's clocks and every withdrawn tap. One query."""
    rows = BuildMark.objects.filter(draft=draft)
    counts = rows.aggregate(all=Count("pk"), withdrawn=Count("withdrawn_at"))
    return int(counts["all"]) + int(counts["withdrawn"])
