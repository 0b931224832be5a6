"""The VAPID key that identifies this installation to push services (RFC 8292)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache

from django.conf import settings


def public_key() -> str:
    """The public half as base64url, 65 bytes, as `pushManager.subscribe` takes it."""
    return _public_key(settings.VAPID_PRIVATE_KEY)


@cache
def _public_key(private: str) -> str:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(decoded(private), "big")
    key = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return encoded(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def decoded(text: str) -> bytes:
    """Decode base64url, with or without padding. ValueError if malformed."""
    if not text.isascii():
        raise ValueError(text)
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def is_public_key(text: str) -> bool:
    """Whether a browser's `p256dh` is a point on the curve P-256."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(text))
    except ValueError:
        return False
    return True
