"""Drafts of a division: set up, seat at random, announce, remove (R-053, R-091, R-094 to R-096)."""

import secrets
from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from datetime import time
from typing import Any

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine.counting import FIRST_REDRAFT
from decks.engine.journal_kinds import OfDraft
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.queries.answers import posted
from decks.queries.drafts import FOR_LISTS, REDRAFTS, announced_at, announced_in_time, round_of
from decks.services import locks
from decks.services.lists import collecting
from drafts.engine.journal_kinds import DraftRemoved, DraftSeated, DraftSetUp, DraftWayChanged
from drafts.engine.plan import plan
from drafts.engine.pods import Redrawn, paired_anew, seated
from drafts.engine.refusals import DraftRefusal
from drafts.engine.setup import Setup
from drafts.queries import drafts as queries
from drafts.queries.draft_runs import has_begun
from drafts.queries.pods import drafting
from drafts.services import pods
from tournaments.models import Announcement, Division, Tournament, User
from tournaments.services import announcements

CHANGES = ("DraftSetUp", "DraftSeated", "DraftRemoved")
WAYS = ("DraftSetUp", "DraftWayChanged", "DraftRemoved")


@transaction.atomic
def set_up(
    division: Division,
    setup: Setup,
    *,
    by: User | None,
    energy_supplied: bool = True,
    pick_seconds: int | None = None,
    look_seconds: int | None = None,
    starts: time | None = None,
    reason: str = "",
    way: str = Draft.Way.PAPER,
) -> Draft:
    """Plan the draft of a division; until seats are drawn, a new plan replaces the previous one.

    The choices S4 and S6 of the plan become those of the event's deck lists. A draft after one with seats is a redraft,
    for the round announced with the first (R-095). Refused: the code of the plan's first error, PODS_TO_CHOOSE where
    only small pods fit (S12), DRAFT_WAY_UNKNOWN, REDRAFT_NOT_ANNOUNCED, REDRAFT_TOO_LATE (round), and those of
    `pods.require_limited`.
    """
    pods.require_limited(division)
    _require_possible(setup)
    _require_way(way)
    # Choices of the plan that apply to lists too; submitted lists are judged again (S4, S6).
    choices = {name: setup.settings[name] for name in FOR_LISTS if name in setup.settings}
    if choices:
        collecting.choose(division.tournament, choices, by=by)
    division = locks.division(division)
    pods.require_limited(division)
    rows = list(Draft.objects.filter(division=division).order_by("number"))
    row = rows[-1] if rows and not rows[-1].seats else None
    before = _planned(row) if row else None
    if row is None:
        row = Draft(division=division, number=len(rows) + 1)
    if row.number > 1:
        first = rows[0]
        redraft_round = first.setup.get("redraft_round") or FIRST_REDRAFT
        if not announced_in_time(first):
            raise Refused(DeckRefusal.REDRAFT_NOT_ANNOUNCED, round=redraft_round)
        _require_round_to_come(first, redraft_round)
        setup = replace(setup, redraft_round=redraft_round)
        row.announced = {code: first.announced[code] for code in REDRAFTS if code in first.announced}
    row.setup, row.way = queries.setup_data(setup), way
    row.energy_supplied, row.pick_seconds, row.look_seconds = energy_supplied, pick_seconds, look_seconds
    row.starts, row.reason = starts, reason
    row.save()
    _write(row, DraftSetUp, by, subtype=setup.subtype, reason=reason, before=before)
    return row


@transaction.atomic
def run_as(draft: Draft, way: str, *, by: User | None) -> Draft:
    """Run a draft on paper, or with every pick tapped; until the first step or move.

    Refused: DRAFT_NOT_FOUND, DRAFT_WAY_UNKNOWN, DRAFT_HAS_BEGUN.
    """
    row = locks.draft_in_division(draft)
    _require_way(way)
    _require_not_begun(row)
    if row.way != way:
        before, row.way = row.way, way
        row.save(update_fields=["way"])
        _write(row, DraftWayChanged, by, way=way, way_before=before)
    return row


