"""Models of this app that are part of an event's snapshot."""

from core.engine.snapshots.parts import Part
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
    Part(TomFile, "tournament"),
    Part(TomDetails, "tournament"),
    Part(PairingOptions, "division__tournament"),
    Part(EntryWish, "entry__tournament"),
    Part(KeptApart, "first__tournament"),
    Part(Stage, "division__tournament"),
    Part(Qualifier, "stage__division__tournament"),
    Part(Bracket, "stage__division__tournament"),
    Part(BracketSeat, "bracket__stage__division__tournament"),
    Part(Round, "division__tournament", keys={"draw": DRAW}),
    Part(Match, "round__division__tournament"),
    Part(Seat, "round__division__tournament"),
    Part(Report, "match__round__division__tournament"),
    Part(Dispute, "match__round__division__tournament"),
    Part(ClockMark, "round__division__tournament"),
    Part(Extension, "match__round__division__tournament"),
    Part(Standing, "round__division__tournament"),
)
