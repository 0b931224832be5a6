"""Backups of the whole installation: the files, when they were written, and the page that shows it."""

from config.backups.archives import Manifest, restore_backup, write_backup

__all__ = ["Manifest", "restore_backup", "write_backup"]
