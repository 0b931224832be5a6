"""Detecting changes since a page was rendered, without a database query.

A scope is a letter with the key of a row. It has the number of its last change. Raising a scope means setting
a higher number when a transaction is committed. A page stores the position at which it was rendered; it is
outdated if one of its scopes has been raised since. The lock functions of each app determine the scopes to
raise. A write without any scope raises all of them.
"""

import logging
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic, time
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection, transaction

from core.stamps import plans
from core.stamps.stores import FileStampStore, RedisStampStore, StampStore

EVERYTHING = "*"
"""The scope that includes every other scope."""

AnyStore = TypeVar("AnyStore", bound=StampStore)

PAUSE = 5.0
"""Seconds between a failure of Redis and the next attempt to use it. The file is used in between."""

POSITION = re.compile(r"([0-9a-f]{16})-(\d{1,18})", re.ASCII)
"""A position: the epoch of the store, in hexadecimal, and the number of the last change."""

WRITTEN = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM|COPY|TRUNCATE)\s+"?(\w+)"?', re.IGNORECASE)
_silent_tables = [r"django_|stadium_cache|account_|auth_|mfa_|usersessions_"]
"""Patterns of tables whose writes raise no scope: sessions, the cache and sign-ins, which no shared page shows."""

_silent_statements: list[str] = []
"""Patterns of statements that change nothing on a page, although they write to a table that pages show."""

_silent_table_pattern, _silent_statement_pattern = re.compile(_silent_tables[0]), re.compile(r"(?!)")


def exempt_writes_from_stamps(*, tables: str = "", statements: str = "") -> None:
    """Exempt writes to tables, and single statements, from raising scopes.

    A table name or a statement is exempt if its beginning matches the pattern. Apps call this at start-up, for
    tables that no shared page shows.
    """
    global _silent_table_pattern, _silent_statement_pattern
    if tables:
        _silent_tables.append(tables)
    if statements:
        _silent_statements.append(statements)
    _silent_table_pattern = re.compile("|".join(_silent_tables))
    _silent_statement_pattern = re.compile("|".join(_silent_statements) or r"(?!)")


@dataclass(frozen=True, slots=True)
class RaiseScopes:
    """A commit callback that raises scopes. `plan` is the name of the plan recorded by `STAMPS.plan`."""

    scopes: tuple[str, ...]
    plan: str

    def __call__(self) -> None:
        # Errors are only logged, since the change is committed and other callbacks have to run too.
        try:
            plans.stamp_plans_on_connection().remove(self.plan)
            STAMPS.raise_(self.scopes, self.plan)
        except Exception:
            logging.getLogger(__name__).exception("Scopes could not be raised after a commit")


def mark_scopes_changed(*scopes: str) -> None:
    """Raise these scopes when the transaction is committed, and never if it is rolled back.

    Outside a transaction they are raised immediately. Without scopes, the call declares that the transaction
    changes nothing that pages show.
    """
    if not connection.in_atomic_block:
        STAMPS.raise_(scopes)
        return
    planned_raises = [hook[1] for hook in connection.run_on_commit if isinstance(hook[1], RaiseScopes)]
    marked_scopes = {scope for planned in planned_raises for scope in planned.scopes}
    if scopes and (EVERYTHING in marked_scopes or {*scopes} <= marked_scopes):
        return
    transaction.on_commit(
        RaiseScopes(
            scopes, plans.record_stamp_plan(STAMPS, scopes, {planned.plan for planned in planned_raises})
        )
    )


@dataclass(frozen=True, slots=True)
class ScopeNumbers:
    """The numbers of some scopes at one moment."""

    position: str
    numbers: Mapping[str, int]

    def covers(self, scopes: Iterable[str]) -> bool:
        return all(scope in self.numbers for scope in scopes)

    def changed(self, scopes: Iterable[str], seen: str) -> bool:
        """Return whether one of these scopes was raised since the position `seen`.

        The numbers of all these scopes must have been read. A position of another store counts as outdated.
        """
        match = POSITION.fullmatch(seen)
        if match is None or not self.position.startswith(match[1]):
            return True
        number = int(match[2])
        return any(self.numbers[scope] > number for scope in (EVERYTHING, *scopes))


def read_scope_numbers(scopes: Sequence[str]) -> ScopeNumbers:
    """Read the numbers of these scopes with a single request to the store."""
    return STAMPS.read(scopes)


