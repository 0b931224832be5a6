"""The players of an event as a spreadsheet for staff: division, check-in, Player ID.

Only users who may correct players get birth years, which no page lists.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from core.documents.spreadsheets import DAY, MOMENT, Field, Value, spreadsheet_file
from core.engine.sheet_heads import SheetHead
from tournaments.engine.person_fields import FIELDS, PersonField
from tournaments.filters import EntryFilter
from tournaments.labels import age_division_label, division_label, entry_state_text
from tournaments.models import Tournament
from tournaments.queries import EntryRow, entry_row
from tournaments.words.entrants import entrant_title, naming_entrants
from tournaments.words.person_words import fact_label

WIDTHS: Mapping[str, float] = {"text": 20, "mail": 30, "digits": 14, "year": 11, "day": 12}
"""Column widths, by the kind of the fact."""

NAMES = ("last_name", "first_name")

PLACE = (
    Field(gettext_lazy("Age division"), 14),
    Field(gettext_lazy("Plays in"), 18),
    Field(gettext_lazy("Byes"), 8, "0"),
    Field(gettext_lazy("State"), 20),
    Field(gettext_lazy("Checked in"), 18, MOMENT),
    Field(gettext_lazy("Note"), 30),
)


class PlayerFileFacts(TypedDict):
    """What decides a file of players, as plain values that a worker can read.

    `query` is the query string of the filter, `kind` "csv" or "xlsx", and `shows` the keys of the person fields that
    the reader may see.
    """

    event: int
    language: str
    query: str
    kind: str
    shows: list[str]


def player_file(facts: PlayerFileFacts) -> bytes:
    """Return the filtered players as a file, by last name."""
    event = Tournament.objects.get(pk=facts["event"])
    shows = [field for field in FIELDS if field.key in facts["shows"]]
    with override(facts["language"]), timezone.override(event.timezone), naming_entrants(event):
        entries = EntryFilter(QueryDict(facts["query"]), event=event).qs
        rows = sorted((entry_row(entry, shows=shows) for entry in entries), key=lambda row: row.alphabetical)
        return players_spreadsheet(event, rows, facts["kind"], shows=shows)[0]


def players_spreadsheet(
    event: Tournament, rows: Sequence[EntryRow], kind: str, *, shows: Collection[PersonField]
) -> tuple[bytes, str]:
    """Return the players as a "csv" or "xlsx" file with the fields in `shows`, and the content type."""
    zone = ZoneInfo(event.timezone)
    head = SheetHead(event.name, "", "", timezone.localtime(timezone=zone))
    visible_fields = sorted(
        shows, key=lambda field: NAMES.index(field.key) if field.key in NAMES else len(NAMES)
    )
    columns = [
        Field(
            fact_label(field.key),
            24 if field.key == "last_name" else WIDTHS[field.kind],
            {"year": "0", "day": DAY}.get(field.kind, "General"),
        )
        for field in visible_fields
    ]
    lines: list[tuple[Value, ...]] = []
    for row in rows:
        entry_cells = (
            age_division_label(row.age_division),
            division_label(row.division),
            row.awarded_byes,
            entry_state_text(row.state, row.dropped_in),
            row.checked_in_at.astimezone(zone) if row.checked_in_at else None,
            row.notes,
        )
        lines.append((*(getattr(row.facts, field.key) for field in visible_fields), *entry_cells))
    return spreadsheet_file(kind, entrant_title(_("Players")), [*columns, *PLACE], lines, head)
