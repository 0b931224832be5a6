"""The input of a case, read with care: what is missing or of the wrong kind is named."""

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.engine.refused import Refused

NUMBERED = 10_000
"""No number of a draft is larger."""


class Input:
    """The `input` of one case. Every question raises Refused(CASE_UNREADABLE) with the field it could not read."""

    def __init__(self, case: str, values: object) -> None:
        self.case = case
        if not isinstance(values, Mapping):
            self._unreadable("input")
        self.values: Mapping[str, Any] = values  # type: ignore[assignment]

    def _unreadable(self, name: str) -> None:
        raise Refused("CASE_UNREADABLE", case=self.case, field=name)

    def whole(self, name: str, usual: int | None = None) -> int:
        """A whole number of 0 or more."""
        value = self.values.get(name, usual)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= NUMBERED:
            raise Refused("CASE_UNREADABLE", case=self.case, field=name)
        return value

    def maybe(self, name: str) -> int | None:
        return None if self.values.get(name) is None else self.whole(name)

    def wholes(self, name: str) -> Iterator[int]:
        """The numbers of a list; none where it is missing."""
        for value in self._list(name):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= NUMBERED:
                self._unreadable(name)
            yield value

    def words(self, name: str) -> Iterator[str]:
        for value in self._list(name):
            if not isinstance(value, str):
                self._unreadable(name)
            yield value

    def text(self, name: str, usual: str | None = None) -> str:
        value = self.values.get(name, usual)
        if not isinstance(value, str):
            raise Refused("CASE_UNREADABLE", case=self.case, field=name)
        return value

    def yes(self, name: str, *, usual: bool = False) -> bool:
        return bool(self.values.get(name, usual))

    def inside(self, name: str) -> "Input":
        """An object in the input."""
        if not isinstance(self.values.get(name), Mapping):
            self._unreadable(name)
        return Input(self.case, self.values[name])

    def settings(self) -> dict[str, str]:
        found = self.values.get("settings") or {}
        if not isinstance(found, Mapping):
            self._unreadable("settings")
        return {str(name): str(value) for name, value in found.items()}

    def _list(self, name: str) -> list[Any]:
        found = self.values.get(name) or []
        if not isinstance(found, list):
            self._unreadable(name)
        return list(found)