def current_stamp_position() -> str:
    """Return the current position. Read it before the content of a page."""
    return read_scope_numbers(()).position


def position_if_changed(scopes: Sequence[str], seen: str) -> str | None:
    """Return the current position if one of these scopes was raised since the position `seen`, or else None."""
    current = read_scope_numbers(scopes)
    return current.position if current.changed(scopes, seen) else None


def watch_statement(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Execute a statement of a connection. A write without a marked scope raises all scopes.

    This is a wrapper in the connection's `execute_wrappers`.
    """
    written = WRITTEN.match(sql)
    if not written or _silent_table_pattern.match(written[1]) or _silent_statement_pattern.match(sql):
        return execute(sql, params, many, context)
    if any(isinstance(hook[1], RaiseScopes) for hook in connection.run_on_commit):
        return execute(sql, params, many, context)
    if connection.in_atomic_block:
        mark_scopes_changed(EVERYTHING)
        return execute(sql, params, many, context)
    plan = STAMPS.plan([EVERYTHING])
    try:
        return execute(sql, params, many, context)
    finally:  # outside a transaction, each statement is committed when it ends
        STAMPS.raise_([EVERYTHING], plan)


def watch_connection(*, connection: Any, **_signal: object) -> None:
    """Install `watch_statement` on a new connection. Receives the signal `connection_created`."""
    if watch_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch_statement)


class Stamps:
    """The scope numbers, stored in Redis, or in a local file if Redis is not configured or failing.

    The two stores never agree on a position, so every page is rendered again when one replaces the other.
    """

    def __init__(self) -> None:
        self._stores: dict[str, Any] = {}
        self._paused = 0.0
        self._missed = False

    def plan(self, scopes: Sequence[str]) -> str:
        """Record scopes that a transaction will raise, since its process may be killed between commit and raise."""
        plan = f"{time():.0f}-{secrets.token_hex(8)}"
        if scopes:
            self._ask(lambda store: store.plan(plan, scopes), writes=False)
        return plan

    def drop(self, plan: str) -> None:
        """Remove the plan of a transaction that was rolled back."""
        self._ask(lambda store: store.drop(plan), writes=False)

    def raise_(self, scopes: Sequence[str], plan: str = "") -> None:
        """Give these scopes the next number and remove their plan."""
        if scopes:
            self._ask(lambda store: store.raise_(scopes, plan), writes=True)

    def raise_planned(self) -> None:
        """Raise the scopes planned by killed processes, in Redis and, if it failed at the time, in the file."""
        self._ask(lambda store: store.raise_planned(time()), writes=False)
        file = self._store(str(settings.STAMPS), FileStampStore)
        file.raise_planned(time())
        self._missed |= bool(settings.REDIS_URL) and file.take_change_missed_by_redis()

    def read(self, scopes: Sequence[str]) -> ScopeNumbers:
        """Read the numbers of these scopes and of EVERYTHING."""
        all_scopes = [EVERYTHING, *scopes]
        position, numbers = self._ask(lambda store: store.numbers(all_scopes), writes=False)
        return ScopeNumbers(position, dict(zip(all_scopes, numbers, strict=True)))

    def _ask(self, ask: Callable[[StampStore], Any], *, writes: bool) -> Any:
        """Call `ask` with the Redis store, or with the file store, and return its result.

        The file is used if Redis is not configured, and for PAUSE seconds after Redis has failed. A failing Redis
        misses the changes made with `writes`, so all its numbers are reset once it answers again.
        """
        url: str = settings.REDIS_URL
        if url and self._paused <= monotonic():
            from redis.exceptions import RedisError

            try:
                store = self._store(url, RedisStampStore)
                if self._missed:
                    store.reset()
                    self._missed = False
                    self._store(str(settings.STAMPS), FileStampStore).take_change_missed_by_redis()
                return ask(store)
            except RedisError as error:
                self._paused = monotonic() + PAUSE
                logging.getLogger(__name__).warning(
                    "Redis fails, so changes are counted in a file: %s", error
                )
        file = self._store(str(settings.STAMPS), FileStampStore)
        if url and writes:
            self._missed = True
            file.note_change_missed_by_redis()
        return ask(file)

    def _store(self, address: str, create: Callable[[str], AnyStore]) -> AnyStore:
        """Return the store at an address, created on first use."""
        if address not in self._stores:
            self._stores[address] = create(address)
        store: AnyStore = self._stores[address]
        return store


STAMPS = Stamps()
