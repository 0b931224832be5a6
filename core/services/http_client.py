"""A client for a single HTTP request to one address.

It follows no redirects, uses no proxies, observes a deadline and connects only to checked IP addresses.
"""

import socket
import ssl
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from core.engine.addresses import may_send_webhook_to
from core.engine.numbers import whole_number

SECONDS = 10.0
"""The time from connecting to the end of the answer, or of its first MAX_BYTES."""

CONNECT = 3.0
"""Seconds to connect to each IP address of a name, short enough to leave time for the next address."""

MAX_BYTES = 1024
"""The number of bytes read from an answer."""


class Trouble(StrEnum):
    """The reason why a request failed."""

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
    """The answer is larger than the limit."""


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """The outcome of a request.

    `status` is None if there was no answer. `after` is the number of seconds to wait before the next request, if the
    receiver asks for a pause.
    """

    trouble: Trouble
    status: int | None = None
    text: str = ""
    after: int = 0

    @property
    def arrived(self) -> bool:
        """Whether the receiver accepted the message."""
        return self.trouble is Trouble.NONE


class PrivateAddressError(OSError):
    """Raised if a host name resolves to no address that webhooks may be sent to."""


class PlainAddressError(OSError):
    """Raised if a host name resolves only to addresses that require TLS."""


TROUBLES: dict[type[Exception], Trouble] = {
    PrivateAddressError: Trouble.PRIVATE,
    PlainAddressError: Trouble.PLAIN,
    ssl.SSLCertVerificationError: Trouble.CERTIFICATE,
    TimeoutError: Trouble.TIMEOUT,
}
"""The trouble for each exception; any other exception means that the receiver is unreachable."""


def post_to_url(
    address: str, body: bytes, headers: dict[str, str], *, own_network: bool, seconds: float = SECONDS
) -> HttpAnswer:
    """POST `body` and return the outcome, even if the request fails.

    The name is resolved once, and only checked addresses are connected to (`may_send_webhook_to`). `seconds` is the
    time limit for the whole request.
    """
    return _send_request(
        "POST", address, body, headers, own_network=own_network, seconds=seconds, most=MAX_BYTES
    )


def get_url(
    address: str, headers: dict[str, str], *, own_network: bool, seconds: float, most: int
) -> HttpAnswer:
    """GET an address under the same restrictions as `post_to_url`.

    The trouble is LARGE if the answer has more than `most` bytes.
    """
    answer = _send_request(
        "GET", address, None, headers, own_network=own_network, seconds=seconds, most=most + 1
    )
    return replace(answer, trouble=Trouble.LARGE, text="") if len(answer.text.encode()) > most else answer


def _send_request(
    method: str,
    address: str,
    body: bytes | None,
    headers: dict[str, str],
    *,
    own_network: bool,
    seconds: float,
    most: int,
) -> HttpAnswer:
    """Make a request and read at most `most` bytes of its answer."""
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    # Without a port, an IPv6 address would be cut at its last colon.
    port = parts.port or (443 if secure else 80)
    connection = (_SecureConnection if secure else _PlainConnection)(
        parts.hostname or "", port, timeout=seconds
    )
    deadline = _Deadline(connection, seconds)
    connection.own_network, connection.deadline = own_network, deadline
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with deadline:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            data = answer.read(most)
            deadline.require()  # a connection shut down by the deadline looks as if it had ended normally
            text = data.decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
            wait = whole_number(answer.headers.get("Retry-After", ""), digits=8) or 0
            trouble = Trouble.NONE if 200 <= answer.status < 300 else Trouble.ANSWER
            return HttpAnswer(trouble, answer.status, text, wait)
    except (OSError, HTTPException, ValueError) as error:
        trouble = next(
            (trouble for kind, trouble in TROUBLES.items() if isinstance(error, kind)), Trouble.UNREACHABLE
        )
        return HttpAnswer(Trouble.TIMEOUT if deadline.over else trouble)
    finally:
        connection.close()


class _Deadline:
    """A time limit after which a connection is shut down, even if data is still arriving slowly."""

    def __init__(self, http: HTTPConnection, seconds: float) -> None:
        self._http, self.over = http, False
        self._timer = Timer(seconds, self._shut_down)
        self._timer.daemon = True

    def _shut_down(self) -> None:
        self.over = True
        if (open_socket := self._http.sock) is not None:
            try:
                socket.socket.shutdown(open_socket, socket.SHUT_RDWR)
            except OSError:
                return

    def require(self) -> None:
        """Raise TimeoutError if the deadline has passed."""
        if self.over:
            raise TimeoutError

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_error: object) -> None:
        self._timer.cancel()


class _PlainConnection(HTTPConnection):
    """A connection with a deadline, which connects only to addresses that `may_send_webhook_to` allows."""

    deadline: _Deadline
    own_network = False

    def connect(self) -> None:
        self.sock = _connect(self, self.deadline, secure=False, own_network=self.own_network)
        self.deadline.require()


class _SecureConnection(HTTPSConnection):
    """A TLS connection with a deadline, which connects only to addresses that `may_send_webhook_to` allows."""

    deadline: _Deadline
    own_network = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._trusted = _trusted_context(ssl.get_default_verify_paths().cafile or "")
        super().__init__(*args, context=self._trusted, **kwargs)

    def connect(self) -> None:
        plain = _connect(self, self.deadline, secure=True, own_network=self.own_network)
        self.sock = self._trusted.wrap_socket(plain, server_hostname=self.host, do_handshake_on_connect=False)
        self.deadline.require()
        self.sock.do_handshake()


@cache
def _trusted_context(_file: str) -> ssl.SSLContext:
    """Return a TLS context that trusts the authorities of the system and of Python's packages.

    Small systems may lack authorities. `SSL_CERT_FILE` may point to another file of system authorities; `_file`
    is that file, so that the cache depends on it.
    """
    from requests.certs import where

    context = ssl.create_default_context()
    context.load_verify_locations(where())
    return context


def _connect(http: HTTPConnection, deadline: _Deadline, *, secure: bool, own_network: bool) -> socket.socket:
    """Connect to the first allowed address of the name that answers.

    Raises PrivateAddressError or PlainAddressError if no address is allowed, another OSError if no address answers.
    """
    resolved = socket.getaddrinfo(http.host, http.port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(address[4][0]) for address in resolved))
    allowed = [
        address
        for address in addresses
        if may_send_webhook_to(address, secure=secure, own_network=own_network)
    ]
    allowed_with_tls = any(
        may_send_webhook_to(address, secure=True, own_network=own_network) for address in addresses
    )
    last_error: OSError = (PlainAddressError if allowed_with_tls else PrivateAddressError)(http.host)
    for address in allowed:
        deadline.require()
        try:
            open_socket = socket.create_connection(
                (address, http.port), min(http.timeout or CONNECT, CONNECT)
            )
        except OSError as error:
            last_error = error
        else:
            open_socket.settimeout(http.timeout)
            return open_socket
    raise last_error
