from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.serving import is_free, serve


class Command(BaseCommand):
    help = (
        "Serve Stadium from this machine until Ctrl C. "
        "With --host 0.0.0.0 phones in the same network can open it too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on (default: this machine alone)"
        )
        parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        if not is_free(host, port):
            raise CommandError(
                f"Port {port} is taken. If Stadium runs already, open it there; else choose another port with --port."
            )
        self.stdout.write("Stadium is open at")
        serve(host, port, tell=lambda address: self.stdout.write(f"  {address}"))
