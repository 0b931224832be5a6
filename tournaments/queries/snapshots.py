"""Reading an event for a snapshot, consistently while others write."""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from core.engine.journal.kinds import line_fact
from core.engine.labels import label_of
from core.engine.snapshots.file import Snapshot, Table
from core.engine.snapshots.keys import mentioned
from core.engine.snapshots.parts import Part
from tournaments import hooks
from tournaments.models import Entry, EventOrigin, JournalEvent, Player, Tournament, User

PEOPLE = label_of(Player)
ACCOUNTS = label_of(User)
PERSON = ("id", "player_id", "first_name", "last_name", "birth_year", "birth_date")
ACCOUNT = ("id", "username", "digest")
AT_A_TIME = 2000


@contextmanager
def at_one_moment() -> Iterator[None]:
    """Read everything inside from one consistent state, without locks.

    Inside an open transaction, reads are that transaction's.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def read(event: Tournament, *, now: datetime, photos: Mapping[str, bytes] | None = None) -> Snapshot:
    """Read the whole event. `photos`: small pictures by the name in their row.

    Excludes what belongs to this installation: cards, push subscriptions, invitations, folders for copies.
    """
    with at_one_moment():
        fresh = Tournament.objects.get(pk=event.pk)
        tables = {part.label: table_of(part, event.pk) for part in hooks.snapshot_parts}
        tables[PEOPLE] = _people(event.pk)
        tables[ACCOUNTS] = _accounts(tables)
        after = next((where(fresh) for where in hooks.standing_at), "")
        migrations = _migrations()
    return Snapshot(fresh.slug, fresh.name, now, after, migrations, tables, photos or {})


def table_of(part: Part, event: int) -> Table:
    """The rows of a part, ordered by key."""
    names = [field.attname for field in part.fields]
    rows = part.model._base_manager.filter(**{part.event: event}).order_by("pk").values_list(*names)
    return Table(names, [[plain(value) for value in row] for row in rows.iterator(AT_A_TIME)])


def plain(value: Any) -> Any:
    """A field's value as JSON."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value


def _people(event: int) -> Table:
    """The players by person key, with what this event knows of them, not what others do."""
    facts = ("player_id", "player_number", "first_name", "last_name", "birth_year", "birth_date")
    rows = Entry.objects.filter(tournament=event).order_by("player_id").values_list(*facts)
    return Table(PERSON, [[plain(value) for value in row] for row in rows.iterator(AT_A_TIME)])


def _accounts(tables: Mapping[str, Table]) -> Table:
    """The accounts that rows name: username, and a digest that identifies the same account elsewhere."""
    named = set[int]()
    for part in hooks.snapshot_parts:
        table = tables[part.label]
        own = [
            at
            for at, name in enumerate(table.names)
            if any(field.attname == name for field in account_fields(part.model))
        ]
        named.update(row[at] for row in table.rows for at in own if row[at] is not None)
        named.update(key for model, key in keys_in(part, table.dicts()) if model == ACCOUNTS)
    rows = User.objects.filter(pk__in=named).order_by("pk")
    return Table(ACCOUNT, [[row.pk, row.username, account_digest(row)] for row in rows])


def account_digest(user: User) -> str:
    """A digest that shows whether two accounts of one name have the same email address, without revealing it."""
    return hashlib.sha256(f"{user.username}\n{user.email.strip().lower()}".encode()).hexdigest()


def account_fields(model: type[models.Model]) -> list[Any]:
    """The fields of a model that refer to an account."""
    return [field for field in model._meta.concrete_fields if field.related_model is User]


def keys_in(part: Part, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """Yield each key inside the plain values of rows, with its model."""
    of_lines = part.model is JournalEvent
    for row in rows:
        if of_lines:
            yield from mentioned(row["facts"], line_fact(row["kind"], row["facts"]).keys)
        for name, spec in part.keys.items():
            yield from mentioned(row[name], spec)
        if part.model is EventOrigin:
            for model, runs in row["keys"].items():
                yield from ((model, now + step) for _before, now, count in runs for step in range(count))


def _migrations() -> dict[str, str]:
    """The latest migration of each room."""
    rooms = {part.model._meta.app_label for part in hooks.snapshot_parts}
    applied = sorted(MigrationRecorder(connection).applied_migrations())
    return {app: name for app, name in applied if app in rooms}
