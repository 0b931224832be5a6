"""Signatures as specified by Standard Webhooks."""

import secrets
from base64 import b64encode
from datetime import UTC, datetime

from standardwebhooks import Webhook as Signer

from core.models import Webhook

PREFIX = "whsec_"
SECRET_BYTES = 32
CODE_BYTES = 9


def new_secret() -> str:
    """A secret of 256 bits in the format for receivers."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def new_code() -> str:
    """The prefix of a webhook's message ids."""
    return secrets.token_hex(CODE_BYTES)


def headers(hook: Webhook, message: str, body: str, *, now: datetime) -> dict[str, str]:
    """The headers of one try, signed with the secret and, for a day, with the previous one."""
    signing = [hook.secret]
    if hook.secret_before and hook.secret_before_until and now < hook.secret_before_until:
        signing.append(hook.secret_before)
    return {
        "Content-Type": "application/json",
        "User-Agent": "Stadium-Webhooks/1",
        "webhook-id": message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(
            Signer(secret).sign(message, now.astimezone(UTC), body) for secret in signing
        ),
    }
