"""Serve Stadium from one laptop, on any system, without another program."""

import errno
import gc
import socket
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer
from typing import Any

from django.conf import settings
from django.core.signals import request_finished
from django.db import connection
from filelock import FileLock, Timeout
from waitress.server import create_server

from config import static_files
from config.accounts.first_account import is_offered, new_code
from config.doctor import machines
from config.middleware.uploads import MOST_BODY
from config.warming import warm
from core.network import lan_addresses
from core.services import jobs
from core.tasks import webhooks as tasks

THREADS = 24
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared with, not opened  # nosec B104
PORTS_TRIED = 50
STARTING = 60
"""Seconds until a starting server must have written its address."""


WARMED_AFTER = 2.0
"""Seconds after the first page until the others are loaded, which uses the CPU for a moment."""


class AlreadyServedError(Exception):
    """Another server uses this data; `address` is where it answers."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


def is_free(host: str, port: int) -> bool:
    """Whether the port is free. Phones know the address of a running event, so no other port will do."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise
    return True


def next_free(host: str, wanted: int) -> int:
    """The first free port from `wanted` on; `wanted` itself if all are taken."""
    ports = range(wanted, min(wanted + PORTS_TRIED, 65_536))
    return next((port for port in ports if is_free(host, port)), wanted)


def own_addresses(host: str) -> list[str]:
    """Addresses by which a browser reaches a server listening on `host`, this machine's own first."""
    return ["127.0.0.1", *lan_addresses()] if host in EVERYWHERE else [host]


@contextmanager
def alone_with_data() -> Iterator[Path]:
    """Lock the SQLite file for one server; yields the file for the server's address. Raises AlreadyServedError.

    The system releases the lock when the process ends, however it ends.
    """
    database = Path(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite":
        yield settings.VAR_DIR / "served_at"
        return
    where = database.with_name(f"{database.name}-served_at")
    lock = FileLock(database.with_name(f"{database.name}-served"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise AlreadyServedError(_read(where)) from None
    try:
        where.unlink(missing_ok=True)
        yield where
    finally:
        where.unlink(missing_ok=True)
        lock.release()


def _read(where: Path) -> str:
    """Wait for the other server to write its address, and read it."""
    for _attempt in range(STARTING * 10):
        if where.exists() and (address := where.read_text(encoding="utf-8")):
            return address
        time.sleep(0.1)
    return ""


def serve(
    host: str, port: int, *, write: Callable[[str], Any], where: Path, in_browser: bool = False
) -> None:
    """Serve until interrupted. `write` receives the lines to print: the addresses once they can be opened, the
    first of which is written to `where`.
    """
    gc.disable()  # until all is loaded: it would scan some hundred thousand objects that are never freed
    static_files.have_compressed(write=write)
    write("Loading the pages …")
    settings.SERVED_ON = host
    from config.wsgi import application

    settings.FIRST_ACCOUNT_CODE = new_code()
    settings.OWN_MACHINE = True
    settings.SERVER_THREADS = THREADS
    jobs.have_helper()
    tasks.mind_webhooks()
    machines.keep_noting()
    addresses = own_addresses(host)
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *addresses]
    server = create_server(
        application,
        host=host,
        port=port,
        threads=THREADS,
        ident="Stadium",
        max_request_body_size=2 * MOST_BODY,
    )
    offered = is_offered()
    urls = [f"http://{f'[{address}]' if ':' in address else address}:{port}/" for address in addresses]
    with suppress(OSError):  # a full disk: served all the same, only a second start cannot say where
        where.write_text(urls[0], encoding="utf-8")
    lines = ["Stadium is open at", *(f"  {url}" for url in urls)]
    if offered:
        lines += ["  Make the first account there. Any other device is asked for a code:"]
        lines += [f"  {settings.FIRST_ACCOUNT_CODE}"]
    for line in lines:
        write(line)
    if in_browser:
        Timer(0, webbrowser.open, (urls[0],)).start()
    request_finished.connect(_warm_soon)
    server.run()


def _warm_soon(**_signal: object) -> None:
    """Load the other pages before they are requested."""
    request_finished.disconnect(_warm_soon)
    timer = Timer(WARMED_AFTER, _warm)
    timer.daemon = True
    timer.start()


def _warm() -> None:
    try:
        warm()
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
