from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.variables import with_table

PAGE = Path(__file__).resolve().parents[3] / "docs" / "deployment.md"


class Command(BaseCommand):
    help = "Write the table of all settings into docs/deployment.md."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
