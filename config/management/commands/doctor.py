from typing import Any

from config.doctor import checks
from core.management.base import StadiumCommand

MARKS = {"good": "OK     ", "warning": "WARNING", "error": "ERROR  "}


class Command(StadiumCommand):
    help = "Check everything an installation needs, and say what to do. The exit code is 1 if something is wrong."

    def handle(self, *args: Any, **options: Any) -> None:
        answers = list(checks.run_doctor_checks())
        for answer in answers:
            self.stdout.write(f"{MARKS[answer.state]} {answer.part}: {answer.says}")
            if answer.advice:
                self.stdout.write(f"        {answer.advice}")
        if any(answer.state == "error" for answer in answers):
            raise SystemExit(1)
