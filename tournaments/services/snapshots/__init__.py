"""Snapshots: a whole event as one file, and an event restored from it."""

from tournaments.services.snapshots import by_hand, shelf
from tournaments.services.snapshots.making import SUFFIX, Made, make
from tournaments.services.snapshots.restoring import restore

__all__ = ["SUFFIX", "Made", "by_hand", "make", "restore", "shelf"]
