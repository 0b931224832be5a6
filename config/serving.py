"""Serves Stadium from one laptop, on any system, without another program."""

import errno
import socket
from collections.abc import Callable
from typing import Any

from django.conf import settings
from waitress.server import create_server

THREADS = 8


def is_free(host: str, port: int) -> bool:
    """Whether nobody listens there. Phones know the address of a running event, so no other port will do."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise
    return True


def own_addresses(host: str) -> list[str]:
    """The names a browser may use to reach a server that listens on `host`."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104
        return [host]
    found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    return sorted({str(address[4][0]) for address in found} | {"127.0.0.1"})


def serve(host: str, port: int, *, tell: Callable[[str], Any]) -> None:
    """Serve until interrupted; `tell` is given each address once it can be opened."""
    from config.wsgi import application

    addresses = own_addresses(host)
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *addresses]
    server = create_server(application, host=host, port=port, threads=THREADS, ident="Stadium")
    for address in addresses:
        tell(f"http://{address}:{port}/")
    server.run()
