"""Compares closed rounds and results in the tables with the journal.

The seals prove the journal; but standings come from tables that someone who owns the database can change without
changing a line. Rounds of a TOM file have no lines: their seed is 0, that of no other round.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from core.engine.seals import Found
from core.models import JournalEvent, SealRecord
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.models.match import Reason
from pairings.queries.rounds import closed_rounds
from tournaments.models import Tournament

FROM_TOM = 0
"""The seed of a round that was played in TOM."""

RESULTS = (
    "ResultEntered",
    "ResultCleared",
    "ResultCorrected",
    "ResultAgreed",
    "ResultDecided",
    "ResultTaken",
)
"""The kinds that decide a match; the latest line that was not undone has the result."""

REPLACING = ("RoundUndone", "TomRoundPaired")
"""The kinds after which earlier results of a round may no longer have a match."""

MATCH = ("pk", "round__division", "round__number", "round__state", "round__seed", "table", "right")
RESULT = ("outcome", "reason", "games_left", "games_right")


def disagreements(event: Tournament) -> Iterator[Found]:
    """Differences of the tables of an event from its journal, by round and table. Eight queries."""
    closed = Round.objects.filter(division__tournament=event, state=Round.State.CLOSED)
    # Closing a round seals, and so does an import.
    if (
        not event.seals.exists()
        and not SealRecord.objects.filter(tournament=event).exists()
        and (number := closed.count())
    ):
        yield Found("never_sealed", number)
    line_of = {
        (division, facts["round"]): pk
        for pk, division, facts in _standing(event, "RoundClosed").values_list("pk", "division", "facts")
    }
    rows = Round.objects.filter(division__tournament=event).order_by("division", "number")
    there = {
        (division, number): (state == Round.State.CLOSED, seed)
        for division, number, state, seed in rows.values_list("division", "number", "state", "seed")
    }
    homes = set(event.divisions.values_list("pk", flat=True))
    for at, (is_closed, seed) in there.items():
        if is_closed and seed != FROM_TOM and at not in line_of:
            yield Found("round_not_in_journal", at[1])
    for at, line in line_of.items():
        if at[0] in homes and not there.get(at, (False, 0))[0]:
            yield Found("round_not_in_table", at[1], line=line)
    yield from _results(event)
    yield from closed_rounds.disagreements(event)


def _standing(event: Tournament, *kinds: str) -> Any:
    lines = JournalEvent.objects.filter(tournament=event, kind__in=kinds, undone_by__isnull=True)
    return lines.order_by("pk")


def _results(event: Tournament) -> Iterator[Found]:
    lines: dict[int, tuple[int, int, Mapping[str, Any]]] = {
        facts["match"]: (pk, division, facts)
        for pk, division, facts in _standing(event, *RESULTS).values_list("pk", "division", "facts")
        if isinstance(facts.get("match"), int)
    }
    closed = set[tuple[int, int]]()
    rows = Match.objects.filter(round__division__tournament=event).order_by("round__number", "table", "pk")
    for match in rows.values(*MATCH, *RESULT):
        if match["round__state"] == Round.State.CLOSED:
            closed.add((match["round__division"], match["round__number"]))
        line, _home, facts = lines.pop(match["pk"], (0, 0, {}))
        if match["reason"] == Reason.WALKOVER or match["right"] is None:
            continue
        number, table = match["round__number"], match["table"] or 0
        left, right = match["games_left"], match["games_right"]
        games = None if left is None or right is None else [left, right]
        if facts:
            if facts["after"] != {"outcome": match["outcome"], "reason": match["reason"], "games": games}:
                yield Found("result_differs", number, table=table, line=line)
        elif match["round__seed"] != FROM_TOM and (
            match["round__state"] == Round.State.CLOSED or match["outcome"] != Outcome.PENDING
        ):
            yield Found("result_not_in_journal", number, table=table)
    replaced = {
        (home, facts["round"]): pk
        for pk, home, facts in _standing(event, *REPLACING).values_list("pk", "division", "facts")
    }
    for line, home, facts in lines.values():
        if line < replaced.get((home, facts["round"]), 0):
            continue
        if (home, facts["round"]) in closed and facts["after"]["outcome"] != Outcome.PENDING:
            yield Found("result_not_in_table", facts["round"], table=facts["table"] or 0, line=line)
