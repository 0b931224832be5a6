"""The proxy log, which is shown with lists and in reports (R-016, R-037)."""

from collections.abc import Collection

from cards.engine.rule_settings import choice_of_setting
from decks.models import ListRules, Proxy
from tournaments.models import Tournament


def proxies_by_entry(entries: Collection[int]) -> dict[int, list[Proxy]]:
    """Map each entry to its valid proxies, oldest first. One query."""
    by_entry: dict[int, list[Proxy]] = {entry: [] for entry in entries}
    for proxy in Proxy.objects.filter(entry__in=entries, withdrawn_at=None):
        by_entry[proxy.entry_id].append(proxy)
    return by_entry


def proxies_of_event(event: Tournament) -> list[Proxy]:
    """List every proxy made at an event, including withdrawn ones, oldest first. One query."""
    rows = Proxy.objects.filter(entry__tournament=event)
    return list(rows.select_related("entry__player", "entry__division", "entry__tournament"))


def may_any_judge_grant_proxies(event: Tournament) -> bool:
    """Return whether every judge may make a proxy, rather than only the head judge (S11)."""
    rules = ListRules.objects.filter(tournament=event).first()
    return choice_of_setting(rules.settings if rules else {}, "S11") == "any_judge"
