"""Public pairings by name and by table, of posted and closed rounds only."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Q, Subquery

from core.engine.alphabet import filing_letter, name_sort_key
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.rounds import match_rows
from tournaments.models import Division, Tournament
from tournaments.queries.team_entries import team_members_of_event


@dataclass(frozen=True, slots=True)
class NameRow:
    """Table of one player. `opponent` is None for a bye or a missed round; `division` is a key."""

    person: EntryPerson
    opponent: EntryPerson | None
    table: int | None
    outcome: Outcome
    division: int
    in_bracket: bool = False

    @property
    def letter(self) -> str:
        """First letter of the name in the list, or "#" if it starts with none."""
        return filing_letter(self.person.sort_name) or "#"


def posted_rounds(event: Tournament) -> list[Round]:
    """Return every posted or closed round of an event, newest first in each division. One query."""
    rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    rounds = rounds.select_related("division__tournament", "stage").defer("draw")
    return list(rounds.order_by("division__position", "division_id", "-number"))


def rounds_to_show(
    rounds: Sequence[Round], *, division: int | None = None, number: int | None = None
) -> list[Round]:
    """Pick the round with this number, by default the latest, of each division or of one division.

    `rounds` lists the newest round of each division first, like `posted_rounds`.
    """
    round_by_division: dict[int, Round] = {}
    for round_ in rounds:
        if division is not None and round_.division_id != division:
            continue
        if number is None or round_.number == number:
            round_by_division.setdefault(round_.division_id, round_)
    return list(round_by_division.values())


MATCH_COLUMNS = ("round_id", "id", "table", "outcome", "games_left", "games_right", "reason", "bracket_id")


def match_rows_with_round(
    rounds: Collection[Round], *, public: bool, entries: Collection[int] | None = None
) -> list[tuple[int, MatchRow]]:
    """Return the matches of these rounds with the key of their round, in table order.

    `entries` limits the result to matches of these entries. One query, two with teams.
    """
    # Model instances would take most of the time of a page with thousands of matches.
    matches = Match.objects.filter(round__in=[round_.pk for round_ in rounds])
    if entries is not None:
        matches = matches.filter(Q(left__in=entries) | Q(right__in=entries))
    matches = matches.order_by("round__division__position", "position", "id")
    left_columns, right_columns = match_rows.person_columns("left"), match_rows.person_columns("right")
    event = next((round_.division.tournament for round_ in rounds), None)
    teams = team_members_of_event(event, public=public) if event else match_rows.NO_TEAMS
    keyed_rows = []
    for (
        round_pk,
        pk,
        table,
        outcome,
        games_left,
        games_right,
        reason,
        bracket,
        *player_values,
    ) in matches.values_list(*MATCH_COLUMNS, *left_columns, *right_columns):
        left_values, right_values = (
            player_values[: len(match_rows.PERSON_COLUMNS)],
            player_values[len(match_rows.PERSON_COLUMNS) :],
        )
        row = MatchRow(
            match_id=pk,
            table=table,
            left=match_rows.person_from_values(left_values, public=public, teams=teams),
            right=match_rows.person_from_values(right_values, public=public, teams=teams)
            if right_values[0] is not None
            else None,
            outcome=Outcome(outcome),
            games_left=games_left,
            games_right=games_right,
            by_walkover=reason == Reason.WALKOVER,
            in_bracket=bracket is not None,
        )
        keyed_rows.append((round_pk, row))
    return keyed_rows


def pairings_by_player(
    rounds: Collection[Round], *, public: bool, entries: Collection[int] | None = None
) -> list[NameRow]:
    """List each match under both players' names, sorted by name.

    `entries` limits the result to the names of these entries. One query, two with teams.
    """
    divisions = {round_.pk: round_.division_id for round_ in rounds}
    name_rows: list[NameRow] = []
    for round_, row in match_rows_with_round(rounds, public=public, entries=entries):
        name_rows.append(
            NameRow(row.left, row.right, row.table, row.outcome, divisions[round_], row.in_bracket)
        )
        if row.right is not None:
            name_rows.append(
                NameRow(row.right, row.left, row.table, row.outcome, divisions[round_], row.in_bracket)
            )
    requested_rows = (
        name_rows if entries is None else [row for row in name_rows if row.person.entry_id in entries]
    )
    return sorted(requested_rows, key=lambda name_row: name_sort_key(name_row.person.sort_name))


def next_round_numbers(event: Tournament, rounds: Sequence[Round]) -> dict[int, int]:
    """Return the number of the next Swiss round by division key. One query.

    `rounds` are those of `posted_rounds`. Divisions with a round in play or without further Swiss rounds
    are left out.
    """
    round_by_division = {round_.division_id: round_ for round_ in reversed(rounds)}
    swiss_stages = Stage.objects.filter(division=OuterRef("pk"), kind=Stage.Kind.SWISS).order_by("-position")
    divisions = Division.objects.filter(tournament=event)
    divisions = divisions.annotate(planned=Subquery(swiss_stages.values("rounds_planned")[:1]))
    number_by_division: dict[int, int] = {}
    for division, planned in divisions.values_list("pk", "planned"):
        latest_round = round_by_division.get(division)
        if latest_round is None:
            number_by_division[division] = 1
        elif latest_round.state == Round.State.CLOSED and latest_round.number < (planned or 0):
            number_by_division[division] = latest_round.number + 1
    return number_by_division
