"""Refuse an impossible Host before an address is built from it."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

MOST = 65_535


class HostMiddleware:
    """Refuse ports that do not exist; Django only checks that they consist of digits."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        port = request.META.get("HTTP_HOST", "").rpartition("]")[2].partition(":")[2]
        if port and not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= MOST):
            raise DisallowedHost(f"Invalid HTTP_HOST header: no port {port[:20]!r}.")
        return self.get_response(request)
