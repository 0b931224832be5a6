"""Judge every list again when the event or its list rules change."""

from collections.abc import Container
from functools import partial

from django.db import transaction
from django.dispatch import Signal

from decks.models import ListRules, Version
from decks.queries.lists.event_lists import NO_VERDICT
from decks.services import locks
from decks.services.lists.rejudging import AT_A_TIME, recheck
from tournaments.models import Tournament, User

EVENT_DECIDES = (
    "kind",
    "starts_at",
    "timezone",
    "country",
    "event_class",
    "card_format",
    "play_style",
    "edition",
)
"""Settings of an event read by `queries.verdicts.context_of`."""

RULES_DECIDE = ("settings", "energy_supplied", "prerelease_expansion", "last_day")
"""Fields of `ListRules` read by verdicts."""

AT_ONCE = AT_A_TIME
"""Lists judged within the change; more are left to a job, so the event is not locked for long."""

lists_to_judge = Signal()
"""Sent after the commit of a change that left lists to judge: `event` and `by`, keys of event and user, or None."""


def follow_event(event: Tournament, changed: Container[str], by: User | None) -> None:
    """Judge lists again if one of the changed settings affects them; called in the same transaction."""
    if any(name in changed for name in EVENT_DECIDES):
        judge_anew(event, by=by)


def follow_rules(rules: ListRules, changed: Container[str], by: User | None) -> None:
    """Judge lists again if one of the changed rules affects them; called in the same transaction."""
    if any(name in changed for name in RULES_DECIDE):
        judge_anew(rules.tournament, by=by)


@transaction.atomic
def judge_anew(event: Tournament, *, by: User | None) -> None:
    """Judge the lists of an event again; those of a large one in a job, with `NO_VERDICT` until then.

    As `recheck`, so after round 1 the version that counts stays (R-032). Does nothing where lists are not collected.
    """
    if not ListRules.objects.filter(tournament=event).exists():
        return
    versions = Version.objects.filter(deck_list__in=locks.deck_lists(event))
    if versions.values("deck_list").distinct().count() <= AT_ONCE:
        recheck(event, by=by)
        return
    versions.update(catalogue_version=NO_VERDICT)
    who = by.pk if by else None
    transaction.on_commit(partial(lists_to_judge.send, sender=Tournament, event=event.pk, by=who))
