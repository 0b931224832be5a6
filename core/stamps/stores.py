"""Stores of the numbers of `stamps`: Redis for several machines, a file for the processes of one."""

import logging
import mmap
import os
import secrets
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from threading import Lock
from typing import Any, Protocol
from zlib import crc32

from filelock import FileLock

PATIENCE = 0.5
"""Seconds Redis has to answer."""

MOST = 200_000
"""Scopes in Redis, some 20 MB; beyond that all are reset, and each page asks once too often."""

SLOTS = 1 << 16
"""Numbers in the file. Scopes sharing one are raised together, which makes a page ask once too often."""


HEAD = 3
"""Numbers before the slots: epoch, last number, whether Redis has missed a change."""

WHOLE = 8 * (HEAD + 2 * SLOTS)
"""Bytes of the file: the numbers, then for each slot the count of plans that include it."""

LONGEST = 60
"""The longest transaction in seconds: an older plan is that of a killed process."""


class Store(Protocol):
    def plan(self, plan: str, scopes: Sequence[str]) -> None:
        """Record scopes to be raised, under a name that begins with the time."""

    def drop(self, plan: str) -> None:
        """Remove a plan."""

    def raise_planned(self, now: float) -> None:
        """Raise the scopes of all plans; those of running processes are only raised twice."""

    def raise_(self, scopes: Sequence[str], plan: str = "") -> None:
        """Give these scopes the next number and remove their plan."""

    def numbers(self, scopes: Sequence[str]) -> tuple[str, list[int]]:
        """The position, "epoch-number", and the number of each of these scopes; 0 for one never raised."""

    def begin_anew(self) -> None:
        """Invalidate every earlier position."""


class RedisStore:
    """All numbers in one hash, so that Redis evicts all of them or none. RedisError while Redis does not answer."""

    KEY = "stadium:stamps"
    PLANS = "stadium:stamps:plans"
    RAISE = """
        if redis.call('HLEN', KEYS[1]) > tonumber(ARGV[2]) then redis.call('DEL', KEYS[1]) end
        redis.call('HSETNX', KEYS[1], 'epoch', ARGV[1])
        local number = redis.call('HINCRBY', KEYS[1], 'last', 1)
        for at = 4, #ARGV do redis.call('HSET', KEYS[1], ARGV[at], number) end
        redis.call('HDEL', KEYS[2], ARGV[3])
    """

    def __init__(self, url: str) -> None:
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._redis: Redis = Redis.from_url(
            url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 1),
            decode_responses=True,
        )
        self._raise = self._redis.register_script(self.RAISE)

    def plan(self, plan: str, scopes: Sequence[str]) -> None:
        self._redis.hset(self.PLANS, plan, " ".join(scopes))

    def drop(self, plan: str) -> None:
        self._redis.hdel(self.PLANS, plan)

    def raise_planned(self, now: float) -> None:
        plans: dict[str, str] = self._redis.hgetall(self.PLANS)  # type: ignore[assignment]
        for plan, scopes in plans.items():
            is_old = now - float(plan.partition("-")[0]) > LONGEST
            self.raise_(scopes.split(), plan if is_old else "")

    def raise_(self, scopes: Sequence[str], plan: str = "") -> None:
        self._raise(keys=[self.KEY, self.PLANS], args=[secrets.token_hex(8), MOST, plan, *scopes])

    def numbers(self, scopes: Sequence[str]) -> tuple[str, list[int]]:
        found: list[Any] = self._redis.hmget(self.KEY, ["epoch", "last", *scopes])
        epoch, last, *numbers = found
        if epoch is None:
            self._redis.hsetnx(self.KEY, "epoch", secrets.token_hex(8))
            return self.numbers(scopes)
        return f"{epoch}-{last or 0}", [int(number or 0) for number in numbers]

    def begin_anew(self) -> None:
        self._redis.delete(self.KEY)


class FileStore:
    """A file that all processes of a machine map into memory: epoch, last number, and a number for each slot.

    If the file cannot be created, as on a full disk, each process sees only its own changes.
    """

    def __init__(self, path: str) -> None:
        self._file = Path(path)
        self._threads = Lock()
        self._processes: FileLock | nullcontext[None] = FileLock(f"{path}.lock")
        try:
            with self._threads, self._processes:
                memory = self._shared()
        except OSError as error:
            logging.getLogger(__name__).warning("No other process hears what changed: %s", error)
            self._processes, memory = nullcontext(), mmap.mmap(-1, WHOLE)
            memory[:8] = secrets.token_bytes(8)
        self._numbers = memoryview(memory).cast("Q")
        self._plans: dict[str, tuple[int, ...]] = {}

    def _shared(self) -> mmap.mmap:
        """Map the file, creating it if needed. OSError if the disk is full or read-only."""
        if not self._file.exists() or self._file.stat().st_size != WHOLE:
            made = self._file.with_suffix(f".{os.getpid()}")
            made.write_bytes(secrets.token_bytes(8) + bytes(WHOLE - 8))
            made.replace(self._file)
        with self._file.open("r+b") as opened:
            return mmap.mmap(opened.fileno(), WHOLE)

    def plan(self, plan: str, scopes: Sequence[str]) -> None:
        with self._threads, self._processes:
            self._plans[plan] = slots = tuple(map(_slot, scopes))
            for slot in slots:
                self._numbers[SLOTS + slot] += 1

    def drop(self, plan: str) -> None:
        with self._threads, self._processes:
            self._drop(plan)

    def _drop(self, plan: str) -> None:
        for slot in self._plans.pop(plan, ()):
            self._numbers[SLOTS + slot] = max(0, self._numbers[SLOTS + slot] - 1)

    def raise_planned(self, now: float) -> None:
        with self._threads, self._processes:
            self._raise([slot for slot in range(HEAD, HEAD + SLOTS) if self._numbers[SLOTS + slot]])
            self._numbers[HEAD + SLOTS : HEAD + 2 * SLOTS] = memoryview(bytes(8 * SLOTS)).cast("Q")

    def raise_(self, scopes: Sequence[str], plan: str = "") -> None:
        with self._threads, self._processes:
            self._raise(list(map(_slot, scopes)))
            self._drop(plan)

    def _raise(self, slots: Sequence[int]) -> None:
        number = self._numbers[1] + 1
        for slot in slots:
            self._numbers[slot] = number
        self._numbers[1] = number

    def note_missed(self) -> None:
        """Record that a change is only in the file, made while Redis failed."""
        self._numbers[2] = 1

    def take_missed(self) -> bool:
        """Return and clear that record; checked before writing to Redis."""
        missed, self._numbers[2] = bool(self._numbers[2]), 0
        return missed

    def numbers(self, scopes: Sequence[str]) -> tuple[str, list[int]]:
        # The last number is read first: a change during the read is then newer than the position.
        position = f"{self._numbers[0]:016x}-{self._numbers[1]}"
        return position, [self._numbers[_slot(scope)] for scope in scopes]

    def begin_anew(self) -> None:
        with self._threads, self._processes:
            self._numbers[0] = int.from_bytes(secrets.token_bytes(8), "little")


def _slot(scope: str) -> int:
    return HEAD + crc32(scope.encode()) % SLOTS
