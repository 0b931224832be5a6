"""Load brackets as input for the engine, and the final order of an event."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, Subquery

from pairings.engine import bracket as engine
from pairings.engine.bracket import Bout, Finish, PlayerOut
from pairings.engine.outcomes import Outcome
from pairings.engine.standings import PlayedMatch
from pairings.models import Bracket, BracketSeat, Match, PairingOptions, Round, Stage, Standing
from tournaments.models import Division, Entry, Tournament

WHOLE_BRACKET_LOOKUPS = (
    Prefetch(
        "seeds",
        BracketSeat.objects.select_related("entry__player").order_by("seed"),
        to_attr="loaded_seeds",
    ),
    Prefetch(
        "matches",
        Match.objects.select_related("round").defer("round__draw").order_by("round__number", "slot", "id"),
        to_attr="loaded_matches",
    ),
)
"""Prefetch lookups of a bracket's seeds and matches, for pages that show the whole bracket."""


def entrant_keys(bracket: Bracket) -> list[int]:
    """Return the entry keys of a bracket, best seed first.

    One query, or none if WHOLE_BRACKET_LOOKUPS were prefetched.
    """
    loaded_seeds: list[BracketSeat] | None = getattr(bracket, "loaded_seeds", None)
    if loaded_seeds is not None:
        return [seat.entry_id for seat in loaded_seeds]
    return list(bracket.seeds.order_by("seed").values_list("entry_id", flat=True))


def posted_matches_by_round(bracket: Bracket) -> list[list[PlayedMatch]]:
    """Return the posted matches of a bracket by round, first round first.

    As many queries as `bracket_matches`.
    """
    rounds: dict[int, list[PlayedMatch]] = defaultdict(list)
    for match in bracket_matches(bracket):
        if match.round.state != Round.State.UNPOSTED:
            number, outcome = match.round.number, Outcome(match.outcome)
            rounds[number].append(PlayedMatch(number, match.left_id, match.right_id, outcome))
    return [rounds[number] for number in sorted(rounds)]


def unfold_bracket(bracket: Bracket) -> tuple[tuple[Bout, ...], ...]:
    """Return every round of a bracket up to its final, with the results so far."""
    return engine.unfold_rounds(
        engine.entrants_by_slot(entrant_keys(bracket)),
        posted_matches_by_round(bracket),
        third_place=bracket.third_place,
    )


def bracket_final_order(bracket: Bracket, order: Sequence[int]) -> tuple[Finish, ...]:
    """Return the final places of an age division: the bracket, then all others in Swiss order (M-027).

    `order` lists the entry ids in Swiss order. In an imported pure elimination, losers of the same round rank
    in the `order` of the imported file.
    """
    seeds = entrant_keys(bracket)
    is_imported = bracket.stage.position == 0 and not bracket.by_victor
    seeds_first = (
        list(order) if is_imported else [*seeds, *(entry for entry in order if entry not in set(seeds))]
    )
    return engine.final_order(
        seeds_first, posted_matches_by_round(bracket), entrants=seeds, by_victor=bracket.by_victor
    )


def players_out(division: Division) -> dict[int, PlayerOut]:
    """Return the players who dropped or were disqualified, by entry key. One query."""
    rows = division.entries.filter(Q(dropped_in__isnull=False) | Q(disqualified=True))
    return {
        pk: PlayerOut(not disqualified, dropped_at.timestamp() if dropped_at else 0.0, pk)
        for pk, disqualified, dropped_at in rows.values_list("pk", "disqualified", "dropped_at")
    }


@dataclass(frozen=True, slots=True)
class BracketEnding:
    """Outcome of a bracket. `placed` lists (place, entry) of every player with a place."""

    finishes: tuple[Finish, ...]
    placed: tuple[tuple[int, int], ...]

    @property
    def final(self) -> bool:
        """Whether first place is decided: at most one player is still in."""
        return engine.is_first_place_decided(self.finishes)

    @property
    def champion(self) -> int | None:
        """The player in first place, or None if it is undecided or stays empty."""
        return engine.champion_of(self.finishes, self.placed)


def bracket_ending(bracket: Bracket, order: Sequence[int]) -> BracketEnding:
    """Determine the outcome of a bracket for standings, pages and sheets. Four queries.

    `order` lists the entry ids of its age division in Swiss order, or of its entrants by tie-break number.
    """
    division = bracket.stage.division
    disqualified = set(division.entries.filter(disqualified=True).values_list("pk", flat=True))
    leave_empty = PairingOptions.objects.filter(division=division, leave_places_empty=True).exists()
    finishes = bracket_final_order(bracket, order)
    return BracketEnding(finishes, engine.final_places(finishes, disqualified, leave_empty=leave_empty))


def ending_of_age_division(bracket: Bracket) -> BracketEnding:
    """Return the `bracket_ending`, with players in the order of the latest Swiss standings.

    Without Swiss standings, they are in the order of their tie-break numbers. Six queries.
    """
    ranked_rounds = Round.objects.filter(
        division=bracket.stage.division_id, state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS
    )
    newest_round = ranked_rounds.order_by("-number").values("pk")[:1]
    standings = Standing.objects.filter(
        round=Subquery(newest_round), age_division=bracket.age_division
    ).order_by("place")
    by_number = (
        Entry.objects.filter(pk__in=bracket.seeds.values("entry"))
        .order_by("tie_break_number")
        .values_list("pk", flat=True)
    )
    return bracket_ending(bracket, list(standings.values_list("entry", flat=True)) or list(by_number))


def brackets_of_division(division: Division) -> list[Bracket]:
    """Return the brackets of a division. Before the cut, there are none."""
    rows = Bracket.objects.filter(stage__division=division, stage__kind=Stage.Kind.ELIMINATION)
    brackets = list(rows.select_related("stage").order_by("stage__position", "id"))
    for bracket in brackets:
        bracket.stage.division = division
    return brackets


def brackets_of_event(event: Tournament) -> dict[int, list[Bracket]]:
    """Return the brackets of an event by division key. One query.

    Divisions without a bracket are left out.
    """
    rows = Bracket.objects.filter(stage__division__tournament=event, stage__kind=Stage.Kind.ELIMINATION)
    by_division: dict[int, list[Bracket]] = {}
    for row in rows.select_related("stage").order_by("stage__position", "id"):
        by_division.setdefault(row.stage.division_id, []).append(row)
    return by_division


def first_round_number(stage: Stage) -> int | None:
    """Return the number of the first round of a stage, or None before it is paired."""
    number: int | None = stage.rounds.order_by("number").values_list("number", flat=True).first()
    return number


def bracket_matches(bracket: Bracket) -> list[Match]:
    """Return the matches of a bracket with their rounds, first round first.

    One query, or none if WHOLE_BRACKET_LOOKUPS were prefetched.
    """
    loaded_matches: list[Match] | None = getattr(bracket, "loaded_matches", None)
    if loaded_matches is not None:
        return loaded_matches
    rows = bracket.matches.select_related("round").defer("round__draw")
    return list(rows.order_by("round__number", "slot", "id"))


def seed_by_entry(round_: Round) -> dict[int, int]:
    """Return the seed of each player in the stage of a cut round, by entry key. One query."""
    seats = BracketSeat.objects.filter(bracket__stage=round_.stage)
    return dict(seats.values_list("entry", "seed"))
