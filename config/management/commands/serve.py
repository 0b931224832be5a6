import webbrowser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.bootstrap import LOCAL
from config.servers.serving import AlreadyServedError, is_port_free, lock_data, next_free_port, serve
from config.updates import bring_database_up_to_date
from core.management.base import command_line

FOR_PHONES = "serve --host 0.0.0.0"


class Command(BaseCommand):
    help = (
        "Serve Stadium from this machine until Ctrl C. The database is made on the first start; after an update it is "
        "migrated, with a copy beside it. With --host 0.0.0.0 phones in the same network can open it too."
    )
    requires_migrations_checks = False
    requires_system_checks: list[str] = []  # the checks take a second, and the tests already run them

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on (default: this machine alone)"
        )
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
        parser.add_argument(
            "--open",
            action="store_true",
            help="open it in the browser; where it runs already, open that one, and where the port is taken, "
            "use the next free one",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with lock_data() as address_file:
                self._serve(address_file, **options)
        except AlreadyServedError as running:
            if not options["open"]:
                raise CommandError(
                    f"Stadium already serves this data at {running.address} Open it there, or stop that one first."
                ) from None
            self.stdout.write(f"Stadium is open at\n  {running.address}")
            webbrowser.open(running.address)

    def _serve(self, address_file: Path, *, host: str, port: int, **options: Any) -> None:
        """Bring the database up to date, and serve it.

        With --open, this uses the next free port and opens the browser. Raises CommandError if the port is taken.
        """
        if options["open"]:
            requested_port, port = port, next_free_port(host, port)
            if port != requested_port:
                self._print_line(
                    f"Port {requested_port} is taken by another program; this is port {port}. Codes printed with the "
                    "other one lead nowhere."
                )
        if not is_port_free(host, port):
            raise CommandError(
                f"Port {port} is taken. If Stadium runs already, open it there; else choose another port with --port."
            )
        bring_database_up_to_date(write=self._print_line)
        if host in LOCAL:
            self._print_line(
                f"Phones cannot open it. To let them in, start it with: {command_line(FOR_PHONES)}"
            )
        serve(host, port, write=self._print_line, address_file=address_file, in_browser=options["open"])

    def _print_line(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
