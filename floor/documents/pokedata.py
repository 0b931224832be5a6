"""Standings in the format of pokedata.ovh: a list of players, each with the rounds they played."""

from collections import defaultdict
from typing import TypedDict

from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import LOSSES, WINS, Outcome, Result, result_of_side
from pairings.models import Round
from pairings.queries.rounds import match_rows
from pairings.queries.standings.standings_lists import standings_lists
from tournaments.models import Division

NOT_DROPPED = -1
BYE, LATE = "BYE", "LATE"
"""Placeholder names for rounds without an opponent."""


class PokedataRound(TypedDict):
    """One round in a player's record: the opponent, the result and the table.

    `name` is BYE or LATE without an opponent. `result` is W, L or T, or None while the match is open. Without a
    table, `table` is 0.
    """

    name: str
    result: str | None
    table: int


class PokedataPlayer(TypedDict):
    """A player in the file."""

    name: str
    placing: int | None
    record: dict[str, int]
    resistances: dict[str, float]
    decklist: str
    drop: int | None
    rounds: dict[str, PokedataRound]


def pokedata_standings(division: Division, age_division: str) -> list[PokedataPlayer]:
    """Return one list of standings as on public pages, in the format of pokedata.

    Player IDs are omitted, and children are shown by first name and initial. `resistances` are fractions of one:
    the share of matches won by the player, by the opponents, and by their opponents. `drop` is the round of the
    drop, or -1. `rounds` maps round numbers to the rounds the player played. Deck lists are left out, because the
    event decides who sees them. The result is empty if the division has no standings of this age division.
    """
    table = next(
        (table for table in standings_lists(division, public=True) if table.age_division == age_division),
        None,
    )
    if table is None:
        return []
    rounds_by_entry: dict[int, dict[str, PokedataRound]] = defaultdict(dict)
    rounds = division.rounds.exclude(state=Round.State.UNPOSTED).select_related("division", "stage")
    for round_ in rounds.order_by("number"):
        number = str(round_.number)
        for match in match_rows.match_rows(round_, public=True):
            rounds_by_entry[match.left.entry_id][number] = _pokedata_round(match, match.right, is_left=True)
            if match.right is not None:
                rounds_by_entry[match.right.entry_id][number] = _pokedata_round(
                    match, match.left, is_left=False
                )

    dropped_in = dict(division.entries.filter(dropped_in__isnull=False).values_list("pk", "dropped_in"))
    players = []
    for row in table.rows:
        matches = row.wins + row.losses + row.ties
        players.append(
            PokedataPlayer(
                name=row.person.name,
                placing=row.place,
                record={"wins": row.wins, "losses": row.losses, "ties": row.ties},
                resistances={
                    "self": row.wins / matches if matches else 0.0,
                    "opp": row.tie_breaks["owp"],
                    "oppopp": row.tie_breaks["oowp"],
                },
                decklist="",
                drop=dropped_in.get(row.person.entry_id, NOT_DROPPED),
                rounds=rounds_by_entry.get(row.person.entry_id, {}),
            )
        )
    return players


def _pokedata_round(match: MatchRow, opponent: EntryPerson | None, *, is_left: bool) -> PokedataRound:
    opponent_name = opponent.name if opponent else LATE if match.outcome is Outcome.LATE_LOSS else BYE
    result = result_of_side(match.outcome, left=is_left)
    letter = None if result is Result.OPEN else "W" if result in WINS else "L" if result in LOSSES else "T"
    return PokedataRound(name=opponent_name, result=letter, table=match.table or 0)
