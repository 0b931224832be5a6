"""The stage a division is in, and its number of rounds."""

from collections.abc import Sequence

from core.engine.refused import Refused
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round, Stage
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.rounds.fields import attendance
from pairings.services.bracket import brackets
from pairings.services.standings import ranking
from tournaments.engine.structure import deciding, rounds_for
from tournaments.models import Division, Tournament

MOST_TABLES = 8
"""The most tables listed in a refusal."""


def current(division: Division, *, seed: int) -> Stage:
    """The current stage; created when round 1 is paired, an elimination with seeds drawn by `seed`."""
    stage = division.stages.order_by("-position").first()
    if stage is not None:
        return stage
    if division.tournament.structure == Tournament.Structure.ELIMINATION:
        return brackets.open_elimination(division, seed)
    return Stage.objects.create(
        division=division, position=0, kind=Stage.Kind.SWISS, rounds_planned=planned_rounds(division)
    )


def open_again(round_: Round) -> None:
    """Plan the stage again before its first round is paired again."""
    stage = round_.stage
    # The players present may have changed, and with them the seeds and the number of rounds.
    if stage.position > 0 or round_.number > 1:
        return
    if stage.kind == Stage.Kind.ELIMINATION:
        brackets.draw_seeds(stage, round_.seed)
    else:
        plan(stage, planned_rounds(round_.division))


def settle(round_: Round) -> None:
    """Plan the rounds of a Swiss stage for good, at its first posting."""
    # The setting may have changed since the pairing.
    if round_.number == 1 and round_.stage.kind == Stage.Kind.SWISS:
        plan(round_.stage, planned_rounds(round_.division))


def plan(stage: Stage, rounds: int | None) -> None:
    """Set the planned rounds and rank again."""
    if stage.rounds_planned == rounds:
        return
    stage.rounds_planned = rounds
    stage.save(update_fields=["rounds_planned"])
    # A drop before the last planned round is an early drop (M-020).
    ranking.rank_again(stage.division, since=1)


def planned_rounds(division: Division) -> int:
    """Swiss rounds as set, or by the attendance table for the players present (M-012, M-013, M-031)."""
    if division.rounds_planned:
        return division.rounds_planned
    return max(1, rounds_for(deciding(attendance(division)), table_name(division.tournament)))


def table_name(event: Tournament) -> str:
    return event.attendance_table or "league_challenge"


def last_round(division: Division) -> Round | None:
    """The newest round of a division, posted or not."""
    return division.rounds.select_related("stage").order_by("-number").first()


def current_number(division: Division) -> int:
    """Number of the newest posted or closed round, 0 before round 1."""
    newest = division.rounds.exclude(state=Round.State.UNPOSTED).order_by("-number").first()
    return newest.number if newest else 0


def require_swiss_over(stage: Stage, *, anyway: bool) -> None:
    """Refused: SWISS_NOT_OVER unless a round, and all planned ones or `anyway`, are played."""
    newest = stage.rounds.order_by("-number").first()
    played = newest.number if newest else 0
    if not played or (played < (stage.rounds_planned or 0) and not anyway):
        raise Refused(PairingRefusal.SWISS_NOT_OVER, played=played, planned=stage.rounds_planned)


def require_no_open_round(division: Division) -> None:
    """Refused: ROUND_AWAITS_REVIEW, ROUND_HAS_OPEN_MATCHES, ROUND_NOT_CLOSED."""
    newest = last_round(division)
    if newest is None or newest.state == Round.State.CLOSED:
        return
    if newest.state == Round.State.UNPOSTED:
        raise Refused(PairingRefusal.ROUND_AWAITS_REVIEW, **round_facts(newest))
    require_all_results(newest)
    raise Refused(PairingRefusal.ROUND_NOT_CLOSED, **round_facts(newest))


def require_all_results(round_: Round) -> None:
    """Refused: DISPUTES_OPEN, ROUND_HAS_OPEN_MATCHES; both with the number and the first tables."""
    disputed = round_.matches.filter(disputes__isnull=False, disputes__settled_at__isnull=True)
    contested = list(disputed.order_by("table").values_list("table", flat=True))
    if contested:
        raise Refused(
            PairingRefusal.DISPUTES_OPEN,
            disputes=len(contested),
            tables=_some(contested),
            **round_facts(round_),
        )
    missing = round_.matches.filter(outcome=Match._meta.get_field("outcome").default)
    tables = list(missing.order_by("table").values_list("table", flat=True))
    if tables:
        raise Refused(
            PairingRefusal.ROUND_HAS_OPEN_MATCHES,
            open=len(tables),
            tables=_some(tables),
            **round_facts(round_),
        )


def _some(tables: Sequence[int | None]) -> str:
    """All tables if there are few, else the first ones and the last: "1, 2, 3, 4, 5, 6, …, 30"."""
    texts = [str(table) for table in tables]
    return ", ".join(texts if len(texts) <= MOST_TABLES else [*texts[: MOST_TABLES - 2], "…", texts[-1]])
