"""The models of `drafts` that are part of an event's snapshot."""

from core.engine.snapshots.parts import SnapshotPart
from drafts.models import BuildMark, DraftMark, DraftMove, Pod, PodSeat

PARTS = (
    SnapshotPart(Pod, "division__tournament"),
    SnapshotPart(PodSeat, "pod__division__tournament"),
    SnapshotPart(DraftMark, "draft__division__tournament"),
    SnapshotPart(DraftMove, "draft__division__tournament"),
    SnapshotPart(BuildMark, "draft__division__tournament"),
)
