"""Notices on a locked phone: what they are about, when a phone stays silent, where they may be sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time, timedelta
from urllib.parse import urlsplit

from core.engine.addresses import is_public_host

FOR_PLAYERS = ("round", "pairing", "table", "check", "list")
"""My seat in a round, a changed pairing, a call or time at my table, my deck check, my deck list."""

FOR_STAFF = ("calls",)
"""Calls in the own sector."""

TEST = "test"
"""A notice somebody sends to their own phone; it comes in silent hours too."""

LONGEST_ENDPOINT = 1000


@dataclass(frozen=True, slots=True)
class Notice:
    """One thing one person is told: a player by `entry` or one of the staff by `member`, keys both.

    `code` and `facts` make its sentences. `page` names the page it opens, by its URL name, where it is another than
    the person's own one. A newer notice with the same `tag` takes the place of an older one. After `lasts` it is worth
    nothing any more. `quiet`: it changes what is shown and makes no sound.
    """

    topic: str
    code: str
    tag: str
    entry: int | None = None
    member: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    lasts: timedelta = timedelta(minutes=10)
    page: str = ""
    quiet: bool = False


def is_silent(now: time, begins: time | None, ends: time | None) -> bool:
    """Whether `now` lies in the silent hours, which may go past midnight. None: there are none."""
    if begins is None or ends is None or begins == ends:
        return False
    if begins < ends:
        return begins <= now < ends
    return now >= begins or now < ends


def is_endpoint(address: str, *, own_network: bool) -> bool:
    """Whether a push service may lie there: https, without a password, at the usual port of no private address.

    Where the name leads to is asked when it is connected to. `own_network`: it may lie anywhere, at any port.
    """
    if not 0 < len(address) <= LONGEST_ENDPOINT or not address.isascii() or not address.isprintable():
        return False
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.scheme != "https" or not host or parts.username is not None or parts.password is not None:
        return False
    return own_network or (port in (None, 443) and is_public_host(host))
