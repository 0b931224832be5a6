"""Pages for server errors. A full disk and a lost or busy database have special pages; any other error is a bug."""

import errno
import sqlite3
import sys
from http import HTTPStatus

import psycopg
from django.http import HttpResponse
from django.template import loader
from django.views.decorators.csrf import requires_csrf_token

from config.middleware import database_trouble
from config.sqlite.base import NO_ROOM
from core.requests import StadiumRequest

NO_SPACE = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
"""Error numbers of a full disk."""

NOT_WRITTEN = NO_ROOM | {"SQLITE_READONLY"}
"""Names of the errors that SQLite raises if it cannot write to its file."""


@requires_csrf_token
def server_error(request: StadiumRequest) -> HttpResponse:
    """Render the page for the exception being handled. This is Django's handler500.

    The status is 507 for a full disk, 503 for a lost or busy database, and 500 for any other error.
    """
    error = cause = sys.exception()
    while cause is not None:
        if isinstance(cause, sqlite3.Error):
            is_full = getattr(cause, "sqlite_errorname", "") in NOT_WRITTEN
        else:
            is_full = isinstance(cause, psycopg.errors.DiskFull) or (
                isinstance(cause, OSError) and cause.errno in NO_SPACE
            )
        if is_full:
            # The page is rendered without the request, since reading its session may fail too.
            page = loader.get_template("507.html").render()
            return HttpResponse(page, status=HTTPStatus.INSUFFICIENT_STORAGE)
        cause = cause.__cause__ or cause.__context__
    response = database_trouble.database_trouble_page(request, error)
    if response is not None:
        return response
    page = loader.get_template("500.html").render({"read_only": request.method in database_trouble.SAFE})
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)
