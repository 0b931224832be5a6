"""Push notices: recipients, silent hours, and allowed push services."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time, timedelta
from urllib.parse import urlsplit

from core.engine.addresses import is_public_host

TEST = "test"
"""The topic and tag of the test notice that people send to their own phone. It is sent even in silent hours."""

MAX_ENDPOINT_LENGTH = 1000


@dataclass(frozen=True, slots=True)
class Notice:
    """A push notice to a participant (`person`) or to a staff member (`member`), both given by key.

    `code` and `facts` determine its sentences. `page` is the URL name of the page it opens, if not the person's
    own page. A newer notice with the same `tag` replaces an older one. After `lasts`, the notice is no longer
    useful. A `quiet` notice updates the display without a sound.
    """

    topic: str
    code: str
    tag: str
    person: int | None = None
    member: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    lasts: timedelta = timedelta(minutes=10)
    page: str = ""
    quiet: bool = False


def is_in_silent_hours(now: time, begins: time | None, ends: time | None) -> bool:
    """Return whether `now` is in the silent hours, which may span midnight. Bounds of None mean no silent hours."""
    if begins is None or ends is None or begins == ends:
        return False
    if begins < ends:
        return begins <= now < ends
    return now >= begins or now < ends


def is_push_endpoint(address: str, *, own_network: bool) -> bool:
    """Return whether this may be the address of a push service: https, a public host and port 443.

    It must not contain a user name or password. The host name is resolved and checked again when connecting.
    `own_network` allows any host and port.
    """
    if not 0 < len(address) <= MAX_ENDPOINT_LENGTH or not address.isascii() or not address.isprintable():
        return False
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.scheme != "https" or not host or parts.username is not None or parts.password is not None:
        return False
    return own_network or (port in (None, 443) and is_public_host(host))
