"""Signatures as specified by Standard Webhooks."""

import secrets
from base64 import b64encode
from datetime import UTC, datetime

from standardwebhooks import Webhook as Signer

from core.models import Webhook

PREFIX = "whsec_"
"""The prefix of secrets in Standard Webhooks."""

SECRET_BYTES = 32
CODE_BYTES = 9
"""Random bytes of a secret, and of the code that begins a webhook's message ids."""


def new_webhook_secret() -> str:
    """Create a secret of 256 bits, in the format of Standard Webhooks."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def new_webhook_code() -> str:
    """Create the prefix of a webhook's message ids."""
    return secrets.token_hex(CODE_BYTES)


def signed_headers(hook: Webhook, message: str, body: str, *, now: datetime) -> dict[str, str]:
    """Return the HTTP headers of one try to send a message, signed with the webhook's secret.

    For a day after the secret is changed, the message is also signed with the previous secret.
    """
    secrets_to_sign = [hook.secret]
    if hook.secret_before and hook.secret_before_until and now < hook.secret_before_until:
        secrets_to_sign.append(hook.secret_before)
    return {
        "Content-Type": "application/json",
        "User-Agent": "Stadium-Webhooks/1",
        "webhook-id": message,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(
            Signer(secret).sign(message, now.astimezone(UTC), body) for secret in secrets_to_sign
        ),
    }
