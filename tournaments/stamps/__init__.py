"""What has changed since a page was made, told without asking the database.

Each scope (an event, the results of an event, a match, an entry) holds the number of its last change, raised when the
transaction that changed it has been committed. A page keeps the position it was made at and asks whether one of its
scopes was raised since. The locks of the rooms name the scopes; what is written without any raises them all.
"""

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from tournaments.stamps.stores import FileStore, RedisStore, Store

EVERYTHING = "*"
"""The scope that is part of each other one."""

PAUSE = 5.0
"""Seconds the file serves after Redis has failed, before it is asked again."""

SCOPE = re.compile(r"[ermns][1-9]\d{0,18}", re.ASCII)
POSITION = re.compile(r"([0-9a-f]{16})-(\d{1,18})", re.ASCII)

WRITTEN = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM|COPY|TRUNCATE)\s+"?(\w+)"?', re.IGNORECASE)
OF_NO_PAGE = re.compile(
    r"django_|stadium_cache|account_|auth_|tournaments_(?:job|pushsubscription|webhook\w*)$|pairings_idempotencykey$"
)
SIGN_IN = 'UPDATE "tournaments_user" SET "last_login"'
"""Sessions, the cache, waiting jobs, phones with notices, webhooks and sign-ins: no page shows them to anybody else."""


def event(pk: int) -> str:
    """The scope of what everybody at an event sees: rounds, clocks, announcements, settings."""
    return f"e{pk}"


def results(pk: int) -> str:
    """The scope of what single tables and players of an event do, for desks, boards and lists of tables."""
    return f"r{pk}"


def match(pk: int) -> str:
    """The scope of one match: its result, reports, taps, calls and extra time."""
    return f"m{pk}"


def entry(pk: int) -> str:
    """The scope of one player of an event."""
    return f"n{pk}"


def screens(pk: int) -> str:
    """The scope of what the desk shows on the hall screens of an event."""
    return f"s{pk}"


@dataclass(frozen=True, slots=True)
class Raise:
    """Raises scopes once the transaction is committed."""

    scopes: tuple[str, ...]

    def __call__(self) -> None:
        """What fails here goes to the log: the step has been taken, and others wait for the commit too."""
        try:
            STAMPS.raise_(self.scopes)
        except Exception:
            logging.getLogger(__name__).exception("Nobody hears of what changed")


def mark(*scopes: str) -> None:
    """Raise these scopes when the transaction is committed; nothing happens where it is rolled back.

    Outside a transaction they are raised at once.
    """
    transaction.on_commit(Raise(scopes))


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the numbers of some scopes stand at one moment."""

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
    """Where these scopes stand: one question, however much is then asked of it."""
    return STAMPS.read(scopes)


def position() -> str:
    """Where the numbers stand; read before the content of a page is."""
    return standing(()).position


def changed(scopes: Sequence[str], seen: str) -> str | None:
    """The position now, where one of these scopes was raised since the position `seen`; else None."""
    now = standing(scopes)
    return now.position if now.changed(scopes, seen) else None


def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """Around each statement of a connection: one that writes under no scope raises them all."""
    written = WRITTEN.match(sql)
    if not written or OF_NO_PAGE.match(written[1]) or sql.startswith(SIGN_IN) or _is_marked():
        return execute(sql, params, many, context)
    if connection.in_atomic_block:
        mark(EVERYTHING)
        return execute(sql, params, many, context)
    try:
        return execute(sql, params, many, context)
    finally:  # a statement of its own is committed once it is over
        STAMPS.raise_([EVERYTHING])


def watch_connection(*, connection: Any, **_signal: object) -> None:
    """Receiver of `connection_created`."""
    if watch not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch)


def _is_marked() -> bool:
    return any(isinstance(planned[1], Raise) for planned in connection.run_on_commit)


class Stamps:
    """The numbers in Redis; in a file of this machine without Redis and while Redis fails.

    The two never agree on a position, so that every page is made anew when one takes over from the other.
    """

    def __init__(self) -> None:
        self._stores: dict[str, Store] = {}
        self._paused = 0.0
        self._missed = False

    def raise_(self, scopes: Sequence[str]) -> None:
        """Give these scopes the next number."""
        self._ask(lambda store: store.raise_(scopes), writes=True)

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
                return question(store)
            except RedisError as error:
                self._paused = monotonic() + PAUSE
                logging.getLogger(__name__).warning("Redis fails, a file holds what changed: %s", error)
        self._missed |= bool(url) and writes
        return question(self._store(str(settings.STAMPS), FileStore))

    def _store(self, place: str, kind: Callable[[str], Store]) -> Store:
        if place not in self._stores:
            self._stores[place] = kind(place)
        return self._stores[place]


STAMPS = Stamps()
