"""Judge all lists again when the event or its list rules change."""

from collections.abc import Container
from functools import partial

from django.db import transaction
from django.dispatch import Signal

from decks.models import ListRules, Version
from decks.queries.lists.event_lists import NO_VERDICT
from decks.services import locks
from decks.services.lists.rejudging import LISTS_PER_TRANSACTION, rejudge_all_lists_of_event
from tournaments.models import Tournament, User

SETTINGS_THAT_AFFECT_VERDICTS = (
    "kind",
    "starts_at",
    "timezone",
    "country",
    "event_class",
    "card_format",
    "play_style",
    "edition",
)
"""Settings of an event read by `judging.deck_context_of_event`."""

RULES_THAT_AFFECT_VERDICTS = ("settings", "energy_supplied", "prerelease_expansion", "last_day")
"""Fields of `ListRules` read by verdicts."""

MAX_LISTS_AT_ONCE = LISTS_PER_TRANSACTION
"""Maximum number of lists judged inside the transaction. A job judges more, so that the event is locked only briefly.
"""

lists_to_judge = Signal()
"""Signal sent after a commit if lists remain to be judged. `event`, `by`: keys; `by` is None without a user."""


def rejudge_after_event_change(event: Tournament, changed: Container[str], by: User | None) -> None:
    """Judge lists again if a changed setting affects them. Call it inside the transaction that changes the settings."""
    if any(name in changed for name in SETTINGS_THAT_AFFECT_VERDICTS):
        rejudge_lists(event, by=by)


def rejudge_after_rules_change(rules: ListRules, changed: Container[str], by: User | None) -> None:
    """Judge lists again if a changed rule affects them. Call it inside the transaction that changes the rules."""
    if any(name in changed for name in RULES_THAT_AFFECT_VERDICTS):
        rejudge_lists(rules.tournament, by=by)


@transaction.atomic
def rejudge_lists(event: Tournament, *, by: User | None) -> None:
    """Judge the lists of an event again, in a job if there are many.

    Lists that a job judges are marked with `NO_VERDICT` until then. As with `recheck_lists`, the effective
    version does not change after round 1 (R-032). Does nothing if the event does not collect lists.
    """
    if not ListRules.objects.filter(tournament=event).exists():
        return
    versions = Version.objects.filter(deck_list__in=locks.lock_deck_list_rows_of_event(event))
    if versions.values("deck_list").distinct().count() <= MAX_LISTS_AT_ONCE:
        rejudge_all_lists_of_event(event, by=by)
        return
    versions.update(catalogue_version=NO_VERDICT)
    user = by.pk if by else None
    transaction.on_commit(partial(lists_to_judge.send, sender=Tournament, event=event.pk, by=user))
