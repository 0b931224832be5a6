"""Stores of the numbers of `stamps`: Redis for several machines, a file for the processes of one machine."""

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
"""Seconds within which Redis must answer."""

MOST = 200_000
"""The maximum number of scopes in Redis (about 20 MB). Beyond it all are reset, and pages are refreshed needlessly."""

SLOTS = 1 << 16
"""The number of slots in the file. Scopes in one slot are raised together, so pages may be refreshed needlessly."""


HEAD = 3
"""The number of values before the slots: epoch, last number, whether Redis has missed a change."""

WHOLE = 8 * (HEAD + 2 * SLOTS)
"""The size of the file in bytes: the numbers, then for each slot the count of plans that include it."""

LONGEST = 60
"""The longest transaction in seconds. An older plan belongs to a killed process."""


class StampStore(Protocol):
    """A store of the numbers of scopes, and of the plans to raise them."""

    def plan(self, plan: str, scopes: Sequence[str]) -> None:
        """Record scopes to be raised, under a name that begins with the time."""

    def drop(self, plan: str) -> None:
        """Remove a plan."""

    def raise_planned(self, now: float) -> None:
        """Raise the scopes of all plans. The plans of running processes are then raised twice, which does no harm."""

    def raise_(self, scopes: Sequence[str], plan: str = "") -> None:
        """Give these scopes the next number and remove their plan."""

    def numbers(self, scopes: Sequence[str]) -> tuple[str, list[int]]:
        """Return the position, "epoch-number", and the number of each of these scopes, 0 for one never raised."""

    def reset(self) -> None:
        """Invalidate every earlier position."""


class RedisStampStore:
    """All numbers in one hash, so that Redis can only evict them together.

    Raises RedisError while Redis does not answer.
    """

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
        values: list[Any] = self._redis.hmget(self.KEY, ["epoch", "last", *scopes])
        epoch, last, *numbers = values
        if epoch is None:
            self._redis.hsetnx(self.KEY, "epoch", secrets.token_hex(8))
            return self.numbers(scopes)
        return f"{epoch}-{last or 0}", [int(number or 0) for number in numbers]

    def reset(self) -> None:
        self._redis.delete(self.KEY)


class FileStampStore:
    """A file that all processes of a machine map into memory: epoch, last number, and a number for each slot.

    If the file cannot be created, for example on a full disk, each process sees only its own changes.
    """

    def __init__(self, path: str) -> None:
        self._file = Path(path)
        self._threads = Lock()
        self._processes: FileLock | nullcontext[None] = FileLock(f"{path}.lock")
        try:
            with self._threads, self._processes:
                if not self._file.exists() or self._file.stat().st_size != WHOLE:
                    new_file = self._file.with_suffix(f".{os.getpid()}")
                    new_file.write_bytes(secrets.token_bytes(8) + bytes(WHOLE - 8))
                    new_file.replace(self._file)
                with self._file.open("r+b") as file:
                    memory = mmap.mmap(file.fileno(), WHOLE)
        except OSError as error:  # the disk is full or read-only
            logging.getLogger(__name__).warning("Changes are not shared with other processes: %s", error)
            self._processes, memory = nullcontext(), mmap.mmap(-1, WHOLE)
            memory[:8] = secrets.token_bytes(8)
        self._numbers = memoryview(memory).cast("Q")
        self._plans: dict[str, tuple[int, ...]] = {}

    def plan(self, plan: str, scopes: Sequence[str]) -> None:
        with self._threads, self._processes:
            self._plans[plan] = slots = tuple(map(_slot_of_scope, scopes))
            for slot in slots:
                self._numbers[SLOTS + slot] += 1

    def drop(self, plan: str) -> None:
        with self._threads, self._processes:
            self._release_slots(plan)

    def _release_slots(self, plan: str) -> None:
        """Remove a plan from the counts of its slots. The caller holds the locks."""
        for slot in self._plans.pop(plan, ()):
            self._numbers[SLOTS + slot] = max(0, self._numbers[SLOTS + slot] - 1)

    def raise_planned(self, now: float) -> None:
        with self._threads, self._processes:
            self._raise_slots([slot for slot in range(HEAD, HEAD + SLOTS) if self._numbers[SLOTS + slot]])
            self._numbers[HEAD + SLOTS : HEAD + 2 * SLOTS] = memoryview(bytes(8 * SLOTS)).cast("Q")

    def raise_(self, scopes: Sequence[str], plan: str = "") -> None:
        """Give the scopes their next number, and release the slots that `plan` reserved."""
        with self._threads, self._processes:
            self._raise_slots(list(map(_slot_of_scope, scopes)))
            self._release_slots(plan)

    def _raise_slots(self, slots: Sequence[int]) -> None:
        """Give these slots the next number. The caller holds the locks."""
        number = self._numbers[1] + 1
        for slot in slots:
            self._numbers[slot] = number
        self._numbers[1] = number

    def note_change_missed_by_redis(self) -> None:
        """Record that a change was made while Redis failed and is only in the file."""
        self._numbers[2] = 1

    def take_change_missed_by_redis(self) -> bool:
        """Return and clear the record of `note_change_missed_by_redis`. Called before writing to Redis."""
        missed, self._numbers[2] = bool(self._numbers[2]), 0
        return missed

    def numbers(self, scopes: Sequence[str]) -> tuple[str, list[int]]:
        # The last number is read first, so that a change during the read is newer than the position.
        position = f"{self._numbers[0]:016x}-{self._numbers[1]}"
        return position, [self._numbers[_slot_of_scope(scope)] for scope in scopes]

    def reset(self) -> None:
        with self._threads, self._processes:
            self._numbers[0] = int.from_bytes(secrets.token_bytes(8), "little")


def _slot_of_scope(scope: str) -> int:
    """Return the index of the slot of a scope among the numbers of the file."""
    return HEAD + crc32(scope.encode()) % SLOTS
