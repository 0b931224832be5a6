"""Which division a page is about, by its address: that of the player, table, check, draft or penalty it names."""

from collections.abc import Mapping

from django.db.models import Model

from checks.models import DeckCheck
from decks.models import Draft
from floor.models import JudgeCall, Penalty
from pairings.models import Match
from tournaments.models import Division, Entry, PersonalLink, Tournament

Place = tuple[type[Model], str, str]
"""A model, the field an address names it by, and its way to the division."""

NAMED: dict[str, Place] = {
    "division": (Division, "pk", "pk"),
    "entry": (Entry, "pk", "division"),
    "draft": (Draft, "pk", "division"),
    "match": (Match, "pk", "round__division"),
    "token": (PersonalLink, "token", "entry__division"),
}
"""By the name of the part of an address; `entry`, `match` and `division` stand in a query too."""

BY_PREFIX: dict[str, Place] = {
    "tournaments:player": NAMED["entry"],
    "tournaments:merge": NAMED["entry"],
    "tournaments:division": NAMED["division"],
    "floor:player_matches": NAMED["entry"],
    "floor:penalty": (Penalty, "pk", "entry__division"),
    "checks:check": (DeckCheck, "pk", "entry__division"),
    "checks:before": (DeckCheck, "pk", "entry__division"),
    "floor:call": (JudgeCall, "pk", "match__round__division"),
}
"""What `pk` means, by how the name of the page begins."""


def division_of(
    event: Tournament, page: str, parts: Mapping[str, object], query: Mapping[str, str]
) -> Division | None:
    """The division of this event a page is about; None where it is about all, or names nothing. Two queries."""
    named = [(place, parts[name]) for name, place in NAMED.items() if name in parts]
    if "pk" in parts:
        named += [(place, parts["pk"]) for start, place in BY_PREFIX.items() if page.startswith(start)]
    named += [
        (NAMED[name], query[name]) for name in ("entry", "match", "division") if _is_key(query.get(name))
    ]
    for (model, field, way), value in named:
        pk = model._default_manager.filter(**{field: value}).values_list(way, flat=True).first()
        if pk is not None:
            return event.divisions.filter(pk=pk).first()
    return None


def _is_key(value: str | None) -> bool:
    return value is not None and value.isascii() and value.isdigit() and len(value) <= 18
