"""Short texts of players' reports."""

from collections.abc import Mapping
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core import sentences
from pairings.engine.outcomes import SAME_FOR_BOTH, Outcome
from pairings.words import outcome_words

CLAIMED: dict[str, str | Promise] = {
    "won": _("%(who)s won"),
    "tie": _("Tie"),
    "agreed_tie": _("Intentional draw"),
    "conceded": _("%(other)s conceded"),
}


def report_text(outcome: str, reason: str, names: Mapping[str, str], games: tuple[int, int] | None) -> str:
    """Return a report in a few words: "Maya Okonkwo won 2-1", "Intentional draw".

    - `names`: names by side, "left" and "right".
    - `games`: game wins of left and right, or None.
    """
    winner, loser = ("right", "left") if outcome == Outcome.RIGHT else ("left", "right")
    facts = {"who": names[winner], "other": names[loser]}
    claim = "won" if outcome in (Outcome.LEFT, Outcome.RIGHT) else "tie"
    claim = {"concession": "conceded", "intentional_tie": "agreed_tie"}.get(reason, claim)
    sentence = sentences.fill_sentence(CLAIMED[claim], facts)
    if outcome in SAME_FOR_BOTH:
        sentence = str(outcome_words.OUTCOMES[Outcome(outcome)].sentence)
    games_of_winner_first = games[::-1] if games and winner == "right" else games
    return (
        f"{sentence} {games_of_winner_first[0]}-{games_of_winner_first[1]}"
        if games_of_winner_first
        else sentence
    )


class StoredResult(Protocol):
    """A stored report or result."""

    outcome: str
    reason: str
    games_left: int | None
    games_right: int | None


def stored_result_text(row: StoredResult, names: Mapping[str, str]) -> str:
    """Return a stored report or result in a few words. `names`: names by side, "left" and "right"."""
    has_games = row.games_left is not None and row.games_right is not None
    games = (row.games_left or 0, row.games_right or 0) if has_games else None
    return report_text(row.outcome, row.reason, names, games)
