"""Every row of the events of a test, for comparing them before a step and after its undo."""

from typing import Any

from core import hooks
from core.models import JournalEvent, JournalSeal
from pairings.models import Standing


def event_rows() -> dict[str, list[dict[str, Any]]]:
    """Return every row except the journal; standings are derived, so their keys may differ."""
    found: dict[str, list[dict[str, Any]]] = {}
    for part in hooks.snapshot_parts:
        if part.model in (JournalEvent, JournalSeal):
            continue
        values = list(part.model._base_manager.order_by("pk").values())
        if part.model is Standing:
            values = sorted(
                ({name: value for name, value in one.items() if name != "id"} for one in values),
                key=lambda one: (one["round_id"], one["entry_id"]),
            )
        found[part.label] = values
    return found
