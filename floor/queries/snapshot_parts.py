"""Models of `floor` that a snapshot of an event contains."""

from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import SnapshotPart
from floor.models import Confiscation, FloorRuling, HallScreen, JudgeCall, Penalty, Sector, TableMark

APPLIED: Spec = {
    "lines": ["tournaments.JournalEvent"],
    "match": "pairings.Match",
    "marks": ["floor.TableMark"],
}
"""Shape of `Penalty.applied`."""

PARTS = (
    SnapshotPart(Sector, "tournament"),
    SnapshotPart(Sector.judges.through, "sector__tournament"),
    SnapshotPart(HallScreen, "tournament"),
    SnapshotPart(TableMark, "match__round__division__tournament"),
    SnapshotPart(JudgeCall, "tournament"),
    SnapshotPart(FloorRuling, "tournament"),
    SnapshotPart(Confiscation, "tournament"),
    SnapshotPart(Penalty, "tournament", keys={"applied": APPLIED}),
)
