"""Sentences about the copies of an event."""

from django.utils.translation import gettext
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
            "There is no folder “%(folder)s” on the computer that runs Stadium. Plug in the USB stick and "
            "check the path."
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


def _folder_sentence_facts(facts: Facts) -> Facts:
    """Return the folders before and after for the sentence, or "none" for an empty one."""
    return {name: facts.get(name) or gettext("none") for name in ("before", "after")}


sentences.register_sentences(
    {
        "CopyFolderChosen": (
            _("Folder for copies: %(after)s (before: %(before)s)"),
            _("Copies go to the previous folder again."),
        ),
    },
    facts=_folder_sentence_facts,
)

STEPS = (
    _("Install the same or a newer version of Stadium there and start it."),
    _("Sign in. On a new machine, create the first account."),
    _(
        "On Your events, Restore an event, choose the newest .stadium file on the stick and “I made this file”."
    ),
    _("On the event’s Copies page, choose the stick again."),
)
"""Steps to continue an event on another computer."""

PROBLEMS = {
    "COPY_NOT_FOUND": _("the folder was not found"),
    "COPY_FULL": _("it is full"),
    "COPY_READ_ONLY": _("it cannot be written to"),
    "COPY_FAILED": "%(reason)s",
}


def copy_problem_text(copies: EventCopies) -> str:
    """Return why the last copy failed: "the folder was not found"."""
    return str(PROBLEMS[copies.problem]) % {"reason": copies.facts.get("reason") or gettext("unknown error")}


def copy_folder_readme(*, databases: bool = False) -> str:
    """Return the README of the folder, which explains how to continue the event with only the USB stick.

    `databases`: also explain the copies of complete databases that earlier versions wrote.
    """
    lines = [
        gettext("Copies of an event by Stadium"),
        "",
        gettext("To continue the event on another machine:"),
        *(f"{number}. {step}" for number, step in enumerate(STEPS, 1)),
        "",
        gettext("Without another machine: print crash-pack.pdf and continue by hand."),
        "",
        gettext("Photos of deck checks are not in the copies."),
        gettext("Snapshots have the names, personal links and journal of the event. Keep the stick safe."),
        "",
    ]
    if databases:
        lines += [
            gettext(
                "The files stadium-….sqlite3 are from an earlier version of Stadium. To use one of them:"
            ),
            gettext("1. Install the same version of Stadium there, and stop it if it runs."),
            gettext(
                "2. In its data folder, move stadium.sqlite3 away, with stadium.sqlite3-wal and stadium.sqlite3-shm."
            ),
            gettext(
                "3. Copy the newest stadium-….sqlite3 from here into the data folder and name it stadium.sqlite3."
            ),
            gettext("4. Start Stadium and sign in with the same name and password as before."),
            "",
            gettext("The data folder:"),
            "  Windows  %LOCALAPPDATA%\\stadium",
            "  macOS    ~/Library/Application Support/stadium",
            "  Linux    ~/.local/share/stadium",
            gettext("  From the source: var, beside manage.py"),
            "",
            gettext("They contain all events, people and accounts of that installation."),
            "",
        ]
    return "\r\n".join(lines)
