"""Open entries at tables: those that prevent closing a round, and the queue beside a desk."""

from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OpenAtTable:
    """Something open at a table, such as a call, identified by `kind` and `pk`.

    `names` are the names of the people it concerns. `table` is 0 if it belongs to no table. Only users with
    the power `power` of `tournaments.rules` may close the round while it is open.
    """

    kind: str
    pk: int
    power: str
    table: int
    names: str

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.pk}"


class _AllKeys(Container[str]):
    def __contains__(self, key: object) -> bool:
        return True


ALL_OPEN_ENTRIES: Container[str] = _AllKeys()
"""Passed by commands that close a round without asking about its open entries."""


def unseen_open_entries(open_entries: Iterable[OpenAtTable], seen: Container[str]) -> tuple[OpenAtTable, ...]:
    """Return the open entries whose keys are not in `seen`.

    `seen` contains the keys from `overridable_keys`, or is ALL_OPEN_ENTRIES.
    """
    return tuple(entry for entry in open_entries if entry.key not in seen)


def overridable_keys(
    open_entries: Iterable[OpenAtTable], displayed: Collection[str], powers: Container[str]
) -> frozenset[str]:
    """Return the keys of displayed entries that the viewer may override when closing the round.

    `displayed` are keys, `powers` the viewer's powers.
    """
    return frozenset(entry.key for entry in open_entries if entry.key in displayed and entry.power in powers)


MAX_TASKS_BESIDE_DESK = 6
"""Maximum number of tasks listed beside a desk. The queue's page lists all of them."""


@dataclass(frozen=True, slots=True)
class QueueLine:
    """One task for the staff, shown with `state` and `icon` and handled on the page at `url`.

    `match` is the key of the match that the task concerns, or None.
    """

    label: str
    text: str
    state: str
    icon: str
    url: str
    table: int | None = None
    match: int | None = None

    @property
    def mark(self) -> dict[str, str]:
        """HTML attributes that this task adds to the row of its table."""
        return {"state": self.state, "label": ""}


@dataclass(frozen=True, slots=True)
class DeskQueue:
    """Tasks for the staff, most urgent first, and the URL of the page that lists them.

    `stamp` is a digest that changes whenever a task is added, claimed or removed.
    """

    lines: tuple[QueueLine, ...] = ()
    url: str = ""
    stamp: str = ""

    @property
    def listed(self) -> tuple[QueueLine, ...]:
        """The most urgent tasks, at most MAX_TASKS_BESIDE_DESK."""
        return self.lines[:MAX_TASKS_BESIDE_DESK]

    @property
    def marks(self) -> Mapping[int, dict[str, str]]:
        """HTML attributes of table rows by match key.

        A match with several tasks has the attributes of the most urgent one.
        """
        return {line.match: line.mark for line in reversed(self.lines) if line.match is not None}
