"""A push service over HTTPS for tests, which stores messages and reads them as a browser would."""

import json
import re
import ssl
import threading
from base64 import b64encode
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import http_ece
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from pytest_django import Settings

from core.services.notices import sending
from core.services.notices.keys import decode_base64url, encode_base64url
from core.services.notices.subscriptions import BrowserSubscription


@dataclass(frozen=True)
class Certificate:
    """One file with key and certificate for this machine; Chromium recognizes it by `spki`."""

    file: Path
    spki: str


def certificate(folder: Path) -> Certificate:
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(text + made.public_bytes(Encoding.PEM))
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return Certificate(file, b64encode(sha256(public).digest()).decode())


@dataclass(frozen=True)
class Received:
    """A message as it was received."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Subscribed:
    """A browser that subscribed to this push service, and the only one that can read messages to its address."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"sixteen bytes !!"

    @property
    def browser(self) -> BrowserSubscription:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return BrowserSubscription(self.endpoint, encode_base64url(point), encode_base64url(self.secret))

    def read(self, message: Received) -> dict[str, Any]:
        clear = http_ece.decrypt(
            message.body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        found: dict[str, Any] = json.loads(clear)
        return found


class PushService:
    """`answers` are returned in turn, each as a status and its headers; after that, messages are accepted with 201."""

    def __init__(self, port: int) -> None:
        self.url = f"https://localhost:{port}"
        self.received: list[Received] = []
        self.answers: deque[tuple[int, dict[str, str]]] = deque()
        self.drips = 0.0
        """Seconds it takes to write a response, byte by byte."""

    def browser(self, name: str = "phone") -> Subscribed:
        return Subscribed(f"{self.url}/send/{name}")

    def wait(self, count: int, *, seconds: float = 30) -> list[Received]:
        """Wait for a number of messages, and return them."""
        until = monotonic() + seconds
        while len(self.received) < count and monotonic() < until:
            sleep(0.05)
        assert len(self.received) == count, [one.path for one in self.received]
        return self.received


@contextmanager
def serving(made: Certificate) -> Iterator[PushService]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.file)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.service = PushService(server.server_address[1])  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server.service  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        service: PushService = self.server.service  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        service.received.append(Received(self.path, headers, body))
        if service.drips:
            self._drip(service.drips)
            return
        status, more = service.answers.popleft() if service.answers else (201, {})
        self.send_response(status)
        for name, value in ({"Content-Length": "0"} | more).items():
            self.send_header(name, value)
        self.end_headers()

    def _drip(self, seconds: float) -> None:
        until = monotonic() + seconds
        with suppress(OSError):
            self.wfile.write(b"HTTP/1.1 201 Created\r\nX-Long: ")
            while monotonic() < until:
                sleep(0.05)
                self.wfile.write(b"x")

    def log_message(self, *_line: object) -> None:
        """Suppress the log of requests."""


def signed_claims(message: Received, public_key: str) -> dict[str, Any]:
    """Return the sender's claims after checking the signature with the key that browsers were given (RFC 8292)."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+),k=([\w-]+)", message.headers["authorization"])
    assert found is not None, message.headers
    head, claims, signature, key = found.groups()
    assert key == public_key
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(key))
    both = decode_base64url(signature)
    in_der = encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
    point.verify(in_der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    facts: dict[str, Any] = json.loads(decode_base64url(claims))
    return facts


@pytest.fixture
def push_service(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PushService]:
    """Start a push service that this process and its workers trust."""
    made = certificate(tmp_path)
    settings.PUSH_OWN_NETWORK = True
    monkeypatch.setenv("PUSH_OWN_NETWORK", "true")
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    sending._unreached.clear()
    with serving(made) as service:
        yield service
    sending._unreached.clear()
