"""Reading all of a home for a snapshot."""

import hashlib
from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser

from core import hooks
from core.engine.labels import label_of
from core.engine.snapshots.file import Snapshot, Table
from core.models.journal import Home
from core.queries.homes import homes
from core.queries.snapshots import at_one_moment, keys_in, latest_migrations, table_of

ACCOUNTS = label_of(get_user_model())
ACCOUNT = ("id", "username", "digest")


def read(home: Home, *, now: datetime, photos: Mapping[str, bytes] | None = None) -> Snapshot:
    """Read the whole of a home. `photos`: small pictures by the name in their row.

    Excludes what belongs to this installation: cards, push subscriptions, invitations, folders for copies.
    """
    with at_one_moment():
        fresh = homes().get(pk=home.pk)
        tables = {part.label: table_of(part, home.pk) for part in hooks.snapshot_parts}
        tables |= {label: find(home.pk) for label, find in hooks.snapshot_tables.items()}
        tables[ACCOUNTS] = _accounts(tables)
        after = next((where(fresh) for where in hooks.standing_at), "")
        migrations = latest_migrations(hooks.snapshot_parts)
    return Snapshot(fresh.slug, fresh.name, now, after, migrations, tables, photos or {})


def _accounts(tables: Mapping[str, Table]) -> Table:
    """The accounts that rows name: username, and a digest that identifies the same account elsewhere."""
    named = set[int]()
    for part in hooks.snapshot_parts:
        table = tables[part.label]
        fields = part.model._meta.concrete_fields
        of_accounts = {field.attname for field in fields if field.related_model is get_user_model()}
        own = [at for at, name in enumerate(table.names) if name in of_accounts]
        named.update(row[at] for row in table.rows for at in own if row[at] is not None)
        named.update(key for model, key in keys_in(part, table.dicts()) if model == ACCOUNTS)
    rows = get_user_model()._default_manager.filter(pk__in=named).order_by("pk")
    return Table(ACCOUNT, [[row.pk, row.username, account_digest(row)] for row in rows])


def account_digest(user: AbstractUser) -> str:
    """A digest that shows whether two accounts of one name have the same email address, without revealing it."""
    return hashlib.sha256(f"{user.username}\n{user.email.strip().lower()}".encode()).hexdigest()
