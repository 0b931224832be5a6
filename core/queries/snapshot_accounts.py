"""The accounts that a snapshot refers to, and the matching accounts on another installation."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser

from core import hooks
from core.engine.model_labels import stored_model_label
from core.engine.snapshots.file import SnapshotTable

ACCOUNTS = stored_model_label(get_user_model())
ACCOUNT = ("id", "username", "digest")


def snapshot_accounts_table(tables: Mapping[str, SnapshotTable]) -> SnapshotTable:
    """Build the table of the accounts to which the other tables refer.

    It holds their usernames, and digests that identify the same accounts on another installation.
    """
    account_keys = set[int]()
    for part in hooks.snapshot_parts:
        table = tables[part.label]
        fields = part.model._meta.concrete_fields
        account_fields = {field.attname for field in fields if field.related_model is get_user_model()}
        positions = [position for position, name in enumerate(table.names) if name in account_fields]
        account_keys.update(
            row[position] for row in table.rows for position in positions if row[position] is not None
        )
        account_keys.update(key for model, key in part.keys_in(table.dicts()) if model == ACCOUNTS)
    rows = get_user_model()._default_manager.filter(pk__in=account_keys).order_by("pk")
    return SnapshotTable(ACCOUNT, [[row.pk, row.username, account_digest(row)] for row in rows])


def account_digest(user: AbstractUser) -> str:
    """Return a digest that is equal for accounts of the same name and email address, without revealing these."""
    return hashlib.sha256(f"{user.username}\n{user.email.strip().lower()}".encode()).hexdigest()


def matching_accounts(rows: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    """Map account keys of a file to local accounts with the same username and email address. Makes one query."""
    by_username = {row["username"]: row for row in rows}
    users = get_user_model()._default_manager.filter(username__in=list(by_username))
    return {
        by_username[user.username]["id"]: user.pk
        for user in users
        if account_digest(user) == by_username[user.username]["digest"]
    }
