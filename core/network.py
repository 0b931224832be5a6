"""The network addresses of this machine, in the form that people type on a phone."""

import socket
from contextlib import suppress
from ipaddress import IPv4Address, ip_address

from django.http import HttpRequest


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses at which other machines may reach this one, likeliest first.

    The list is empty without a network.
    """
    import psutil

    states = psutil.net_if_stats()
    addresses_up = {
        address.address
        for name, addresses in psutil.net_if_addrs().items()
        for address in addresses
        if address.family == socket.AF_INET and name in states and states[name].isup
    }
    usable = {
        candidate
        for candidate in addresses_up
        if not (IPv4Address(candidate).is_loopback or IPv4Address(candidate).is_link_local)
    }
    # The likeliest address is the source address of packets to other networks. Connecting a UDP socket sends nothing.
    likeliest = ""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        likeliest = str(probe.getsockname()[0])
    return sorted(
        usable,
        key=lambda candidate: (candidate != likeliest, not candidate.startswith("192.168."), candidate),
    )


def is_from_this_machine(request: HttpRequest) -> bool:
    """Return whether the browser runs on the server's machine. Always False for a proxied request."""
    if any(name in request.META for name in ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA")):
        return False
    try:
        address = ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return address.is_loopback or str(address) in lan_addresses()
