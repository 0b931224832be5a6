"""The input of a case, parsed strictly: a missing or wrong field is named."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cards.engine.settings import CHOICES, is_choice
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused

NUMBERED = 10_000
"""Upper limit of every number in a draft."""


class Input:
    """The `input` of one case. Every accessor raises Refused(CASE_UNREADABLE) with the field it could not read."""

    def __init__(self, case: str, values: object) -> None:
        self.case = case
        if not isinstance(values, Mapping):
            self._unreadable("input")
        self.values: Mapping[str, Any] = values  # type: ignore[assignment]

    def _unreadable(self, name: str) -> None:
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=self.case, field=name)

    def integer(self, name: str, usual: int | None = None) -> int:
        """A whole number from 0. Refused: CASE_UNREADABLE (case, field)."""
        value = self.values.get(name)
        value = usual if value is None else value
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= NUMBERED:
            raise Refused(CoreRefusal.CASE_UNREADABLE, case=self.case, field=name)
        return value

    def maybe(self, name: str) -> int | None:
        return None if self.values.get(name) is None else self.integer(name)

    def wholes(self, name: str) -> Iterator[int]:
        """The numbers of a list; none if it is missing."""
        for value in self._list(name):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= NUMBERED:
                self._unreadable(name)
            yield value

    def texts(self, name: str) -> Iterator[str]:
        for value in self._list(name):
            if not isinstance(value, str):
                self._unreadable(name)
            yield value

    def text(self, name: str, usual: str | None = None) -> str:
        """A text. Refused: CASE_UNREADABLE (case, field)."""
        value = self.values.get(name)
        value = usual if value is None else value
        if not isinstance(value, str):
            raise Refused(CoreRefusal.CASE_UNREADABLE, case=self.case, field=name)
        return value

    def yes(self, name: str, *, usual: bool = False) -> bool:
        """A boolean, `usual` if it is missing."""
        answer = self.optional_bool(name)
        return usual if answer is None else answer

    def optional_bool(self, name: str) -> bool | None:
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            self._unreadable(name)
        return value

    def one_of(self, name: str, words: Collection[str], usual: str) -> str:
        """One of `words`, `usual` if it is missing."""
        value = self.text(name, usual)
        if value not in words:
            self._unreadable(name)
        return value

    def inside(self, name: str) -> "Input":
        """A nested object of the input."""
        if not isinstance(self.values.get(name), Mapping):
            self._unreadable(name)
        return Input(self.case, self.values[name])

    def settings(self) -> dict[str, str]:
        """The settings, each with a valid choice."""
        settings = {} if self.values.get("settings") is None else self.values["settings"]
        if not isinstance(settings, Mapping):
            self._unreadable("settings")
        named = {str(name): str(value) for name, value in settings.items()}
        if any(name in CHOICES and not is_choice(named, name) for name in named):
            self._unreadable("settings")
        return named

    def _list(self, name: str) -> list[Any]:
        values = [] if self.values.get(name) is None else self.values[name]
        if not isinstance(values, list):
            self._unreadable(name)
        return list(values)
