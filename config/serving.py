"""Serves Stadium from one laptop, on any system, without another program."""

import socket
from collections.abc import Callable
from typing import Any

from django.conf import settings
from waitress.server import create_server

THREADS = 8
PORTS_TO_TRY = 20


def free_port(host: str, wanted: int) -> int:
    """`wanted`, or the next port after it that nobody listens on; OSError when twenty are taken."""
    for port in range(wanted, wanted + PORTS_TO_TRY):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise OSError(f"Ports {wanted} to {wanted + PORTS_TO_TRY - 1} are all taken; choose another with --port.")


def own_addresses(host: str) -> list[str]:
    """The names a browser may use to reach a server that listens on `host`."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104
        return [host]
    found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    return sorted({str(address[4][0]) for address in found} | {"127.0.0.1"})


def serve(host: str, port: int, *, tell: Callable[[str], Any]) -> None:
    """Serve until interrupted; `tell` is given each address once it can be opened."""
    from config.wsgi import application

    port = free_port(host, port)
    addresses = own_addresses(host)
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *addresses]
    server = create_server(application, host=host, port=port, threads=THREADS, ident="Stadium")
    for address in addresses:
        tell(f"http://{address}:{port}/")
    server.run()
