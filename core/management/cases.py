"""Reading cases from JSON files and answering them, for several commands."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from core.engine.code_labels import Facts
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.sentences import refusal_text, unreadable_file_text

Case = Mapping[str, Any]
UNREADABLE = 2
"""The exit code if a file, or a case in it, cannot be read."""

STDIN = "-"


def read_cases(name: str) -> tuple[list[object], bool]:
    """Return the cases of a file, or of standard input, and whether it is a list.

    A single object is one case; a list, or an object with `cases`, holds several. Raises CommandError with exit code
    2 if the file cannot be read or contains no object.
    """
    try:
        content = json.loads(sys.stdin.read() if name == STDIN else Path(name).read_bytes())
    except OSError as error:
        raise CommandError(unreadable_file_text(error), returncode=UNREADABLE) from error
    except (ValueError, RecursionError) as error:
        refused = Refused(CoreRefusal.CASES_UNREADABLE, why=error)
        raise CommandError(refusal_text(refused), returncode=UNREADABLE) from error
    content_cases = content.get("cases", content) if isinstance(content, dict) else content
    cases = content_cases if isinstance(content_cases, list) else [content_cases]
    if not any(isinstance(case, dict) for case in cases):
        raise CommandError(refusal_text(Refused(CoreRefusal.NO_CASES)), returncode=UNREADABLE)
    return cases, isinstance(content_cases, list)


def answer_cases(cases: Iterable[object], answer: Callable[[Case], Facts]) -> list[Facts]:
    """Return the answer to each case, or {id, refused, message} for a case that is refused."""
    answered: list[Facts] = []
    for case in cases:
        try:
            if not isinstance(case, Mapping):
                raise Refused(CoreRefusal.CASE_IS_NO_OBJECT)
            answered.append(answer(case))
        except Refused as refused:
            case_id = case.get("id") if isinstance(case, Mapping) else None
            answered.append({"id": case_id, "refused": refused.code, "message": refusal_text(refused)})
    return answered


def refusal_messages(answered: Iterable[Facts]) -> list[str]:
    """Return the messages of the cases that were refused."""
    return [str(answer["message"]) for answer in answered if "refused" in answer]


def answers_json(answered: list[Facts], *, as_list: bool) -> str:
    """Return answers as JSON, as a list if the cases were a list."""
    return json.dumps(answered if as_list else answered[0], ensure_ascii=False, indent=1)
