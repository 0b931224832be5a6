"""The bubble as a spreadsheet: players in the cut or on day 2, those out of it, and what the others need."""

from collections.abc import Iterable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.documents.spreadsheets import Field, as_file
from core.engine.heads import SheetHead
from tournaments.models import Tournament

FIELDS = (
    Field(gettext_lazy("List"), 26),
    Field(gettext_lazy("Place"), 8, "0"),
    Field(gettext_lazy("Player"), 28),
    Field(gettext_lazy("Points"), 9, "0"),
    Field(gettext_lazy("State"), 12),
    Field(gettext_lazy("What is needed"), 44),
    Field(gettext_lazy("By simulation"), 14, "0%"),
    Field(gettext_lazy("Table"), 8, "0"),
    Field(gettext_lazy("Tie"), 34),
    Field(gettext_lazy("Bye"), 18),
)


def spreadsheet(event: Tournament, bubbles: Iterable[Mapping[str, Any]], kind: str) -> tuple[bytes, str]:
    """The lists of the page, one below the other, as "csv" or "xlsx", with their content type."""
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=ZoneInfo(event.timezone)))
    lines = [
        (
            part["title"],
            line["place"],
            line["name"],
            line["points"],
            line["word"],
            line["text"],
            line["chance"],
            line["table"],
            line["tie"],
            line["bye"],
        )
        for part in bubbles
        for line in part["lines"]
    ]
    return as_file(kind, _("Bubble"), FIELDS, lines, head)
