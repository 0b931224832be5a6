"""Assign table numbers to a round, avoiding tables in use by other divisions."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tables import Numbering, number_tables, renumber_tables
from pairings.models import Match, Round
from pairings.queries.rounds.feature_tables import tables_in_use, uses_table_in
from pairings.queries.rounds.options import DivisionWishes, wishes_of
from pairings.services.rounds.match_seating import Place
from tournaments.queries.divisions import division_tables


def number_tables_of_pairs(round_: Round, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return one table for each pair of entry keys, in their order. Refused: NOT_ENOUGH_TABLES."""
    return number_round_tables(round_, pairs, wishes_of(round_.division)).tables


def number_round_tables(
    round_: Round,
    pairs: Sequence[tuple[int, int]],
    wishes: DivisionWishes,
    *,
    occupied: Collection[int] = (),
) -> Numbering:
    """Number the tables of a round. Blocked and feature tables are skipped, and fixed tables are assigned.

    The division's own tables are used first, and tables of other divisions only if the hall has no
    others. `occupied` are tables of this round that are in use. Refused: NOT_ENOUGH_TABLES.
    """
    division, event = round_.division, round_.division.tournament
    lowest = division.first_table or event.table_from
    tables_by_division = division_tables(event, blocked=wishes.blocked)
    own_tables = tables_by_division.pop(division.pk, ())
    other_tables = tables_in_use(_matches_of_other_divisions(round_))
    return number_tables(
        pairs,
        first=own_tables[0] if own_tables else lowest,
        last=event.table_to,
        blocked=wishes.blocked,
        taken=other_tables.union(occupied),
        fixed=wishes.fixed,
        reserved=frozenset(
            table for reserved_tables in tables_by_division.values() for table in reserved_tables
        ),
        lowest=lowest,
    )


def renumber_tables_of_pairs(
    round_: Round, pairs: Sequence[tuple[int, int]], freed: Collection[int], wishes: DivisionWishes
) -> tuple[int, ...]:
    """Return tables for pairs that replace other pairs: fixed tables, or else the tables `freed`."""
    occupied = tables_in_use(round_.matches.all()) | tables_in_use(_matches_of_other_divisions(round_))
    return renumber_tables(pairs, freed=freed, taken=occupied, fixed=wishes.fixed).tables


def require_tables_free(round_: Round, tables: Collection[int | None]) -> None:
    """Require that no other division is using one of the tables or has it reserved for a feature match.

    Refused: TABLE_IS_TAKEN (table, division).
    """
    numbers = {table for table in tables if table is not None}
    other_matches = _matches_of_other_divisions(round_).filter(uses_table_in(numbers))
    occupying_match = other_matches.select_related("round__division").order_by("table").first()
    if occupying_match is not None:
        raise Refused(
            PairingRefusal.TABLE_IS_TAKEN,
            table=occupying_match.table if occupying_match.table in numbers else occupying_match.home_table,
            division=occupying_match.round.division.age_division,
        )


def _matches_of_other_divisions(round_: Round) -> QuerySet[Match]:
    """Return the matches that currently occupy tables in other divisions of the event."""
    seated_matches = Match.objects.filter(
        round__division__tournament=round_.division.tournament_id, table__isnull=False
    )
    return seated_matches.exclude(round__state=Round.State.CLOSED).exclude(round__division=round_.division)


def renumber_tables_of_places(round_: Round, places: Sequence[Place], freed: Collection[int]) -> list[Place]:
    """Assign the tables `freed` to places that replace others, or fixed tables of the new players.

    The order of the places does not change. A player without an opponent has no table.
    """
    places_of_two = sorted(
        (place for place in places if place.right is not None),
        key=lambda place: (place.table or 0, place.position),
    )
    pairs = [(place.left, place.right) for place in places_of_two if place.right is not None]
    numbers = renumber_tables_of_pairs(round_, pairs, freed, wishes_of(round_.division)) if pairs else ()
    table_by_left_entry = {place.left: number for place, number in zip(places_of_two, numbers, strict=True)}
    return [replace(place, table=table_by_left_entry.get(place.left)) for place in places]
