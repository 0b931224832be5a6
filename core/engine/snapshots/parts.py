"""What rooms declare about their models that snapshots consist of."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.engine.labels import label_of
from core.engine.snapshots.file import Table
from core.engine.snapshots.keys import Spec

Row = dict[str, Any]
Keys = Mapping[str, Mapping[int, int]]
"""By model: key in the file to key here."""


def _no_keys(_row: Mapping[str, Any]) -> Mapping[str, Spec]:
    return {}


def _no_mentions(_row: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    return iter(())


def _unchanged(row: Row, _keys: Keys) -> Row:
    return row


@dataclass(frozen=True, slots=True)
class Part:
    """One model of what a snapshot is of. `home`: the query path from a row to that.

    `keys`: where a field of plain values contains keys; `keys_of`: the same for fields where that depends on the row.
    `mentions`: further keys in a row, with their models; `remapped`: the row with the keys here instead. `without`:
    fields specific to one installation, which a restored row gets from there. `reads`: fails on a malformed value.
    """

    model: Any
    home: str
    keys: Mapping[str, Spec] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    reads: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)
    keys_of: Callable[[Mapping[str, Any]], Mapping[str, Spec]] = _no_keys
    mentions: Callable[[Mapping[str, Any]], Iterator[tuple[str, int]]] = _no_mentions
    remapped: Callable[[Row, Keys], Row] = _unchanged

    @property
    def label(self) -> str:
        """The label of the model, which also names its part of the file."""
        return str(label_of(self.model))

    @property
    def fields(self) -> list[Any]:
        """The fields of a row that are in the file."""
        return [one for one in self.model._meta.concrete_fields if one.name not in self.without]


@dataclass(frozen=True, slots=True)
class Outside:
    """A model whose rows an installation has once for all snapshots. `rows`: reads those of a file.

    `may_be_missing`: a row may refer to one that is not in the file.
    """

    model: Any
    rows: Callable[[Table | None], list[Row]]
    may_be_missing: bool = False


@dataclass(frozen=True, slots=True)
class Scheme:
    """All that a snapshot consists of: `parts` in their order, and `outside` by label."""

    parts: Sequence[Part]
    outside: Mapping[str, Outside]

    @property
    def labels(self) -> set[str]:
        """The names of all parts a file can have."""
        return {part.label for part in self.parts} | {*self.outside}

    def model(self, label: str) -> Any:
        """The model of a part. KeyError if there is none."""
        own = {part.label: part.model for part in self.parts}
        return own[label] if label in own else self.outside[label].model
