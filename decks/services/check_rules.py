"""Change an event's deck-check settings: target share, its base (S17), minutes of shuffling (R-035, R-038, R-039)."""

from django.db import transaction

from core.engine.refused import Refused
from core.services import journal
from decks.engine.journal_kinds import CheckRulesSet
from decks.engine.refusals import DeckRefusal
from decks.models import CheckRules
from decks.services import locks
from tournaments.models import Tournament, User

MAX_PERCENT, MAX_SHUFFLING = 100, 30


@transaction.atomic
def set_check_rules(
    event: Tournament,
    *,
    by: User | None,
    target: int | None = None,
    base: str | None = None,
    shuffling: int | None = None,
) -> CheckRules:
    """Set the values that are not None. Only actual changes are journaled.

    Refused: CHECK_RULES_ODD (most, minutes).
    """
    event = locks.lock_event(event)
    rules = CheckRules.objects.filter(tournament=event).first() or CheckRules(tournament=event)
    before = (rules.target, rules.base, rules.shuffling)
    rules.target = rules.target if target is None else target
    rules.base = rules.base if base is None else CheckRules.Base(base).value
    rules.shuffling = rules.shuffling if shuffling is None else shuffling
    if not 0 <= rules.target <= MAX_PERCENT or not 0 <= rules.shuffling <= MAX_SHUFFLING:
        raise Refused(DeckRefusal.CHECK_RULES_ODD, most=MAX_PERCENT, minutes=MAX_SHUFFLING)
    if (rules.target, rules.base, rules.shuffling) != before:
        rules.save()
        kind = CheckRulesSet(target=rules.target, base=rules.base, shuffling=rules.shuffling)
        journal.write_journal_line(event, kind, by=by)
    return rules
