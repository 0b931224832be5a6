"""Swiss standings computed from results."""

from django.db.models import Min

from pairings.engine import standings
from pairings.engine.standings import ResultColumns, StandingLine
from pairings.models import Stage
from pairings.queries.rounds import engine_fields
from tournaments.models import Division


def standings_after(
    division: Division, number: int, *, results: ResultColumns | None = None
) -> dict[str, tuple[StandingLine, ...]]:
    """Compute the Swiss standings of a division after round `number`, with places by age division.

    `results` replaces the stored results, for comparisons. Four queries, three with `results`.
    """
    stages = division.stages.filter(kind=Stage.Kind.SWISS).annotate(first=Min("rounds__number"))
    swiss_stages = list(stages.order_by("position"))
    started_stages = [
        stage for stage in swiss_stages if stage.first is not None and stage.first <= number
    ] or swiss_stages
    lines = standings.rank_competitors(
        engine_fields.standings_competitors(division, after=number),
        engine_fields.swiss_results(division, until=number) if results is None else results,
        # A drop is early if it precedes the last planned round of the day of round `number`.
        rounds_planned=started_stages[-1].rounds_planned if started_stages else None,
        rules=engine_fields.standings_rules(division),
    )
    age_division_of = engine_fields.ranked_age_divisions(division)
    return standings.split_by_age_division(lines, lambda line: age_division_of[line.id])
