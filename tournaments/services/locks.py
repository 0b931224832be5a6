"""Every row lock of this room. Taken in one order: event, division, then what lies inside; people and jobs last.

Each is held until the transaction ends, and gives the row read afresh: what two judges do at the same moment happens
one after the other. SQLite takes its write lock when a transaction begins, which comes to the same. A lock also says
what the transaction changes: the pages that show it are told once it is committed (`stamps`).
"""

from collections.abc import Collection, Iterable

from django.db import connection

from core import stamps
from core.engine.refused import Refused
from core.services.locks import require_there, require_transaction
from tournaments import scopes
from tournaments.models import (
    Announcement,
    Division,
    Entry,
    Organizer,
    OrganizerMember,
    PersonalLink,
    Player,
    PublicAddress,
    ScheduleItem,
    StaffMember,
    Tournament,
    User,
    Webhook,
)

PLAYER_IDS = 7
"""The class of advisory locks on Player IDs."""

SEALS = 8
"""The class of advisory locks on the seals of an event."""


def event(tournament: Tournament) -> Tournament:
    """The event: settings, staff and schedule.

    Who needs the divisions too takes this lock first: who pairs rounds does, since divisions share the tables.
    Rows that only refer to the event are not kept waiting.
    Refused: CHANGED_MEANWHILE where somebody has just deleted it.
    """
    require_transaction()
    stamps.mark(scopes.event(tournament.pk), scopes.results(tournament.pk))
    rows = Tournament.objects.select_for_update(no_key=True)
    return require_there(rows.filter(pk=tournament.pk).first())


def division(row: Division, *changes: str, of: Tournament | None = None) -> Division:
    """The division, with its event. Refused: CHANGED_MEANWHILE where somebody has just removed it.

    `changes`: what is changed of it (`scopes`); without any, what everybody at the event sees. `of`: the event, where
    its lock gave it already; it is not read again.
    """
    require_transaction()
    home = row.tournament_id
    stamps.mark(scopes.results(home), *(changes or [scopes.event(home)]))
    rows = Division.objects.select_for_update(of=("self",))
    if of is None:
        rows = rows.select_related("tournament")
    found = require_there(rows.filter(pk=row.pk).order_by("pk").first())
    if of is not None:
        found.tournament = of
    return found


def divisions(tournament: Tournament) -> list[Division]:
    """All divisions of an event, in one order so that two callers never wait for each other."""
    require_transaction()
    stamps.mark(scopes.event(tournament.pk), scopes.results(tournament.pk))
    rows = Division.objects.select_for_update(of=("self",)).select_related("tournament")
    return list(rows.filter(tournament=tournament).order_by("id"))


def divisions_of(tournaments: Iterable[Tournament]) -> None:
    """All divisions of several events, newest event first."""
    for tournament in sorted(tournaments, key=lambda one: -one.pk):
        divisions(tournament)


def entry(row: Entry) -> Entry:
    """The entry, under the lock of its division. Refused: CHANGED_MEANWHILE when gone or moved."""
    known = Division.objects.filter(entries=row.pk).only("tournament_id").order_by("pk").first()
    home = division(require_there(known), scopes.entry(row.pk))
    fresh = Entry.objects.select_related("player").filter(pk=row.pk).first()
    if fresh is None or fresh.division_id != home.pk:
        raise Refused("CHANGED_MEANWHILE")
    fresh.division, fresh.tournament = home, home.tournament
    return fresh


def staff_member(row: StaffMember) -> StaffMember:
    """Somebody of the staff, under the lock of the event. Refused: CHANGED_MEANWHILE."""
    event(row.tournament)
    return require_there(StaffMember.objects.select_related("user", "tournament").filter(pk=row.pk).first())


def schedule_item(row: ScheduleItem) -> ScheduleItem:
    """A point of the schedule, under the lock of the event. Refused: CHANGED_MEANWHILE."""
    event(row.tournament)
    return require_there(ScheduleItem.objects.select_related("tournament").filter(pk=row.pk).first())


def scheduled_round(tournament: Tournament, number: int) -> ScheduleItem | None:
    """The point of the schedule that is this round; None where the round is not on it."""
    return tournament.schedule.select_for_update().filter(round_number=number).first()


def announcement(row: Announcement) -> Announcement:
    """An announcement, with its event."""
    stamps.mark(scopes.event(row.tournament_id))
    rows = Announcement.objects.select_for_update(of=("self",)).select_related("tournament")
    return rows.get(pk=row.pk)


def personal_link(row: PersonalLink) -> PersonalLink:
    """The personal link of an entry."""
    stamps.mark(scopes.entry(row.entry_id))
    return PersonalLink.objects.select_for_update().get(pk=row.pk)


def public_address() -> PublicAddress | None:
    """The address for phones; None where there is none."""
    return PublicAddress.objects.select_for_update().first()


def account(row: User) -> User:
    """The account, for what is its own alone."""
    return User.objects.select_for_update(of=("self",), no_key=True).get(pk=row.pk)


def organizer(row: Organizer) -> Organizer:
    """The team, for its name and its members; rows that only refer to it are not kept waiting.

    Refused: CHANGED_MEANWHILE.
    """
    require_transaction()
    stamps.mark()  # no page of an event names its team
    return require_there(Organizer.objects.select_for_update(no_key=True).filter(pk=row.pk).first())


def organizer_member(row: OrganizerMember) -> OrganizerMember:
    """Somebody of a team, under its lock. Refused: CHANGED_MEANWHILE."""
    organizer(row.organizer)
    return require_there(
        OrganizerMember.objects.select_related("user", "organizer").filter(pk=row.pk).first()
    )


def player(row: Player) -> Player:
    """The record of a person."""
    return Player.objects.select_for_update(of=("self",)).get(pk=row.pk)


def players(keys: Collection[int]) -> dict[int, Player]:
    """The records of people by key, in one order; those that are gone are left out."""
    return Player.objects.select_for_update().order_by("pk").in_bulk(keys)


def player_ids(numbers: Iterable[str]) -> None:
    """Keep others from making a record for these Player IDs until the transaction ends: one person, one record.

    PostgreSQL locks the numbers themselves, in one order; SQLite lets one transaction write at a time.
    """
    require_transaction()
    wanted = sorted(set(numbers))
    if wanted and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_xact_lock(%s, hashtext(number)) FROM unnest(%s::text[]) AS number",
                [PLAYER_IDS, wanted],
            )


def seals(tournament: Tournament) -> None:
    """The chain of seals of an event, after event and divisions: rounds closed at once are sealed one by one.

    No row is locked, since each round that is closed holds its division alone.
    """
    require_transaction()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [SEALS, tournament.pk])


def webhook(row: Webhook) -> Webhook:
    """A webhook, under the lock of its event. Refused: CHANGED_MEANWHILE."""
    held = event(row.tournament)
    found = require_there(Webhook.objects.filter(pk=row.pk).first())
    found.tournament = held
    return found
