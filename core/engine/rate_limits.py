"""Rate limits: parsing them from settings, and checking an attempt."""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Literal, cast

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}

IPV6_PREFIX = 64
"""The prefix length of the IPv6 network that a provider assigns to one customer."""

Per = Literal["ip", "user", "key"]


@dataclass(frozen=True, slots=True)
class Rate:
    """At most `amount` attempts within `seconds`, for each address, account or key of the caller."""

    amount: int
    seconds: float
    per: Per

    def __str__(self) -> str:
        return f"{self.amount}/{self.seconds:g}/{self.per}"


def parse_rates(line: str | None) -> list[Rate]:
    """Parse rates such as "10/10m/key,60/d/key". Raises ValueError if they are malformed."""
    rates = []
    for part in filter(None, (text.strip() for text in (line or "").split(","))):
        amount, duration, per = part.split("/")
        if per not in ("ip", "user", "key") or duration[-1:] not in UNITS:
            raise ValueError(part)
        rates.append(Rate(int(amount), float(duration[:-1] or 1) * UNITS[duration[-1]], cast(Per, per)))
    return rates


def check_attempt(rate: Rate, attempts: Sequence[float], now: float) -> tuple[bool, list[float]]:
    """Return whether one more attempt is allowed, and the times of earlier attempts within the period."""
    recent = [time for time in attempts if time > now - rate.seconds]
    return len(recent) < rate.amount, recent


def address_for_rate_limit(address: str) -> str:
    """Return the address for which an attempt is counted.

    That is an IPv4 address itself, the network of an IPv6 address, and any other text unchanged.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(IPv6Network((ip, IPV6_PREFIX), strict=False).network_address)
    return address
