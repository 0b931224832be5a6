"""The text of a token, made of its event's key and a secret. Only its digest is stored."""

import hashlib
import re

PREFIX = "stadium"
TOKEN = re.compile(rf"{PREFIX}_([1-9]\d{{0,17}})_([-\w]{{32,64}})", re.ASCII)


def token_text(event: int, secret: str) -> str:
    """Return the text of a token, such as "stadium_12_…"."""
    return f"{PREFIX}_{event}_{secret}"


def event_key_of_token(token: str) -> int | None:
    """Return the key of the event in a token, or None if it is malformed."""
    match = TOKEN.fullmatch(token)
    return int(match[1]) if match else None


def token_digest(token: str) -> str:
    """Return the SHA-256 of a token in hexadecimal."""
    # A fast hash is enough, because a secret of 256 bits cannot be guessed.
    return hashlib.sha256(token.encode()).hexdigest()
