"""Find unfinished pools, building time and lists before a draft advances (R-055)."""

from collections.abc import Collection, Iterable
from datetime import datetime

from core.engine.refused import Refused
from decks.engine.building_clocks import FIELD, Clock
from decks.models import DeckList, Draft
from decks.queries.drafts import building_pod
from decks.queries.lists.filled_lists import entries_counting_at_end
from decks.queries.pools.pools import pool_rows
from drafts.engine.refusals import DraftRefusal
from drafts.queries.building_clocks import building_clocks_of_draft
from drafts.queries.draft_runs import RunTrack
from tournaments.models import Entry

NAMED = 12
"""Maximum number of players named in a question, before an ellipsis."""

CONFIRMABLE = (DraftRefusal.POOLS_NOT_IN, DraftRefusal.BUILD_NOT_OVER, DraftRefusal.BUILD_NOT_OVER_LISTS)
"""Refusals that a person may override by confirming a question."""


def refusal_before_next_step(
    draft: Draft, track: RunTrack, now: datetime, *, pod: int | None = None
) -> Refused | None:
    """Return a refusal if the next step on paper would leave something unfinished, else None.

    `pod`: FIELD if the step is for all pods; None for the pod of the track. The refusal is POOLS_NOT_IN at the
    end of registration, and BUILD_NOT_OVER or BUILD_NOT_OVER_LISTS at the end of building. Five queries.
    """
    if track.step.code == "REGISTER":
        return missing_pools_refusal(draft)
    if track.step.code != "BUILD":
        return None
    pod = track.pod if pod is None else pod
    clocks = [
        clock for clock in building_clocks_of_draft(draft) if pod in (FIELD, clock.pod) and not clock.by_hand
    ]
    return early_end_refusal(draft, clocks, now)


def early_end_refusal(draft: Draft, clocks: Iterable[Clock], now: datetime) -> Refused | None:
    """Return a refusal if stopping these building clocks would end building early, else None.

    The refusal is BUILD_NOT_OVER (left, as minutes and seconds) or BUILD_NOT_OVER_LISTS (left, missing, names). Players
    whose filled-in deck counts once building ends are not missing. One query; if a list was not submitted, also the
    queries of `entries_counting_at_end`.
    """
    running = [clock for clock in clocks if clock.building.is_running(now)]
    seconds_left = max((clock.building.seconds_left(now) or 0 for clock in running), default=0)
    if not seconds_left:
        return None
    time_left = f"{seconds_left // 60}:{seconds_left % 60:02d}"
    missing = [entry for clock in running for entry in entries_without_list_since_building(draft, clock)]
    counting = entries_counting_at_end(draft.division, now) if missing else set()
    names = [str(entry) for entry in missing if entry.pk not in counting]
    if not names:
        return Refused(DraftRefusal.BUILD_NOT_OVER, left=time_left)
    return Refused(
        DraftRefusal.BUILD_NOT_OVER_LISTS,
        left=time_left,
        missing=len(names),
        names=_limited_names_text(names),
    )


def missing_pools_refusal(draft: Draft, *, named: int | None = NAMED) -> Refused | None:
    """Return POOLS_NOT_IN (done, all, names) if a player's pool is not registered and checked, else None.

    Only players who are present count. `named`: how many players to name, None for all. Three queries, five if
    picks are tapped.
    """
    rows = [row for row in pool_rows(draft) if row.here]
    names = [row.name for row in rows if row.state != "done"]
    if not names:
        return None
    return Refused(
        DraftRefusal.POOLS_NOT_IN,
        done=len(rows) - len(names),
        all=len(rows),
        names=_limited_names_text(names, named),
    )


def entries_without_list_since_building(draft: Draft, clock: Clock) -> list[Entry]:
    """Return the players with this building clock who submitted no list since it began.

    Players who dropped or were disqualified are not included. One query.
    """
    entry_ids = [
        entry for pod, seats in enumerate(draft.seats, 1) if clock.pod in (FIELD, pod) for entry in seats
    ]
    if draft.bye_id is not None and building_pod(draft, draft.bye_id) == clock.pod:
        entry_ids.append(draft.bye_id)
    outdated_lists = DeckList.objects.filter(
        entry__in=entry_ids, entry__dropped_in=None, entry__disqualified=False
    )
    outdated_lists = outdated_lists.exclude(versions__at__gte=clock.building.first or clock.building.began)
    return [
        deck_list.entry for deck_list in outdated_lists.select_related("entry__player").order_by("entry_id")
    ]


def _limited_names_text(names: Collection[str], limit: int | None = NAMED) -> str:
    """Join the first `limit` names, None for all; an ellipsis replaces the others."""
    visible_names = list(names)[:limit]
    return ", ".join(visible_names) + (" …" if len(names) > len(visible_names) else "")
