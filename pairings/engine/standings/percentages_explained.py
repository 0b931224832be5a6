"""Explain a player's percentages, opponent by opponent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from pairings.engine.metrics import TieBreaks, tie_breaks_of
from pairings.engine.outcomes import Result, match_points
from pairings.engine.standings.competitors import (
    NOBODY,
    TOM,
    Competitor,
    PlayedMatch,
    ResultColumns,
    Rules,
    StandingLine,
)
from pairings.engine.standings.figures import RESULTS, StandingFigures
from pairings.engine.standings.order import rank_figures


class Note(StrEnum):
    """Special case of a percentage in an average."""

    FLOOR = "floor"
    CAP = "cap"
    NOTHING_PLAYED = "nothing_played"
    BYE = "bye"
    AWARDED_BYE = "awarded_bye"
    LATE_LOSS = "late_loss"
    AS_OF_DROP = "as_of_drop"
    OPPONENT_FROZEN = "opponent_frozen"


@dataclass(frozen=True, slots=True)
class Percentage:
    """A win percentage and the record it is computed from.

    Byes that do not count are in `byes`, not in `wins`. `raw` is the fraction before floor and cap, or None
    without counted rounds. `value` is the fraction that counts.
    """

    wins: int
    losses: int
    ties: int
    byes: int
    raw: float | None
    value: float
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class ExplainedRound:
    """One round of the player.

    `percentage` and `owp` are None if the round is left out of the averages. An awarded bye has no `owp`.
    """

    round: int
    opponent: int | None
    result: Result
    points: int
    percentage: Percentage | None
    owp: float | None
    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """All figures of one player with their parts.

    `line` is None for a disqualified player. Opponents count as of round `as_of`, which is the round in which the
    player dropped, or the last round. The averages over `met` are the tie-breaks "owp" and "oowp", rounded by the
    rules.
    """

    id: int
    line: StandingLine | None
    as_of: int
    frozen: bool
    own: Percentage
    met: tuple[ExplainedRound, ...]
    tie_breaks: TieBreaks


def explain_standing(
    competitors: Sequence[Competitor],
    played: Iterable[PlayedMatch] | ResultColumns,
    player: int,
    *,
    rounds_planned: int | None = None,
    rules: Rules = TOM,
) -> Explanation:
    """Explain the figures of `player` from the input of `order.rank_competitors`.

    Raises KeyError if the player is no competitor.
    """
    results = played if isinstance(played, ResultColumns) else ResultColumns.of(played)
    figures = StandingFigures(competitors, results, rounds_planned, rules)
    position = {competitor.id: index for index, competitor in enumerate(figures.competitors)}[player]
    as_of = int(figures.averages_until[position])
    return Explanation(
        id=player,
        line=next((line for line in rank_figures(figures) if line.id == player), None),
        as_of=as_of,
        frozen=as_of < figures.last_round,
        own=_explain_percentage(figures, position, figures.last_round),
        met=tuple(
            _explain_round(figures, seat, as_of)
            for seat in (figures.seats.player == position).nonzero()[0].tolist()
        ),
        tie_breaks=tie_breaks_of(figures, np.array([position]))[0],
    )


def _explain_percentage(figures: StandingFigures, position: int, as_of: int) -> Percentage:
    """Return the win percentage of one player as of a round, with the effect of floor and cap."""
    byes = int(figures.byes[position, as_of])
    counted, raw = int(figures.counted[position, as_of]), int(figures.raw_share[position, as_of])
    value = int(figures.share[position, as_of])
    note = (
        Note.NOTHING_PLAYED
        if not counted
        else Note.FLOOR
        if value > raw
        else Note.CAP
        if value < raw
        else None
    )
    return Percentage(
        wins=int(figures.wins[position, as_of]) - byes,
        losses=int(figures.losses[position, as_of]),
        ties=int(figures.ties[position, as_of]),
        byes=byes,
        raw=raw / figures.unit if counted else None,
        value=value / figures.unit,
        notes=(note,) if note else (),
    )


def _explain_round(figures: StandingFigures, seat: int, as_of: int) -> ExplainedRound:
    """Explain what one seat contributes to the player's averages as of a round."""
    result = RESULTS[figures.seats.result[seat]]
    number, against = int(figures.seats.round[seat]), int(figures.seats.opponent[seat])
    if against == NOBODY:
        # A round without an opponent is left out of the averages unless the rules add a virtual opponent.
        rules, note = figures.rules, Note(result.value)
        if result is Result.AWARDED_BYE and not rules.awarded_bye_opponent:
            note = Note.BYE
        elif result is Result.AWARDED_BYE:
            awarded_bye = Percentage(0, 0, 0, 0, 1.0, 1.0, (note,))
            return ExplainedRound(number, None, result, match_points(result), awarded_bye, None, (note,))
        if result is Result.LATE_LOSS and rules.late_loss_opponent:
            late_loss = Percentage(0, 0, 0, 0, None, rules.floor, (note,))
            return ExplainedRound(number, None, result, match_points(result), late_loss, rules.floor, (note,))
        return ExplainedRound(number, None, result, match_points(result), None, None, (note,))
    opponent = figures.competitors[against].id
    if number > as_of:
        return ExplainedRound(number, opponent, result, match_points(result), None, None, (Note.AS_OF_DROP,))
    notes = [Note.AS_OF_DROP] if as_of < figures.last_round else []
    if figures.averages_until[against] < as_of:
        notes.append(Note.OPPONENT_FROZEN)
    percentage = _explain_percentage(figures, against, as_of)
    owp = figures.owp_as_counted(against, as_of) / figures.scale
    return ExplainedRound(number, opponent, result, match_points(result), percentage, owp, tuple(notes))
