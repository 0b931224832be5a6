"""The version of the catalogue: locked before a change, counted up after it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.db import transaction
from django.db.models import F
from django.dispatch import Signal
from django.utils import timezone

from cards.models import CatalogueState

catalogue_changed = Signal()
"""Sent with `version` once a change of the catalogue is committed."""


def lock() -> CatalogueState:
    """The row everybody who changes the catalogue locks first; inside a transaction."""
    CatalogueState.objects.get_or_create(pk=1)
    return CatalogueState.objects.select_for_update().get(pk=1)


@contextmanager
def changed() -> Iterator[None]:
    """Around any other change of the tables: locked before, counted up after, both or neither."""
    with transaction.atomic():
        state = lock()
        yield
        raise_version(state)


def raise_version(state: CatalogueState) -> int:
    """Say that the tables have changed: every process builds its catalogue anew when next asked."""
    CatalogueState.objects.filter(pk=state.pk).update(version=F("version") + 1, changed_at=timezone.now())
    state.refresh_from_db()
    transaction.on_commit(partial(catalogue_changed.send, sender=CatalogueState, version=state.version))
    return state.version
