"""SQLite that stays readable on a full disk; see `base`."""
