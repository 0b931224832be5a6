"""Finding and replacing row keys inside plain values, since a restored row has a different key from the original."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Spec = str | None | list[Any] | tuple[Any, ...] | Mapping[str, Any]
"""A description of where a value contains keys.

The name of a model: the value is a key of it. [spec]: for each item of a list. (spec, spec): for the positions of a
list. {"name": spec}: for named values, "*" for all others. {"#": (model, spec)}: the names themselves are keys. None,
or a value of another shape: no key.
"""

Visit = Callable[[str, int], int]
"""A function that takes a model and one of its keys, and returns the key that replaces it."""

Run = tuple[int, int, int]
"""An old key, the new key it maps to, and the length of the run of consecutive pairs that starts with them."""


def replace_row_keys(value: Any, spec: Spec, new_key: Visit) -> Any:
    """Return a value with each key, located by `spec`, replaced by the result of `new_key`."""
    if spec is None:
        return value
    if isinstance(spec, str):
        return new_key(spec, value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(spec, Mapping):
        if not isinstance(value, Mapping):
            return value
        if "#" not in spec:
            other_spec = spec.get("*")
            return {
                name: replace_row_keys(nested, spec.get(name, other_spec), new_key)
                for name, nested in value.items()
            }
        model, inner_spec = spec["#"]
        return {
            str(new_key(model, int(name))) if name.isascii() and name.isdecimal() else name: replace_row_keys(
                nested, inner_spec, new_key
            )
            for name, nested in value.items()
        }
    if not isinstance(value, list):
        return value
    if isinstance(spec, list):
        return [replace_row_keys(item, spec[0], new_key) for item in value]
    return [
        replace_row_keys(item, spec[position] if position < len(spec) else None, new_key)
        for position, item in enumerate(value)
    ]


def row_keys_inside(value: Any, spec: Spec) -> Iterator[tuple[str, int]]:
    """Yield each key in a value, with its model."""
    keys: list[tuple[str, int]] = []

    def collect(model: str, key: int) -> int:
        keys.append((model, key))
        return key

    # The result equals `value`; only the calls of `collect` matter.
    replace_row_keys(value, spec, collect)
    return iter(keys)


def compress_key_pairs(pairs: Iterable[tuple[int, int]]) -> list[Run]:
    """Compress pairs of old and new keys into runs of consecutive pairs, in order of the old keys."""
    runs: list[Run] = []
    for old_key, new_key in sorted(pairs):
        if runs:
            first_old, first_new, count = runs[-1]
            if old_key == first_old + count and new_key == first_new + count:
                runs[-1] = (first_old, first_new, count + 1)
                continue
        runs.append((old_key, new_key, 1))
    return runs


def expand_key_runs(runs: Iterable[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of old and new keys that `compress_key_pairs` compressed."""
    return (
        (first_old + offset, first_new + offset)
        for first_old, first_new, count in runs
        for offset in range(count)
    )


@dataclass(frozen=True, slots=True)
class OriginalKeys:
    """Maps current keys to old ones.

    `runs` holds the runs of each model in order of the current keys, and `starts` the first current key of each
    run.
    """

    starts: Mapping[str, Sequence[int]]
    runs: Mapping[str, Sequence[Run]]

    @classmethod
    def of(cls, stored: Mapping[str, Iterable[Sequence[int]]]) -> "OriginalKeys":
        """Return the map for runs of old and new keys by model, as `compress_key_pairs` makes them."""
        runs_by_model = {
            model: sorted(
                ((first_old, first_new, count) for first_old, first_new, count in runs),
                key=lambda run: run[1],
            )
            for model, runs in stored.items()
        }
        return cls(
            {
                model: [first_new for _before, first_new, _count in runs]
                for model, runs in runs_by_model.items()
            },
            runs_by_model,
        )

    def key(self, model: str, current: int) -> int:
        """Return the old key for a current key, or the same key if it is in no run."""
        position = bisect_right(self.starts.get(model, ()), current) - 1
        if position >= 0:
            first_old, first_new, count = self.runs[model][position]
            if current < first_new + count:
                return first_old + current - first_new
        return current
