"""The models of `checks` that are part of an event's snapshot."""

from checks.models import CheckPhoto, CheckTap, DeckCheck
from core.engine.snapshots.parts import SnapshotPart

PARTS = (
    SnapshotPart(DeckCheck, "entry__tournament"),
    SnapshotPart(CheckTap, "check_of__entry__tournament"),
    SnapshotPart(CheckPhoto, "check_of__entry__tournament"),
)
