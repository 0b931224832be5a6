from typing import Any

from django.core.management.base import BaseCommand

from config.doctor import checks

MARKS = {"good": "OK     ", "warning": "WARNING", "error": "ERROR  "}


class Command(BaseCommand):
    help = (
        "Look at everything an installation needs, and say what to do. Ends with 1 where something is wrong."
    )
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(checks.answers())
        for one in found:
            self.stdout.write(f"{MARKS[one.state]} {one.part}: {one.says}")
            if one.advice:
                self.stdout.write(f"        {one.advice}")
        if any(one.state == "error" for one in found):
            raise SystemExit(1)
