"""Row locks of `decks` and `tournaments`.

They are acquired in this order: event, division, draft, list rules, list.
"""

from datetime import datetime
from enum import StrEnum

from core import stamps
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services.locks import require_transaction
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList, Draft, ListRules
from tournaments import scopes
from tournaments.models import Tournament
from tournaments.services.locks import (
    lock_division,
    lock_divisions,
    lock_entry,
    lock_event,
    lock_event_for_announcements,
)

__all__ = [
    "lock_deck_list_row",
    "lock_deck_list_rows_of_event",
    "lock_division",
    "lock_division_of_draft",
    "lock_divisions",
    "lock_draft",
    "lock_due_list_rules",
    "lock_entry",
    "lock_event",
    "lock_event_for_announcements",
    "lock_list_rules",
    "require_transaction",
]


def lock_draft(row: Draft) -> Draft:
    """Lock a draft, so that changes to it are serialized. Refused: DRAFT_NOT_FOUND."""
    require_transaction()
    rows = Draft.objects.select_for_update(of=("self",)).select_related("division__tournament")
    locked = rows.filter(pk=row.pk).first()
    if locked is None:
        raise Refused(DeckRefusal.DRAFT_NOT_FOUND)
    stamps.mark_scopes_changed(scopes.event_scope(locked.division.tournament_id))
    return locked


def lock_division_of_draft(row: Draft, *, missing: StrEnum = DeckRefusal.DRAFT_NOT_FOUND) -> Draft:
    """Lock the division of a draft, and read the draft again. Refused: `missing`."""
    locked_division = lock_division(row.division)
    current = Draft.objects.filter(pk=row.pk).first()
    if current is None:
        raise Refused(missing)
    current.division = locked_division
    return current


def lock_list_rules(tournament: Tournament) -> ListRules:
    """Lock the event's list rules. Refused: LISTS_NOT_COLLECTED."""
    require_transaction()
    stamps.mark_scopes_changed(scopes.event_scope(tournament.pk))
    rules = ListRules.objects.select_for_update(of=("self",)).filter(tournament=tournament).first()
    if rules is None:
        raise Refused(DeckRefusal.LISTS_NOT_COLLECTED)
    return rules


def lock_due_list_rules(now: datetime) -> list[ListRules]:
    """Lock list rules with a past deadline that is not journaled yet, skipping rows locked by other transactions."""
    rows = ListRules.objects.select_for_update(of=("self",), skip_locked=True).select_related("tournament")
    due = list(rows.filter(deadline__lte=now, locked_at=None).order_by("pk"))
    stamps.mark_scopes_changed(*(scopes.event_scope(rules.tournament_id) for rules in due))
    return due


def lock_deck_list_row(row: DeckList) -> DeckList:
    """Lock a list, and read it with its player, division and event.

    Refused: CHANGED_MEANWHILE if the entry was just removed.
    """
    require_transaction()
    stamps.mark_scopes_changed(
        scopes.entry_scope(row.entry_id), scopes.results_scope(row.entry.tournament_id)
    )
    rows = DeckList.objects.select_for_update(of=("self",))
    related = ("entry__player", "entry__division", "entry__tournament", "counts")
    locked = rows.select_related(*related).filter(pk=row.pk).first()
    if locked is None:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    return locked


def lock_deck_list_rows_of_event(tournament: Tournament) -> list[int]:
    """Lock all lists of an event in a fixed order, and return their keys.

    Rows that refer to these lists can still be inserted.
    """
    stamps.mark_scopes_changed(scopes.event_scope(tournament.pk))
    rows = DeckList.objects.select_for_update(of=("self",), no_key=True).filter(entry__tournament=tournament)
    return list(rows.order_by("pk").values_list("pk", flat=True))
