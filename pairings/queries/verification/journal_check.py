"""Compare closed rounds and results in the database with the journal.

Seals prove the journal, but standings are computed from database tables, which the owner of the database can
change without changing a journal line. Only rounds imported from a TOM file have no lines; their seed is 0.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from core.engine.seals import Mismatch
from core.models import JournalEvent, SealRecord
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.models.match import Reason
from pairings.queries.verification import closed_round_check
from tournaments.models import Tournament

TOM_SEED = 0
"""Seed of a round that was played in TOM."""

RESULT_KINDS = (
    "ResultEntered",
    "ResultCleared",
    "ResultCorrected",
    "ResultAgreed",
    "ResultDecided",
    "ResultTaken",
)
"""Kinds of lines that decide a match; the latest line that was not undone contains the result."""

REPLACING_KINDS = ("RoundUndone", "TomRoundPaired")
"""Kinds of lines after which earlier results of a round may no longer have a match."""

MATCH_COLUMNS = ("pk", "round__division", "round__number", "round__state", "round__seed", "table", "right")
RESULT_COLUMNS = ("outcome", "reason", "games_left", "games_right")


def journal_disagreements(event: Tournament) -> Iterator[Mismatch]:
    """Yield the differences between an event's database rows and its journal. Eight queries."""
    closed = Round.objects.filter(division__tournament=event, state=Round.State.CLOSED)
    # Both closing a round and an import seal the journal, so closed rounds without any seal are suspicious.
    if (
        not event.seals.exists()
        and not SealRecord.objects.filter(tournament=event).exists()
        and (number := closed.count())
    ):
        yield Mismatch("never_sealed", number)
    line_by_round = {
        (division, facts["round"]): pk
        for pk, division, facts in _journal_lines_to_check(event, "RoundClosed").values_list(
            "pk", "division", "facts"
        )
    }
    round_rows = Round.objects.filter(division__tournament=event).order_by("division", "number")
    stored_rounds = {
        (division, number): (state == Round.State.CLOSED, seed)
        for division, number, state, seed in round_rows.values_list("division", "number", "state", "seed")
    }
    divisions = set(event.divisions.values_list("pk", flat=True))
    for round_key, (is_closed, seed) in stored_rounds.items():
        if is_closed and seed != TOM_SEED and round_key not in line_by_round:
            yield Mismatch("round_not_in_journal", round_key[1])
    for round_key, line in line_by_round.items():
        if round_key[0] in divisions and not stored_rounds.get(round_key, (False, 0))[0]:
            yield Mismatch("round_not_in_table", round_key[1], line=line)
    yield from _result_differences(event)
    yield from closed_round_check.closed_round_disagreements(event)


def _journal_lines_to_check(event: Tournament, *kinds: str) -> Any:
    """Return the event's lines of these kinds that have not been undone, oldest first."""
    lines = JournalEvent.objects.filter(tournament=event, kind__in=kinds, undone_by__isnull=True)
    return lines.order_by("pk")


def _result_differences(event: Tournament) -> Iterator[Mismatch]:
    """Yield the differences between stored results and the latest line about each match.

    Also yields results in lines without a match in the closed round. Byes and walkovers are skipped.
    """
    lines: dict[int, tuple[int, int, Mapping[str, Any]]] = {
        facts["match"]: (pk, division, facts)
        for pk, division, facts in _journal_lines_to_check(event, *RESULT_KINDS).values_list(
            "pk", "division", "facts"
        )
        if isinstance(facts.get("match"), int)
    }
    closed_rounds_seen = set[tuple[int, int]]()
    match_rows = Match.objects.filter(round__division__tournament=event).order_by(
        "round__number", "table", "pk"
    )
    for match in match_rows.values(*MATCH_COLUMNS, *RESULT_COLUMNS):
        if match["round__state"] == Round.State.CLOSED:
            closed_rounds_seen.add((match["round__division"], match["round__number"]))
        line, _division, facts = lines.pop(match["pk"], (0, 0, {}))
        if match["reason"] == Reason.WALKOVER or match["right"] is None:
            continue
        number, table = match["round__number"], match["table"] or 0
        left, right = match["games_left"], match["games_right"]
        games = None if left is None or right is None else [left, right]
        if facts:
            if facts["after"] != {"outcome": match["outcome"], "reason": match["reason"], "games": games}:
                yield Mismatch("result_differs", number, table=table, line=line)
        elif match["round__seed"] != TOM_SEED and (
            match["round__state"] == Round.State.CLOSED or match["outcome"] != Outcome.PENDING
        ):
            yield Mismatch("result_not_in_journal", number, table=table)
    replacing_line_by_round = {
        (division, facts["round"]): pk
        for pk, division, facts in _journal_lines_to_check(event, *REPLACING_KINDS).values_list(
            "pk", "division", "facts"
        )
    }
    for line, division, facts in lines.values():
        if line < replacing_line_by_round.get((division, facts["round"]), 0):
            continue
        if (division, facts["round"]) in closed_rounds_seen and facts["after"]["outcome"] != Outcome.PENDING:
            yield Mismatch("result_not_in_table", facts["round"], table=facts["table"] or 0, line=line)
