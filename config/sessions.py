"""Sessions in the database: one that could not be saved is trouble of the database, not a session somebody deleted."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import InterfaceError, OperationalError


class SessionNotSaved(OperationalError):
    """The database went away, was busy or full when a session was saved, mostly after the page had done its work."""


class SessionStore(db.SessionStore):
    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as error:
            trouble = error.__context__
            if not isinstance(trouble, OperationalError | InterfaceError):
                raise
            raise SessionNotSaved(*trouble.args) from trouble.__cause__
