"""Every row lock of this app. The order is event, division, then their rows; people and jobs come last.

Each lock lasts until the transaction ends, and returns the current row, so that simultaneous actions of two
judges happen one after the other. SQLite has the same effect by taking its write lock when a transaction
begins. A lock also declares the scopes that the transaction changes, so that pages are refreshed after the
commit (`stamps`).
"""

from collections.abc import Collection, Iterable

from django.db import connection

from core import stamps
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services.locks import require_row_exists, require_transaction
from tournaments import scopes
from tournaments.models import (
    Announcement,
    Division,
    Entry,
    PersonalLink,
    Player,
    ScheduleItem,
    StaffMember,
    Tournament,
)

PLAYER_IDS = 7
"""The first key of PostgreSQL's advisory locks for Player IDs."""


def lock_event(tournament: Tournament) -> Tournament:
    """Lock the event with its settings, staff and schedule.

    Take this lock before locking divisions. Pairing takes both, since divisions share the tables. Rows that
    only refer to the event are not blocked. Refused: CHANGED_MEANWHILE if it was just deleted.
    """
    require_transaction()
    stamps.mark_scopes_changed(scopes.event_scope(tournament.pk), scopes.results_scope(tournament.pk))
    rows = Tournament.objects.select_for_update(no_key=True)
    return require_row_exists(rows.filter(pk=tournament.pk).first())


def lock_division(row: Division, *changes: str, event: Tournament | None = None) -> Division:
    """Lock a division and return it with its event. Refused: CHANGED_MEANWHILE if it was just removed.

    `changes` are the `scopes` that change besides the event's results, by default the data that everyone at
    the event sees. `event` is the event, if it is already locked or its current settings do not
    matter; it is then not read again.
    """
    require_transaction()
    event_key = row.tournament_id
    stamps.mark_scopes_changed(scopes.results_scope(event_key), *(changes or [scopes.event_scope(event_key)]))
    rows = Division.objects.select_for_update(of=("self",))
    if event is None:
        rows = rows.select_related("tournament")
    locked_division = require_row_exists(rows.filter(pk=row.pk).order_by("pk").first())
    if event is not None:
        locked_division.tournament = event
    return locked_division


def lock_divisions(tournament: Tournament) -> list[Division]:
    """Lock all divisions of an event, in a fixed order to avoid deadlocks."""
    require_transaction()
    stamps.mark_scopes_changed(scopes.event_scope(tournament.pk), scopes.results_scope(tournament.pk))
    rows = Division.objects.select_for_update(of=("self",)).select_related("tournament")
    return list(rows.filter(tournament=tournament).order_by("id"))


def lock_divisions_of(tournaments: Iterable[Tournament]) -> None:
    """Lock all divisions of several events, from the newest to the oldest event."""
    for tournament in sorted(tournaments, key=lambda tournament: -tournament.pk):
        lock_divisions(tournament)


def lock_entry(row: Entry) -> Entry:
    """Lock an entry through its division. Refused: CHANGED_MEANWHILE if it was removed or moved."""
    division_row = Division.objects.filter(entries=row.pk).only("tournament_id").order_by("pk").first()
    division_row = require_row_exists(division_row)
    changes = scopes.entry_scope(row.pk), scopes.players_scope(division_row.tournament_id)
    locked_division = lock_division(division_row, *changes)
    current_row = Entry.objects.select_related("player").filter(pk=row.pk).first()
    if current_row is None or current_row.division_id != locked_division.pk:
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    current_row.division, current_row.tournament = locked_division, locked_division.tournament
    return current_row


def lock_staff_member(row: StaffMember) -> StaffMember:
    """Lock a staff member through the event. Refused: CHANGED_MEANWHILE."""
    lock_event(row.tournament)
    return require_row_exists(
        StaffMember.objects.select_related("user", "tournament").filter(pk=row.pk).first()
    )


def lock_schedule_item(row: ScheduleItem) -> ScheduleItem:
    """Lock a schedule item through the event. Refused: CHANGED_MEANWHILE."""
    lock_event(row.tournament)
    return require_row_exists(ScheduleItem.objects.select_related("tournament").filter(pk=row.pk).first())


def lock_scheduled_round(tournament: Tournament, number: int) -> ScheduleItem | None:
    """Lock the schedule item of a round. Return None if the round is not on the schedule."""
    return tournament.schedule.select_for_update().filter(round_number=number).first()


def lock_event_for_announcements(tournament: Tournament) -> Tournament:
    """Lock the event for its announcements, which do not change results. Refused: CHANGED_MEANWHILE."""
    require_transaction()
    stamps.mark_scopes_changed(scopes.event_scope(tournament.pk))
    rows = Tournament.objects.select_for_update(no_key=True)
    return require_row_exists(rows.filter(pk=tournament.pk).first())


def lock_announcement(row: Announcement) -> Announcement:
    """Lock an announcement, and return it with its event, which is not locked."""
    stamps.mark_scopes_changed(scopes.event_scope(row.tournament_id))
    rows = Announcement.objects.select_for_update(of=("self",)).select_related("tournament")
    return rows.get(pk=row.pk)


def lock_personal_link(row: PersonalLink) -> PersonalLink:
    """Lock the personal link of an entry."""
    stamps.mark_scopes_changed(scopes.entry_scope(row.entry_id))
    return PersonalLink.objects.select_for_update().get(pk=row.pk)


def lock_player(row: Player) -> Player:
    """Lock the record of a person."""
    return Player.objects.select_for_update(of=("self",)).get(pk=row.pk)


def lock_players(keys: Collection[int]) -> dict[int, Player]:
    """Lock the records of people in a fixed order. Return the existing records by key."""
    return Player.objects.select_for_update().order_by("pk").in_bulk(keys)


def lock_player_ids(numbers: Iterable[str]) -> None:
    """Prevent other transactions from creating records with these Player IDs, so that each has only one record.

    PostgreSQL takes advisory locks on the numbers, in a fixed order. SQLite allows only one writing
    transaction at a time.
    """
    require_transaction()
    ordered_numbers = sorted(set(numbers))
    if ordered_numbers and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_xact_lock(%s, hashtext(number)) FROM unnest(%s::text[]) AS number",
                [PLAYER_IDS, ordered_numbers],
            )
