"""The version of the catalogue, which each change raises so that every process rebuilds its catalogue.

An import writes many pieces and raises the version once, at its end. Until then, the tables contain part of the
import under the old version, though every row is complete. Processes that have already built a catalogue use the old
cards; processes that start, or rebuild after a change by staff, use the pieces written so far.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils import timezone

from cards.models import CatalogueState
from cards.services import locks

catalogue_changed = Signal()
"""Signal sent with `version` when a change of the catalogue is committed."""


def mark_catalogue_version_pending(state: CatalogueState) -> None:
    """Mark the version as still to be raised. Call it in the transaction that writes the rows."""
    if not state.pending:
        CatalogueState.objects.filter(pk=state.pk).update(pending=True)


@transaction.atomic
def raise_catalogue_version_if_pending() -> int:
    """Raise the version if rows are pending, including those of a killed import, and return the version."""
    state = locks.lock_catalogue()
    return raise_catalogue_version(state) if state.pending else state.version


@contextmanager
def locked_catalogue_change() -> Iterator[None]:
    """Lock the catalogue for a change of its tables, then raise the version in the same transaction."""
    with transaction.atomic():
        state = locks.lock_catalogue()
        yield
        raise_catalogue_version(state)


def raise_catalogue_version(state: CatalogueState) -> int:
    """Raise the version, so that every process rebuilds its catalogue when it next uses it."""
    CatalogueState.objects.filter(pk=state.pk).update(
        version=F("version") + 1, pending=False, changed_at=timezone.now()
    )
    state.refresh_from_db()
    transaction.on_commit(partial(catalogue_changed.send, sender=CatalogueState, version=state.version))
    return state.version
