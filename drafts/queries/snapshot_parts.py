"""The models of `drafts` that are part of an event's snapshot."""

from core.engine.snapshots.parts import Part
from drafts.models import BuildMark, DraftMark, DraftMove, Pod, PodSeat

PARTS = (
    Part(Pod, "division__tournament"),
    Part(PodSeat, "pod__division__tournament"),
    Part(DraftMark, "draft__division__tournament"),
    Part(DraftMove, "draft__division__tournament"),
    Part(BuildMark, "draft__division__tournament"),
)
