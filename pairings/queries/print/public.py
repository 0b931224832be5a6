"""Pairings as everybody may see them: by name and by table, posted and closed rounds alone."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery

from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import rows
from tournaments.engine.alphabet import first_letter, sort_key
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class NameRow:
    """Where one player sits. `opponent` is None in a bye; `division` is its key."""

    person: Person
    opponent: Person | None
    table: int | None
    outcome: Outcome
    division: int

    @property
    def letter(self) -> str:
        return first_letter(self.person.sort_name) or "#"


def posted_rounds(event: Tournament) -> list[Round]:
    """Every posted or closed round of an event, newest first in each division; one query."""
    found = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    found = found.select_related("division__tournament", "stage").defer("draw")
    return list(found.order_by("division__position", "division_id", "-number"))


def rounds_to_show(
    found: Sequence[Round], *, division: int | None = None, number: int | None = None
) -> list[Round]:
    """Of each division (or of one) the round asked for, else its newest."""
    chosen: dict[int, Round] = {}
    for round_ in found:
        if division is not None and round_.division_id != division:
            continue
        if number is None or round_.number == number:
            chosen.setdefault(round_.division_id, round_)
    return list(chosen.values())


def matches_of(rounds: Collection[Round]) -> list[Match]:
    """The matches of these rounds with their players, in table order; one query."""
    found = Match.objects.filter(round__in=[round_.pk for round_ in rounds])
    found = found.select_related("left__player", "right__player", "round__division").defer("round__draw")
    return list(found.order_by("round__division__position", "position", "id"))


def names(rounds: Collection[Round], *, public: bool) -> list[NameRow]:
    """Each match under both names, in the order people look names up. One query."""
    found: list[NameRow] = []
    for match in matches_of(rounds):
        row, division = rows.match_row(match, {}, public=public), match.round.division_id
        found.append(_name(row, row.left, row.right, division))
        if row.right is not None:
            found.append(_name(row, row.right, row.left, division))
    return sorted(found, key=lambda one: sort_key(one.person.sort_name))


def _name(row: MatchRow, person: Person, opponent: Person | None, division: int) -> NameRow:
    return NameRow(person, opponent, row.table, row.outcome, division)


def coming(event: Tournament, found: Sequence[Round]) -> dict[int, int]:
    """Number of the round each division waits for, without the divisions that play or are through. One query."""
    newest = {round_.division_id: round_ for round_ in reversed(found)}
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
