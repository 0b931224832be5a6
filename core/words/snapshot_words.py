"""Sentences of snapshots."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.engine.refusals import CoreRefusal
from core.engine.seals import short
from tournaments.engine.refusals import TournamentRefusal

sentences.REFUSALS.update(
    {
        CoreRefusal.SNAPSHOT_UNREADABLE: _("This file is not a snapshot of an event, or only a part of one."),
        CoreRefusal.SNAPSHOT_TOO_BIG: _("This file is larger than a snapshot can be (%(limit)s MB)."),
        CoreRefusal.SNAPSHOT_TOO_MUCH: _(
            "This file contains more than an uploaded snapshot can. The administrator of this server "
            "can restore it on the command line."
        ),
        TournamentRefusal.SNAPSHOT_PHOTOS: _(
            "An uploaded snapshot can have %(most)s photos. Make one without photos, or ask the "
            "administrator of this server to restore it on the command line."
        ),
        CoreRefusal.SNAPSHOT_NEWER: _(
            "This snapshot is from a newer version of Stadium. Update Stadium here, then restore it."
        ),
        CoreRefusal.SNAPSHOT_DAMAGED: _(
            "This snapshot is damaged: %(part)s is not as it was written. Use another copy."
        ),
        CoreRefusal.SNAPSHOT_PART: _(
            "This version of Stadium does not know a part of this snapshot: %(part)s. Update Stadium, or use another "
            "snapshot."
        ),
        CoreRefusal.SNAPSHOT_FIELD: _(
            "A part of this snapshot does not fit this version of Stadium: %(part)s, %(field)s. Update Stadium, or use "
            "another snapshot."
        ),
        CoreRefusal.SNAPSHOT_ROW: _(
            "This snapshot contains an impossible value: %(part)s, row %(row)s, %(field)s. Use another snapshot."
        ),
        TournamentRefusal.SNAPSHOT_INCONSISTENT: _(
            "This snapshot contradicts itself. Nothing was restored. Use another snapshot."
        ),
        CoreRefusal.SNAPSHOT_MISSING: _("This snapshot no longer exists."),
        TournamentRefusal.SNAPSHOT_NOT_WRITTEN: _(
            "The snapshot could not be written: %(reason)s. Nothing else is affected."
        ),
        TournamentRefusal.SLUG_TAKEN: _("The address “%(slug)s” is taken. Choose another one."),
        TournamentRefusal.SLUG_UNREADABLE: _(
            "“%(slug)s” cannot be an address: use lowercase letters, digits and hyphens."
        ),
        CoreRefusal.UNDO_BEFORE_RESTORE: _(
            "This was done before the event was restored from a file. Those steps cannot be undone here."
        ),
    }
)


def stands_text(after: str) -> str:
    """The state of an event when a snapshot was made: "Round 3"."""
    kind, _hyphen, number = after.rpartition("-")
    return _now("Round %(number)s") % {"number": number} if kind == "round" else _now("Before round 1")


def _restored(facts: Mapping[str, Any]) -> dict[str, Any]:
    try:
        at = timezone.localtime(datetime.fromisoformat(str(facts.get("taken_at"))))
        moment = date_format(at, "SHORT_DATETIME_FORMAT")
    except ValueError:
        moment = "–"
    first = _now("Rehearsal copy made") if facts.get("rehearsal") else _now("Event restored")
    return {"what_text": first, "moment_text": moment, "digest_text": short(str(facts.get("digest", "")))}


sentences.register_sentences(
    {
        "EventRestored": _("%(what_text)s from a snapshot of %(moment_text)s, file %(digest_text)s"),
    },
    facts=_restored,
)
