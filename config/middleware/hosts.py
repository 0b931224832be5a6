"""A Host that no address can have is refused before anything builds an address of it."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

MOST = 65_535


class HostMiddleware:
    """Django checks that a port consists of digits, not that it exists."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        port = request.META.get("HTTP_HOST", "").rpartition("]")[2].partition(":")[2]
        if port and not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) <= MOST):
            raise DisallowedHost(f"Invalid HTTP_HOST header: no port {port[:20]!r}.")
        return self.get_response(request)
