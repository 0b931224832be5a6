"""Restore a snapshot as an event of this installation, identical except for new keys."""

from contextlib import ExitStack
from datetime import datetime

from django.db import DataError, IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from core import hooks as core_hooks
from core import stamps
from core.engine.model_labels import stored_model_label
from core.engine.person_names import search_key
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.snapshots import file
from core.engine.snapshots.file import Snapshot
from core.models import JournalEvent, JournalSeal, Team
from core.queries.snapshot_accounts import ACCOUNTS, matching_accounts
from core.services import journal, seals, teams
from core.services.snapshots.inserting import insert_restored_rows
from core.services.snapshots.local_keys import assign_local_keys, key_runs_of_restore, restorable_keys
from core.services.snapshots.row_checks import SnapshotRows
from tournaments import hooks
from tournaments.engine.journal_kinds import EventRestored
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import EventOrigin, Player, StaffMember, Tournament, User
from tournaments.queries import people as known_people
from tournaments.queries.events import is_free_slug
from tournaments.queries.snapshots import PEOPLE, PERSON
from tournaments.services import locks
from tournaments.services.events import SLUG_LENGTH, require_timezone
from tournaments.services.snapshots.scheme import BEFORE_OF_STRANGERS, check_snapshot, snapshot_scheme

LINES = stored_model_label(JournalEvent)
SEALS = stored_model_label(JournalSeal)
EVENT = stored_model_label(Tournament)
MAX_NAME_LENGTH = 120

MAX_PHOTOS = 300
"""The most photos in an uploaded file, since each is decoded and scaled down during the request."""


