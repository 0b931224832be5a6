"""SQLite that can be read while its disk is full; see `base`."""
