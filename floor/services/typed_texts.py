"""Replace the free texts that people typed into an event's rows."""

from collections.abc import Callable, Collection
from typing import Any

from django.db.models import Model, QuerySet


def rewrite_texts(row: Model, names: tuple[str, ...], rewrite: Callable[[str], str]) -> None:
    """Apply `rewrite` to the fields `names` of a row, and save only the fields that changed.

    Texts that become too long for their field are cut.
    """
    changed = {}
    for name in names:
        text = str(getattr(row, name) or "")
        if text and (rewritten := rewrite(text)) != text:
            changed[name] = rewritten[: row._meta.get_field(name).max_length]  # type: ignore[union-attr]
    if changed:
        type(row)._default_manager.filter(pk=row.pk).update(**changed)


def wipe_texts(rows: QuerySet[Any], names: Collection[str], instead: str) -> None:
    """Set the fields `names` to `instead` in all rows in which they are not empty."""
    for name in names:
        rows.exclude(**{name: ""}).update(**{name: instead})
