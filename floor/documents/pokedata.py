"""Standings in the format of pokedata.ovh: a list of players, each with the rounds they played."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from operator import itemgetter
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
    tables = standings_lists(division, public=True)
    table = next((table for table in tables if table.age_division == age_division), None)
    if table is None:
        return []
    names = {row.person.entry_id: row.person.name for table in tables for row in table.rows}
    rounds_by_entry = _rounds_by_entry(division, names)
    dropped_in = dict(division.entries.filter(dropped_in__isnull=False).values_list("pk", "dropped_in"))
    players = []
    for row in table.rows:
        matches = row.wins + row.losses + row.ties
        players.append(
            PokedataPlayer(
                name=names[row.person.entry_id],
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


def _rounds_by_entry(division: Division, names: Mapping[int, str]) -> dict[int, dict[str, PokedataRound]]:
    """Return the posted and closed rounds of each player. `names`: the names of all who have a place.

    One query; one more, and another with teams, if others played, such as disqualified players.
    """
    # Model instances would take most of the time of a file of thousands of players.
    matches = Match.objects.filter(round__division=division).exclude(round__state=Round.State.UNPOSTED)
    columns = ("round__number", "left_id", "right_id", "outcome", "table")
    # A player has one match in a round, so only the rounds need an order.
    played = sorted(matches.order_by().values_list(*columns), key=itemgetter(0))
    entries = {match[1] for match in played} | {match[2] for match in played if match[2]}
    names = {**names, **_public_names(division, entries - names.keys())}
    rounds_by_entry: dict[int, dict[str, PokedataRound]] = defaultdict(dict)
    for number, left, right, outcome, table in played:
        key, result = str(number), _result_letter(outcome, left=True)
        if right is None:
            alone = LATE if outcome == Outcome.LATE_LOSS else BYE
            rounds_by_entry[left][key] = {"name": alone, "result": result, "table": table or 0}
            continue
        rounds_by_entry[left][key] = {"name": names[right], "result": result, "table": table or 0}
        result = _result_letter(outcome, left=False)
        rounds_by_entry[right][key] = {"name": names[left], "result": result, "table": table or 0}
    return rounds_by_entry


def _public_names(division: Division, entries: Collection[int]) -> dict[int, str]:
    if not entries:
        return {}
    teams = team_members_of_event(division.tournament, public=True)
    people = Entry.objects.filter(pk__in=entries).values_list(*match_rows.PERSON_COLUMNS)
    persons = (match_rows.person_from_values(values, public=True, teams=teams) for values in people)
    return {person.entry_id: person.name for person in persons}


@cache
def _result_letter(outcome: str, *, left: bool) -> str | None:
    result = result_of_side(Outcome(outcome), left=left)
    return None if result is Result.OPEN else "W" if result in WINS else "L" if result in LOSSES else "T"
