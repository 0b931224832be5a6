"""Pair single-elimination rounds, in which winners of neighboring slots meet (M-027, M-028)."""

import random
from collections.abc import Sequence

from core.engine.refused import Refused
from pairings.engine.bracket import Bout, State
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Bracket, BracketSeat, EntryWish, Round, Stage
from pairings.queries.bracket import brackets
from pairings.queries.rounds.round_entries import playing_entries
from pairings.services.rounds import table_numbers
from pairings.services.rounds.match_seating import Place
from tournaments.models import Division


def create_bracket(
    stage: Stage, *, age_division: str, entrants: Sequence[int], third_place: bool, by_victor: bool = False
) -> Bracket:
    """Create a bracket of `entrants`, entry keys with the best seed first.

    A match for third place needs four entrants. With `by_victor`, losers of the same round are ranked by
    the record of the player who beat them.
    """
    bracket = Bracket.objects.create(
        stage=stage,
        age_division=age_division,
        size=len(entrants),
        third_place=third_place and len(entrants) >= 4,
        by_victor=by_victor,
    )
    _save_seeds(bracket, entrants)
    return bracket


def _save_seeds(bracket: Bracket, entrants: Sequence[int]) -> None:
    """Store the seats of a bracket. `entrants` are entry keys, best seed first."""
    BracketSeat.objects.bulk_create(
        [
            BracketSeat(bracket=bracket, seed=seed, entry_id=entry)
            for seed, entry in enumerate(entrants, start=1)
        ]
    )


def create_elimination_stage(division: Division, seed: int) -> Stage:
    """Create the stage and the bracket of an event without Swiss rounds (M-027).

    Assigned seeds come first, all other players follow at random, by the random seed `seed`. Refused:
    TOO_FEW_PLAYERS (players).
    """
    entrants = _draw_entrants(division, seed)
    stage = Stage.objects.create(
        division=division,
        position=0,
        kind=Stage.Kind.ELIMINATION,
        rounds_planned=(len(entrants) - 1).bit_length(),
    )
    create_bracket(
        stage, age_division="all", entrants=entrants, third_place=division.third_place, by_victor=True
    )
    return stage


def _draw_entrants(division: Division, seed: int) -> list[int]:
    """Return the keys of all entries that play: assigned seeds first, the others in random order.

    `seed` is the random seed. Refused: TOO_FEW_PLAYERS (players).
    """
    entries = list(playing_entries(division, 1).order_by("id").values_list("id", flat=True))
    if len(entries) < 2:
        raise Refused(PairingRefusal.TOO_FEW_PLAYERS, players=len(entries))
    rng = random.Random(seed)
    shuffled = [entry for _, entry in sorted((rng.random(), entry) for entry in entries)]
    assigned_seeds = dict(
        EntryWish.objects.filter(entry__in=entries, seed__isnull=False).values_list("entry_id", "seed")
    )
    return sorted(shuffled, key=lambda entry: (entry not in assigned_seeds, assigned_seeds.get(entry, 0)))


def draw_seeds(stage: Stage, seed: int) -> None:
    """Seed a pure elimination again from the players who are present, before its first round is posted.

    Assigned seeds come first, all others are seeded at random, by the random seed `seed`. Refused:
    TOO_FEW_PLAYERS (players).
    """
    set_seeds(stage, _draw_entrants(stage.division, seed))


def set_seeds(stage: Stage, entrants: Sequence[int]) -> None:
    """Set the seeds of the only bracket of a pure elimination, and update its size and the planned rounds.

    `entrants` are entry keys, best seed first.
    """
    bracket = stage.brackets.get()
    bracket.seeds.all().delete()
    _save_seeds(bracket, entrants)
    bracket.size = len(entrants)
    bracket.third_place = stage.division.third_place and len(entrants) >= 4
    bracket.save(update_fields=["size", "third_place"])
    stage.rounds_planned = (len(entrants) - 1).bit_length()
    stage.save(update_fields=["rounds_planned"])


def seeds_of_first_round(round_: Round) -> list[int] | None:
    """Return the entry keys of a pure elimination, best seed first, for its first round.

    Return None for any other round.
    """
    stage = round_.stage
    if stage.kind != Stage.Kind.ELIMINATION or stage.position > 0 or round_.number > 1:
        return None
    return brackets.entrant_keys(stage.brackets.get())


def draw_bracket_round(round_: Round) -> list[Place]:
    """Return the matches and byes of a round in all brackets of its stage, with table numbers.

    Refused: BRACKET_IS_OVER if no match can be played.
    """
    round_index = round_.number - (brackets.first_round_number(round_.stage) or round_.number)
    bouts: list[tuple[Bracket, Bout]] = []
    for bracket in round_.stage.brackets.order_by("id"):
        bouts_by_round = brackets.unfold_bracket(bracket)
        if round_index < len(bouts_by_round):
            bouts += [(bracket, bout) for bout in bouts_by_round[round_index]]
    ready_bouts = [bout for _, bout in bouts if bout.state is State.READY]
    if not ready_bouts:
        raise Refused(PairingRefusal.BRACKET_IS_OVER)
    pairs = [
        (bout.left, bout.right) for bout in ready_bouts if bout.left is not None and bout.right is not None
    ]
    numbers = iter(table_numbers.number_tables_of_pairs(round_, pairs))
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
