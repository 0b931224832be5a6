"""Rehearsals: events with made-up players, played by chance through the real services.

event = rehearsal.create(by=marta, players=64)        # ready for its first round, not public
rehearsal.play(event.divisions.get(), number=6, chance=Random(1), by=marta)
"""

from floor.services.rehearsal.events import clear, create
from floor.services.rehearsal.play import Odds, Progress, play, play_cut, play_round, report, strengths

__all__ = [
    "Odds",
    "Progress",
    "clear",
    "create",
    "play",
    "play_cut",
    "play_round",
    "report",
    "strengths",
]
