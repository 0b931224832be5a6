"""Declarations of the models that a snapshot contains."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.engine.model_labels import stored_model_label
from core.engine.snapshots.file import SnapshotTable
from core.engine.snapshots.keys import Spec, row_keys_inside

Row = dict[str, Any]
Keys = Mapping[str, Mapping[int, int]]
"""By model, the local key of each key in the file."""


def _no_keys_in_row(_row: Mapping[str, Any]) -> Mapping[str, Spec]:
    return {}


def _no_mentioned_rows(_row: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    return iter(())


def _unchanged_row(row: Row, _keys: Keys) -> Row:
    return row


@dataclass(frozen=True, slots=True)
class SnapshotPart:
    """A model of a snapshot. `home` is the query path from a row to its home.

    `keys` describes where a field of plain values contains keys, and `keys_of` describes it for fields that
    depend on the row. `mentions` yields further keys in a row with their models, and `remapped` returns the row
    with local keys in their place. `without` lists fields specific to an installation: a restored row gets the
    values of the installation it is restored to. `reads` holds, by field, functions that raise an error for a
    malformed value.
    """

    model: Any
    home: str
    keys: Mapping[str, Spec] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    reads: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)
    keys_of: Callable[[Mapping[str, Any]], Mapping[str, Spec]] = _no_keys_in_row
    mentions: Callable[[Mapping[str, Any]], Iterator[tuple[str, int]]] = _no_mentioned_rows
    remapped: Callable[[Row, Keys], Row] = _unchanged_row

    @property
    def label(self) -> str:
        """The label of the model, which is also the name of its part of the file."""
        return str(stored_model_label(self.model))

    @property
    def fields(self) -> list[Any]:
        """The fields of a row that are in the file."""
        return [column for column in self.model._meta.concrete_fields if column.name not in self.without]

    def keys_in(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
        """Yield each key inside the plain values of rows, with its model."""
        for row in rows:
            for name, spec in {**self.keys, **self.keys_of(row)}.items():
                yield from row_keys_inside(row[name], spec)
            yield from self.mentions(row)


@dataclass(frozen=True, slots=True)
class SharedModel:
    """A model whose rows belong to the installation and are shared by all its homes.

    `rows` reads the rows of a file. If `may_be_missing`, other rows may refer to a row that is not in the file.
    """

    model: Any
    rows: Callable[[SnapshotTable | None], list[Row]]
    may_be_missing: bool = False


@dataclass(frozen=True, slots=True)
class SnapshotScheme:
    """The models that a snapshot consists of: `parts` in order, and `outside` by label."""

    parts: Sequence[SnapshotPart]
    outside: Mapping[str, SharedModel]

    @property
    def labels(self) -> set[str]:
        """The names of all parts that a file can have."""
        return {part.label for part in self.parts} | {*self.outside}

    def model(self, label: str) -> Any:
        """Return the model of a part. Raises KeyError if there is no such part."""
        part_models = {part.label: part.model for part in self.parts}
        return part_models[label] if label in part_models else self.outside[label].model
