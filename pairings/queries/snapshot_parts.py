"""Models of this app that are part of an event's snapshot."""

from core.engine.snapshots.parts import SnapshotPart
from pairings.engine.journal_facts import DRAW
from pairings.models import (
    Bracket,
    BracketSeat,
    ClockMark,
    Dispute,
    EntryWish,
    Extension,
    KeptApart,
    Match,
    PairingOptions,
    Prize,
    Qualifier,
    Report,
    Round,
    Seat,
    Stage,
    Standing,
    TomDetails,
    TomFile,
)

PARTS = (
    SnapshotPart(TomFile, "tournament"),
    SnapshotPart(TomDetails, "tournament"),
    SnapshotPart(PairingOptions, "division__tournament"),
    SnapshotPart(Prize, "division__tournament"),
    SnapshotPart(EntryWish, "entry__tournament"),
    SnapshotPart(KeptApart, "first__tournament"),
    SnapshotPart(Stage, "division__tournament"),
    SnapshotPart(Qualifier, "stage__division__tournament"),
    SnapshotPart(Bracket, "stage__division__tournament"),
    SnapshotPart(BracketSeat, "bracket__stage__division__tournament"),
    SnapshotPart(Round, "division__tournament", keys={"draw": DRAW}),
    SnapshotPart(Match, "round__division__tournament"),
    SnapshotPart(Seat, "round__division__tournament"),
    SnapshotPart(Report, "match__round__division__tournament"),
    SnapshotPart(Dispute, "match__round__division__tournament"),
    SnapshotPart(ClockMark, "round__division__tournament"),
    SnapshotPart(Extension, "match__round__division__tournament"),
    SnapshotPart(Standing, "round__division__tournament"),
)
