"""Lists follow what decides over them: once the event or its rules of lists change, every list is judged again."""

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
"""The settings of an event that `queries.verdicts.context_of` reads."""

RULES_DECIDE = ("settings", "energy_supplied", "prerelease_expansion", "last_day")
"""Those of the rules of lists."""

AT_ONCE = AT_A_TIME
"""Lists judged within the change itself; more are left to a job, so that nobody waits for the event's lock."""

lists_to_judge = Signal()
"""Sent once a change is committed that left lists to judge: `event` and `by`, keys of the event and of who changed it
or None.
"""


def follow_event(event: Tournament, changed: Container[str], by: User | None) -> None:
    """The settings of these names have changed, in the same transaction."""
    if any(name in changed for name in EVENT_DECIDES):
        judge_anew(event, by=by)


def follow_rules(rules: ListRules, changed: Container[str], by: User | None) -> None:
    """The rules of lists of these names have changed, in the same transaction."""
    if any(name in changed for name in RULES_DECIDE):
        judge_anew(rules.tournament, by=by)


@transaction.atomic
def judge_anew(event: Tournament, *, by: User | None) -> None:
    """Judge the lists of an event again, those of a large one soon: until then they are told to be judged by what was.
    As `recheck`, so after round 1 the version that counts stays (R-032). Nothing where lists are not collected.
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
