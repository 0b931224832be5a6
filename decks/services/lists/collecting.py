"""Set the list rules of an event, and create a list and a personal link for each player."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import TypedDict, Unpack

from django.db import transaction

from cards.engine.rule_settings import CHOICES
from cards.queries.expansion_names import find_expansion
from core import stamps
from core.engine.code_labels import Facts
from core.engine.refused import Refused
from core.services import journal
from decks.engine.journal_kinds import ListRulesChanged, ListsCollected
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList, ListRules
from decks.queries.lists import judging, list_rules
from decks.services import locks
from decks.services.lists.rejudging_after_changes import rejudge_after_rules_change
from tournaments import scopes
from tournaments.models import Entry, Tournament, User
from tournaments.services import announcements
from tournaments.services import personal_links as personal_links

MAX_EVENT_LENGTH = timedelta(days=13)


class RuleFields(TypedDict, total=False):
    """Fields of `ListRules` that can be set.

    `settings` are the choices for S1 to S22 that differ from their defaults.
    """

    deadline: datetime | None
    required: bool
    visibility: str
    energy_supplied: bool
    prerelease_expansion: str
    last_day: date | None
    settings: Mapping[str, str]


@transaction.atomic
def collect_lists(event: Tournament, *, by: User | None, **fields: Unpack[RuleFields]) -> ListRules:
    """Start collecting lists at an event, or change how they are collected. Omitted fields do not change.

    Creates a list and a personal link for every player. Submitted lists are judged again if a change affects
    verdicts.
    Refused: SETTING_UNKNOWN (setting, choice), EXPANSION_UNKNOWN (expansion), LAST_DAY_WRONG.
    """
    event = locks.lock_event(event)
    rules = ListRules.objects.filter(tournament=event).first() or ListRules(tournament=event)
    before = _rule_values(rules) if rules.pk else {}
    for name, value in fields.items():
        setattr(rules, name, value)
    rules.settings = _non_default_choices(event, rules.settings)
    first_day = judging.first_day(event)
    if rules.last_day is not None and not first_day <= rules.last_day <= first_day + MAX_EVENT_LENGTH:
        raise Refused(DeckRefusal.LAST_DAY_WRONG)
    if code := rules.prerelease_expansion.strip():
        code = find_expansion(code).id
    rules.prerelease_expansion = code
    rules.save()
    make_lists_and_links(event)
    after = _rule_values(rules)
    changes = {name: [before.get(name), after[name]] for name in after if before.get(name) != after[name]}
    if changes:
        journal.write_journal_line(
            event, (ListRulesChanged if before else ListsCollected)(rules=changes), by=by
        )
        rejudge_after_rules_change(rules, changes, by)
    return rules


def collect_lists_of_prerelease(event: Tournament, expansion: str, by: User | None) -> ListRules:
    """Collect the lists of a new Prerelease, where basic Energy is supplied and its expansion is legal (R-048)."""
    return collect_lists(event, by=by, prerelease_expansion=expansion, energy_supplied=True)


def set_list_rule_choices(event: Tournament, choices: Mapping[str, str], *, by: User | None) -> bool:
    """Set choices made on another page, such as a draft plan (S4, S6), and return whether any changed.

    Does nothing if the event does not collect lists. Refused: see `collect_lists`.
    """
    rules = ListRules.objects.filter(tournament=event).first()
    if rules is None:
        return False
    settings = {**rules.settings, **choices}
    if _non_default_choices(event, settings) == rules.settings:
        return False
    collect_lists(event, by=by, settings=settings)
    return True


def _rule_values(rules: ListRules) -> Facts:
    return {name: getattr(rules, name) for name in RuleFields.__annotations__}


def _non_default_choices(event: Tournament, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the choices that differ from the event's defaults. Refused: SETTING_UNKNOWN (setting, choice)."""
    for name, choice in settings.items():
        if choice not in CHOICES.get(name, ()):
            raise Refused(DeckRefusal.SETTING_UNKNOWN, setting=name, choice=choice)
    return {
        name: choice
        for name, choice in settings.items()
        if choice != judging.event_setting(event, None, name)
    }


def make_lists_and_links(event: Tournament) -> int:
    """Create a list and a personal link for every entry without one, and return the number of new lists."""
    personal_links.create_missing_links(event)
    return make_empty_lists(event)


@transaction.atomic
def make_empty_lists(event: Tournament) -> int:
    """Create an empty list for every entry without one, and return the number of new lists."""
    entries_without_list = list(event.entries.filter(deck_list=None).values_list("pk", flat=True))
    _create_lists(event, entries_without_list)
    return len(entries_without_list)


def _create_lists(event: Tournament, entries: Sequence[int]) -> None:
    """Create empty lists for these entries, except for those that have one."""
    if entries:
        stamps.mark_scopes_changed(scopes.results_scope(event.pk))
        rows = [DeckList(entry_id=entry) for entry in entries]
        DeckList.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)


def make_lists_of_new_entries(event: Tournament, entries: Sequence[Entry]) -> None:
    """Create lists for new entries that have none, if the event collects lists."""
    if ListRules.objects.filter(tournament=event).exists():
        _create_lists(event, [entry.pk for entry in entries])


def make_lists_of_restored_event(event: Tournament) -> None:
    """Create lists that an older snapshot lacks. Links are not created, as removed links must stay invalid."""
    if ListRules.objects.filter(tournament=event).exists():
        make_empty_lists(event)


@transaction.atomic
def remind_of_lists(event: Tournament, *, by: User | None, text: str) -> None:
    """Announce a reminder to submit lists. Refused: LISTS_NOT_COLLECTED, ANNOUNCEMENT_EMPTY."""
    list_rules.list_rules_of_event(event)
    announcements.post_announcement(event, by=by, text=text)
