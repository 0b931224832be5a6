from pathlib import Path
from typing import Any

from config.variables import with_variables_table
from core.management.base import StadiumCommand

PAGE = Path(__file__).resolve().parents[3] / "docs" / "deployment.md"


class Command(StadiumCommand):
    help = "Write the table of all settings into docs/deployment.md."

    def handle(self, *args: Any, **options: Any) -> None:
        PAGE.write_text(with_variables_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
