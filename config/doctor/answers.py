"""Results of the doctor's checks."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from django.utils.functional import Promise

State = Literal["good", "warning", "error"]


@dataclass(frozen=True)
class Answer:
    """The result of a check of one `part`, such as "Database".

    `says` is the finding, and `advice` what to do about it, "" if all is well.
    """

    part: str
    state: State
    says: str
    advice: str = ""


@dataclass(frozen=True)
class Check:
    """A check of one part, whose name is known even if the check fails."""

    part: str | Promise
    ask: Callable[[], Answer]

    def __call__(self) -> Answer:
        return replace(self.ask(), part=str(self.part))

    def broken(self, says: str, advice: str) -> Answer:
        return replace(error(says, advice), part=str(self.part))


def check_of(part: str | Promise) -> Callable[[Callable[[], Answer]], Check]:
    """Return a decorator that makes a function, which returns an Answer without its part, the check of `part`."""
    return lambda ask: Check(part, ask)


def good(says: str) -> Answer:
    return Answer("", "good", says)


def warning(says: str, advice: str) -> Answer:
    return Answer("", "warning", says, advice)


def error(says: str, advice: str) -> Answer:
    return Answer("", "error", says, advice)
