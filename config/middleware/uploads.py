"""Refuse requests larger than the largest file that a page accepts. Content-Length is checked before they are read."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.engine.numbers import MAX_NUMBER_LENGTH, whole_number

MEGABYTE = 1024 * 1024
MAX_BODY = 65 * MEGABYTE
"""The limit in bytes. The largest files are card data and snapshots; the limit includes the form around them."""


class UploadsMiddleware:
    """Answers 413 with a page that explains the limit. Django treats a body without a length as empty."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.headers.get("content-length", "")
        if (whole_number(length[:MAX_NUMBER_LENGTH]) or 0) <= MAX_BODY:
            return self.get_response(request)
        return upload_too_large_page(request)


def upload_too_large_page(request: HttpRequest) -> HttpResponse:
    """Render the 413 page. A proxy that refuses large requests fetches it from a separate address."""
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return render(request, "413.html", {"limit": MAX_BODY // MEGABYTE - 1}, status=status)
