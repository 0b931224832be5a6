"""What a phone stored before it sent it (`static/js/unsent.js`): whether it waited there, how long, what it is told."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, JsonResponse

KEY = "idempotency_key"
SENT_BY_SCRIPT, AGE = "X-Unsent", "X-Unsent-Age"
SHAPE = re.compile(r"[0-9A-Za-z-]{8,60}")
LONGEST_AGE = timedelta(days=7)
CONFLICT = 409


@dataclass(frozen=True, slots=True)
class Anyway:
    """What a player may do where something else stands by now: a button `text`, which sends the entry once more with
    these fields `put` in it.
    """

    text: str
    put: Mapping[str, str]


def key_of(request: HttpRequest) -> str:
    """The key the form carries, with whose it is; "" without one."""
    key = request.POST.get(KEY, "") if request.method == "POST" else ""
    return f"{request.user.pk or '-'}:{key}" if SHAPE.fullmatch(key) else ""


def is_idempotent(request: HttpRequest) -> bool:
    """Whether the script sends this, which keeps what gets no answer: it is told in JSON what came of it."""
    return SENT_BY_SCRIPT in request.headers


def has_waited(request: HttpRequest) -> bool:
    """Whether this lay on the phone for a while: nobody may be there to answer a question."""
    return request.headers.get(SENT_BY_SCRIPT) == "later"


def typed_at(request: HttpRequest, now: datetime) -> datetime:
    """When this was entered, by how long the phone says it waited: the clock of a phone may be wrong."""
    age = request.headers.get(AGE, "")
    seconds = int(age) if age.isdecimal() and len(age) < 7 else 0
    return now - min(timedelta(seconds=seconds), LONGEST_AGE)


def conflict(refused: str, stands: str = "", anyway: Anyway | None = None) -> JsonResponse:
    """Not taken: {"refused": why, "stands": what is there instead, "anyway": {"text": …, "set": …}}, status 409."""
    facts: dict[str, Any] = {"refused": refused}
    if stands:
        facts["stands"] = stands
    if anyway:
        facts["anyway"] = {"text": anyway.text, "set": dict(anyway.put)}
    return JsonResponse(facts, status=CONFLICT)
