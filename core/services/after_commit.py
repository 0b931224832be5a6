"""Calls made after the commit of a transaction."""

from collections.abc import Callable
from typing import Any

from django.db import connection, transaction

from core.engine.code_labels import Facts
from core.services.jobs.background import LOG


def after_commit(work: Callable[..., object], *args: object, **options: object) -> None:
    """Call `work` once the transaction is committed, or immediately outside a transaction.

    Exceptions are logged, not raised: the change is already committed, and other callbacks must still run.
    """
    transaction.on_commit(_Committed(work, args, options))


def once_after_commit(work: Callable[..., object], *args: object) -> None:
    """Call `work` after the commit like `after_commit`, but make the same call only once per transaction."""
    open_savepoints = set(connection.savepoint_ids)
    callbacks: list[Any] = connection.run_on_commit
    # A call made inside another savepoint does not count, since a rollback of that savepoint drops it.
    for savepoints, callback, _robust in callbacks:
        if (
            isinstance(callback, _Committed)
            and callback.key == (work, args)
            and savepoints <= open_savepoints
        ):
            return
    transaction.on_commit(_Committed(work, args, {}))


class _Committed:
    """A callback that runs after a commit. `key` identifies a callback that has not run yet; afterwards it is None."""

    def __init__(self, work: Callable[..., object], args: tuple[object, ...], options: Facts) -> None:
        self.key: object = (work, args)
        self._work, self._args, self._options = work, args, options

    def __call__(self) -> None:
        self.key = None
        try:
            self._work(*self._args, **self._options)
        except Exception:
            LOG.exception("%s failed after a commit", getattr(self._work, "__name__", self._work))
