"""Sessions in the database.

A failure to save a session is a database error. Django would report a session deleted by its user instead.
"""

import logging

from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse


class SessionNotSaved(OperationalError):
    """The database was lost, busy or full when a session was saved, usually after the view had finished."""


class SessionMiddleware(middleware.SessionMiddleware):
    """Session middleware that returns a page even if its session cannot be saved, as on a full disk.

    This applies only to GET and HEAD requests.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except (OperationalError, InterfaceError) as error:
            # A page that only reads is returned even if its session cannot be saved.
            if request.method not in ("GET", "HEAD"):
                raise
            logging.getLogger(__name__).warning("A session could not be saved: %s", error)
            return response


class SessionStore(db.SessionStore):
    """Database sessions that raise SessionNotSaved if the database fails while saving."""

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as error:
            cause = error.__context__
            if not isinstance(cause, OperationalError | InterfaceError):
                raise
            raise SessionNotSaved(*cause.args) from cause.__cause__
