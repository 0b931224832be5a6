"""Public pairings by name and by table: posted and closed rounds only."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Q, Subquery

from core.engine.alphabet import first_letter, sort_key
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.rounds import rows
from tournaments.models import Division, Tournament
from tournaments.queries.team_entries import teams_of


@dataclass(frozen=True, slots=True)
class NameRow:
    """The table of one player. `opponent` is None in a bye; `division` is its key."""

    person: Person
    opponent: Person | None
    table: int | None
    outcome: Outcome
    division: int
    in_bracket: bool = False

    @property
    def letter(self) -> str:
        return first_letter(self.person.sort_name) or "#"


def posted_rounds(event: Tournament) -> list[Round]:
    """Every posted or closed round of an event, newest first in each division; one query."""
    rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    rounds = rounds.select_related("division__tournament", "stage").defer("draw")
    return list(rounds.order_by("division__position", "division_id", "-number"))


def rounds_to_show(
    rounds: Sequence[Round], *, division: int | None = None, number: int | None = None
) -> list[Round]:
    """The requested round of each division (or of one), by default its newest."""
    chosen: dict[int, Round] = {}
    for round_ in rounds:
        if division is not None and round_.division_id != division:
            continue
        if number is None or round_.number == number:
            chosen.setdefault(round_.division_id, round_)
    return list(chosen.values())


OF_MATCH = ("round_id", "id", "table", "outcome", "games_left", "games_right", "reason", "bracket_id")


def match_rows(
    rounds: Collection[Round], *, public: bool, of: Collection[int] | None = None
) -> list[tuple[int, MatchRow]]:
    """The matches of these rounds with the key of their round, in table order; `of` limits them to these entries.

    One query, with teams two.
    """
    # Read as values: model rows would take most of the time of a page of thousands.
    matches = Match.objects.filter(round__in=[round_.pk for round_ in rounds])
    if of is not None:
        matches = matches.filter(Q(left__in=of) | Q(right__in=of))
    matches = matches.order_by("round__division__position", "position", "id")
    left, right = rows.columns_of_person("left"), rows.columns_of_person("right")
    event = next((round_.division.tournament for round_ in rounds), None)
    teams = teams_of(event, public=public) if event else rows.NO_TEAMS
    match_rows_ = []
    for (
        round_pk,
        pk,
        table,
        outcome,
        games_left,
        games_right,
        reason,
        bracket,
        *people,
    ) in matches.values_list(*OF_MATCH, *left, *right):
        on_left, on_right = people[: len(rows.OF_PERSON)], people[len(rows.OF_PERSON) :]
        row = MatchRow(
            match_id=pk,
            table=table,
            left=rows.person_of(on_left, public=public, teams=teams),
            right=rows.person_of(on_right, public=public, teams=teams) if on_right[0] is not None else None,
            outcome=Outcome(outcome),
            games_left=games_left,
            games_right=games_right,
            by_walkover=reason == Reason.WALKOVER,
            in_bracket=bracket is not None,
        )
        match_rows_.append((round_pk, row))
    return match_rows_


def names(rounds: Collection[Round], *, public: bool, of: Collection[int] | None = None) -> list[NameRow]:
    """Each match under both names, sorted by name; `of` limits them to these entries. One query."""
    divisions = {round_.pk: round_.division_id for round_ in rounds}
    lines: list[NameRow] = []
    for round_, row in match_rows(rounds, public=public, of=of):
        lines.append(NameRow(row.left, row.right, row.table, row.outcome, divisions[round_], row.in_bracket))
        if row.right is not None:
            lines.append(
                NameRow(row.right, row.left, row.table, row.outcome, divisions[round_], row.in_bracket)
            )
    mine = lines if of is None else [row for row in lines if row.person.entry_id in of]
    return sorted(mine, key=lambda line: sort_key(line.person.sort_name))


def coming(event: Tournament, rounds: Sequence[Round]) -> dict[int, int]:
    """Number of the round each division waits for, without divisions that play or are over. One query."""
    newest = {round_.division_id: round_ for round_ in reversed(rounds)}
    swiss = Stage.objects.filter(division=OuterRef("pk"), kind=Stage.Kind.SWISS).order_by("-position")
    divisions = Division.objects.filter(tournament=event)
    divisions = divisions.annotate(planned=Subquery(swiss.values("rounds_planned")[:1]))
    waits: dict[int, int] = {}
    for division, planned in divisions.values_list("pk", "planned"):
        last = newest.get(division)
        if last is None:
            waits[division] = 1
        elif last.state == Round.State.CLOSED and last.number < (planned or 0):
            waits[division] = last.number + 1
    return waits
