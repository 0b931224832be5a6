"""Models of `floor` that a snapshot of an event contains."""

from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import Part
from floor.models import Confiscation, FloorRuling, HallScreen, JudgeCall, Penalty, Sector, TableMark

APPLIED: Spec = {
    "lines": ["tournaments.JournalEvent"],
    "match": "pairings.Match",
    "marks": ["floor.TableMark"],
}
"""Shape of `Penalty.applied`."""

PARTS = (
    Part(Sector, "tournament"),
    Part(Sector.judges.through, "sector__tournament"),
    Part(HallScreen, "tournament"),
    Part(TableMark, "match__round__division__tournament"),
    Part(JudgeCall, "tournament"),
    Part(FloorRuling, "tournament"),
    Part(Confiscation, "tournament"),
    Part(Penalty, "tournament", keys={"applied": APPLIED}),
)
