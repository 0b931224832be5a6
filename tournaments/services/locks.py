"""One lock per division: what two judges do at the same moment happens one after the other."""

from collections.abc import Iterable

from django.db import connection

from tournaments.engine.refused import Refused
from tournaments.models import Division, Tournament

PLAYER_IDS = 7
"""The class of advisory locks on Player IDs."""


def hold(division: Division) -> Division:
    """The division's row, locked until the transaction ends and read afresh.

    Refused: CHANGED_MEANWHILE where somebody has just removed it.
    """
    _needs_transaction()
    rows = Division.objects.select_for_update(of=("self",)).select_related("tournament")
    held = rows.filter(pk=division.pk).order_by("pk").first()
    if held is None:
        raise Refused("CHANGED_MEANWHILE")
    return held


def hold_all(tournament: Tournament) -> list[Division]:
    """All divisions of an event, locked in one order so that two callers never wait for each other."""
    _needs_transaction()
    rows = Division.objects.select_for_update(of=("self",)).select_related("tournament")
    return list(rows.filter(tournament=tournament).order_by("id"))


def hold_event(tournament: Tournament) -> Tournament:
    """The event's row, locked until the transaction ends and read afresh: settings, staff and schedule.

    Who needs the divisions too takes this lock first: who draws rounds does, since divisions share the tables.
    Rows that only refer to the event are not kept waiting.
    Refused: CHANGED_MEANWHILE where somebody has just deleted it.
    """
    _needs_transaction()
    held = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament.pk).first()
    if held is None:
        raise Refused("CHANGED_MEANWHILE")
    return held


def hold_player_ids(numbers: Iterable[str]) -> None:
    """Keep others from making a record for these Player IDs until the transaction ends: one person, one record.

    PostgreSQL locks the numbers themselves, in one order; SQLite lets one transaction write at a time.
    """
    _needs_transaction()
    wanted = sorted(set(numbers))
    if wanted and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_xact_lock(%s, hashtext(number)) FROM unnest(%s::text[]) AS number",
                [PLAYER_IDS, wanted],
            )


def _needs_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("A lock is held by a transaction.")
