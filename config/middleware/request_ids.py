"""Give each request an id, which appears in its log lines and in the answer."""

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
"""The id of the current request and the slug of its event, such as "3f9a… spring-cup"."""


class RequestIdMiddleware:
    """Adds the id. This is the first middleware, so that every answer has an id."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        header = request.headers.get(HEADER, "") if settings.ALLAUTH_TRUSTED_PROXY_COUNT else ""
        request_id = header if WELL_FORMED.fullmatch(header) else secrets.token_hex(8)
        event = EVENT.match(request.path)
        token = where.set(f"{request_id} {event[1]}" if event else request_id)
        try:
            response = self.get_response(request)
        finally:
            where.reset(token)
        response.headers.setdefault(HEADER, request_id)
        return response
