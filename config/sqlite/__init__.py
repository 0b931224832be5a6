"""A database backend for SQLite that can still read on a full disk."""
