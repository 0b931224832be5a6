"""manage.py demo"""

import secrets
import socket
import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.wsgi import get_wsgi_application
from django.utils.translation import gettext as _
from waitress import serve

from core.management.base import StadiumCommand
from core.services import jobs
from core.tasks import webhooks as tasks
from floor.services.rehearsal import demo

LOCAL = {"127.0.0.1", "localhost", "::1"}
PORTS_TRIED = 50
THREADS = 8
PASSWORD_BYTES = 9


class Command(StadiumCommand):
    help = (
        "Show Stadium on this machine: an event in mid-tournament, one that is over and one to come, served with "
        "sign-ins that are printed. Where other machines can open it (--host), the passwords are new at each start. "
        "The demo keeps a database of its own, var/demo.sqlite3, or var/demo-open.sqlite3 where other machines can "
        "open it, and what you do there stays until --fresh."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--fresh", action="store_true", help="start over: throw the events of the demo away"
        )
        parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1, this machine alone")
        parser.add_argument("--port", type=int, default=8000, help="default: 8000, or the next free one")
        parser.add_argument("--no-serve", action="store_true", help="load the demo and stop there")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        self._load(fresh=options["fresh"])
        password = demo.PASSWORD
        if options["host"] not in LOCAL:
            password = secrets.token_urlsafe(PASSWORD_BYTES)
            demo.people(password)
        for sign_in in demo.SIGN_INS:
            self.stdout.write(
                f"  {sign_in.username:<12} {password}   {sign_in.first_name} {sign_in.last_name}"
            )
        if not options["no_serve"]:
            self._serve(options["host"], options["port"])

    def _load(self, *, fresh: bool) -> None:
        started = time.perf_counter()
        if not demo.exists() and demo.strangers():
            raise CommandError(
                _("This database belongs to a real installation. The demo needs its own: unset DATABASE_URL.")
            )
        if demo.exists() and not fresh:
            demo.people()
            self.stdout.write(_("The demo is as you left it; --fresh starts over. Sign in as:"))
            return
        demo.remove()
        demo.load()
        seconds = f"{time.perf_counter() - started:.1f}"
        self.stdout.write(_("The demo was made in %(seconds)s seconds. Sign in as:") % {"seconds": seconds})

    def _serve(self, host: str, port: int) -> None:
        wanted, port = port, free_port(host, port)
        if port != wanted:
            self.stdout.write(
                _("Port %(taken)s is taken; using %(port)s instead.") % {"taken": wanted, "port": port}
            )
        address = host if host in LOCAL else socket.gethostname()
        if host not in LOCAL:
            settings.ALLOWED_HOSTS = ["*"]
        self.stdout.write(
            _("Open http://%(host)s:%(port)s/ – Ctrl-C stops it.") % {"host": address, "port": port}
        )
        self.stdout.flush()
        settings.OWN_MACHINE = True
        jobs.have_helper()
        tasks.mind_webhooks()
        serve(get_wsgi_application(), host=host, port=port, threads=THREADS, ident="Stadium")


def free_port(host: str, wanted: int) -> int:
    """The first free port from `wanted` on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(wanted, min(wanted + PORTS_TRIED, 65_536)):
        with socket.socket(family, socket.SOCK_STREAM) as attempt:
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                attempt.bind((host, port))
            except OSError:
                continue
            return port
    raise CommandError(_("No port from %(port)s on is free. Choose another with --port.") % {"port": wanted})
