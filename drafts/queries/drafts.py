"""The drafts of an event: plans, seats and announced notices."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from itertools import combinations

from cards.engine.formats import DECK_RULES
from cards.engine.rule_settings import choice_of_setting
from core.engine.alphabet import name_sort_key
from decks.models import Draft
from decks.queries.drafts import is_redraft_announced_in_time, round_of_draft
from decks.queries.supplied_facts import posting_times_by_round
from drafts.engine.draft_plan import DraftPlan, Notice, plan_draft
from drafts.engine.draft_setup import Setup
from drafts.engine.pods import PAIR, TRIO, uneven_pod_sizes
from drafts.engine.refusals import DraftRefusal
from drafts.queries.pods import drafting_entries
from tournaments.models import Announcement, Division, Entry, Tournament

IN_PODS = ("booster", "rochester")
"""Formats in which the seats of a draft are also the pods of the division."""

TUPLES = ("pods", "boosters")
"""Fields of a set-up that are tuples, but are stored as lists."""

PLANNED = ("setup", "energy_supplied", "pick_seconds", "look_seconds", "starts", "reason", "way")
"""Fields of a draft that its plan sets."""


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A required notice. `at` is when it was announced, None if not yet.

    `late`: whether it was due before the event and was announced on its day or later.
    """

    notice: Notice
    at: datetime | None
    late: bool


@dataclass(frozen=True, slots=True)
class RedraftDue:
    """A planned redraft (R-095).

    `round`: the round that it precedes. `announced`: whether it was announced before round 1. `coming`: the next round
    to be posted. `draft`: the redraft, None until its seats are drawn. `started`: whether round 1 has started.
    """

    round: int
    announced: bool
    coming: int
    draft: Draft | None
    started: bool

    @property
    def state(self) -> str:
        """The state of the redraft: "past", "drawn", "due" or "to_come".

        An unannounced redraft is "unannounced", or "never" once it is too late to announce it.
        """
        if self.coming > self.round:
            return "past"
        if not self.announced:
            return "never" if self.started else "unannounced"
        if self.draft is not None:
            return "drawn"
        return "due" if self.coming == self.round else "to_come"


def drafting_refusal(event: Tournament) -> StrEnum | None:
    """Return the refusal code if this event cannot have drafts, or None if it can (R-051).

    The code is DRAFT_NEEDS_LIMITED while the settings can still change, and DRAFT_NEEDS_OWN_EVENT once a division
    has started.
    """
    if DECK_RULES[event.play_style].supplied_only:
        return None
    has_started = event.divisions.filter(started_at__isnull=False).exists()
    return DraftRefusal.DRAFT_NEEDS_OWN_EVENT if has_started else DraftRefusal.DRAFT_NEEDS_LIMITED


def setup_of_draft(draft: Draft) -> Setup:
    """Return the set-up of a draft. Once seats are drawn, they determine the number of players and the pod sizes."""
    tuple_fields = {name: tuple(draft.setup.get(name) or ()) for name in TUPLES}
    setup = Setup(**{**draft.setup, **tuple_fields})
    if not draft.seats:
        return setup
    sizes = tuple(len(pod) for pod in draft.seats)
    has_trio = draft.subtype == "solomon" and TRIO in sizes
    return replace(setup, players=sum(sizes), pods=sizes if draft.subtype in IN_PODS else (), trio=has_trio)


def plan_of(draft: Draft) -> DraftPlan:
    """Return the plan of a draft. No query."""
    return _plan_with(draft, setup_of_draft(draft), redraft=draft.number > 1)


def plan_for_players(draft: Draft, players: int, *, redraft: bool = False, trio: bool = False) -> DraftPlan:
    """Return the plan of a draft, or of the next one if `redraft`, for this many players.

    Chosen pod sizes apply only if they add up to that number. `trio`: whether a judge lets three players of an odd
    Solomon field draft as one group; otherwise the plan leaves the odd player open (S13).
    """
    stored = replace(setup_of_draft(draft), pods=tuple(draft.setup.get("pods") or ()))
    sizes = stored.pods if sum(stored.pods) == players else ()
    setup = replace(stored, players=players, pods=sizes, trio=trio, odd_open=True)
    return _plan_with(draft, setup, redraft=redraft or draft.number > 1)


def uneven_pods(draft: Draft) -> tuple[tuple[int, ...], ...]:
    """Return up to two ways to form unequal pods of all checked-in players, if the plan cannot seat them.

    Each way is a tuple of pod sizes. The result is empty in formats without pods, and if the event does not
    allow unequal pods (S12). One query.
    """
    players = drafting_entries(draft.division).count()
    planned = plan_for_players(draft, players)
    if (
        draft.subtype not in IN_PODS
        or planned.tables
        or choice_of_setting(planned.setup.settings, "S12") != "min4"
    ):
        return ()
    return uneven_pod_sizes(players)


