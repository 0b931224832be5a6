"""Read a table of results, one row per player and round, for the standings.

    round,table,player,opponent,result
    1,98,P0147,P0254,W

`opponent` is a player, or BYE, or LATE for a missed round; `result` is W, L or T, empty while unknown.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.engine.refused import Refused
from core.engine.tabular import Bounds, FileFault, NamedRows
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.standings import Competitor, Played, Rules

COLUMNS = ("round", "player", "opponent", "result")
BYES = ("BYE", "NONE")
LATE = "LATE"
MOST_ROUNDS = 99
BOUNDS = Bounds(unpacked=0, rows=500_000, columns=100, cells=5_000_000)

AS_PUBLISHED = Rules(round_percent_digits=None, late_loss_opponent=True, open_opponent=True)
"""The rules of such published tables: no rounding on the way, a missed round is an opponent at the floor, and a match
without a result counts for opponents but not for the record.
"""

SIDES = {"W": Outcome.LEFT, "L": Outcome.RIGHT, "T": Outcome.TIE}
MIRRORED = {"W": "L", "L": "W", "T": "T"}


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `result` is "W", "L", "T" or "", `opponent` None for a bye or a missed round (`late`)."""

    line: int
    round: int
    player: str
    opponent: str | None
    result: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class ResultsFile:
    """The input of `standings.rank`, and the problems of the file.

    names: by competitor id, in the order of the file.
    shared: players with two rows in one round, whose matches are ambiguous.
    unreported: matches without a reported result.
    at_odds: lines of matches whose two rows contradict each other; the first row counts.
    """

    competitors: list[Competitor]
    played: list[Played]
    names: list[str]
    shared: list[str]
    unreported: int
    at_odds: list[int]


def read(lines: Iterable[str], *, swiss_rounds: int, first_round: int = 1) -> ResultsFile:
    """The Swiss rounds of a file; players missing in the last rounds dropped in the last round they played.

    Refused: RESULTS_COLUMN_MISSING (column), RESULTS_ROW_UNREADABLE (line, value, column), RESULTS_NOT_CSV (line),
    RESULTS_EMPTY, TOO_MANY_ROWS (limit), TOO_MANY_COLUMNS (row, found, limit), TOO_MANY_CELLS (limit).
    """
    rows = [row for row in _rows(lines) if first_round <= row.round <= swiss_rounds]
    if not rows:
        raise Refused(PairingRefusal.RESULTS_EMPTY, first=first_round, last=swiss_rounds)
    rows = [replace(row, round=row.round - first_round + 1) for row in rows]
    last = swiss_rounds - first_round + 1
    names = list(dict.fromkeys(name for row in rows for name in (row.player, row.opponent) if name))
    number = {name: place for place, name in enumerate(names)}
    matches, at_odds = _matches(rows, number)
    twice = Counter((row.round, row.player) for row in rows)
    seen: dict[str, int] = dict.fromkeys(number, 0)
    for row in rows:
        for name in filter(None, (row.player, row.opponent)):
            seen[name] = max(seen[name], row.round)
    return ResultsFile(
        competitors=[
            Competitor(number[name], dropped_in=None if end >= last else end, tie_break_number=number[name])
            for name, end in seen.items()
        ],
        played=matches,
        names=names,
        shared=sorted({player for (_, player), times in twice.items() if times > 1}),
        unreported=sum(match.outcome is Outcome.PENDING for match in matches),
        at_odds=at_odds,
    )


def _rows(lines: Iterable[str]) -> Iterable[Row]:
    try:
        table = NamedRows(lines, BOUNDS, strict=True)
        missing = [column for column in COLUMNS if column not in table.columns]
        if missing:
            raise Refused(PairingRefusal.RESULTS_COLUMN_MISSING, column=missing[0])
        for line, cells in table:
            yield _row(cells, line)
    except FileFault as fault:
        raise fault.too_large() or Refused(PairingRefusal.RESULTS_NOT_CSV, line=fault.row) from fault


def _row(record: Mapping[str, str], line: int) -> Row:
    cells = {column: record[column].strip() for column in COLUMNS}
    whole = cells["round"].isascii() and cells["round"].isdigit() and len(cells["round"]) < 3
    result = cells["result"].upper()
    for column, right in (
        ("round", whole and int(cells["round"]) > 0),
        ("player", cells["player"]),
        ("opponent", cells["opponent"] and cells["opponent"] != cells["player"]),
        ("result", result in (*SIDES, "")),
    ):
        if not right:
            raise Refused(
                PairingRefusal.RESULTS_ROW_UNREADABLE, line=line, value=cells[column], column=column
            )
    against = cells["opponent"].upper()
    alone = against in BYES or against == LATE
    return Row(
        line,
        int(cells["round"]),
        cells["player"],
        None if alone else cells["opponent"],
        result,
        late=against == LATE or (alone and result == "L"),
    )


def _matches(rows: Iterable[Row], number: Mapping[str, int]) -> tuple[list[Played], list[int]]:
    """One match for the two rows of each pair, and the lines that contradict their mirror row."""
    by_seats: dict[tuple[int, str, str], Row] = {}
    played: list[Played] = []
    at_odds: list[int] = []
    rows = list(rows)
    for row in rows:
        if row.opponent is not None:
            by_seats.setdefault((row.round, row.player, row.opponent), row)
    done: set[tuple[int, str, str]] = set()
    for row in rows:
        if row.opponent is None:
            alone = Outcome.LATE_LOSS if row.late else Outcome.BYE
            played.append(Played(row.round, number[row.player], None, alone))
            continue
        if (row.round, row.player, row.opponent) in done:
            continue
        mirror = by_seats.get((row.round, row.opponent, row.player))
        done |= {(row.round, row.player, row.opponent), (row.round, row.opponent, row.player)}
        outcome, fits = _outcome(row.result, mirror.result if mirror else "")
        played.append(Played(row.round, number[row.player], number[row.opponent], outcome))
        if not fits:
            at_odds.append(row.line)
    return played, at_odds


def _outcome(outcome: str, mirror: str) -> tuple[Outcome, bool]:
    """The outcome of two rows, and whether they agree."""
    if outcome == mirror == "L":
        return Outcome.DOUBLE_LOSS, True
    if not outcome and not mirror:
        return Outcome.PENDING, True
    own = outcome or MIRRORED[mirror]
    return SIDES[own], not mirror or MIRRORED[own] == mirror
