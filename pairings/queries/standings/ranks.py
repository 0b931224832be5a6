"""The Swiss standings, computed from the results."""

from django.db.models import Min

from pairings.engine import standings
from pairings.engine.standings import Line, Results
from pairings.models import Stage
from pairings.queries.rounds import fields
from tournaments.models import Division


def lines_after(
    division: Division, number: int, *, results: Results | None = None
) -> dict[str, tuple[Line, ...]]:
    """The Swiss standings of a division after round `number`, by age division, places restarting in each.

    `results`: other results than those stored, for a comparison. Four queries, three with `results`.
    """
    stages = division.stages.filter(kind=Stage.Kind.SWISS).annotate(first=Min("rounds__number"))
    swiss = list(stages.order_by("position"))
    begun = [stage for stage in swiss if stage.first is not None and stage.first <= number] or swiss
    lines = standings.rank(
        fields.competitors(division, after=number),
        fields.swiss_results(division, until=number) if results is None else results,
        # The last round planned for the day of round `number`.
        rounds_planned=begun[-1].rounds_planned if begun else None,
    )
    age_division = fields.age_divisions(division)
    return standings.split(lines, lambda line: age_division[line.id])
