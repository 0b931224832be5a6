"""The drafts of an event: their plans, their seats, and what was announced."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Any

from cards.engine.formats import DECK_RULES
from decks.models import Draft
from decks.queries.answers import posted
from decks.queries.drafts import announced_in_time
from drafts.engine.plan import Notice, Plan, plan
from drafts.engine.refusals import DraftRefusal
from drafts.engine.setup import Setup
from drafts.queries.pods import drafting
from tournaments.models import Announcement, Division, Tournament

IN_PODS = ("booster", "rochester")
"""Formats that draft in the pods of the division."""

TUPLES = ("pods", "boosters")

PLANNED = ("setup", "energy_supplied", "pick_seconds", "look_seconds", "starts", "reason", "way")
"""Fields of a draft set by its plan."""


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """A notice that must be given: `at` when it was, else None; `late` if it was due before the day."""

    notice: Notice
    at: datetime | None
    late: bool


@dataclass(frozen=True, slots=True)
class RedraftDue:
    """A planned redraft (R-095).

    The round it precedes, whether it was announced before round 1, the first round not posted, the draft once its seats
    are drawn, and whether round 1 has started.
    """

    round: int
    announced: bool
    coming: int
    draft: Draft | None
    started: bool

    @property
    def state(self) -> str:
        """past, drawn, due, to_come; unannounced while there is time, never once there is none."""
        if self.coming > self.round:
            return "past"
        if not self.announced:
            return "never" if self.started else "unannounced"
        if self.draft is not None:
            return "drawn"
        return "due" if self.coming == self.round else "to_come"


def refused_here(event: Tournament) -> StrEnum | None:
    """Why nothing can be drafted in this event, None if it can (R-051).

    DRAFT_NEEDS_LIMITED while the settings can still change, DRAFT_NEEDS_OWN_EVENT once a round is posted.
    """
    if DECK_RULES[event.play_style].supplied_only:
        return None
    begun = event.divisions.filter(started_at__isnull=False).exists()
    return DraftRefusal.DRAFT_NEEDS_OWN_EVENT if begun else DraftRefusal.DRAFT_NEEDS_LIMITED


def setup_data(setup: Setup) -> Mapping[str, Any]:
    """A set-up as stored."""
    return asdict(replace(setup, settings=dict(setup.settings)))


def setup_of(draft: Draft) -> Setup:
    """The set-up of a draft, with its seated players once seats are drawn."""
    tuples = {name: tuple(draft.setup.get(name) or ()) for name in TUPLES}
    setup = Setup(**{**draft.setup, **tuples})
    if not draft.seats:
        return setup
    sizes = tuple(len(pod) for pod in draft.seats)
    return replace(setup, players=sum(sizes), pods=sizes if draft.subtype in IN_PODS else ())


def plan_of(draft: Draft) -> Plan:
    """The plan of a draft. No query."""
    return _planned(draft, setup_of(draft), redraft=draft.number > 1)


def plan_for(draft: Draft, players: int, *, redraft: bool = False) -> Plan:
    """The plan of a draft, or of its `redraft`, for this many players; chosen pod sizes count while they fit."""
    stored = replace(setup_of(draft), pods=tuple(draft.setup.get("pods") or ()))
    sizes = stored.pods if sum(stored.pods) == players else ()
    setup = replace(stored, players=players, pods=sizes)
    return _planned(draft, setup, redraft=redraft or draft.number > 1)


def _planned(draft: Draft, setup: Setup, *, redraft: bool) -> Plan:
    seconds, energy = draft.pick_seconds, draft.energy_supplied
    return plan(setup, pick_seconds=seconds, energy_supplied=energy, redraft=redraft)


def notice_rows(draft: Draft, notices: Sequence[Notice]) -> list[NoticeRow]:
    """Each notice with the time it was announced; withdrawn ones do not count. One query."""
    rows = Announcement.objects.filter(pk__in=draft.announced.values(), withdrawn_at=None)
    times: Mapping[int, datetime] = dict(rows.values_list("pk", "at"))
    starts = draft.division.tournament.starts_at
    rows_ = []
    for notice in notices:
        at = times.get(draft.announced.get(notice.code, 0))
        due = notice.when == "before_event" and starts is not None
        rows_.append(NoticeRow(notice, at, late=bool(due and at and at.date() >= starts.date())))
    return rows_


def redraft_of(division: Division) -> RedraftDue | None:
    """The redraft a division plans; None if its first draft plans none. Four queries at most."""
    rows = list(Draft.objects.filter(division=division).select_related("division").order_by("number"))
    planned = rows[0].setup.get("redraft_round") if rows else None
    if not planned:
        return None
    again = next((row for row in rows[1:] if row.seats), None)
    coming = max(posted(division), default=0) + 1
    return RedraftDue(
        planned, announced_in_time(rows[0]), coming, again, rows[0].division.started_at is not None
    )


def meet_again(draft: Draft) -> list[int]:
    """The numbers of pairs in a redraft who drafted against each other before. One query, none for a first draft."""
    met = {frozenset(pair) for pair in earlier_pairs(draft)} if draft.number > 1 else set()
    return [number for number, pair in enumerate(draft.seats, start=1) if frozenset(pair) in met]


def earlier_pairs(draft: Draft) -> list[list[int]]:
    """Pairs who drafted against each other in earlier drafts. One query."""
    rows = Draft.objects.filter(division=draft.division_id, number__lt=draft.number)
    return [pair for row in rows if row.subtype == "solomon" for pair in row.seats]


def here(division: Division) -> int:
    """How many draft: those checked in, or all entered before anyone is."""
    return drafting(division).count() or division.entries.filter(dropped_in=None, disqualified=False).count()


def plan_version(home: Division) -> str:
    """A hash that changes with the latest plan of a division; "" before the first. One query."""
    row = Draft.objects.filter(division=home).order_by("-number").first()
    if row is None:
        return ""
    plan = (row.number, bool(row.seats), row.pool_check, *(getattr(row, name) for name in PLANNED))
    return sha256(repr(plan).encode()).hexdigest()[:12]
