"""The VAPID key that identifies this installation to push services (RFC 8292)."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache

from django.conf import settings

AUTH_BYTES = 16
"""The length of a browser's authentication secret (RFC 8291)."""


def vapid_public_key() -> str:
    """Return the public half of the key as base64url of 65 bytes, the format of `pushManager.subscribe`."""
    return _derive_public_key(settings.VAPID_PRIVATE_KEY)


@cache
def _derive_public_key(private_key: str) -> str:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(decode_base64url(private_key), "big")
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return encode_base64url(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def decode_base64url(text: str) -> bytes:
    """Decode base64url, with or without padding. Raises ValueError if it is malformed."""
    if not text.isascii():
        raise ValueError(text)
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode_base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def is_browser_public_key(text: str) -> bool:
    """Return whether a browser's `p256dh` is a point on the curve P-256."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(text))
    except ValueError:
        return False
    return True


def is_browser_auth_secret(text: str) -> bool:
    """Return whether a browser's `auth` has the length of an authentication secret."""
    try:
        return len(decode_base64url(text)) == AUTH_BYTES
    except ValueError:
        return False
