"""The text of a token: its event and a secret. The database stores only its digest."""

import hashlib
import re

PREFIX = "stadium"
WRITTEN = re.compile(rf"{PREFIX}_([1-9]\d{{0,17}})_([-\w]{{32,64}})", re.ASCII)


def written(event: int, secret: str) -> str:
    """The text of a token: "stadium_12_…"."""
    return f"{PREFIX}_{event}_{secret}"


def event_of(token: str) -> int | None:
    """The key of the event in a token; None if it is malformed."""
    written = WRITTEN.fullmatch(token)
    return int(written[1]) if written else None


def digest(token: str) -> str:
    # SHA-256 is enough: a secret of 256 bits cannot be guessed, so no slow hash is needed.
    return hashlib.sha256(token.encode()).hexdigest()
