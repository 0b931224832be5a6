"""Files of cases as JSON, shared by the commands that answer them."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from core.engine.facts import Facts
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.sentences import refusal_text, unreadable_text

Case = Mapping[str, Any]
UNREADABLE = 2
"""Exit code if a file, or a case in it, cannot be read."""

STDIN = "-"


def read_cases(name: str) -> tuple[list[object], bool]:
    """The cases of a file, or of standard input, and whether it is a list.

    One object is one case; a list, or an object with `cases`, has several. CommandError with exit code 2 if the file
    cannot be read or contains no object.
    """
    try:
        found = json.loads(sys.stdin.read() if name == STDIN else Path(name).read_bytes())
    except OSError as error:
        raise CommandError(unreadable_text(error), returncode=UNREADABLE) from error
    except (ValueError, RecursionError) as error:
        refused = Refused(CoreRefusal.CASES_UNREADABLE, why=error)
        raise CommandError(refusal_text(refused), returncode=UNREADABLE) from error
    rows = found.get("cases", found) if isinstance(found, dict) else found
    cases = rows if isinstance(rows, list) else [rows]
    if not any(isinstance(case, dict) for case in cases):
        raise CommandError(refusal_text(Refused(CoreRefusal.NO_CASES)), returncode=UNREADABLE)
    return cases, isinstance(rows, list)


def answers(cases: Iterable[object], answer: Callable[[Case], Facts]) -> list[Facts]:
    """The answer to each case; {id, refused, message} for one that is refused, without affecting the others."""
    return [_answered(case, answer) for case in cases]


def _answered(case: object, answer: Callable[[Case], Facts]) -> Facts:
    if not isinstance(case, Mapping):
        return _refused(None, Refused(CoreRefusal.CASE_IS_NO_OBJECT))
    try:
        return answer(case)
    except Refused as refused:
        return _refused(case.get("id"), refused)


def _refused(case: object, refused: Refused) -> Facts:
    return {"id": case, "refused": refused.code, "message": refusal_text(refused)}


def refusals(found: Iterable[Facts]) -> list[str]:
    """The messages of the cases that were refused."""
    return [str(answer["message"]) for answer in found if "refused" in answer]


def printed(found: list[Facts], *, several: bool) -> str:
    """Answers as JSON: a list for a list of cases."""
    return json.dumps(found if several else found[0], ensure_ascii=False, indent=1)
