"""The copies of an event: their folder, and where copies are possible."""

import os
from pathlib import Path

from django.conf import settings

from pairings.models import EventCopies, Round
from tournaments.models import Tournament


def is_offered() -> bool:
    """Whether Stadium runs on someone's own machine: nothing is copied on a server."""
    proxied = settings.HTTPS or settings.ALLAUTH_TRUSTED_PROXY_COUNT
    return bool(settings.OWN_MACHINE and not proxied)


def of_event(event: Tournament) -> EventCopies:
    """The row of an event; unsaved, without a folder, if none was chosen."""
    return EventCopies.objects.filter(tournament=event).first() or EventCopies(tournament=event)


def folder_used_last() -> str:
    """The folder of the newest event that has one, as a default for the next."""
    rows = EventCopies.objects.exclude(folder="").order_by("-pk")
    return rows.values_list("folder", flat=True).first() or ""


def sticks() -> list[str]:
    """The mount points of sticks and other removable disks."""
    drives: list[str] = getattr(os, "listdrives", list)()
    own = Path.home().drive.upper()
    mounts = [drive for drive in drives if drive[:2].upper() != own]
    for root, pattern in (("/media", "*/*"), ("/run/media", "*/*"), ("/Volumes", "*")):
        mounts += [str(path) for path in Path(root).glob(pattern) if os.path.ismount(path)]
    return sorted(mounts)


def standing_at(event: Tournament) -> str:
    """The state of an event as a part of a file's name: its newest posted round."""
    rounds = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
    newest = rounds.order_by("-number").values_list("number", flat=True).first()
    return f"round-{newest}" if newest else "before-round-1"
