"""How an event collects lists, and the personal link of each player."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import TypedDict, Unpack

from django.db import transaction

from cards.engine.refusals import CardRefusal
from cards.engine.settings import CHOICES
from cards.queries import catalogue
from core import stamps
from core.engine.refused import Refused
from core.services import journal
from decks.engine.journal_kinds import ListRulesChanged, ListsCollected
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList, ListRules
from decks.queries.lists import list_rules, verdicts
from decks.services import locks
from decks.services.lists.following import follow_rules
from tournaments import scopes
from tournaments.models import Tournament, User
from tournaments.services import announcements
from tournaments.services import links as personal_links

LONGEST_EVENT = timedelta(days=13)


class RuleFields(TypedDict, total=False):
    """Fields that can be set; see `ListRules`. `settings`: choices S1 to S22, missing ones are the default."""

    deadline: datetime | None
    required: bool
    visibility: str
    energy_supplied: bool
    prerelease_expansion: str
    last_day: date | None
    settings: Mapping[str, str]


@transaction.atomic
def collect(event: Tournament, *, by: User | None, **rules: Unpack[RuleFields]) -> ListRules:
    """Collect lists at an event, or change how.

    Every player gets a list and a personal link; submitted lists are judged again. Refused: SETTING_UNKNOWN (setting,
    choice), EXPANSION_UNKNOWN (expansion), LAST_DAY_WRONG.
    """
    event = locks.event(event)
    row = ListRules.objects.filter(tournament=event).first() or ListRules(tournament=event)
    before = _plain(row) if row.pk else {}
    for name, value in rules.items():
        setattr(row, name, value)
    row.settings = _departures(event, row.settings)
    first = verdicts.day_of(event)
    if row.last_day is not None and not first <= row.last_day <= first + LONGEST_EVENT:
        raise Refused(DeckRefusal.LAST_DAY_WRONG)
    if code := row.prerelease_expansion.strip():
        expansion = catalogue.current().expansion(code)
        if expansion is None:
            raise Refused(CardRefusal.EXPANSION_UNKNOWN, expansion=row.prerelease_expansion)
        code = expansion.id
    row.prerelease_expansion = code
    row.save()
    links(event)
    now = _plain(row)
    changed = {name: [before.get(name), now[name]] for name in now if before.get(name) != now[name]}
    if changed:
        journal.write(event, (ListRulesChanged if before else ListsCollected)(rules=changed), by=by)
        follow_rules(row, changed, by)
    return row


def choose(event: Tournament, choices: Mapping[str, str], *, by: User | None) -> bool:
    """Set choices made elsewhere, such as in the plan of a draft (S4, S6); returns whether any changed.

    Does nothing where lists are not collected. Refused: SETTING_UNKNOWN (setting, choice).
    """
    rules = ListRules.objects.filter(tournament=event).first()
    if rules is None:
        return False
    wanted = {**rules.settings, **choices}
    if _departures(event, wanted) == rules.settings:
        return False
    collect(event, by=by, settings=wanted)
    return True


def _plain(row: ListRules) -> dict[str, object]:
    return {name: getattr(row, name) for name in RuleFields.__annotations__}


def _departures(event: Tournament, settings: Mapping[str, str]) -> dict[str, str]:
    """The choices that differ from the default of this event. Refused: SETTING_UNKNOWN (setting, choice)."""
    for name, choice in settings.items():
        if choice not in CHOICES.get(name, ()):
            raise Refused(DeckRefusal.SETTING_UNKNOWN, setting=name, choice=choice)
    return {
        name: choice for name, choice in settings.items() if choice != verdicts.setting(event, None, name)
    }


def links(event: Tournament) -> int:
    """Make a list and a personal link for every entry without one; returns the number of new lists."""
    personal_links.make_all(event)
    return empty_lists(event)


@transaction.atomic
def empty_lists(event: Tournament) -> int:
    """Make a list for every entry without one; returns the number of new lists."""
    without = list(event.entries.filter(deck_list=None).values_list("pk", flat=True))
    if without:
        stamps.mark(scopes.results(event.pk))
        rows = [DeckList(entry_id=entry) for entry in without]
        DeckList.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    return len(without)


def follow_entries(event: Tournament) -> None:
    """Give new entries a list and a personal link if the event collects lists."""
    if ListRules.objects.filter(tournament=event).exists():
        links(event)


def follow_restored(event: Tournament) -> None:
    """Make lists missing in an older snapshot. Links are not made: removed ones stay removed."""
    if ListRules.objects.filter(tournament=event).exists():
        empty_lists(event)


@transaction.atomic
def remind(event: Tournament, *, by: User | None, text: str) -> None:
    """Post a reminder of the lists on the board. Refused: LISTS_NOT_COLLECTED, ANNOUNCEMENT_EMPTY."""
    list_rules.rules_of(event)
    announcements.announce(event, by=by, text=text)
