"""manage.py standings SLUG, or for a file: manage.py standings --results FILE --swiss-rounds N"""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from core.documents.spreadsheets import Value, csv_text
from core.management.base import StadiumCommand
from core.percentages import format_fraction
from pairings.engine.display_rows import StandingRow
from pairings.engine.metrics import TIE_BREAKS
from pairings.management import file_standings
from pairings.management.arguments import event_by_slug
from pairings.queries.standings.standings_lists import standings_lists
from pairings.words import tie_break_words
from tournaments.engine.divisions import AGE_DIVISIONS, DIVISIONS
from tournaments.labels import division_label
from tournaments.models import Entry, Tournament

COLUMNS = ("place", "player_id", "name", "points", "wins", "losses", "ties", *TIE_BREAKS)

Lists = dict[str, list[tuple[StandingRow, str | None]]]
"""Rows with their Player ID, by division."""


class Command(StadiumCommand):
    help = (
        "Print the standings of an event: after the last closed round, and in the final order once a top cut has been "
        f"played. As json: {{division: [{{{', '.join(COLUMNS)}}}]}}, with divisions named junior, senior, masters "
        f"or all; {' and '.join(TIE_BREAKS)} are fractions with 6 decimals. "
        "With --results: of a file of results, without any event in the database, all in one list named all, with "
        "win_pct and drop_round (-1: none) besides. Exit code 0, 1 for what cannot be computed, 2 for a file that "
        "cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG", nargs="?", help="slug of the event, as in its URL")
        parser.add_argument(
            "--format", choices=["table", "json", "csv"], default="table", help="default: table"
        )
        parser.add_argument(
            "--after", metavar="N", type=int, help="after Swiss round N instead of the last closed round"
        )
        parser.add_argument("--division", choices=DIVISIONS, help="only this division")
        file_standings.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["slug"]) == bool(options["results"]):
            raise CommandError(_("Give an event, or a file with --results."))
        if options["results"]:
            file = file_standings.standings_from_file(options)
            for sentence in file.notes:
                self.stderr.write(sentence)
            write_file = {
                "json": file_standings.file_standings_as_json,
                "csv": file_standings.file_standings_as_csv,
                "table": file_standings.file_standings_as_table,
            }[options["format"]]
            self.stdout.write(write_file(file.lines))
            return
        event = event_by_slug(options["slug"])
        lists = collect_standings(event, after=options["after"], division=options["division"])
        if not lists:
            self.stderr.write(_("No such round is closed yet, so there are no standings."))
        write = {"json": self._json, "csv": self._csv, "table": self._table}[options["format"]]
        write(lists)

    def _json(self, lists: Lists) -> None:
        # One line per player. Encoding everything with `json` would drop trailing zeros of the decimals.
        divisions = []
        for name, ranked_players in lists.items():
            objects = (
                file_standings.json_object(COLUMNS, standing_row_values(row, player_id))
                for row, player_id in ranked_players
            )
            players = ",\n  ".join(objects)
            divisions.append(f"{json.dumps(name)}: [\n  {players}\n]")
        self.stdout.write("{" + ", ".join(divisions) + "}")

    def _csv(self, lists: Lists) -> None:
        rows: list[list[Value]] = [
            [name, *standing_row_values(row, player_id)]
            for name, ranked_players in lists.items()
            for row, player_id in ranked_players
        ]
        self.stdout.write(csv_text([("division", *COLUMNS), *rows], newline="\n"), ending="")

    def _table(self, lists: Lists) -> None:
        for name, ranked_players in lists.items():
            self.stdout.write(division_label(name))
            width = max(len(row.person.name) for row, _ in ranked_players)
            for row, _player_id in ranked_players:
                record = f"{row.wins}-{row.losses}-{row.ties}"
                self.stdout.write(
                    f"{row.place:>4}  {row.person.name:<{width}}  {row.person.points:>3}  {record:<8}"
                    + " ".join(
                        f"{tie_break_text:>8}"
                        for tie_break_text in tie_break_words.tie_break_texts(row.tie_breaks)
                    )
                )


def collect_standings(event: Tournament, *, after: int | None = None, division: str | None = None) -> Lists:
    """Return the standings by name of the list, youngest age division first, without empty lists.

    `after` is the number of a Swiss round, by default the last closed one. `division` limits the result to
    one division.
    """
    player_ids = dict(Entry.objects.filter(tournament=event).values_list("id", "player_number"))
    lists: Lists = {}
    age_division_order = [*AGE_DIVISIONS, "all"]
    for event_division in event.divisions.filter(**{"age_division": division} if division else {}):
        tables = standings_lists(event_division, after=after)
        for table in sorted(tables, key=lambda table: age_division_order.index(table.age_division)):
            ranked_players = [(row, player_ids[row.person.entry_id]) for row in table.rows]
            # A list of all age divisions is called "all", unless its division has a name or "all" is already used.
            name = table.age_division
            if name == "all" and (event_division.age_division in AGE_DIVISIONS or "all" in lists):
                name = event_division.age_division
            if ranked_players:
                lists[name] = ranked_players
    return lists


def standing_row_values(row: StandingRow, player_id: str | None) -> list[Value]:
    """Return the columns of one row, percentages with 6 decimals."""
    counts = [row.person.points, row.wins, row.losses, row.ties]
    return [
        row.place,
        player_id or "",
        row.person.name,
        *counts,
        *map(format_fraction, row.tie_breaks.values()),
    ]
