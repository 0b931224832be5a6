"""The models of this room that belong to an event, and where journal lines name their rows."""

from collections.abc import Mapping

from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import Part
from floor.models import Confiscation, FloorRuling, HallScreen, JudgeCall, Penalty, Sector, TableMark
from tournaments.queries.snapshot_parts import USER

APPLIED: Spec = {
    "lines": ["tournaments.JournalEvent"],
    "match": "pairings.Match",
    "marks": ["floor.TableMark"],
}
"""What `Penalty.applied` holds."""

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

_CALLS = ("CallClaimed", "CallArrived", "CallEscalated", "CallClosed", "CallWithdrawn")
_SCREEN: Spec = {"division": "tournaments.Division"}

FACT_KEYS: Mapping[str, Spec] = {
    "call": "floor.JudgeCall",
    "CallsEnded.calls": ["floor.JudgeCall"],
    "confiscation": "floor.Confiscation",
    "penalty": "floor.Penalty",
    "ruling": "floor.FloorRuling",
    "screen": "floor.HallScreen",
    "sector": "floor.Sector",
    "settings": _SCREEN,
    "ScreenSet.before": _SCREEN,
    "ScreensMessage.before": {"#": ("floor.HallScreen", None)},
    **{f"{kind}.before": {"claimed_by": USER, "escalated_by": USER, "closed_by": USER} for kind in _CALLS},
}
