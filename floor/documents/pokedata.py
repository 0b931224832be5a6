"""Standings in the format of pokedata.ovh: a list of players, each with the rounds they played."""

from collections.abc import Mapping
from typing import Any

from pairings.engine.outcomes import LOSSES, WINS, Outcome, Result, result_of
from pairings.engine.rows import MatchRow, Person, StandingRow
from pairings.models import Round
from pairings.queries.rounds import rows
from tournaments.models import Division

NOT_DROPPED = -1
BYE, LATE = "BYE", "LATE"
"""Placeholders for an opponent."""


def standings(division: Division, age_division: str) -> list[dict[str, Any]]:
    """Players of one list of standings as in public: no Player IDs, children by first name and initial.

    `resistances` are fractions of one: the share of matches won, the opponents', their opponents'. `drop` is the
    round of the drop, -1 without. `rounds` by number: opponent, W, L or T (None while open), table. Deck lists
    are not included, as the event decides who sees them.
    """
    table = next(
        (table for table in rows.standings(division, public=True) if table.age_division == age_division), None
    )
    if table is None:
        return []
    played = _rounds(division)
    left = dict(division.entries.filter(dropped_in__isnull=False).values_list("pk", "dropped_in"))
    return [_player(row, played.get(row.person.entry_id, {}), left) for row in table.rows]


def _player(row: StandingRow, played: dict[str, Any], left: Mapping[int, int | None]) -> dict[str, Any]:
    matches = row.wins + row.losses + row.ties
    return {
        "name": row.person.name,
        "placing": row.place,
        "record": {"wins": row.wins, "losses": row.losses, "ties": row.ties},
        "resistances": {
            "self": row.wins / matches if matches else 0.0,
            "opp": row.tie_breaks["owp"],
            "oppopp": row.tie_breaks["oowp"],
        },
        "decklist": "",
        "drop": left.get(row.person.entry_id, NOT_DROPPED),
        "rounds": played,
    }


def _rounds(division: Division) -> dict[int, dict[str, Any]]:
    by_entry: dict[int, dict[str, Any]] = {}
    posted = division.rounds.exclude(state=Round.State.UNPOSTED).select_related("division", "stage")
    for round_ in posted.order_by("number"):
        for match in rows.match_rows(round_, public=True):
            by_entry.setdefault(match.left.entry_id, {})[str(round_.number)] = _round(
                match, match.right, left=True
            )
            if match.right is not None:
                seen = _round(match, match.left, left=False)
                by_entry.setdefault(match.right.entry_id, {})[str(round_.number)] = seen
    return by_entry


def _round(match: MatchRow, other: Person | None, *, left: bool) -> dict[str, Any]:
    opponent = other.name if other else LATE if match.outcome is Outcome.LATE_LOSS else BYE
    result = result_of(match.outcome, left=left)
    letter = None if result is Result.OPEN else "W" if result in WINS else "L" if result in LOSSES else "T"
    return {
        "name": opponent,
        "result": letter,
        "table": match.table or 0,
    }
