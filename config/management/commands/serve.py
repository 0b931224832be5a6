import webbrowser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.bootstrap import LOCAL
from config.serving import AlreadyServedError, alone_with_data, is_free, next_free, serve
from config.updates import bring_up_to_date
from core.management.base import command_line

FOR_PHONES = "serve --host 0.0.0.0"


class Command(BaseCommand):
    help = (
        "Serve Stadium from this machine until Ctrl C. The database is made on the first start; after an update it is "
        "migrated, with a copy beside it. With --host 0.0.0.0 phones in the same network can open it too."
    )
    requires_migrations_checks = False
    requires_system_checks: list[str] = []  # a second, for what the tests check

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
            with alone_with_data() as where:
                self._serve(where, **options)
        except AlreadyServedError as running:
            if not options["open"]:
                raise CommandError(
                    f"Stadium already serves this data at {running.address} Open it there, or stop that one first."
                ) from None
            self.stdout.write(f"Stadium is open at\n  {running.address}")
            webbrowser.open(running.address)

    def _serve(self, where: Path, *, host: str, port: int, **options: Any) -> None:
        if options["open"]:
            wanted, port = port, next_free(host, port)
            if port != wanted:
                self._write(
                    f"Port {wanted} is taken by another program; this is port {port}. Codes printed with the other "
                    "one lead nowhere."
                )
        if not is_free(host, port):
            raise CommandError(
                f"Port {port} is taken. If Stadium runs already, open it there; else choose another port with --port."
            )
        bring_up_to_date(write=self._write)
        if host in LOCAL:
            self._write(f"Phones cannot open it. To let them in, start it with: {command_line(FOR_PHONES)}")
        serve(host, port, write=self._write, where=where, in_browser=options["open"])

    def _write(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
