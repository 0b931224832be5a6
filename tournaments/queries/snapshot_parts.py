"""The models of this room that belong to an event."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.engine.journal.kinds import line_fact
from core.engine.labels import label_of
from core.engine.seals import require_gaps, require_pairs
from core.engine.snapshots.keys import Spec, pairs, runs
from core.engine.snapshots.parts import Keys, Part, Row
from core.models import JournalEvent, JournalSeal
from tournaments.models import (
    Announcement,
    Division,
    Entry,
    EventOrigin,
    PersonalLink,
    ScheduleItem,
    StaffMember,
    Teammate,
    Tournament,
)

ENTRY = "tournaments.Entry"
PLAYER = "tournaments.Player"
USER = "tournaments.User"


def _facts(line: Mapping[str, Any]) -> Mapping[str, Spec]:
    return {"facts": line_fact(line["kind"], line["facts"]).keys}


def _origin_mentions(origin: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for model, some in origin["keys"].items():
        yield from ((model, now + step) for _before, now, count in some for step in range(count))


def _origin_remapped(origin: Row, keys: Keys) -> Row:
    return origin | {
        "line": keys[label_of(JournalEvent)].get(origin["line"], 0),
        "keys": {
            model: runs((before, keys[model][now]) for before, now in pairs(some))
            for model, some in origin["keys"].items()
        },
    }


PARTS = (
    Part(Tournament, "pk", without=("organizer", "webhook_topics")),
    Part(StaffMember, "tournament"),
    Part(Division, "tournament"),
    Part(Entry, "tournament"),
    Part(Teammate, "entry__tournament"),
    Part(PersonalLink, "entry__tournament"),
    Part(ScheduleItem, "tournament"),
    Part(Announcement, "tournament"),
    Part(EventOrigin, "tournament", mentions=_origin_mentions, remapped=_origin_remapped),
    Part(JournalEvent, "tournament", keys_of=_facts),
    Part(JournalSeal, "tournament", reads={"gaps": require_gaps, "lines": require_pairs}),
)
