"""Whether something changed since a page was made, without asking the database.

Each scope, a letter with the key of a row, has the number of its last change, raised when the transaction is committed.
A page stores the position it was made at and asks whether one of its scopes was raised since. The locks of the rooms
name the scopes; a write without any raises all of them.
"""

import logging
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic, time
from typing import Any, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from core.stamps.stores import FileStore, RedisStore, Store

EVERYTHING = "*"
"""The scope that is part of every other one."""

AnyStore = TypeVar("AnyStore", bound=Store)

PAUSE = 5.0
"""Seconds the file is used after Redis has failed, before Redis is tried again."""

POSITION = re.compile(r"([0-9a-f]{16})-(\d{1,18})", re.ASCII)

WRITTEN = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM|COPY|TRUNCATE)\s+"?(\w+)"?', re.IGNORECASE)
_silent_tables = [r"django_|stadium_cache|account_|auth_|mfa_|usersessions_"]
"""Sessions, the cache and sign-ins: no page shows them to others, or it queries them itself."""

_silent_statements: list[str] = []

_of_no_page, _of_account = re.compile(_silent_tables[0]), re.compile(r"(?!)")


def silence(*, tables: str = "", statements: str = "") -> None:
    """Exempt writes from raising scopes: to `tables` matching this pattern, and `statements` matching as a whole.

    Called by rooms at start-up, for what no page shows to others.
    """
    global _of_no_page, _of_account
    if tables:
        _silent_tables.append(tables)
    if statements:
        _silent_statements.append(statements)
    _of_no_page = re.compile("|".join(_silent_tables))
    _of_account = re.compile("|".join(_silent_statements) or r"(?!)")


@dataclass(frozen=True, slots=True)
class Raise:
    """Raises scopes after the commit. `plan`: the plan recorded by `STAMPS.plan` before."""

    scopes: tuple[str, ...]
    plan: str

    def __call__(self) -> None:
        # Errors are only logged: the step is done, and other callbacks wait for the commit too.
        try:
            _plans().remove(self.plan)
            STAMPS.raise_(self.scopes, self.plan)
        except Exception:
            logging.getLogger(__name__).exception("Nobody hears of what changed")


def mark(*scopes: str) -> None:
    """Raise these scopes when the transaction is committed, never if it is rolled back.

    Outside a transaction they are raised at once. Without scopes: what the transaction writes is on no page yet.
    """
    if not connection.in_atomic_block:
        STAMPS.raise_(scopes)
        return
    marks = [hook[1] for hook in connection.run_on_commit if isinstance(hook[1], Raise)]
    marked = {scope for one in marks for scope in one.scopes}
    if scopes and (EVERYTHING in marked or {*scopes} <= marked):
        return
    transaction.on_commit(Raise(scopes, _plan(scopes, {one.plan for one in marks})))


def _plan(scopes: Sequence[str], current: set[str]) -> str:
    """Record what the transaction will raise, beside its `current` plans. Errors are only logged: saving matters more
    than refreshing pages.
    """
    plans, plan = _plans(), ""
    try:
        for rolled_back in {*plans} - current:
            plans.remove(rolled_back)
            STAMPS.drop(rolled_back)
        plan = STAMPS.plan(scopes)
    except Exception:
        logging.getLogger(__name__).exception("A change could not be noted before its commit")
    plans.append(plan)
    return plan


def _plans() -> list[str]:
    """The plans of this connection: of its transaction, or of one that was rolled back."""
    # `connection` is a proxy for all threads: an attribute set on it would be shared by them.
    own = connections[DEFAULT_DB_ALIAS]
    plans: list[str] = own.__dict__.setdefault("stamp_plans", [])
    return plans


@dataclass(frozen=True, slots=True)
class Standing:
    """The numbers of some scopes at one moment."""

    position: str
    numbers: Mapping[str, int]

    def covers(self, scopes: Iterable[str]) -> bool:
        return all(scope in self.numbers for scope in scopes)

    def changed(self, scopes: Iterable[str], seen: str) -> bool:
        """Whether one of these scopes, which it covers, was raised since the position `seen`."""
        found = POSITION.fullmatch(seen)
        if found is None or not self.position.startswith(found[1]):
            return True
        number = int(found[2])
        return any(self.numbers[scope] > number for scope in (EVERYTHING, *scopes))


def standing(scopes: Sequence[str]) -> Standing:
    """Read the numbers of these scopes, with a single query."""
    return STAMPS.read(scopes)


def position() -> str:
    """The current position; read it before the content of a page."""
    return standing(()).position


def changed(scopes: Sequence[str], seen: str) -> str | None:
    """The current position if one of these scopes was raised since the position `seen`, else None."""
    now = standing(scopes)
    return now.position if now.changed(scopes, seen) else None


def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Wrap each statement of a connection: a write without a marked scope raises all of them."""
    written = WRITTEN.match(sql)
    if not written or _of_no_page.match(written[1]) or _of_account.match(sql) or _is_marked():
        return execute(sql, params, many, context)
    if connection.in_atomic_block:
        mark(EVERYTHING)
        return execute(sql, params, many, context)
    plan = STAMPS.plan([EVERYTHING])
    try:
        return execute(sql, params, many, context)
    finally:  # outside a transaction a statement commits when it ends
        STAMPS.raise_([EVERYTHING], plan)


def watch_connection(*, connection: Any, **_signal: object) -> None:
    """Receiver of `connection_created`."""
    if watch not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch)


def _is_marked() -> bool:
    return any(isinstance(planned[1], Raise) for planned in connection.run_on_commit)


class Stamps:
    """The numbers in Redis; in a file of this machine without Redis and while Redis fails.

    The two never agree on a position, so every page is made again when one replaces the other.
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
        """Raise what killed processes had planned, in Redis and, for the time it failed, in the file."""
        self._ask(lambda store: store.raise_planned(time()), writes=False)
        file = self._store(str(settings.STAMPS), FileStore)
        file.raise_planned(time())
        self._missed |= bool(settings.REDIS_URL) and file.take_missed()

    def read(self, scopes: Sequence[str]) -> Standing:
        every = [EVERYTHING, *scopes]
        position, numbers = self._ask(lambda store: store.numbers(every), writes=False)
        return Standing(position, dict(zip(every, numbers, strict=True)))

    def _ask(self, question: Callable[[Store], Any], *, writes: bool) -> Any:
        url: str = settings.REDIS_URL
        if url and self._paused <= monotonic():
            from redis.exceptions import RedisError

            try:
                store = self._store(url, RedisStore)
                if self._missed:
                    store.begin_anew()
                    self._missed = False
                    self._store(str(settings.STAMPS), FileStore).take_missed()
                return question(store)
            except RedisError as error:
                self._paused = monotonic() + PAUSE
                logging.getLogger(__name__).warning("Redis fails, a file holds what changed: %s", error)
        file = self._store(str(settings.STAMPS), FileStore)
        if url and writes:
            self._missed = True
            file.note_missed()
        return question(file)

    def _store(self, place: str, kind: Callable[[str], AnyStore]) -> AnyStore:
        if place not in self._stores:
            self._stores[place] = kind(place)
        store: AnyStore = self._stores[place]
        return store


STAMPS = Stamps()
