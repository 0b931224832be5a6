"""One row lock per list, and one for the rules of an event: what two tabs do happens one after the other."""

from django.db import connection

from decks.models import DeckList, ListRules
from tournaments.engine.refused import Refused
from tournaments.models import JournalEvent, Tournament, User
from tournaments.services import journal


def hold(deck_list: DeckList) -> DeckList:
    """The list's row, locked until the transaction ends and read afresh, with its player, division and event.

    Refused: CHANGED_MEANWHILE where the entry has just been removed.
    """
    _needs_transaction()
    rows = DeckList.objects.select_for_update(of=("self",))
    related = ("entry__player", "entry__division", "entry__tournament", "counts")
    held = rows.select_related(*related).filter(pk=deck_list.pk).first()
    if held is None:
        raise Refused("CHANGED_MEANWHILE")
    return held


def hold_rules(event: Tournament) -> ListRules:
    """The event's rules of lists, locked and read afresh. Refused: LISTS_NOT_COLLECTED."""
    _needs_transaction()
    rules = ListRules.objects.select_for_update(of=("self",)).filter(tournament=event).first()
    if rules is None:
        raise Refused("LISTS_NOT_COLLECTED")
    return rules


def rules_of(event: Tournament) -> ListRules:
    """The event's rules of lists, read afresh. Refused: LISTS_NOT_COLLECTED."""
    rules = ListRules.objects.filter(tournament=event).first()
    if rules is None:
        raise Refused("LISTS_NOT_COLLECTED")
    return rules


def tell(deck_list: DeckList, kind: str, *, by: User | None, **facts: object) -> JournalEvent:
    """One line in the journal about one player's list."""
    entry = deck_list.entry
    told = {"name": str(entry), "entry": entry.pk, **facts}
    return journal.write(entry.tournament, kind, by=by, division=entry.division, **told)  # type: ignore[arg-type]


def _needs_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("A lock is held by a transaction.")
