"""The matches of a single-elimination round: winners of neighboring slots meet (M-027, M-028)."""

import random
from collections.abc import Sequence

from core.engine.refused import Refused
from pairings.engine.bracket import Bout, State
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Bracket, BracketSeat, EntryWish, Round, Stage
from pairings.queries.bracket import brackets
from pairings.queries.rounds import fields
from pairings.services.rounds import table_numbers
from pairings.services.rounds.seating import Place
from tournaments.models import Division


def create(
    stage: Stage, *, age_division: str, entrants: Sequence[int], third_place: bool, by_victor: bool = False
) -> Bracket:
    """Create a bracket of `entrants`, entry ids with the best seed first."""
    bracket = Bracket.objects.create(
        stage=stage,
        age_division=age_division,
        size=len(entrants),
        third_place=third_place and len(entrants) >= 4,
        by_victor=by_victor,
    )
    _seat(bracket, entrants)
    return bracket


def _seat(bracket: Bracket, entrants: Sequence[int]) -> None:
    BracketSeat.objects.bulk_create(
        [
            BracketSeat(bracket=bracket, seed=seed, entry_id=entry)
            for seed, entry in enumerate(entrants, start=1)
        ]
    )


def open_elimination(division: Division, seed: int) -> Stage:
    """Create the stage of an event without Swiss rounds: given seeds first, the others at random (M-027).

    Refused: TOO_FEW_PLAYERS (players).
    """
    drawn = _drawn(division, seed)
    stage = Stage.objects.create(
        division=division,
        position=0,
        kind=Stage.Kind.ELIMINATION,
        rounds_planned=(len(drawn) - 1).bit_length(),
    )
    create(stage, age_division="all", entrants=drawn, third_place=division.third_place, by_victor=True)
    return stage


def _drawn(division: Division, seed: int) -> list[int]:
    ids = list(fields.playing(division, 1).order_by("id").values_list("id", flat=True))
    if len(ids) < 2:
        raise Refused(PairingRefusal.TOO_FEW_PLAYERS, players=len(ids))
    chance = random.Random(seed)
    drawn = [entry for _, entry in sorted((chance.random(), entry) for entry in ids)]
    wished = dict(EntryWish.objects.filter(entry__in=ids, seed__isnull=False).values_list("entry_id", "seed"))
    return sorted(drawn, key=lambda entry: (entry not in wished, wished.get(entry, 0)))


def draw_seeds(stage: Stage, seed: int) -> None:
    """Draw new seeds of a pure elimination from everyone present; until its first round is posted.

    Refused: TOO_FEW_PLAYERS (players).
    """
    put_seeds(stage, _drawn(stage.division, seed))


def put_seeds(stage: Stage, entrants: Sequence[int]) -> None:
    """Set the seeds of the only bracket of a pure elimination: entry ids, best first."""
    bracket = stage.brackets.get()
    bracket.seeds.all().delete()
    _seat(bracket, entrants)
    bracket.size = len(entrants)
    bracket.third_place = stage.division.third_place and len(entrants) >= 4
    bracket.save(update_fields=["size", "third_place"])
    stage.rounds_planned = (len(entrants) - 1).bit_length()
    stage.save(update_fields=["rounds_planned"])


def seeds_of_opening(round_: Round) -> list[int] | None:
    """The seeds of a pure elimination in its first round, None in any other."""
    stage = round_.stage
    if stage.kind != Stage.Kind.ELIMINATION or stage.position > 0 or round_.number > 1:
        return None
    return brackets.entrants(stage.brackets.get())


def draw(round_: Round) -> list[Place]:
    """The matches to play now in every bracket of the round's stage. Refused: BRACKET_IS_OVER."""
    own_round = round_.number - (brackets.first_number(round_.stage) or round_.number)
    bouts: list[tuple[Bracket, Bout]] = []
    for bracket in round_.stage.brackets.order_by("id"):
        unfolded = brackets.unfold(bracket)
        if own_round < len(unfolded):
            bouts += [(bracket, bout) for bout in unfolded[own_round]]
    ready = [bout for _, bout in bouts if bout.state is State.READY]
    if not ready:
        raise Refused(PairingRefusal.BRACKET_IS_OVER)
    pairs = [(bout.left, bout.right) for bout in ready if bout.left is not None and bout.right is not None]
    numbers = iter(table_numbers.numbers(round_, pairs))
    places = []
    for position, (bracket, bout) in enumerate(bouts):
        if bout.left is None or bout.state not in (State.READY, State.BYE):
            continue
        is_ready = bout.state is State.READY
        places.append(
            Place(
                position=position,
                left=bout.left,
                right=bout.right,
                table=next(numbers) if is_ready else None,
                outcome=Outcome.PENDING if is_ready else Outcome.BYE,
                bracket=bracket.pk,
                slot=bout.slot,
                third_place=bout.third_place,
            )
        )
    return places
