"""Checks of addresses that this installation may send to, on the internet or the local network."""

from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from core.engine.refusals import CoreRefusal

MAX_ADDRESS_LENGTH = 500


SPECIAL = tuple(
    map(
        ip_network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            *("224.0.0.0/4", "240.0.0.0/4"),
            *("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
        ),
    )
)
"""Addresses in IANA's registries of special addresses. No receiver has one, even if it is globally reachable."""


UNICAST = IPv6Network("2000::/3")
"""The part of IPv6 that is assigned to the Internet so far."""


LAN = tuple(
    map(
        ip_network,
        (
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "::1/128",
            "fc00::/7",
        ),
    )
)


"""Addresses of this machine and of other machines on the installation's network."""

NAT64 = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that lead to the IPv4 address in their last 32 bits."""


METADATA = frozenset(map(ip_address, ("100.100.100.200", "fd00:ec2::254", "fd20:ce::254", "192.0.0.192")))
"""Cloud metadata addresses outside link-local ranges; requests to them reveal secrets of the machine."""


LOCAL_DOMAINS = ("local", "localhost", "internal", "lan", "home")
"""Top-level names that no name server on the Internet resolves."""


def webhook_address_fault(address: str, *, own_network: bool) -> StrEnum | None:
    """Return the refusal code of a URL that a webhook cannot use, or None. Does not resolve the host name.

    `own_network` also allows addresses on the installation's own network and any host name. TLS is then not
    required here, since `may_send_webhook_to` checks each connection.
    """
    if not 0 < len(address) <= MAX_ADDRESS_LENGTH or not address.isascii() or not address.isprintable():
        return CoreRefusal.WEBHOOK_ADDRESS_ODD
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return CoreRefusal.WEBHOOK_ADDRESS_ODD
    if (
        parts.scheme not in ("http", "https")
        or not host
        or " " in address
        or port == 0
        or "@" in parts.netloc
    ):
        return CoreRefusal.WEBHOOK_ADDRESS_ODD
    ip, public = _ip_of_host(host), is_public_host(host)
    if own_network:
        return None if public or ip is None or _is_on_lan(ip) else CoreRefusal.WEBHOOK_ADDRESS_PRIVATE
    if not public:
        return CoreRefusal.WEBHOOK_ADDRESS_PRIVATE
    return None if parts.scheme == "https" else CoreRefusal.WEBHOOK_NEEDS_HTTPS


def may_send_webhook_to(address: str, *, secure: bool, own_network: bool) -> bool:
    """Return whether a webhook may be sent to this IP address.

    The Internet requires TLS. With `own_network`, the own network is allowed too, with or without TLS. Link-local,
    cloud metadata and multicast addresses are never allowed.
    """
    ip = _ip_of_host(address)
    if ip is None:
        return False
    return secure if _is_public_ip(ip) else own_network and _is_on_lan(ip)


def is_public_host(host: str) -> bool:
    """Return whether a host name or IP address may be on the Internet. Does not resolve the name."""
    ip = _ip_of_host(host)
    if ip is not None:
        return _is_public_ip(ip)
    # A public name has a dot and ends in letters. Some resolvers read 0x7f.1 and 127.1 as IP addresses.
    _rest, dot, top_level = host.rstrip(".").rpartition(".")
    is_alphabetic = top_level.isalpha() or top_level.lower().startswith("xn--")
    return bool(dot) and is_alphabetic and top_level.lower() not in LOCAL_DOMAINS


def _ip_of_host(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address of a host, unwrapping IPv4 addresses embedded in IPv6. Return None for a name."""
    try:
        ip = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    if isinstance(ip, IPv4Address):
        return ip
    if ip in NAT64:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip


def _is_public_ip(ip: IPv4Address | IPv6Address) -> bool:
    if isinstance(ip, IPv6Address) and ip not in UNICAST:
        return False
    return ip.is_global and not any(ip in network for network in SPECIAL)


def _is_on_lan(ip: IPv4Address | IPv6Address) -> bool:
    return ip not in METADATA and any(ip in network for network in LAN)
