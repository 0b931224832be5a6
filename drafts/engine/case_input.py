"""Strict parsing of the input of a case. Errors state the missing or invalid field."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NoReturn

from cards.engine.rule_settings import CHOICES, has_valid_choice
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused

NUMBERED = 10_000
"""Upper limit of every number in a draft."""


class DraftCaseInput:
    """The `input` of one case. Its accessors raise Refused(CASE_UNREADABLE) with the unreadable field."""

    def __init__(self, case: str, values: object) -> None:
        self.case = case
        if not isinstance(values, Mapping):
            self._refuse_unreadable("input")
        self.values: Mapping[str, Any] = values

    def _refuse_unreadable(self, name: str) -> NoReturn:
        """Refuse the case because of the field `name`. Refused: CASE_UNREADABLE (case, field)."""
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=self.case, field=name)

    def integer(self, name: str, default: int | None = None) -> int:
        """Return a whole number of at least 0, `default` if it is missing. Refused: CASE_UNREADABLE (case, field)."""
        value = self.values.get(name)
        value = default if value is None else value
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= NUMBERED:
            raise Refused(CoreRefusal.CASE_UNREADABLE, case=self.case, field=name)
        return value

    def optional_integer(self, name: str) -> int | None:
        """Return a whole number of at least 0, or None if the field is missing."""
        return None if self.values.get(name) is None else self.integer(name)

    def integers(self, name: str) -> Iterator[int]:
        """Yield the numbers of a list; nothing if the field is missing."""
        for value in self._list_values(name):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= NUMBERED:
                self._refuse_unreadable(name)
            yield value

    def texts(self, name: str) -> Iterator[str]:
        """Yield the texts of a list; nothing if the field is missing."""
        for value in self._list_values(name):
            if not isinstance(value, str):
                self._refuse_unreadable(name)
            yield value

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text, `default` if it is missing. Refused: CASE_UNREADABLE (case, field)."""
        value = self.values.get(name)
        value = default if value is None else value
        if not isinstance(value, str):
            raise Refused(CoreRefusal.CASE_UNREADABLE, case=self.case, field=name)
        return value

    def boolean(self, name: str, *, default: bool = False) -> bool:
        """Return a boolean, `default` if the field is missing."""
        answer = self.optional_boolean(name)
        return default if answer is None else answer

    def optional_boolean(self, name: str) -> bool | None:
        """Return a boolean, or None if the field is missing."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            self._refuse_unreadable(name)
        return value

    def one_of(self, name: str, allowed: Collection[str], default: str) -> str:
        """Return one of the allowed texts, `default` if the field is missing."""
        value = self.text(name, default)
        if value not in allowed:
            self._refuse_unreadable(name)
        return value

    def nested(self, name: str) -> "DraftCaseInput":
        """Return a nested object of the input."""
        if not isinstance(self.values.get(name), Mapping):
            self._refuse_unreadable(name)
        return DraftCaseInput(self.case, self.values[name])

    def settings(self) -> dict[str, str]:
        """Return the chosen value of each setting by name; empty if the field is missing."""
        settings = {} if self.values.get("settings") is None else self.values["settings"]
        if not isinstance(settings, Mapping):
            self._refuse_unreadable("settings")
        choices = {str(name): str(value) for name, value in settings.items()}
        if any(name in CHOICES and not has_valid_choice(choices, name) for name in choices):
            self._refuse_unreadable("settings")
        return choices

    def _list_values(self, name: str) -> list[Any]:
        """Return the items of a list field, none if it is missing. Refused: CASE_UNREADABLE (case, field)."""
        values = [] if self.values.get(name) is None else self.values[name]
        if not isinstance(values, list):
            self._refuse_unreadable(name)
        return list(values)
