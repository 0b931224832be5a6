"""The explanation of a player's place: all figures, with the names of the opponents."""

from dataclasses import dataclass

from pairings.engine import standings
from pairings.engine.metrics import TieBreaks
from pairings.engine.outcomes import Result
from pairings.engine.rows import Person
from pairings.engine.standings import Explanation, Met
from pairings.models import Standing
from pairings.queries.rounds import fields
from pairings.queries.rounds.rows import person, ranked_rounds
from tournaments.models import Division, Entry
from tournaments.queries.team_entries import teams_of


@dataclass(frozen=True, slots=True)
class Step:
    """One round of the player: the opponent, and the engine's figures.

    `stayed`: the opponent did not qualify for day 2, so the record of day 1 counts.
    """

    opponent: Person | None
    met: Met
    stayed: bool = False


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The next player below in the same list. `beaten`: only these two are equal, and the player won their match.

    `stayed`: did not qualify for day 2, and so ranks below those with as many points who did.
    """

    person: Person
    place: int
    points: int
    tie_breaks: TieBreaks
    beaten: bool
    stayed: bool = False


@dataclass(frozen=True, slots=True)
class Why:
    """The place of a player after a Swiss round: `alike` others have the same points.

    `stayed`: did not qualify for day 2.
    """

    person: Person
    after: int
    place: int
    points: int
    alike: int
    figures: Explanation
    steps: tuple[Step, ...]
    below: Neighbour | None
    stayed: bool = False


def why(division: Division, entry: int, *, after: int | None = None, public: bool = False) -> Why | None:
    """The explanation of one place, None for an entry outside the list. A fixed number of queries for any field."""
    ranked = ranked_rounds(division)
    round_ = ranked.filter(number=after).first() if after else ranked.order_by("-number").first()
    line = Standing.objects.filter(round=round_, entry=entry).first() if round_ else None
    if round_ is None or line is None:
        return None
    competitors = fields.competitors(division, after=round_.number)
    stayed = set()
    for competitor in competitors:
        through = round_.number if competitor.through_in is None else competitor.through_in
        left = competitor.dropped_in
        # Present at the end of day 1, and not qualified for day 2.
        if through < round_.number and (left is None or left > through):
            stayed.add(competitor.id)
    figures = standings.explain(
        competitors,
        fields.swiss_results(division, until=round_.number),
        entry,
        rounds_planned=round_.stage.rounds_planned,
    )
    lines = Standing.objects.filter(round=round_, age_division=line.age_division)
    equal = lines.filter(points=line.points)
    # The place as in lists, without players disqualified since.
    place = line.place - lines.filter(place__lt=line.place, entry__disqualified=True).count()
    # The next player below with a place.
    below = lines.filter(place__gt=line.place, entry__disqualified=False).order_by("place").first()
    teams = teams_of(division.tournament, public=public)
    opponents = {met.opponent for met in figures.met if met.opponent}
    wanted = {entry, *opponents, *([below.entry_id] if below else [])}
    entries = Entry.objects.filter(pk__in=wanted).select_related("player")
    people = {row.pk: person(row, public=public, teams=teams) for row in entries}
    neighbour = None
    if below is not None:
        won = [met.result is Result.WIN for met in figures.met if met.opponent == below.entry_id]
        # Head-to-head decides if exactly two are equal in everything before it (M-021).
        two = equal.filter(**line.tie_breaks).count() == 2
        neighbour = Neighbour(
            people[below.entry_id],
            place + 1,
            below.points,
            below.tie_breaks,
            beaten=two and won == [True],
            stayed=below.entry_id in stayed,
        )
    return Why(
        person=people[entry],
        after=round_.number,
        place=place,
        points=line.points,
        alike=equal.count() - 1,
        figures=figures,
        steps=tuple(
            Step(people[met.opponent] if met.opponent else None, met, met.opponent in stayed)
            for met in figures.met
        ),
        below=neighbour,
        stayed=entry in stayed,
    )
