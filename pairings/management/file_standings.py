"""Compute the standings of a file of results, for `manage.py standings --results`."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.documents.spreadsheets import csv_text
from core.engine.refused import Refused
from core.percentages import format_fraction, format_percent
from core.sentences import refusal_text, unreadable_file_text
from pairings.engine import results_file
from pairings.engine.metrics import TIE_BREAKS
from pairings.engine.results_file import MAX_ROUNDS, PUBLISHED_TABLE_RULES, ResultsFile
from pairings.engine.standings import TOM, rank_competitors

UNREADABLE = 2
STDIN = "-"
MAX_NAMES = 8

COLUMNS = (
    "place",
    "player_id",
    "name",
    "points",
    "wins",
    "losses",
    "ties",
    "win_pct",
    *TIE_BREAKS,
    "drop_round",
)
FRACTIONS = ("win_pct", *TIE_BREAKS)


@dataclass(frozen=True, slots=True)
class FileStandings:
    """Rows in the order of COLUMNS, and notes about gaps and contradictions in the file."""

    lines: list[list[Any]]
    notes: list[str]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--results",
        metavar="FILE",
        help="results as CSV: round, table, player, opponent (BYE, LATE or a player), result (W, L, T), one row per "
        "player and round; - reads standard input",
    )
    parser.add_argument(
        "--swiss-rounds",
        metavar="N",
        type=int,
        help="number of the last Swiss round; later rounds are ignored, and a player without a match in it has "
        "dropped in the last round played",
    )
    parser.add_argument(
        "--first-round",
        metavar="M",
        type=int,
        default=1,
        help="ignore rounds before this one, as for a second day",
    )
    parser.add_argument(
        "--like-tom",
        action="store_true",
        help="percentages as in TOM: rounded to four digits at each step, and without an opponent for a missed round. "
        "Default: as in published lists, without rounding, and a missed round counts as an opponent with 25 %%",
    )


def standings_from_file(options: Mapping[str, Any]) -> FileStandings:
    """Read the results file named in the options and return its standings.

    Raises CommandError with a sentence if the file cannot be read or the options are invalid.
    """
    first_round, last_round = options["first_round"], options["swiss_rounds"]
    if last_round is None or not 1 <= first_round <= last_round <= MAX_ROUNDS:
        raise CommandError(_("Give the number of Swiss rounds with --swiss-rounds."))
    try:
        # The file may start with a byte order mark.
        if options["results"] == STDIN:
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        else:
            text = Path(options["results"]).read_text(encoding="utf-8-sig")
        file = results_file.read_results_file(
            text.splitlines(keepends=True), swiss_rounds=last_round, first_round=first_round
        )
    except Refused as refused:
        raise CommandError(refusal_text(refused), returncode=UNREADABLE) from refused
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(unreadable_file_text(error), returncode=UNREADABLE) from error
    rules = TOM if options["like_tom"] else PUBLISHED_TABLE_RULES
    standings = rank_competitors(
        file.competitors, file.played, rounds_planned=last_round - first_round + 1, rules=rules
    )
    dropped_in = {competitor.id: competitor.dropped_in for competitor in file.competitors}
    rows = []
    for standing in standings:
        dropped_after = dropped_in[standing.id]
        name = file.names[standing.id]
        counts = [standing.points, standing.wins, standing.losses, standing.ties]
        fractions = [format_fraction(share) for share in (standing.win_pct, *standing.tie_breaks.values())]
        # A player of the file has one identifier, which serves as Player ID and name.
        rows.append(
            [
                standing.place,
                name,
                name,
                *counts,
                *fractions,
                -1 if dropped_after is None else dropped_after + first_round - 1,
            ]
        )
    return FileStandings(rows, _file_notes(file))


def _file_notes(file: ResultsFile) -> list[str]:
    """Return sentences about ambiguous names, missing results and contradictory rows."""
    notes = []
    if file.shared:
        names = ", ".join(file.shared[:MAX_NAMES])
        notes.append(
            _("These names are used by several players, whose opponents cannot be distinguished: %(names)s.")
            % {"names": names}
        )
    if file.unreported:
        notes.append(
            ngettext(
                "%(n)d match has no result and is left out of all records.",
                "%(n)d matches have no result and are left out of all records.",
                file.unreported,
            )
            % {"n": file.unreported}
        )
    if file.at_odds:
        line_numbers = ", ".join(map(str, file.at_odds[:MAX_NAMES]))
        notes.append(
            _("The two rows of a match contradict each other; the first one counts. Lines: %(lines)s.")
            % {"lines": line_numbers}
        )
    return notes


def file_standings_as_json(rows: Iterable[list[Any]]) -> str:
    """Return the rows as {"all": [{…}]}, one line per player."""
    return '{"all": [\n  ' + ",\n  ".join(json_object(COLUMNS, row) for row in rows) + "\n]}"


def json_object(columns: Iterable[str], values: Iterable[Any]) -> str:
    """Return a row as JSON. Fractions, passed as text, become numbers with all their decimals."""
    pairs = (
        f'"{name}": {value if name in FRACTIONS else json.dumps(value, ensure_ascii=False)}'
        for name, value in zip(columns, values, strict=True)
    )
    return "{" + ", ".join(pairs) + "}"


def file_standings_as_csv(rows: Iterable[list[Any]]) -> str:
    """Return the rows as CSV, below the titles in COLUMNS."""
    return csv_text([COLUMNS, *rows], newline="\n").rstrip("\n")


def file_standings_as_table(rows: Iterable[list[Any]]) -> str:
    """Return the rows as an aligned text table with percentages; there must be at least one row."""
    rows = list(rows)
    width = max(len(row[1]) for row in rows)
    return "\n".join(
        f"{place:>4}  {name:<{width}}  {points:>3}  {f'{wins}-{losses}-{ties}':<8}"
        + " ".join(f"{format_percent(share):>8}" for share in fractions)
        for place, _id, name, points, wins, losses, ties, *fractions, _drop in rows
    )
