"""Standings and pairings of an event as files for other programs."""

from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from core.documents.spreadsheets import Field, as_csv
from core.engine.heads import SheetHead
from pairings.documents.workbook import standing_fields, standing_line, workbook
from pairings.engine.rows import MatchRow
from pairings.models import Round
from pairings.queries.rounds import rows
from pairings.words import result_words
from tournaments.models import Division, Tournament
from tournaments.queries.team_entries import takes_teams
from tournaments.wording import division_label


def spreadsheet(event: Tournament) -> bytes:
    """An XLSX file for the staff, with Player IDs: a sheet for each list of standings, then one a posted round."""
    divisions = _divisions(event)
    now = timezone.now().astimezone(ZoneInfo(event.timezone))
    # The matches of each posted round under "Round 5", "Final Masters", which is also the title of their sheet
    pairings: list[tuple[str, list[MatchRow]]] = []
    for division in divisions:
        posted = division.rounds.exclude(state=Round.State.UNPOSTED).select_related("division", "stage")
        for round_ in posted.order_by("number"):
            name = result_words.round_name(round_)
            title = f"{name} {division}" if len(divisions) > 1 else name
            pairings.append((title, rows.match_rows(round_)))
    return workbook(
        SheetHead(event.name, "", "", now),
        ids=_player_ids(event),
        standings=[(title, table.rows) for division in divisions for title, table in _lists(division)],
        pairings=pairings,
    )


def standings_csv(event: Tournament) -> bytes:
    """Every list of standings one below the other, for the staff, with Player IDs.

    Percentages are fractions of one with six decimals.
    """
    ids = _player_ids(event)
    teams = takes_teams(event)
    lines = (
        (title, *standing_line(row, ids, teams=teams))
        for division in _divisions(event)
        for title, table in _lists(division)
        for row in table.rows
    )
    return as_csv((Field(_("Standings"), 24), *standing_fields(ids, teams=teams)), lines)


def _player_ids(event: Tournament) -> dict[int, str]:
    return {pk: number or "" for pk, number in event.entries.values_list("pk", "player_number")}


def _divisions(event: Tournament) -> list[Division]:
    divisions = list(event.divisions.order_by("position", "id"))
    for division in divisions:
        division.tournament = event
    return divisions


def _lists(division: Division) -> list[tuple[str, rows.Table]]:
    return [
        (str(division) if table.age_division == "all" else division_label(table.age_division), table)
        for table in rows.standings(division)
    ]
