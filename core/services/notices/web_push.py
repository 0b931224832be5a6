"""Sending one encrypted message to a push service (RFC 8030, 8188, 8291, 8292)."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from core.engine.notices import is_endpoint
from core.models import PushSubscription
from core.services import connection
from core.services.notices.keys import encoded

SECONDS = 8.0
"""From connecting to the end of the answer, however slowly it arrives."""

LONGEST_WAIT = 60 * 60
TOPIC_LENGTH = 24


class Result(Enum):
    ARRIVED = "arrived"
    EXPIRED = "expired"
    """The browser ended the subscription."""

    REFUSED = "refused"
    """The push service does not accept it, or not now."""

    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome. `again`: whether a retry makes sense; `after`: seconds to wait, as the push service asks."""

    result: Result
    again: bool = False
    after: int = 0


def send(subscription: PushSubscription, data: str, *, lasts: int, tag: str, urgent: bool) -> Answer:
    """Send `data`, at most 3 kB of UTF-8. The push service stores it for `lasts` seconds while a phone is off, and only
    the newest of each `tag`.
    """
    if not is_endpoint(subscription.endpoint, own_network=settings.PUSH_OWN_NETWORK):
        return Answer(Result.EXPIRED)
    from py_vapid import VapidException  # imported here: it takes half a second, and no page needs it
    from pywebpush import WebPushException, webpush

    try:
        answer = webpush(
            {
                "endpoint": subscription.endpoint,
                "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
            },
            data,
            vapid_private_key=settings.VAPID_PRIVATE_KEY,
            vapid_claims={"sub": _subject(subscription)},
            ttl=lasts,
            headers={
                "Urgency": "high" if urgent else "normal",
                "Topic": encoded(hashlib.sha256(tag.encode()).digest())[:TOPIC_LENGTH],
            },
            timeout=SECONDS,
            requests_session=_Once(),
        )
    except WebPushException as error:
        answer = error.response
    except VapidException:  # an address for which no key can be derived
        return Answer(Result.REFUSED)
    except OSError:
        return Answer(Result.UNREACHABLE, again=True)
    return _answer(answer) if isinstance(answer, _Posted) else Answer(Result.REFUSED)


def _answer(answer: "_Posted") -> Answer:
    status = answer.status_code
    if 200 <= status < 300:
        return Answer(Result.ARRIVED)
    if status in (404, 410):
        return Answer(Result.EXPIRED)
    if status == 429 or status >= 500:
        return Answer(Result.REFUSED, again=True, after=min(answer.after, LONGEST_WAIT))
    return Answer(Result.REFUSED)


def _subject(subscription: PushSubscription) -> str:
    """The VAPID subject: the contact of the installation, else the host of its address."""
    contact = str(settings.CONTACT)
    with suppress(ValidationError):
        validate_email(contact)
        return f"mailto:{contact}"
    host = urlsplit(subscription.origin).hostname or ""
    return f"https://{host}" if "." in host else "https://localhost"


class _Once:
    """The session pywebpush posts with: checked addresses only, with a deadline and no proxy, like webhooks."""

    def post(self, endpoint: str, data: bytes, headers: Mapping[str, str], timeout: float) -> "_Posted":
        own_network = settings.PUSH_OWN_NETWORK
        answer = connection.post(endpoint, data, dict(headers), own_network=own_network, seconds=timeout)
        if answer.status is None:
            raise ConnectionError(str(answer.trouble))
        return _Posted(answer.status, answer.text, answer.after)


@dataclass(frozen=True, slots=True)
class _Posted:
    """An answer with the attributes that pywebpush reads."""

    status_code: int
    text: str
    after: int
    reason: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def service_of(subscription: PushSubscription) -> tuple[str, int]:
    """The host and port of its push service."""
    parts = urlsplit(subscription.endpoint)
    return parts.hostname or "", parts.port or 443
