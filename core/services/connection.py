"""One HTTP request to one address: no redirects, no proxies, with a deadline, and with the IP address checked."""

import socket
import ssl
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from core.engine.addresses import may_connect
from core.engine.numbers import whole_number

SECONDS = 10.0
"""From connecting to the end of the answer, or of its first MOST_BYTES."""

CONNECT = 3.0
"""For each IP address of a name, so that there is time for the next one if the first is unreachable."""

MOST_BYTES = 1024
"""Bytes read of the answer."""


class Trouble(StrEnum):
    """Why a request did not arrive."""

    NONE = ""
    ANSWER = "answer"
    """The receiver answered with an error."""

    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate"
    PRIVATE = "private"
    """The address is on a private network."""

    PLAIN = "plain"
    """The address is on the Internet, but not https."""

    LARGE = "large"
    """The answer is larger than what is read of it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a request. `status` is None without an answer; `after`: seconds to wait, as the receiver asks."""

    trouble: Trouble
    status: int | None = None
    text: str = ""
    after: int = 0

    @property
    def arrived(self) -> bool:
        return self.trouble is Trouble.NONE


class PrivateAddressError(OSError):
    """The name resolves to no address that webhooks may be sent to."""


class PlainAddressError(OSError):
    """The name resolves only to addresses that webhooks may be sent to over TLS."""


def post(
    address: str, body: bytes, headers: dict[str, str], *, own_network: bool, seconds: float = SECONDS
) -> Answer:
    """POST `body`. The name is resolved once, and only checked addresses are connected to."""
    return _exchange(
        "POST", address, body, headers, own_network=own_network, seconds=seconds, most=MOST_BYTES
    )


def get(address: str, headers: dict[str, str], *, own_network: bool, seconds: float, most: int) -> Answer:
    """GET an address as `post` does. An answer of more than `most` bytes has the trouble LARGE."""
    answer = _exchange("GET", address, None, headers, own_network=own_network, seconds=seconds, most=most + 1)
    return replace(answer, trouble=Trouble.LARGE, text="") if len(answer.text.encode()) > most else answer


def _exchange(
    method: str,
    address: str,
    body: bytes | None,
    headers: dict[str, str],
    *,
    own_network: bool,
    seconds: float,
    most: int,
) -> Answer:
    """One request, of whose answer `most` bytes are read."""
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)  # without one an IPv6 address would be cut at its last colon
    http = (_Secure if secure else _Plain)(parts.hostname or "", port, timeout=seconds)
    late = _Deadline(http, seconds)
    http.own_network, http.late = own_network, late
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with late:
            http.request(method, path, body, headers)
            answer = http.getresponse()
            data = answer.read(most)
            late.require()  # a connection shut down by the deadline looks like a normal end
            text = data.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
            wait = whole_number(answer.headers.get("Retry-After", ""), digits=8) or 0
            trouble = Trouble.NONE if 200 <= answer.status < 300 else Trouble.ANSWER
            return Answer(trouble, answer.status, text, wait)
    except (OSError, HTTPException, ValueError) as error:
        return Answer(Trouble.TIMEOUT if late.over else _trouble(error))
    finally:
        http.close()


def _trouble(error: Exception) -> Trouble:
    if isinstance(error, PrivateAddressError):
        return Trouble.PRIVATE
    if isinstance(error, PlainAddressError):
        return Trouble.PLAIN
    if isinstance(error, ssl.SSLCertVerificationError):
        return Trouble.CERTIFICATE
    return Trouble.TIMEOUT if isinstance(error, TimeoutError) else Trouble.UNREACHABLE


class _Deadline:
    """Ends a connection after some seconds, even while data trickles in."""

    def __init__(self, made: HTTPConnection, seconds: float) -> None:
        self._made, self.over = made, False
        self._timer = Timer(seconds, self._end)
        self._timer.daemon = True

    def _end(self) -> None:
        self.over = True
        if (connected := self._made.sock) is not None:
            try:
                socket.socket.shutdown(connected, socket.SHUT_RDWR)
            except OSError:
                return

    def require(self) -> None:
        """TimeoutError once the deadline is over."""
        if self.over:
            raise TimeoutError

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_error: object) -> None:
        self._timer.cancel()


class _Plain(HTTPConnection):
    late: _Deadline
    own_network = False

    def connect(self) -> None:
        self.sock = _connected(self, self.late, secure=False, own_network=self.own_network)
        self.late.require()


class _Secure(HTTPSConnection):
    late: _Deadline
    own_network = False

    def __init__(self, *where: Any, **how: Any) -> None:
        self._trusted = _trusted(ssl.get_default_verify_paths().cafile or "")
        super().__init__(*where, context=self._trusted, **how)

    def connect(self) -> None:
        plain = _connected(self, self.late, secure=True, own_network=self.own_network)
        self.sock = self._trusted.wrap_socket(plain, server_hostname=self.host, do_handshake_on_connect=False)
        self.late.require()
        self.sock.do_handshake()


@cache
def _trusted(_file: str) -> ssl.SSLContext:
    """The authorities the system trusts (or the file in `SSL_CERT_FILE`), plus those of Python's packages, since small
    systems have none.
    """
    from requests.certs import where

    made = ssl.create_default_context()
    made.load_verify_locations(where())
    return made


def _connected(http: HTTPConnection, late: _Deadline, *, secure: bool, own_network: bool) -> socket.socket:
    """Connect to the first allowed address of the name that answers.

    OSError if none does, PrivateAddressError or PlainAddressError if none is allowed.
    """
    resolved = socket.getaddrinfo(http.host, http.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(address[4][0]) for address in resolved))
    allowed = [
        address for address in addresses if may_connect(address, secure=secure, own_network=own_network)
    ]
    with_tls = any(may_connect(address, secure=True, own_network=own_network) for address in addresses)
    failed: OSError = (PlainAddressError if with_tls else PrivateAddressError)(http.host)
    for address in allowed:
        late.require()
        try:
            connected = socket.create_connection((address, http.port), min(http.timeout or CONNECT, CONNECT))
        except OSError as error:
            failed = error
        else:
            connected.settimeout(http.timeout)
            return connected
    raise failed
