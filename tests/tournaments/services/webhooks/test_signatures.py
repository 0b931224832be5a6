"""What signs a message, how long a signature is valid, and that no part of a message can be changed."""

from base64 import b64decode, b64encode
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from hmac import new

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from core.models import Webhook
from core.services.webhooks.signatures import new_webhook_secret, signed_headers
from tests import build

NOW = build.NOON


def hook(**more: object) -> Webhook:
    return Webhook(secret=new_webhook_secret(), **more)


@settings(deadline=None)
@given(st.text(max_size=200), st.from_regex(r"[\w-]{1,30}", fullmatch=True), st.integers(0, 4 * 10**9))
def test_a_signature_is_the_one_of_the_specification(body: str, message: str, seconds: int):
    """HMAC-SHA256 with the bytes of the secret over id, time and body, joined by dots."""
    made = hook()
    at = datetime.fromtimestamp(seconds, UTC)
    found = signed_headers(made, message, body, now=at)
    key = b64decode(made.secret.removeprefix("whsec_"))
    digest = new(key, f"{message}.{seconds}.".encode() + body.encode(errors="surrogatepass"), sha256).digest()
    assert found["webhook-signature"] == f"v1,{b64encode(digest).decode()}"
    assert (found["webhook-id"], found["webhook-timestamp"]) == (message, str(seconds))


@settings(deadline=None)
@given(st.text("abc{}", max_size=20), st.text("abc{}", max_size=20))
def test_another_body_another_time_or_another_secret_does_not_fit(body: str, other: str):
    assume(body != other)
    made, now = hook(), datetime.now(UTC)
    sent = signed_headers(made, "msg_1", body, now=now)
    verifier = Verifier(made.secret)
    verifier.verify(body, sent, json_parse=False)
    later = sent | {"webhook-timestamp": str(int(now.timestamp()) + 1)}
    for secret, text, given_headers in (
        (made.secret, other, sent),
        (new_webhook_secret(), body, sent),
        (made.secret, body, later),
        (made.secret, body, sent | {"webhook-id": "msg_2"}),
    ):
        with pytest.raises(WebhookVerificationError):
            Verifier(secret).verify(text, given_headers, json_parse=False)


def test_the_secret_before_signs_along_for_a_day():
    before, now = new_webhook_secret(), datetime.now(UTC)
    made = hook(secret_before=before, secret_before_until=now + timedelta(hours=24))
    sent = signed_headers(made, "msg_1", "{}", now=now)
    for secret in (made.secret, before):
        Verifier(secret).verify("{}", sent)
    assert " " not in signed_headers(made, "msg_1", "{}", now=now + timedelta(hours=24))["webhook-signature"]


def test_secrets_are_long_and_never_the_same():
    made = {new_webhook_secret() for _one in range(50)}
    assert len(made) == 50
    assert {len(b64decode(one.removeprefix("whsec_"))) for one in made} == {32}
