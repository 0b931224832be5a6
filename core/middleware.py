"""Choices of a browser, and refusals as pages instead of server errors."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from core.engine.refused import Refused
from core.forms import choices
from core.sentences import refusal_text
from core.web import referrer


class ChoicesMiddleware:
    """Sets the cookie of choices for the next page (`forms/choices.py`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return choices.send(request, self.get_response(request))


class RefusedMiddleware:
    """Shows an uncaught refusal on the page the person came from; nothing was changed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refused):
            return None
        sentence = refusal_text(exception)
        came_from = referrer(request)
        if request.method == "POST" and came_from:
            messages.error(request, sentence)
            return redirect(came_from)
        return render(request, "refused.html", {"sentence": sentence, "back": came_from or "/"}, status=409)
