"""Search the spellings of card names: those that contain a text, and those that resemble one."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from rapidfuzz import fuzz, process

NEAR = 60.0
"""The lowest similarity, out of 100, at which a name is suggested."""

MIN_WITHIN = 3
"""The minimum length of a text for which all names that contain it count as similar."""

_LEAST_JOINED = 4
"""The minimum length of a text that is also searched ignoring spaces in names: "ultraball"."""


@dataclass(frozen=True)
class Spellings:
    """Folded spellings in their order, each with the keys of the names that it may mean."""

    keys: Mapping[str, Sequence[str]]

    def containing(self, plain: str) -> Iterator[str]:
        """Yield the spellings that contain a folded text, even across spaces, in their order."""
        joined = plain.replace(" ", "")
        # Without its spaces, a spelling that contains the text contains the joined text as well.
        is_joined = len(joined) >= _LEAST_JOINED
        positions = self._joined_lines.positions_of(joined) if is_joined else self._lines.positions_of(plain)
        return (self._all[position] for position in positions)

    def similar(self, plain: str, limit: int) -> list[str]:
        """Return the spellings most similar to a folded text; among equals, in their order."""
        matches = process.extract(plain, self._all, scorer=fuzz.ratio, limit=limit, score_cutoff=NEAR)
        return [spelling for spelling, _score, _position in matches]

    def similar_to_each(self, texts: Sequence[str], limit: int) -> list[list[str]]:
        """Return what `similar` returns for each text. One pass for all takes a fraction of the time."""
        if not texts:
            return []
        import numpy as np

        scores = process.cdist(texts, self._all, scorer=fuzz.ratio, score_cutoff=NEAR, dtype=np.float64)
        similar = []
        for row in scores:
            positions = np.flatnonzero(row)
            order = np.argsort(-row[positions], kind="stable")[:limit]
            similar.append([self._all[position] for position in positions[order].tolist()])
        return similar

    def build_lines(self) -> None:
        """Build and import what is otherwise built and imported during the first search."""
        _ = self._lines, self._joined_lines
        self.similar_to_each([""], 1)

    @cached_property
    def _all(self) -> list[str]:
        return list(self.keys)

    @cached_property
    def _lines(self) -> "_Lines":
        return _Lines.of(self._all)

    @cached_property
    def _joined_lines(self) -> "_Lines":
        return _Lines.of([spelling.replace(" ", "") for spelling in self._all])


@dataclass(frozen=True, slots=True)
class _Lines:
    """Texts as the lines of one text, which is searched faster than each of them. `starts`: where each begins."""

    text: str
    starts: list[int]

    @classmethod
    def of(cls, texts: Sequence[str]) -> "_Lines":
        return cls("\n".join([*texts, ""]), list(accumulate((len(text) + 1 for text in texts), initial=0)))

    def positions_of(self, part: str) -> Iterator[int]:
        """Yield the position of each line that contains a part, which has no line break."""
        at = self.text.find(part)
        while at >= 0:
            position = bisect_right(self.starts, at) - 1
            yield position
            at = self.text.find(part, self.starts[position + 1])


def match_rank(spelling: str, plain: str) -> int:
    """Return the rank of a match: 0 at the beginning, 1 as whole words, 2 at the beginning of a word, 3 otherwise."""
    joined = plain.replace(" ", "")
    if spelling.startswith(plain) or (
        len(joined) >= _LEAST_JOINED and spelling.replace(" ", "").startswith(joined)
    ):
        return 0
    if f" {plain} " in f"{spelling} ":
        return 1
    return 2 if f" {plain}" in spelling else 3


def keys_by_spelling(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Group the keys of pairs of a spelling and a key by spelling, without duplicates."""
    groups: dict[str, dict[str, None]] = {}
    for spelling, key in pairs:
        groups.setdefault(spelling, {})[key] = None
    return {spelling: list(keys) for spelling, keys in groups.items()}
