"""The exception for errors that a person can correct."""

from enum import StrEnum


class Refused(Exception):
    """An action that cannot be done as asked, with the facts that explain why.

    `code` is defined in the `refusals` module of an app, and its sentence in a words module of that app. `facts` are
    the plain values in the sentence. Any other error is a bug and raises another exception.
    """

    def __init__(self, code: StrEnum, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return " ".join([self.code, *(f"{name}={value!r}" for name, value in self.facts.items())])
