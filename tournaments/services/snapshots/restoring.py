"""Restoring a snapshot as an event of this installation: new keys, everything else the same."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import DataError, IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from core import hooks as core_hooks
from core import stamps
from core.engine.labels import label_of
from core.engine.people import search_key
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots import file
from core.engine.snapshots.file import Snapshot
from core.engine.snapshots.parts import Row
from core.models import JournalEvent, JournalSeal, Team
from core.queries.snapshot_reading import ACCOUNTS, account_digest
from core.services import journal, seals, teams
from core.services.snapshots.inserting import insert
from core.services.snapshots.mapping import Rows, key_map, origin_keys, restorable
from tournaments import hooks
from tournaments.engine.journal_kinds import EventRestored
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import EventOrigin, Player, StaffMember, Tournament, User
from tournaments.queries import people as known_people
from tournaments.queries.snapshots import PEOPLE, PERSON
from tournaments.services import locks
from tournaments.services.events import RESERVED_SLUGS, SLUG_LENGTH
from tournaments.services.snapshots.scheme import BEFORE_OF_STRANGERS, checked, scheme

LINES = label_of(JournalEvent)
SEALS = label_of(JournalSeal)
EVENT = label_of(Tournament)
LONGEST_NAME = 120

MOST_PHOTOS = 300
"""The most photos of an uploaded file: each is decoded and scaled down during the request."""


def restore(
    data: bytes,
    *,
    by: User | None,
    slug: str = "",
    trusted: bool = False,
    rehearsal: bool = False,
    copy_of: Tournament | None = None,
    staff: bool = True,
    organizer: Team | None = None,
    now: datetime | None = None,
) -> Tournament:
    """Create an event with everything in the file; `by` becomes an organizer of it.

    It and its people belong to the team `organizer`, by default that of `by` (`teams.home`).
    `slug` replaces the file's own; by default that one or a free one like it. `trusted`: an administrator of this
    installation vouches for the file, so earlier steps can be undone. `rehearsal`: a copy for practice, which is not
    public and has no staff but `by`.
    `staff`: accounts here with the username and email address in the file get their roles again; since a file can claim
    that, a person is asked first.
    `copy_of`: this installation wrote the file of this event, so people are matched by key, in its team.
    Refused: SNAPSHOT_…, PHOTO_…, of the file; SLUG_TAKEN (slug), SLUG_UNREADABLE (slug).
    """
    snapshot, rows = _read(data, trusted=trusted)
    try:
        with ExitStack() as undone:
            with transaction.atomic():
                stamps.mark()
                event = _restored(
                    snapshot,
                    rows,
                    by=by,
                    slug=slug,
                    trusted=trusted,
                    rehearsal=rehearsal,
                    made_here=copy_of is not None,
                    staff=staff and not rehearsal,
                    organizer=organizer
                    or (copy_of.organizer if copy_of else _team(snapshot, by, rehearsal=rehearsal)),
                    now=now or timezone.now(),
                    undone=undone,
                )
            undone.pop_all()
            return event
    except (IntegrityError, DataError, ValueError) as bad:
        raise Refused(CoreRefusal.SNAPSHOT_INCONSISTENT) from bad


def _read(data: bytes, *, trusted: bool) -> tuple[Snapshot, Rows]:
    # The machine's owner may restore a large file; an uploaded one may come from anybody.
    if trusted:
        snapshot = file.unpack(data, known=scheme().labels)
        return snapshot, checked(snapshot)
    snapshot = file.unpack(
        data, most=file.MOST_OF_STRANGERS, most_values=file.VALUES_OF_STRANGERS, known=scheme().labels
    )
    if len(snapshot.photos) > MOST_PHOTOS:
        raise Refused(CoreRefusal.SNAPSHOT_PHOTOS, most=MOST_PHOTOS)
    return snapshot, checked(snapshot, most_before=BEFORE_OF_STRANGERS)


def _team(snapshot: Snapshot, by: User | None, *, rehearsal: bool) -> Team:
    """The team for the event: a rehearsal stays in the original's, otherwise that of `by`."""
    here = Tournament.objects.select_related("organizer").filter(slug=snapshot.slug).first()
    return here.organizer if rehearsal and here is not None else teams.home(by)


