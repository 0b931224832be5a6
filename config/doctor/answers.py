"""What the doctor says of one part."""

from dataclasses import dataclass
from typing import Literal

State = Literal["good", "warning", "error"]


@dataclass(frozen=True)
class Answer:
    """`part` is a name such as "Database", `says` what was found, `advice` what to do; empty where all is well."""

    part: str
    state: State
    says: str
    advice: str = ""


def good(part: str, says: str) -> Answer:
    return Answer(part, "good", says)


def warning(part: str, says: str, advice: str) -> Answer:
    return Answer(part, "warning", says, advice)


def error(part: str, says: str, advice: str) -> Answer:
    return Answer(part, "error", says, advice)
