"""Read a table of results, one row per player and round, for the standings.

    round,table,player,opponent,result
    1,98,P0147,P0254,W

`opponent` is a player, BYE, or LATE for a missed round; `result` is W, L or T, empty if unreported.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.engine.refused import Refused
from core.engine.tabular import NamedRows, TableBounds, TableFileFault
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.standings import Competitor, PlayedMatch, Rules

COLUMNS = ("round", "player", "opponent", "result")
BYES = ("BYE", "NONE")
LATE = "LATE"
MAX_ROUNDS = 99
BOUNDS = TableBounds(unpacked=0, rows=500_000, columns=100, cells=5_000_000)

PUBLISHED_TABLE_RULES = Rules(round_percent_digits=None, late_loss_opponent=True, open_opponent=True)
"""Rules of published tables: no intermediate rounding, a missed round counts as an opponent at the floor, and
a match without a result counts for opponents but not for the record.
"""

SIDES = {"W": Outcome.LEFT, "L": Outcome.RIGHT, "T": Outcome.TIE}
MIRRORED = {"W": "L", "L": "W", "T": "T"}


@dataclass(frozen=True, slots=True)
class ResultsFileRow:
    """One row, at this `line` of the file.

    `result` is "W", "L", "T" or "" if unreported. `opponent` is None for a bye or a missed round (`late`).
    """

    line: int
    round: int
    player: str
    opponent: str | None
    result: str
    late: bool = False

    @classmethod
    def of(cls, cells: Mapping[str, str], line: int) -> "ResultsFileRow":
        """Parse a row from cells by column. A bye with the result "L" is a missed round.

        Refused: RESULTS_ROW_UNREADABLE (line, value, column).
        """
        cells = {column: cells[column].strip() for column in COLUMNS}
        number, result = cells["round"], cells["result"].upper()
        for column, is_valid in (
            ("round", number.isascii() and number.isdigit() and len(number) < 3 and int(number) > 0),
            ("player", cells["player"]),
            ("opponent", cells["opponent"] and cells["opponent"] != cells["player"]),
            ("result", result in (*SIDES, "")),
        ):
            if not is_valid:
                value = cells[column]
                raise Refused(PairingRefusal.RESULTS_ROW_UNREADABLE, line=line, value=value, column=column)
        opponent = cells["opponent"].upper()
        is_alone = opponent in BYES or opponent == LATE
        return cls(
            line,
            int(number),
            cells["player"],
            None if is_alone else cells["opponent"],
            result,
            late=opponent == LATE or (is_alone and result == "L"),
        )


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """Input of `standings.rank_competitors`, and the problems of the file.

    names: names by competitor id, in the order of the file.
    shared: names with two rows in one round, so that it is unclear whose matches these are.
    unreported: number of matches without a reported result.
    at_odds: line numbers of matches whose two rows contradict each other; the first row counts.
    """

    competitors: list[Competitor]
    played: list[PlayedMatch]
    names: list[str]
    shared: list[str]
    unreported: int
    at_odds: list[int]


def read_results_file(lines: Iterable[str], *, swiss_rounds: int, first_round: int = 1) -> ResultsFile:
    """Read the Swiss rounds of a file: rounds `first_round` to `swiss_rounds`, renumbered from 1.

    A player without a row in the later rounds dropped in the last round they played. Refused:
    RESULTS_COLUMN_MISSING (column), RESULTS_ROW_UNREADABLE (line, value, column), RESULTS_NOT_CSV (line),
    RESULTS_EMPTY (first, last) if the file has no row of these rounds, TOO_MANY_ROWS (limit),
    TOO_MANY_COLUMNS (row, found, limit), TOO_MANY_CELLS (limit).
    """
    try:
        table = NamedRows(lines, BOUNDS, strict=True)
        missing_columns = [column for column in COLUMNS if column not in table.columns]
        if missing_columns:
            raise Refused(PairingRefusal.RESULTS_COLUMN_MISSING, column=missing_columns[0])
        rows = [ResultsFileRow.of(cells, line) for line, cells in table]
    except TableFileFault as fault:
        raise fault.too_large() or Refused(PairingRefusal.RESULTS_NOT_CSV, line=fault.row) from fault

    rows = [row for row in rows if first_round <= row.round <= swiss_rounds]
    if not rows:
        raise Refused(PairingRefusal.RESULTS_EMPTY, first=first_round, last=swiss_rounds)
    rows = [replace(row, round=row.round - first_round + 1) for row in rows]
    last = swiss_rounds - first_round + 1
    names = list(dict.fromkeys(name for row in rows for name in (row.player, row.opponent) if name))
    id_by_name = {name: place for place, name in enumerate(names)}
    matches, at_odds = _combine_rows(rows, id_by_name)
    counts = Counter((row.round, row.player) for row in rows)
    last_round: dict[str, int] = dict.fromkeys(id_by_name, 0)
    for row in rows:
        for name in filter(None, (row.player, row.opponent)):
            last_round[name] = max(last_round[name], row.round)
    return ResultsFile(
        competitors=[
            Competitor(
                id_by_name[name],
                dropped_in=None if last_played >= last else last_played,
                tie_break_number=id_by_name[name],
            )
            for name, last_played in last_round.items()
        ],
        played=matches,
        names=names,
        shared=sorted({player for (_, player), times in counts.items() if times > 1}),
        unreported=sum(match.outcome is Outcome.PENDING for match in matches),
        at_odds=at_odds,
    )


def _combine_rows(
    rows: Sequence[ResultsFileRow], number: Mapping[str, int]
) -> tuple[list[PlayedMatch], list[int]]:
    """Build one match from the two rows of its players, or from one row if the other is missing.

    Also return the lines whose result contradicts the opponent's row. `number` is the competitor id by name.
    """
    row_by_seats: dict[tuple[int, str, str], ResultsFileRow] = {}
    played: list[PlayedMatch] = []
    at_odds: list[int] = []
    for row in rows:
        if row.opponent is not None:
            row_by_seats.setdefault((row.round, row.player, row.opponent), row)
    paired_seats: set[tuple[int, str, str]] = set()
    for row in rows:
        if row.opponent is None:
            lone_outcome = Outcome.LATE_LOSS if row.late else Outcome.BYE
            played.append(PlayedMatch(row.round, number[row.player], None, lone_outcome))
            continue
        if (row.round, row.player, row.opponent) in paired_seats:
            continue
        mirror = row_by_seats.get((row.round, row.opponent, row.player))
        paired_seats |= {(row.round, row.player, row.opponent), (row.round, row.opponent, row.player)}
        result, mirrored_result = row.result, mirror.result if mirror else ""
        if result == mirrored_result == "L":
            outcome = Outcome.DOUBLE_LOSS
        elif not result and not mirrored_result:
            outcome = Outcome.PENDING
        else:
            result = result or MIRRORED[mirrored_result]
            outcome = SIDES[result]
            if mirrored_result and MIRRORED[result] != mirrored_result:
                at_odds.append(row.line)
        played.append(PlayedMatch(row.round, number[row.player], number[row.opponent], outcome))
    return played, at_odds
