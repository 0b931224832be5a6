"""Refuse an invalid Host before an address is built from it."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from core.engine.numbers import whole_number

MOST = 65_535
"""The highest port."""


class HostMiddleware:
    """Refuses ports that cannot exist. Django only checks that they consist of digits."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        port = request.META.get("HTTP_HOST", "").rpartition("]")[2].partition(":")[2]
        number = whole_number(port, digits=5)
        if port and (number is None or number > MOST):
            raise DisallowedHost(f"Invalid HTTP_HOST header: no port {port[:20]!r}.")
        return self.get_response(request)
