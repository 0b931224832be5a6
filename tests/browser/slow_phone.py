"""A phone on the wifi of a crowded hall: two seconds to the server, a connection that comes and goes.

The fixture `slow_phone` (conftest.py) gives one. All its requests pass a line that a test may cut:

    slow_phone.signs_in(hana)                # optional; players need no account
    page = slow_phone.opens("/my/…")         # quick
    slow_phone.is_slow()                     # from now on two seconds to each answer; is_quick() ends it
    slow_phone.goes_offline()                # the phone knows: airplane mode; comes_online() ends it
    slow_phone.server_stops()                # the phone does not know: connections break, new ones are refused
    slow_phone.server_is_mute()              # what is sent arrives, no answer comes; `answered` counts finished posts
    slow_phone.server_returns()              # ends both
"""

import socket
import socketserver
import ssl
import threading
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import NO_SERVER, session, watch
from tournaments.models import User

TWO_SECONDS = 2_000
REFUSED = ("status of 409", "status of 422")
"""What it reports about a response that refuses a form, which the page then shows."""


class Line(socketserver.ThreadingTCPServer):
    """Forwards bytes between the phone and the server, which `stop` really takes off the network."""

    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(self, home: str, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        """`tls`: the phone uses HTTPS, as with a proxy in front of the server."""
        there = urlsplit(home)
        self.server_at = (str(there.hostname), int(there.port or 0))
        self.tls = tls
        self.mute = False
        self.answered = 0
        self.open: set[socket.socket] = set()
        super().__init__(("localhost", port), _Passing)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Accept no new connections, and break the open ones."""
        self.shutdown()
        self.server_close()
        for one in tuple(self.open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a broken connection, which is the purpose of this class."""


class _Passing(socketserver.BaseRequestHandler):
    server: Line
    request: socket.socket
    posts = False

    def handle(self) -> None:
        """Forward both directions until one of them ends."""
        if self.server.tls:
            try:
                self.request = self.server.tls.wrap_socket(self.request, server_side=True)
            except OSError:
                return
        there = socket.create_connection(self.server.server_at)
        both = {self.request, there}
        self.server.open |= both
        back = threading.Thread(target=self._answers, args=(there,), daemon=True)
        back.start()
        try:
            while data := self.request.recv(65536):
                if data.startswith((b"POST ", b"GET ", b"HEAD ")):
                    self.posts = data.startswith(b"POST ")
                    if self.server.tls:
                        data = data.replace(b"\r\n", b"\r\nX-Forwarded-Proto: https\r\n", 1)
                there.sendall(data)
        finally:
            for one in both:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
            back.join()
            there.close()
            self.server.open -= both

    def _answers(self, there: socket.socket) -> None:
        with suppress(OSError):
            while data := there.recv(65536):
                if not self.server.mute:
                    self.request.sendall(data)
                elif data.startswith(b"HTTP/"):
                    self.server.answered += self.posts
            self.request.shutdown(socket.SHUT_RDWR)


class SlowPhone:
    """One phone; `page` is what it shows, and `home` the address by which it knows the server."""

    def __init__(
        self,
        context: BrowserContext,
        server: str,
        *,
        name: str = "localhost",
        tls: ssl.SSLContext | None = None,
    ) -> None:
        """`name`: by which the phone knows the server; `tls`: whether it uses HTTPS."""
        self._server, self._tls = server, tls
        self._line: Line | None = Line(server, tls=tls)
        self._port = int(self._line.server_address[1])
        self.home = f"{'https' if tls else 'http'}://{name}:{self._port}"
        self._wrong: list[str] = []
        self.page: Page = context.new_page()
        watch(self.page, self.home, self._wrong)
        self._network = context.new_cdp_session(self.page)
        self._network.send("Network.enable")

    @property
    def wrong(self) -> list[str]:
        """Return what went wrong on the page, except what any browser reports about a server that is down or
        refuses.
        """
        return [
            one
            for one in self._wrong
            if not NO_SERVER.search(one) and not any(known in one for known in REFUSED)
        ]

    def signs_in(self, user: User) -> None:
        self.page.context.add_cookies([session(user, self.home)])

    def opens(self, path: str) -> Page:
        answer = self.page.goto(self.home + path)
        assert answer is not None
        assert answer.status == HTTPStatus.OK, path
        return self.page

    def is_slow(self, milliseconds: int = TWO_SECONDS) -> None:
        self._conditions(latency=milliseconds)

    def is_quick(self) -> None:
        self._conditions()

    def goes_offline(self) -> None:
        self._conditions(offline=True)

    def comes_online(self, milliseconds: int = TWO_SECONDS) -> None:
        self._conditions(latency=milliseconds)

    def _conditions(self, *, offline: bool = False, latency: int = 0) -> None:
        unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
        self._network.send(
            "Network.emulateNetworkConditions", {"offline": offline, "latency": latency, **unlimited}
        )

    def server_stops(self) -> None:
        if self._line is not None:
            self._line.stop()
            self._line = None

    def server_is_mute(self) -> None:
        assert self._line is not None
        self._line.mute, self._line.answered = True, 0

    @property
    def answered(self) -> int:
        """Return how many posts were completed since the server stopped responding; their responses are lost."""
        return self._line.answered if self._line is not None else 0

    def server_returns(self) -> None:
        self.server_stops()
        self._line = Line(self._server, self._port, self._tls)
