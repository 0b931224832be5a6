"""The site over HTTPS with a certificate of the test, as browsers only allow notices on secure addresses."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.db import connections

from tests.push_service import Certificate


@contextmanager
def serving_securely(made: Certificate) -> Iterator[str]:
    """Run a server of this process; yield its URL."""
    server = _Server(("127.0.0.1", 0), _Handler, allow_reuse_address=False, connections_override=None)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.file)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.set_app(StaticFilesHandler(get_wsgi_application()))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"https://localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Server(ThreadedWSGIServer):
    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            connections.close_all()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore browsers that close a connection early."""


class _Handler(WSGIRequestHandler):
    def get_environ(self) -> dict[str, Any]:
        return super().get_environ() | {"HTTPS": "on"}

    def log_message(self, *_line: object) -> None:
        """Suppress the log of requests."""
