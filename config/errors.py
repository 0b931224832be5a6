"""The page for server errors: a full disk and a lost or busy database have their own page, everything else is a
bug.
"""

import errno
import sqlite3
import sys
from http import HTTPStatus

import psycopg
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.decorators.csrf import requires_csrf_token

from config.middleware import trouble
from config.sqlite.base import NO_ROOM

NO_SPACE = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}
NOT_WRITTEN = NO_ROOM | {"SQLITE_READONLY"}


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """The handler500 of Django, called while the exception is handled."""
    error = cause = sys.exception()
    while cause is not None:
        if _is_full(cause):
            page = loader.get_template(
                "507.html"
            ).render()  # without what a request reads: there may be nothing
            return HttpResponse(page, status=HTTPStatus.INSUFFICIENT_STORAGE)
        cause = cause.__cause__ or cause.__context__
    response = trouble.page_of(request, error)
    if response is not None:
        return response
    page = loader.get_template("500.html").render({"read_only": request.method in trouble.SAFE})
    return HttpResponse(page, status=HTTPStatus.INTERNAL_SERVER_ERROR)


def _is_full(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorname", "") in NOT_WRITTEN
    return isinstance(error, psycopg.errors.DiskFull) or (
        isinstance(error, OSError) and error.errno in NO_SPACE
    )
