"""A certificate for the server of a test, which the browser accepts."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def certificate(folder: Path, name: str = "localhost") -> ssl.SSLContext:
    """Create a TLS certificate for a server on this machine; its files are in `folder`."""
    key = ec.generate_private_key(ec.SECP256R1())
    whose = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(whose).issuer_name(whose).public_key(key.public_key())
    made = made.serial_number(x509.random_serial_number()).not_valid_before(now - timedelta(days=1))
    made = made.not_valid_after(now + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    key_bytes = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    signed = made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)
    (folder / "server.pem").write_bytes(key_bytes + signed)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem")
    return context
