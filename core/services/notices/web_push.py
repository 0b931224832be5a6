"""Sending an encrypted message to a push service (RFC 8030, 8188, 8291, 8292)."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from core.engine.notices import is_push_endpoint
from core.models import PushSubscription
from core.services import http_client
from core.services.notices.keys import encode_base64url

SECONDS = 8.0
"""The time from connecting to the end of the answer, however slowly it arrives."""

MAX_WAIT = 60 * 60
"""The longest pause in seconds that a push service can ask for."""

TOPIC_LENGTH = 24
"""The length of the header `Topic`, of which RFC 8030 allows at most 32 characters."""


class PushResult(Enum):
    ARRIVED = "arrived"
    EXPIRED = "expired"
    """The browser ended the subscription."""

    REFUSED = "refused"
    """The push service does not accept the message, or does not accept it now."""

    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True)
class PushAnswer:
    """The outcome of sending a message.

    `again`: whether a retry makes sense; `after`: the seconds that the push service asks to wait.
    """

    result: PushResult
    again: bool = False
    after: int = 0


def send_push(subscription: PushSubscription, data: str, *, lasts: int, tag: str, urgent: bool) -> PushAnswer:
    """Send `data`, at most 3 kB of UTF-8, and return the outcome, even if sending fails.

    While the phone is off, the push service stores the message for `lasts` seconds, and only the newest message
    of each `tag`. An address that is no longer allowed counts as an expired subscription.
    """
    if not is_push_endpoint(subscription.endpoint, own_network=settings.PUSH_OWN_NETWORK):
        return PushAnswer(PushResult.EXPIRED)
    # Importing these takes half a second, and pages do not need them.
    from py_vapid import VapidException
    from pywebpush import WebPushException, webpush

    try:
        answer = webpush(
            {
                "endpoint": subscription.endpoint,
                "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
            },
            data,
            vapid_private_key=settings.VAPID_PRIVATE_KEY,
            vapid_claims={"sub": _vapid_subject(subscription)},
            ttl=lasts,
            headers={
                "Urgency": "high" if urgent else "normal",
                "Topic": encode_base64url(hashlib.sha256(tag.encode()).digest())[:TOPIC_LENGTH],
            },
            timeout=SECONDS,
            requests_session=_PushServiceSession(),
        )
    except WebPushException as error:
        answer = error.response
    except VapidException:  # an address that no key can be derived from
        return PushAnswer(PushResult.REFUSED)
    except OSError:
        return PushAnswer(PushResult.UNREACHABLE, again=True)
    if not isinstance(answer, _Posted):
        return PushAnswer(PushResult.REFUSED)

    status = answer.status_code
    if 200 <= status < 300:
        return PushAnswer(PushResult.ARRIVED)
    if status in (404, 410):
        return PushAnswer(PushResult.EXPIRED)
    if status == 429 or status >= 500:
        return PushAnswer(PushResult.REFUSED, again=True, after=min(answer.after, MAX_WAIT))
    return PushAnswer(PushResult.REFUSED)


def _vapid_subject(subscription: PushSubscription) -> str:
    """Return the VAPID subject: the contact address of the installation, or else the host of its address."""
    contact = str(settings.CONTACT)
    with suppress(ValidationError):
        validate_email(contact)
        return f"mailto:{contact}"
    host = urlsplit(subscription.origin).hostname or ""
    return f"https://{host}" if "." in host else "https://localhost"


class _PushServiceSession:
    """The session that pywebpush posts with.

    It connects only to checked addresses, with a deadline and without a proxy, as webhooks do.
    """

    def post(self, endpoint: str, data: bytes, headers: Mapping[str, str], timeout: float) -> "_Posted":
        own_network = settings.PUSH_OWN_NETWORK
        answer = http_client.post_to_url(
            endpoint, data, dict(headers), own_network=own_network, seconds=timeout
        )
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


def push_service_of(subscription: PushSubscription) -> tuple[str, int]:
    """Return the host and port of the push service."""
    parts = urlsplit(subscription.endpoint)
    return parts.hostname or "", parts.port or 443
