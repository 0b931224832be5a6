"""One request to one address: no redirects, no proxies, no more time than it is given, no IP address unchecked."""

import socket
import ssl
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from core.engine.addresses import may_connect

SECONDS = 10.0
"""From the connection to the end of what is kept of the answer."""

CONNECT = 3.0
"""For each address of a name: where the first one is not reached the next one has time."""

MOST_BYTES = 1024
"""Bytes of the answer."""


class Trouble(StrEnum):
    """Why nothing arrived."""

    NONE = ""
    ANSWER = "answer"
    """The receiver answered with an error."""

    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate"
    PRIVATE = "private"
    """The address is on a private network."""

    PLAIN = "plain"
    """The address leads to the Internet, and not by https."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`status` is None where none came; `after`: seconds the receiver wants to be left alone."""

    trouble: Trouble
    status: int | None = None
    text: str = ""
    after: int = 0

    @property
    def arrived(self) -> bool:
        return self.trouble is Trouble.NONE


class PrivateAddressError(OSError):
    """The name leads to no address that webhooks may be sent to."""


class PlainAddressError(OSError):
    """The name leads to addresses that webhooks may be sent to with TLS alone."""


def post(
    address: str, body: bytes, headers: dict[str, str], *, own_network: bool, seconds: float = SECONDS
) -> Answer:
    """Send `body`. The name is looked up once, and what is connected to is the address that was checked."""
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)  # without one an IPv6 address would be cut at its last colon
    made = (_Secure if secure else _Plain)(parts.hostname or "", port, timeout=seconds)
    late = _Deadline(made, seconds)
    made.own_network, made.late = own_network, late
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with late:
            made.request("POST", path, body, headers)
            answer = made.getresponse()
            data = answer.read(MOST_BYTES)
            late.require()  # what was cut off looks like an end
            return _read(answer.status, data, answer.headers.get("Retry-After", ""))
    except (OSError, HTTPException, ValueError) as error:
        return Answer(Trouble.TIMEOUT if late.over else _trouble(error))
    finally:
        made.close()


def _read(status: int, data: bytes, after: str) -> Answer:
    text = data.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
    seconds = int(after) if after.isascii() and after.isdigit() and len(after) < 9 else 0
    return Answer(Trouble.NONE if 200 <= status < 300 else Trouble.ANSWER, status, text, seconds)


def _trouble(error: Exception) -> Trouble:
    if isinstance(error, PrivateAddressError):
        return Trouble.PRIVATE
    if isinstance(error, PlainAddressError):
        return Trouble.PLAIN
    if isinstance(error, ssl.SSLCertVerificationError):
        return Trouble.CERTIFICATE
    return Trouble.TIMEOUT if isinstance(error, TimeoutError) else Trouble.UNREACHABLE


class _Deadline:
    """Ends a connection after some seconds, whatever drips in until then."""

    def __init__(self, made: HTTPConnection, seconds: float) -> None:
        self._made, self.over = made, False
        self._timer = Timer(seconds, self._end)
        self._timer.daemon = True

    def _end(self) -> None:
        self.over = True
        if (found := self._made.sock) is not None:
            try:
                socket.socket.shutdown(found, socket.SHUT_RDWR)
            except OSError:
                return

    def require(self) -> None:
        """TimeoutError once it is over."""
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
    """Whom the system trusts (or the file in `SSL_CERT_FILE`), and the authorities that come with Python's packages,
    since small systems know none.
    """
    from requests.certs import where

    made = ssl.create_default_context()
    made.load_verify_locations(where())
    return made


def _connected(made: HTTPConnection, late: _Deadline, *, secure: bool, own_network: bool) -> socket.socket:
    """A connection to the first address of the name that answers, of those that may be connected to.

    OSError where none does, PrivateAddressError and PlainAddressError where none may be.
    """
    found = socket.getaddrinfo(made.host, made.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    allowed = [one for one in addresses if may_connect(one, secure=secure, own_network=own_network)]
    with_tls = any(may_connect(one, secure=True, own_network=own_network) for one in addresses)
    failed: OSError = (PlainAddressError if with_tls else PrivateAddressError)(made.host)
    for one in allowed:
        late.require()
        try:
            found_socket = socket.create_connection((one, made.port), min(made.timeout or CONNECT, CONNECT))
        except OSError as error:
            failed = error
        else:
            found_socket.settimeout(made.timeout)
            return found_socket
    raise failed
