"""The standings of a file of results, for `manage.py standings --results`."""

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
from core.figures import fraction, percent
from core.sentences import refusal_text, unreadable_text
from pairings.engine import results_file
from pairings.engine.metrics import TIE_BREAKS
from pairings.engine.results_file import AS_PUBLISHED, MOST_ROUNDS, ResultsFile
from pairings.engine.standings import TOM, rank

UNREADABLE = 2
STDIN = "-"
MOST_NAMES = 8

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
    """Rows in the order of COLUMNS, and notes on what the file does not say."""

    lines: list[list[Any]]
    notes: list[str]


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--results",
        metavar="FILE",
        help="results as csv: round, table, player, opponent (BYE, LATE or a player), result (W, L, T), one row per "
        "player and round; - reads standard input",
    )
    parser.add_argument(
        "--swiss-rounds",
        metavar="N",
        type=int,
        help="the last Swiss round of the file; later ones are left out, and who played none as late as this has "
        "dropped in the last round played",
    )
    parser.add_argument(
        "--first-round",
        metavar="M",
        type=int,
        default=1,
        help="count from this round on, as for a second day",
    )
    parser.add_argument(
        "--like-tom",
        action="store_true",
        help="percentages as TOM has them: rounded to four digits on the way, and no opponent for a round missed. "
        "Otherwise as published lists have them: nothing rounded, a round missed is an opponent of 25 %%",
    )


def collect(options: Mapping[str, Any]) -> FileStandings:
    """The standings of the file in the options. CommandError with a sentence if there are none."""
    first, last = options["first_round"], options["swiss_rounds"]
    if last is None or not 1 <= first <= last <= MOST_ROUNDS:
        raise CommandError(_("Give the number of Swiss rounds with --swiss-rounds."))
    try:
        # The file may begin with a byte order mark.
        if options["results"] == STDIN:
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        else:
            text = Path(options["results"]).read_text(encoding="utf-8-sig")
        file = results_file.read(text.splitlines(keepends=True), swiss_rounds=last, first_round=first)
    except Refused as refused:
        raise CommandError(refusal_text(refused), returncode=UNREADABLE) from refused
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(unreadable_text(error), returncode=UNREADABLE) from error
    rules = TOM if options["like_tom"] else AS_PUBLISHED
    lines = rank(file.competitors, file.played, rounds_planned=last - first + 1, rules=rules)
    left = {competitor.id: competitor.dropped_in for competitor in file.competitors}
    rows = []
    for line in lines:
        drop = left[line.id]
        name = file.names[line.id]
        counts = [line.points, line.wins, line.losses, line.ties]
        fractions = [fraction(share) for share in (line.win_pct, *line.tie_breaks.values())]
        rows.append([line.place, name, name, *counts, *fractions, -1 if drop is None else drop + first - 1])
    return FileStandings(rows, _notes(file))


def _notes(file: ResultsFile) -> list[str]:
    notes = []
    if file.shared:
        names = ", ".join(file.shared[:MOST_NAMES])
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
        lines = ", ".join(map(str, file.at_odds[:MOST_NAMES]))
        notes.append(
            _("The two rows of a match contradict each other; the first one counts. Lines: %(lines)s.")
            % {"lines": lines}
        )
    return notes


def as_json(lines: Iterable[list[Any]]) -> str:
    """{"all": [{…}]}, one player a line; fractions keep all their decimals, which `json` would cut off."""
    return '{"all": [\n  ' + ",\n  ".join(map(_object, lines)) + "\n]}"


def _object(line: list[Any]) -> str:
    pairs = (
        f'"{name}": {value if name in FRACTIONS else json.dumps(value, ensure_ascii=False)}'
        for name, value in zip(COLUMNS, line, strict=True)
    )
    return "{" + ", ".join(pairs) + "}"


def as_csv(lines: Iterable[list[Any]]) -> str:
    return csv_text([COLUMNS, *lines], newline="\n").rstrip("\n")


def as_table(lines: Iterable[list[Any]]) -> str:
    lines = list(lines)
    width = max(len(line[1]) for line in lines)
    return "\n".join(
        f"{place:>4}  {name:<{width}}  {points:>3}  {f'{wins}-{losses}-{ties}':<8}"
        + " ".join(f"{percent(share):>8}" for share in fractions)
        for place, _id, name, points, wins, losses, ties, *fractions, _drop in lines
    )
