"""A player's own penalties that count: what a player may read of them, which is neither the note nor the judge."""

from typing import Any

from floor.queries import penalties
from floor.words.penalty_words import INFRACTION_NAMES, LEVEL_NAMES
from pairings.words import result_words
from tournaments.models import Entry


def penalty_rows(entry: Entry) -> list[dict[str, Any]]:
    """One query."""
    rows = penalties.counting(entry).select_related("match__round__stage").defer("match__round__draw")
    return [
        {
            "level": LEVEL_NAMES[row.level],
            "infraction": INFRACTION_NAMES.get(row.infraction, ""),
            "round": result_words.round_name(row.match.round) if row.match else "",
            "at": row.at,
        }
        for row in rows
    ]
