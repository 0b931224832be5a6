"""Feature tables of an event, and the tables in use by its open rounds."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from core.stamps.memory import cached_until_change
from pairings.models import Match, PairingOptions, Round
from tournaments.models import Tournament
from tournaments.scopes import event_scope


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """A feature table and the match of an open round that is seated there, or None while it is free.

    `name` is "" for a table without one.
    """

    number: int
    name: str
    match: Match | None


def names_of_feature_tables(event: Tournament) -> dict[int, str]:
    """Return the names of an event's feature tables by number, in ascending order. One query.

    A table without a name has "".
    """
    rows = PairingOptions.objects.filter(division__tournament=event).order_by("division__position", "pk")
    names: dict[int, str] = {}
    for tables in rows.values_list("feature_tables", flat=True):
        for number, name in tables:
            names[number] = names.get(number) or name
    return dict(sorted(names.items()))


def feature_tables(event: Tournament) -> list[FeatureTable]:
    """Return the feature tables of an event by number, with their matches. Two queries.

    A table that is no feature table now is included while a match is still moved there.
    """
    names = names_of_feature_tables(event)
    matches = open_matches(event).filter(Q(table__in=names) | Q(home_table__isnull=False))
    matches = matches.select_related("left__player", "right__player", "round__division", "round__stage")
    match_by_table = {match.table: match for match in matches.defer("round__draw") if match.table}
    return [
        FeatureTable(number, names.get(number, ""), match_by_table.get(number))
        for number in sorted({*names, *match_by_table})
    ]


def has_feature_tables(event: Tournament) -> bool:
    """Return whether `feature_tables` returns any. Two queries, cached until the event changes."""
    return cached_until_change(
        f"feature_tables.{event.pk}", [event_scope(event.pk)], lambda: bool(feature_tables(event))
    )


def open_matches(event: Tournament) -> QuerySet[Match]:
    """Return the matches of all rounds of an event that are not closed."""
    matches = Match.objects.filter(round__division__tournament=event)
    return matches.exclude(round__state=Round.State.CLOSED)


def tables_in_use(matches: QuerySet[Match]) -> frozenset[int]:
    """Return the tables of matches, and the tables reserved for those at a feature table. One query."""
    tables = matches.filter(table__isnull=False).order_by().values_list("table", "home_table")
    return frozenset(table for pair in tables for table in pair if table is not None)


def uses_table_in(tables: Collection[int]) -> Q:
    """Return the condition for matches that are seated at one of these tables or return to one."""
    return Q(table__in=tables) | Q(home_table__in=tables)
