"""Set up, seat, announce and remove the drafts of a division (R-053, R-091, R-094 to R-096)."""

import secrets
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from datetime import time
from random import Random
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
from decks.models.drafts import MAX_REASON_LENGTH
from decks.queries.drafts import (
    FOR_LISTS,
    REDRAFTS,
    is_redraft_announced_in_time,
    notice_announced_at,
    round_of_draft,
)
from decks.queries.supplied_facts import posting_times_by_round
from decks.services import locks
from decks.services.lists import collecting
from drafts.engine.draft_plan import plan_draft
from drafts.engine.draft_setup import Setup, stored_setup
from drafts.engine.journal_kinds import (
    DraftByeGiven,
    DraftRemoved,
    DraftSeated,
    DraftSetUp,
    DraftTrioSeated,
    DraftWayChanged,
)
from drafts.engine.pods import PAIR, Seating, add_third_player_to_pair, draw_pod_seats, redraft_pairs
from drafts.engine.refusals import DraftRefusal
from drafts.queries import drafts as queries
from drafts.queries.draft_runs import has_draft_begun
from drafts.queries.pods import drafting_entries
from drafts.services import pods
from tournaments.models import Announcement, Division, Entry, Tournament, User
from tournaments.services import announcements

CHANGES = ("DraftSetUp", "DraftSeated", "DraftRemoved", "DraftCanceled", "LatePlayerSeated")
"""Journal kinds that change the plan or the seats of a draft; only the latest can be undone."""

WAY_CHANGES = ("DraftSetUp", "DraftWayChanged", "DraftRemoved", "DraftCanceled")
"""Journal kinds that change the way a draft is run; only the latest can be undone."""


