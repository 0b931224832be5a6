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

from config import static_files
from config.bootstrap import LOCAL
from config.servers.serving import is_port_free, next_free_port
from core.management.base import StadiumCommand
from core.services import jobs
from core.tasks import webhooks as tasks
from floor.services.rehearsal import demo

THREADS = 8
"""The number of requests that the demo answers at the same time."""

PASSWORD_BYTES = 9
"""The number of random bytes in the password of a demo that other machines can open."""


class Command(StadiumCommand):
    help = (
        "Show Stadium on this machine: a running event, a finished one and a future one, served with "
        "sign-ins that are printed. Where other machines can open it (--host), the passwords are new at each start. "
        "The demo keeps a database of its own, var/demo.sqlite3, or var/demo-open.sqlite3 where other machines can "
        "open it, and what you do there stays until --fresh."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--fresh", action="store_true", help="start over: delete the events of the demo")
        parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1, this machine alone")
        parser.add_argument("--port", type=int, default=8000, help="default: 8000, or the next free one")
        parser.add_argument("--no-serve", action="store_true", help="load the demo and stop there")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0, interactive=False)
        started = time.perf_counter()
        if not demo.demo_exists() and demo.has_real_accounts():
            raise CommandError(
                _("This database belongs to a real installation. The demo needs its own: unset DATABASE_URL.")
            )
        if demo.demo_exists() and not options["fresh"]:
            demo.create_demo_accounts()
            self.stdout.write(_("The demo is as you left it; --fresh starts over. Sign in as:"))
        else:
            demo.remove_demo()
            demo.create_demo()
            seconds = f"{time.perf_counter() - started:.1f}"
            self.stdout.write(
                _("The demo was made in %(seconds)s seconds. Sign in as:") % {"seconds": seconds}
            )
        password = demo.PASSWORD
        if options["host"] not in LOCAL:
            password = secrets.token_urlsafe(PASSWORD_BYTES)
            demo.create_demo_accounts(password)
        for sign_in in demo.SIGN_INS:
            self.stdout.write(
                f"  {sign_in.username:<12} {password}   {sign_in.first_name} {sign_in.last_name}"
            )
        if not options["no_serve"]:
            self._serve_site(options["host"], options["port"])

    def _serve_site(self, host: str, port: int) -> None:
        """Serve the demo at `port` or the next free port. Raises CommandError if none is free."""
        requested_port, port = port, next_free_port(host, port)
        if not is_port_free(host, port):
            raise CommandError(
                _("No free port at or above %(port)s. Choose another with --port.") % {"port": port}
            )
        if port != requested_port:
            self.stdout.write(
                _("Port %(taken)s is taken; using %(port)s instead.")
                % {"taken": requested_port, "port": port}
            )
        static_files.serve_compressed(write=self.stdout.write)
        address = host if host in LOCAL else socket.gethostname()
        if host not in LOCAL:
            settings.ALLOWED_HOSTS = ["*"]
        self.stdout.write(
            _("Open http://%(host)s:%(port)s/ – Ctrl-C stops it.") % {"host": address, "port": port}
        )
        self.stdout.flush()
        settings.OWN_MACHINE = True
        jobs.start_background_threads()
        tasks.run_scheduled_jobs()
        serve(get_wsgi_application(), host=host, port=port, threads=THREADS, ident="Stadium")
