"""Row keys inside plain values: a journal line names an entry by its key, which differs on another machine."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Spec = str | None | list[Any] | tuple[Any, ...] | Mapping[str, Any]
"""Where keys are: the name of a model for a key of it, [spec] for each item of a list, (spec, spec) for positions of a
list, {"name": spec} for named values ("*" for all others). {"#": (model, spec)}: the names themselves are keys. None,
or a value of another shape: no key.
"""

Visit = Callable[[str, int], int]
"""Maps a key of a model to its new key."""

Run = tuple[int, int, int]
"""An old key, the new key it maps to, and the number of consecutive pairs from there."""


def visit(value: Any, spec: Spec, become: Visit) -> Any:
    """Replace each key in a value."""
    if spec is None:
        return value
    if isinstance(spec, str):
        return become(spec, value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(spec, Mapping):
        return _of_mapping(value, spec, become) if isinstance(value, Mapping) else value
    if not isinstance(value, list):
        return value
    if isinstance(spec, list):
        return [visit(one, spec[0], become) for one in value]
    return [visit(one, spec[at] if at < len(spec) else None, become) for at, one in enumerate(value)]


def _of_mapping(value: Mapping[str, Any], spec: Mapping[str, Any], become: Visit) -> dict[str, Any]:
    if "#" not in spec:
        rest = spec.get("*")
        return {name: visit(one, spec.get(name, rest), become) for name, one in value.items()}
    model, inner = spec["#"]
    return {
        str(become(model, int(name))) if name.isascii() and name.isdecimal() else name: visit(
            one, inner, become
        )
        for name, one in value.items()
    }


def mentioned(value: Any, spec: Spec) -> Iterator[tuple[str, int]]:
    """Yield each key in a value, with its model."""
    found: list[tuple[str, int]] = []

    def note(model: str, key: int) -> int:
        found.append((model, key))
        return key

    visit(value, spec, note)
    return iter(found)


def runs(pairs: Iterable[tuple[int, int]]) -> list[Run]:
    """Compress pairs of old and new keys into runs of consecutive ones, in order of the old keys."""
    result: list[Run] = []
    for before, now in sorted(pairs):
        if result:
            first, became, count = result[-1]
            if before == first + count and now == became + count:
                result[-1] = (first, became, count + 1)
                continue
        result.append((before, now, 1))
    return result


def pairs(known: Iterable[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """The inverse of `runs`."""
    return ((before + step, now + step) for before, now, count in known for step in range(count))


@dataclass(frozen=True, slots=True)
class Backwards:
    """Map current keys to old ones; `starts` and `found` by model, in order of the current keys."""

    starts: Mapping[str, Sequence[int]]
    found: Mapping[str, Sequence[Run]]

    @classmethod
    def of(cls, known: Mapping[str, Iterable[Sequence[int]]]) -> "Backwards":
        found = {
            model: sorted(((a, b, c) for a, b, c in some), key=lambda run: run[1])
            for model, some in known.items()
        }
        return cls({model: [run[1] for run in some] for model, some in found.items()}, found)

    def key(self, model: str, now: int) -> int:
        """The old key of a current one; the same key if it is in no run."""
        at = bisect_right(self.starts.get(model, ()), now) - 1
        if at >= 0:
            before, became, count = self.found[model][at]
            if now < became + count:
                return before + now - became
        return now
