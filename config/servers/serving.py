"""Serve Stadium from a laptop, on any operating system, without other programs."""

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
from config.accounts.first_account import generate_first_account_code, offers_first_account
from config.doctor import shared_machines
from config.middleware.uploads import MAX_BODY
from config.servers.warming import warm_up_server
from core.network import lan_addresses
from core.services import jobs
from core.tasks import webhooks as tasks

THREADS = 24
"""The number of requests that are answered at the same time."""

ALL_ADDRESSES = {"0.0.0.0", "::"}  # noqa: S104 - compared with, not opened  # nosec B104
"""Host names that make a server listen on all addresses of the machine."""

PORTS_TRIED = 50

STARTING = 60
"""The seconds within which a starting server writes its address to the file."""


WARM_UP_DELAY = 2.0
"""Seconds from the first page until the other pages are loaded, which occupies the CPU for a moment."""


class AlreadyServedError(Exception):
    """Another server uses this data. `address` is the address of that server, or "" if it is not known."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


def is_port_free(host: str, port: int) -> bool:
    """Return whether the port is free. Raises OSError if the host is not this machine's, or not allowed."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise
    return True


def next_free_port(host: str, requested_port: int) -> int:
    """Return the first free port from `requested_port` on, or `requested_port` if none is free.

    Only PORTS_TRIED ports are tried.
    """
    ports = range(requested_port, min(requested_port + PORTS_TRIED, 65_536))
    return next((port for port in ports if is_port_free(host, port)), requested_port)


def own_addresses(host: str) -> list[str]:
    """List the addresses that lead to a server that listens on `host`, the one for this machine first."""
    return ["127.0.0.1", *lan_addresses()] if host in ALL_ADDRESSES else [host]


@contextmanager
def lock_data() -> Iterator[Path]:
    """Lock the data for this server and yield the file for its address.

    Raises AlreadyServedError if it is locked. The system releases the lock when the process ends, even if it is
    killed. Only SQLite is locked, since several servers may use one PostgreSQL database.
    """
    database = Path(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite":
        yield settings.VAR_DIR / "served_at"
        return
    address_file = database.with_name(f"{database.name}-served_at")
    lock = FileLock(database.with_name(f"{database.name}-served"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        # The other server may still be starting.
        for _attempt in range(STARTING * 10):
            if address_file.exists() and (address := address_file.read_text(encoding="utf-8")):
                raise AlreadyServedError(address) from None
            time.sleep(0.1)
        raise AlreadyServedError("") from None
    try:
        address_file.unlink(missing_ok=True)
        yield address_file
    finally:
        address_file.unlink(missing_ok=True)
        lock.release()


def serve(
    host: str, port: int, *, write: Callable[[str], Any], address_file: Path, in_browser: bool = False
) -> None:
    """Serve until interrupted. The first address is written to `address_file`.

    `write` receives the lines to print: the addresses, once they can be opened, and the code for the first
    account if there is none yet. `in_browser` opens the first address in the browser.
    """
    # While modules load, the collector would scan several hundred thousand objects that are never freed.
    gc.disable()
    static_files.serve_compressed(write=write)
    write("Loading the pages …")
    settings.SERVED_ON = host
    from config.wsgi import application

    settings.FIRST_ACCOUNT_CODE = generate_first_account_code()
    settings.OWN_MACHINE = True
    settings.SERVER_THREADS = THREADS
    jobs.start_background_threads()
    tasks.run_scheduled_jobs()
    shared_machines.keep_reporting_machine()
    addresses = own_addresses(host)
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *addresses]
    server = create_server(
        application,
        host=host,
        port=port,
        threads=THREADS,
        ident="Stadium",
        max_request_body_size=2 * MAX_BODY,
    )
    is_first_account_offered = offers_first_account()
    urls = [f"http://{f'[{address}]' if ':' in address else address}:{port}/" for address in addresses]
    # On a full disk all pages still work. Only a second start cannot print the address.
    with suppress(OSError):
        address_file.write_text(urls[0], encoding="utf-8")
    lines = ["Stadium is open at", *(f"  {url}" for url in urls)]
    if is_first_account_offered:
        lines += ["  Make the first account there. Any other device is asked for a code:"]
        lines += [f"  {settings.FIRST_ACCOUNT_CODE}"]
    for line in lines:
        write(line)
    if in_browser:
        Timer(0, webbrowser.open, (urls[0],)).start()
    request_finished.connect(_warm_soon)
    server.run()


def _warm_soon(**_signal: object) -> None:
    """Load the other pages in the background, before they are requested."""
    request_finished.disconnect(_warm_soon)
    timer = Timer(WARM_UP_DELAY, _load_rest_of_program)
    timer.daemon = True
    timer.start()


def _load_rest_of_program() -> None:
    """Load the other pages, then enable the garbage collector, which ignores the loaded objects."""
    try:
        warm_up_server()
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
