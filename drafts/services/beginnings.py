"""Undo the beginning of a draft while nothing is picked, or cancel a draft that has begun (R-002)."""

from django.db import transaction

from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import Draft, Pool
from decks.models.drafts import MAX_REASON_LENGTH
from decks.queries.drafts import round_of_draft
from decks.queries.supplied_facts import posting_times_by_round
from decks.services import locks
from decks.services.lists.rejudging import recheck_players
from drafts.engine.journal_kinds import DraftBegun, DraftCanceled
from drafts.engine.refusals import DraftRefusal
from drafts.models import BuildMark, DraftMark, DraftMove
from drafts.queries import beginnings as queries
from drafts.queries.draft_runs import has_draft_begun
from drafts.queries.drafts import IN_PODS
from drafts.services import pods
from tournaments.models import User

PLAN = (
    *("division", "number", "setup", "energy_supplied", "pick_seconds", "look_seconds", "starts", "reason"),
    *("announced", "way", "pool_check"),
)
"""Fields that a canceled draft leaves to the draft that replaces it."""


@transaction.atomic
def cancel_draft(draft: Draft, *, reason: str, by: User | None) -> Draft:
    """Cancel a draft that has begun, and return its replacement: a draft with the same plan but no seats.

    Steps, picks, building clocks and pools of the canceled draft are deleted with it, and lists are judged again.
    The journal line lists the opened packs. The replacement is a new row, so that nothing recorded about the
    canceled draft, such as permission to look at its cards, applies to it.

    Refused: DRAFT_NOT_FOUND, REASON_MISSING, DRAFT_NOT_BEGUN, DRAFT_NOT_LAST, DRAFT_ROUND_POSTED (round).
    """
    if not reason.strip():
        raise Refused(DeckRefusal.REASON_MISSING)
    draft = _lock_draft(draft)
    division = draft.division
    if not draft.seats or not has_draft_begun(draft):
        raise Refused(DraftRefusal.DRAFT_NOT_BEGUN)
    if Draft.objects.filter(division=division, number__gt=draft.number).exists():
        raise Refused(DraftRefusal.DRAFT_NOT_LAST)
    if (round_number := round_of_draft(draft)) in posting_times_by_round(division):
        raise Refused(DraftRefusal.DRAFT_ROUND_POSTED, round=round_number)
    opened = queries.opened_packs(draft)
    pool_players = list(Pool.objects.filter(draft=draft).values_list("entry", flat=True))
    canceled_key, seed, seats = draft.pk, draft.seed, draft.seats
    replacement = Draft(**{name: getattr(draft, name) for name in PLAN})
    draft.delete()
    replacement.save()
    if replacement.subtype in IN_PODS:
        pods.replace_pods(division, [], 0)
    line = DraftCanceled(
        number=replacement.number,
        draft=canceled_key,
        replacement=replacement.pk,
        subtype=replacement.subtype,
        opened=[[pod, packs] for pod, packs in opened.packs.items()],
        boosters=list(dict.fromkeys(replacement.setup.get("boosters") or ())),
        picks=opened.picks,
        pools=len(pool_players),
        seed=seed,
        seats=seats,
        reason=reason.strip()[:MAX_REASON_LENGTH],
    )
    journal.write_journal_line(division.tournament, line, by=by, division=division)
    recheck_players(division.tournament, pool_players, by=by)
    return replacement


def undo_draft_beginning(line: JournalEvent) -> None:
    """Undo DraftBegun: delete the steps and openings of the draft, so that its plan can change again.

    Refused: DRAFT_NOT_FOUND, UNDO_OVERTAKEN, DRAFT_PICKED if the draft has gone beyond opening packs.
    """
    journal.require_newest_line(line, ("DraftBegun", "DraftCanceled"), number=line.facts["number"])
    stored = Draft.objects.filter(division=line.division, number=line.facts["number"]).first()
    if stored is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    draft = _lock_draft(stored)
    if not draft.seats or not has_draft_begun(draft):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    if queries.is_past_openings(draft):
        raise Refused(DraftRefusal.DRAFT_PICKED)
    for model in (DraftMark, DraftMove, BuildMark):
        model.objects.filter(draft=draft).delete()


def _lock_draft(draft: Draft) -> Draft:
    """Lock the division and the draft, so that neither steps nor tapped picks are added. Refused: DRAFT_NOT_FOUND."""
    locked = locks.lock_division_of_draft(draft)
    locks.lock_draft(locked)
    return locked


def is_beginning_final(line: JournalEvent) -> bool:
    """Return whether the start in a DraftBegun line can no longer be undone, so that no page offers it."""
    draft = Draft.objects.filter(division=line.division_id, number=line.facts["number"]).first()
    return draft is None or queries.undoable_start_line(draft) != line


add_undo(undo_draft_beginning, DraftBegun, is_past=is_beginning_final)
