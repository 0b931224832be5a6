"""The version of the catalogue: locked before a change, counted up after it.

An import writes many pieces and counts once, at its end. In between the tables hold a part of it under the old
version, every row whole: who built the catalogue before goes on with the old cards, a process that starts just then, or
rebuilds because staff changed a card, has the part that is written. The end of the import gives all of them all of it.
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
    """Say that rows were written which the version does not count yet; in the transaction that writes them."""
    if not state.pending:
        CatalogueState.objects.filter(pk=state.pk).update(pending=True)


@transaction.atomic
def settle() -> int:
    """Count what is pending, if anything is; also what an import left behind that was killed. Answers the version."""
    state = locks.catalogue()
    return raise_version(state) if state.pending else state.version


@contextmanager
def changed() -> Iterator[None]:
    """Around any other change of the tables: locked before, counted up after, both or neither."""
    with transaction.atomic():
        state = locks.catalogue()
        yield
        raise_version(state)


def raise_version(state: CatalogueState) -> int:
    """Say that the tables have changed: every process builds its catalogue anew when next asked."""
    CatalogueState.objects.filter(pk=state.pk).update(
        version=F("version") + 1, pending=False, changed_at=timezone.now()
    )
    state.refresh_from_db()
    transaction.on_commit(partial(catalogue_changed.send, sender=CatalogueState, version=state.version))
    return state.version