def odd_players(draft: Draft) -> list[Entry]:
    """Return the checked-in players sorted by name if a Solomon field is odd, otherwise an empty list. One query."""
    if draft.subtype != "solomon":
        return []
    entries = list(drafting_entries(draft.division))
    return sorted(entries, key=lambda entry: name_sort_key(str(entry))) if len(entries) % PAIR else []


def _plan_with(draft: Draft, setup: Setup, *, redraft: bool) -> DraftPlan:
    """Return the plan for a set-up, with the pick times and the supplied Energy of a draft."""
    seconds, energy = draft.pick_seconds, draft.energy_supplied
    return plan_draft(setup, pick_seconds=seconds, energy_supplied=energy, redraft=redraft)


def notice_rows(draft: Draft, notices: Sequence[Notice]) -> list[NoticeRow]:
    """Return each notice with the time of its announcement, ignoring withdrawn announcements. One query."""
    announcements = Announcement.objects.filter(pk__in=draft.announced.values(), withdrawn_at=None)
    times: Mapping[int, datetime] = dict(announcements.values_list("pk", "at"))
    starts = draft.division.tournament.starts_at
    notice_list = []
    for notice in notices:
        announced_at = times.get(draft.announced.get(notice.code, 0))
        due_before_day = notice.when == "before_event" and starts is not None
        notice_list.append(
            NoticeRow(
                notice,
                announced_at,
                late=bool(due_before_day and announced_at and announced_at.date() >= starts.date()),
            )
        )
    return notice_list


def redraft_of(division: Division) -> RedraftDue | None:
    """Return the redraft of a division, or None if its first draft plans none. Four queries at most."""
    drafts = list(Draft.objects.filter(division=division).select_related("division").order_by("number"))
    redraft_round = drafts[0].setup.get("redraft_round") if drafts else None
    if not redraft_round:
        return None
    redraft = next((draft for draft in drafts[1:] if draft.seats), None)
    next_round = max(posting_times_by_round(division), default=0) + 1
    return RedraftDue(
        redraft_round,
        is_redraft_announced_in_time(drafts[0]),
        next_round,
        redraft,
        drafts[0].division.started_at is not None,
    )


def draft_feature_in_use(event: Tournament) -> Iterator[str]:
    """Yield "drafts" if the event has a draft. One query in Limited events, none in others."""
    is_limited = DECK_RULES[event.play_style].supplied_only
    if is_limited and Draft.objects.filter(division__tournament=event).exists():
        yield "drafts"


def is_drafting(event: Tournament) -> bool:
    """Return whether seats are assigned for a round that is not posted yet.

    No query outside Limited, otherwise one, and two more for each draft with seats.
    """
    if not DECK_RULES[event.play_style].supplied_only:
        return False
    drafts = Draft.objects.filter(division__tournament=event).select_related("division__tournament")
    return any(
        draft.seats and round_of_draft(draft) not in posting_times_by_round(draft.division)
        for draft in drafts
    )


def repeated_pairs(draft: Draft) -> list[int]:
    """Return the numbers of the pairs in a redraft that met in an earlier draft. One query, none for a first draft."""
    earlier = {frozenset(pair) for pair in earlier_pairs(draft)} if draft.number > 1 else set()
    return [
        number
        for number, seats in enumerate(draft.seats, start=1)
        if any(frozenset(pair) in earlier for pair in combinations(seats, PAIR))
    ]


def earlier_pairs(draft: Draft) -> list[list[int]]:
    """Return the entry ids of the players who met in earlier Solomon drafts, in pairs. One query."""
    earlier_drafts = Draft.objects.filter(division=draft.division_id, number__lt=draft.number)
    return [
        list(pair)
        for earlier_draft in earlier_drafts
        if earlier_draft.subtype == "solomon"
        for seats in earlier_draft.seats
        for pair in combinations(seats, PAIR)
    ]


def count_expected_drafters(division: Division) -> int:
    """Count the players who will draft: the checked-in players, or all active entries before the first check-in."""
    return (
        drafting_entries(division).count()
        or division.entries.filter(dropped_in=None, disqualified=False).count()
    )


def plan_version(division: Division) -> str:
    """Return a hash that changes with the latest plan of a division, "" before the first plan. One query."""
    draft = Draft.objects.filter(division=division).order_by("-number").first()
    if draft is None:
        return ""
    plan = (draft.number, bool(draft.seats), draft.pool_check, *(getattr(draft, name) for name in PLANNED))
    return sha256(repr(plan).encode()).hexdigest()[:12]