@transaction.atomic
def seat(draft: Draft, *, by: User | None, seed: int | None = None, seen: int | None = None) -> Draft:
    """Draw random seats for all checked-in players: pods, pairs, in Sealed the whole field.

    Can be repeated until the draft begins. Pairs of a redraft avoid those of earlier drafts; where that is impossible,
    `again` of the journal line lists those who meet again (R-095). `seen` as in `pods.require_seen`.

    Refused: the code of the plan's first error with so many players, PODS_TO_CHOOSE, COOPERATION_NOT_ANNOUNCED,
    DRAFT_HAS_BEGUN, REDRAFT_TOO_LATE (round) once the round it is for is posted, and that of `pods.require_seen`.
    """
    row = locks.draft_in_division(draft)
    _require_not_begun(row)
    division = row.division
    pods.require_seen(division, row.seed, seen)
    if row.number > 1:
        _require_round_to_come(row, round_of(row))
    ids = list(drafting(division).values_list("id", flat=True))
    planned = queries.plan_for(row, len(ids))
    _require_possible(planned.setup)
    if planned.setup.cooperative and announced_at(row, ("COOPERATION",)) is None:
        raise Refused(DraftRefusal.COOPERATION_NOT_ANNOUNCED)
    seed = secrets.randbits(pods.SEED_BITS) if seed is None else seed
    before = {
        **pods.noted(division),
        "draft_seats_before": row.seats,
        "draft_seed_before": row.seed,
    }
    # Random seats; in Solomon avoiding pairs of earlier drafts.
    if row.subtype != "solomon":
        drawn = Redrawn(seated(ids, planned.pods, seed=seed))
    else:
        drawn = paired_anew(ids, queries.earlier_pairs(row), seed=seed)
    row.seed, row.seats = seed, [list(pod) for pod in drawn.pairs]
    row.save(update_fields=["seed", "seats"])
    if row.subtype in queries.IN_PODS:
        pods.put(division, row.seats, seed)
    facts = {"seed": seed, "players": len(ids), "sizes": list(planned.pods), "again": drawn.again}
    _write(row, DraftSeated, by, **facts, **before)
    return row


@transaction.atomic
def announce(draft: Draft, code: str, *, text: str, kind: str, by: User | None) -> Announcement:
    """Post one notice of the plan on the board of the event and store its announcement.

    Refused: NOTICE_NOT_FOUND, NOTICE_ANNOUNCED.
    """
    locks.announcements(draft.division.tournament)
    row = locks.draft_in_division(draft, missing=DraftRefusal.NOTICE_NOT_FOUND)
    if code not in {notice.code for notice in queries.plan_of(row).notices}:
        raise Refused(DraftRefusal.NOTICE_NOT_FOUND)
    if announced_at(row, (code,)) is not None:
        raise Refused(DraftRefusal.NOTICE_ANNOUNCED)
    announcement = announcements.announce(row.division.tournament, by=by, text=text, kind=kind)
    row.announced = {**row.announced, code: announcement.pk}
    row.save(update_fields=["announced"])
    return announcement


@transaction.atomic
def remove(draft: Draft, *, by: User | None) -> None:
    """Delete a draft; its announcements stay on the board. Refused: DRAFT_NOT_LAST, DRAFT_HAS_BEGUN."""
    row = locks.draft_in_division(draft)
    if Draft.objects.filter(division=row.division, number__gt=row.number).exists():
        raise Refused(DraftRefusal.DRAFT_NOT_LAST)
    _require_not_begun(row)
    facts = {"seed": row.seed, "seats": row.seats, "announced": row.announced, "before": _planned(row)}
    _write(row, DraftRemoved, by, subtype=row.subtype, **facts)
    row.delete()


