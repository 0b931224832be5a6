"""The current stage of a division, and its number of rounds."""

from collections.abc import Sequence

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Stage
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.rounds.division_rounds import latest_round, planned_rounds, table_rounds_of_day_two
from pairings.services.bracket import brackets
from pairings.services.standings import ranking
from tournaments.models import Division, Tournament

MAX_TABLES = 8
"""Maximum number of tables listed in a refusal."""


def get_or_create_stage(division: Division, *, seed: int) -> Stage:
    """Return the current stage of a division, or create its first stage when round 1 is paired.

    `seed` is the random seed for the seeding of a pure elimination. Refused: TOO_FEW_PLAYERS (players).
    """
    stage = division.stages.order_by("-position").first()
    if stage is not None:
        return stage
    if division.tournament.structure == Tournament.Structure.ELIMINATION:
        return brackets.create_elimination_stage(division, seed)
    return Stage.objects.create(
        division=division, position=0, kind=Stage.Kind.SWISS, rounds_planned=planned_rounds(division)
    )


def replan_stage(round_: Round) -> None:
    """Plan the first stage again before round 1 is paired again: seeds, or the number of Swiss rounds.

    Nothing changes for any other round.
    """
    stage = round_.stage
    # If the players present have changed, the seeds and the number of rounds change with them.
    if stage.position > 0 or round_.number > 1:
        return
    if stage.kind == Stage.Kind.ELIMINATION:
        brackets.draw_seeds(stage, round_.seed)
    else:
        set_planned_rounds(stage, planned_rounds(round_.division))


def update_planned_rounds(round_: Round) -> None:
    """Set the planned rounds of a Swiss stage from the current settings when round 1 is posted.

    The attendance table's rounds of day 2 are stored as well, so that late entries do not change them.
    """
    # The setting may have changed since the pairing.
    if round_.number == 1 and round_.stage.kind == Stage.Kind.SWISS:
        division = round_.division
        set_planned_rounds(round_.stage, planned_rounds(division))
        division.day_two_table_rounds = table_rounds_of_day_two(division)
        division.save(update_fields=["day_two_table_rounds"])


def set_planned_rounds(stage: Stage, rounds: int | None) -> None:
    """Set the number of planned rounds and rank again."""
    if stage.rounds_planned == rounds:
        return
    stage.rounds_planned = rounds
    stage.save(update_fields=["rounds_planned"])
    # A drop before the last planned round is an early drop (M-020).
    ranking.rank_closed_rounds_again(stage.division, since=1)


def last_swiss_stage(division: Division) -> Stage:
    """Return the latest stage of a division, which must be Swiss.

    Refused: SWISS_NOT_OVER before round 1, CUT_HAS_STARTED_ALREADY.
    """
    stage = division.stages.order_by("-position").first()
    if stage is None:
        raise Refused(PairingRefusal.SWISS_NOT_OVER, played=0, planned=planned_rounds(division))
    if stage.kind != Stage.Kind.SWISS:
        raise Refused(PairingRefusal.CUT_HAS_STARTED_ALREADY)
    return stage


def require_swiss_over(stage: Stage, *, anyway: bool) -> None:
    """Require that all planned Swiss rounds have been played; with `anyway`, at least one.

    Refused: SWISS_NOT_OVER.
    """
    newest = latest_round(stage)
    played = newest.number if newest else 0
    if not played or (played < (stage.rounds_planned or 0) and not anyway):
        raise Refused(PairingRefusal.SWISS_NOT_OVER, played=played, planned=stage.rounds_planned)


def require_no_open_round(division: Division) -> None:
    """Require that every round is closed.

    Refused: ROUND_AWAITS_REVIEW, ROUND_HAS_OPEN_MATCHES, ROUND_NOT_CLOSED.
    """
    newest = latest_round(division)
    if newest is None or newest.state == Round.State.CLOSED:
        return
    if newest.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_AWAITS_REVIEW, **refusal_facts_of_round(newest))
    require_all_results(newest)
    raise Refused(PairingRefusal.ROUND_NOT_CLOSED, **refusal_facts_of_round(newest))


def require_all_results(round_: Round) -> None:
    """Require that every match of a round has a result and no dispute is open.

    Refused: DISPUTES_OPEN (disputes, tables), ROUND_HAS_OPEN_MATCHES (open, tables).
    """
    disputed = round_.matches.filter(disputes__isnull=False, disputes__settled_at__isnull=True)
    tables = list(disputed.order_by("table").values_list("table", flat=True))
    if tables:
        raise Refused(
            PairingRefusal.DISPUTES_OPEN,
            disputes=len(tables),
            tables=_first_tables(tables),
            **refusal_facts_of_round(round_),
        )
    # The default outcome is that of an open match.
    missing = round_.matches.filter(outcome=Match._meta.get_field("outcome").default)
    tables = list(missing.order_by("table").values_list("table", flat=True))
    if tables:
        raise Refused(
            PairingRefusal.ROUND_HAS_OPEN_MATCHES,
            open=len(tables),
            tables=_first_tables(tables),
            **refusal_facts_of_round(round_),
        )


def _first_tables(tables: Sequence[int | None]) -> str:
    """List all tables, or if there are many the first ones and the last: "1, 2, 3, 4, 5, 6, …, 30"."""
    numbers = [str(table) for table in tables]
    return ", ".join(
        numbers if len(numbers) <= MAX_TABLES else [*numbers[: MAX_TABLES - 2], "…", numbers[-1]]
    )
