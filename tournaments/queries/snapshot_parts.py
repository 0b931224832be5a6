"""The models of this app in a snapshot of an event."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.engine.journal.kinds import line_fact
from core.engine.model_labels import label_of
from core.engine.seals import require_gaps, require_pairs
from core.engine.snapshots.keys import Spec, key_pairs, key_runs
from core.engine.snapshots.parts import Keys, Part, Row
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


def _fact_keys(line: Mapping[str, Any]) -> Mapping[str, Spec]:
    """Return which facts of a journal line contain keys of rows, by column."""
    return {"facts": line_fact(line["kind"], line["facts"]).keys}


def _origin_mentions(origin: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield each key in an origin, with the model of its row."""
    for model, runs in origin["keys"].items():
        yield from ((model, current + offset) for _before, current, count in runs for offset in range(count))


def _origin_remapped(origin: Row, keys: Keys) -> Row:
    """Return an origin with the new keys of restored rows."""
    return origin | {
        "line": keys[label_of(JournalEvent)].get(origin["line"], 0),
        "keys": {
            model: key_runs((before, keys[model][current]) for before, current in key_pairs(runs))
            for model, runs in origin["keys"].items()
        },
    }


PARTS = (
    Part(Tournament, "pk", without=("organizer", "webhook_topics")),
    Part(Cover, "tournament"),
    Part(StaffMember, "tournament"),
    Part(Division, "tournament"),
    Part(Entry, "tournament"),
    Part(Teammate, "entry__tournament"),
    Part(PersonalLink, "entry__tournament"),
    Part(ScheduleItem, "tournament"),
    Part(SelfCheckIn, "tournament"),
    Part(Announcement, "tournament"),
    Part(EventOrigin, "tournament", mentions=_origin_mentions, remapped=_origin_remapped),
    Part(JournalEvent, "tournament", keys_of=_fact_keys),
    Part(JournalSeal, "tournament", reads={"gaps": require_gaps, "lines": require_pairs}),
)
