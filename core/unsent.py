"""Forms stored on a phone before sending (`static/js/unsent/`): their waiting time, and responses."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NotRequired, TypedDict

from django.http import HttpRequest, JsonResponse

from core.engine.numbers import whole_number

KEY = "idempotency_key"
"""The form field with a random key that identifies a form sent twice."""

SENT_BY_SCRIPT, AGE = "X-Unsent", "X-Unsent-Age"
"""Headers of requests from the script: "later" if the request was stored, and its waiting time in seconds."""

SHAPE = re.compile(r"[0-9A-Za-z-]{8,60}")
"""A well-formed idempotency key."""

MAX_AGE = timedelta(days=7)
"""The longest wait that a phone can claim."""

CONFLICT = 409


@dataclass(frozen=True, slots=True)
class Anyway:
    """An offer to save a form although it conflicts with the current value.

    It is a button labeled `text` that sends the form again with the fields `put` set.
    """

    text: str
    put: Mapping[str, str]


def idempotency_key(request: HttpRequest) -> str:
    """Return the idempotency key of the form, prefixed with the key of the user.

    Return "" if the form has none or a malformed one.
    """
    key = request.POST.get(KEY, "") if request.method == "POST" else ""
    return f"{request.user.pk or '-'}:{key}" if SHAPE.fullmatch(key) else ""


def is_sent_by_script(request: HttpRequest) -> bool:
    """Return whether the script sent this request.

    The script stores requests that get no answer, and expects the outcome as JSON.
    """
    return SENT_BY_SCRIPT in request.headers


def was_sent_later(request: HttpRequest) -> bool:
    """Return whether the phone stored the request and sent it later.

    The user may have left the page in the meantime.
    """
    return request.headers.get(SENT_BY_SCRIPT) == "later"


def form_typed_at(request: HttpRequest, now: datetime) -> datetime:
    """Return the time when the form was filled in, according to the waiting time that the phone reports.

    A waiting time above MAX_AGE counts as MAX_AGE, and a missing or malformed one as 0.
    """
    # The phone reports an age, not a time, since its clock may be wrong.
    seconds = whole_number(request.headers.get(AGE, ""), digits=6) or 0
    return now - min(timedelta(seconds=seconds), MAX_AGE)


class Override(TypedDict):
    """A button that saves the entry despite the conflict: its text, and the fields that it sets."""

    text: str
    set: dict[str, str]


class Conflict(TypedDict):
    """The reason why an entry is refused. `stands`: the current value."""

    refused: str
    stands: NotRequired[str]
    anyway: NotRequired[Override]


def conflict_response(refused: str, stands: str = "", anyway: Anyway | None = None) -> JsonResponse:
    """Return a response with status 409 that refuses an entry.

    Its JSON is {"refused": why, "stands": current value, "anyway": {"text": …, "set": …}}.
    """
    conflict = Conflict(refused=refused)
    if stands:
        conflict["stands"] = stands
    if anyway:
        conflict["anyway"] = Override(text=anyway.text, set=dict(anyway.put))
    return JsonResponse(conflict, status=CONFLICT)