@transaction.atomic
def set_up_draft(
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
    """Plan the draft of a division, or replace its plan until seats are drawn.

    The plan's choices for S4 and S6 also apply to the event's deck lists. If a draft of the division already
    has seats, the new one is a redraft, for the round that was announced with the first draft (R-095).
    Refused: the code of the plan's first error, PODS_TO_CHOOSE if only small pods fit (S12), DRAFT_WAY_UNKNOWN,
    REDRAFT_NOT_ANNOUNCED (round), REDRAFT_TOO_LATE (round), and whatever `pods.require_limited` and
    `collecting.set_list_rule_choices` refuse.
    """
    pods.require_limited(division)
    _require_possible_plan(setup)
    if way not in Draft.Way.values:
        raise Refused(DraftRefusal.DRAFT_WAY_UNKNOWN)
    # Deck lists share these choices (S4, S6), so submitted lists are judged again.
    choices = {name: setup.settings[name] for name in FOR_LISTS if name in setup.settings}
    if choices:
        collecting.set_list_rule_choices(division.tournament, choices, by=by)
    division = locks.lock_division(division)
    pods.require_limited(division)
    drafts = list(Draft.objects.filter(division=division).order_by("number"))
    draft = drafts[-1] if drafts and not drafts[-1].seats else None
    plan_before = _plan_journal_facts(draft) if draft else None
    if draft is None:
        draft = Draft(division=division, number=len(drafts) + 1)
    if draft.number > 1:
        first_draft = drafts[0]
        redraft_round = first_draft.setup.get("redraft_round") or FIRST_REDRAFT
        if not is_redraft_announced_in_time(first_draft):
            raise Refused(DeckRefusal.REDRAFT_NOT_ANNOUNCED, round=redraft_round)
        _require_round_not_posted(first_draft, redraft_round)
        setup = replace(setup, redraft_round=redraft_round)
        draft.announced = {
            code: first_draft.announced[code] for code in REDRAFTS if code in first_draft.announced
        }
    draft.setup, draft.way = stored_setup(setup), way
    draft.energy_supplied, draft.pick_seconds, draft.look_seconds = (
        energy_supplied,
        pick_seconds,
        look_seconds,
    )
    draft.starts, draft.reason = starts, reason
    draft.save()
    _journal_draft(draft, DraftSetUp, by, subtype=setup.subtype, reason=reason, before=plan_before)
    return draft


@transaction.atomic
def change_draft_way(draft: Draft, way: str, *, by: User | None) -> Draft:
    """Set whether a draft is run on paper or with every pick tapped, until the draft begins.

    Refused: DRAFT_NOT_FOUND, DRAFT_WAY_UNKNOWN, DRAFT_HAS_BEGUN.
    """
    draft = locks.lock_division_of_draft(draft)
    if way not in Draft.Way.values:
        raise Refused(DraftRefusal.DRAFT_WAY_UNKNOWN)
    _require_draft_not_begun(draft)
    if draft.way != way:
        way_before, draft.way = draft.way, way
        draft.save(update_fields=["way"])
        _journal_draft(draft, DraftWayChanged, by, way=way, way_before=way_before)
    return draft


@transaction.atomic
def assign_seats(
    draft: Draft,
    *,
    by: User | None,
    seed: int | None = None,
    seen: int | None = None,
    bye: int | None = None,
    trio: bool = False,
    sizes: Sequence[int] = (),
    reason: str = "",
) -> Draft:
    """Assign random seats to all checked-in players, in pods or pairs, or in Sealed for the whole field.

    This can be repeated until the draft begins. A redraft avoids the pairs of earlier drafts; `again` in the
    journal line lists the unavoidable ones (R-095). `seen`: as in `pods.require_current_seats`. `bye`: the odd
    player of an odd Solomon field, as a judge decides (S13); 0 chooses it by the seed. The player gets no pair
    or, with `trio`, joins a pair as a group of three. An even field has no odd player. `reason`: why a judge
    chose this, or why pods of other `sizes` than planned may be unequal, which the plan then stores (R-002,
    S12).
    Refused: DRAFT_NOT_FOUND, the code of the plan's first error for that many players, PODS_TO_CHOOSE,
    COOPERATION_NOT_ANNOUNCED, DRAFT_HAS_BEGUN, REDRAFT_TOO_LATE (round) once the round of the redraft is
    posted, and whatever `pods.require_current_seats` refuses.
    """
    draft = locks.lock_division_of_draft(draft)
    _require_draft_not_begun(draft)
    division = draft.division
    pods.require_current_seats(division, draft.seed, seen)
    if draft.number > 1:
        _require_round_not_posted(draft, round_of_draft(draft))
    entry_ids = list(drafting_entries(division).values_list("id", flat=True))
    seed = secrets.randbits(pods.SEED_BITS) if seed is None else seed
    odd_player = _odd_entry(draft, entry_ids, bye, seed)
    paired = [key for key in entry_ids if key != odd_player]
    if not trio:
        entry_ids = paired
    if sizes:
        _store_pod_sizes(draft, sizes, reason, by=by)
    planned = queries.plan_for_players(draft, len(entry_ids), trio=trio and odd_player is not None)
    # The plan may leave the odd player of Solomon open, the seats may not.
    _require_possible_plan(replace(planned.setup, odd_open=False))
    if planned.setup.cooperative and notice_announced_at(draft, ("COOPERATION",)) is None:
        raise Refused(DraftRefusal.COOPERATION_NOT_ANNOUNCED)
    previous = {
        **pods.journal_facts_of_pods(division),
        "draft_seats_before": draft.seats,
        "draft_seed_before": draft.seed,
        "bye_before": draft.bye_id,
    }
    if draft.subtype != "solomon":
        seating = Seating(draw_pod_seats(entry_ids, planned.pods, seed=seed))
    else:
        earlier = queries.earlier_pairs(draft)
        seating = redraft_pairs(paired, earlier, seed=seed)
        if trio and odd_player is not None:
            seating = add_third_player_to_pair(seating, odd_player, earlier, seed=seed)
    draft.seed, draft.seats = seed, [list(pod) for pod in seating.pairs]
    draft.bye_id = None if trio else odd_player
    draft.save(update_fields=["seed", "seats", "bye"])
    if draft.subtype in queries.IN_PODS:
        pods.replace_pods(division, draft.seats, seed)
    facts = {"seed": seed, "players": len(entry_ids), "sizes": list(planned.pods), "again": seating.again}
    _journal_draft(draft, DraftSeated, by, **facts, **previous)
    if odd_player is not None:
        odd_facts = {"entry": odd_player, "name": str(Entry.objects.get(pk=odd_player)), "reason": reason}
        if trio:
            _journal_draft(draft, DraftTrioSeated, by, pod=len(draft.seats), **odd_facts)
        else:
            _journal_draft(draft, DraftByeGiven, by, **odd_facts)
    return draft


def _odd_entry(draft: Draft, entry_ids: Sequence[int], bye: int | None, seed: int) -> int | None:
    """Return the odd player of a Solomon field, or None. `bye` and `seed`: as in `assign_seats`."""
    if bye is None or draft.subtype != "solomon" or not len(entry_ids) % PAIR:
        return None
    return bye if bye in entry_ids else Random(f"bye {seed}").choice(sorted(entry_ids))


@transaction.atomic
def announce_notice(draft: Draft, code: str, *, text: str, kind: str, by: User | None) -> Announcement:
    """Post a notice of the plan on the event's board and mark it as announced.

    Refused: NOTICE_NOT_FOUND, NOTICE_ANNOUNCED, and whatever `announcements.post_announcement` refuses.
    """
    locks.lock_event_for_announcements(draft.division.tournament)
    draft = locks.lock_division_of_draft(draft, missing=DraftRefusal.NOTICE_NOT_FOUND)
    if code not in {notice.code for notice in queries.plan_of(draft).notices}:
        raise Refused(DraftRefusal.NOTICE_NOT_FOUND)
    if notice_announced_at(draft, (code,)) is not None:
        raise Refused(DraftRefusal.NOTICE_ANNOUNCED)
    announcement = announcements.post_announcement(draft.division.tournament, by=by, text=text, kind=kind)
    draft.announced = {**draft.announced, code: announcement.pk}
    draft.save(update_fields=["announced"])
    return announcement


@transaction.atomic
def remove_draft(draft: Draft, *, by: User | None) -> None:
    """Delete a draft without removing its announcements from the board.

    Refused: DRAFT_NOT_FOUND, DRAFT_NOT_LAST, DRAFT_HAS_BEGUN.
    """
    draft = locks.lock_division_of_draft(draft)
    if Draft.objects.filter(division=draft.division, number__gt=draft.number).exists():
        raise Refused(DraftRefusal.DRAFT_NOT_LAST)
    _require_draft_not_begun(draft)
    facts = {
        "seed": draft.seed,
        "seats": draft.seats,
        "bye": draft.bye_id,
        "announced": draft.announced,
        "before": _plan_journal_facts(draft),
    }
    _journal_draft(draft, DraftRemoved, by, subtype=draft.subtype, **facts)
    draft.delete()


def refuse_leaving_limited(event: Tournament, changed: Container[str], by: User | None) -> None:  # noqa: ARG001
    """Refuse to change an event with drafts to Constructed.

    Call it inside the transaction that changes the settings. `changed`: the names of the changed settings.
    Refused: DRAFTS_STAY_LIMITED.
    """
    drafts = Draft.objects.filter(division__tournament=event) if "play_style" in changed else None
    if drafts is not None and queries.drafting_refusal(event) and drafts.exists():
        raise Refused(DraftRefusal.DRAFTS_STAY_LIMITED)


def undo_draft_plan(line: JournalEvent) -> None:
    """Undo DraftSetUp: restore the previous plan, or delete the draft. Refused: UNDO_OVERTAKEN."""
    journal.require_newest_line(line, CHANGES, number=line.facts["number"])
    draft = _draft_of(line)
    if draft is None or draft.seats:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if line.facts["before"] is None:
        draft.delete()
    else:
        for name, value in line.facts["before"].items():
            setattr(draft, name, value)
        draft.save()


def undo_draft_seating(line: JournalEvent) -> None:
    """Undo DraftSeated: restore the previous seats of the draft and of its pods. Refused: UNDO_OVERTAKEN."""
    journal.require_newest_line(line, CHANGES, number=line.facts["number"])
    draft = _draft_of(line)
    if draft is None or draft.seed != line.facts["seed"] or has_draft_begun(draft):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    pods.undo_pods(line)
    draft.seats, draft.seed = line.facts["draft_seats_before"], line.facts["draft_seed_before"]
    draft.bye_id = _entry_in_event(line.facts.get("bye_before"))
    draft.save(update_fields=["seats", "seed", "bye"])


def undo_draft_removal(line: JournalEvent) -> None:
    """Undo DraftRemoved: restore the draft. Refused: UNDO_OVERTAKEN if another draft has taken its number."""
    facts = line.facts
    if line.division is None or _draft_of(line) is not None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    draft = Draft(division=line.division, number=facts["number"], **facts["before"])
    draft.seed, draft.seats, draft.announced = facts["seed"], facts["seats"], facts["announced"]
    draft.bye_id = _entry_in_event(facts.get("bye"))
    draft.save()


def undo_draft_way_change(line: JournalEvent) -> None:
    """Undo DraftWayChanged: restore the previous way of running the draft. Refused: UNDO_OVERTAKEN."""
    journal.require_newest_line(line, WAY_CHANGES, number=line.facts["number"])
    draft = _draft_of(line)
    if draft is None or draft.way != line.facts["way"] or has_draft_begun(draft):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    draft.way = line.facts["way_before"]
    draft.save(update_fields=["way"])


def _store_pod_sizes(draft: Draft, sizes: Sequence[int], reason: str, *, by: User | None) -> None:
    """Store other pod sizes in the plan, with the reason why they may be unequal, and journal the change.

    `reason`: "" if the sizes need none; otherwise it is appended to the reason of the plan.
    """
    plan_before = _plan_journal_facts(draft)
    draft.setup = {**draft.setup, "players": sum(sizes), "pods": list(sizes), "override": bool(reason)}
    if reason not in draft.reason:
        draft.reason = f"{draft.reason}; {reason}"[:MAX_REASON_LENGTH] if draft.reason else reason
    draft.save(update_fields=["setup", "reason"])
    _journal_draft(draft, DraftSetUp, by, subtype=draft.subtype, reason=reason, before=plan_before)


def _require_possible_plan(setup: Setup) -> None:
    """Require a plan without errors. Refused: the code of its first error, PODS_TO_CHOOSE if only small pods fit."""
    planned = plan_draft(setup)
    for problem in planned.problems:
        if problem.severity == "error":
            raise Refused(problem.code, **problem.facts)
    if not planned.tables:
        raise Refused(DraftRefusal.PODS_TO_CHOOSE, players=setup.players)


def _require_round_not_posted(draft: Draft, round_: int) -> None:
    """Require that a round is not posted. Refused: REDRAFT_TOO_LATE (round)."""
    if round_ in posting_times_by_round(draft.division):
        raise Refused(DraftRefusal.REDRAFT_TOO_LATE, round=round_)


def _require_draft_not_begun(draft: Draft) -> None:
    if has_draft_begun(draft):
        raise Refused(DraftRefusal.DRAFT_HAS_BEGUN)


def _plan_journal_facts(draft: Draft) -> Mapping[str, Any]:
    """Return the plan of a draft for its journal line, from which an undo restores it."""
    facts = {name: getattr(draft, name) for name in queries.PLANNED}
    return {**facts, "starts": draft.starts and f"{draft.starts:%H:%M}"}


def _entry_in_event(key: int | None) -> int | None:
    """Return the key of an entry, or None if it was removed. Lines of earlier versions have no key."""
    return key if key is not None and Entry.objects.filter(pk=key).exists() else None


def _draft_of(line: JournalEvent) -> Draft | None:
    """Return the draft of a journal line, or None if it was removed."""
    return Draft.objects.filter(division=line.division, number=line.facts["number"]).first()


def _journal_draft(draft: Draft, kind: Callable[..., OfDraft], by: User | None, **facts: Any) -> None:
    journal.write_journal_line(
        draft.division.tournament,
        kind(number=draft.number, draft=draft.pk, **facts),
        by=by,
        division=draft.division,
    )


add_undo(undo_draft_plan, DraftSetUp)
add_undo(undo_draft_seating, DraftSeated)
add_undo(undo_draft_removal, DraftRemoved)
add_undo(undo_draft_way_change, DraftWayChanged)
