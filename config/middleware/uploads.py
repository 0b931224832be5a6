"""No request is larger than the largest file a page takes: refused by what it says of itself, before it is read."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

MEGABYTE = 1024 * 1024
MOST_BODY = 65 * MEGABYTE
"""Bytes; the largest files are those of card data and snapshots, with the form around them."""


class UploadsMiddleware:
    """Answers 413 with a sentence. A body whose length is not said is none to Django."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.headers.get("content-length", "")
        if not (length.isascii() and length.isdecimal() and int(length[:20]) > MOST_BODY):
            return self.get_response(request)
        return too_large(request)


def too_large(request: HttpRequest) -> HttpResponse:
    """That answer; a proxy that refuses such a request by itself asks for it at an address of its own."""
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return render(request, "413.html", {"limit": MOST_BODY // MEGABYTE - 1}, status=status)