def restore_event(
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
    """Create an event with everything in the file, and `by` as an organizer.

    The event and its people belong to the team `organizer`. By default this is the team of the original event
    (`copy_of`, or for a rehearsal the event with the slug in the file), otherwise that of `by`
    (`teams.team_for_creator`). `slug` replaces the slug in the file; by default the event gets the slug in the file
    or a similar one that is free. `trusted` means that an administrator of this installation vouches for the file: it
    may be of any size, and earlier steps can be undone. `rehearsal` makes a copy for practice, which is not public
    and has only `by` as staff. With `staff`, accounts of this installation with the username and email address in the
    file get their roles back; since a file can claim any address, ask for confirmation first. `copy_of` is the event
    from which this installation wrote the file; people are then matched by key, in that event's team. Refused:
    SNAPSHOT_… and PICTURE_… for the file, SLUG_TAKEN (slug), SLUG_UNREADABLE (slug), TIMEZONE_UNKNOWN (timezone).
    """
    # Only uploaded files have limits: they can come from anyone, unlike files of the machine's owner.
    if trusted:
        snapshot = file.unpack_snapshot(data, known=snapshot_scheme().labels)
        rows = check_snapshot(snapshot)
    else:
        snapshot = file.unpack_snapshot(
            data,
            most=file.MAX_OF_STRANGERS,
            most_values=file.VALUES_OF_STRANGERS,
            known=snapshot_scheme().labels,
        )
        if len(snapshot.photos) > MAX_PHOTOS:
            raise Refused(CoreRefusal.SNAPSHOT_PHOTOS, most=MAX_PHOTOS)
        rows = check_snapshot(snapshot, most_before=BEFORE_OF_STRANGERS)

    # A rehearsal belongs to the team of the original event.
    original = copy_of
    if rehearsal and original is None:
        original = Tournament.objects.select_related("organizer").filter(slug=snapshot.slug).first()
    try:
        with ExitStack() as undone:
            with transaction.atomic():
                stamps.mark_scopes_changed()
                event = _insert_event(
                    snapshot,
                    rows,
                    by=by,
                    slug=slug,
                    trusted=trusted,
                    rehearsal=rehearsal,
                    made_here=copy_of is not None,
                    staff=staff and not rehearsal,
                    organizer=organizer or (original.organizer if original else teams.team_for_creator(by)),
                    now=now or timezone.now(),
                    undone=undone,
                )
            undone.pop_all()
            return event
    except (IntegrityError, DataError, ValueError) as error:
        raise Refused(CoreRefusal.SNAPSHOT_INCONSISTENT) from error


def _insert_event(
    snapshot: Snapshot,
    rows: SnapshotRows,
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
    """Insert the rows of a file as an event, and record where it came from.

    The event gets `by` as an organizer, an `EventOrigin`, a journal line and a seal. `slug` is the requested
    slug, or "". With `made_here`, people are matched by key. Without `staff`, the only account matched is that
    of `by`. `undone` collects callbacks that revert changes outside the database if the insertion fails.
    Refused: see `restore_event`.
    """
    people = _match_or_create_people(rows, organizer, made_here=made_here)
    accounts = matching_accounts(rows.of[ACCOUNTS])
    if not staff:
        accounts = {
            file_key: local_key
            for file_key, local_key in accounts.items()
            if by is not None and local_key == by.pk
        }
    parts, local_keys = snapshot_scheme(), {PEOPLE: people, ACCOUNTS: accounts}
    keys = assign_local_keys(rows, parts, local_keys if trusted else {})
    event_row = rows.one(EVENT)
    event_row["slug"] = _free_slug(slug, snapshot.slug, rehearsal=rehearsal)
    event_row["published"] = event_row["published"] and not rehearsal and event_row["slug"] == snapshot.slug
    event_row["organizer_id"] = organizer.pk
    if rehearsal:
        event_row["name"] = (_("Copy of %(name)s") % {"name": event_row["name"]})[:MAX_NAME_LENGTH]
    require_timezone(event_row["timezone"])
    last_line = max((row["id"] for row in rows.of[LINES]), default=0)
    last_seal = max((row["number"] for row in rows.of[SEALS]), default=0)
    insertable = restorable_keys(rows, parts, keys, local_keys)
    insert_restored_rows(
        rows,
        parts,
        keys,
        insertable,
        fits=core_hooks.rows_fitted,
        pictures=snapshot.photos,
        undone=undone,
    )
    event = locks.lock_event(Tournament.objects.get(pk=keys[EVENT][event_row["id"]]))
    EventOrigin.objects.create(
        tournament=event,
        number=event.origins.count() + 1,
        event=event_row["id"],
        slug=snapshot.slug,
        taken_at=snapshot.taken_at,
        restored_at=now,
        by=by,
        seals=last_seal,
        line=keys[LINES].get(last_line, 0),
        digest=snapshot.digest,
        rehearsal=rehearsal,
        trusted=trusted,
        keys=key_runs_of_restore(keys),
    )
    if by is not None:
        StaffMember.objects.update_or_create(
            tournament=event, user=by, defaults={"role": StaffMember.Role.ORGANIZER}
        )
    for hook in hooks.event_restored:
        hook(event)
    line = EventRestored(
        source=snapshot.slug,
        taken_at=snapshot.taken_at.isoformat(),
        digest=snapshot.digest,
        rehearsal=rehearsal,
    )
    journal.write_journal_line(event, line, by=by, at=now)
    seals.seal_restored_journal(event, by=by, at=now)
    return event


def _match_or_create_people(rows: SnapshotRows, organizer: Team, *, made_here: bool) -> dict[int, int]:
    """Map the person keys in the file to records of the team, and create the missing records.

    A record is matched by Player ID and birth year and is used once. With `made_here`, which means that this
    installation wrote the file, records are matched by key.
    """
    people = rows.of[PEOPLE]
    records: dict[int, int] = {}
    if made_here:
        team_records = Player.objects.filter(organizer=organizer, pk__in=[row["id"] for row in people])
        existing = set(team_records.values_list("pk", flat=True))
        records = {row["id"]: row["id"] for row in people if row["id"] in existing}
    else:
        player_ids = sorted({row["player_id"] for row in people if row.get("player_id")})
        locks.lock_player_ids(player_ids)
        records_by_identity = known_people.records_by_number_and_birth(player_ids, organizer=organizer.pk)
        used_records = set[int]()
        for row in people:
            record = records_by_identity.get((row.get("player_id") or "", row.get("birth_year") or 0))
            if record is not None and record.pk not in used_records:
                used_records.add(record.pk)
                records[row["id"]] = record.pk
    missing_rows = [row for row in people if row["id"] not in records]
    players = Player.objects.bulk_create(
        Player(
            **{name: row[name] for name in PERSON if name != "id"},
            organizer=organizer,
            search_key=search_key(row["first_name"], row["last_name"])[:200],
        )
        for row in missing_rows
    )
    return records | {row["id"]: player.pk for row, player in zip(missing_rows, players, strict=True)}


def _free_slug(requested: str, file_slug: str, *, rehearsal: bool) -> str:
    """Return a free slug: the requested one, or by default one derived from the slug in the file.

    The derived slug ends in "-rehearsal" for a rehearsal, and in a number if it would be taken otherwise.
    Refused: SLUG_UNREADABLE (slug) or SLUG_TAKEN (slug) for a requested slug.
    """
    if requested:
        if slugify(requested) != requested or len(requested) > SLUG_LENGTH:
            raise Refused(TournamentRefusal.SLUG_UNREADABLE, slug=requested[:100])
        if not is_free_slug(requested):
            raise Refused(TournamentRefusal.SLUG_TAKEN, slug=requested)
        return requested
    # This leaves 15 characters for "-rehearsal" and a number.
    stem = slugify(file_slug)[: SLUG_LENGTH - 15].strip("-_") or "event"
    if rehearsal:
        stem = f"{stem}-rehearsal"
    elif is_free_slug(stem):
        return stem
    candidates = (stem, *(f"{stem}-{count}" for count in range(2, 10_000)))
    return next(slug for slug in candidates if is_free_slug(slug))
