"""Snapshots: a whole event as one file, and an event restored from it."""

from core.services.snapshots import by_hand, shelf
from core.services.snapshots.folder import SUFFIX, Made
from core.services.snapshots.making import make
from tournaments.services.snapshots.restoring import restore

__all__ = ["SUFFIX", "Made", "by_hand", "make", "restore", "shelf"]
