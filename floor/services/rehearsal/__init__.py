"""Rehearsals: events with made-up players, played at random through the real services.

event = rehearsal.create_rehearsal(by=marta, players=64)        # ready for its first round, not public
rehearsal.play_rounds(event.divisions.get(), number=6, chance=Random(1), by=marta)
"""

from floor.services.rehearsal.events import create_rehearsal, delete_rehearsal
from floor.services.rehearsal.play import (
    Odds,
    Progress,
    play_cut,
    play_round,
    play_rounds,
    random_strengths,
    report_at_random,
)

__all__ = [
    "Odds",
    "Progress",
    "create_rehearsal",
    "delete_rehearsal",
    "play_cut",
    "play_round",
    "play_rounds",
    "random_strengths",
    "report_at_random",
]
