from typing import Any

from config.doctor import checks
from core.management.base import StadiumCommand

MARKS = {"good": "OK     ", "warning": "WARNING", "error": "ERROR  "}


class Command(StadiumCommand):
    help = (
        "Look at everything an installation needs, and say what to do. Ends with 1 where something is wrong."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(checks.answers())
        for one in found:
            self.stdout.write(f"{MARKS[one.state]} {one.part}: {one.says}")
            if one.advice:
                self.stdout.write(f"        {one.advice}")
        if any(one.state == "error" for one in found):
            raise SystemExit(1)
