"""The models of this room that belong to an event, and where journal lines name their rows."""

from collections.abc import Mapping

from core.engine.snapshots.keys import Spec
from core.engine.snapshots.parts import Part
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
from tournaments.queries.snapshot_parts import ENTRY, USER

TWO: Spec = [(ENTRY, ENTRY)]
_DRAWN: Mapping[str, Spec] = {
    "pairs": TWO,
    "bye": ENTRY,
    "rematches": TWO,
    "avoided": TWO,
    "pair_downs": [(ENTRY, None, None)],
    "examined": [ENTRY],
    "unmet_tables": [(ENTRY, None)],
    "inputs": {
        "by_points": [(None, [ENTRY])],
        "byes": [(ENTRY, None)],
        "had_bye": [ENTRY],
        "pods": [(ENTRY, None)],
        "crossings": TWO,
        "options": {"by_standing": [ENTRY], "forbidden": TWO, "avoid": TWO},
    },
}
DRAW: Spec = {**_DRAWN, "redrawn": [_DRAWN]}
"""What `Round.draw` holds."""

PLACES: Spec = [(None, ENTRY, ENTRY, None, None, "pairings.Bracket")]
"""Places of `services.rounds.seating`."""

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

_CLOCK = ("ClockSetUp", "ClockStarted", "ClockStopped", "ClockWentOn", "ClockChanged")

FACT_KEYS: Mapping[str, Spec] = {
    "dispute": "pairings.Dispute",
    "print": "pairings.StoredPrint",
    "draw_before": DRAW,
    "extension": "pairings.Extension",
    "joined_before": [(ENTRY, None)],
    "joins_later": [ENTRY],
    "match": "pairings.Match",
    "places_after": PLACES,
    "places_before": PLACES,
    "report": "pairings.Report",
    "reported_before": (USER, None),
    "seeds_before": [ENTRY],
    "stage": "pairings.Stage",
    "withdrawn": ["pairings.Report"],
    "NoShowsDropped.entries": [ENTRY],
    "RegularsAdded.entries": [ENTRY],
    "RoundUndone.joined_later": [ENTRY],
    "EntriesMerged.matches": ["pairings.Match"],
    "RoundClosed.played": [("pairings.Match", ENTRY, ENTRY)],
    "ResultCorrected.moved": [(ENTRY, None, None)],
    **{f"{kind}.mark": "pairings.ClockMark" for kind in _CLOCK},
}
