"""Results of the doctor's checks."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from django.utils.functional import Promise

State = Literal["good", "warning", "error"]


@dataclass(frozen=True)
class Answer:
    """The result of a check of one `part`, such as "Database".

    `says` is the finding. `advice` is what to do about it, or "" if there is no problem.
    """

    part: str
    state: State
    says: str
    advice: str = ""


@dataclass(frozen=True)
class DoctorCheck:
    """A check of one part. It stores the part's name, so that a check that fails can still be reported."""

    part: str | Promise
    ask: Callable[[], Answer]

    def __call__(self) -> Answer:
        return replace(self.ask(), part=str(self.part))

    def broken(self, says: str, advice: str) -> Answer:
        """Return the error of a check that raised an exception."""
        return replace(error_answer(says, advice), part=str(self.part))


def doctor_check_of(part: str | Promise) -> Callable[[Callable[[], Answer]], DoctorCheck]:
    """Return a decorator for the check of `part`, a function that returns an Answer without its part."""
    return lambda ask: DoctorCheck(part, ask)


def good_answer(says: str) -> Answer:
    return Answer("", "good", says)


def warning_answer(says: str, advice: str) -> Answer:
    return Answer("", "warning", says, advice)


def error_answer(says: str, advice: str) -> Answer:
    return Answer("", "error", says, advice)
