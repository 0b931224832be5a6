"""A database backend for SQLite that can still be read on a full disk."""
