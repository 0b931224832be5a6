"""Standings in the format of pokedata.ovh: a list of players, each with the rounds they played."""

from collections import defaultdict
from functools import cache
from typing import TypedDict

from pairings.engine.outcomes import LOSSES, WINS, Outcome, Result, result_of_side
from pairings.models import Match, Round
from pairings.queries.rounds import match_rows
from pairings.queries.standings.standings_lists import standings_lists
from tournaments.models import Division, Entry
from tournaments.queries.team_entries import team_members_of_event

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
    rounds_by_entry = _rounds_by_entry(division)
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


def _rounds_by_entry(division: Division) -> dict[int, dict[str, PokedataRound]]:
    """Return the posted and closed rounds of each player. Two queries, three with teams."""
    teams = team_members_of_event(division.tournament, public=True)
    people = Entry.objects.filter(division=division).values_list(*match_rows.PERSON_COLUMNS)
    persons = (match_rows.person_from_values(values, public=True, teams=teams) for values in people)
    names = {person.entry_id: person.name for person in persons}
    # Model instances would take most of the time of a file of thousands of players.
    matches = Match.objects.filter(round__division=division).exclude(round__state=Round.State.UNPOSTED)
    matches = matches.order_by("round__number", "position", "id")
    rounds_by_entry: dict[int, dict[str, PokedataRound]] = defaultdict(dict)
    for number, left, right, outcome, table in matches.values_list(
        "round__number", "left_id", "right_id", "outcome", "table"
    ):
        alone = LATE if outcome == Outcome.LATE_LOSS else BYE
        name = alone if right is None else names[right]
        rounds_by_entry[left][str(number)] = PokedataRound(
            name=name, result=_result_letter(Outcome(outcome), left=True), table=table or 0
        )
        if right is not None:
            rounds_by_entry[right][str(number)] = PokedataRound(
                name=names[left], result=_result_letter(Outcome(outcome), left=False), table=table or 0
            )
    return rounds_by_entry


@cache
def _result_letter(outcome: Outcome, *, left: bool) -> str | None:
    result = result_of_side(outcome, left=left)
    return None if result is Result.OPEN else "W" if result in WINS else "L" if result in LOSSES else "T"
