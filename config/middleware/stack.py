"""Each request has room on the stack of its thread: see `config/stack.py`."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.stack import with_room


class StackMiddleware:
    """The outermost of all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return with_room(self.get_response, request)
