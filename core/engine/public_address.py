"""The address at which phones open this installation, and the texts of QR codes for it."""

import re
from collections.abc import Collection
from ipaddress import IPv4Address, ip_address
from typing import Literal
from urllib.parse import urlsplit

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused

HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)
SPECIAL = re.compile(r'([\\;,:"])')
"""Characters that are escaped in a Wi-Fi code."""

Unreachable = Literal["", "loopback", "moved"]
"""The reason why phones cannot open an address: it is a loopback address, or this machine no longer has it."""


def clean_address(typed: str) -> str:
    """Return a typed address as a URL without a path: "192.168.1.20:8000/" → "http://192.168.1.20:8000".

    Refused: NO_ADDRESS (typed), ADDRESS_IS_LOOPBACK (typed).
    """
    text = typed.strip()
    parts = urlsplit(text if "://" in text else f"http://{text}")
    try:
        port = parts.port
    except ValueError:
        raise Refused(CoreRefusal.NO_ADDRESS, typed=typed) from None
    host = parts.hostname or ""
    is_bare = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(host) or not is_bare:
        raise Refused(CoreRefusal.NO_ADDRESS, typed=typed)
    if _is_loopback(host):
        raise Refused(CoreRefusal.ADDRESS_IS_LOOPBACK, typed=typed)
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}"


def unreachable_reason(address: str, own_addresses: Collection[str]) -> Unreachable:
    """Return the reason why phones cannot open `address`, or "". `own_addresses` are the addresses of this machine.

    Only addresses on a local network can be judged, since names and public addresses may be routed to this machine.
    """
    host = urlsplit(address).hostname or ""
    if _is_loopback(host):
        return "loopback"
    try:
        ip = ip_address(host)
    except ValueError:
        return ""
    return "moved" if isinstance(ip, IPv4Address) and ip.is_private and host not in own_addresses else ""


def wifi_qr_text(name: str, password: str) -> str:
    """Return the text of a QR code for joining a Wi-Fi network, an open network if there is no password."""
    fields = (
        f"T:WPA;S:{_escape_wifi_text(name)};P:{_escape_wifi_text(password)}"
        if password
        else f"T:nopass;S:{_escape_wifi_text(name)}"
    )
    return f"WIFI:{fields};;"


def _escape_wifi_text(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
