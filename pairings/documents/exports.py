"""Standings and pairings of an event as files for other programs."""

from typing import TypedDict
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from core.documents.spreadsheets import Field, as_csv
from core.engine.sheet_heads import SheetHead
from pairings.documents.workbook import build_workbook, standing_cells, standing_fields
from pairings.engine.display_rows import MatchRow
from pairings.models import Round
from pairings.queries.rounds import match_rows
from pairings.queries.standings.standings_lists import standings_lists
from pairings.words import result_words, round_names
from tournaments.models import Tournament
from tournaments.queries.team_entries import takes_teams
from tournaments.words.entrants import naming_entrants


class EventFileFacts(TypedDict):
    """The event and the language of its spreadsheet, as plain values that a worker can read."""

    event: int
    language: str


def event_spreadsheet_file(facts: EventFileFacts) -> bytes:
    """Build the XLSX file of `event_spreadsheet` outside a request."""
    event = Tournament.objects.get(pk=facts["event"])
    with override(facts["language"]), timezone.override(event.timezone), naming_entrants(event):
        return event_spreadsheet(event)


def event_spreadsheet(event: Tournament) -> bytes:
    """Build an XLSX file for staff, with Player IDs.

    It has one sheet per list of standings, then one per posted round.
    """
    divisions = list(event.divisions.select_related("tournament").order_by("position", "id"))
    now = timezone.now().astimezone(ZoneInfo(event.timezone))
    # Titles such as "Round 5" or "Final Masters" become the titles of the sheets.
    pairings: list[tuple[str, list[MatchRow]]] = []
    for division in divisions:
        posted_rounds = division.rounds.exclude(state=Round.State.UNPOSTED).select_related(
            "division", "stage"
        )
        for round_ in posted_rounds.order_by("number"):
            name = round_names.round_name(round_)
            title = f"{name} {division}" if len(divisions) > 1 else name
            pairings.append((title, match_rows.match_rows(round_)))
    return build_workbook(
        SheetHead(event.name, "", "", now),
        ids=dict(event.entries.values_list("pk", "player_number")),
        standings=[
            (result_words.standings_list_name(division, table.age_division), table.rows)
            for division in divisions
            for table in standings_lists(division)
        ],
        pairings=pairings,
    )


def standings_csv(event: Tournament) -> bytes:
    """Export all lists of standings one below the other, with Player IDs, for staff.

    Percentages are fractions of one with six decimals.
    """
    ids = dict(event.entries.values_list("pk", "player_number"))
    teams = takes_teams(event)
    lines = (
        (
            result_words.standings_list_name(division, table.age_division),
            *standing_cells(row, ids, teams=teams),
        )
        for division in event.divisions.select_related("tournament").order_by("position", "id")
        for table in standings_lists(division)
        for row in table.rows
    )
    return as_csv((Field(_("Standings"), 24), *standing_fields(ids, teams=teams)), lines)