def _restored(
    snapshot: Snapshot,
    rows: Rows,
    *,
    by: User | None,
    slug: str,
    trusted: bool,
    rehearsal: bool,
    made_here: bool,
    staff: bool,
    organizer: Team,
    now: datetime,
    undone: ExitStack,
) -> Tournament:
    people = _people(rows, organizer, made_here=made_here)
    accounts = _accounts(rows)
    if not staff:
        accounts = {there: here for there, here in accounts.items() if by is not None and here == by.pk}
    parts, here = scheme(), {PEOPLE: people, ACCOUNTS: accounts}
    keys = key_map(rows, parts, here if trusted else {})
    head = rows.one(EVENT)
    head["slug"] = _free_slug(slug, snapshot.slug, rehearsal=rehearsal)
    head["published"] = head["published"] and not rehearsal and head["slug"] == snapshot.slug
    head["organizer_id"] = organizer.pk
    if rehearsal:
        head["name"] = (_("Copy of %(name)s") % {"name": head["name"]})[:LONGEST_NAME]
    _require_timezone(head)
    last = max((row["id"] for row in rows.of[LINES]), default=0)
    number = max((row["number"] for row in rows.of[SEALS]), default=0)
    there = restorable(rows, parts, keys, here)
    insert(rows, parts, keys, there, fits=core_hooks.rows_fitted, pictures=snapshot.photos, undone=undone)
    event = locks.event(Tournament.objects.get(pk=keys[EVENT][head["id"]]))
    EventOrigin.objects.create(
        tournament=event,
        number=event.origins.count() + 1,
        event=head["id"],
        slug=snapshot.slug,
        taken_at=snapshot.taken_at,
        restored_at=now,
        by=by,
        seals=number,
        line=keys[LINES].get(last, 0),
        digest=snapshot.digest,
        rehearsal=rehearsal,
        trusted=trusted,
        keys=origin_keys(keys),
    )
    if by is not None:
        StaffMember.objects.update_or_create(
            tournament=event, user=by, defaults={"role": StaffMember.Role.ORGANIZER}
        )
    for follow in hooks.event_restored:
        follow(event)
    _journal(event, snapshot, by=by, rehearsal=rehearsal, now=now)
    seals.seal_restored(event, by=by, at=now)
    return event


def _journal(
    event: Tournament, snapshot: Snapshot, *, by: User | None, rehearsal: bool, now: datetime
) -> None:
    journal.write(
        event,
        EventRestored(
            source=snapshot.slug,
            taken_at=snapshot.taken_at.isoformat(),
            digest=snapshot.digest,
            rehearsal=rehearsal,
        ),
        by=by,
        at=now,
    )


def _accounts(rows: Rows) -> dict[int, int]:
    """The accounts of the file that exist here, with the same username and email address."""
    wanted = {row["username"]: row for row in rows.of[ACCOUNTS]}
    here = User.objects.filter(username__in=list(wanted))
    return {
        wanted[user.username]["id"]: user.pk
        for user in here
        if account_digest(user) == wanted[user.username]["digest"]
    }


def _people(rows: Rows, organizer: Team, *, made_here: bool) -> dict[int, int]:
    """A record of the team for each person: the one with the same Player ID and birth year, else a new one.

    `made_here`: records are matched by key.
    """
    wanted = rows.of[PEOPLE]
    if made_here:
        own = Player.objects.filter(organizer=organizer, pk__in=[row["id"] for row in wanted])
        here = set(own.values_list("pk", flat=True))
        known = {row["id"]: row["id"] for row in wanted if row["id"] in here}
    else:
        known = _known(wanted, organizer)
    new = [row for row in wanted if row["id"] not in known]
    players = Player.objects.bulk_create(
        Player(
            **{name: row[name] for name in PERSON if name != "id"},
            organizer=organizer,
            search_key=search_key(row["first_name"], row["last_name"])[:200],
        )
        for row in new
    )
    return known | {row["id"]: player.pk for row, player in zip(new, players, strict=True)}


def _known(wanted: Sequence[Row], organizer: Team) -> dict[int, int]:
    numbers = sorted({row["player_id"] for row in wanted if row.get("player_id")})
    locks.player_ids(numbers)
    exact = known_people.exact(numbers, organizer=organizer.pk)
    found, taken = dict[int, int](), set[int]()
    for row in wanted:
        same = exact.get((row.get("player_id") or "", row.get("birth_year") or 0))
        if same is not None and same.pk not in taken:
            taken.add(same.pk)
            found[row["id"]] = same.pk
    return found


def _free_slug(wanted: str, own: str, *, rehearsal: bool) -> str:
    """The requested slug, which must be free; else the file's own or one like it."""
    if wanted:
        if slugify(wanted) != wanted or len(wanted) > SLUG_LENGTH:
            raise Refused(TournamentRefusal.SLUG_UNREADABLE, slug=wanted[:100])
        if not _is_free(wanted):
            raise Refused(TournamentRefusal.SLUG_TAKEN, slug=wanted)
        return wanted
    stem = slugify(own)[: SLUG_LENGTH - 15].strip("-_") or "event"
    if rehearsal:
        stem = f"{stem}-rehearsal"
    elif _is_free(stem):
        return stem
    counted = (stem, *(f"{stem}-{count}" for count in range(2, 10_000)))
    return next(slug for slug in counted if _is_free(slug))


def _is_free(slug: str) -> bool:
    return slug not in RESERVED_SLUGS and not Tournament.objects.filter(slug=slug).exists()


def _require_timezone(head: Mapping[str, Any]) -> None:
    try:
        ZoneInfo(head["timezone"])
    except (ZoneInfoNotFoundError, ValueError, OSError) as unknown:
        raise Refused(TournamentRefusal.TIMEZONE_UNKNOWN, timezone=head["timezone"]) from unknown
