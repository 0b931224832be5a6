"""Seat a late player before the first pick, in the last seat of a pod (R-091)."""

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from decks.models.drafts import MAX_REASON_LENGTH
from decks.queries.drafts import round_of_draft
from decks.queries.supplied_facts import posting_times_by_round
from decks.services import locks
from drafts.engine.journal_kinds import LatePlayerSeated
from drafts.engine.pods import check_pods
from drafts.engine.refusals import DraftRefusal
from drafts.queries import beginnings
from drafts.queries.drafts import IN_PODS
from drafts.queries.pods import drafting_entries
from drafts.services import drafts, pods
from tournaments.models import Entry, User


@transaction.atomic
def seat_late_player_in_pod(
    draft: Draft, entry: Entry, *, pod: int, by: User | None, reason: str = ""
) -> Draft:
    """Give a checked-in player the last seat of a pod, counted from 1, while no card is picked.

    In Sealed this is possible until the round of the draft is posted. `reason`: why a judge allows unequal pods (S12);
    it replaces the reason of the plan. Refused: DRAFT_NOT_FOUND, DRAFT_POD_UNKNOWN, POD_TOO_BIG, PODS_NOT_EQUAL, and
    whatever `_require_late_seat_possible` refuses.
    """
    draft = locks.lock_division_of_draft(draft)
    locks.lock_draft(draft)
    division = draft.division
    _require_late_seat_possible(draft, entry)
    if not 1 <= pod <= len(draft.seats):
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)
    seats = [[*seated, entry.pk] if number == pod else seated for number, seated in enumerate(draft.seats, 1)]
    reason_before, override_before = draft.reason, bool(draft.setup.get("override"))
    reason = reason.strip()[:MAX_REASON_LENGTH]
    if draft.subtype in IN_PODS:
        sizes = [len(seated) for seated in seats]
        settings, override = draft.setup.get("settings"), bool(reason) or override_before
        for problem in check_pods(sum(sizes), sizes, settings=settings, override=override):
            if problem.severity == "error":
                raise Refused(problem.code, **problem.facts)
        if reason:
            draft.setup, draft.reason = {**draft.setup, "override": True}, reason
    draft.seats = seats
    _save_seats(draft)
    line = LatePlayerSeated(
        number=draft.number,
        draft=draft.pk,
        entry=entry.pk,
        name=str(entry),
        pod=pod,
        seat=len(seats[pod - 1]),
        reason=reason,
        reason_before=reason_before,
        override_before=override_before,
    )
    journal.write_journal_line(division.tournament, line, by=by, division=division)
    return draft


def _require_late_seat_possible(draft: Draft, entry: Entry) -> None:
    """Require that a late player can still get a seat, and needs one.

    Refused: DRAFT_NOT_SEATED, LATE_IS_SEATED (name), LATE_NOT_CHECKED_IN (name), LATE_IN_PAIRS,
    DRAFT_ROUND_POSTED (round), LATE_AFTER_PICKS.
    """
    if not draft.seats:
        raise Refused(DeckRefusal.DRAFT_NOT_SEATED)
    if any(entry.pk in seats for seats in draft.seats):
        raise Refused(DraftRefusal.LATE_IS_SEATED, name=str(entry))
    if not drafting_entries(draft.division).filter(pk=entry.pk).exists():
        raise Refused(DraftRefusal.LATE_NOT_CHECKED_IN, name=str(entry))
    if draft.subtype == "solomon":
        raise Refused(DraftRefusal.LATE_IN_PAIRS)
    if (round_number := round_of_draft(draft)) in posting_times_by_round(draft.division):
        raise Refused(DraftRefusal.DRAFT_ROUND_POSTED, round=round_number)
    if draft.subtype != "sealed" and beginnings.is_past_openings(draft):
        raise Refused(DraftRefusal.LATE_AFTER_PICKS)


def undo_late_seat(line: JournalEvent) -> None:
    """Undo LatePlayerSeated: remove the seat. Refused: UNDO_OVERTAKEN, also once cards were picked."""
    facts = line.facts
    journal.require_newest_line(line, drafts.CHANGES, number=facts["number"])
    stored = Draft.objects.filter(pk=facts["draft"]).select_related("division__tournament").first()
    if stored is None or not 1 <= facts["pod"] <= len(stored.seats):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    draft = locks.lock_division_of_draft(stored)
    locks.lock_draft(draft)
    seats = draft.seats[facts["pod"] - 1]
    if seats[-1:] != [facts["entry"]] or beginnings.is_past_openings(draft):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    draft.seats[facts["pod"] - 1] = seats[:-1]
    draft.setup = {**draft.setup, "override": facts["override_before"]}
    draft.reason = facts["reason_before"]
    _save_seats(draft)


def _save_seats(draft: Draft) -> None:
    """Save the seats and the plan's reason and override, and update the division's pods if there are any."""
    draft.save(update_fields=["seats", "setup", "reason"])
    if draft.subtype in IN_PODS:
        pods.replace_pods(draft.division, draft.seats, draft.seed or 0)


add_undo(undo_late_seat, LatePlayerSeated)
