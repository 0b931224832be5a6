"""Pods, and taps during a draft. Only `drafts.services` changes these rows.

The tables keep the prefix `decks_` of the app that created them.
"""

from drafts.models.marks import BuildMark, DraftMark, DraftMove
from drafts.models.pods import Pod, PodSeat

__all__ = ["BuildMark", "DraftMark", "DraftMove", "Pod", "PodSeat"]
