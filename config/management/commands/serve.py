from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.serving import serve


class Command(BaseCommand):
    help = (
        "Serve Stadium from this machine until Ctrl C. "
        "With --host 0.0.0.0 phones in the same network can open it too."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on (default: this machine alone)"
        )
        parser.add_argument("--port", type=int, default=8000, help="first port to try (default: 8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("Stadium is open at")
        serve(options["host"], options["port"], tell=lambda address: self.stdout.write(f"  {address}"))
