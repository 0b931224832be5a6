"""Sentences of the copies of an event."""

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from pairings.engine.refusals import PairingRefusal
from pairings.models import EventCopies

sentences.REFUSALS.update(
    {
        PairingRefusal.COPIES_NOT_HERE: _(
            "Copies are written to a folder of the computer that runs Stadium, so they only work "
            "with Stadium on your own computer. On a server the administrator backs up the database."
        ),
        PairingRefusal.COPIES_ADMINISTRATOR_ONLY: _(
            "Only an administrator of this installation can choose the folder. The first account is one."
        ),
        PairingRefusal.COPY_FOLDER_NOT_ABSOLUTE: _(
            "“%(folder)s” is not a full path. Type it from the start, such as E:\\\\ or /media/anna/STICK."
        ),
        PairingRefusal.COPY_FOLDER_MISSING: _(
            "There is no folder “%(folder)s” on the computer that runs Stadium. Plug in the stick "
            "and check the path."
        ),
        PairingRefusal.COPY_FOLDER_IS_STADIUMS: _(
            "“%(folder)s” belongs to Stadium itself. Choose a folder on a USB stick or another disk."
        ),
        PairingRefusal.COPY_FOLDER_READ_ONLY: _(
            "Stadium cannot write to “%(folder)s”. Remove the write protection, or choose another folder."
        ),
        PairingRefusal.COPY_FOLDER_FULL: _(
            "“%(folder)s” is full. Free some space, or choose another folder."
        ),
    }
)


def _folders(facts: Facts) -> Facts:
    return {name: facts.get(name) or _now("none") for name in ("before", "after")}


sentences.register_sentences(
    {
        "CopyFolderChosen": (
            _("Folder for copies: %(after)s (before: %(before)s)"),
            _("Copies go to the previous folder again."),
        ),
    },
    facts=_folders,
)

STEPS = (
    _("Install the same or a newer version of Stadium there and start it."),
    _("Sign in. On a new machine, create the first account."),
    _(
        "On Your events, Restore an event, choose the newest .stadium file on the stick and “I made this file”."
    ),
    _("On the page Copies of the event, choose the stick again."),
)
"""How to continue an event on another computer."""

PROBLEMS = {
    "COPY_NOT_FOUND": _("the folder was not found"),
    "COPY_FULL": _("it is full"),
    "COPY_READ_ONLY": _("it cannot be written to"),
    "COPY_FAILED": "%(reason)s",
}


def reason(row: EventCopies) -> str:
    """Why the last copy failed: "the folder is not there"."""
    return str(PROBLEMS[row.problem]) % {"reason": row.facts.get("reason") or _now("unknown error")}
