"""Copies of an event on disk: their settings, and the folders they can be written to."""

import os
from pathlib import Path

from django.conf import settings

from pairings.models import EventCopies, Round
from tournaments.models import Tournament


def are_copies_offered() -> bool:
    """Return whether copies are possible: on an organizer's computer, but not on a server."""
    is_proxied = settings.HTTPS or settings.ALLAUTH_TRUSTED_PROXY_COUNT
    return bool(settings.OWN_MACHINE and not is_proxied)


def copies_of_event(event: Tournament) -> EventCopies:
    """Return the copy settings of an event, as an unsaved row without a folder if none was chosen."""
    return EventCopies.objects.filter(tournament=event).first() or EventCopies(tournament=event)


def last_used_copy_folder() -> str:
    """Return the folder of the latest event that has one, as the default for the next event."""
    rows = EventCopies.objects.exclude(folder="").order_by("-pk")
    return rows.values_list("folder", flat=True).first() or ""


def removable_disks() -> list[str]:
    """Return the mount points of USB sticks and other removable disks."""
    drives: list[str] = getattr(os, "listdrives", list)()
    home_drive = Path.home().drive.upper()
    mounts = [drive for drive in drives if drive[:2].upper() != home_drive]
    for root, pattern in (("/media", "*/*"), ("/run/media", "*/*"), ("/Volumes", "*")):
        mounts += [str(path) for path in Path(root).glob(pattern) if os.path.ismount(path)]
    return sorted(mounts)


def latest_round_slug(event: Tournament) -> str:
    """Return the latest posted round of an event for a file name: "round-3", or "before-round-1"."""
    rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    latest_number = rounds.order_by("-number").values_list("number", flat=True).first()
    return f"round-{latest_number}" if latest_number else "before-round-1"
