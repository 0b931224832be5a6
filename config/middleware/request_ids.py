"""Give each request an id, in every log line written for it and in the answer."""

import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{8,64}")
EVENT = re.compile(r"/e/([-\w]+)/")

where: ContextVar[str] = ContextVar("where", default="")
"""The id of this thread's current request, and the short name of its event: "3f9a… spring-cup"."""


class RequestIdMiddleware:
    """The first middleware, so that every answer has an id."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        header = request.headers.get(HEADER, "") if settings.ALLAUTH_TRUSTED_PROXY_COUNT else ""
        own = header if WELL_FORMED.fullmatch(header) else secrets.token_hex(8)
        event = EVENT.match(request.path)
        token = where.set(f"{own} {event[1]}" if event else own)
        try:
            response = self.get_response(request)
        finally:
            where.reset(token)
        response.headers.setdefault(HEADER, own)
        return response
