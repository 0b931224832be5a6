"""Snapshots: store a whole event as one file, and restore an event from it."""

from core.services.snapshots import home_folder, staff_actions
from core.services.snapshots.folder import SUFFIX, NewSnapshot
from core.services.snapshots.making import make_snapshot
from tournaments.services.snapshots.restoring import restore_event

__all__ = ["SUFFIX", "NewSnapshot", "home_folder", "make_snapshot", "restore_event", "staff_actions"]
