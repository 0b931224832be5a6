"""The models of this app in a snapshot of an event."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.engine.journal.kinds import fact_types_of_line
from core.engine.model_labels import stored_model_label
from core.engine.seals import require_seal_gaps, require_seal_lines
from core.engine.snapshots.keys import Spec, compress_key_pairs, expand_key_runs
from core.engine.snapshots.parts import Keys, Row, SnapshotPart
from core.models import Cover, JournalEvent, JournalSeal
from tournaments.models import (
    Announcement,
    Division,
    Entry,
    EventOrigin,
    PersonalLink,
    ScheduleItem,
    SelfCheckIn,
    StaffMember,
    Teammate,
    Tournament,
)

ENTRY = "tournaments.Entry"
PLAYER = "tournaments.Player"
USER = "tournaments.User"


def _keys_in_line_facts(line: Mapping[str, Any]) -> Mapping[str, Spec]:
    """Return where the facts of a journal line contain keys of rows, by column."""
    return {"facts": fact_types_of_line(line["kind"], line["facts"]).keys}


def _keys_in_origin(origin: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield each key in an origin, with the model of its row."""
    for model, runs in origin["keys"].items():
        yield from ((model, current + offset) for _before, current, count in runs for offset in range(count))


def _origin_remapped(origin: Row, keys: Keys) -> Row:
    """Return an origin with the new keys of restored rows."""
    return origin | {
        "line": keys[stored_model_label(JournalEvent)].get(origin["line"], 0),
        "keys": {
            model: compress_key_pairs(
                (before, keys[model][current]) for before, current in expand_key_runs(runs)
            )
            for model, runs in origin["keys"].items()
        },
    }


PARTS = (
    SnapshotPart(Tournament, "pk", without=("organizer", "webhook_topics")),
    SnapshotPart(Cover, "tournament"),
    SnapshotPart(StaffMember, "tournament"),
    SnapshotPart(Division, "tournament"),
    SnapshotPart(Entry, "tournament"),
    SnapshotPart(Teammate, "entry__tournament"),
    SnapshotPart(PersonalLink, "entry__tournament"),
    SnapshotPart(ScheduleItem, "tournament"),
    SnapshotPart(SelfCheckIn, "tournament"),
    SnapshotPart(Announcement, "tournament"),
    SnapshotPart(EventOrigin, "tournament", mentions=_keys_in_origin, remapped=_origin_remapped),
    SnapshotPart(JournalEvent, "tournament", keys_of=_keys_in_line_facts),
    SnapshotPart(JournalSeal, "tournament", reads={"gaps": require_seal_gaps, "lines": require_seal_lines}),
)
