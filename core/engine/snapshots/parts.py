"""What a room says of its models that belong to an event."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.engine.snapshots.keys import Spec


@dataclass(frozen=True, slots=True)
class Part:
    """One model of an event. `event`: the way from a row to its event, as a query spells it.

    `keys`: where a field of plain values holds keys. `without`: fields that say what belongs to one installation alone,
    which a restored row has from there.
    """

    model: Any
    event: str
    keys: Mapping[str, Spec] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    reads: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The name of the model, and of its part of the file."""
        return str(self.model._meta.label)

    @property
    def fields(self) -> list[Any]:
        """The fields of a row that the file has."""
        return [one for one in self.model._meta.concrete_fields if one.name not in self.without]
