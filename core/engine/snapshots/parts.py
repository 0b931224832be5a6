"""What a room declares about its models that belong to an event."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from core.engine.labels import label_of
from core.engine.snapshots.keys import Spec


@dataclass(frozen=True, slots=True)
class Part:
    """One model of an event. `event`: the query path from a row to its event.

    `keys`: where a field of plain values contains keys. `without`: fields specific to one installation, which a
    restored row gets from there.
    """

    model: Any
    event: str
    keys: Mapping[str, Spec] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    reads: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The label of the model, which also names its part of the file."""
        return str(label_of(self.model))

    @property
    def fields(self) -> list[Any]:
        """The fields of a row that are in the file."""
        return [one for one in self.model._meta.concrete_fields if one.name not in self.without]
