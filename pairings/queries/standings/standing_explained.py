"""The explanation of a player's place: all figures, with the names of the opponents."""

from dataclasses import dataclass

from pairings.engine import standings
from pairings.engine.metrics import TieBreaks
from pairings.engine.outcomes import Result
from pairings.engine.rows import Person
from pairings.engine.standings import Competitor, Explanation, Met
from pairings.models import Round, Standing
from pairings.queries.rounds import fields
from pairings.queries.rounds.rows import Teams, person, ranked_rounds
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
    stayed = {one.id for one in competitors if _stayed(one, round_.number)}
    figures = standings.explain(
        competitors,
        fields.swiss_results(division, until=round_.number),
        entry,
        rounds_planned=round_.stage.rounds_planned,
    )
    place, near = _place(round_, line), _near(round_, line)
    teams = teams_of(division.tournament, public=public)
    met = {one.opponent for one in figures.met if one.opponent}
    people = _people({entry, *met, *near}, public=public, teams=teams)
    return Why(
        person=people[entry],
        after=round_.number,
        place=place,
        points=line.points,
        alike=_alike(round_, line),
        figures=figures,
        steps=tuple(
            Step(people[one.opponent] if one.opponent else None, one, one.opponent in stayed)
            for one in figures.met
        ),
        below=next(
            (
                _neighbour(row, place + 1, figures, people, two=_two(round_, line), stayed=stayed)
                for row in near.values()
            ),
            None,
        ),
        stayed=entry in stayed,
    )


def _stayed(one: Competitor, after: int) -> bool:
    """Whether a player was present at the end of day 1 and did not qualify for day 2."""
    through = after if one.through_in is None else one.through_in
    return through < after and (one.dropped_in is None or one.dropped_in > through)


def _alike(round_: Round, line: Standing) -> int:
    same = Standing.objects.filter(round=round_, age_division=line.age_division, points=line.points)
    return same.count() - 1


def _place(round_: Round, line: Standing) -> int:
    """The place as in lists, without players disqualified since."""
    ahead = Standing.objects.filter(round=round_, age_division=line.age_division, place__lt=line.place)
    return line.place - ahead.filter(entry__disqualified=True).count()


def _near(round_: Round, line: Standing) -> dict[int, Standing]:
    """The next player below with a place."""
    below = Standing.objects.filter(round=round_, age_division=line.age_division, place__gt=line.place)
    rows = below.filter(entry__disqualified=False).order_by("place")[:1]
    return {row.entry_id: row for row in rows}


def _people(ids: set[int], *, public: bool, teams: Teams) -> dict[int, Person]:
    entries = Entry.objects.filter(pk__in=ids).select_related("player")
    return {entry.pk: person(entry, public=public, teams=teams) for entry in entries}


def _two(round_: Round, line: Standing) -> bool:
    """Whether exactly two are equal in everything before head-to-head (M-021)."""
    equal = Standing.objects.filter(round=round_, age_division=line.age_division, points=line.points)
    return equal.filter(**line.tie_breaks).count() == 2


def _neighbour(
    row: Standing,
    place: int,
    figures: Explanation,
    people: dict[int, Person],
    *,
    two: bool,
    stayed: set[int],
) -> Neighbour:
    won = [one.result is Result.WIN for one in figures.met if one.opponent == row.entry_id]
    return Neighbour(
        people[row.entry_id],
        place,
        row.points,
        row.tie_breaks,
        beaten=two and won == [True],
        stayed=row.entry_id in stayed,
    )
