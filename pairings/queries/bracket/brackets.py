"""Brackets as input of the engine, and the final order of an event."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, Subquery

from pairings.engine import bracket as engine
from pairings.engine.bracket import Bout, Finish, Out
from pairings.engine.outcomes import Outcome
from pairings.engine.standings import Played
from pairings.models import Bracket, BracketSeat, Match, PairingOptions, Round, Stage, Standing
from tournaments.models import Division, Entry, Tournament

WHOLE = (
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
"""Prefetches the seeds and matches of a bracket, for pages that show all of it."""


def entrants(bracket: Bracket) -> list[int]:
    """Entry ids of a bracket, best seed first. One query, none with WHOLE."""
    loaded: list[BracketSeat] | None = getattr(bracket, "loaded_seeds", None)
    if loaded is not None:
        return [seat.entry_id for seat in loaded]
    return list(bracket.seeds.order_by("seed").values_list("entry_id", flat=True))


def played(bracket: Bracket) -> list[list[Played]]:
    """The matches of a bracket by its own rounds, first round first, without unposted ones. Queries as `matches_of`."""
    rounds: dict[int, list[Played]] = defaultdict(list)
    for match in matches_of(bracket):
        if match.round.state != Round.State.UNPOSTED:
            number, outcome = match.round.number, Outcome(match.outcome)
            rounds[number].append(Played(number, match.left_id, match.right_id, outcome))
    return [rounds[number] for number in sorted(rounds)]


def unfold(bracket: Bracket) -> tuple[tuple[Bout, ...], ...]:
    """Every round of a bracket up to its final, as far as known."""
    return engine.unfold(engine.slots_of(entrants(bracket)), played(bracket), third_place=bracket.third_place)


def final_order(bracket: Bracket, order: Sequence[int]) -> tuple[Finish, ...]:
    """Final places of an age division: the bracket first, then the rest in Swiss `order` (entry ids; M-027).

    An imported pure elimination ranks the losers of one round in the `order` of its source.
    """
    seeds = entrants(bracket)
    by_standing = bracket.stage.position == 0 and not bracket.by_victor
    ranked = list(order) if by_standing else [*seeds, *(entry for entry in order if entry not in set(seeds))]
    return engine.final_order(ranked, played(bracket), entrants=seeds, by_victor=bracket.by_victor)


def out(division: Division) -> dict[int, Out]:
    """Players who dropped from a division or were disqualified in it. One query."""
    rows = division.entries.filter(Q(dropped_in__isnull=False) | Q(disqualified=True))
    return {
        pk: Out(not disqualified, at.timestamp() if at else 0.0, pk)
        for pk, disqualified, at in rows.values_list("pk", "disqualified", "dropped_at")
    }


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a bracket: `placed` are (place, entry) of all players with a place."""

    finishes: tuple[Finish, ...]
    placed: tuple[tuple[int, int], ...]

    @property
    def final(self) -> bool:
        return engine.is_decided(self.finishes)

    @property
    def champion(self) -> int | None:
        return engine.champion(self.finishes, self.placed)


def ending(bracket: Bracket, order: Sequence[int]) -> Ending:
    """The end of a bracket, for the standings, its page and its sheet alike. Four queries.

    `order`: entry ids of its age division in Swiss order, or of its entrants by tie-break number.
    """
    division = bracket.stage.division
    banned = set(division.entries.filter(disqualified=True).values_list("pk", flat=True))
    empty = PairingOptions.objects.filter(division=division, leave_places_empty=True).exists()
    finishes = final_order(bracket, order)
    return Ending(finishes, engine.places(finishes, banned, leave_empty=empty))


def ending_of_age_division(bracket: Bracket) -> Ending:
    """The same in the order of its newest Swiss standings, else by tie-break number. Six queries."""
    newest = Round.objects.filter(
        division=bracket.stage.division_id, state=Round.State.CLOSED, stage__kind=Stage.Kind.SWISS
    )
    ranked = newest.order_by("-number").values("pk")[:1]
    order = Standing.objects.filter(round=Subquery(ranked), age_division=bracket.age_division).order_by(
        "place"
    )
    by_number = (
        Entry.objects.filter(pk__in=bracket.seeds.values("entry"))
        .order_by("tie_break_number")
        .values_list("pk", flat=True)
    )
    return ending(bracket, list(order.values_list("entry", flat=True)) or list(by_number))


def of_division(division: Division) -> list[Bracket]:
    """The brackets of a division, empty before its cut."""
    rows = Bracket.objects.filter(stage__division=division, stage__kind=Stage.Kind.ELIMINATION)
    brackets = list(rows.select_related("stage").order_by("stage__position", "id"))
    for bracket in brackets:
        bracket.stage.division = division
    return brackets


def of_event(event: Tournament) -> dict[int, list[Bracket]]:
    """The brackets of each division with any, by its key. One query."""
    rows = Bracket.objects.filter(stage__division__tournament=event, stage__kind=Stage.Kind.ELIMINATION)
    by_division: dict[int, list[Bracket]] = {}
    for row in rows.select_related("stage").order_by("stage__position", "id"):
        by_division.setdefault(row.stage.division_id, []).append(row)
    return by_division


def first_number(stage: Stage) -> int | None:
    """Number of the first round of a stage, None before it is paired."""
    number: int | None = stage.rounds.order_by("number").values_list("number", flat=True).first()
    return number


def matches_of(bracket: Bracket) -> list[Match]:
    """The matches of a bracket with their rounds, first round first. One query, none with WHOLE."""
    loaded: list[Match] | None = getattr(bracket, "loaded_matches", None)
    if loaded is not None:
        return loaded
    rows = bracket.matches.select_related("round").defer("round__draw")
    return list(rows.order_by("round__number", "slot", "id"))
