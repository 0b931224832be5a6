"""Forms a phone stored before sending (`static/js/unsent.js`): whether and how long they waited, and the answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, JsonResponse

from core.engine.numbers import whole_number

KEY = "idempotency_key"
SENT_BY_SCRIPT, AGE = "X-Unsent", "X-Unsent-Age"
SHAPE = re.compile(r"[0-9A-Za-z-]{8,60}")
LONGEST_AGE = timedelta(days=7)
CONFLICT = 409


@dataclass(frozen=True, slots=True)
class Anyway:
    """An offer to a player whose entry conflicts with the current one: a button `text` that sends the entry again with
    the fields `put` set.
    """

    text: str
    put: Mapping[str, str]


def key_of(request: HttpRequest) -> str:
    """The idempotency key of the form, prefixed with the user's; "" without one."""
    key = request.POST.get(KEY, "") if request.method == "POST" else ""
    return f"{request.user.pk or '-'}:{key}" if SHAPE.fullmatch(key) else ""


def is_idempotent(request: HttpRequest) -> bool:
    """Whether the script sent this request; it stores what gets no answer and expects the outcome as JSON."""
    return SENT_BY_SCRIPT in request.headers


def has_waited(request: HttpRequest) -> bool:
    """Whether the request waited on the phone for a while, so that a question might not be answered."""
    return request.headers.get(SENT_BY_SCRIPT) == "later"


def typed_at(request: HttpRequest, now: datetime) -> datetime:
    """When this was entered, by the waiting time the phone reports."""
    # An age, not a moment: the clock of a phone may be wrong.
    seconds = whole_number(request.headers.get(AGE, ""), digits=6) or 0
    return now - min(timedelta(seconds=seconds), LONGEST_AGE)


def conflict(refused: str, stands: str = "", anyway: Anyway | None = None) -> JsonResponse:
    """Refuse with status 409: {"refused": why, "stands": the current value, "anyway": {"text": …, "set": …}}."""
    facts: dict[str, Any] = {"refused": refused}
    if stands:
        facts["stands"] = stands
    if anyway:
        facts["anyway"] = {"text": anyway.text, "set": dict(anyway.put)}
    return JsonResponse(facts, status=CONFLICT)
