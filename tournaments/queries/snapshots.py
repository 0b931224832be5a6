"""Reading an event for a snapshot."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import models

from core.engine.labels import label_of
from core.engine.snapshots.file import Snapshot, Table
from core.queries.snapshots import AT_A_TIME, at_one_moment, keys_in, latest_migrations, plain, table_of
from tournaments import hooks
from tournaments.engine.person_fields import KEYS, OF_ENTRY
from tournaments.models import Entry, Player, Tournament, User

PEOPLE = label_of(Player)
ACCOUNTS = label_of(User)
PERSON = ("id", *KEYS)
ACCOUNT = ("id", "username", "digest")


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
        migrations = latest_migrations(hooks.snapshot_parts)
    return Snapshot(fresh.slug, fresh.name, now, after, migrations, tables, photos or {})


def _people(event: int) -> Table:
    """The players by person key, with what this event knows of them, not what others do."""
    rows = Entry.objects.filter(tournament=event).order_by("player_id").values_list("player_id", *OF_ENTRY)
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
