"""The version of the catalogue: locked before a change, incremented after it.

An import writes many pieces and increments once, at its end. Meanwhile the tables contain part of it under the old
version, every row complete: a process with a built catalogue keeps the old cards, one that starts or rebuilds after a
staff edit sees the pieces written. After the end all see the whole import.
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
"""Sent with `version` once a change of the catalogue is committed."""


def mark_pending(state: CatalogueState) -> None:
    """Mark rows as written but not counted by the version; in the transaction that writes them."""
    if not state.pending:
        CatalogueState.objects.filter(pk=state.pk).update(pending=True)


@transaction.atomic
def settle() -> int:
    """Increment the version if rows are pending, including those of a killed import. Returns the version."""
    state = locks.catalogue()
    return raise_version(state) if state.pending else state.version


@contextmanager
def changed() -> Iterator[None]:
    """Wrap any other change of the tables: locked before, version incremented after, both or neither."""
    with transaction.atomic():
        state = locks.catalogue()
        yield
        raise_version(state)


def raise_version(state: CatalogueState) -> int:
    """Increment the version, so that every process rebuilds its catalogue on its next use."""
    CatalogueState.objects.filter(pk=state.pk).update(
        version=F("version") + 1, pending=False, changed_at=timezone.now()
    )
    state.refresh_from_db()
    transaction.on_commit(partial(catalogue_changed.send, sender=CatalogueState, version=state.version))
    return state.version
