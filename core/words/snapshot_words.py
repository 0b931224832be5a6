"""Sentences about snapshots."""

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.engine.refusals import CoreRefusal

sentences.REFUSALS.update(
    {
        CoreRefusal.SNAPSHOT_UNREADABLE: _("This file is not a snapshot of an event, or only a part of one."),
        CoreRefusal.SNAPSHOT_TOO_BIG: _("This file is larger than a snapshot can be (%(limit)s MB)."),
        CoreRefusal.SNAPSHOT_TOO_MUCH: _(
            "This file contains more than an uploaded snapshot can. The administrator of this server "
            "can restore it on the command line."
        ),
        CoreRefusal.SNAPSHOT_PHOTOS: _(
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
        CoreRefusal.SNAPSHOT_INCONSISTENT: _(
            "This snapshot contradicts itself. Nothing was restored. Use another snapshot."
        ),
        CoreRefusal.SNAPSHOT_MISSING: _("This snapshot no longer exists."),
        CoreRefusal.SNAPSHOT_NOT_WRITTEN: _(
            "The snapshot could not be written: %(reason)s. Nothing else is affected."
        ),
        CoreRefusal.UNDO_BEFORE_RESTORE: _(
            "This was done before the event was restored from a file. Those steps cannot be undone here."
        ),
    }
)


def snapshot_state_text(after: str) -> str:
    """Return the state of an event when a snapshot was made, such as "Round 3" for "round-3".

    Any other value of `after` means that no round was played yet.
    """
    kind, _hyphen, number = after.rpartition("-")
    return _now("Round %(number)s") % {"number": number} if kind == "round" else _now("Before round 1")


sentences.register_sentences(
    {
        "SnapshotMade": _("Snapshot made: %(filename)s"),
        "SnapshotDownloaded": _("Snapshot downloaded: %(filename)s"),
        "SnapshotCopied": _("Event copied for testing"),
    }
)
