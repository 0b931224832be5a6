"""The address at which phones open this installation, and QR codes for it. Plain text in, plain text out."""

import re
from collections.abc import Collection
from ipaddress import IPv4Address, ip_address
from typing import Literal
from urllib.parse import urlsplit

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused

HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)
SPECIAL = re.compile(r'([\\;,:"])')

Unreachable = Literal["", "loopback", "moved"]
"""Why phones cannot open an address: it names the machine itself, or no machine here any more."""


def clean_address(typed: str) -> str:
    """ "192.168.1.20:8000/" → "http://192.168.1.20:8000". Refused: NO_ADDRESS (typed), ADDRESS_IS_LOOPBACK (typed)."""
    text = typed.strip()
    parts = urlsplit(text if "://" in text else f"http://{text}")
    try:
        port = parts.port
    except ValueError:
        raise Refused(CoreRefusal.NO_ADDRESS, typed=typed) from None
    host = parts.hostname or ""
    bare = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(host) or not bare:
        raise Refused(CoreRefusal.NO_ADDRESS, typed=typed)
    if _is_loopback(host):
        raise Refused(CoreRefusal.ADDRESS_IS_LOOPBACK, typed=typed)
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}"


def unreachable_reason(address: str, own: Collection[str]) -> Unreachable:
    """Whether phones can open `address` while this machine has the addresses `own`.

    Only addresses of a local network can be judged: names and public ones may be routed here.
    """
    host = urlsplit(address).hostname or ""
    if _is_loopback(host):
        return "loopback"
    try:
        number = ip_address(host)
    except ValueError:
        return ""
    return "moved" if isinstance(number, IPv4Address) and number.is_private and host not in own else ""


def wifi_code(name: str, password: str) -> str:
    """The Wi-Fi code that a phone's camera reads to join; an open network without a password."""
    kind = f"T:WPA;S:{_escaped(name)};P:{_escaped(password)}" if password else f"T:nopass;S:{_escaped(name)}"
    return f"WIFI:{kind};;"


def _escaped(text: str) -> str:
    return SPECIAL.sub(r"\\\1", text)


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
