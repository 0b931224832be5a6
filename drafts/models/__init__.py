"""Pods, and what is tapped while a draft is run: rows only; `drafts.services` changes them.

Tables have the name of the room that made them.
"""

from drafts.models.marks import BuildMark, DraftMark, DraftMove
from drafts.models.pods import Pod, PodSeat

__all__ = ["BuildMark", "DraftMark", "DraftMove", "Pod", "PodSeat"]
