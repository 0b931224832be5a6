"""The text of a token: the event it belongs to and a secret. The database has its digest alone."""

import hashlib
import re

PREFIX = "stadium"
WRITTEN = re.compile(rf"{PREFIX}_([1-9]\d{{0,17}})_([-\w]{{32,64}})", re.ASCII)


def written(event: int, secret: str) -> str:
    """ "stadium_12_…"."""
    return f"{PREFIX}_{event}_{secret}"


def event_of(token: str) -> int | None:
    """The key of the event a token names; None for what is no token."""
    found = WRITTEN.fullmatch(token)
    return int(found[1]) if found else None


def digest(token: str) -> str:
    """SHA-256 in hexadecimal. A secret of 256 bits needs no slow hash: nobody tries them all."""
    return hashlib.sha256(token.encode()).hexdigest()