def stay_limited(event: Tournament, changed: Container[str], by: User | None) -> None:  # noqa: ARG001
    """Refuse to leave Limited once a draft exists; called in the transaction that changes settings.

    Refused: DRAFTS_STAY_LIMITED.
    """
    drafted = Draft.objects.filter(division__tournament=event) if "play_style" in changed else None
    if drafted is not None and queries.refused_here(event) and drafted.exists():
        raise Refused(DraftRefusal.DRAFTS_STAY_LIMITED)


def undo_plan(event: JournalEvent) -> None:
    """Undo of DraftSetUp: restore the previous plan, or delete the draft. Refused: UNDO_OVERTAKEN."""
    journal.require_newest(event, CHANGES, number=event.facts["number"])
    row = _drafted(event)
    if row is None or row.seats:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if event.facts["before"] is None:
        row.delete()
    else:
        for name, value in event.facts["before"].items():
            setattr(row, name, value)
        row.save()


def undo_seat(event: JournalEvent) -> None:
    """Undo of DraftSeated: restore the previous seats, in the draft and in the pods. Refused: UNDO_OVERTAKEN."""
    journal.require_newest(event, CHANGES, number=event.facts["number"])
    row = _drafted(event)
    if row is None or row.seed != event.facts["seed"] or has_begun(row):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    pods.undo_pods(event)
    row.seats, row.seed = event.facts["draft_seats_before"], event.facts["draft_seed_before"]
    row.save(update_fields=["seats", "seed"])


def undo_remove(event: JournalEvent) -> None:
    """Undo of DraftRemoved. Refused: UNDO_OVERTAKEN if another one exists by now."""
    facts = event.facts
    if event.division is None or _drafted(event) is not None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    row = Draft(division=event.division, number=facts["number"], **facts["before"])
    row.seed, row.seats, row.announced = facts["seed"], facts["seats"], facts["announced"]
    row.save()


def undo_way(event: JournalEvent) -> None:
    """Undo of DraftWayChanged. Refused: UNDO_OVERTAKEN."""
    journal.require_newest(event, WAYS, number=event.facts["number"])
    row = _drafted(event)
    if row is None or row.way != event.facts["way"] or has_begun(row):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    row.way = event.facts["way_before"]
    row.save(update_fields=["way"])


def _require_possible(setup: Setup) -> None:
    possible = plan(setup)
    for problem in possible.problems:
        if problem.severity == "error":
            raise Refused(problem.code, **problem.facts)
    if not possible.tables:
        raise Refused(DraftRefusal.PODS_TO_CHOOSE, players=setup.players)


def _require_round_to_come(row: Draft, round_: int) -> None:
    if round_ in posted(row.division):
        raise Refused(DraftRefusal.REDRAFT_TOO_LATE, round=round_)


def _require_way(way: str) -> None:
    if way not in Draft.Way.values:
        raise Refused(DraftRefusal.DRAFT_WAY_UNKNOWN)


def _require_not_begun(row: Draft) -> None:
    if has_begun(row):
        raise Refused(DraftRefusal.DRAFT_HAS_BEGUN)


def _planned(row: Draft) -> Mapping[str, Any]:
    """The plan of a draft, for the journal and its undo."""
    facts = {name: getattr(row, name) for name in queries.PLANNED}
    return {**facts, "starts": row.starts and f"{row.starts:%H:%M}"}


def _drafted(event: JournalEvent) -> Draft | None:
    return Draft.objects.filter(division=event.division, number=event.facts["number"]).first()


def _write(row: Draft, kind: Callable[..., OfDraft], by: User | None, **facts: Any) -> None:
    journal.write(
        row.division.tournament, kind(number=row.number, draft=row.pk, **facts), by=by, division=row.division
    )


add_undo(undo_plan, DraftSetUp)
add_undo(undo_seat, DraftSeated)
add_undo(undo_remove, DraftRemoved)
add_undo(undo_way, DraftWayChanged)
